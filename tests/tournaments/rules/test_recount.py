"""Corrections at any time: what follows anew, what an arbiter has to choose about, and the preview of it."""

from typing import Any

import pytest

from tests.tournaments.rules.play import LOST, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import LaterMatchBegun
from tournaments.rules.errors_stages import InvalidChoice
from tournaments.rules.evolve import replay
from tournaments.rules.preview import Preview, as_json, preview
from tournaments.rules.schedule import next_actions
from tournaments.rules.stages import tables_of
from tournaments.rules.state import DROPPED

GROUPS: dict[str, Any] = {
    "id": "groups",
    "format": "groups",
    "groups": 2,
    "draw": "serpentine",
    "seeding": "rank",
    "criteria": ["points", "tentos_difference", "seed"],
}
FINAL: dict[str, Any] = {"id": "final", "from": [{"stage": "groups", "per_group": 1}]}
SWISS: dict[str, Any] = {
    "format": "swiss",
    "rounds": 3,
    "criteria": ["points", "tentos_difference", "seed"],
}


def chain() -> Play:
    """Two groups of two, whose winners meet in the final: e001 and e002."""
    play = Play(stages=[GROUPS, FINAL])
    play.enter(4)
    play.start()
    play.move()
    for match in list(play.state.matches):
        play.win(match, side=0 if play.side(match, 0) < play.side(match, 1) else 1)
    play.move()
    return play


def swiss(rounds: int) -> Play:
    """Eight entries after so many rounds, home having won everything."""
    play = started(8, stage=SWISS)
    for _ in range(rounds):
        play.move()
        for match in list(play.state.matches.values()):
            if match.status == "called":
                play.win(match.id)
    play.move()
    return play


def command(match: str, legs: Any = LOST, **fields: Any) -> cmd.CorrectResult:
    return cmd.CorrectResult(
        actor="user:arbiter", now_ms=2 * 10**12, match=match, legs=legs, reason="mixed up", **fields
    )


def looked(play: Play, match: str, **fields: Any) -> Preview:
    return preview(play.state, command(match, **fields))


def turned(play: Play, match: str) -> Any:
    """The legs of a match, the other side having won."""
    result = play.match(match).result
    assert result
    return tuple((away, home) for home, away in result.legs)


def test_a_preview_changes_nothing_and_says_what_would_change() -> None:
    play = started(4)
    play.win("R1M1")
    before = play.state
    found = looked(play, "R1M1")
    assert play.state is before
    assert (found.choose, found.reopened) == ((), ())
    assert [(seat.match, seat.side, seat.before, seat.after) for seat in found.seats] == [
        ("R2M1", 0, "e001", "e004")
    ]
    assert as_json(found)["seats"][0]["after"] == "e004"


def test_a_later_match_that_was_played_has_to_be_chosen_about() -> None:
    play = started(4)
    play.finish()
    assert looked(play, "R1M1").choose == ("R2M1",)
    with pytest.raises(LaterMatchBegun) as refusal:
        play.give(command("R1M1"))
    assert refusal.value.params["later"] == "R2M1"


def test_a_later_match_may_stand_as_it_was_played() -> None:
    play = started(4)
    play.finish()
    play.give(command("R1M1", stand=("R2M1",)))
    assert play.match("R1M1").result
    assert play.match("R1M1").result.winner == "e004"  # type: ignore[union-attr]  # asserted above
    assert play.match("R2M1").sides == ("e001", "e002")
    assert (play.state.phase, play.state.podium and play.state.podium.champion) == ("finished", "e001")
    assert looked(play, "R1M1", legs=((12, 7),)).choose == ()


def test_a_later_match_may_be_played_again_by_those_who_should_have_been_there() -> None:
    play = started(4)
    play.finish()
    happened = play.give(command("R1M1", replay=("R2M1",)))
    assert [event.match for event in happened if isinstance(event, ev.MatchReopened)] == ["R2M1"]
    assert (play.state.phase, play.state.podium) == ("running", None)
    assert (play.match("R2M1").status, play.match("R2M1").sides) == ("ready", ("e004", "e002"))
    play.finish()
    assert play.state.podium
    assert play.state.podium.champion == "e004"


def test_what_is_played_again_asks_about_what_came_after_it() -> None:
    play = started(8)
    play.finish()
    assert looked(play, "R1M1").choose == ("R2M1",)
    assert looked(play, "R1M1", stand=("R2M1",)).choose == ()
    assert looked(play, "R1M1", replay=("R2M1",)).choose == ("R3M1",)
    play.give(command("R1M1", replay=("R2M1", "R3M1")))
    assert {match.id for match in play.state.matches.values() if not match.result} == {"R2M1", "R3M1"}


def test_where_a_later_match_stands_the_loser_went_on_too_and_nobody_is_in_two_places() -> None:
    """The loser of U1M1 has lost it once and for all, if the match of its winner stands."""
    play = started(4, stage={"format": "double_elimination"})
    play.win("U1M1")
    play.win("U1M2")
    play.move()
    play.win("U2M1")
    lower = play.match("L1M1").sides
    play.give(command("U1M1", stand=("U2M1",)))
    assert play.match("U1M1").result
    assert play.match("L1M1").sides == lower
    play.finish()
    for match in play.state.matches.values():
        assert match.sides[0] != match.sides[1]


def test_of_what_one_match_led_to_all_stands_or_nothing() -> None:
    play = started(4, stage={"third_place": True})
    play.finish()
    assert set(looked(play, "R1M1").choose) == {"third_place", "R2M1"}
    with pytest.raises(InvalidChoice):
        play.give(command("R1M1", stand=("R2M1",), replay=("third_place",)))
    play.give(command("R1M1", replay=("R2M1", "third_place")))
    assert play.match("third_place").sides == ("e001", "e003")


def test_a_choice_about_something_else_is_refused() -> None:
    play = started(8)
    play.finish()
    with pytest.raises(InvalidChoice):
        play.give(command("R1M1", stand=("R2M1", "R2M2")))
    with pytest.raises(InvalidChoice):
        play.give(command("R1M1", stand=("R2M1",), replay=("R2M1",)))


def test_the_same_winner_by_other_legs_moves_nobody() -> None:
    play = started(4)
    play.finish()
    play.give(command("R1M1", legs=((12, 1),)))
    assert play.match("R2M1").result
    assert play.state.phase == "finished"


def test_a_group_result_corrected_before_the_final_has_begun_draws_it_anew() -> None:
    play = chain()
    match = next(m.id for m in play.state.matches.values() if m.stage == "groups" and "e001" in m.sides)
    assert play.state.stages["final"].order == ("e001", "e002")
    found = looked(play, match, legs=turned(play, match))
    assert (found.redrawn, found.choose) == (("final",), ())
    assert {(moved.entry, moved.after) for moved in found.moved} == {("e001", 2), ("e004", 1)}
    play.give(command(match, legs=turned(play, match)))
    assert play.state.stages.keys() == {"groups"}
    assert play.match("final-R1M1").status == DROPPED
    play.move()
    assert play.state.stages["final"].order == ("e004", "e002")
    assert play.match("final-R1M1").status == "called"
    play.finish()
    assert play.state.podium
    assert play.state.podium.champion == "e004"


def test_a_group_result_corrected_without_another_winner_leaves_the_final_alone() -> None:
    play = chain()
    match = next(m.id for m in play.state.matches.values() if m.stage == "groups" and "e001" in m.sides)
    legs = ((12, 0),) if play.side(match, 0) == "e001" else ((0, 12),)
    assert looked(play, match, legs=legs).redrawn == ()


def test_a_final_that_was_played_by_another_stands_or_is_drawn_anew_by_an_arbiters_word() -> None:
    play = chain()
    play.finish()
    match = next(m.id for m in play.state.matches.values() if m.stage == "groups" and "e001" in m.sides)
    legs = turned(play, match)
    assert looked(play, match, legs=legs).choose == ("final/",)
    with pytest.raises(LaterMatchBegun):
        play.give(command(match, legs=legs))
    events = list(play.events)
    play.give(command(match, legs=legs, stand=("final/",)))
    assert (play.state.phase, play.state.stages["final"].order) == ("finished", ("e001", "e002"))
    other = Play(stages=[GROUPS, FINAL])
    other.state, other.events = replay(events), events
    other.give(command(match, legs=legs, replay=("final/",)))
    assert (other.state.phase, list(other.state.stages)) == ("running", ["groups"])
    other.finish()
    assert other.state.stages["final"].order == ("e004", "e002")


def test_a_swiss_round_nobody_has_begun_is_paired_anew() -> None:
    play = swiss(1)
    match = "R1M1"
    found = looked(play, match, legs=turned(play, match))
    assert found.choose == ()
    assert set(found.dropped) == {"R2M1", "R2M2", "R2M3", "R2M4"} == set(found.planned)
    play.give(command(match, legs=turned(play, match)))
    stage = play.state.stages["main"]
    assert [len(wave) for wave in stage.waves] == [4, 4]
    assert play.match("R2M1").status == "ready"


def test_a_correction_gives_the_pairing_that_would_have_been() -> None:
    late, right = swiss(1), started(8, stage=SWISS)
    right.move()
    for match in list(right.state.matches.values()):
        right.win(match.id, side=1 if match.id == "R1M1" else 0)
    right.move()
    late.give(command("R1M1", legs=turned(late, "R1M1")))
    pairs = [{m.id: m.sides for m in play.state.matches.values()} for play in (late, right)]
    assert pairs[0] == pairs[1]


def test_a_swiss_round_that_was_begun_stands_or_is_played_again_as_the_arbiter_says() -> None:
    play = swiss(2)
    legs = turned(play, "R1M1")
    assert looked(play, "R1M1", legs=legs).choose == ("main/2",)
    sides = play.match("R2M1").sides
    events = list(play.events)
    play.give(command("R1M1", legs=legs, stand=("main/2",)))
    assert play.match("R2M1").sides == sides
    assert play.match("R2M1").result
    assert [len(wave) for wave in play.state.stages["main"].waves] == [4, 4, 4]
    other = started(8, stage=SWISS)
    other.state, other.events = replay(events), events
    other.give(command("R1M1", legs=legs, replay=("main/2",)))
    assert [len(wave) for wave in other.state.stages["main"].waves] == [4, 4]
    other.finish()
    assert other.state.phase == "finished"


def test_games_of_a_match_that_was_dropped_are_not_forgotten() -> None:
    play = started(8, stage={**SWISS, "mode": "online"})
    for _ in range(2):
        play.move()
        for match in list(play.state.matches.values()):
            if match.status == "called":
                for side in (0, 1):
                    play.do(cmd.MarkPresent, match=match.id, side=side)
                play.move()
                game = play.match(match.id).game_id
                play.do(cmd.ReportLeg, match=match.id, game_id=game, winner=0, score=(12, 7))
    played = play.match("R2M1").past_games
    assert played
    play.give(command("R1M1", replay=("main/2",)))
    assert play.match("R2M1").past_games == played
    assert play.match("R2M1").legs == ()


def test_a_reopened_group_match_keeps_the_final_waiting() -> None:
    play = chain()
    match = next(m.id for m in play.state.matches.values() if m.stage == "groups" and "e001" in m.sides)
    play.do(cmd.ReopenMatch, match=match, reason="a card was missing")
    assert play.state.stages.keys() == {"groups"}
    assert not [a for a in next_actions(play.state, play.now_ms) if isinstance(a, cmd.DrawStage)]
    play.finish()
    assert play.state.phase == "finished"


def test_everything_that_was_undone_is_still_in_the_stream() -> None:
    play = chain()
    play.finish()
    match = next(m.id for m in play.state.matches.values() if m.stage == "groups" and "e001" in m.sides)
    legs = turned(play, match)
    play.give(command(match, legs=legs, replay=("final/",)))
    play.finish()
    kinds = [type(event) for event in play.events]
    assert kinds.count(ev.DrawMade) == 3
    assert kinds.count(ev.ChampionshipFinished) == 2
    assert replay(play.events) == play.state
    tables = tables_of(play.state, play.state.stages["groups"])
    assert [row.entry for group in tables for row in group.table.rows] == ["e004", "e001", "e002", "e003"]
