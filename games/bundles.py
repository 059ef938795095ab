"""The bundle of a game: for whom it is made, it holds what they may see."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games import signals
from games.spectating import sight
from games.states import stream_of
from truco_api.checkpoints.bundle import Making, Sight

Data = dict[str, Any]


def game_bundle(game_id: UUID, actor: str | None) -> Iterator[str]:
    """The text of the bundle; GameNotFound without a game."""
    making = Making()
    subject = {"id": str(game_id), "kind": "game"}
    return making.text(subject, [game_streams(making, game_id, actor)])


def game_streams(making: Making, game_id: UUID, actor: str | None) -> Iterator[Data]:
    """A game's own streams. Cards and signals are open when the game has ended; before that, hidden cards are
    there as hashes, and of signals nothing at all."""
    seen = sight(game_id, actor)
    over = seen.table.over
    yield from making.stream(stream_of(game_id), Sight(until=seen.state.version, open=over))
    if over and signals.has_signals(seen.table):
        yield from making.stream(signals.stream_of(game_id), Sight(open=True))
