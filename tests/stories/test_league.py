"""A league of six pairs, home and away, two legs a match, in which a match may end in a draw."""

from collections import Counter

from tests.stories.evening import Evening, by_chance, evening, strongest_wins
from tournaments.rules import commands as cmd
from tournaments.rules.stages import tables_of
from tournaments.rules.state import Match

PAIRS = [f"pair{number}" for number in range(1, 7)]
DRAW, WIN = ((12, 5), (8, 12)), ((12, 5), (12, 8))


def told() -> Evening:
    play = evening("league")
    play.welcome(PAIRS)
    return play


def value(play: Evening, entry: str, criterion: str) -> object:
    table = tables_of(play.state, play.state.stages["league"])[0].table
    return table.row(entry).values[criterion]


def legs(play: Evening, home: int, away: int) -> tuple[tuple[int, int], ...]:
    target = play.state.regulation.target
    return ((target, 5),) * home + ((5, target),) * away


def test_everybody_meets_everybody_at_home_and_away_with_a_whole_cycle_between() -> None:
    play = told()
    met = Counter(match.sides for match in play.of_stage("league"))
    assert len(met) == 30
    assert set(met.values()) == {1}
    rounds = {match.sides: match.round for match in play.of_stage("league")}
    assert {rounds[away, home] - rounds[home, away] for home, away in rounds if rounds[home, away] <= 5} == {
        5
    }


def test_a_match_of_two_legs_may_end_level_and_both_have_a_point() -> None:
    play = told()
    play.move()
    match = next(match for match in play.state.matches.values() if match.status == "called")
    play.report(match, legs(play, 1, 1))
    result = play.match(match.id).result
    assert result
    assert (result.winner, result.loser, result.how) == ("", "", "played")
    assert [value(play, side or "", "points") for side in match.sides] == [1, 1]


def test_a_match_won_by_two_legs_is_worth_three_points() -> None:
    play = told()
    play.move()
    match = next(match for match in play.state.matches.values() if match.status == "called")
    play.report(match, legs(play, 2, 0))
    assert [value(play, side or "", "points") for side in match.sides] == [3, 0]
    assert [value(play, side or "", "leg_difference") for side in match.sides] == [2, -2]


def test_nobody_is_called_to_two_matches_at_once() -> None:
    play = told()
    play.move()
    called = [match for match in play.state.matches.values() if match.status == "called"]
    sides = [side for match in called for side in match.sides]
    assert len(sides) == len(set(sides)) == 6


def test_who_leaves_before_half_of_the_season_is_as_if_it_had_never_played() -> None:
    play = told()
    for _ in range(3):
        play.play_called(strongest_wins)
    before = value(play, "pair2", "points")
    met = [match for match in play.of_stage("league") if set(match.sides) == {"pair1", "pair2"}]
    play.do(cmd.WithdrawEntry, entry_id="pair1", reason="moved away")
    assert play.state.stages["league"].left == {"pair1": "void"}
    lost = [match for match in met if match.result and match.result.how == "played"]
    assert value(play, "pair2", "points") == before
    assert all(match.result.winner == "pair1" for match in lost if match.result)
    play.play_out(strongest_wins)
    assert value(play, "pair1", "points") == 0
    assert play.table("league")[0] == "pair2"


def test_who_leaves_later_gives_the_rest_away_by_walkover() -> None:
    play = told()
    for _ in range(6):
        play.play_called(strongest_wins)
    points = value(play, "pair1", "points")
    play.do(cmd.WithdrawEntry, entry_id="pair1", reason="moved away")
    assert play.state.stages["league"].left == {"pair1": "walkover"}
    play.play_out(strongest_wins)
    assert value(play, "pair1", "points") == int(str(points)) - 4
    assert value(play, "pair6", "points") == 3


def test_the_season_ends_with_a_table_and_a_champion() -> None:
    play = told()
    play.play_out(by_chance)
    assert play.state.phase == "finished"
    assert [entry for place in play.places() for entry in place.entries] == play.table("league")


def test_the_strongest_is_champion_when_the_strongest_wins() -> None:
    def by_two(play: Evening, match: Match) -> tuple[tuple[int, int], ...]:
        return strongest_wins(play, match)

    play = told()
    play.play_out(by_two)
    assert play.table("league") == PAIRS
    assert play.state.podium
    assert play.state.podium.champion == "pair1"
