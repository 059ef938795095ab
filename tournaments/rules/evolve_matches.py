"""Remembering what concerns matches: the plan, calls, legs, sheets, results, and who sits where then."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from tournaments.rules import events as ev
from tournaments.rules.outcomes import AS_PLAYED, Counts
from tournaments.rules.state import (
    DROPPED,
    NOBODY,
    SKIPPED,
    Call,
    Championship,
    Leg,
    Match,
    Result,
    Sheet,
    Stage,
)


def evolve_draw(state: Championship, event: ev.DrawEvent) -> Championship:
    """The state after something that concerns the draw, the plan or a round."""
    match event:
        case ev.RegulationFrozen():
            return replace(state, regulation_sha256=event.sha256)
        case ev.DrawMade():
            out = frozenset(entry.id for entry in state.entries.values() if entry.out)
            stage = Stage(
                event.stage, event.method, event.seed, event.entries, event.order, event.rows, passed=out
            )
            phase = state.phase if state.drawn else "drawn"
            return replace(state, phase=phase, stages={**state.stages, stage.id: stage})
        case ev.MatchesPlanned():
            return _planned(state, event)
        case ev.PlanAmended():
            return _amended(state, event)
        case ev.RoundOpened():
            stage = state.stages[event.stage]
            stage = replace(stage, open_rounds=stage.open_rounds | {event.round})
            return with_stage(state, stage)
        case _:
            return evolve_stage(state, event)


def evolve_call(state: Championship, event: ev.CallEvent) -> Championship:
    """The state after a match got a time, a table, its players or a leg."""
    found = state.matches[event.match]
    match event:
        case ev.MatchScheduled():
            found = replace(found, due_ms=event.due_ms)
        case ev.MatchCalled():
            found = replace(found, call=Call(event.at_ms, event.table, event.deadline_ms))
        case ev.TableAssigned():
            if found.call:
                found = replace(found, call=replace(found.call, table=event.table))
        case ev.SidePresent():
            home, away = found.present
            found = replace(found, present=(home or event.side == 0, away or event.side == 1))
            if found.present == (True, True):
                found = replace(found, started_ms=event.at_ms)
        case _:
            found = _leg(found, event)
    return with_match(state, found)


def _leg(found: Match, event: ev.LegEvent) -> Match:
    match event:
        case ev.LegOpened():
            found = replace(found, game_id=event.game_id, lost_deal=None)
        case ev.LegPlayed():
            leg = Leg(event.winner, event.score, event.game_id, event.ending)
            found = replace(_without_game(found), legs=(*found.legs, leg), resume=None)
        case ev.LegStopped():
            found = replace(_without_game(found), resume=None)
        case ev.LegAwarded():
            leg = Leg(event.side, event.score, ending=event.why)
            found = replace(found, legs=(*found.legs, leg))
            if found.call and event.deadline_ms is not None:
                found = replace(found, call=replace(found.call, deadline_ms=event.deadline_ms))
        case ev.TimeExpired():
            found = replace(found, expired=event.policy)
        case _:
            assert_never(event)
    return found


def evolve_sheet(state: Championship, event: ev.SheetEvent) -> Championship:
    """The state after a score sheet came in or was answered, or an arbiter ruled."""
    found = state.matches[event.match]
    match event:
        case ev.SheetHandedIn():
            agreed = tuple(filter(None, (event.by,)))
            found = replace(found, sheet=Sheet(event.by, event.legs, event.note, event.deadline_ms, agreed))
        case ev.SheetDetailed():
            if found.sheet:
                sheet = replace(
                    found.sheet, details=event.legs, started_ms=event.started_ms, ended_ms=event.ended_ms
                )
                found = replace(found, sheet=sheet)
        case ev.SheetConfirmed():
            if found.sheet and event.by:
                agreed = (*found.sheet.confirmed_by, event.by)
                found = replace(found, sheet=replace(found.sheet, confirmed_by=agreed))
        case ev.SheetDisputed():
            if found.sheet:
                found = replace(found, sheet=replace(found.sheet, disputed_by=event.by, reason=event.reason))
        case ev.MatchForfeited():
            pass
        case _:
            assert_never(event)
    return with_match(state, found)


def evolve_decision(state: Championship, event: ev.DecisionEvent) -> Championship:
    """The state after a result stands, or stands no longer; who follows from it takes the seat."""
    found = state.matches[event.match]
    match event:
        case ev.MatchDecided() | ev.ResultCorrected():
            corrected = isinstance(event, ev.ResultCorrected)
            result = Result(event.winner, event.loser, event.how, event.legs, event.at_ms, corrected)
            details = found.sheet.details if found.sheet else found.details
            found = replace(
                _without_game(found), sheet=None, details=details, result=result, resume=None, counts=None
            )
        case ev.MatchReopened():
            found = replace(annulled(found), counts=None)
        case ev.CountsRuled():
            counts = Counts(event.legs, event.tentos, event.flores, event.points)
            found = replace(found, counts=None if counts == AS_PLAYED else counts)
        case _:
            assert_never(event)
    return _reseated(resumed(with_match(state, found)), found)


def evolve_stage(state: Championship, event: ev.StageEvent) -> Championship:
    """The state after something that concerns who plays in a stage, or what of it is to be played."""
    match event:
        case ev.ReentryBought():
            bought = (*state.reentries.get(event.stage, ()), event.entry_id)
            return replace(state, reentries={**state.reentries, event.stage: bought})
        case ev.LaterPlayUpheld():
            return _upheld(state, event.later)
        case ev.PlanWithdrawn():
            return _dropped(state, event.stage, event.matches, event.at_ms)
        case ev.StageUndrawn():
            state = _dropped(state, event.stage, state.stages[event.stage].matches, event.at_ms)
            stages = {name: stage for name, stage in state.stages.items() if name != event.stage}
            return replace(state, stages=stages)
        case ev.LotsDrawn():
            return with_stage(state, replace(state.stages[event.stage], lots=event.order))
        case ev.ExtraLegPlayed():
            stage = state.stages[event.stage]
            legs = (*stage.extra_legs, (event.home, event.away, event.score))
            return with_stage(state, replace(stage, extra_legs=legs))
        case ev.EntryJoined():
            stage = state.stages[event.stage]
            joined = replace(
                stage,
                entries=(*stage.entries, event.entry_id),
                order=(*stage.order, event.entry_id),
                rows=event.rows or stage.rows,
                late=(*stage.late, event.entry_id),
            )
            return with_stage(state, joined)
        case ev.StageSkipped():
            found = Stage(event.stage, SKIPPED, "", tuple(sorted(event.order)), event.order)
            return with_stage(state, found)
        case ev.LeavingJudged():
            stage = state.stages[event.stage]
            return with_stage(state, replace(stage, left={**stage.left, event.entry_id: event.policy}))
        case _:
            assert_never(event)


def with_stage(state: Championship, stage: Stage) -> Championship:
    """The state with this stage in place of the earlier one of its id."""
    return replace(state, stages={**state.stages, stage.id: stage})


def _upheld(state: Championship, later: str) -> Championship:
    """What stands is cut off from what it came of: whoever went on from the matches before has gone on."""
    matches = dict(state.matches)
    if later in matches:
        for source in matches[later].sources:
            before = matches.get(source.of)
            if before is not None and before.advanced is None and before.result is not None:
                went_on = (before.result.winner, before.result.loser)
                matches[before.id] = replace(before, advanced=went_on)
    return replace(state, matches=matches, upheld=state.upheld | {later})


def _dropped(state: Championship, stage_id: str, names: Iterable[str], at_ms: int) -> Championship:
    """The state without these matches in the plan; they stay known, so that their games are not lost."""
    gone = frozenset(names)
    matches = dict(state.matches)
    for name in gone:
        matches[name] = replace(annulled(matches[name]), result=Result(NOBODY, NOBODY, DROPPED, (), at_ms))
    stage = state.stages[stage_id]
    waves = [tuple(match for match in wave if match not in gone) for wave in stage.waves]
    rounds = {matches[match].round for wave in waves for match in wave}
    stage = replace(
        stage, waves=tuple(wave for wave in waves if wave), open_rounds=stage.open_rounds & rounds
    )
    links = {
        match: tuple(later for later in followers if later not in gone)
        for match, followers in state.leads_to.items()
        if match not in gone
    }
    return resumed(with_stage(replace(state, matches=matches, leads_to=links), stage))


def with_match(state: Championship, match: Match) -> Championship:
    """The state with this match in place of the earlier one of its id."""
    return replace(state, matches={**state.matches, match.id: match})


def _planned(state: Championship, event: ev.MatchesPlanned) -> Championship:
    stage = state.stages[event.stage]
    wave = tuple(plan.match for plan in event.matches)
    return with_stage(_with_plans(state, event), replace(stage, waves=(*stage.waves, wave)))


def _amended(state: Championship, event: ev.PlanAmended) -> Championship:
    stage = state.stages[event.stage]
    first, *others = stage.waves
    added = tuple(plan.match for plan in event.matches if plan.match not in first)
    return with_stage(_with_plans(state, event), replace(stage, waves=((*first, *added), *others)))


def _with_plans(state: Championship, event: ev.MatchesPlanned | ev.PlanAmended) -> Championship:
    """The state with these matches as they are planned, nothing of them begun."""
    matches = dict(state.matches)
    for plan in event.matches:
        matches[plan.match] = Match(
            id=plan.match,
            stage=event.stage,
            round=plan.round,
            label=plan.label,
            sources=(plan.home, plan.away),
            best_of=plan.best_of,
            mode=plan.mode,
            first_to=plan.first_to,
            level=plan.level,
            past_games=matches[plan.match].past_games if plan.match in matches else (),
        )
    for plan in event.matches:
        match = matches[plan.match]
        matches[match.id] = replace(
            match, sides=(seated(match.sources[0], matches), seated(match.sources[1], matches))
        )
    return replace(state, matches=matches, leads_to=_links(state.leads_to, event.matches))


def _links(
    known: Mapping[str, tuple[str, ...]], plans: Iterable[ev.PlannedMatch]
) -> Mapping[str, tuple[str, ...]]:
    """For every match, those whose sides come from it."""
    links = dict(known)
    for plan in plans:
        for source in (plan.home, plan.away):
            if source.kind in ("winner", "loser") and plan.match not in links.get(source.of, ()):
                links[source.of] = (*links.get(source.of, ()), plan.match)
    return links


def seated(source: ev.SlotSource, matches: Mapping[str, Match]) -> str | None:
    """Who comes out of a source now."""
    if source.kind in ("entry", "nobody"):
        return source.of if source.kind == "entry" else NOBODY
    match = matches[source.of]
    went_on = match.advanced or (match.result and (match.result.winner, match.result.loser))
    return went_on[source.kind == "loser"] if went_on else None


def _reseated(state: Championship, decided: Match) -> Championship:
    """Those who follow from a decision take their seats; a match whose sides change must be called anew."""
    for match_id in state.leads_to.get(decided.id, ()):
        match = state.matches[match_id]
        home, away = (seated(source, state.matches) for source in match.sources)
        if (home, away) != match.sides:
            state = with_match(state, replace(match, sides=(home, away), call=None, present=(False, False)))
    return state


def resumed(state: Championship) -> Championship:
    """A decision after the end takes the end back, until it is pronounced again."""
    return replace(state, phase="running", podium=None) if state.phase == "finished" else state


def annulled(match: Match) -> Match:
    """The match as if it had never been called."""
    return replace(
        _without_game(match),
        call=None,
        present=(False, False),
        started_ms=None,
        expired="",
        legs=(),
        sheet=None,
        details=(),
        result=None,
        resume=None,
    )


def _without_game(match: Match) -> Match:
    """The match with its running game, if any, among those that are over for it."""
    if not match.game_id:
        return match
    return replace(match, game_id="", past_games=(*match.past_games, match.game_id))
