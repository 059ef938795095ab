"""Late entries over HTTP: the place they take, what the draw says of them, audit and rebuild."""

from __future__ import annotations

from typing import Any

from tests.tournaments.shell.cups import ONLINE, SINGLES, Cup
from tests.tournaments.shell.test_read_models import rows
from tests.tournaments.shell.world import World
from tournaments.checks import check_replay
from truco_api.eventstore.audit import Report
from truco_api.eventstore.projections import rebuild

GROUPS: dict[str, Any] = {"format": "groups", "groups": 2, "late_entries": 1}


def late(cup: Cup, name: str, expect: int = 200) -> Any:
    """Somebody registers and is confirmed after the draw."""
    cup.world.add(f"{name.lower()}a")
    members = [{"username": f"{name.lower()}a"}]
    entry = cup.do("entries", {"name": name, "members": members}, 201)
    return cup.do(f"entries/{entry['id']}/confirm", expect=expect) | {"id": entry["id"]}


def test_a_late_entry_plays_in_a_group_and_the_draw_tells_that_it_came_later(world: World) -> None:
    cup = Cup(world, SINGLES | {"stages": [GROUPS]}).playing(5)
    drawn = world["anonymous"].get(f"{cup.path}/bracket/")["draw"]
    entry = late(cup, "E6")["id"]
    (stage,) = world["anonymous"].get(f"{cup.path}/stages/")["stages"]
    assert sorted(len(table["rows"]) for table in stage["tables"]) == [3, 3]
    assert stage["draw"]["late"] == [entry]
    assert {key: stage["draw"][key] for key in ("seed", "entries", "order")} == {
        key: drawn[key] for key in ("seed", "entries", "order")
    }
    cup.play()
    assert cup.boss.get(cup.path + "/")["phase"] == "finished"
    report = Report()
    check_replay(report)
    assert report.findings == []
    live = rows()
    rebuild("championships")
    assert rows() == live


def test_where_there_is_no_place_the_code_says_so(world: World) -> None:
    cup = Cup(world, SINGLES | {"stages": [{"late_entries": 1}]}).started(4)
    world.add("e5a")
    body = {"name": "E5", "members": [{"username": "e5a"}]}
    assert cup.do("entries", body, 409)["code"] == "no_place_for_late_entry"


def test_who_comes_late_to_play_online_needs_an_account(world: World) -> None:
    stage = {"mode": "online", "late_entries": 1}
    cup = Cup(world, ONLINE | {"stages": [stage]}).started(3)
    entry = cup.do("entries", {"name": "Porta", "members": [{"name": "Seu Zé"}]}, 201)
    refused = cup.do(f"entries/{entry['id']}/confirm", expect=409)
    assert refused["code"] == "players_without_account"
    late(cup, "E5")
    matches = world["anonymous"].get(f"{cup.path}/matches/")["results"]
    assert len(matches) == 3
