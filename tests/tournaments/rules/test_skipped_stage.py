"""A later stage to which too few come: it is let pass, and the championship comes to its end."""

from typing import Any

import pytest

from tests.tournaments.rules.play import SEED, Play
from tournaments.rules import commands as cmd
from tournaments.rules.errors import ReasonRequired, TooFewEntries
from tournaments.rules.errors_stages import StageDrawn, StageNotReady, StagePlayable
from tournaments.rules.public_stages import stage_view
from tournaments.rules.stages import places_of

FIRST: dict[str, Any] = {"id": "first", "format": "swiss", "rounds": 1, "criteria": ["points", "seed"]}
SECOND: dict[str, Any] = {
    "id": "second",
    "format": "consolation",
    "direct": 2,
    "from": [{"stage": "first", "places": [1, 4]}],
}
LAST: dict[str, Any] = {"id": "last", "from": [{"stage": "second", "places": [1, 2]}]}


def waiting(leaving: int, *later: dict[str, Any]) -> Play:
    """Five entries, so many of which leave, have played one round; the second stage takes no fewer than 4."""
    play = Play(stages=[{**FIRST, "seeding": "rank"}, SECOND, *later])
    play.enter(5)
    play.start()
    for number in range(leaving):
        play.do(cmd.WithdrawEntry, entry_id=f"e{5 - number:03}")
    while any(not match.result for match in play.state.matches.values() if match.stage == "first"):
        play.move()
        for match in [match for match in play.state.matches.values() if match.status == "called"]:
            play.win(match.id)
    play.move()
    return play


def test_a_stage_with_too_few_says_so_and_cannot_be_drawn() -> None:
    play = waiting(2)
    told = stage_view(play.state, "second")["waits_for"]
    assert told == {"stage": None, "lots": [], "draw": False, "too_few": True}
    with pytest.raises(TooFewEntries):
        play.do(cmd.DrawStage, stage="second", seed=SEED)
    assert play.state.phase == "running"


def test_let_pass_it_leaves_them_in_the_order_in_which_they_came() -> None:
    play = waiting(2)
    play.do(cmd.SkipStage, stage="second", reason="two pairs went home")
    stage = play.state.stages["second"]
    assert (stage.method, len(stage.order)) == ("skipped", 3)
    assert [place.entries for place in places_of(play.state, stage)] == [(entry,) for entry in stage.order]
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion == stage.order[0]


def test_the_next_stage_goes_on_from_that_order() -> None:
    play = waiting(2, LAST)
    play.do(cmd.SkipStage, stage="second", reason="two pairs went home")
    play.finish()
    assert play.state.stages["last"].order == play.state.stages["second"].order[:2]
    assert play.state.phase == "finished"


def test_a_correction_before_it_draws_it_anew_in_another_order() -> None:
    play = waiting(2)
    play.do(cmd.SkipStage, stage="second", reason="two pairs went home")
    order = play.state.stages["second"].order
    match = next(m for m in play.state.matches.values() if m.result and m.result.how == "played")
    play.do(cmd.CorrectResult, match=match.id, reason="swapped", legs=((0, 12),))
    assert "second" not in play.state.stages
    play.do(cmd.SkipStage, stage="second", reason="two pairs went home")
    assert play.state.stages["second"].order != order


def test_only_a_stage_that_cannot_be_played_is_let_pass() -> None:
    play = waiting(0)
    with pytest.raises(StageDrawn):
        play.do(cmd.SkipStage, stage="second", reason="late")
    by_hand = Play(stages=[{**FIRST, "seeding": "rank"}, {**SECOND, "starts": "by_hand"}])
    by_hand.enter(5)
    by_hand.start()
    with pytest.raises(StageNotReady):
        by_hand.do(cmd.SkipStage, stage="second", reason="late")
    by_hand.move()
    for match in [match for match in by_hand.state.matches.values() if match.status == "called"]:
        by_hand.win(match.id)
    with pytest.raises(StagePlayable):
        by_hand.do(cmd.SkipStage, stage="second", reason="late")
    few = waiting(2)
    with pytest.raises(ReasonRequired):
        few.do(cmd.SkipStage, stage="second", reason=" ")


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_groups_of_which_some_stay_empty_are_played_all_the_same(left: int) -> None:
    second = {"id": "second", "format": "groups", "groups": 3, "from": [{"stage": "first", "places": [1, 5]}]}
    play = Play(stages=[{**FIRST, "seeding": "rank"}, second])
    play.enter(5)
    play.start()
    for number in range(left):
        play.do(cmd.WithdrawEntry, entry_id=f"e{5 - number:03}")
    play.finish()
    assert play.state.phase == "finished"
    assert len(play.state.stages["second"].order) == 5 - left
