"""The signals of games, read for one viewer. They have streams of their own beside the games'.

What a viewer may see is numbered for that viewer alone, without a gap, so that nobody learns from a number
that there was something else. When the game has ended the rest is laid open behind it, under further numbers.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from games.rules.table import Table
from games.rules.table.signals import (
    ALL,
    SignalEvent,
    SignalGiven,
    Signals,
    WatchTurned,
    evolve,
    see,
    watched_by,
)
from games.spectating import sight
from games.states import latest, milliseconds
from truco_api.accounts.models import User
from truco_api.eventstore import Codec, Recorded, load

Data = dict[str, Any]
PAGE: Final = 200

CODEC: Final = Codec("signals")
for _name, _event in ALL.items():
    CODEC.register(_event, _name)
# That somebody signalled stands in the database; what, and who looked, is sealed like a card.
CODEC.hide(SignalGiven, "sign", "seen_by")
CODEC.hide(WatchTurned, "target")


class Given(NamedTuple):
    """A signal, or a turn of somebody's eyes, in both forms."""

    recorded: Recorded
    event: SignalEvent


def stream_of(game_id: UUID) -> str:
    """The name of the stream that holds the game's signals."""
    return f"signals-{game_id}"


def all_of(game_id: UUID) -> list[Given]:
    """Every signal of the game, in order."""
    return [Given(recorded, CODEC.decode(recorded)) for recorded in load(stream_of(game_id))]


def fold(given: Iterable[Given]) -> Signals:
    """What is remembered after these."""
    signals = Signals()
    for recorded, event in given:
        signals = evolve(signals, event, milliseconds(recorded.at))
    return signals


def seen(given: Sequence[Given], seat: int | None, *, opened: bool) -> list[Data]:
    """What a seat sees of them, by its own numbers: what it saw while it happened, then what is opened."""
    own = [one for one in given if see(one.event, seat, opened=False) is not None]
    rest = [one for one in given if see(one.event, seat, opened=False) is None] if opened else []
    return [
        {
            "number": number,
            "type": recorded.type,
            "at": recorded.at.isoformat(timespec="milliseconds"),
            "data": see(event, seat, opened=opened),
        }
        for number, (recorded, event) in enumerate((*own, *rest), start=1)
    ]


def signals_json(game_id: UUID, actor: str | None, after: int) -> Data:
    """Up to 200 signals after the viewer's own number, and whom they watch; GameNotFound without a game."""
    table = sight(game_id, actor).table
    given = all_of(game_id) if has_signals(table) else []
    seat = table.place_of(actor) if actor else None
    found = seen(given, seat, opened=table.over)[after : after + PAGE]
    watching = None if seat is None else watched_by(table, fold(given), seat)
    return {"signals": found, "watching": watching}


def signals_for(*, game_id: UUID, user: User | None, after: int, limit: int) -> list[Data]:
    """The same for a user, without whom they watch."""
    table = sight(game_id, user.actor if user else None).table
    seat = table.place_of(user.actor) if user else None
    return seen(all_of(game_id), seat, opened=table.over)[after : after + limit]


def has_signals(table: Table) -> bool:
    """Whether the table plays with signals."""
    return table.rules.signals != "off"


def plays_with_signals(game_id: UUID) -> bool:
    """The same of a game by its id; GameNotFound without one."""
    return has_signals(latest(game_id).table)
