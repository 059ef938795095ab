"""Clubs over several tables: the order in which legs end decides, and later legs do not count."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.formats.club_teams import TeamLeg, TeamRules, first_dealer, open_tables, score, tie

SEVEN = TeamRules(tables=7, legs_per_table=2, first_to=6)
HOME, AWAY = (12, 8), (5, 12)


def _legs(results: str) -> list[TeamLeg]:
    """Legs in the order of completion, H or A or = by winner, at tables 1, 2, 3, … in turn."""
    tentos = {"H": HOME, "A": AWAY, "=": (11, 11)}
    return [TeamLeg(number % 7 + 1, tentos[result]) for number, result in enumerate(results)]


def test_the_sixth_leg_of_a_club_decides_at_once() -> None:
    found = score(SEVEN, _legs("HAHAHAHAHAH"))
    assert (found.legs, found.winner, found.over, found.decided_by) == ((6, 5), 0, True, 10)
    assert open_tables(SEVEN, _legs("HAHAHAHAHAH")) == ()


def test_legs_that_end_after_the_decision_do_not_count() -> None:
    found = score(SEVEN, _legs("HHHHHHAAAAAA"))
    assert found.legs == (6, 0)
    assert found.tentos == (72, 48)
    assert found.late == (6, 7, 8, 9, 10, 11)


def test_who_was_first_to_end_the_decisive_leg_has_won() -> None:
    """The same legs in another order give the other club the match."""
    assert score(SEVEN, _legs("HAHAHAHAHAHA")).winner == 0
    assert score(SEVEN, _legs("AHAHAHAHAHAH")).winner == 1


def test_an_open_match_has_no_winner_and_tells_which_tables_play_on() -> None:
    found = score(SEVEN, _legs("HHHHHAAAA"))
    assert (found.legs, found.winner, found.over, found.decided_by) == ((5, 4), None, False, None)
    assert open_tables(SEVEN, _legs("HHHHHAAAA")) == (3, 4, 5, 6, 7)


def test_without_a_first_to_all_legs_are_played_and_may_end_level() -> None:
    four = TeamRules(tables=4, legs_per_table=1)
    assert score(four, _legs("HHA")).over is False
    assert score(four, _legs("HHAH")).winner == 0
    level = score(four, _legs("HHAA"))
    assert (level.over, level.winner, level.legs) == (True, None, (2, 2))


def test_a_leg_that_ends_level_is_nobodys() -> None:
    assert score(TeamRules(2, 1), _legs("H=")).winner == 0
    assert score(TeamRules(2, 1), _legs("==")).legs == (0, 0)


def test_sides_take_turns_to_deal_first() -> None:
    assert [first_dealer(table, 1) for table in (1, 2, 3)] == [0, 1, 0]
    assert [first_dealer(1, leg) for leg in (1, 2, 3)] == [0, 1, 0]
    assert first_dealer(2, 2) == 0


def test_rules_that_nobody_could_fulfil_are_unsound() -> None:
    assert SEVEN.is_sound()
    assert TeamRules(4, 1).is_sound()
    assert not TeamRules(4, 1, first_to=5).is_sound()
    assert TeamRules(4, 1, first_to=4).is_sound()
    assert TeamRules(1, 1, first_to=1).is_sound()
    assert not TeamRules(4, 1, first_to=-1).is_sound()
    assert not TeamRules(0, 1).is_sound()
    assert not TeamRules(4, 0).is_sound()


def test_home_and_away_are_added_up_from_the_first_clubs_side() -> None:
    rules = TeamRules(tables=4, legs_per_table=1)
    both = tie([score(rules, _legs("HHHA")), score(rules, _legs("HHHA"))])
    assert (both.matches, both.legs, both.winner) == ((1, 1), (4, 4), None)
    more = tie([score(rules, _legs("HHHH")), score(rules, _legs("HHHA"))])
    assert (more.matches, more.legs, more.winner) == ((1, 1), (5, 3), 0)
    assert more.tentos == (12 * 4 + 8 * 3 + 12, 8 * 4 + 12 * 3 + 5)
    assert tie([score(rules, _legs("HHAA")), score(rules, _legs("HHHA"))]).winner == 1


@given(st.text("HA=", max_size=14))
def test_a_decided_match_stays_as_it_is_whatever_ends_later(results: str) -> None:
    before = score(SEVEN, _legs(results))
    after = score(SEVEN, _legs((results + "AAAAAAAAAAAAAA")[:14]))
    if before.over:
        assert (after.legs, after.tentos, after.winner) == (before.legs, before.tentos, before.winner)
    assert max(after.legs) <= 6


def test_a_third_match_is_at_the_first_club_again() -> None:
    rules = TeamRules(tables=4, legs_per_table=1)
    three = tie([score(rules, _legs(results)) for results in ("HHHA", "AAAH", "HHHA")])
    assert (three.matches, three.legs) == ((3, 0), (9, 3))


def test_a_table_that_has_played_its_legs_is_closed() -> None:
    rules = TeamRules(tables=2, legs_per_table=2)
    legs = [TeamLeg(1, HOME), TeamLeg(1, AWAY), TeamLeg(2, HOME)]
    assert open_tables(rules, legs) == (2,)
    assert open_tables(rules, []) == (1, 2)
