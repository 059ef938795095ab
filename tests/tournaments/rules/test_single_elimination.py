"""The bracket of a knock-out, for every size a club may have."""

from collections import Counter

import pytest

from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.protocol import Drawn, Pairing, Played, Progress, Slot
from tournaments.rules.formats.single_elimination import SingleElimination, label, seed_order

SIZES = [*range(2, 130), 255, 256, 257, 511, 512]
KNOCK_OUT = SingleElimination()


def plan(size: int, *, third_place: bool = False) -> list[Pairing]:
    entries = tuple(str(seed) for seed in range(1, size + 1))
    return list(KNOCK_OUT.plan(Drawn(entries, {"third_place": third_place})))


def favourites_win(pairings: list[Pairing]) -> dict[str, tuple[int, int, int]]:
    """Every match with its seeds (home, away) and round, if the better seed always wins."""
    seen: dict[str, tuple[int, int, int]] = {}

    def who(slot: Slot) -> int:
        if slot.kind == "entry":
            return int(slot.of)
        home, away, _round = seen[slot.of]
        return min(home, away) if slot.kind == "winner" else max(home, away)

    for pairing in pairings:
        seen[pairing.id] = (who(pairing.home), who(pairing.away), pairing.round)
    return seen


@pytest.mark.parametrize("size", SIZES)
def test_a_knock_out_of_n_has_n_minus_one_matches(size: int) -> None:
    assert len(plan(size)) == size - 1


@pytest.mark.parametrize("size", SIZES)
def test_a_third_place_is_one_match_more_from_four_entries_on(size: int) -> None:
    assert len(plan(size, third_place=True)) == size - 1 + (size >= 4)


@pytest.mark.parametrize("size", SIZES)
def test_every_entry_is_seated_once_and_every_winner_goes_to_one_place(size: int) -> None:
    pairings = plan(size)
    slots = [slot for pairing in pairings for slot in (pairing.home, pairing.away)]
    assert Counter(slot.of for slot in slots if slot.kind == "entry") == Counter(map(str, range(1, size + 1)))
    led = Counter(slot.of for slot in slots if slot.kind == "winner")
    assert led == Counter(pairing.id for pairing in pairings[:-1])
    assert not [slot for slot in slots if slot.kind == "nobody"]


@pytest.mark.parametrize("size", SIZES)
def test_byes_go_to_the_best_seeds(size: int) -> None:
    first = [pairing for pairing in plan(size) if pairing.round == 1]
    playing = {int(slot.of) for pairing in first for slot in (pairing.home, pairing.away)}
    byes = len(seed_order(1 << (size - 1).bit_length())) - size
    assert playing == set(range(byes + 1, size + 1))


@pytest.mark.parametrize("size", SIZES)
def test_the_best_seeds_meet_as_late_as_can_be(size: int) -> None:
    matches = favourites_win(plan(size))
    rounds = max(number for _home, _away, number in matches.values())
    for home, away, number in matches.values():
        left = 2 ** (rounds - number + 1)
        assert home + away == left + 1


@pytest.mark.parametrize("size", SIZES)
def test_seeds_one_and_two_meet_only_in_the_final_and_one_to_four_only_from_the_semifinals(size: int) -> None:
    """Whoever wins: the ways of two seeds join where the bracket joins them."""
    pairings = plan(size)
    way: dict[str, list[str]] = {}
    for pairing in reversed(pairings):
        for slot in (pairing.home, pairing.away):
            way[slot.of] = [pairing.id, *way.get(pairing.id, [])]
    rounds = pairings[-1].round
    by_id = {pairing.id: pairing for pairing in pairings}

    def first_meeting(one: int, other: int) -> int:
        return next(by_id[match].round for match in way[str(one)] if match in way[str(other)])

    assert first_meeting(1, 2) == rounds
    best = range(1, min(size, 4) + 1)
    assert all(first_meeting(one, other) >= rounds - 1 for one in best for other in best if one < other)


def test_the_lines_of_a_bracket_of_eight_are_the_usual_ones() -> None:
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_match_is_addressed_by_its_round_and_its_place_in_the_full_bracket() -> None:
    ids = [pairing.id for pairing in plan(6)]
    assert ids == ["R1M2", "R1M4", "R2M1", "R2M2", "R3M1"]
    semifinal = plan(6)[2]
    assert (semifinal.home, semifinal.away) == (Slot("entry", "1"), Slot("winner", "R1M2"))


def test_the_match_for_third_place_comes_before_the_final_and_takes_the_losers_of_the_semifinals() -> None:
    *_, third, final = plan(8, third_place=True)
    assert (third.id, third.round, third.label) == ("third_place", 3, "third_place")
    assert (third.home, third.away) == (Slot("loser", "R2M1"), Slot("loser", "R2M2"))
    assert final.label == "final"


def test_rounds_are_named_from_the_end() -> None:
    assert [label(matches) for matches in (1, 2, 4, 8, 16)] == [
        "final",
        "semifinal",
        "quarterfinal",
        "round_of_16",
        "round_of_32",
    ]


def played(match: str, number: int, home: str, away: str, winner: str) -> Played:
    loser = {home: away, away: home}.get(winner, "")
    return Played(match, number, home, away, winner, loser, "played")


def order(*matches: Played) -> list[tuple[int, tuple[str, ...]]]:
    drawn = Drawn(("a", "b", "c", "d"), {})
    return [(place.place, place.entries) for place in KNOCK_OUT.placings(drawn, Progress((), matches))]


def test_losers_of_a_round_share_their_place() -> None:
    semifinals = played("R1M1", 1, "a", "d", "a"), played("R1M2", 1, "b", "c", "c")
    final = played("R2M1", 2, "a", "c", "c")
    assert order(*semifinals, final) == [(1, ("c",)), (2, ("a",)), (3, ("d", "b"))]


def test_the_match_for_third_place_settles_third_and_fourth() -> None:
    semifinals = played("R1M1", 1, "a", "d", "a"), played("R1M2", 1, "b", "c", "c")
    third = played("third_place", 2, "d", "b", "b")
    final = played("R2M1", 2, "a", "c", "c")
    assert order(*semifinals, third, final) == [(1, ("c",)), (2, ("a",)), (3, ("b",)), (4, ("d",))]


def test_a_place_that_nobody_won_stays_empty() -> None:
    semifinals = played("R1M1", 1, "a", "d", "a"), played("R1M2", 1, "b", "c", "c")
    final = played("R2M1", 2, "a", "c", "")
    assert order(*semifinals, final) == [(2, ("a", "c")), (3, ("d", "b"))]


def test_the_format_knows_its_own_keys_and_no_other() -> None:
    assert [fault.path for fault in KNOCK_OUT.check({"third_place": 1, "fourth_place": True})] == [
        "fourth_place",
        "third_place",
    ]
    assert not KNOCK_OUT.check({"third_place": True})
    assert FORMATS["single_elimination"].name == "single_elimination"
