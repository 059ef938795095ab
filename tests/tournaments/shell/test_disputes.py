"""Disputes over HTTP: who may do what in each, what is shown to whom, pictures, and two who come at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.utils import timezone
from PIL import Image

from games.states import milliseconds
from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.world import EVERYBODY, Somebody, World, join
from tournaments.models import DisputeRow, Photo, Role, Wake
from tournaments.services import disputes, unit
from tournaments.services.legs import claim_due
from truco_api.eventstore.audit import run_checks

ORGANIZERS = {"owner", "organizer"}
STAFF = ORGANIZERS | {"arbiter", "scorer"}
SIDES = {"home", "away"}
RULING = {"ruling": "uphold", "reason": "seen by all"}
RECORD = {
    "format": "truco-hand/1",
    "variant": "paulista",
    "players": 2,
    "score": [8, 6],
    "dealer": 1,
    "vira": "7O",
    "cards": [["4P", "7C", "AE"], ["3C", "KO", "6P"]],
    "actions": [{"seat": 0, "type": "play", "card": "7C"}, {"seat": 0, "type": "play", "card": "AE"}],
    "x-table": 4,
}


def picture(size: tuple[int, int] = (60, 40), kind: str = "JPEG") -> bytes:
    """A picture that says where it was taken."""
    image = Image.new("RGB", size, "green")
    exif = Image.Exif()
    exif[0x010E] = "SECRET PLACE"
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[2] = (23.0, 33.0, 1.0)
    written = BytesIO()
    image.save(written, kind, exif=exif)
    return written.getvalue()


def wrong() -> list[str]:
    """What an audit finds."""
    return [finding.problem for _name, report in run_checks() for finding in report.findings]


def send(cup: Cup, who: Somebody, data: bytes, expect: int = 201, match: str = "R1M1") -> Any:
    answer = who.client.post(f"/api/v1{cup.path}/matches/{match}/photos/", data, content_type="image/jpeg")
    assert answer.status_code == expect, answer.content
    return answer.json()


def decided(world: World, **disputes: Any) -> Cup:
    cup = Cup(world, SINGLES | {"disputes": disputes}).playing(4)
    cup.decide("R1M1", [[12, 5]])
    return cup


def opened(world: World, **disputes: Any) -> Cup:
    cup = decided(world, **disputes)
    body = {"reason": "Two cards at once.", "leg": 1, "hand": 7, "action": 2, "record": RECORD}
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", body, 201)
    return cup


def ruled(world: World) -> Cup:
    cup = opened(world)
    world["arbiter"].post(f"{cup.path}/disputes/D1/ruling/", RULING)
    return cup


def appealed(world: World) -> Cup:
    cup = ruled(world)
    cup.side("R1M1", 1).post(f"{cup.path}/disputes/D1/appeal/", {"reason": "He did not look."})
    return cup


@dataclass(frozen=True)
class Case:
    """A command and who may give it; "home" and "away" play in R1M1, "other" in R1M2."""

    address: str
    staging: Callable[[World], Cup]
    may: set[str]
    body: dict[str, Any] = field(default_factory=dict)
    success: int = 200


CASES = [
    Case("matches/R1M1/disputes", decided, SIDES, {"reason": "Two cards at once."}, 201),
    Case("disputes/D1/evidence", opened, STAFF | SIDES, {"text": "I saw it."}),
    Case("disputes/D1/withdraw", opened, {"away"}),
    Case("disputes/D1/ruling", opened, {"arbiter"}, RULING),
    Case("disputes/D1/ruling/preview", opened, {"arbiter"}, RULING),
    Case("disputes/D1/appeal", ruled, SIDES, {"reason": "He did not look."}),
    Case("disputes/D1/acceptance", ruled, SIDES),
    Case("disputes/D1/ruling", appealed, ORGANIZERS, RULING),
    Case("disputes/D1/ruling/preview", appealed, ORGANIZERS, RULING),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.address}-{case.staging.__name__}")
def test_a_command_lets_in_those_it_is_for_and_nobody_else(world: World, case: Case) -> None:
    cup = case.staging(world)
    sides = [side["name"] for side in cup.match("R1M1")["sides"]]
    players = {"home": cup.player(sides[0]), "away": cup.player(sides[1]), "other": cup.side("R1M2", 0)}
    told = cup.world["anonymous"].get(f"{cup.path}/events/", limit=500)["events"]
    refused = [who for who in (*EVERYBODY, *players) if who not in case.may]
    for who in refused:
        somebody = players.get(who) or world[who]
        somebody.post(f"{cup.path}/{case.address}/", case.body, 401 if who == "anonymous" else 403)
    assert cup.world["anonymous"].get(f"{cup.path}/events/", limit=500)["events"] == told
    stale = {"If-Match": '"1"'}
    for who in case.may if "preview" not in case.address else ():
        somebody = players.get(who) or world[who]
        somebody.post(f"{cup.path}/{case.address}/", case.body, 412, headers=stale)
    first = min(case.may)
    (players.get(first) or world[first]).post(f"{cup.path}/{case.address}/", case.body, case.success)


def test_nobody_rules_on_a_match_they_play_in(world: World) -> None:
    cup = opened(world)
    join(world.club, cup.side("R1M1", 0), Role.ARBITER, Role.ORGANIZER)
    problem = cup.side("R1M1", 0).post(f"{cup.path}/disputes/D1/ruling/", RULING, 403)
    assert problem["code"] == "arbiter_is_a_side"


def test_no_member_of_either_entrys_club_rules_where_the_regulation_says_so(world: World) -> None:
    cup = Cup(world, SINGLES | {"disputes": {"arbiter": "neutral"}})
    cup.do("open")
    for name, club in (("E1", "CLUBE DO ZAP"), ("E2", "")):
        player = cup.player(name).user
        assert player
        body = {"name": name, "members": [{"username": player.username}], "club": club or None}
        entry = cup.do("entries", body, 201)
        cup.do(f"entries/{entry['id']}/confirm")
    for verb in ("close", "draw", "start"):
        cup.do(verb)
    cup.advance()
    cup.decide("R1M1", [[12, 5]])
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", {"reason": "no"}, 201)
    problem = world["arbiter"].post(f"{cup.path}/disputes/D1/ruling/", RULING, 403)
    assert problem["code"] == "arbiter_not_neutral"
    old_address = world["arbiter"].post(f"{cup.path}/matches/R1M1/ruling/", RULING, 403)
    assert old_address["code"] == "arbiter_not_neutral"


def test_an_organizer_asks_an_arbiter_from_outside_who_then_reads_it_all_and_rules(world: World) -> None:
    cup = opened(world)
    path = f"{cup.path}/disputes/D1"
    guest = world["stranger"]
    guest.post(f"{path}/ruling/", RULING, 403)
    for who in ("arbiter", "scorer", "player", "outsider", "stranger"):
        world[who].put(f"{path}/arbiter/", {"username": "stranger"}, 403)
    assert cup.do_put("disputes/D1/arbiter", {"username": "nobody"}, 404)["code"] == "account_not_found"
    side = cup.side("R1M1", 0).user
    assert side
    refused = cup.do_put("disputes/D1/arbiter", {"username": side.username}, 403)
    assert refused["code"] == "arbiter_is_a_side"
    assert cup.do_put("disputes/D1/arbiter", {"username": "Stranger"})["arbiter"] == "stranger"
    assert guest.get(f"{path}/")["evidence"] is not None
    assert world["outsider"].get(f"{path}/")["evidence"] is None
    assert len(guest.get("/disputes/")["results"]) == 1
    told = world["anonymous"].get(f"{cup.path}/matches/R1M1/history/")["events"][-1]
    assert (told["type"], told["data"]["arbiter"]) == ("arbiter_named/1", "stranger")
    guest.post(f"{path}/ruling/", RULING)
    assert guest.get("/disputes/")["results"] == []
    assert cup.do_put("disputes/D1/arbiter", {"username": "outsider"}, 409)["code"] == "ruling_given"
    assert not wrong()


def test_who_may_not_rule_by_the_regulation_is_not_asked_from_outside_either(world: World) -> None:
    cup = Cup(world, SINGLES | {"disputes": {"arbiter": "neutral"}})
    cup.do("open")
    for name, club in (("E1", "Clube do Copas"), ("E2", "")):
        player = cup.player(name).user
        assert player
        body = {"name": name, "members": [{"username": player.username}], "club": club or None}
        cup.do(f"entries/{cup.do('entries', body, 201)['id']}/confirm")
    for verb in ("close", "draw", "start"):
        cup.do(verb)
    cup.advance()
    cup.decide("R1M1", [[12, 5]])
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", {"reason": "no"}, 201)
    problem = cup.do_put("disputes/D1/arbiter", {"username": "stranger"}, 403)
    assert problem["code"] == "arbiter_not_neutral"
    cup.do_put("disputes/D1/arbiter", {"username": "outsider"})


def test_a_hand_at_a_table_is_judged_by_its_record(world: World) -> None:
    cup = opened(world)
    told = world["arbiter"].get(f"{cup.path}/disputes/D1/")
    (shown,) = told["evidence"]
    assert shown["record"] == RECORD
    assert shown["verdict"]["error"] == {"action": 1, "code": "not_your_turn"}
    assert (told["claim"]["score"], told["claim"]["dealer"]) == ([8, 6], 1)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"record": RECORD | {"options": {"all_tied": "mao"}}}, "record_of_another_game"),
        ({"record": RECORD | {"dealer": 7}}, "unreadable_record"),
        ({"action": 3}, "invalid_claim"),
        ({"leg": 2}, "invalid_claim"),
        ({"photos": ["0" * 64]}, "photo_not_found"),
    ],
)
def test_a_claim_about_what_there_is_not_is_refused(world: World, change: dict[str, Any], code: str) -> None:
    cup = decided(world)
    body = {"reason": "no", "leg": 1, "hand": 7, "action": 2, "record": RECORD} | change
    status = 404 if code == "photo_not_found" else 422
    problem = cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", body, status)
    assert problem["code"] == code
    assert not DisputeRow.objects.exists()


def test_what_is_said_and_shown_is_for_officials_and_both_sides(world: World) -> None:
    cup = opened(world)
    cup.side("R1M1", 0).post(f"{cup.path}/disputes/D1/evidence/", {"text": "It was one card."})
    readers = {who: world[who] for who in EVERYBODY}
    readers |= {"home": cup.side("R1M1", 0), "other": cup.side("R1M2", 0)}
    for who, somebody in readers.items():
        detail = somebody.get(f"{cup.path}/disputes/D1/")
        history = json.dumps(somebody.get(f"{cup.path}/matches/R1M1/history/"))
        inside = who in STAFF | {"home"}
        assert (detail["evidence"] is not None) == inside, who
        assert ("Two cards at once." in history) == inside, who
        assert ("AE" in history) == inside, who
        everything = json.dumps(somebody.get(f"{cup.path}/events/", limit=500))
        assert "Two cards" not in everything
        assert "It was one card" not in everything


def test_the_history_of_a_match_tells_it_all_in_order_and_by_name(world: World) -> None:
    cup = appealed(world)
    world["organizer"].post(f"{cup.path}/disputes/D1/ruling/", RULING | {"reason": "Heard both."})
    events = world["anonymous"].get(f"{cup.path}/matches/R1M1/history/")["events"]
    told = [event["type"].split("/")[0] for event in events]
    assert told[-5:] == [
        "match_decided",
        "dispute_opened",
        "dispute_ruled",
        "ruling_appealed",
        "dispute_ruled",
    ]
    assert [event["by"] for event in events if event["type"] == "dispute_ruled/2"] == ["arbiter", "organizer"]
    assert "matches_planned" not in told


def test_who_rules_finds_what_waits_for_them(world: World) -> None:
    cup = opened(world)
    waiting = {who: world[who].get("/disputes/")["results"] for who in ("arbiter", "organizer", "outsider")}
    assert {who: len(found) for who, found in waiting.items()} == {
        "arbiter": 1,
        "organizer": 0,
        "outsider": 0,
    }
    (found,) = waiting["arbiter"]
    assert (found["championship"], found["id"], found["then"]) == (cup.id, "D1", "organizer")
    world["arbiter"].post(f"{cup.path}/disputes/D1/ruling/", RULING)
    assert world["arbiter"].get("/disputes/")["results"] == []
    cup.side("R1M1", 1).post(f"{cup.path}/disputes/D1/appeal/", {"reason": "no"})
    assert len(world["organizer"].get("/disputes/")["results"]) == 1
    assert len(world["anonymous"].get(f"{cup.path}/disputes/", pending=True)["results"]) == 1
    assert world["anonymous"].get(f"{cup.path}/disputes/", pending=False)["results"] == []


def test_a_deadline_is_a_row_and_survives_a_rebuild(world: World) -> None:
    cup = opened(world)
    dispute = DisputeRow.objects.get()
    assert dispute.due_at
    assert timedelta(minutes=59) < dispute.due_at - timezone.now() <= timedelta(minutes=60)
    assert Wake.objects.get(championship_id=cup.id).due_at is not None
    call_command("rebuild", "championships")
    assert DisputeRow.objects.get().due_at == dispute.due_at
    assert not wrong()


def test_when_a_deadline_passes_the_clock_says_so_and_the_organizer_rules(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened(world)
    due = DisputeRow.objects.get().due_at
    assert due
    cup.decide("R1M2", [[12, 5]])
    cup.advance()
    assert cup.match("R2M1")["status"] == "frozen"
    second = timedelta(seconds=1)
    assert UUID(cup.id) not in dict(claim_due(now=due - second))
    assert UUID(cup.id) in dict(claim_due(now=due + second))
    for minutes, status in ((61, "lapsed"), (122, "closed")):
        monkeypatch.setattr(unit, "clock_ms", lambda now, past=minutes: milliseconds(now) + past * 60_000)
        cup.advance()
        assert DisputeRow.objects.get().status == status
        if status == "lapsed":
            assert world["arbiter"].post(f"{cup.path}/disputes/D1/ruling/", RULING, 403)
            assert len(world["organizer"].get("/disputes/")["results"]) == 1
    told = world["anonymous"].get(f"{cup.path}/disputes/D1/")
    assert [(ruling["instance"], ruling["by"]) for ruling in told["rulings"]] == [("clock", "system:clock")]
    assert cup.match("R2M1")["frozen_by"] is None


def test_a_ruling_is_previewed_before_it_is_given(world: World) -> None:
    cup = opened(world)
    path = f"{cup.path}/disputes/D1/ruling/preview/"
    body = {"ruling": "forfeit", "reason": "seen", "entry": cup.match("R1M1")["sides"][0]["entry"]}
    changes = world["arbiter"].post(path, body)["changes"]
    assert [seat["match"] for seat in changes["seats"]] == ["R2M1"]
    assert world["arbiter"].post(path, RULING)["changes"] is None


# Pictures


def test_a_picture_is_kept_upright_small_and_without_what_the_camera_wrote(world: World) -> None:
    cup = decided(world)
    sent = send(cup, cup.side("R1M1", 1), picture((3000, 1500)))
    assert (sent["width"], sent["height"]) == (1200, 2400)
    photo = Photo.objects.get()
    content = bytes(photo.content)
    assert b"SECRET" not in content
    assert b"Exif" not in content
    assert not Image.open(BytesIO(content)).getexif()
    again = send(cup, cup.side("R1M1", 0), picture((3000, 1500)))
    assert (again["sha256"], Photo.objects.count()) == (sent["sha256"], 1)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_a_photo"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_a_photo"),
        (picture()[:200], "not_a_photo"),
        (picture(kind="PNG").replace(b"IDAT", b"IDAX"), "not_a_photo"),
    ],
)
def test_what_does_not_open_as_a_picture_is_refused(world: World, data: bytes, code: str) -> None:
    cup = decided(world)
    assert send(cup, cup.side("R1M1", 1), data, 422)["code"] == code
    assert not Photo.objects.exists()


def test_a_picture_is_refused_by_its_size_before_it_is_unpacked(world: World) -> None:
    cup = decided(world)
    huge = BytesIO()
    Image.new("1", (9000, 9000)).save(huge, "PNG")
    assert send(cup, cup.side("R1M1", 1), huge.getvalue(), 422)["code"] == "photo_too_large"
    assert send(cup, cup.side("R1M1", 1), b"\xff" * (8 * 1024 * 1024 + 1), 413)["code"] == "body_too_large"


def test_a_picture_is_for_officials_and_both_sides(world: World) -> None:
    cup = decided(world)
    sent = send(cup, cup.side("R1M1", 1), picture())
    body = {"reason": "Look.", "photos": [sent["sha256"]]}
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", body, 201)
    path = f"/api/v1{cup.path}/matches/R1M1/photos/{sent['sha256']}/"
    readers = {who: world[who] for who in EVERYBODY}
    readers |= {"home": cup.side("R1M1", 0), "other": cup.side("R1M2", 0)}
    for who, somebody in readers.items():
        inside = who in STAFF | {"home"}
        status = 401 if who == "anonymous" else 200 if inside else 404
        assert somebody.client.get(path).status_code == status, who
    for who in ("player", "outsider"):
        send(cup, world[who], picture(), 403)
    assert not wrong()
    Photo.objects.update(content=b"another")
    assert any("picture" in problem for problem in wrong())


def test_one_person_sends_only_so_many_pictures(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disputes, "PHOTOS_OF_ONE", 1)
    cup = decided(world)
    send(cup, cup.side("R1M1", 1), picture())
    assert send(cup, cup.side("R1M1", 1), picture((41, 60)), 409)["code"] == "too_many_photos"


def test_another_championships_dispute_is_not_found(world: World) -> None:
    cup = opened(world)
    other = Cup(world, name="Copa do Ouro").playing(2)
    assert (
        world["arbiter"].post(f"{other.path}/disputes/D1/ruling/", RULING, 404)["code"] == "unknown_dispute"
    )
    assert UUID(cup.id) != UUID(other.id)
