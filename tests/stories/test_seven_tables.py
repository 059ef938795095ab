"""Clubs at seven tables: the first to six legs has won, in the order in which legs end."""

import pytest

from tests.stories.evening import Evening, by_chance, evening
from tests.tournaments.rules.play import SEED
from tournaments.rules import commands as cmd
from tournaments.rules.errors import ImplausibleScore
from tournaments.rules.presets import preset
from tournaments.rules.simulation import simulate

CLUBS = [f"club{number}" for number in range(1, 9)]


def told() -> Evening:
    play = evening("seven_tables")
    play.welcome(CLUBS)
    play.move()
    return play


def legs(play: Evening, results: str) -> tuple[tuple[int, int], ...]:
    """Legs in the order in which they ended: H or A by who won."""
    target = play.state.regulation.target
    return tuple((target, 9) if result == "H" else (9, target) for result in results)


def test_the_sixth_leg_decides_and_not_the_most_legs_at_the_end() -> None:
    play = told()
    play.report(play.match("R1M1"), legs(play, "HAHAHAHAHAHAA"))
    result = play.match("R1M1").result
    assert result
    assert (result.winner, len(result.legs)) == (play.side("R1M1", 0), 11)


def test_the_same_legs_in_another_order_give_the_other_club_the_match() -> None:
    play = told()
    play.report(play.match("R1M1"), legs(play, "AHAHAHAHAHAH"))
    result = play.match("R1M1").result
    assert result
    assert result.winner == play.side("R1M1", 1)


def test_a_sheet_without_a_sixth_leg_is_no_result() -> None:
    play = told()
    with pytest.raises(ImplausibleScore):
        play.do(cmd.HandInSheet, match="R1M1", entry=None, legs=legs(play, "HHHHHAAAAA"))


def test_a_club_wins_the_cup() -> None:
    play = told()
    play.play_out(by_chance)
    assert play.state.podium
    assert play.state.podium.champion in CLUBS


def test_seven_tables_take_two_turns_where_one_table_would_take_eleven() -> None:
    found = simulate(preset("seven_tables"), entries=8, tables=4, seed=SEED)
    assert found.minutes.most == 3 * 2 * 20
