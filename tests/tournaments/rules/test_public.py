"""What everybody may see: bracket, schedule and results, as JSON."""

import json
from typing import Any

from tests.tournaments.rules.play import MINUTE_MS, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules.public import bracket, match_view, results, schedule


def find(view: dict[str, Any], match: str) -> dict[str, Any]:
    return next(one for round_ in view["rounds"] for one in round_["matches"] if one["id"] == match)


def test_before_the_draw_there_is_no_bracket() -> None:
    play = Play()
    view = bracket(play.state)
    assert (view["phase"], view["rounds"], view["draw"], view["podium"]) == ("created", [], None, None)
    assert results(play.state)["matches"] == schedule(play.state)["matches"] == []


def test_the_bracket_has_rounds_byes_and_the_draw() -> None:
    play = started(6, stage={"third_place": True})
    view = bracket(play.state)
    assert [(round_["round"], round_["label"], len(round_["matches"])) for round_ in view["rounds"]] == [
        (1, "quarterfinal", 2),
        (2, "semifinal", 2),
        (3, "third_place", 1),
        (3, "final", 1),
    ]
    assert [(bye["entry"], bye["match"]) for bye in view["byes"]] == [("e001", "R2M1"), ("e002", "R2M2")]
    assert view["draw"]["order"][0] == "e001"
    assert view["draw"]["algorithm"] == "draw/1"
    assert view["regulation_sha256"] == play.state.regulation_sha256


def test_a_match_shows_its_sides_legs_status_table_and_times() -> None:
    play = started(4, tables=2, stage={"best_of": 3})
    play.sheet("R1M1", ((12, 9), (7, 12), (12, 10)))
    play.confirm("R1M1")
    match = find(bracket(play.state), "R1M1")
    home, away = match["sides"]
    assert (home["entry"], home["name"], home["seed"]) == ("e001", "Entry 1", 1)
    assert (away["entry"], away["seed"]) == ("e004", 4)
    assert [leg["score"] for leg in match["legs"]] == [[12, 9], [7, 12], [12, 10]]
    assert match["score"] == [2, 1]
    assert (match["status"], match["winner"], match["how"], match["table"]) == (
        "decided",
        "e001",
        "played",
        1,
    )
    assert match["called_ms"] < match["decided_ms"] < match["deadline_ms"]


def test_a_side_that_is_not_known_says_where_it_comes_from() -> None:
    final = find(bracket(started(4).state), "R2M1")
    assert final["sides"][0] == {
        "entry": None,
        "name": None,
        "seed": None,
        "nobody": False,
        "present": False,
        "from": {"kind": "winner", "of": "R1M1"},
    }


def test_an_unanswered_sheet_is_shown_without_note_or_reason() -> None:
    play = started(4)
    play.do(cmd.HandInSheet, match="R1M1", entry="e001", legs=((12, 7),), note="they were rude")
    play.dispute("R1M1")
    view = match_view(play.state, play.match("R1M1"))
    assert view["status"] == "disputed"
    assert view["sheet"]["disputed_by"] == "e004"
    assert view["winner"] is None
    assert "rude" not in json.dumps(view)
    assert "12 a 9" not in json.dumps(view)


def test_results_come_in_the_order_they_were_decided() -> None:
    play = started(4)
    play.win("R1M2")
    play.win("R1M1")
    play.finish()
    view = results(play.state)
    assert [match["id"] for match in view["matches"]] == ["R1M2", "R1M1", "R2M1"]
    assert view["podium"]["champion"] == {"entry": "e001", "name": "Entry 1"}
    assert [(place["place"], len(place["entries"])) for place in view["places"]] == [(1, 1), (2, 1), (3, 2)]
    assert view["podium"]["third"] is None


def test_an_abandoned_leg_shows_who_won_it() -> None:
    play = started(2, presence="assumed", stage={"mode": "online"})
    game = play.match("R1M1").game_id
    play.do(cmd.ReportLeg, match="R1M1", game_id=game, winner=1, score=(9, 3), ending="abandoned")
    (leg,) = find(bracket(play.state), "R1M1")["legs"]
    assert leg == {"score": [9, 3], "winner": 1, "ending": "abandoned", "game_id": game, "detail": None}


def test_the_schedule_lists_what_is_on_then_what_is_ready_then_the_rest() -> None:
    play = started(8, tables=2)
    view = schedule(play.state, play.now_ms)
    assert [match["id"] for match in view["matches"]] == [
        "R1M1",
        "R1M2",
        "R1M3",
        "R1M4",
        "R2M1",
        "R2M2",
        "R3M1",
    ]
    assert view["tables_taken"] == [{"table": 1, "match": "R1M1"}, {"table": 2, "match": "R1M2"}]


def test_the_schedule_estimates_when_matches_begin() -> None:
    play = started(8, tables=2, minutes_per_leg=20)
    view = schedule(play.state, play.now_ms)
    begun = play.now_ms
    minutes = {match["id"]: (match["expected_ms"] - begun) // MINUTE_MS for match in view["matches"]}
    assert minutes == {
        "R1M1": 0,
        "R1M2": 0,
        "R1M3": 20,
        "R1M4": 20,
        "R2M1": 40,
        "R2M2": 40,
        "R3M1": 60,
    }


def test_a_longer_match_and_rounds_that_go_together_are_estimated_so() -> None:
    rules = {"rounds_together": True, "best_of": {"default": 1, "rounds": {"semifinal": 3}}}
    play = started(6, minutes_per_leg=20, stage=rules)
    at = {match["id"]: match["expected_ms"] for match in schedule(play.state, play.now_ms)["matches"]}
    first = at["R1M2"]
    assert at["R2M1"] == at["R2M2"] == first + 20 * MINUTE_MS
    assert at["R3M1"] == at["R2M1"] + 50 * MINUTE_MS


def test_everything_shown_is_json() -> None:
    play = started(5, tables=1)
    play.sheet("R1M2")
    for view in (bracket(play.state), schedule(play.state, play.now_ms), results(play.state)):
        assert json.loads(json.dumps(view)) == view
