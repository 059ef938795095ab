"""What happens by itself: clocks that run out, and bots whose turn it is.

A game is claimed for a moment, in a transaction of its own and past the rows that others hold, so that
several sweeps share the work and none waits. The claim is only a courtesy: what makes a repetition harmless
is that every command names the version it acts upon.
"""

import logging
from collections.abc import Iterator
from time import monotonic
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.bots.driver import take_turn
from games.rules.table.errors import GameOver, NotDue
from games.rules.table.fairness import wait_ends_ms
from games.services import expire_turn, go_on
from games.states import State, latest
from truco_api.eventstore import StaleVersion

BATCH: Final = 20
SECONDS: Final = 0.8
"""How long one sweep goes on finding work; the next one comes every second."""
CLAIM: Final = """
UPDATE games_game SET claimed_until = clock_timestamp() + interval '15 seconds' WHERE id IN (
    SELECT id FROM games_game
    WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
    ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED
) RETURNING id, version
"""

log = logging.getLogger(__name__)


class Due(NamedTuple):
    """A game in which the server is to act, and the version at which that was so."""

    game_id: UUID
    version: int


def sweep(seconds: float = SECONDS) -> int:
    """Act wherever the server is to act; how many games it acted in. Two sweeps at once share the work."""
    done, until = 0, monotonic() + seconds
    for due in _claims():
        done += _act(due)
        if monotonic() >= until:
            break
    return done


def _claims() -> Iterator[Due]:
    """Games that are due, claimed batch by batch until there are none."""
    while batch := claim(BATCH):
        yield from batch


def claim(limit: int) -> list[Due]:
    """Claim up to `limit` games that are due, passing over those that anybody else is at."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, (limit,))
        return [Due(*row) for row in cursor.fetchall()]


def act(due: Due) -> bool:
    """Let the bot or the clock act in one game; False when there was nothing to do (any more)."""
    state = latest(due.game_id)
    if state.version != due.version:
        return False
    try:
        return (_bot(state) or _dealt(state) or _clock(state)) is not None
    except (StaleVersion, NotDue, GameOver):
        return False


def _act(due: Due) -> bool:
    """The same, so that one game's trouble is not another's; its claim runs out and it is tried again."""
    try:
        return act(due)
    except Exception:
        log.exception("game %s could not be moved on", due.game_id)
        return False


def _bot(state: State) -> State | None:
    """A bot's turn. A bot that fails is treated like a player who does not answer: its clock runs on."""
    try:
        return take_turn(state)
    except StaleVersion:
        raise
    except Exception:
        log.exception("a bot failed in game %s", state.game_id)
        return None


def _dealt(state: State) -> State | None:
    """The deal's turn, when it waits for seeds; None while the game waits for anybody else."""
    if wait_ends_ms(state.table) is None:
        return None
    return go_on(game_id=state.game_id, expected_version=state.version)


def _clock(state: State) -> State:
    """The clock's turn. Whether the time is out is asked of the database's clock, inside the command."""
    return expire_turn(game_id=state.game_id, expected_version=state.version)
