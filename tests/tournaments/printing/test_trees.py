"""Which part of a bracket goes on which page."""

from __future__ import annotations

import pytest

from tournaments.printing.trees import MOST_LEAVES, MOST_LEVELS, Match, Slot, Tree, pages, trees
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.protocol import Drawn
from tournaments.rules.regulation import JSON


def plan(name: str, entries: int, **config: JSON) -> list[Match]:
    """The matches that a format plans for entries E1, E2, …"""
    drawn = Drawn(tuple(f"E{number}" for number in range(1, entries + 1)), config, "00" * 16)
    return [
        Match(
            pairing.id,
            pairing.label,
            (slot(pairing.home.kind, pairing.home.of), slot(pairing.away.kind, pairing.away.of)),
        )
        for pairing in FORMATS[name].plan(drawn)
    ]


def slot(kind: str, of: str) -> Slot:
    """A side as it comes from its source."""
    return Slot(of, of if kind == "winner" else "", kind == "entry")


def shown(parts: list[Tree]) -> list[str]:
    """The matches on a page."""
    return [match.id for part in parts for _, match in part.columns()]


def test_the_final_is_the_root_and_the_match_for_third_place_stands_beside_it() -> None:
    found = trees(plan("single_elimination", 8, third_place=True))
    assert [tree.match.round for tree in found] == ["final", "third_place"]
    assert (found[0].leaves, found[0].levels) == (8, 3)


def test_an_entry_with_a_bye_is_a_line_of_the_second_round() -> None:
    (tree,) = trees(plan("single_elimination", 5, third_place=False))
    assert (tree.leaves, tree.levels) == (5, 3)


def test_thirty_two_entries_fit_on_one_page() -> None:
    assert len(pages(trees(plan("single_elimination", 32, third_place=True)))) == 1


def test_a_larger_bracket_begins_with_its_final_and_goes_on_with_its_halves() -> None:
    found = pages(trees(plan("single_elimination", 64, third_place=False)))
    assert [part.match.round for page in found for part in page] == ["final", "semifinal", "semifinal"]
    assert [part.leaves for page in found for part in page] == [2, 32, 32]
    assert len(found) == 2


@pytest.mark.parametrize("entries", [2, 3, 40, 64, 100, 513])
@pytest.mark.parametrize("name", ["single_elimination", "double_elimination"])
def test_every_match_is_on_exactly_one_page_and_no_page_holds_too_much(name: str, entries: int) -> None:
    if entries > FORMATS[name].limits[1]:
        entries = FORMATS[name].limits[1]
    matches = plan(name, entries)
    found = pages(trees(matches))
    assert sorted(match for page in found for match in shown(page)) == sorted(match.id for match in matches)
    for page in found:
        assert sum(part.leaves for part in page) <= MOST_LEAVES
        assert max(part.levels for part in page) <= MOST_LEVELS
