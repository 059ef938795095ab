"""What can be followed, each read as the API reads it."""

from typing import Any
from uuid import UUID

from games.queries import events_for
from games.signals import plays_with_signals, signals_for
from games.spectating import more_in, shown_head
from tournaments import policies
from tournaments.queries import championships, history
from truco_api.accounts.models import User
from truco_api.streams.reading import Beside, Source


def all_sources() -> dict[str, Source]:
    """The kinds of streams by their name in addresses."""
    signals = Source("signals", _signals, number="number")
    return {
        "games": Source(
            "game",
            _game_events,
            beside=Beside("signal", signals, plays_with_signals),
            head=_game_head,
            more_in=_more_in,
        ),
        "championships": Source("championship", _championship_events),
    }


def _game_events(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    return events_for(game_id=ident, user=viewer, after=after, limit=limit)


def _game_head(ident: UUID, viewer: User | None) -> int:
    return shown_head(ident, viewer.actor if viewer else None)


def _more_in(ident: UUID, viewer: User | None) -> float | None:
    return more_in(ident, viewer.actor if viewer else None)


def _signals(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    return signals_for(game_id=ident, user=viewer, after=after, limit=limit)


def _championship_events(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    policies.may_see(championships.championship(ident), viewer)
    return history.events(ident, after=after, limit=limit)
