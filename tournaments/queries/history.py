"""The whole history of a championship, for everybody: what happened, when, and by whom by name.

Ids of accounts never leave, nor what sides wrote for the officials alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from tournaments import personal
from tournaments.codec import stream_of
from tournaments.documents import Document, dated
from tournaments.errors import ChampionshipNotFound
from tournaments.queries.championships import DRAFT, championship, names_of
from truco_api.accounts.models import User
from truco_api.accounts.names import deleted_player
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.codec import SALT

USER = "user:"
HIDDEN = {
    "sheet_handed_in/1": {"note"},
    "sheet_disputed/1": {"reason"},
    "dispute_opened/1": {"reason", "record", "verdict", "photos"},
    "evidence_added/1": {"text", "record", "verdict", "photos"},
    "ruling_appealed/1": {"reason"},
    "entry_withdrawn/1": {"reason"},
    "fee_marked/1": {"paid"},
}
"""What an event holds and the public is not told."""


def events_for(*, championship_id: UUID, after: int, limit: int) -> list[Document]:
    """What anybody may follow; ChampionshipNotFound for what there is not, or not yet for everybody."""
    if championship(championship_id).phase == DRAFT:
        raise ChampionshipNotFound
    return events(championship_id, after=after, limit=limit)


def events(championship_id: UUID, *, after: int, limit: int) -> list[Document]:
    """Up to `limit` events after a version."""
    return shown(load(stream_of(championship_id), after=after, until=after + limit))


def shown(recorded: list[Recorded]) -> list[Document]:
    """Events as everybody may see them."""
    return _told(recorded, inside=False)


def of_match(championship_id: UUID, match_id: str, *, inside: bool) -> list[Document]:
    """All that happened in one match, disputes and rulings included; `inside` is for officials and the two
    sides, who also read what was written for them alone."""
    recorded = [event for event in load(stream_of(championship_id)) if _concerns(event.data, match_id)]
    return _told(recorded, inside=inside)


def _concerns(data: dict[str, Any], match_id: str) -> bool:
    return match_id in (data.get("match"), data.get("later")) or match_id in data.get("frozen", ())


def _told(recorded: list[Recorded], *, inside: bool) -> list[Document]:
    recorded = personal.with_names(recorded)
    accounts = names_of_accounts(actor for event in recorded for actor in _accounts_in(event))
    members = names_of(person for event in recorded for person in event.data.get("members", ()))
    return [_shown(event, accounts, members, inside=inside) for event in recorded]


def handed_in_by(championship_id: UUID, match_id: str) -> str | None:
    """The name of whoever handed in the last sheet of a match; None if the account is gone."""
    sheets = (
        event
        for event in reversed(load(stream_of(championship_id)))
        if event.type.startswith("sheet_handed_in/") and event.data["match"] == match_id
    )
    event = next(sheets, None)
    return None if event is None else _name(event.actor, names_of_accounts([event.actor]))


def names_of_accounts(actors: Iterable[str]) -> dict[str, str]:
    """What accounts are called, by "user:<uuid>"."""
    ids = {actor.removeprefix(USER) for actor in actors}
    return {user.actor: user.shown_name for user in User.objects.filter(id__in=ids)} if ids else {}


def _accounts_in(event: Recorded) -> Iterator[str]:
    for value in (event.actor, event.data.get("by"), event.data.get("arbiter")):
        if isinstance(value, str) and value.startswith(USER):
            yield value


def _shown(event: Recorded, accounts: dict[str, str], members: dict[str, str], *, inside: bool) -> Document:
    hidden = (set() if inside else HIDDEN.get(event.type, set())) | {"at_ms", SALT}
    data: dict[str, Any] = {key: value for key, value in event.data.items() if key not in hidden}
    if "members" in data:
        data["members"] = [{"person": person, "name": members.get(person)} for person in data["members"]]
    for who in ("by", "arbiter"):
        if who in data:
            data[who] = _name(data[who], accounts)
    return {
        "version": event.version,
        "type": event.type,
        "at": event.at.isoformat(timespec="milliseconds"),
        "by": _name(event.actor, accounts),
        "hash": event.hash,
        "data": dated(data),
    }


def _name(actor: str | None, accounts: dict[str, str]) -> str | None:
    """The name of an account, of a deleted one that it was; anything else is no person and stays."""
    if actor is None or not actor.startswith(USER):
        return actor
    return accounts.get(actor) or deleted_player()
