"""Signalling. The game is held meanwhile, so that it neither ends nor moves on under a signal; but nothing is
written to it, for everybody would notice."""

from collections.abc import Callable
from datetime import datetime
from math import ceil
from typing import Any
from uuid import UUID

from games import queries, signals
from games.errors import GameNotFound, TooManySignals
from games.rules.moves import Move
from games.rules.table.signals import SignalEvent, decide
from games.services._work import Answer, Asked, SeatFor
from games.states import State, at_version, milliseconds, stream_of
from truco_api.eventstore import Recorded, Unit, unit_of_work

Tell = Callable[[State, int, dict[str, Any], datetime], Answer]
"""What the signaller is told, of the game, their seat, the signal as they see it, and the time."""


def as_signal(_state: State, _seat: int, given: dict[str, Any], _now: datetime) -> Answer:
    """The signal itself."""
    return Answer(201, given)


def as_action(state: State, seat: int, _given: dict[str, Any], now: datetime) -> Answer:
    """The game in the shape of an action's answer: nothing has happened in it."""
    return Answer(200, queries.action_json(state, seat, [], now))


def signal(*, game_id: UUID, move: Move, seat_for: SeatFor, by: Asked, tell: Tell) -> Answer:
    """A player gives a signal or turns to watch another; `by.expected_version` does not matter.

    Raises GameNotFound, TooManySignals, and what the rules refuse.
    """
    with unit_of_work(stream_of(game_id), actor=by.actor) as game:
        if game.version == 0:
            raise GameNotFound
        with unit_of_work(signals.stream_of(game_id), actor=by.actor, key=by.key, body=by.digest) as unit:
            if unit.replayed is not None:
                return Answer(unit.replayed["status"], unit.replayed["body"])
            return _give(unit, at_version(game_id, game.version), move, seat_for, tell)


def _give(unit: Unit, state: State, move: Move, seat_for: SeatFor, tell: Tell) -> Answer:
    seat = seat_for(state.table)
    given = signals.all_of(state.game_id)
    before = signals.fold(given)
    event = decide(state.table, state.version, before, seat, move)
    if wait := before.wait_ms(seat, milliseconds(unit.now)):
        raise TooManySignals(wait=ceil(wait / 1000))
    given.append(signals.Given(_append(unit, event), event))
    answer = tell(state, seat, signals.seen(given, seat, opened=False)[-1], unit.now)
    unit.answer(status=answer.status, body=answer.body)
    return answer


def _append(unit: Unit, event: SignalEvent) -> Recorded:
    (recorded,) = unit.append([signals.CODEC.encode(event)])
    return recorded
