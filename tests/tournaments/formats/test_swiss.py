"""The Swiss system as a championship runs it."""

from random import Random

import pytest

from tournaments.rules.formats.protocol import Drawn, Pairing, Played, Progress
from tournaments.rules.formats.swiss import Swiss, entrants
from tournaments.rules.formats.tables import table_rules

SWISS = Swiss()


def _decide(match: Pairing, winner: str) -> Played:
    home, away = match.home.of, match.away.of
    if not away:
        return Played(match.id, match.round, home, "", home, "", "unopposed")
    loser = away if winner == home else home
    legs = ((12, 5),) if winner == home else ((5, 12),)
    return Played(match.id, match.round, home, away, winner, loser, "played", legs)


def _play(drawn: Drawn, seed: int, out: frozenset[str] = frozenset()) -> Progress:
    chance = Random(seed)
    planned = tuple(SWISS.plan(drawn))
    played: tuple[Played, ...] = ()
    while True:
        played += tuple(
            _decide(match, chance.choice([match.home.of, match.away.of])) for match in planned[len(played) :]
        )
        progress = Progress(planned, played, out)
        further = SWISS.further(drawn, progress)
        if not further:
            return progress
        planned += tuple(further)


@pytest.mark.parametrize("size", [8, 13, 32])
def test_so_many_rounds_are_played_without_a_rematch_and_end_in_a_table(size: int) -> None:
    drawn = Drawn(tuple(f"D{number}" for number in range(size)), {"rounds": 5})
    progress = _play(drawn, size)
    assert max(match.round for match in progress.planned) == 5
    assert (
        len({match.id for match in progress.planned}) == len(progress.planned) == 5 * (size + size % 2) // 2
    )
    pairs = [frozenset((match.home, match.away)) for match in progress.played]
    assert len(set(pairs)) == len(pairs)
    places = SWISS.placings(drawn, progress)
    assert sum(len(place.entries) for place in places) == size
    assert places[0].place == 1


def test_a_round_is_planned_once() -> None:
    drawn = Drawn(tuple("ABCD"), {"rounds": 3})
    progress = _play(drawn, 1)
    before = Progress(progress.planned[:2], progress.played[:2])
    assert SWISS.further(drawn, before) == SWISS.further(drawn, before)
    assert [match.round for match in SWISS.further(drawn, before)] == [2, 2]
    assert SWISS.further(drawn, progress) == ()


def test_those_who_have_left_are_not_paired_any_more() -> None:
    drawn = Drawn(tuple("ABCDEF"), {"rounds": 3})
    planned = tuple(SWISS.plan(drawn))
    played = tuple(_decide(match, match.home.of) for match in planned)
    following = SWISS.further(drawn, Progress(planned, played, frozenset("A")))
    named = {match.home.of for match in following} | {match.away.of for match in following}
    assert named == {"", *"BCDEF"}
    assert SWISS.further(drawn, Progress(planned, played, frozenset("ABCDE"))) == ()


def test_clubs_are_kept_apart() -> None:
    clubs = {"A": "x", "B": "y", "C": "x", "D": "y"}
    drawn = Drawn(tuple("ABCD"), {"rounds": 1, "clubs_apart": True}, "", clubs)
    for match in SWISS.plan(drawn):
        assert clubs[match.home.of] != clubs[match.away.of]


def test_a_bye_counts_what_the_regulation_says() -> None:
    rules = table_rules({"points": {"win": 3, "bye": 2}, "bye": {"legs": [2, 0], "tentos": [24, 0]}})
    bye = Played("R1M2", 1, "C", "", "C", "", "unopposed")
    (resting,) = entrants(["C"], [bye], rules, {})
    assert (resting.points, resting.byes) == (2, 1)
    drawn = Drawn(
        ("A", "B", "C"),
        {"rounds": 1, "points": {"win": 3, "bye": 2}, "bye": {"legs": [2, 0]}, "criteria": ["legs_for"]},
    )
    planned = tuple(SWISS.plan(drawn))
    played = tuple(_decide(match, match.home.of) for match in planned)
    assert SWISS.placings(drawn, Progress(planned, played))[0].entries == ("C",)


def test_a_walkover_against_somebody_who_was_drawn_is_no_bye() -> None:
    rules = table_rules({"points": {"win": 3, "walkover_loss": -3}})
    absent = Played("R1M1", 1, "A", "B", "A", "B", "walkover")
    winner, loser = entrants(["A", "B"], [absent], rules, {})
    assert (winner.byes, winner.points, winner.met) == (0, 3, frozenset("B"))
    assert (loser.points, loser.away) == (-3, 1)


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({}, "rounds"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"rounds": 3, "clubs_apart": 1}, "clubs_apart"),
        ({"rounds": 3, "cut": 8}, "cut"),
    ],
)
def test_a_fault_is_named_by_its_path(config: dict[str, int], path: str) -> None:
    assert [fault.path for fault in SWISS.check(config)] == [path]
    assert SWISS.check({"rounds": 5, "clubs_apart": True}) == []
