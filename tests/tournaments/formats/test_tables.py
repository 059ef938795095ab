"""How a decided match of a championship counts in a table."""

import pytest

from tournaments.rules.formats.protocol import Played
from tournaments.rules.formats.tables import placed, result_of, results_of, table_rules
from tournaments.rules.outcomes import Counts, MatchResult, Outcome

LEGS = ((12, 5),)
BYE = Counts(legs=(2, 0))


def _decided(how: str, home: str = "A", away: str = "B", winner: str = "A") -> Played:
    return Played("R1M1", 1, home, away, winner, "", how, LEGS)


@pytest.mark.parametrize(
    ("how", "outcome"),
    [
        ("played", Outcome.PLAYED),
        ("adjudicated", Outcome.ADJUDICATED),
        ("forfeit", Outcome.ABANDONED),
        ("walkover", Outcome.WALKOVER),
        ("withdrawal", Outcome.WALKOVER),
    ],
)
def test_a_match_counts_by_how_it_was_decided(how: str, outcome: Outcome) -> None:
    assert result_of(_decided(how)) == MatchResult("A", "B", outcome, LEGS, "A")


def test_a_match_to_which_neither_side_came_has_no_legs_and_no_winner() -> None:
    found = result_of(_decided("double_walkover", winner=""))
    assert found == MatchResult("A", "B", Outcome.DOUBLE_WALKOVER)


@pytest.mark.parametrize(("home", "away"), [("A", ""), ("", "A")])
def test_a_match_against_nobody_is_a_bye_for_whoever_is_there(home: str, away: str) -> None:
    found = result_of(_decided("unopposed", home, away), BYE)
    assert found == MatchResult("A", None, Outcome.WALKOVER, winner="A", counts=BYE)


def test_a_match_of_nobody_does_not_count() -> None:
    assert result_of(_decided("empty", "", "", "")) is None
    assert results_of([_decided("empty", "", "", ""), _decided("played")]) == (
        MatchResult("A", "B", Outcome.PLAYED, LEGS, "A"),
    )


def test_places_run_on_after_shared_ones_whatever_the_ranks_say() -> None:
    rules = table_rules({"criteria": ["points"], "ranks": "dense"})
    table = rules.table(["A", "B", "C"], [MatchResult("C", "A", Outcome.DOUBLE_WALKOVER)])
    assert [(place.place, place.entries) for place in placed(table)] == [(1, ("A", "B", "C"))]
    won = rules.table(
        ["A", "B", "C", "D"],
        [MatchResult("A", "D", Outcome.PLAYED, LEGS), MatchResult("B", "C", Outcome.PLAYED, LEGS)],
    )
    assert [(place.place, place.entries) for place in placed(won)] == [(1, ("A", "B")), (3, ("C", "D"))]
