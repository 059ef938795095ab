"""The bundles of championships and of their matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games.bundles import game_streams
from tournaments import policies
from tournaments.codec import stream_of
from tournaments.models import ChampionshipRow
from tournaments.queries.history import HIDDEN
from tournaments.rules.errors import UnknownMatch
from tournaments.states import latest
from truco_api.accounts.models import User
from truco_api.checkpoints.bundle import Making, Sight
from truco_api.eventstore import load

Data = dict[str, Any]


def championship_bundle(row: ChampionshipRow, user: User | None) -> Iterator[str]:
    """The championship with all its games; what is private is open to its officials."""
    return _bundle(row, user, {"id": str(row.id), "kind": "championship"}, None)


def match_bundle(row: ChampionshipRow, match_id: str, user: User | None) -> Iterator[str]:
    """One match with its games, and the championship that says how it came about and ended."""
    if match_id not in latest(row.id)[1].matches:
        raise UnknownMatch(match=match_id)
    return _bundle(row, user, {"id": str(row.id), "kind": "match", "match": match_id}, match_id)


def _bundle(row: ChampionshipRow, user: User | None, subject: Data, match_id: str | None) -> Iterator[str]:
    making = Making()
    official = policies.is_official(row, user)
    version = latest(row.id)[0]
    sight = Sight(version, official, lambda name: HIDDEN.get(name, set()))
    actor = user.actor if user else None
    games = (
        stream
        for game in _games(row.id, match_id, version)
        for stream in game_streams(making, UUID(game), actor)
    )
    return making.text(subject, [making.stream(stream_of(row.id), sight), games])


def _games(championship_id: UUID, match_id: str | None, version: int) -> Iterator[str]:
    """The games that were opened up to this version, for all matches or for one."""
    events = load(stream_of(championship_id), until=version)
    opened = (event.data for event in events if event.type.startswith("leg_opened/"))
    yield from (leg["game_id"] for leg in opened if match_id in (None, leg["match"]))
