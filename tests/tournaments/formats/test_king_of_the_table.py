"""King of the table: losers get up, winners stay and deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.formats.king_of_the_table import KingRules, Table, play, ranking, sit_down

PLAIN = KingRules()


def _after(winners: str, rules: KingRules = PLAIN, entries: str = "ABCD") -> Table:
    table = sit_down(list(entries))
    for winner in winners:
        table = play(table, winner, rules)
    return table


def test_the_loser_goes_to_the_end_of_the_queue_and_the_winner_deals() -> None:
    table = _after("B")
    assert table.seated == ("B", "C")
    assert table.queue == ("D", "A")
    assert (table.reign, table.over) == (1, False)


def test_who_wins_again_reigns_longer() -> None:
    table = _after("BBB")
    assert (table.reign, table.seated, table.queue) == (3, ("B", "A"), ("C", "D"))
    assert (table.longest_reign("B"), _after("BBBA").reign) == (3, 1)


def test_after_the_longest_reign_the_winner_gets_up_too() -> None:
    table = _after("AA", KingRules(longest_reign=2))
    assert table.seated == ("D", "B")
    assert table.queue == ("C", "A")
    assert table.reign == 0


def test_with_two_entries_nobody_can_be_made_to_get_up() -> None:
    assert _after("AAA", KingRules(longest_reign=2), "AB").seated == ("A", "B")


def test_who_has_lost_its_lives_is_out_and_the_last_one_is_king() -> None:
    table = _after("AAA", KingRules(lives=1))
    assert table.out == ("B", "C", "D")
    assert table.over
    assert table.seated == ("A",)
    with pytest.raises(ValueError, match="does not sit"):
        play(table, "A")


def test_only_who_sits_at_the_table_can_win() -> None:
    with pytest.raises(ValueError, match="C does not sit"):
        play(sit_down(list("ABC")), "C")


def test_the_order_is_by_bouts_won_then_by_the_longest_reign() -> None:
    table = _after("ACCAAAB", entries="ABC")
    assert [table.wins(name) for name in "ABC"] == [4, 1, 2]
    assert ranking(table, list("ABC")) == [("A",), ("C",), ("B",)]
    assert ranking(_after("ACBB", entries="ABC"), list("ABC")) == [("B",), ("C",), ("A",)]
    assert ranking(sit_down(list("ABC")), list("ABC")) == [("A", "B", "C")]


@given(
    st.integers(2, 8),
    st.lists(st.integers(0, 1), max_size=30),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_nobody_is_lost_and_nobody_sits_twice(size: int, sides: list[int], reign: int, lives: int) -> None:
    entries = "ABCDEFGH"[:size]
    rules = KingRules(longest_reign=reign, lives=lives)
    table = sit_down(list(entries))
    for side in sides:
        if table.over:
            break
        winner = table.seated[side]
        table = play(table, winner, rules)
        assert sorted((*table.seated, *table.queue, *table.out)) == list(entries)
        assert reign == 0 or table.reign < reign or len(table.queue) + len(table.seated) <= 2
    assert sum(table.wins(name) for name in entries) == len(table.bouts)
    assert sum(table.losses(name) for name in entries) == len(table.bouts)
