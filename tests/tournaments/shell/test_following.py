"""How a client follows a championship: addresses of what happens, and what it missed."""

from __future__ import annotations

from django.conf import settings

from tests.tournaments.shell.cups import Cup
from tests.tournaments.shell.world import World


def test_a_championship_says_where_it_is_followed(world: World) -> None:
    cup = Cup(world)
    opened = cup.do("open")
    for told in (opened, world["anonymous"].get(f"{cup.path}/")):
        base = f"{settings.STREAM_URL}/api/v1{cup.path}"
        assert (told["stream_url"], told["events_url"]) == (f"{base}/stream/", f"{base}/events/")


def test_a_stale_version_comes_with_the_events_that_were_missed(world: World) -> None:
    cup = Cup(world)
    seen = cup.do("open")["version"]
    cup.register("E1", "E2")
    problem = cup.boss.post(f"{cup.path}/close/", expect=412, headers={"If-Match": f'"{seen}"'})
    assert problem["code"] == "stale_version"
    events = world["anonymous"].get(f"{cup.path}/events/", after=seen)["events"]
    assert problem["events"] == events
    assert problem["current_version"] == events[-1]["version"]
    answer = cup.boss.post(f"{cup.path}/close/", headers={"If-Match": f'"{problem["current_version"]}"'})
    assert answer["phase"] == "closed"


def test_a_stale_penalty_or_bell_says_so_too(world: World) -> None:
    cup = Cup(world).playing(2)
    body = {"entries": [cup.entries["E1"]], "offence": "x", "reason": "y"}
    stale = {"If-Match": '"1"'}
    for path, wish in (("penalties/", body), ("matches/R1M1/time-up/", {})):
        problem = world["arbiter"].post(f"{cup.path}/{path}", wish, 412, headers=stale)
        assert problem["events"][0]["version"] == 2
