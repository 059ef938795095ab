"""Every command of a championship, asked by everybody: who is let in, and who is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction

from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.world import EVERYBODY, World, join
from tournaments.models import Role

Staging = Callable[[World], Cup]
ORGANIZERS = {"owner", "organizer"}
STAFF = ORGANIZERS | {"arbiter", "scorer"}
LEGS = {"legs": [[12, 5]]}


def draft(world: World) -> Cup:
    return Cup(world)


def taking_entries(world: World) -> Cup:
    cup = Cup(world)
    cup.register("E1", "E2", "E3")
    return cup


def checking_in(world: World) -> Cup:
    cup = taking_entries(world)
    cup.do("check-in")
    return cup


def closed(world: World) -> Cup:
    cup = taking_entries(world)
    cup.do("close")
    return cup


def drawn(world: World) -> Cup:
    cup = Cup(world)
    cup.register("E1", "E2", "E3", "E4")
    cup.do("close")
    cup.do("draw")
    return cup


def started(world: World) -> Cup:
    return Cup(world).started(3)


def playing(world: World) -> Cup:
    return Cup(world).playing(4)


def reported(world: World) -> Cup:
    """The sheet of R1M1 was handed in by away, so that home (E-home) is to answer."""
    cup = playing(world)
    cup.hand_in("R1M1", [[12, 5]], by=cup.side("R1M1", 1))
    return cup


def disputed(world: World) -> Cup:
    cup = reported(world)
    cup.side("R1M1", 0).post(f"{cup.path}/matches/R1M1/dispute/", {"reason": "12-9 it was"})
    return cup


def decided(world: World) -> Cup:
    cup = playing(world)
    cup.decide("R1M1", [[12, 5]])
    return cup


def unordered(world: World) -> Cup:
    """A match that is due and not called."""
    return Cup(world, SINGLES | {"stages": [{"rounds_together": True}]}).started(4)


@dataclass(frozen=True)
class Case:
    """A command (method, address below the championship, body) and who may give it.

    "home" plays on the home side of R1M1 (or in E1 before the draw); "other" plays in another match or entry.
    """

    address: str
    staging: Staging
    may: set[str]
    body: dict[str, Any] = field(default_factory=dict)
    method: str = "post"


CASES = [
    Case("regulation", draft, ORGANIZERS, {"regulation": SINGLES | {"tables": 3}}, "put"),
    Case("open", draft, ORGANIZERS),
    Case("close", taking_entries, ORGANIZERS),
    Case("check-in", taking_entries, ORGANIZERS),
    Case("draw", closed, ORGANIZERS),
    Case("start", drawn, ORGANIZERS),
    Case("cancel", taking_entries, ORGANIZERS, {"reason": "rain"}),
    Case("entries/{home}/confirm", taking_entries, ORGANIZERS),
    Case("entries/{home}/fee", taking_entries, ORGANIZERS, {"paid": True}, "put"),
    Case("entries/{home}/rank", taking_entries, ORGANIZERS, {"rank": 1}, "put"),
    Case("entries/{home}/check-in", checking_in, ORGANIZERS | {"scorer", "home"}),
    Case("entries/{home}/withdraw", taking_entries, ORGANIZERS | {"arbiter", "home"}),
    Case("entries/{home}/disqualify", taking_entries, ORGANIZERS | {"arbiter"}, {"reason": "late"}),
    Case("matches/R1M1/presence", playing, {"home"}),
    Case("matches/R1M1/presence", playing, STAFF, {"side": 0}),
    Case("matches/R1M1/sheet", playing, STAFF | {"home"}, LEGS),
    Case("matches/R1M1/confirm", reported, STAFF | {"home"}),
    Case("matches/R1M1/dispute", reported, {"home"}, {"reason": "12-9 it was"}),
    Case("matches/R1M1/ruling", disputed, {"arbiter"}, {"ruling": "uphold", "reason": "seen by all"}),
    Case("matches/R1M1/forfeit", playing, {"arbiter"}, {"entry": "{home}", "reason": "signals"}),
    Case("matches/R1M1/correction", decided, ORGANIZERS | {"arbiter"}, LEGS | {"reason": "misread"}),
    Case("matches/R1M1/reopening", decided, {"arbiter"}, {"reason": "marked cards"}),
    Case("matches/R1M1/time", unordered, ORGANIZERS, {"due_at": "2100-01-01T10:00:00Z"}, "put"),
    Case("matches/R1M1/table", playing, ORGANIZERS, {"table": 7}, "put"),
]


def home_of(cup: Cup) -> tuple[str, str]:
    """The entry at home in R1M1, or E1 before the draw, and one that is not in that match."""
    sides = {"E1"}
    home = "E1"
    if cup.world["anonymous"].get(f"{cup.path}/bracket/")["rounds"]:
        match = cup.match("R1M1")
        home = match["sides"][0]["name"]
        sides = {side["name"] for side in match["sides"]}
    return home, next(name for name in cup.entries if name not in sides)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.address}-{case.staging.__name__}")
def test_a_command_lets_in_those_it_is_for_and_nobody_else(world: World, case: Case) -> None:
    cup = case.staging(world)
    people: tuple[str, ...] = EVERYBODY
    entry = ""
    if cup.entries:
        home, other = home_of(cup)
        entry = cup.entries[home]
        world.people |= {"home": cup.player(home), "other": cup.player(other)}
        people = (*EVERYBODY, "home", "other")
    path = f"{cup.path}/{case.address.format(home=entry)}/"
    body = {key: entry if value == "{home}" else value for key, value in case.body.items()}
    for who in people:
        with transaction.atomic():
            response = getattr(world[who].client, case.method)(f"/api/v1{path}", body, format="json")
            transaction.set_rollback(True)
        expected = {200} if who in case.may else {401} if who == "anonymous" else {403}
        if case.staging is draft and not expected & {200, 401} and who in ("player", "outsider", "stranger"):
            expected = {404}
        assert response.status_code in expected, (who, response.status_code, response.json())


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_championship_is_created_by_organizers_of_its_club(world: World, who: str) -> None:
    body = {"club": str(world.club.id), "name": "Copa", "regulation": SINGLES}
    expected = 201 if who in ORGANIZERS else 401 if who == "anonymous" else 403
    world[who].post("/championships/", body, expected)


def test_an_organizer_of_another_club_touches_nothing_here(world: World) -> None:
    """The stranger owns a club of their own, which counts for nothing in this one."""
    cup = playing(world)
    for address in ("start", "draw", "matches/R1M1/sheet", "matches/R1M1/correction"):
        answer = world["stranger"].post(f"{cup.path}/{address}/", LEGS | {"reason": "x"}, 403)
        assert answer["code"] == "role_required"


def test_an_arbiter_who_plays_in_the_match_does_not_rule_on_it(world: World) -> None:
    cup = disputed(world)
    player = cup.side("R1M1", 0)
    join(world.club, player, Role.ARBITER, Role.ORGANIZER)
    body = {"ruling": "uphold", "reason": "because I say so"}
    assert player.post(f"{cup.path}/matches/R1M1/ruling/", body, 403)["code"] == "arbiter_is_a_side"
    correction = LEGS | {"reason": "because I say so"}
    problem = player.post(f"{cup.path}/matches/R1M1/correction/", correction, 403)
    assert problem["code"] == "arbiter_is_a_side"


def test_an_organizer_who_plays_disqualifies_nobody(world: World) -> None:
    cup = playing(world)
    player = cup.side("R1M1", 0)
    join(world.club, player, Role.ORGANIZER)
    path = f"{cup.path}/entries/{cup.match('R1M2')['sides'][0]['entry']}/disqualify/"
    assert player.post(path, {"reason": "a rival"}, 403)["code"] == "arbiter_is_a_side"


def test_an_official_who_plays_speaks_for_their_own_side_alone(world: World) -> None:
    cup = playing(world)
    player = cup.side("R1M1", 0)
    join(world.club, player, Role.SCORER)
    cup.hand_in("R1M1", [[12, 0]], by=player)
    problem = player.post(f"{cup.path}/matches/R1M1/confirm/", expect=403)
    assert problem["code"] == "own_sheet"


def test_a_draft_is_there_for_the_staff_of_its_club_alone(world: World) -> None:
    cup = draft(world)
    for who in ("anonymous", "outsider", "stranger", "player"):
        assert world[who].get(f"{cup.path}/", 404)["code"] == "championship_not_found"
        for part in ("bracket", "schedule", "results", "events", "entries", "draw", "matches"):
            world[who].get(f"{cup.path}/{part}/", 404)
        assert world[who].get("/championships/")["results"] == []
    for who in STAFF:
        assert world[who].get(f"{cup.path}/")["phase"] == "created"
        assert len(world[who].get("/championships/")["results"]) == 1


def test_everything_public_is_read_without_a_login(world: World) -> None:
    cup = playing(world)
    for part in ("", "bracket/", "schedule/", "results/", "events/", "entries/", "draw/", "matches/"):
        world["anonymous"].get(f"{cup.path}/{part}")
    world["anonymous"].get(f"{cup.path}/matches/R1M1/")
    world["anonymous"].get(f"{cup.path}/entries/{cup.entries['E1']}/")


def test_whether_a_fee_is_paid_is_for_organizers_and_the_entry_itself(world: World) -> None:
    cup = taking_entries(world)
    cup.boss.put(f"{cup.path}/entries/{cup.entries['E1']}/fee/", {"paid": True})

    def seen_by(who: str) -> list[Any]:
        return [entry["paid"] for entry in world[who].get(f"{cup.path}/entries/")["results"]]

    assert seen_by("owner") == [True, False, False]
    assert seen_by("e1a") == [True, None, None]
    assert seen_by("arbiter") == [None, None, None]
    assert seen_by("anonymous") == [None, None, None]
    assert "true" not in str(world["anonymous"].get(f"{cup.path}/events/")["events"][-1]["data"]).lower()


def test_notes_and_reasons_of_a_dispute_are_for_officials_and_both_sides(world: World) -> None:
    cup = disputed(world)
    path = f"{cup.path}/matches/R1M1/"
    for somebody in (cup.side("R1M1", 0), cup.side("R1M1", 1), world["arbiter"], world["scorer"]):
        assert somebody.get(path)["sheet_details"]["reason"] == "12-9 it was"
    for who in ("anonymous", "outsider", "player"):
        assert world[who].get(path)["sheet_details"] is None
        assert "12-9 it was" not in str(world[who].get(f"{cup.path}/events/"))
