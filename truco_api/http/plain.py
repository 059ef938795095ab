"""A request in its plainest form, for what reads requests of Django's and needs only this of them."""

from typing import Any, Final

Environ = dict[str, Any]


class Plain:
    """A request without query, cookies or files; its parts are named as Django names them."""

    __slots__ = ("META", "body", "method", "path", "path_info")

    COOKIES: Final[dict[str, str]] = {}

    def __init__(self, environ: Environ, body: bytes = b"") -> None:
        self.META = environ
        self.method: str = environ["REQUEST_METHOD"]
        self.path = self.path_info = str(environ["PATH_INFO"])
        self.body = body
