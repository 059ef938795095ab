"""Every code with which the API can fail, and what a program that meets it should do."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from truco_api.errors import DomainError
from truco_api.errors import gettext_noop as _

PACKAGES: Final = ("truco_api", "games", "tournaments")
_ELSEWHERE: Final = {"embedded", "management", "migrations", "settings", "wsgi", "celery", "app", "demo"}
"""Modules that are no part of the API: what starts processes, and what is a command."""

_AGAIN: Final = _("Mend the request. Sent again as it is, it fails again; `errors` names what is wrong.")
_LOOK: Final = _("Fetch the thing again, show what it is now, and let the person decide anew. Do not repeat.")
ADVICE: Final[Mapping[str, str]] = {
    "error": _AGAIN,
    "invalid": _AGAIN,
    "conflict": _LOOK,
    "illegal_move": _(
        "Offer only what `view.legal` lists. If it was listed, fetch the game again and draw it anew."
    ),
    "forbidden": _("Tell the person. Nothing but another account, role or place will change the answer."),
    "not_found": _("Leave the place: what was looked for is not there, or not for this account."),
    "bad_request": _("This is a fault of the program: log it, and do not repeat the request."),
    "body_too_large": _("Send less at once; the answer names the limit."),
    "length_required": _("Send the body whole with its Content-Length, not in chunks."),
    "method_not_allowed": _("This is a fault of the program: `Allow` lists the methods of this address."),
    "not_acceptable": _("Ask for `application/json`, or leave Accept out."),
    "unsupported_media_type": _("Send JSON, with `Content-Type: application/json`."),
    "precondition_required": _("Send `If-Match` with the version that the person has seen."),
    "missing_slash": _("Add the slash at the end of the address."),
    "invalid_cursor": _("Begin the list again without a cursor."),
    "malformed_json": _("This is a fault of the program: log the body and do not repeat it."),
    "not_authenticated": _("Ask the person to sign in, then repeat the request with the same key."),
    "invalid_token": _("Forget the token, ask the person to sign in, and repeat with the same key."),
    "wrong_credentials": _("Let the person correct name or password."),
    "throttled": _("Wait for the seconds in `Retry-After`, then repeat with the same key."),
    "too_many_signals": _("Grey the signals out for the seconds in `Retry-After`."),
    "server_error": _(
        "Repeat with the same key after a second, then after two, four, eight; then tell the person."
    ),
    "unavailable": _(
        "Repeat with the same key after a second, then after two, four, eight; then tell the person."
    ),
    "stale_version": _(
        "Apply the `events` of the answer (or fetch the view), and act anew upon `current_version` if the "
        "action is still legal. The refused action did not happen."
    ),
    "idempotency_in_flight": _(
        "The first request is still at work: repeat with the same key after a second."
    ),
    "idempotency_key_reused": _("This is a fault of the program: every new request needs a new key."),
    "not_your_turn": _("Fetch the game: somebody else is to act, and a stream tells when it is your turn."),
    "hand_over": _("Fetch the game: the next hand has begun, or begins in a moment."),
    "game_over": _("Show the result; nothing more can happen in this game."),
    "game_not_started": _("Wait on the stream for `game_started/1`."),
    "seed_not_awaited": _("Let it go: the deal did not wait, and the server's seed stands in."),
    "seed_unfit": _(
        "Check the chain of the device (docs/fair-deal.md); promise a new one for the next hands."
    ),
    "seat_taken": _("Offer another free place."),
    "table_full": _("Offer another table."),
    "table_not_open": _("The game has begun or the table is closed: look on, or offer another table."),
    "name_taken": _("Let the person choose another name."),
    "record_sealed": _("Wait until the game has ended; until then use the replay."),
    "dispute_open": _("Wait for the arbiter's ruling; the championship's stream tells of it."),
    "result_exists": _("Show the result that was handed in; it can be confirmed or disputed."),
    "players_without_account": _("Have the named persons claim themselves with their code, then try again."),
    "invalid_regulation": _(
        "Show every fault of `errors` beside its field; `/regulations/check/` tries without saving."
    ),
    "import_refused": _(
        "Show the faults by line and column; nothing was entered, so the mended list can be sent whole."
    ),
}
"""By code; an error without its own follows the nearest of its family."""


@cache
def api_errors() -> Mapping[str, type[DomainError]]:
    """Every error of the project by its code, loaded or not; for two of one code, the more general one."""
    for package in PACKAGES:
        for name in _modules(package):
            importlib.import_module(name)
    found: dict[str, type[DomainError]] = {}
    queue: list[type[DomainError]] = [DomainError]
    while queue:
        kind = queue.pop(0)
        if _is_of_the_api(kind.__module__):
            found.setdefault(kind.code, kind)
        queue.extend(kind.__subclasses__())
    return dict(sorted(found.items()))


def advice(kind: type[DomainError]) -> str:
    """What a program should do, in English, by the nearest code of the family."""
    family = [getattr(parent, "code", "") for parent in kind.__mro__]
    return next(ADVICE[code] for code in family if code in ADVICE)


def _modules(package: str) -> Iterator[str]:
    """The names of all modules below a package, without those that are no part of the API."""
    path = importlib.import_module(package).__path__
    for found in pkgutil.iter_modules(path, f"{package}."):
        if found.name.rpartition(".")[2] in _ELSEWHERE:
            continue
        yield found.name
        if found.ispkg:
            yield from _modules(found.name)


def _is_of_the_api(module: str) -> bool:
    first, *rest = module.split(".")
    return first in PACKAGES and not _ELSEWHERE & set(rest)
