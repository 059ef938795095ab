"""From the state of a game to its row in the lists. A command writes it in its own transaction; a rebuild,
for every stream anew, by the same function: so both say the same."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.models import Game, Place
from games.rules.clocks import deadline_ms
from games.rules.table import USER, Table, is_bot
from games.rules.table.fairness import wait_ends_ms
from games.states import State, fold, moment
from truco_api.eventstore import Recorded, stream_projection
from truco_api.eventstore.hot import hot

# Written out and prepared: built by the ORM it costs four times as much, once for every action.
CHANGE: Final = """
UPDATE games_game SET version = %(version)s, phase = %(phase)s, free_seats = %(free_seats)s,
    score = %(score)s, hands = %(hands)s, winner = %(winner)s, awaited = %(awaited)s,
    changed_at = %(changed_at)s, due_at = %(due_at)s, claimed_until = %(claimed_until)s
WHERE id = %(id)s
"""
BOT_DELAY_MS: Final = 700
"""How long a bot seems to think, so that people can follow."""


def write(before: State | None, state: State) -> None:
    """Bring the game's row up to date in one statement; its places only when they changed."""
    if before is None:
        Game(id=state.game_id, **_fixed(state), **_changing(state)).save(force_insert=True)
    else:
        hot().change(CHANGE, {"id": state.game_id, **_changing(state)})
    if before is None or before.table.seats != state.table.seats:
        _write_places(state.game_id, before.table.seats if before else (), state.table)


def listed(row: Game, state: State) -> Game:
    """The row, as it stood at this state; nothing is written."""
    for field, value in _changing(state).items():
        setattr(row, field, value)
    return row


@stream_projection("games", stream_kind="game", models=[Game, Place])
def refold(stream: str, events: list[Recorded]) -> None:
    """The rows of one game, from all its events."""
    state = fold(UUID(stream.partition("-")[2]), None, events)
    if state is not None:
        write(None, state)


def due_at(state: State) -> datetime | None:
    """When the server must act by itself: soon for a bot, at the deadline for a person, and when a deal has
    waited long enough for seeds; None for nobody."""
    table = state.table
    if table.over:
        return None
    if not table.awaited:
        ends = wait_ends_ms(table)
        return None if ends is None else moment(ends)
    if bot_to_act(table) is not None:
        return moment(table.clocks.since_ms + BOT_DELAY_MS)
    due = deadline_ms(table.clocks, table.clock)
    return None if due is None else moment(due)


def bot_to_act(table: Table) -> int | None:
    """The seat a bot is to act for; where a person may answer as well, the bot leaves it to them."""
    able = table.able
    return able[0] if able and all(is_bot(table.seats[seat]) for seat in able) else None


def _fixed(state: State) -> dict[str, Any]:
    """What is settled when the table is opened."""
    table = state.table
    return {
        "variant": table.rules.variant.id,
        "options": dict(table.rules.given),
        "players": table.rules.players,
        "public": table.public,
        "owner": table.owner,
        "origin": table.origin,
        "opened_at": state.opened_at,
    }


def _changing(state: State) -> dict[str, Any]:
    """What a command may change. A sweep that was at work on the game is done with it."""
    table, game = state.table, state.table.game
    return {
        "version": state.version,
        "phase": table.phase.value,
        "free_seats": table.seats.count(None),
        "score": list(game.score) if game else [0] * table.rules.scores,
        "hands": game.hand_no if game else 0,
        "winner": table.result.winner if table.result else None,
        "awaited": list(table.awaited),
        "changed_at": state.changed_at,
        "due_at": due_at(state),
        "claimed_until": None,
    }


def _write_places(game_id: UUID, before: tuple[str | None, ...], table: Table) -> None:
    """Write whose the places are. Where a bot plays for somebody who left, the place is still theirs."""
    after, owners = table.seats, {lent.seat: lent.holder for lent in table.lent}
    gone = [seat for seat, holder in enumerate(before) if holder is not None and holder != after[seat]]
    if gone:
        Place.objects.filter(game_id=game_id, seat__in=gone).delete()
    Place.objects.bulk_create(
        Place(game_id=game_id, seat=seat, holder=holder, user_id=user_of(owners.get(seat, holder)))
        for seat, holder in enumerate(after)
        if holder is not None and (seat >= len(before) or before[seat] != holder)
    )


def user_of(holder: str) -> UUID | None:
    """The account that holds a place; None for a bot."""
    return UUID(holder.removeprefix(USER)) if holder.startswith(USER) else None
