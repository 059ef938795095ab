"""Time and conduct: substitutions, penalties, the end of a match's time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from games.services import Answer, Asked
from tournaments import documents
from tournaments.rules import commands
from tournaments.rules.state import Championship
from tournaments.services.matches import match_answer
from tournaments.services.unit import carry_out


def substitute(
    *, championship_id: UUID, match: str, by: Asked, entry: str, taken_out: UUID, put_in: UUID
) -> Answer:
    """Between two legs, put a reserve in for a member."""
    making = partial(
        commands.Substitute, match=match, entry_id=entry, taken_out=str(taken_out), put_in=str(put_in)
    )
    return carry_out(championship_id, by, making, match_answer(match))


def penalize(
    *,
    championship_id: UUID,
    by: Asked,
    entries: Sequence[str],
    offence: str,
    reason: str,
    match: str | None,
    leg: int | None,
    hand: int | None,
) -> Answer:
    """Punish one or both sides by the table of offences."""
    making = partial(
        commands.Penalize,
        entries=tuple(entries),
        offence=offence,
        reason=reason,
        match=match,
        leg=leg,
        hand=hand,
    )

    def answering(state: Championship) -> documents.Document:
        return {"entries": [documents.offences(state.entries[entry]) for entry in entries]}

    return carry_out(championship_id, by, making, answering)


def call_time(*, championship_id: UUID, match: str, by: Asked) -> Answer:
    """Call the end of the match's time."""
    return carry_out(championship_id, by, partial(commands.CallTime, match=match), match_answer(match))
