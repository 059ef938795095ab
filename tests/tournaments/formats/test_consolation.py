"""Who loses early plays on, and the best of those comes back: case E of the regulations, and re-entry."""

import pytest

from tournaments.rules.formats.consolation import Consolation, plan, reenter
from tournaments.rules.formats.knockout import knockout, lines
from tournaments.rules.formats.protocol import Drawn, Pairing, Played, Progress, Slot
from tournaments.rules.regulation import JSON

CASE_E: dict[str, JSON] = {"direct": 6, "joins": "semifinal"}


def _names(size: int) -> tuple[str, ...]:
    return tuple(f"D{number}" for number in range(1, size + 1))


def _play(drawn: Drawn, winners: set[str]) -> Progress:
    """Play the planned matches; whoever is among the winners wins, else the home side."""
    planned = tuple(Consolation().plan(drawn))
    played: dict[str, Played] = {}

    def side(slot: Slot) -> str:
        if slot.kind == "entry":
            return slot.of
        return played[slot.of].winner if slot.kind == "winner" else played[slot.of].loser

    for match in planned:
        home, away = side(match.home), side(match.away)
        winner = away if away in winners and home not in winners else home
        loser = home if winner == away else away
        played[match.id] = Played(match.id, match.round, home, away, winner, loser, "played")
    return Progress(planned, tuple(played.values()))


def _sides(progress: Progress, label: str) -> list[tuple[str, str]]:
    labels = {pairing.id: pairing.label for pairing in progress.planned}
    return [(match.home, match.away) for match in progress.played if labels[match.id] == label]


def test_case_e_the_winner_of_the_others_joins_the_semifinal() -> None:
    progress = _play(Drawn(_names(10), CASE_E), {"D1", "D5", "D3", "D10"})
    assert _sides(progress, "main_3") == [("D1", "D6"), ("D2", "D5"), ("D3", "D4")]
    assert _sides(progress, "consolation") == [("D7", "D10"), ("D8", "D9"), ("D10", "D8")]
    assert _sides(progress, "semifinal") == [("D1", "D10"), ("D5", "D3")]


def test_a_consolation_ends_in_one_order() -> None:
    drawn = Drawn(_names(10), CASE_E)
    places = Consolation().placings(drawn, _play(drawn, {"D1", "D5", "D3", "D10"}))
    assert [place.place for place in places] == [1, 2, 3, 5, 6]
    assert sorted(name for place in places for name in place.entries) == sorted(_names(10))
    assert len(places[2].entries) == 2


@pytest.mark.parametrize("losers_of", [[], [1], [1, 2]])
@pytest.mark.parametrize("joins", [2, 4, 8])
def test_every_slot_is_filled_by_a_match_before_it(losers_of: list[int], joins: int) -> None:
    for size in range(4, 65):
        _check_slots(size, plan(_names(size), direct=size - 3, losers_of=losers_of, joins=joins).pairings)


def _check_slots(size: int, found: tuple[Pairing, ...]) -> None:
    number = {pairing.id: pairing.round for pairing in found}
    assert len(number) == len(found)
    slots = [slot for pairing in found for slot in (pairing.home, pairing.away)]
    assert len(set(slots)) == len(slots)
    assert {slot.of for slot in slots if slot.kind == "entry"} == set(_names(size))
    for pairing in found:
        for slot in (pairing.home, pairing.away):
            assert slot.kind == "entry" or number[slot.of] < pairing.round
    assert found[-1].label == "final"


def _first_meetings(found: tuple[Pairing, ...]) -> list[tuple[set[str], set[str]]]:
    """Both sides of each consolation match in which losers of a second main round fall in."""
    by_id = {pairing.id: pairing for pairing in found}

    def comers(slot: Slot) -> set[str]:
        if slot.kind == "entry":
            return {slot.of}
        return comers(by_id[slot.of].home) | comers(by_id[slot.of].away)

    falling = [each for each in found if each.away.kind == "loser" and each.away.of.startswith("R2")]
    return [(comers(each.home), comers(each.away)) for each in falling]


@pytest.mark.parametrize("size", [12, 24, 48])
def test_losers_of_a_second_round_fall_beside_nobody_they_have_met(size: int) -> None:
    meetings = _first_meetings(plan(_names(size), direct=size, losers_of=[1, 2], joins=4).pairings)
    assert meetings
    assert all(not home & away for home, away in meetings)


def test_a_knock_out_leaves_as_many_as_are_wanted() -> None:
    assert lines(6, 3) == [1, 6, 2, 5, 3, 4]
    assert lines(8, 1) == [1, 8, 4, 5, 2, 7, 3, 6]
    found = knockout([Slot("entry", name) for name in _names(7)], 3, prefix="R")
    assert len(found.pairings) == 4
    assert [len(losers) for losers in found.losers] == [1, 3]
    assert len(found.survivors) == 3


def test_who_pays_comes_back_behind_the_winners_and_not_against_whoever_won() -> None:
    """Four winners and four who paid: by lines 1–8, 2–7, 3–6, 4–5 they would meet their winners again."""
    winners, losers = ["W1", "W2", "W3", "W4"], ["L4", "L3", "L2", "L1"]
    beaten_by = {f"L{number}": f"W{number}" for number in range(1, 5)}
    field = reenter(winners, losers, losers, beaten_by)
    assert field[:4] == winners
    assert sorted(field[4:]) == sorted(losers)
    for line, name in enumerate(field[4:], start=4):
        assert field[7 - line] != beaten_by[name]


def test_only_those_who_paid_come_back() -> None:
    assert reenter(["W1", "W2"], ["L1", "L2"], ["L2"], {}) == ["W1", "W2", "L2"]
    assert reenter(["W1"], ["L1"], ["L1"], {"L1": "W1"}) == ["W1", "L1"]
    assert reenter(["W1", "W2", "W3"], ["L1"], ["L1"], {"L1": "W1"}) == ["W2", "W1", "W3", "L1"]


def test_62_pairs_with_paid_reentry_make_a_field_without_an_immediate_rematch() -> None:
    winners = [f"W{number}" for number in range(31)]
    losers = [f"L{number}" for number in range(31)]
    beaten_by = dict(zip(losers, winners, strict=True))
    for count in range(32):
        field = reenter(winners, losers, losers[:count], beaten_by)
        size = 1 << (len(field) - 1).bit_length()
        for line, name in enumerate(field):
            opponent = field[size - 1 - line] if size - 1 - line < len(field) else None
            assert name not in beaten_by or opponent != beaten_by[name]


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"joins": "round_of_32"}, "joins"),
        ({"direct": 0}, "direct"),
        ({"direct": True}, "direct"),
        ({"losers_of": 1}, "losers_of"),
        ({"losers_of": [0]}, "losers_of"),
        ({"losers_of": [True]}, "losers_of"),
        ({"winners_of": [1]}, "winners_of"),
    ],
)
def test_a_fault_is_named_by_its_path(config: dict[str, JSON], path: str) -> None:
    assert [fault.path for fault in Consolation().check(config)] == [path]
    assert Consolation().check({"direct": 6, "losers_of": [1], "joins": "final"}) == []
