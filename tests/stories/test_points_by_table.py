"""Clubs at four tables, each of them a point: the table of points says it."""

from typing import Any

from tests.stories.evening import Evening, Legs, by_chance, evening
from tournaments.rules import commands as cmd
from tournaments.rules.events import LegDetail
from tournaments.rules.reasons import explain
from tournaments.rules.stages import tables_of
from tournaments.rules.state import Match

CLUBS = [f"club{number}" for number in range(1, 5)]
A_POINT_A_TABLE = {"4-0": [4, 0], "3-1": [3, 1], "2-2": [2, 2]}
TWO_MORE_FOR_THE_MATCH = {"4-0": [6, 0], "3-1": [5, 1], "2-2": [3, 3]}


def told(by_legs: dict[str, list[int]] = A_POINT_A_TABLE, per_board: int = 1, **changes: Any) -> Evening:
    league: dict[str, Any] = {
        "id": "league",
        "format": "round_robin",
        "match": {"per_board": per_board, "first_to": 0, "level": "draw"},
        "points": {"win": 4, "draw": 2, "loss": 0, "walkover_loss": -2, "by_legs": by_legs},
        "criteria": ["points", "wins", "tentos_difference", "lots"],
        "counts": {"walkover": {"legs": [4, 0], "tentos": [48, 0]}},
    }
    play = evening("club_teams", team={"boards": 4, "of": "pair"}, stages=[league], **changes)
    play.welcome(CLUBS)
    play.move()
    return play


def value(play: Evening, entry: str | None, criterion: str) -> object:
    return tables_of(play.state, play.state.stages["league"])[0].table.row(entry or "").values[criterion]


def tables(play: Evening, home: int, away: int) -> Legs:
    target = play.state.regulation.target
    return ((target, 5),) * home + ((5, target),) * away


def first(play: Evening) -> Match:
    return next(match for match in play.state.matches.values() if match.status in ("called", "playing"))


def tables_won(play: Evening, club: str) -> int:
    """Counted by hand from the sheets."""
    won = 0
    for match in play.of_stage("league"):
        assert match.result
        for home, away in match.result.legs:
            won += match.sides[int(away > home)] == club
    return won


def test_the_side_that_loses_the_match_keeps_the_table_it_won() -> None:
    play = told()
    match = first(play)
    play.report(match, tables(play, 1, 3))
    assert [value(play, side, "points") for side in match.sides] == [1, 3]


def test_two_tables_each_are_two_points_each_and_nobody_wins_the_match() -> None:
    play = told()
    match = first(play)
    play.report(match, tables(play, 2, 2))
    assert [value(play, side, "points") for side in match.sides] == [2, 2]
    assert [value(play, side, "wins") for side in match.sides] == [0, 0]


def test_all_four_tables_are_played_even_where_three_are_won() -> None:
    play = told()
    match = first(play)
    play.report(match, tables(play, 3, 1))
    result = play.match(match.id).result
    assert result
    assert len(result.legs) == 4


def test_at_the_end_points_are_tables_won_and_the_reasons_say_so() -> None:
    play = told()
    play.play_out(by_chance)
    table = tables_of(play.state, play.state.stages["league"])[0].table
    points = [int(row.values["points"] or 0) for row in table.rows]
    assert points == [tables_won(play, row.entry) for row in table.rows]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 4 * 6
    for row in table.rows:
        reason = explain(table, row)[0]
        assert (reason.criterion, reason.value) == ("points", row.values["points"])


def test_the_match_itself_may_be_worth_two_points_more() -> None:
    play = told(TWO_MORE_FOR_THE_MATCH)
    play.play_out(by_chance)
    for club in CLUBS:
        matches = [match for match in play.of_stage("league") if club in match.sides]
        won = sum(match.result is not None and match.result.winner == club for match in matches)
        level = sum(match.result is not None and not match.result.winner for match in matches)
        assert value(play, club, "points") == tables_won(play, club) + 2 * won + level


def test_a_club_that_stays_away_loses_four_tables_and_two_points_more() -> None:
    play = told(presence="marked")
    match = first(play)
    play.do(cmd.MarkPresent, match=match.id, side=0)
    play.wait(15)
    assert [value(play, side, "points") for side in match.sides] == [4, -2]
    assert [value(play, side, "tentos_difference") for side in match.sides] == [48, -48]


def test_where_a_table_is_the_best_of_three_an_arbiter_counts_the_tables_that_the_sheet_shows() -> None:
    """Twelve legs, six each: home has its table 1 by 3–0, and away the other three by 2–1."""
    play = told(per_board=3)
    match = first(play)
    target = play.state.regulation.target
    won, lost = (target, 5), (5, target)
    boards = [won, won, won] + [won, lost, lost] * 3
    details = tuple(LegDetail(board=number // 3 + 1) for number in range(12))
    play.do(cmd.HandInSheet, match=match.id, entry=None, legs=tuple(boards), details=details)
    play.do(cmd.ConfirmSheet, match=match.id, entry=None)
    assert [value(play, side, "points") for side in match.sides] == [2, 2]
    play.do(cmd.RuleCounts, match=match.id, reason="one table to three", legs=(1, 3), points=(1, 3))
    assert [value(play, side, "points") for side in match.sides] == [1, 3]
    result = play.match(match.id).result
    assert result
    assert (result.winner, len(result.legs)) == ("", 12)
