"""Each row can say why it stands where it stands."""

from fractions import Fraction
from math import inf

import pytest

from tests.tournaments.standings.records import played, record, won
from tournaments.rules.reasons import Reason, explain, plain
from tournaments.rules.standings_record import read_record

FOUR = ["D1", "D2", "D3", "D4"]


def _told(data: dict[str, object], entry: str) -> list[tuple[object, ...]]:
    table = read_record(data).standings()
    return [(each.code, each.criterion, each.value, each.others) for each in explain(table, table.row(entry))]


def test_each_criterion_tells_who_is_ahead_who_level_and_who_behind() -> None:
    matches = [
        won("D1", "D2"),
        won("D2", "D3"),
        played("D1", "D4", (12, 0)),
        won("D3", "D4"),
        won("D4", "D3"),
    ]
    data = record(entries=FOUR, matches=matches, criteria=["points", "tentos_for"])
    assert _told(data, "D1") == [("ahead", "points", 6, ("D2", "D3", "D4"))]
    assert _told(data, "D3") == [
        ("behind", "points", 3, ("D1",)),
        ("level", "points", 3, ("D2", "D4")),
        ("ahead", "tentos_for", 24, ("D2", "D4")),
    ]
    assert _told(data, "D2") == [
        ("behind", "points", 3, ("D1",)),
        ("level", "points", 3, ("D3", "D4")),
        ("behind", "tentos_for", 18, ("D3",)),
        ("level", "tentos_for", 18, ("D4",)),
        ("shares_rank", None, None, ("D4",)),
    ]


def test_who_awaits_lots_says_with_whom() -> None:
    data = record(entries=["D1", "D2", "D3"], matches=[won("D1", "D2")])
    assert _told(data, "D3") == [
        ("behind", "points", 0, ("D1",)),
        ("level", "points", 0, ("D2",)),
        ("awaits_lots", "lots", None, ("D2",)),
    ]
    assert [code for code, *_ in _told(data, "D1")] == ["ahead"]


def test_lots_that_were_drawn_are_a_reason() -> None:
    data = record(entries=["D1", "D2"], lots=["D2", "D1"])
    assert _told(data, "D1")[-1] == ("behind", "lots", 2, ("D2",))


def test_who_is_alone_says_so() -> None:
    assert _told(record(entries=["D1"]), "D1") == [("alone", None, None, ())]
    assert Reason("alone", "D1").sentence == "D1 is the only entry."


def test_a_sentence_names_a_few_and_counts_the_rest() -> None:
    six = Reason("ahead", "A", "wins", 3, tuple("BCDEFG"))
    assert six.sentence == "wins: A has 3 and stands ahead of B, C, D, E, F, G."
    eight = Reason("ahead", "A", "wins", 3, tuple("BCDEFGHI"))
    assert eight.sentence == "wins: A has 3 and stands ahead of B, C, D, E, F, G … (+2)."


def test_a_sentence_can_be_made_anew_in_another_language() -> None:
    sentence = Reason("level", "A", "buchholz", 3, ("B",)).sentence
    assert sentence.template == "{criterion}: {entry} has {value} and is level with {others}."
    assert sentence.params["criterion"] == "Buchholz"


@pytest.mark.parametrize(
    ("value", "written"), [(3, 3), (Fraction(6, 2), 3), (Fraction(7, 2), 3.5), (inf, "max"), (None, None)]
)
def test_values_are_written_as_numbers(value: int | Fraction | float | None, written: object) -> None:
    assert plain(value) == written
    assert type(plain(value)) is type(written)
