"""One request to a receiver, and what came of it. No database here, and nothing is raised."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import Final, Self

import httpx
from django.conf import settings

from truco_api.webhooks.targets import Courier, Deadline, problem_of

READ_BYTES: Final = 16 * 1024
"""As much of an answer is read; the connection is closed on the rest."""
EXCERPT: Final = 500
OURS: Final = {
    "content-type": "application/json",
    "user-agent": "Truco-Webhooks/1",
    "accept-encoding": "identity",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt: a status, or a `problem` in one word; `wished` are seconds of Retry-After."""

    duration_ms: int
    status: int | None = None
    problem: str = ""
    excerpt: str = ""
    wished: int | None = None

    @property
    def delivered(self) -> bool:
        """Whether the receiver has taken it."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether the receiver wants nothing more, ever."""
        return self.status == 410


class Sender:
    """Sends to one endpoint, over one connection as long as it holds; to be used with `with`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._deadline = Deadline()
        self._courier = Courier(self._deadline)

    def __enter__(self) -> Self:
        """Ready to send; the connection is made with the first message."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection."""
        self._courier.close()

    def send(self, body: str, headers: Mapping[str, str]) -> Outcome:
        """One attempt, which takes no longer than the settings allow."""
        begun = monotonic()
        self._deadline.set(settings.WEBHOOK_SECONDS)
        try:
            request = httpx.Request(
                "POST",
                self._url,
                headers={**OURS, **headers},
                content=body.encode(),
                extensions={"timeout": httpx.Timeout(settings.WEBHOOK_SECONDS).as_dict()},
            )
            # Past httpx's client, which would know about redirects, cookies, proxies and .netrc.
            response = self._courier.handle_request(request)
            try:
                answer = _read(response)
            finally:
                response.close()
        except Exception as error:  # whatever a stranger's server makes of it, it is only an attempt
            return Outcome(_since(begun), problem=problem_of(error))
        return Outcome(
            _since(begun),
            status=response.status_code,
            problem="redirected" if 300 <= response.status_code < 400 else "",
            excerpt=answer,
            wished=_seconds(response.headers.get("retry-after", "")),
        )


def _read(response: httpx.Response) -> str:
    """The beginning of an answer as text. A status stands, whatever becomes of what follows it."""
    found = b""
    try:
        for part in response.iter_raw():
            found += part
            if len(found) >= READ_BYTES:
                break
    except httpx.HTTPError:
        pass
    return found[:READ_BYTES].decode("utf-8", "replace").replace("\0", "\ufffd")[:EXCERPT]


def _seconds(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _since(begun: float) -> int:
    return round((monotonic() - begun) * 1000)
