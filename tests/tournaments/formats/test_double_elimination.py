"""Double elimination: known counts, no bye that waits, no rematch before it must be."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tournaments.rules.formats.double_elimination import FINAL, RESET, DoubleElimination, brackets, fall
from tournaments.rules.formats.protocol import Drawn, Played, Progress, Slot

FORMAT = DoubleElimination()
Choose = Callable[[str, str, str], str]
"""The winner of a match, by its id and its sides."""


def _names(size: int) -> tuple[str, ...]:
    return tuple(f"D{number:03}" for number in range(1, size + 1))


def _play(size: int, choose: Choose, config: dict[str, bool] | None = None) -> Progress:
    """Play it through in the order planned; every side must be known when its match comes."""
    drawn = Drawn(_names(size), config or {})
    planned = tuple(FORMAT.plan(drawn))
    played: dict[str, Played] = {}

    def side(slot: Slot) -> str:
        if slot.kind == "entry":
            return slot.of
        return played[slot.of].winner if slot.kind == "winner" else played[slot.of].loser

    while True:
        for match in planned[len(played) :]:
            home, away = side(match.home), side(match.away)
            winner = choose(match.id, home, away)
            loser = away if winner == home else home
            played[match.id] = Played(match.id, match.round, home, away, winner, loser, "played")
        progress = Progress(planned, tuple(played.values()))
        further = FORMAT.further(drawn, progress)
        if not further:
            return progress
        planned += tuple(further)


def _losses(progress: Progress) -> Counter[str]:
    return Counter(match.loser for match in progress.played)


def test_n_entries_play_2n_minus_2_matches_and_none_of_them_is_against_nobody() -> None:
    for size in range(2, 513):
        pairings = brackets(_names(size))
        assert len(pairings) == 2 * size - 2
        assert len({pairing.id for pairing in pairings}) == len(pairings)
        assert all(slot.kind != "nobody" for pairing in pairings for slot in (pairing.home, pairing.away))


def test_nobody_is_lost_on_the_way_or_waits_for_a_match_that_never_comes() -> None:
    """Every winner goes on to one place but for the final's, every loser of the upper bracket to one too."""
    for size in range(2, 513):
        pairings = brackets(_names(size))
        sources = [slot for pairing in pairings for slot in (pairing.home, pairing.away)]
        number = {pairing.id: pairing.round for pairing in pairings}
        entries = [Slot("entry", name) for name in _names(size)]
        winners = [Slot("winner", match) for match in number if match != FINAL]
        losers = [Slot("loser", match) for match in number if match.startswith("U")]
        assert Counter(sources) == Counter([*entries, *winners, *losers])
        for pairing in pairings:
            feeding = [slot.of for slot in (pairing.home, pairing.away) if slot.kind != "entry"]
            assert all(number[match] < pairing.round for match in feeding)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 31, 33, 100, 512])
@pytest.mark.parametrize("seed", range(3))
def test_everybody_but_the_champion_loses_twice_at_most(size: int, seed: int) -> None:
    chance = Random(seed)
    progress = _play(size, lambda _, home, away: chance.choice([home, away]))
    losses = _losses(progress)
    places = FORMAT.placings(Drawn(_names(size), {}), progress)
    champion = places[0].entries[0]
    assert places[0].place == 1
    assert losses[champion] <= 1
    assert all(losses[name] == 2 for name in _names(size) if name != champion)
    assert sorted(name for place in places for name in place.entries) == list(_names(size))
    assert len(progress.played) == 2 * size - 2 + any(match.id == RESET for match in progress.played)


def _better(_match: str, home: str, away: str) -> str:
    return min(home, away)


@pytest.mark.parametrize("size", [2, 3, 8, 21])
@pytest.mark.parametrize("champion", [0, 1])
def test_the_final_is_played_again_if_the_unbeaten_side_loses_it(size: int, champion: int) -> None:
    def choose(match: str, home: str, away: str) -> str:
        return {FINAL: away, RESET: (home, away)[champion]}.get(match, min(home, away))

    progress = _play(size, choose)
    assert progress.played[-1].id == RESET
    assert len(progress.played) == 2 * size - 1
    places = FORMAT.placings(Drawn(_names(size), {}), progress)
    assert [place.entries for place in places[:2]] == [
        (f"D00{1 + champion}",),
        (f"D00{2 - champion}",),
    ]


def test_a_final_won_by_the_unbeaten_side_is_the_last_match() -> None:
    assert _play(8, _better).played[-1].id == FINAL


def test_without_a_reset_the_final_stands() -> None:
    def upset(match: str, home: str, away: str) -> str:
        return away if match == FINAL else min(home, away)

    assert len(_play(4, upset, {"reset": False}).played) == 6
    assert len(_play(4, upset, {"reset": True}).played) == 7


def test_there_is_no_reset_where_the_upper_side_was_not_there() -> None:
    final = Played(FINAL, 4, "", "D002", "D002", "", "unopposed")
    assert FORMAT.further(Drawn(_names(4), {}), Progress((), (final,))) == ()


def test_a_final_that_nobody_won_leaves_the_first_place_empty() -> None:
    final = Played(FINAL, 2, "D001", "D002", "", "", "double_walkover")
    places = FORMAT.placings(Drawn(_names(2), {}), Progress((), (final,)))
    assert [(place.place, place.entries) for place in places] == [(2, ("D001", "D002"))]


def test_the_order_of_eight() -> None:
    """The better seed always wins: first, second, third, fourth, then two fifths and two sevenths."""
    progress = _play(8, _better)
    places = FORMAT.placings(Drawn(_names(8), {}), progress)
    assert [(place.place, len(place.entries)) for place in places] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 2),
        (7, 2),
    ]
    assert places[0].entries == ("D001",)


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256, 512])
def test_nobody_meets_again_before_the_lower_bracket_is_down_to_four_matches(size: int) -> None:
    """Followed along the lines: where one falls who beat another in round t, and was beaten in round r."""
    rounds = size.bit_length() - 1
    for later in range(2, rounds + 1):
        for earlier in range(1, later):
            for match in range(1 << (rounds - later)):
                above = match << (later - earlier)
                for lost in range(above, above + (1 << (later - earlier))):
                    one = fall(later, match, 1 << (rounds - later))
                    other = fall(earlier, lost, 1 << (rounds - earlier)) >> (later - earlier)
                    lines = 1 << (rounds - later)
                    while one != other:
                        one, other, lines = one >> 1, other >> 1, lines >> 1
                    assert lines <= (4 if rounds > 4 else 2 if rounds > 3 else 1)


@pytest.mark.parametrize("size", [8, 16, 27, 64, 100, 256])
@pytest.mark.parametrize("seed", range(5))
def test_in_play_nobody_meets_again_early_whatever_the_size(size: int, seed: int) -> None:
    chance = Random(seed)
    progress = _play(size, lambda _, home, away: chance.choice([home, away]))
    in_round = Counter(match.id.split("M")[0] for match in progress.planned)
    met: set[frozenset[str]] = set()
    for match in progress.played:
        pair = frozenset((match.home, match.away))
        if match.id.startswith("L") and in_round[match.id.split("M")[0]] > 4:
            assert pair not in met
        met.add(pair)


def test_losers_of_the_first_round_meet_each_other_first() -> None:
    pairings = {pairing.id: pairing for pairing in brackets(_names(8))}
    assert pairings["L1M1"].home == Slot("loser", "U1M1")
    assert pairings["L1M1"].away == Slot("loser", "U1M2")
    assert pairings["L2M1"].away == Slot("loser", "U2M2")
    assert pairings["L4M1"].label == "lower_final"
    assert pairings[FINAL].home == Slot("winner", "U3M1")


@pytest.mark.parametrize("config", [{"reset": 1}, {"third_place": True}])
def test_a_fault_is_named_by_its_path(config: dict[str, int]) -> None:
    assert [fault.path for fault in FORMAT.check(config)] == list(config)
    assert FORMAT.check({"reset": False}) == []
