"""A knock-out of six pairs home and away, from its regulation to the champion, with a final best of three."""

from typing import Any

import pytest

from tests.stories.evening import Evening, by_chance, evening, strongest_wins
from tournaments.rules import commands as cmd
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.preview import preview
from tournaments.rules.regulation_check import complete
from tournaments.rules.simulation import simulate
from tournaments.rules.stages import games_of, ties_in

PAIRS = [f"pair{number}" for number in range(1, 7)]
HOME, AWAY = (12, 7), (7, 12)


def told(**stage: Any) -> Evening:
    cup = {
        "id": "cup",
        "seeding": "rank",
        "match": {"legs": 2, "level": "draw", "play_all": True},
        "ties": {"default": {"matches": 2}, "rounds": {"final": {"best_of": 3, "homes": "HHA"}}},
    }
    play = evening("home_and_away", stages=[{**cup, **stage}])
    play.welcome(PAIRS)
    play.move()
    return play


def report(play: Evening, match: str, *legs: tuple[int, int]) -> None:
    play.move()
    play.report(play.match(match), legs)


def tie(play: Evening, name: str) -> tuple[list[str], str | None]:
    stage = play.state.stages["cup"]
    found = next(tie for tie in ties_in(play.state, stage) if tie.pairing.id == name)
    return games_of(play.state, "cup", found), found.winner


def test_both_legs_are_planned_at_the_draw_home_and_away_exchanged() -> None:
    play = told()
    assert play.match("R1M2G1").sides == ("pair4", "pair5")
    assert play.match("R1M2G2").sides == ("pair5", "pair4")
    assert set(play.state.matches) == {"R1M2G1", "R1M2G2", "R1M4G1", "R1M4G2"}


def test_the_same_two_are_never_called_to_both_of_their_matches() -> None:
    play = told()
    called = [name for name, match in play.state.matches.items() if match.status == "called"]
    assert called == ["R1M2G1", "R1M4G1"]


def test_more_matches_won_decide_a_tie_whatever_the_tentos() -> None:
    play = told()
    report(play, "R1M2G1", HOME, HOME)
    report(play, "R1M2G2", (12, 0), (0, 12))
    assert tie(play, "R1M2") == (["R1M2G1", "R1M2G2"], "pair4")


def test_level_matches_go_by_legs_then_by_tentos() -> None:
    play = told()
    report(play, "R1M2G1", HOME, HOME)
    report(play, "R1M2G2", (12, 3), (12, 3))
    assert tie(play, "R1M2")[1] == "pair5"


def test_a_draw_in_each_leg_and_level_tentos_ask_for_a_decider_that_has_a_winner() -> None:
    play = told()
    for game in ("R1M2G1", "R1M2G2"):
        report(play, game, HOME, AWAY)
    report(play, "R1M4G1", HOME, HOME)
    report(play, "R1M4G2", AWAY, AWAY)
    assert tie(play, "R1M2") == (["R1M2G1", "R1M2G2", "R1M2G3"], None)
    assert tie(play, "R1M4") == (["R1M4G1", "R1M4G2"], "pair3")
    assert play.match("R1M2G3").level == "leg"
    assert "R2M1G1" not in play.state.matches
    report(play, "R1M2G3", HOME, AWAY, AWAY)
    assert tie(play, "R1M2")[1] == "pair5"
    assert play.match("R2M1G1").sides == ("pair1", "pair5")


def test_with_level_seed_the_better_seed_goes_on_without_a_decider() -> None:
    play = told(ties={"matches": 2, "level": "seed"})
    for game in ("R1M2G1", "R1M2G2"):
        report(play, game, HOME, AWAY)
    assert tie(play, "R1M2")[1] == "pair4"


def test_legs_can_be_made_to_decide_before_matches() -> None:
    play = told(ties={"matches": 2, "by": ["tentos"]})
    report(play, "R1M2G1", HOME, HOME)
    report(play, "R1M2G2", (12, 0), (12, 0))
    assert tie(play, "R1M2")[1] == "pair5"


def test_a_series_ends_as_soon_as_it_is_decided_and_its_homes_are_as_stated() -> None:
    play = told()
    while "R3M1G1" not in play.state.matches:
        assert play.play_called(strongest_wins)
    assert play.match("R3M1G1").sides == ("pair1", "pair2")
    report(play, "R3M1G1", HOME, HOME)
    assert play.match("R3M1G2").sides == ("pair1", "pair2")
    report(play, "R3M1G2", AWAY, AWAY)
    assert play.match("R3M1G3").sides == ("pair2", "pair1")
    report(play, "R3M1G3", AWAY, AWAY)
    assert play.state.podium
    assert (play.state.podium.champion, play.state.podium.runner_up) == ("pair1", "pair2")
    assert "R3M1G4" not in play.state.matches


def test_who_leaves_during_a_tie_has_lost_it_though_it_won_the_first_match() -> None:
    play = told()
    report(play, "R1M2G1", HOME, HOME)
    play.do(cmd.WithdrawEntry, entry_id="pair4", reason="flat tyre")
    assert tie(play, "R1M2")[1] == "pair5"


def test_who_leaves_after_a_tie_has_won_it_all_the_same() -> None:
    play = told()
    while "R2M1G1" not in play.state.matches:
        assert play.play_called(strongest_wins)
    play.do(cmd.WithdrawEntry, entry_id="pair4", reason="work")
    assert tie(play, "R1M2")[1] == "pair4"
    assert tie(play, "R2M1")[1] == "pair1"


def test_a_correction_of_a_first_leg_takes_the_next_round_back_and_plans_it_anew() -> None:
    play = told()
    while "R2M1G1" not in play.state.matches:
        assert play.play_called(strongest_wins)
    change = cmd.CorrectResult(
        actor="user:arbiter",
        now_ms=play.now_ms + 1,
        match="R1M2G1",
        reason="swapped",
        legs=((10, 12), (10, 12)),
    )
    seen = preview(play.state, change)
    assert set(seen.dropped) == {"R2M1G1", "R2M1G2", "R2M2G1", "R2M2G2"}
    assert seen.choose == ()
    play.give(change)
    games, winner = tie(play, "R1M2")
    assert (len(games), winner) == (3, None)
    assert play.match("R2M1G1").status == "dropped"


def test_a_round_that_was_played_on_a_corrected_tie_may_stand_and_keeps_its_players() -> None:
    play = told()
    while not any(m.result for n, m in play.state.matches.items() if n.startswith("R2")):
        assert play.play_called(strongest_wins)
    with_legs = {"match": "R1M2G2", "legs": ((12, 0), (12, 0)), "reason": "swapped"}
    change = cmd.CorrectResult(actor="user:arbiter", now_ms=play.now_ms + 1, **with_legs)  # type: ignore[arg-type]  # one dict for both
    assert preview(play.state, change).choose == ("cup/4",)
    play.do(cmd.CorrectResult, **with_legs, stand=("cup/4",))
    assert play.match("R2M1G1").sides == ("pair1", "pair4")
    play.play_out(strongest_wins)
    assert play.state.podium
    assert play.state.podium.champion == "pair1"


@pytest.mark.parametrize("size", [2, 3, 5, 8, 13])
def test_whatever_chance_decides_everybody_has_a_place(size: int) -> None:
    play = evening("home_and_away")
    names = [f"pair{number}" for number in range(1, size + 1)]
    play.welcome(names)
    play.play_out(by_chance)
    assert sorted(entry for place in play.places() for entry in place.entries) == sorted(names)
    assert play.state.podium
    assert play.state.podium.champion == play.places()[0].entries[0]


def test_a_tie_to_which_nobody_comes_leaves_its_place_empty() -> None:
    play = told()
    play.wait(16)
    play.wait(16)
    play.wait(16)
    assert play.match("R1M2G3").status == "decided"
    assert tie(play, "R1M2")[1] == ""
    assert play.match("R2M1G1").result
    assert tie(play, "R2M1") == (["R2M1G1"], "pair1")


def test_a_simulation_tells_how_many_matches_lie_before_the_final() -> None:
    document: dict[str, Any] = {"variant": "paulista", "stages": [{"ties": {"matches": 2, "level": "seed"}}]}
    found = simulate(document, entries=8, tables=0, seed="5eed" * 16)
    assert (found.matches.least, found.matches.most) == (14, 14)
    assert found.way_to_final == (4, 4)
    assert not found.problems


@pytest.mark.parametrize(
    ("ties", "path"),
    [
        ({"matches": 1}, "stages.0.ties.matches"),
        ({"best_of": 2}, "stages.0.ties.best_of"),
        ({"matches": 2, "homes": "HX"}, "stages.0.ties.homes"),
        ({"matches": 2, "by": ["goals"]}, "stages.0.ties.by.0"),
        ({"default": None, "rounds": {"finals": {"matches": 2}}}, "stages.0.ties.rounds.finals"),
    ],
)
def test_a_tie_that_cannot_be_is_refused_by_its_path(ties: Any, path: str) -> None:
    with pytest.raises(InvalidRegulation) as refused:
        complete({"variant": "paulista", "stages": [{"ties": ties}]})
    assert [fault.path for fault in refused.value.faults] == [path]


def test_only_ties_let_a_match_of_a_knock_out_end_in_a_draw() -> None:
    stage: dict[str, Any] = {"match": {"legs": 2, "level": "draw", "play_all": True}}
    with pytest.raises(InvalidRegulation):
        complete({"variant": "paulista", "stages": [stage]})
    complete({"variant": "paulista", "stages": [{**stage, "ties": {"matches": 2}}]})
