"""What the rules raise when they refuse: one class a cause, each with a stable code.

    DomainError
    ├── Invalid        the request makes no sense as it stands          400 / 422
    ├── IllegalMove    the rules of the game forbid it now              409
    ├── Conflict       the state does not allow it (any more)           409
    ├── Forbidden      this person may not                              403
    └── NotFound       there is no such thing, or not for this person   404

This module is all that pure rules may import from the project. Messages are English templates; the
edge translates them (`truco_api.problems`) and fills them in with `params`.
"""

from typing import Any, ClassVar


class Message(str):
    """A text in English that remembers what it was made of, so that the edge can make it anew in another
    language: `template`, and the `params` that filled it (Messages again, where phrases are nested)."""

    template: str
    params: dict[str, Any]

    def __new__(
        cls, text: str, template: str | None = None, params: dict[str, Any] | None = None
    ) -> "Message":
        """A message, by itself a template without params."""
        self = super().__new__(cls, text)
        self.template = text if template is None else template
        self.params = params or {}
        return self

    def format(self, *args: Any, **params: Any) -> "Message":
        """The message with its blanks filled in, still knowing both."""
        return Message(super().format(*args, **params), self.template, params)


def gettext_noop(message: str) -> Message:
    """Mark a message for translation without importing a framework."""
    return Message(message)


class DomainError(Exception):
    """A refusal: `code` is stable and part of the public contract, `params` fill the message."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 400
    message: ClassVar[str] = gettext_noop("The request cannot be carried out.")
    public: ClassVar[tuple[str, ...]] = ()
    """The params that the answer carries as members of their own, for programs to read."""

    def __init__(self, message: str | None = None, /, **params: Any) -> None:
        self.template = message or self.message
        self.params = params
        super().__init__(self.template.format(**params))

    @property
    def detail(self) -> str:
        """The message in English, filled in."""
        return str(self)


class Invalid(DomainError):
    """The input is wrong in itself; `field` in params names the culprit, as a dotted path."""

    code = "invalid"
    status = 422
    message = gettext_noop("The input is not valid.")


class IllegalMove(DomainError):
    """The rules of the game do not allow this action now."""

    code = "illegal_move"
    status = 409
    message = gettext_noop("The rules do not allow this now.")


class Conflict(DomainError):
    """The state of the thing does not allow this (any more)."""

    code = "conflict"
    status = 409
    message = gettext_noop("The state does not allow this.")


class Forbidden(DomainError):
    """This person may not do this."""

    code = "forbidden"
    status = 403
    message = gettext_noop("You may not do this.")


class NotFound(DomainError):
    """There is no such thing, or not for this person."""

    code = "not_found"
    status = 404
    message = gettext_noop("There is no such thing.")
