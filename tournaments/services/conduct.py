"""Time and conduct: substitutions, penalties, the end of a match's time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from games.services import Answer, Asked
from tournaments import documents
from tournaments.rules import commands
from tournaments.rules.events import PenaltyGiven
from tournaments.rules.state import Championship
from tournaments.services.games import give_stakes
from tournaments.services.legs import at_bell
from tournaments.services.matches import match_answer
from tournaments.services.unit import asked_of, carry_out


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

    with asked_of(championship_id, by) as work:
        if isinstance(work, Answer):
            return work
        work.do(making(actor=by.actor, now_ms=work.now_ms))
        given = [event for event in work.told if isinstance(event, PenaltyGiven)]
        give_stakes(work.state, given, actor=by.actor)
        return work.answer(answering)


def call_time(*, championship_id: UUID, match: str, by: Asked) -> Answer:
    """Call the end of the match's time; an online game that is on ends by it, if the policy says so."""
    with asked_of(championship_id, by) as work:
        if isinstance(work, Answer):
            return work
        called = commands.CallTime(actor=by.actor, now_ms=work.now_ms, match=match)
        work.do(at_bell(work, called))
        return work.answer(match_answer(match))
