"""Counts laid down by an arbiter, over HTTP: previewed, stored, read again, and by nobody else."""

from __future__ import annotations

import pytest

from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.test_read_models import rows
from tests.tournaments.shell.world import EVERYBODY, World, allowed
from tournaments.states import KEPT
from truco_api.eventstore.projections import rebuild

LEAGUE = SINGLES | {"stages": [{"id": "league", "format": "round_robin", "criteria": ["points", "lots"]}]}


def test_an_arbiter_lays_down_what_the_table_counts(world: World) -> None:
    cup = Cup(world, LEAGUE).playing(3)
    (match, *_) = cup.open_matches()
    cup.decide(match["id"], [[12, 7]])
    path = f"{cup.path}/matches/{match['id']}/counts/"
    body = {"reason": "Regulation, article 7.", "points": [0, 3]}
    seen = world["arbiter"].post(path + "preview/", body)
    assert {moved["entry"] for moved in seen["moved"]} <= set(cup.entries.values())
    told = world["arbiter"].post(path, body)
    assert told["counts"] == {"legs": None, "tentos": None, "flores": None, "points": [0, 3]}
    assert told["legs"][0]["score"] == [12, 7]
    (table,) = world["anonymous"].get(f"{cup.path}/stages/league/standings/")["tables"]
    points = {row["entry"]: row["values"]["points"] for row in table["rows"]}
    assert points[match["sides"][1]["entry"]] == 3
    KEPT.forget()
    assert cup.match(match["id"])["counts"] == told["counts"]
    live = rows()
    rebuild("championships")
    assert rows() == live
    assert world["arbiter"].post(path, {"reason": "No."})["counts"] is None
    assert world["arbiter"].post(path, {"reason": "x", "legs": [1]}, 422)["errors"][0]["field"] == "legs"


@pytest.mark.parametrize("who", EVERYBODY)
def test_nobody_else_lays_down_counts(world: World, who: str) -> None:
    cup = Cup(world, LEAGUE).playing(2)
    cup.decide("R1M1", [[12, 7]])
    expect = allowed(who, "arbiter")
    for path in ("counts/", "counts/preview/"):
        world[who].post(f"{cup.path}/matches/R1M1/{path}", {"reason": "x", "points": [0, 0]}, expect)
