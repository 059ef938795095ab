"""Section 2: packs, the plain order, manilhas old and new, the joker."""

import pytest

from games.rules.options import rules_for
from tests.rulebook.order import order_of
from tests.rulebook.table import judge

PLAIN = ["3", "2", "A", "K", "J", "Q", "7", "6", "5", "4"]
SPANISH = ["3", "2", "1", "12", "11", "10", "7", "6", "5", "4"]


def four(rank: str, suits: str = "PCEO") -> frozenset[str]:
    return frozenset(rank + suit for suit in suits)


def under(vira: str, ranks: list[str], suits: str = "PCEO") -> list[frozenset[str]]:
    """The order by hand: manilhas of the rank after the turned card, then the plain ranks."""
    cycle = ranks[::-1]
    best = cycle[(cycle.index(vira[:-1]) + 1) % len(cycle)]
    plain = [four(rank, suits) - {vira} for rank in ranks if rank != best]
    return [frozenset({best + suit}) for suit in suits] + [group for group in plain if group]


@pytest.mark.parametrize("vira", ["4P", "7C", "KO", "2E", "3O"])
def test_the_manilhas_are_the_rank_after_the_vira_and_plain_cards_of_a_rank_tie(vira: str) -> None:
    assert order_of("paulista", 2, vira) == under(vira, PLAIN)


@pytest.mark.parametrize("vira", ["7B", "12E", "3O"])
def test_the_spanish_pack_goes_from_the_sota_to_the_rei_and_the_three(vira: str) -> None:
    assert order_of("catarinense", 2, vira) == under(vira, SPANISH, "BCEO")


@pytest.mark.parametrize("vira", ["7P", "10C"])
def test_in_the_dirty_pack_8_9_and_10_stand_between_7_and_queen(vira: str) -> None:
    ranks = ["3", "2", "A", "K", "J", "Q", "10", "9", "8", "7", "6", "5", "4"]
    assert order_of("inteligente", 2, vira, deck="dirty") == under(vira, ranks)


@pytest.mark.parametrize("vira", ["QP", "KC", "3O"])
def test_the_short_pack_runs_from_the_queen_round_to_the_queen(vira: str) -> None:
    assert order_of("paulista", 2, vira, deck="short") == under(vira, ["3", "2", "A", "K", "J", "Q"])


FIXED = [{"4P"}, {"7C"}, {"AE"}, {"7O"}]


def test_the_old_manilhas_stand_above_every_three() -> None:
    rest = [four("3"), four("2"), four("A", "PCO"), *map(four, "KJQ")]
    low = [four("7", "PE"), four("6"), four("5"), four("4", "CEO")]
    assert order_of("goiano", 2) == FIXED + rest + low
    assert order_of("inteligente", 2, manilhas="fixed") == FIXED + rest + low
    assert order_of("goiano", 2, deck="short") == FIXED + rest


def test_the_packs_have_the_cards_that_are_said() -> None:
    sizes = {
        ("paulista", "standard"): 40,
        ("paulista", "dirty"): 52,
        ("paulista", "short"): 24,
        ("goiano", "short"): 27,
    }
    for (variant, deck), size in sizes.items():
        pack = rules_for(variant, 2, {"deck": deck}).pack
        assert (len(pack), len(set(pack))) == (size, size)
    kept = {card for card in rules_for("goiano", 2, {"deck": "short"}).pack if card[0] in "4567"}
    assert kept == {"4P", "7C", "7O"}


def test_no_card_is_turned_under_the_old_manilhas() -> None:
    assert judge("goiano", "3P 2C AC / QC 4E 4C").to_act == [0]


def test_the_joker_is_three_and_a_half_or_beats_every_card() -> None:
    plain = order_of("goiano", 2)
    assert order_of("goiano", 2, coringa="three_and_half") == [*plain[:4], {"CORINGA"}, *plain[4:]]
    assert order_of("goiano", 2, coringa="top") == [{"CORINGA"}, *plain]
    turned = order_of("paulista", 2, "3O")
    assert order_of("paulista", 2, "3O", coringa="three_and_half") == [*turned[:4], {"CORINGA"}, *turned[4:]]
    assert order_of("paulista", 2, "3O", coringa="top") == [{"CORINGA"}, *turned]


def test_one_joker_joins_the_pack() -> None:
    assert len(rules_for("goiano", 4, {"coringa": "top"}).pack) == 41
    assert "CORINGA" not in rules_for("goiano", 4).pack
