"""Five Swiss rounds with clubs kept apart, then the best eight in a knock-out."""

from collections import Counter
from typing import Any

import pytest

from tests.stories.evening import Evening, by_chance, evening
from tournaments.rules import commands as cmd
from tournaments.rules.errors import EntriesClosed
from tournaments.rules.stages import tables_of

PAIRS = [f"pair{number:02}" for number in range(1, 42)]
CLUBS = {name: f"club{number % 12}" for number, name in enumerate(PAIRS)}


def told(names: list[str] = PAIRS, **changes: Any) -> Evening:
    play = evening("swiss_cut", **changes)
    play.welcome(names, CLUBS)
    return play


def rounds(play: Evening) -> dict[int, list[tuple[str, str]]]:
    """The sides of every match, by round."""
    found: dict[int, list[tuple[str, str]]] = {}
    for match in play.of_stage("swiss"):
        found.setdefault(match.round, []).append((match.sides[0] or "", match.sides[1] or ""))
    return found


def test_the_next_round_is_paired_only_when_every_result_is_confirmed() -> None:
    play = told()
    play.move()
    *most, last = [match for match in play.state.matches.values() if match.status == "called"]
    for match in most:
        play.report(match, by_chance(play, match))
    play.do(cmd.HandInSheet, match=last.id, entry=last.sides[0], legs=by_chance(play, last))
    assert rounds(play).keys() == {1}
    play.do(cmd.ConfirmSheet, match=last.id, entry=last.sides[1])
    assert rounds(play).keys() == {1, 2}


def test_nobody_meets_again_no_clubmates_meet_and_nobody_rests_twice() -> None:
    play = told()
    play.play_stage("swiss", by_chance)
    met = Counter(frozenset(pair) for pairs in rounds(play).values() for pair in pairs)
    assert max(met.values()) == 1
    assert not [pair for pair in met if "" not in pair and len({CLUBS[entry] for entry in pair}) == 1]
    assert [sum("" in pair for pair in pairs) for pairs in rounds(play).values()] == [1] * 5


def test_the_best_eight_play_on_in_the_order_of_the_table() -> None:
    play = told()
    play.play_stage("swiss", by_chance)
    assert play.state.stages["final"].order == tuple(play.table("swiss")[:8])
    first = [match.sides for match in play.of_stage("final") if match.round == 1]
    assert first[0] == (play.table("swiss")[0], play.table("swiss")[7])


def test_the_evening_ends_with_a_champion() -> None:
    play = told()
    play.play_out(by_chance)
    assert play.state.podium
    assert len([entry for place in play.places() for entry in place.entries]) == 8
    assert play.state.podium.champion in play.table("swiss")[:8]


def test_a_bye_counts_as_the_regulation_says() -> None:
    play = told()
    resting = next(match for match in play.of_stage("swiss") if match.sides[1] == "")
    row = tables_of(play.state, play.state.stages["swiss"])[0].table.row(resting.sides[0] or "")
    assert (row.values["points"], row.values["tentos_difference"]) == (3, 6)


def test_a_late_pair_comes_in_until_the_second_round_and_no_later() -> None:
    play = told(PAIRS[:40])
    play.play_called(by_chance)
    late = {"name": "late", "members": ("late.0", "late.1")}
    play.do(cmd.RegisterEntry, entry_id="late", **late)
    assert "late" not in play.state.stages["swiss"].order
    play.do(cmd.ConfirmEntry, entry_id="late")
    assert play.state.stages["swiss"].order[-1] == "late"
    play.play_called(by_chance)
    assert "late" in {entry for pair in rounds(play)[3] for entry in pair}
    with pytest.raises(EntriesClosed):
        play.do(cmd.RegisterEntry, entry_id="later", name="later", members=("l.0", "l.1"))
