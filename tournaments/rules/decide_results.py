"""Judging results: legs played online, score sheets and their answers, rulings and corrections."""

from functools import reduce
from typing import assert_never

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bell import decided_by_leader
from tournaments.rules.bracket import decide_match, outcome
from tournaments.rules.decide_common import because, decide_sheet, in_time, match_in_play, side_of, winner_by
from tournaments.rules.dispute_opening import opening
from tournaments.rules.disputes import pending_of
from tournaments.rules.errors import (
    DisputeOpen,
    FollowsFromBracket,
    ImplausibleScore,
    InvalidLeg,
    InvalidRuling,
    InvalidTable,
    LaterMatchBegun,
    MatchNotDue,
    MatchOver,
    NoSheet,
    NotDecided,
    OwnSheet,
    ResultExists,
    UnknownLeg,
    WrongMode,
)
from tournaments.rules.errors_disputes import FrozenByDispute
from tournaments.rules.errors_stages import NothingCounts, NotInRoster
from tournaments.rules.evolve import evolve
from tournaments.rules.format_fields import TABLED
from tournaments.rules.recount import Change, Choice, Recount
from tournaments.rules.schedule import all_played, is_due, match_winner
from tournaments.rules.state import DROPPED, FOLLOWING, Championship, Match, Sheet
from truco_api.errors import gettext_noop

MINUTE_MS = 60_000
NOTE_LIMIT = 2_000


def decide_result(state: Championship, command: cmd.ResultCommand) -> tuple[ev.Event, ...]:
    """What becomes of a report, an answer to one, a ruling or a correction."""
    match = match_in_play(state, command.match)
    match command:
        case cmd.ReportLeg():
            return _report(state, match, command)
        case cmd.HandInSheet():
            return _hand_in(state, match, command)
        case cmd.ConfirmSheet():
            return _confirm(state, match, command)
        case cmd.DisputeSheet():
            return _dispute(state, match, command)
        case cmd.ForfeitMatch():
            return _forfeit(state, match, command)
        case cmd.CorrectResult():
            return _correct(state, match, command)
        case cmd.ReopenMatch():
            return _reopen(state, match, command)
        case cmd.RuleCounts():
            return _agreed(state, command, counting(state, match, command))
        case _:
            assert_never(command)


def _report(state: Championship, match: Match, command: cmd.ReportLeg) -> tuple[ev.Event, ...]:
    """A report of a game that is over for the match already is counted no second time."""
    tentos = command.score
    if not command.game_id or command.winner not in (0, 1):
        raise InvalidLeg(field="winner")
    if len(tentos) != 2 or any(type(number) is not int or number < 0 for number in tentos):
        raise InvalidLeg(field="score")
    if command.game_id in match.past_games:
        return ()
    if command.game_id != match.game_id:
        raise UnknownLeg(match=match.id, game=command.game_id)
    played = ev.LegPlayed(
        match=match.id,
        leg=len(match.legs) + 1,
        game_id=command.game_id,
        winner=command.winner,
        score=tentos,
        ending=command.ending,
        at_ms=command.now_ms,
    )
    after = evolve(state, played).matches[match.id]
    winner = match_winner(after)
    if after.disputed:
        return (played,)  # while a dispute about the match awaits a ruling, it is not decided
    if not all_played(after):
        over = after.expired == "leader"
        return decided_by_leader(state, after, [played], command.now_ms) if over else (played,)
    legs = tuple(leg.score for leg in after.legs)
    return decide_match(state, match, played, winner=winner, how="played", legs=legs, now_ms=command.now_ms)


def _hand_in(state: Championship, match: Match, command: cmd.HandInSheet) -> tuple[ev.Event, ...]:
    """The same sheet from the other side is its confirmation; another one is refused, to be disputed."""
    if command.entry is not None:
        side_of(match, command.entry)
    if match.result:
        raise ResultExists(match=match.id)
    if match.sheet:
        return _hand_in_again(state, match, match.sheet, command)
    if match.frozen_by and not match.begun:
        raise FrozenByDispute(match=match.id, dispute=match.frozen_by)
    if not is_due(state, match):
        raise MatchNotDue(match=match.id)
    if match.mode != "table":
        raise WrongMode(match=match.id, mode=match.mode)
    in_time(match, command.now_ms)
    _check_details(state, match, command)
    winner_by(state, match, (*match.awarded, *command.legs), command.details)
    minutes = state.regulation.confirm_minutes
    sheet = ev.SheetHandedIn(
        match=match.id,
        by=command.entry,
        legs=command.legs,
        note=command.note[:NOTE_LIMIT],
        deadline_ms=None if minutes is None else command.now_ms + minutes * MINUTE_MS,
        at_ms=command.now_ms,
    )
    if not command.details and command.started_ms is None and command.ended_ms is None:
        return (sheet,)
    detailed = ev.SheetDetailed(
        match=match.id,
        legs=command.details,
        started_ms=command.started_ms,
        ended_ms=command.ended_ms,
        at_ms=command.now_ms,
    )
    return (sheet, detailed)


def _check_details(state: Championship, match: Match, command: cmd.HandInSheet) -> None:
    """Details are of every leg or of none, of tables there are, and of people who may play here."""
    if command.details and len(command.details) != len(command.legs):
        raise ImplausibleScore(gettext_noop("Say more of every leg, or of none."), field="details")
    rosters = [state.entries[side] for side in match.sides if side]
    people = {person for entry in rosters for person in (*entry.members, *entry.reserves)}
    for index, detail in enumerate(command.details):
        if not 1 <= detail.board <= state.regulation.boards:
            raise InvalidTable(field=f"details.{index}.board", tables=state.regulation.boards)
        for person in detail.players:
            if person not in people:
                raise NotInRoster(field=f"details.{index}.players", person=person)


def _hand_in_again(
    state: Championship, match: Match, sheet: Sheet, command: cmd.HandInSheet
) -> tuple[ev.Event, ...]:
    if sheet.disputed_by or match.disputed:
        raise DisputeOpen(match=match.id)
    if sheet.legs != command.legs:
        raise ResultExists(match=match.id)
    if command.entry is None or command.entry in sheet.confirmed_by:
        return ()
    return _confirmed(state, match, sheet, command.entry, command.now_ms)


def _confirm(state: Championship, match: Match, command: cmd.ConfirmSheet) -> tuple[ev.Event, ...]:
    sheet = _waiting_sheet(match, command.entry)
    if command.entry is None:
        official = ev.SheetConfirmed(match=match.id, by=None, how="official", at_ms=command.now_ms)
        return decide_sheet(state, match, official)
    if sheet.by == command.entry:
        raise OwnSheet(match=match.id)
    if command.entry in sheet.confirmed_by:
        return ()
    return _confirmed(state, match, sheet, command.entry, command.now_ms)


def _confirmed(
    state: Championship, match: Match, sheet: Sheet, entry: str, now_ms: int
) -> tuple[ev.Event, ...]:
    """One more side agrees; with both, the sheet stands."""
    agreed = ev.SheetConfirmed(match=match.id, by=entry, how="side", at_ms=now_ms)
    if {*sheet.confirmed_by, entry} != set(match.sides):
        return (agreed,)
    return decide_sheet(state, match, agreed)


def _dispute(state: Championship, match: Match, command: cmd.DisputeSheet) -> tuple[ev.Event, ...]:
    sheet = _waiting_sheet(match, command.entry)
    if command.entry in sheet.confirmed_by:
        raise OwnSheet(match=match.id)
    reason = because(command.reason)
    disputed = ev.SheetDisputed(match=match.id, by=command.entry, reason=reason, at_ms=command.now_ms)
    told: tuple[ev.Event, ...] = (disputed, *_played_again(state, match, command.now_ms))
    after = reduce(evolve, told, state)
    opened = opening(after, match, command, entry=command.entry, reason=reason, claim=ev.Claim())
    return (*told, opened)


def _played_again(state: Championship, match: Match, now_ms: int) -> tuple[ev.DisputeClosed, ...]:
    """Two who have played a match again, as it was ruled, have no appeal left against that."""
    earlier = pending_of(state, match.id)
    if earlier is None or earlier.awaits_ruling:
        return ()
    return (ev.DisputeClosed(match=match.id, dispute=earlier.id, why="played", at_ms=now_ms),)


def _waiting_sheet(match: Match, entry: str | None) -> Sheet:
    """The sheet that waits for this entry's (None: an official's) answer."""
    if entry is not None:
        side_of(match, entry)
    if match.sheet is None:
        raise NoSheet(match=match.id)
    if match.sheet.disputed_by or match.disputed:
        raise DisputeOpen(match=match.id)
    return match.sheet


def _verdict(state: Championship, match: Match, legs: ev.Legs, loser: str | None) -> tuple[int | None, str]:
    """The winning side and how, of an arbiter's word: legs as they should be, or one side's forfeit."""
    if loser is not None:
        return 1 - side_of(match, loser), "forfeit"
    return winner_by(state, match, legs), "adjudicated"


def _forfeit(state: Championship, match: Match, command: cmd.ForfeitMatch) -> tuple[ev.Event, ...]:
    loser = side_of(match, command.entry)
    reason = because(command.reason)
    if match.result:
        raise MatchOver(match=match.id)
    if match.disputed or (match.sheet and match.sheet.disputed_by):
        raise DisputeOpen(match=match.id)
    if not match.ready:
        raise MatchNotDue(match=match.id)
    now = command.now_ms
    taken = ev.MatchForfeited(match=match.id, entry=command.entry, reason=reason, by=command.actor, at_ms=now)
    return decide_match(state, match, taken, winner=1 - loser, how="forfeit", legs=(), now_ms=now)


def _correct(state: Championship, match: Match, command: cmd.CorrectResult) -> tuple[ev.Event, ...]:
    """Another result in place of the earlier one, and everything as it would have been with it."""
    _undisputed(match)
    return _agreed(state, command, correction(state, match, command))


def correction(state: Championship, match: Match, command: cmd.CorrectResult) -> ev.ResultCorrected:
    """The result that a correction puts in the place of the earlier one, if it may."""
    if bool(command.legs) == (command.entry is not None):
        raise InvalidRuling(field="legs")
    reason = because(command.reason)
    _changeable(match)
    winner, how = _verdict(state, match, command.legs, command.entry)
    winner_id, loser_id = outcome(match, winner)
    return ev.ResultCorrected(
        match=match.id,
        winner=winner_id,
        loser=loser_id,
        how=how,
        legs=command.legs,
        reason=reason,
        by=command.actor,
        at_ms=command.now_ms,
    )


def _reopen(state: Championship, match: Match, command: cmd.ReopenMatch) -> tuple[ev.Event, ...]:
    _undisputed(match)
    return _agreed(state, command, reopening(match, command))


def reopening(match: Match, command: cmd.ReopenMatch) -> ev.MatchReopened:
    """The annulment of a result, if it may be annulled."""
    reason = because(command.reason)
    _changeable(match)
    return ev.MatchReopened(match=match.id, reason=reason, by=command.actor, at_ms=command.now_ms)


def _undisputed(match: Match) -> None:
    """What is disputed is put right by the ruling, which is heard and may be appealed."""
    if match.disputed:
        raise DisputeOpen(match=match.id)


def counting(state: Championship, match: Match, command: cmd.RuleCounts) -> ev.CountsRuled:
    """What a table, or a tie, is to count of a match, if anything of it can be counted otherwise."""
    reason = because(command.reason)
    _changeable(match)
    rules = state.regulation.stage(match.stage)
    if rules.format not in TABLED and rules.config.get("ties") is None:
        raise NothingCounts(match=match.id)
    for field in ("legs", "tentos", "flores"):
        pair = getattr(command, field)
        if pair is not None and any(type(number) is not int or number < 0 for number in pair):
            raise InvalidRuling(field=field)
    return ev.CountsRuled(
        match=match.id,
        legs=command.legs,
        tentos=command.tentos,
        flores=command.flores,
        points=command.points,
        reason=reason,
        by=command.actor,
        at_ms=command.now_ms,
    )


def _changeable(match: Match) -> None:
    if match.result is None:
        raise NotDecided(match=match.id)
    if match.result.how in FOLLOWING or match.result.how == DROPPED:
        raise FollowsFromBracket(match=match.id)


def _agreed(
    state: Championship, command: cmd.CorrectResult | cmd.ReopenMatch | cmd.RuleCounts, change: Change
) -> tuple[ev.Event, ...]:
    """Everything that follows from a change; refused while anything played awaits the arbiter's choice."""
    recount = Recount(state, change, choice_of(command))
    account = recount.run()
    if recount.missing:
        raise LaterMatchBegun(match=command.match, later=recount.missing[0])
    return tuple(account.events)


def choice_of(command: cmd.CorrectResult | cmd.ReopenMatch | cmd.RuleCounts) -> Choice:
    """What a command says of later play."""
    return Choice(frozenset(command.stand), frozenset(command.replay), command.reason.strip(), command.actor)
