"""Judging draws: the first, those of later stages, lots, and who buys itself in again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bracket import Account, planned
from tournaments.rules.decide_common import because
from tournaments.rules.draw import seed_bytes, seeding
from tournaments.rules.entrants import Awaited, Field, entrants, level, pending
from tournaments.rules.errors import (
    EntryOut,
    ImplausibleScore,
    NotRunning,
    TooFewEntries,
    TooManyEntries,
    UnknownEntry,
)
from tournaments.rules.errors_disputes import FrozenByDispute
from tournaments.rules.errors_stages import (
    GroupsDoNotFit,
    NoReentry,
    NotLevel,
    StageDrawn,
    StageNotReady,
    StagePlayable,
    UnknownStage,
)
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.group_stage import stated_sizes
from tournaments.rules.formats.protocol import Drawn
from tournaments.rules.legs import winner_of_leg
from tournaments.rules.lots import with_lots
from tournaments.rules.ready import awaited_lots, gone, too_few
from tournaments.rules.regulation import Source, StageRules
from tournaments.rules.stages import clubs_of, decided, rules_of
from tournaments.rules.state import Championship


def decide_stage(state: Championship, command: cmd.StageCommand) -> tuple[ev.Event, ...]:
    """What becomes of a draw between stages, or of a wish to play on."""
    if state.phase not in ("running", "finished"):
        raise NotRunning(phase=state.phase)
    if not any(rules.id == command.stage for rules in state.regulation.stages):
        raise UnknownStage(stage=command.stage)
    _not_frozen(state, command)
    match command:
        case cmd.DrawStage():
            return _draw_stage(state, command)
        case cmd.SkipStage():
            return _skip(state, command)
        case cmd.DrawLots():
            return _draw_lots(state, command)
        case cmd.ReportExtraLeg():
            return _extra_leg(state, command)
        case cmd.BuyReentry():
            return _buy(state, command)
        case _:
            assert_never(command)


def _not_frozen(state: Championship, command: cmd.StageCommand) -> None:
    """Nothing is drawn upon a stage in which a dispute is pending."""
    sources = {source.stage for source in state.regulation.stage(command.stage).sources}
    for dispute in state.disputes.values():
        stage = state.matches[dispute.match].stage
        if dispute.pending and stage in (sources if isinstance(command, cmd.DrawStage) else {command.stage}):
            raise FrozenByDispute(match=dispute.match, dispute=dispute.id)


def first_draw(state: Championship, command: cmd.Draw) -> Iterator[ev.Event]:
    """Everything that is drawn before play begins: the first stage, and others that no stage feeds."""
    first, *others = state.regulation.stages
    field = entrants(state, first)
    assert isinstance(field, Field)
    fewest, most = FORMATS[first.format].limits
    if len(field.entries) < fewest:
        raise TooFewEntries(minimum=fewest, count=len(field.entries))
    if len(field.entries) > most:
        raise TooManyEntries(maximum=most, count=len(field.entries))
    sizes = stated_sizes(first.config.get("groups"))
    if sizes and sum(sizes) != len(field.entries):
        raise GroupsDoNotFit(room=sum(sizes), count=len(field.entries))
    yield from stage_events(state, first, field, command.seed, command.order, command.now_ms)
    for rules in others:
        if all(source.take == "entries" for source in rules.sources) and rules.starts == "itself":
            field = entrants(state, rules)
            assert isinstance(field, Field)
            yield from stage_events(state, rules, field, command.seed, None, command.now_ms)


def stage_events(
    state: Championship,
    rules: StageRules,
    field: Field,
    seed: str,
    order: Sequence[str] | None,
    now_ms: int,
) -> Iterator[ev.Event]:
    """Seed and plan a stage with the entries that come to it; fewer than two have nothing to play."""
    ranks = {entry: state.entries[entry].rank for entry in field.entries}
    method = rules.seeding
    if method == "qualified":
        seed_bytes(seed)
        drawn = field.entries
    else:
        drawn = seeding(field.entries, method=method, seed=seed, ranks=ranks, order=order)
    yield ev.DrawMade(
        stage=rules.id,
        method=method,
        seed=seed.lower(),
        entries=tuple(sorted(field.entries)),
        order=drawn,
        rows=field.rows,
        at_ms=now_ms,
    )
    if len(drawn) > 1:
        start = Drawn(drawn, rules.config, seed, clubs_of(state), rows=field.rows)
        pairings = FORMATS[rules.format].plan(start)
        if pairings:
            yield planned(state, rules.id, pairings, now_ms)


def _draw_stage(state: Championship, command: cmd.DrawStage) -> tuple[ev.Event, ...]:
    if command.stage in state.stages:
        raise StageDrawn(stage=command.stage)
    rules = state.regulation.stage(command.stage)
    field = entrants(state, rules, gone(state))
    if isinstance(field, Awaited):
        raise StageNotReady(stage=rules.id, awaited=field.stage)
    fewest, most = FORMATS[rules.format].limits
    if 2 <= len(field.entries) < fewest:
        raise TooFewEntries(minimum=fewest, count=len(field.entries))
    if len(field.entries) > most:
        raise TooManyEntries(maximum=most, count=len(field.entries))
    account = Account(state, command.now_ms)
    account.tell(*stage_events(state, rules, field, command.seed, command.order, command.now_ms))
    account.settle(account.state.stages[rules.id].matches)
    return tuple(account.events)


def _skip(state: Championship, command: cmd.SkipStage) -> tuple[ev.Event, ...]:
    """A stage that its format cannot play with those who come is let pass; what comes after it goes on."""
    reason = because(command.reason)
    if command.stage in state.stages:
        raise StageDrawn(stage=command.stage)
    rules = state.regulation.stage(command.stage)
    field = entrants(state, rules, gone(state))
    if isinstance(field, Awaited):
        raise StageNotReady(stage=rules.id, awaited=field.stage)
    if not too_few(rules, field):
        raise StagePlayable(stage=rules.id)
    account = Account(state, command.now_ms)
    account.tell(
        ev.StageSkipped(
            stage=rules.id, order=field.entries, reason=reason, by=command.actor, at_ms=command.now_ms
        )
    )
    account.conclude()
    return tuple(account.events)


def _draw_lots(state: Championship, command: cmd.DrawLots) -> tuple[ev.Event, ...]:
    """Lots for everybody in the stage whose order awaits them, or who is level where a later stage needs it.

    Lots drawn already stay; with nobody to draw for, nothing happens.
    """
    stage = state.stages.get(command.stage)
    if stage is None or not decided(state, stage):
        raise StageNotReady(stage=command.stage, awaited=command.stage)
    blocks = {*pending(state, stage)}
    blocks.update(block for name, found in awaited_lots(state) if name == stage.id for block in found)
    drawn = sorted({entry for block in blocks for entry in block} - set(stage.lots))
    if not drawn:
        return ()
    account = Account(state, command.now_ms)
    account.tell(
        ev.LotsDrawn(
            stage=stage.id,
            seed=command.seed.lower(),
            drawn=tuple(drawn),
            order=with_lots(stage.lots, drawn, command.seed),
            at_ms=command.now_ms,
        )
    )
    if state.phase == "finished":
        account.pronounce()
    return tuple(account.events)


def _extra_leg(state: Championship, command: cmd.ReportExtraLeg) -> tuple[ev.Event, ...]:
    """A leg between two who would be level without extra legs, in the table of a stage that is over."""
    stage = state.stages.get(command.stage)
    if stage is None or not decided(state, stage):
        raise StageNotReady(stage=command.stage, awaited=command.stage)
    both = {command.home, command.away}
    if "extra_leg" not in rules_of(state, stage).chain.criteria or not any(
        both <= set(block) for block in level(state, replace(stage, extra_legs=()))
    ):
        raise NotLevel(home=command.home, away=command.away)
    if winner_of_leg(command.score, state.regulation.target_of(stage.id)) is None:
        raise ImplausibleScore(field="score")
    account = Account(state, command.now_ms)
    account.tell(
        ev.ExtraLegPlayed(
            stage=stage.id,
            home=command.home,
            away=command.away,
            score=command.score,
            at_ms=command.now_ms,
        )
    )
    if state.phase == "finished":
        account.pronounce()
    return tuple(account.events)


def _buy(state: Championship, command: cmd.BuyReentry) -> tuple[ev.Event, ...]:
    entry = state.entries.get(command.entry_id)
    if entry is None:
        raise UnknownEntry(entry=command.entry_id)
    if entry.out:
        raise EntryOut(entry=entry.id)
    if command.stage in state.stages:
        raise StageDrawn(stage=command.stage)
    if entry.id in state.reentries.get(command.stage, ()):
        return ()
    if not any(_lost(state, source.stage, source.rounds, entry.id) for source in _paid(state, command.stage)):
        raise NoReentry(stage=command.stage)
    return (ev.ReentryBought(stage=command.stage, entry_id=entry.id, at_ms=command.now_ms),)


def _paid(state: Championship, stage: str) -> Iterator[Source]:
    return (source for source in state.regulation.stage(stage).sources if source.paid)


def _lost(state: Championship, stage_id: str, rounds: Sequence[int], entry: str) -> bool:
    """Whether an entry was beaten in one of these rounds of a stage."""
    stage = state.stages.get(stage_id)
    if stage is None:
        return False
    matches = (state.matches[match] for match in stage.matches)
    return any(
        match.result is not None
        and match.round in rounds
        and entry in match.sides
        and match.result.winner != entry
        for match in matches
    )
