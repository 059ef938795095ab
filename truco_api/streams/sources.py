"""What can be followed, each read as the API reads it."""

from typing import Any
from uuid import UUID

from games.queries import around, events_for
from games.signals import plays_with_signals, signals_for
from games.spectating import more_in, shown_head
from tournaments import policies
from tournaments.queries import championships, history
from truco_api.accounts.models import User
from truco_api.eventstore.feed import feed_head
from truco_api.presence.queries import signal_of
from truco_api.streams import own
from truco_api.streams.reading import Around, Beside, Source


def all_sources() -> dict[str, Source]:
    """The kinds of streams by their name in addresses."""
    signals = Source("signals", _signals, number="number")
    return {
        "games": Source(
            "game",
            _game_events,
            beside=Beside("signal", signals, plays_with_signals),
            head=_game_head,
            around=_game_around,
        ),
        "championships": Source("championship", _championship_events),
        "me": Source(
            "about",
            _own_events,
            number="position",
            head=lambda _ident, _viewer: feed_head(),
            around=_own_around,
            behind=_own_behind,
        ),
    }


def _game_events(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    return events_for(game_id=ident, user=viewer, after=after, limit=limit)


def _game_head(ident: UUID, viewer: User | None) -> int:
    return shown_head(ident, viewer.actor if viewer else None)


def _game_around(ident: UUID, viewer: User | None) -> Around:
    seen = around(ident, viewer)
    return Around(
        {"clock": {"version": seen.version, **seen.clock}, "presence": {"seats": seen.presence}},
        {"clock": seen.version, "presence": seen.presence},
        frozenset(map(signal_of, seen.people)),
        more_in(ident, viewer.actor if viewer else None) if seen.delayed else None,
    )


def _own_events(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    del ident  # it is the viewer's own
    return [] if viewer is None else own.events(viewer, after=after, limit=limit)


def _own_around(_ident: UUID, viewer: User | None) -> Around:
    return Around({}, {}, frozenset(own.streams_of(viewer) if viewer else ()))


def _own_behind(_ident: UUID, viewer: User | None, after: int) -> bool:
    return viewer is not None and own.is_behind(viewer, after)


def _signals(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    return signals_for(game_id=ident, user=viewer, after=after, limit=limit)


def _championship_events(ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    policies.may_see(championships.championship(ident), viewer)
    return history.events(ident, after=after, limit=limit)
