"""Between stages: later draws, lots, and who buys itself in again."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from uuid import UUID

from games.services import Answer, Asked
from tournaments import documents
from tournaments.rules import commands
from tournaments.rules.state import Championship
from tournaments.services.championships import SEED_BYTES, need_accounts
from tournaments.services.unit import Answering, carry_out


def draw_stage(*, championship_id: UUID, stage: str, by: Asked, order: Sequence[str] | None) -> Answer:
    """Draw a later stage with a seed made here and now; `order` is a seeding by hand."""
    making = partial(
        commands.DrawStage,
        stage=stage,
        seed=secrets.token_hex(SEED_BYTES),
        order=None if order is None else tuple(order),
    )
    return carry_out(championship_id, by, making, _with_accounts(stage))


def skip_stage(*, championship_id: UUID, stage: str, by: Asked, reason: str) -> Answer:
    """Let a stage pass to which too few come."""
    making = partial(commands.SkipStage, stage=stage, reason=reason)
    return carry_out(championship_id, by, making, partial(documents.stage, stage_id=stage))


def draw_lots(*, championship_id: UUID, stage: str, by: Asked) -> Answer:
    """Draw lots for all who are level in the tables of a stage, with a seed made here and now."""
    making = partial(commands.DrawLots, stage=stage, seed=secrets.token_hex(SEED_BYTES))
    return carry_out(championship_id, by, making, partial(documents.stage, stage_id=stage))


def report_extra_leg(
    *, championship_id: UUID, stage: str, by: Asked, home: str, away: str, score: tuple[int, int]
) -> Answer:
    """The leg that two played who were level."""
    making = partial(commands.ReportExtraLeg, stage=stage, home=home, away=away, score=score)
    return carry_out(championship_id, by, making, partial(documents.stage, stage_id=stage))


def buy_reentry(*, championship_id: UUID, stage: str, by: Asked, entry_id: UUID) -> Answer:
    """The entry, beaten, plays on in a stage that is open to those who pay."""
    making = partial(commands.BuyReentry, stage=stage, entry_id=str(entry_id))
    return carry_out(championship_id, by, making, partial(documents.stage, stage_id=stage))


def _with_accounts(stage: str) -> Answering:
    def answering(state: Championship) -> documents.Document:
        need_accounts(state, [match for match in state.matches.values() if match.stage == stage])
        return documents.stage(state, stage_id=stage)

    return answering
