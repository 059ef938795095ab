"""What can be followed."""

from typing import Any
from uuid import UUID

import games.queries
import tournaments.queries
from truco_api.accounts.models import User
from truco_api.streams.reading import Source


def all_sources() -> dict[str, Source]:
    """The kinds of streams by their name in addresses."""
    return {
        "games": Source("game", _game_events),
        "championships": Source("championship", _championship_events),
    }


def _game_events(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    return games.queries.events_for(game_id=ident, user=viewer, after=after, limit=limit)


def _championship_events(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    """Everyone may follow a championship, and everyone sees the same."""
    del viewer
    return tournaments.queries.events_for(championship_id=ident, after=after, limit=limit)
