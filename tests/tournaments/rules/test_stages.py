"""Stages in sequence and in parallel: who comes, when it is known, and lots where only they can tell."""

from typing import Any

import pytest

from tests.tournaments.rules.play import SEED, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.draw import below, numbers, seed_bytes
from tournaments.rules.errors_stages import StageDrawn, StageNotReady, UnknownStage
from tournaments.rules.lots import with_lots
from tournaments.rules.public import bracket
from tournaments.rules.public_stages import stages
from tournaments.rules.schedule import next_actions

LEAGUE: dict[str, Any] = {
    "id": "league",
    "format": "round_robin",
    "seeding": "rank",
    "criteria": ["points", "lots"],
}
FINAL: dict[str, Any] = {"id": "final", "from": [{"stage": "league", "places": [1, 2]}]}


def played(*regulated: dict[str, Any], entries: int = 4, circle: bool = False) -> Play:
    """All of the first stage, the better rank winning, or (in a circle) everybody as often as the next."""
    play = Play(stages=list(regulated))
    play.enter(entries)
    play.start()
    first = regulated[0]["id"]
    while any(match.stage == first and not match.result for match in play.state.matches.values()):
        play.move()
        for match in list(play.state.matches.values()):
            if match.status == "called":
                home, away = (int((side or "")[1:]) for side in match.sides)
                upset = circle and {home, away} == {1, 3}
                play.win(match.id, side=int((home > away) != upset))
    play.move()
    return play


def test_matches_of_several_stages_carry_the_name_of_theirs() -> None:
    play = played(LEAGUE, FINAL)
    assert {match.id.split("-")[0] for match in play.state.matches.values()} == {"league", "final"}
    assert play.match("final-R1M1").sides == ("e001", "e002")


def test_a_stage_is_drawn_by_itself_as_soon_as_the_one_before_is_over() -> None:
    play = Play(stages=[{**LEAGUE, "criteria": ["points", "seed"]}, FINAL])
    play.enter(3)
    play.start()
    with pytest.raises(StageNotReady) as refusal:
        play.do(cmd.DrawStage, stage="final", seed=SEED)
    assert refusal.value.params["awaited"] == "league"
    with pytest.raises(UnknownStage):
        play.do(cmd.DrawStage, stage="semifinal", seed=SEED)
    play.finish()
    assert play.state.stages["final"].order == ("e001", "e002")
    with pytest.raises(StageDrawn):
        play.do(cmd.DrawStage, stage="league", seed=SEED)


def test_a_stage_that_starts_by_hand_waits_for_the_organizer() -> None:
    play = played(LEAGUE, {**FINAL, "starts": "by_hand"})
    assert next_actions(play.state, play.now_ms) == []
    assert play.state.phase == "running"
    assert stages(play.state)[1]["waits_for"] == {
        "stage": None,
        "lots": [],
        "draw": True,
        "too_few": False,
    }
    play.do(cmd.DrawStage, stage="final", seed=SEED)
    play.finish()
    assert play.state.podium


def test_who_is_level_across_the_line_waits_for_lots_and_nobody_goes_on() -> None:
    play = played(LEAGUE, FINAL, entries=3, circle=True)
    assert stages(play.state)[1]["waits_for"]["lots"] == [["e001", "e002", "e003"]]
    (block,) = stages(play.state)[0]["tables"][0]["pending"]
    assert [each["entry"] for each in block] == ["e001", "e002", "e003"]
    (drawn,) = play.do(cmd.DrawLots, stage="league", seed=SEED)
    assert isinstance(drawn, ev.LotsDrawn)
    assert drawn.order == with_lots((), ("e001", "e002", "e003"), SEED)
    play.move()
    assert play.state.stages["final"].order == drawn.order[:2]
    assert play.do(cmd.DrawLots, stage="league", seed=SEED) == ()


def test_lots_may_be_drawn_by_the_clock_where_the_regulation_says_so() -> None:
    play = played({**LEAGUE, "lots": "itself"}, FINAL, entries=3, circle=True)
    assert len(play.state.stages["final"].order) == 2


def test_lots_drawn_after_the_end_tell_who_is_champion() -> None:
    play = played(LEAGUE, entries=3, circle=True)
    assert play.state.podium
    assert play.state.podium.champion is None
    *_, finished = play.do(cmd.DrawLots, stage="league", seed=SEED)
    assert isinstance(finished, ev.ChampionshipFinished)
    assert finished.champion == play.state.stages["league"].lots[0]


def test_lots_drawn_before_keep_their_order_and_new_ones_fall_among_them_by_chance() -> None:
    order = with_lots(("b", "d"), ("a", "c"), SEED)
    assert [entry for entry in order if entry in "bd"] == ["b", "d"]
    source = numbers(seed_bytes(SEED))
    expected = ["b", "d"]
    for entry in ("a", "c"):
        expected.insert(below(len(expected) + 1, source), entry)
    assert list(order) == expected


def test_every_order_of_lots_is_as_likely_as_any_other() -> None:
    seen = {with_lots((), ("a", "b", "c"), f"{number:032x}") for number in range(200)}
    assert len(seen) == 6


def test_an_entry_that_is_out_is_passed_over_and_the_next_moves_up() -> None:
    play = played(LEAGUE, {**FINAL, "starts": "by_hand"})
    play.do(cmd.WithdrawEntry, entry_id="e001", reason="gone home")
    play.do(cmd.DrawStage, stage="final", seed=SEED)
    assert play.state.stages["final"].order == ("e002", "e003")


def test_an_entry_in_a_literal_slot_is_not_replaced_and_its_opponent_goes_on() -> None:
    slots = {"id": "final", "from": [{"stage": "league", "slots": [["T1", "T2"]]}], "starts": "by_hand"}
    play = played(LEAGUE, slots)
    play.do(cmd.WithdrawEntry, entry_id="e001", reason="gone home")
    play.do(cmd.DrawStage, stage="final", seed=SEED)
    assert play.match("final-R1M1").sides == ("e001", "e002")
    assert play.state.podium
    assert play.state.podium.champion == "e002"


def test_a_later_stage_may_be_drawn_by_chance_with_a_seed_of_its_own() -> None:
    semifinal = {"id": "semifinal", "seeding": "draw", "from": [{"stage": "league", "places": [1, 4]}]}
    play = played(LEAGUE, semifinal, entries=6)
    drawn = play.state.stages["semifinal"]
    assert sorted(drawn.order) == ["e001", "e002", "e003", "e004"]
    assert (drawn.method, drawn.seed) == ("draw", SEED)


def test_a_knock_out_may_stop_at_four_and_draw_the_semifinals_anew() -> None:
    first = {"id": "cup", "survivors": 4, "seeding": "rank"}
    play = played(
        first, {"id": "semifinal", "seeding": "draw", "from": [{"stage": "cup", "winners": True}]}, entries=16
    )
    assert sorted(play.state.stages["semifinal"].order) == ["e001", "e002", "e003", "e004"]
    play.finish()
    assert len(play.state.matches) == 12 + 3


def test_the_best_by_rank_may_come_in_later() -> None:
    first = {"id": "opening", "from": [{"entries": [3, None]}], "seeding": "rank", "survivors": 2}
    final = {"id": "final", "from": [{"entries": [1, 2]}, {"stage": "opening", "winners": True}]}
    play = played(first, final, entries=6)
    assert play.state.stages["opening"].order == ("e003", "e004", "e005", "e006")
    assert play.state.stages["final"].order == ("e001", "e002", "e003", "e004")


def test_two_stages_may_begin_together() -> None:
    upper = {"id": "upper", "from": [{"entries": [1, 4]}], "seeding": "rank"}
    lower = {"id": "lower", "from": [{"entries": [5, 8]}], "seeding": "rank"}
    play = Play(stages=[upper, lower])
    play.enter(8)
    play.start()
    play.move()
    assert {match.stage for match in play.state.matches.values() if match.status == "called"} == {
        "upper",
        "lower",
    }
    play.finish()
    assert play.state.podium
    assert play.state.podium.champion == "e005"


def test_the_bracket_shows_the_matches_of_every_stage_and_the_seeds_of_each() -> None:
    play = played(LEAGUE, {**FINAL, "from": [{"stage": "league", "places": [2, 3]}]})
    view = bracket(play.state)
    assert {round_["stage"] for round_ in view["rounds"]} == {"league", "final"}
    final = view["rounds"][-1]["matches"][0]
    assert [(side["entry"], side["seed"]) for side in final["sides"]] == [("e002", 1), ("e003", 2)]


def test_every_row_of_a_table_can_say_why_it_stands_there() -> None:
    play = played(LEAGUE, FINAL)
    league, final = stages(play.state, explained=True)
    rows = league["tables"][0]["rows"]
    assert [row["entry"] for row in rows] == ["e001", "e002", "e003", "e004"]
    assert all(row["reasons"] for row in rows)
    assert league["over"]
    assert not final["over"]
    assert final["draw"]["order"] == ["e001", "e002"]


def test_a_walkover_counts_what_the_regulation_says_and_not_what_was_played() -> None:
    stage = {**LEAGUE, "id": "main", "counts": {"walkover": {"legs": [2, 0], "tentos": [24, 0]}}}
    stage["criteria"] = ["points", "leg_difference", "tentos_difference", "seed"]
    play = started(3, stage=stage, tolerance_minutes=5)
    match = next(match for match in play.state.matches.values() if match.status == "called")
    play.do(cmd.MarkPresent, match=match.id, side=1)
    play.wait(5)
    rows = {row["entry"]: row["values"] for row in stages(play.state)[0]["tables"][0]["rows"]}
    home, away = (side or "" for side in match.sides)
    assert (rows[away]["leg_difference"], rows[away]["tentos_difference"]) == (2, 24)
    assert (rows[home]["leg_difference"], rows[home]["tentos_difference"]) == (-2, -24)


def test_two_nil_may_count_as_three_games() -> None:
    stage = {**LEAGUE, "id": "main", "best_of": 3, "counts": {"2-0": {"legs": [3, 0]}}}
    stage["criteria"] = ["points", "legs_for", "seed"]
    play = started(3, stage=stage)
    match = next(match for match in play.state.matches.values() if match.status == "called")
    play.win(match.id)
    rows = {row["entry"]: row["values"] for row in stages(play.state)[0]["tables"][0]["rows"]}
    assert rows[match.sides[0]]["legs_for"] == 3


def test_who_leaves_between_draw_and_start_is_judged_as_one_who_has_played_nothing() -> None:
    stage = {**LEAGUE, "id": "main", "leaving": {"below_percent": 50, "below": "void", "otherwise": "keep"}}
    play = Play(stages=[stage])
    play.enter(3)
    play.do(cmd.CloseEntries)
    play.do(cmd.Draw, seed=SEED)
    play.do(cmd.WithdrawEntry, entry_id="e001", reason="ill")
    assert play.state.stages["main"].left == {"e001": "void"}
    play.do(cmd.Start)
    rows = stages(play.state)[0]["tables"][0]["rows"]
    assert [row["values"]["points"] for row in rows] == [0, 0, 0]


def test_who_shares_a_place_of_a_bracket_goes_on_in_the_order_of_the_seeding() -> None:
    first = {"id": "cup", "seeding": "rank"}
    second = {"id": "losers", "from": [{"stage": "cup", "places": [5, 8]}]}
    play = played(first, second, entries=8)
    assert play.state.stages["losers"].order == ("e005", "e006", "e007", "e008")
