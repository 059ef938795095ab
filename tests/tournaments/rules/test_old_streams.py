"""Streams written before events were changed are read as if they had been written today."""

import json
from typing import Any

from tests.tournaments.rules.play import started
from tournaments.codec import codec
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
