"""Fourteen clubs with teams of four pairs: groups, then a knock-out; reserves and substitutions."""

import pytest

from tests.stories.evening import Evening, by_chance, evening
from tournaments.rules import commands as cmd
from tournaments.rules.errors import AlreadyEntered, InvalidTable, WrongMembers
from tournaments.rules.errors_stages import LegRunning, NoSubstitutionLeft, NotInRoster
from tournaments.rules.events import LegDetail
from tournaments.rules.stages import tables_of
from tournaments.rules.state import Match

CLUBS = [f"club{number:02}" for number in range(1, 15)]


def told() -> Evening:
    play = evening("club_teams")
    play.welcome(CLUBS)
    play.move()
    return play


def called(play: Evening) -> Match:
    return next(match for match in play.state.matches.values() if match.status in ("called", "playing"))


def legs(play: Evening, home: int, away: int) -> tuple[tuple[int, int], ...]:
    target = play.state.regulation.target
    return ((target, 5),) * home + ((5, target),) * away


def test_a_team_is_four_pairs_and_a_match_twelve_legs() -> None:
    play = told()
    assert len(play.state.entries["club01"].members) == 8
    assert {match.best_of for match in play.of_stage("groups")} == {12}
    assert len(play.of_stage("groups")) == 2 * 21


def test_a_group_match_may_end_six_all() -> None:
    play = told()
    match = called(play)
    play.report(match, legs(play, 6, 6))
    result = play.match(match.id).result
    assert result
    assert (result.winner, len(result.legs)) == ("", 12)


def test_in_the_knock_out_the_seventh_leg_decides_and_what_ends_later_does_not_count() -> None:
    play = told()
    play.play_stage("groups", by_chance)
    play.move()
    match = called(play)
    play.report(match, (*legs(play, 7, 0), *legs(play, 0, 2)))
    result = play.match(match.id).result
    assert result
    assert (result.winner, len(result.legs)) == (match.sides[0], 7)


def test_a_sheet_says_who_played_at_which_table_and_who_dealt_first() -> None:
    play = told()
    match = called(play)
    home, away = (play.state.entries[side or ""] for side in match.sides)
    details = tuple(
        LegDetail(board=number % 4 + 1, dealer=number % 2, players=(home.members[0], away.members[0]))
        for number in range(12)
    )
    sheet = {"match": match.id, "entry": None, "legs": legs(play, 8, 4)}
    with pytest.raises(InvalidTable):
        play.do(cmd.HandInSheet, **sheet, details=(LegDetail(board=5), *details[1:]))
    with pytest.raises(NotInRoster):
        play.do(cmd.HandInSheet, **sheet, details=(LegDetail(players=("nobody",)), *details[1:]))
    play.do(cmd.HandInSheet, **sheet, details=details, started_ms=play.now_ms, ended_ms=play.now_ms)
    play.do(cmd.ConfirmSheet, match=match.id, entry=None)
    assert play.match(match.id).details == details


def test_a_reserve_comes_in_between_legs_and_the_member_waits_outside() -> None:
    play = told()
    match = called(play)
    club = match.sides[0] or ""
    play.do(cmd.NameReserves, entry_id=club, reserves=("spare1", "spare2"))
    first = play.state.entries[club].members[0]
    play.do(cmd.Substitute, entry_id=club, match=match.id, taken_out=first, put_in="spare1")
    entry = play.state.entries[club]
    assert (entry.members[0], entry.reserves, entry.substitutions) == ("spare1", (first, "spare2"), 1)
    with pytest.raises(NotInRoster):
        play.do(cmd.Substitute, entry_id=club, match=match.id, taken_out=first, put_in="spare2")
    play.sheet(match.id, legs(play, 8, 4))
    with pytest.raises(LegRunning):
        play.do(cmd.Substitute, entry_id=club, match=match.id, taken_out="spare1", put_in=first)


def test_substitutions_end_at_the_cap_and_reserves_belong_to_one_team() -> None:
    play = told()
    match = called(play)
    club, other = (side or "" for side in match.sides)
    with pytest.raises(WrongMembers):
        play.do(cmd.NameReserves, entry_id=club, reserves=("a", "b", "c", "d", "e"))
    play.do(cmd.NameReserves, entry_id=club, reserves=("spare",))
    with pytest.raises(AlreadyEntered):
        play.do(cmd.NameReserves, entry_id=other, reserves=("spare",))
    first = play.state.entries[club].members[0]
    for turn in range(4):
        out, put_in = (first, "spare") if turn % 2 == 0 else ("spare", first)
        play.do(cmd.Substitute, entry_id=club, match=match.id, taken_out=out, put_in=put_in)
    with pytest.raises(NoSubstitutionLeft):
        play.do(cmd.Substitute, entry_id=club, match=match.id, taken_out=first, put_in="spare")


def test_the_first_two_of_each_group_play_for_the_title() -> None:
    play = told()
    play.play_out(by_chance)
    groups = tables_of(play.state, play.state.stages["groups"])
    assert set(play.state.stages["final"].order) == {
        row.entry for group in groups for row in group.table.rows[:2]
    }
    assert play.state.podium
    assert play.state.podium.third
