"""What the edge refuses by itself, before any rule is asked.

DomainError
├── BadRequest               400   MalformedJson, InvalidIfMatch, InvalidIdempotencyKey, InvalidCursor
├── NotAuthenticated         401   InvalidToken
├── MethodNotAllowed         405
├── NotAcceptable            406
├── LengthRequired           411
├── BodyTooLarge             413
├── UnsupportedMediaType     415
├── PreconditionRequired     428
├── Throttled                429
├── ServerError              500
└── Unavailable              503
NotFound
└── MissingSlash             404
Invalid
└── InvalidCharacters        422
"""

from truco_api.errors import DomainError, Invalid, NotFound, gettext_noop


class BadRequest(DomainError):
    """The request cannot be read."""

    code = "bad_request"
    status = 400
    message = gettext_noop("The request cannot be read.")


class MalformedJson(BadRequest):
    """The body is not JSON as RFC 8259 and I-JSON (RFC 7493) have it; nothing in it was looked at."""

    code = "malformed_json"
    message = gettext_noop("The body is not valid JSON.")


class InvalidIfMatch(BadRequest):
    """`If-Match` must hold one version in quotation marks, as an `ETag` of this API gives it: `"17"`."""

    code = "invalid_if_match"
    message = gettext_noop('If-Match must hold one version in quotation marks, for example "17".')


class InvalidIdempotencyKey(BadRequest):
    """`Idempotency-Key` must be 1 to 255 visible ASCII characters; a UUID is a good choice."""

    code = "invalid_idempotency_key"
    message = gettext_noop("Idempotency-Key must be 1 to 255 visible ASCII characters.")


class InvalidCursor(BadRequest):
    """A cursor is opaque: it comes from `next` or `previous` of an earlier page and nowhere else."""

    code = "invalid_cursor"
    message = gettext_noop("This cursor does not come from a page of this list.")


class NotAuthenticated(DomainError):
    """The request needs `Authorization: Bearer <token>`; sign in at `POST /api/v1/tokens/`."""

    code = "not_authenticated"
    status = 401
    message = gettext_noop("Sign in first.")


class InvalidToken(NotAuthenticated):
    """The token is unknown, was signed out, has not been used for too long, or its account is closed."""

    code = "invalid_token"
    message = gettext_noop("This token is not valid (any more).")


class MethodNotAllowed(DomainError):
    """The address exists, but not for this method; `Allow` lists the methods that it has."""

    code = "method_not_allowed"
    status = 405
    message = gettext_noop("This address does not take this method.")


class NotAcceptable(DomainError):
    """`Accept` asks for a representation that this address does not have."""

    code = "not_acceptable"
    status = 406
    message = gettext_noop("There is no answer in a format that Accept allows.")


class LengthRequired(DomainError):
    """A body sent in chunks would be read as no body at all, so it must say how long it is."""

    code = "length_required"
    status = 411
    message = gettext_noop("The body must come with its Content-Length.")


class BodyTooLarge(DomainError):
    """The body is larger than anything this API takes."""

    code = "body_too_large"
    status = 413
    message = gettext_noop("The body is too large.")


class UnsupportedMediaType(DomainError):
    """The body must be `application/json`."""

    code = "unsupported_media_type"
    status = 415
    message = gettext_noop("The body must be application/json.")


class PreconditionRequired(DomainError):
    """The action depends on what its sender has seen, so `If-Match` must name that version."""

    code = "precondition_required"
    status = 428
    message = gettext_noop("If-Match must name the version that you have seen.")


class Throttled(DomainError):
    """Too many requests from here in too short a time; `Retry-After` gives the seconds to wait."""

    code = "throttled"
    status = 429
    message = gettext_noop("Too many requests.")


class ServerError(DomainError):
    """The fault is ours and has been logged; repeat the request with the same `Idempotency-Key`."""

    code = "server_error"
    status = 500
    message = gettext_noop("Something went wrong on our side.")


class Unavailable(DomainError):
    """A part that the answer needs cannot be reached now."""

    code = "unavailable"
    status = 503
    message = gettext_noop("The service cannot answer now. Try again soon.")


class MissingSlash(NotFound):
    """Every address ends in a slash; this one would exist with it."""

    code = "missing_slash"
    message = gettext_noop("The address must end in a slash.")


class InvalidCharacters(Invalid):
    """A text holds NUL or half a surrogate pair, which are no characters."""

    code = "invalid_characters"
    message = gettext_noop("The text holds something that is not a character.")
