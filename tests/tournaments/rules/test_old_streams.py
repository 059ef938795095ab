"""Streams written before events were changed are read as if they had been written today."""

import json
from typing import Any

from tests.tournaments.rules.play import Play, started
from tournaments.codec import codec
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.evolve import replay
from tournaments.rules.regulation_check import complete
from truco_api.eventstore import NewEvent

KNOWN_THEN = {
    "format",
    "variant",
    "options",
    "entry_kind",
    "max_entries",
    "confirm_entries",
    "fee",
    "tables",
    "minutes_per_leg",
    "presence",
    "confirm_minutes",
    "tolerance_minutes",
    "clock",
    "stages",
}
STAGE_THEN = {"id", "format", "seeding", "best_of", "mode", "rounds_together", "third_place"}


def as_then(stored: NewEvent) -> NewEvent:
    """The event as it was stored before stages, match rules and conduct were known."""
    data: dict[str, Any] = json.loads(json.dumps(stored.data))
    match stored.type:
        case "draw_made/2":
            del data["rows"]
            return NewEvent("draw_made/1", data)
        case "matches_planned/2":
            for match in data["matches"]:
                del match["first_to"], match["level"]
            return NewEvent("matches_planned/1", data)
        case "championship_created/1":
            regulation = json.loads(data["regulation"])
            regulation = {key: value for key, value in regulation.items() if key in KNOWN_THEN}
            regulation["stages"] = [
                {key: value for key, value in stage.items() if key in STAGE_THEN}
                for stage in regulation["stages"]
            ]
            return NewEvent(stored.type, data | {"regulation": json.dumps(regulation, sort_keys=True)})
    return stored


def test_a_championship_of_then_is_what_it_was() -> None:
    best_of = {"default": 1, "rounds": {"final": 3}}
    play = started(7, tables=2, stage={"third_place": True, "best_of": best_of})
    play.finish()
    read = [codec.decode(as_then(codec.encode(event))) for event in play.events]
    state = replay(read)
    assert state.podium == play.state.podium
    assert state.matches == play.state.matches
    assert state.stages == play.state.stages
    assert state.regulation == play.state.regulation


def test_a_regulation_of_then_is_complete_today_with_the_defaults_of_what_is_new() -> None:
    then: dict[str, Any] = {"variant": "paulista", "tables": 4, "stages": [{"third_place": True}]}
    whole = complete(then)
    assert whole["conduct"] == {"walkovers_eliminate": None, "penalties": []}
    assert (whole["stages"][0]["from"], whole["stages"][0]["third_place"]) == (None, True)


def disputed_then(play: Play) -> list[Any]:
    """The events of a championship as if disputes had no names yet."""
    stored = [codec.encode(event) for event in play.events if not isinstance(event, ev.DisputeOpened)]
    return [codec.decode(_ruled_then(one)) for one in stored]


def _ruled_then(stored: NewEvent) -> NewEvent:
    if stored.type != "dispute_ruled/2":
        return stored
    data = {key: value for key, value in stored.data.items() if key in RULED_THEN}
    return NewEvent("dispute_ruled/1", data)


RULED_THEN = {"match", "ruling", "legs", "entry", "reason", "by", "at_ms"}


def test_a_ruling_of_then_on_a_score_sheet_was_the_last_word() -> None:
    play = started(4, disputes={"appeal_minutes": None})
    play.sheet("R1M1")
    play.dispute("R1M1")
    play.do(cmd.RuleDispute, match="R1M1", ruling="adjust", legs=((9, 12),), reason="seen")
    state = replay(disputed_then(play))
    assert state.disputes == {}
    assert state.matches["R1M1"].result == play.match("R1M1").result
    assert state.matches["R2M1"].sides == play.match("R2M1").sides


def test_a_sheet_that_was_disputed_then_can_be_ruled_on_now() -> None:
    play = started(4)
    play.sheet("R1M1")
    play.dispute("R1M1")
    play.state = replay(disputed_then(play))
    assert play.match("R1M1").status == "disputed"
    play.do(cmd.RuleDispute, match="R1M1", ruling="replay", reason="nobody knows")
    assert play.match("R1M1").status == "ready"
    assert play.state.disputes == {}
