"""What moves a championship by itself: the clock's actions, and the ends of online games."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.services import Answer, Asked
from tournaments.models import LegRow, Wake
from tournaments.rules.commands import (
    CallTime,
    Command,
    DrawLots,
    DrawStage,
    Expire,
    OpenLeg,
    ReportLeg,
)
from tournaments.rules.schedule import CLOCK, next_actions, time_limit_of, time_up_at, waits_for_leg
from tournaments.services.games import open_leg, stop_leg
from tournaments.services.unit import Work, work_on

log = logging.getLogger(__name__)
Bell = TypeVar("Bell", Expire, CallTime)

LEASE = timedelta(seconds=10)
BATCH = 100
SEED_BYTES = 32
LEGS_AT_ONCE = 50
"""Games opened in one transaction: a first round of 256 must not hold its championship's lock for long."""


@transaction.atomic
def claim_due(*, now: datetime, limit: int = BATCH) -> list[tuple[UUID, int]]:
    """Championships (id, version) at which something is due, claimed for `LEASE` by this sweep alone."""
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    rows = Wake.objects.filter(free, due_at__lte=now).order_by("due_at").select_for_update(skip_locked=True)
    due = [(wake.championship_id, wake.version) for wake in rows[:limit]]
    Wake.objects.filter(championship__in=[found for found, _ in due]).update(claimed_until=now + LEASE)
    return due


def advance(*, championship_id: UUID, expected_version: int | None = None) -> int:
    """Do whatever is due now; how many events it made. StaleVersion if something has happened since."""
    by = Asked(actor=CLOCK, expected_version=expected_version)
    with work_on(championship_id, by) as work:
        if isinstance(work, Answer):
            return 0
        version = work.unit.version
        _do_what_is_due(work)
        work.store()
        return work.unit.version - version


def report_leg(*, game_id: UUID, winner: int, score: tuple[int, int], ending: str) -> bool:
    """Report the end of a game to the match that it is a leg of; False if it is a leg of none."""
    leg = LegRow.objects.filter(game_id=game_id).first()
    if leg is None:
        return False
    with work_on(leg.championship_id, Asked(actor=f"game:{game_id}")) as work:
        if isinstance(work, Work):
            work.do(
                ReportLeg(
                    actor=work.unit.actor,
                    now_ms=work.now_ms,
                    match=leg.match,
                    game_id=str(game_id),
                    winner=winner,
                    score=score,
                    ending=ending,
                )
            )
            work.store()
    return True


def _do_what_is_due(work: Work) -> None:
    """Carry out the next actions and those that follow, until there are none or a batch is full."""
    opened = 0
    while opened < LEGS_AT_ONCE:
        told = len(work.told)
        for action in next_actions(work.state, work.now_ms):
            command = _with_what_it_needs(work, action)
            if command is None:
                continue
            opened += isinstance(command, OpenLeg)
            work.do(command)
            if opened == LEGS_AT_ONCE:
                return
        if len(work.told) == told:
            return


def _with_what_it_needs(work: Work, action: Command) -> Command | None:
    """The action with chance of its own, which is recorded with it, or with the game it needs."""
    if isinstance(action, DrawStage | DrawLots):
        return replace(action, seed=secrets.token_hex(SEED_BYTES))
    if isinstance(action, Expire):
        return at_bell(work, action)
    return _with_game(work, action) if isinstance(action, OpenLeg) else action


def at_bell(work: Work, action: Bell) -> Bell:
    """The action with the score of the game that the bell has stopped, if it stops one."""
    match = work.state.matches.get(action.match)
    if match is None or match.expired or match.result:
        return action
    limit, up = time_limit_of(work.state, match), time_up_at(work.state, match)
    rings = isinstance(action, CallTime) or (up is not None and up <= action.now_ms)
    if limit is None or not rings:
        return action
    score = stop_leg(work.state, match, limit.then, actor=work.unit.actor)
    return replace(action, score=score)


def _with_game(work: Work, action: OpenLeg) -> Command | None:
    """The action with the game it needs, opened in this very transaction: both are there, or neither."""
    match = work.state.matches[action.match]
    if not waits_for_leg(match):
        return None
    game_id = open_leg(work.state, match, action.leg, actor=work.unit.actor, now=work.unit.now)
    if game_id is None:
        log.warning("match %s of %s waits: a player has no account", action.match, work.state.id)
        return None
    return OpenLeg(
        actor=action.actor, now_ms=action.now_ms, match=action.match, leg=action.leg, game_id=str(game_id)
    )
