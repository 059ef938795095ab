"""Matches: presence, score sheets, corrections, times and tables.

`entry` is the side in whose name somebody asks, None for an official.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from games.services import Answer, Asked
from games.states import milliseconds
from tournaments import documents
from tournaments.rules import commands
from tournaments.rules.commands import Legs
from tournaments.rules.state import Championship
from tournaments.services.unit import Answering, carry_out


def mark_present(
    *, championship_id: UUID, match: str, by: Asked, entry: str | None, side: int | None
) -> Answer:
    """One side of a called match is there."""
    making = partial(commands.MarkPresent, match=match, entry=entry, side=side)
    return carry_out(championship_id, by, making, match_answer(match))


def schedule(*, championship_id: UUID, match: str, by: Asked, due_at: datetime | None) -> Answer:
    """Give the match a time before which it is not called."""
    due_ms = None if due_at is None else milliseconds(due_at)
    making = partial(commands.ScheduleMatch, match=match, due_ms=due_ms)
    return carry_out(championship_id, by, making, match_answer(match))


def assign_table(*, championship_id: UUID, match: str, by: Asked, table: int) -> Answer:
    """Move a called match to another free table."""
    making = partial(commands.AssignTable, match=match, table=table)
    return carry_out(championship_id, by, making, match_answer(match))


def hand_in_sheet(
    *, championship_id: UUID, match: str, by: Asked, entry: str | None, legs: Legs, **more: Any
) -> Answer:
    """Hand in the score sheet; `more` may be `note`, `details`, `started_ms` and `ended_ms`."""
    making = partial(commands.HandInSheet, match=match, entry=entry, legs=legs, **more)
    return carry_out(championship_id, by, making, match_answer(match))


def confirm_sheet(*, championship_id: UUID, match: str, by: Asked, entry: str | None) -> Answer:
    """Agree with the sheet."""
    making = partial(commands.ConfirmSheet, match=match, entry=entry)
    return carry_out(championship_id, by, making, match_answer(match))


def dispute_sheet(*, championship_id: UUID, match: str, by: Asked, entry: str, reason: str) -> Answer:
    """Disagree with the sheet; the match waits for an arbiter."""
    making = partial(commands.DisputeSheet, match=match, entry=entry, reason=reason)
    return carry_out(championship_id, by, making, match_answer(match))


def forfeit(*, championship_id: UUID, match: str, by: Asked, entry: str, reason: str) -> Answer:
    """An arbiter takes an undecided match from one side."""
    making = partial(commands.ForfeitMatch, match=match, entry=entry, reason=reason)
    return carry_out(championship_id, by, making, match_answer(match))


def correct(*, championship_id: UUID, match: str, by: Asked, **change: Any) -> Answer:
    """Replace a result; `change` has `reason`, `legs` or `entry`, and what is to `stand` or be `replay`ed."""
    return carry_out(
        championship_id, by, partial(commands.CorrectResult, match=match, **change), match_answer(match)
    )


def rule_counts(*, championship_id: UUID, match: str, by: Asked, **change: Any) -> Answer:
    """Lay down what the table counts of a match; `change` has `reason`, the counts, `stand` and `replay`."""
    return carry_out(
        championship_id, by, partial(commands.RuleCounts, match=match, **change), match_answer(match)
    )


def reopen(*, championship_id: UUID, match: str, by: Asked, **change: Any) -> Answer:
    """Annul a result; `change` has `reason`, and what is to `stand` or be `replay`ed."""
    return carry_out(
        championship_id, by, partial(commands.ReopenMatch, match=match, **change), match_answer(match)
    )


def match_answer(match: str) -> Answering:
    """Answer with the match as it is then."""

    def answering(state: Championship) -> documents.Document:
        return documents.match(state, state.matches[match])

    return answering
