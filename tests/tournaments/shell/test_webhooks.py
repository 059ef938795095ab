"""What a club's webhooks are told of its championships, and who may keep them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from pytest_django import Settings

from tests.tournaments.shell.cups import ONLINE, PAIRS, SINGLES, Cup
from tests.tournaments.shell.world import EVERYBODY, World, allowed
from tests.webhooks.receiver import Receiver, failing, receiving, taking
from tournaments import webhooks
from tournaments.codec import stream_of
from tournaments.models import Membership
from tournaments.rules.announcements import KINDS
from truco_api.checkpoints.collecting import collect
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.feed import relay_once
from truco_api.webhooks.drain import drain
from truco_api.webhooks.models import Delivery, Endpoint, Message

PUBLIC = {"championship", "version", "url", "match", "stage", "round", "entries", "podium"}
PUBLIC |= {"leg", "sheet", "ruling", "instance", "dispute", "deadline_at"}
MATCH = {"id", "stage", "round", "label", "mode", "status", "table", "sides", "legs", "winner", "how"}


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A receiver that may be reached."""
    settings.WEBHOOK_HTTP, settings.WEBHOOK_NETWORKS = True, ["127.0.0.0/8"]
    webhooks.KEPT.forget()
    with receiving() as server:
        yield server


@pytest.fixture
def path(world: World) -> str:
    """Where the club's webhooks are."""
    return f"/clubs/{world.club.id}/webhooks/"


@pytest.fixture
def hook(world: World, path: str, receiver: Receiver) -> dict[str, Any]:
    """The club's webhook, with its secret."""
    made: dict[str, Any] = world["owner"].post(path, {"url": receiver.url, "description": "our site"}, 201)
    hook: dict[str, Any] = made["webhook"]
    return hook | {"secret": made["secret"], "path": f"{path}{made['webhook']['id']}/"}


def events_of(cup: Cup) -> list[Recorded]:
    """All that happened in a championship."""
    return load(stream_of(cup.id))


def tell(*events: Recorded) -> None:
    """Tell the subscriber."""
    for event in events:
        webhooks.told(event)


def told() -> list[dict[str, Any]]:
    """Everything written down, in order."""
    messages = Message.objects.order_by("happened_at", "deliveries__position")
    return [json.loads(message.body) for message in messages]


def of_type(kind: str) -> list[dict[str, Any]]:
    """What was written down of one type."""
    return [one["data"] for one in told() if one["type"] == kind]


def test_a_championship_is_told_from_the_draw_to_the_champion(world: World, hook: dict[str, Any]) -> None:
    cup = Cup(world).playing(4)
    cup.side("R1M1", 0).post(f"{cup.path}/matches/R1M1/presence/")
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/presence/")
    cup.play()
    tell(*events_of(cup))
    kinds = [one["type"] for one in told()]
    assert kinds[:3] == ["championship.drawn", "championship.started", "round.opened"]
    assert kinds[-1] == "championship.finished"
    assert kinds.count("match.decided") == kinds.count("match.called") == kinds.count("match.started")
    [called, *_] = of_type("match.called")
    match = cup.match(called["match"]["id"])
    assert called["url"] == f"/api/v1{cup.path}/matches/{match['id']}/"
    assert called["match"]["table"] == match["table"]
    assert called["championship"] == {"id": cup.id, "club": str(world.club.id), "name": "Copa do Zap"}
    [decided, *_] = of_type("match.decided")
    assert decided["match"]["winner"]["name"] in cup.entries
    assert decided["match"]["legs"] == [[12, 7]]
    [podium] = of_type("championship.finished")
    final = world["anonymous"].get(f"{cup.path}/bracket/")["podium"]
    assert podium["podium"] == final


def test_disputes_rulings_and_corrections_are_told_without_their_reasons(
    world: World, hook: dict[str, Any]
) -> None:
    cup = Cup(world).playing(4)
    note = "a note that stays here"
    by = cup.side("R1M1", 1)
    by.post(f"{cup.path}/matches/R1M1/sheet/", {"legs": [[12, 5]], "note": note})
    cup.side("R1M1", 0).post(f"{cup.path}/matches/R1M1/dispute/", {"reason": note})
    ruling = {"ruling": "adjust", "legs": [[7, 12]], "reason": note}
    world["arbiter"].post(f"{cup.path}/matches/R1M1/ruling/", ruling)
    world["arbiter"].post(f"{cup.path}/matches/R1M1/correction/", {"legs": [[12, 9]], "reason": note})
    world["arbiter"].post(f"{cup.path}/matches/R1M1/reopening/", {"reason": note})
    tell(*events_of(cup))
    kinds = [one["type"] for one in told() if one["type"].startswith("match.") and "R1M1" in json.dumps(one)]
    assert kinds == [
        "match.called",
        "match.started",
        "match.reported",
        "match.disputed",
        "match.ruled",
        "match.decided",
        "match.corrected",
        "match.reopened",
    ]
    assert of_type("match.ruled")[0]["ruling"] == "adjust"
    assert of_type("match.corrected")[0]["match"]["legs"] == [[12, 9]]
    assert note not in json.dumps(told())


def test_legs_of_online_matches_and_tables_of_leagues_are_told(world: World, hook: dict[str, Any]) -> None:
    online = Cup(world, ONLINE).playing(2)
    league = Cup(world, SINGLES | {"stages": [{"format": "round_robin"}]}, "Liga").playing(3)
    league.decide(league.open_matches()[0]["id"], [[12, 3]])
    from tournaments.services import legs

    game = UUID(online.match("R1M1")["game_id"])
    legs.report_leg(game_id=game, winner=0, score=(12, 4), ending="target")
    tell(*events_of(online), *events_of(league))
    [leg] = of_type("match.leg_ended")
    assert leg["leg"] == {"leg": 1, "score": [12, 4], "winner": 0, "ending": "target"}
    changed = of_type("standings.changed")
    assert {one["championship"]["name"] for one in changed} == {"Liga"}
    stage = world["anonymous"].get(changed[0]["url"].removeprefix("/api/v1"))
    assert stage["tables"][0]["rows"][0]["values"]


def test_nothing_is_told_but_what_everybody_may_know(world: World, hook: dict[str, Any]) -> None:
    """No person's name or id, no game, and no field that nobody has thought about."""
    cup = Cup(world, PAIRS).playing(4)
    cup.play()
    tell(*events_of(cup))
    assert {key for one in told() for key in one["data"]} <= PUBLIC
    assert {key for one in told() for key in one["data"].get("match", {})} <= MATCH
    persons = Membership.objects.values_list("person_id", flat=True)
    players = [player for name in cup.entries for player in cup.players(name)]
    everything = json.dumps(told())
    assert not any(str(person) in everything for person in persons)
    assert not any(f'"{player}"' in everything for player in players)


def test_however_it_comes_each_event_is_told_once_and_as_it_was_then(
    world: World, hook: dict[str, Any]
) -> None:
    cup = Cup(world).playing(4)
    cup.play(2)
    events = events_of(cup)
    tell(*reversed(events))
    first = {message.id: message.body for message in Message.objects.all()}
    webhooks.KEPT.forget()
    tell(*events, *events[::2], *events)
    assert {message.id: message.body for message in Message.objects.all()} == first
    assert Delivery.objects.count() == len(first)
    called = {one["match"]["id"]: one["match"]["status"] for one in of_type("match.called")}
    assert set(called.values()) == {"called"}


def test_clubs_without_webhooks_and_other_clubs_have_nothing_written_down(
    world: World, receiver: Receiver
) -> None:
    path = f"/clubs/{world.other_club.id}/webhooks/"
    world["stranger"].post(path, {"url": receiver.url}, 201)
    cup = Cup(world).playing(2)
    tell(*events_of(cup))
    assert not Message.objects.exists()


def test_every_type_is_described_in_the_schema_and_can_be_asked_for(
    world: World, path: str, receiver: Receiver
) -> None:
    body = {"url": receiver.url, "event_types": sorted(KINDS)}
    made = world["owner"].post(path, body, 201)
    assert made["webhook"]["event_types"] == sorted(KINDS)
    problem = world["owner"].post(path, body | {"event_types": ["match.exploded"]}, 422)
    assert problem["errors"][0]["field"].startswith("event_types")


def test_an_inner_address_is_refused_under_its_field(world: World, path: str) -> None:
    for url in ("http://127.0.0.1:8000/", "https://169.254.169.254/latest/meta-data/", "https://[::1]/"):
        problem = world["owner"].post(path, {"url": url}, 422)
        assert problem["code"] == "webhook_target_refused"
        assert problem["errors"][0]["field"] == "url"
    assert not Endpoint.objects.exists()


def test_an_address_is_checked_when_it_is_changed_too(world: World, hook: dict[str, Any]) -> None:
    problem = world["owner"].patch(hook["path"], {"url": "http://10.0.0.1/"}, 422)
    assert problem["code"] == "webhook_target_refused"
    assert world["owner"].get(hook["path"])["url"] == hook["url"]


def test_a_club_may_have_ten(world: World, path: str, receiver: Receiver) -> None:
    for number in range(10):
        world["owner"].post(path, {"url": f"{receiver.url}/{number}"}, 201)
    assert world["owner"].post(path, {"url": receiver.url}, 409)["code"] == "too_many_webhooks"
    assert len(world["owner"].get(path)["results"]) == 10


def test_the_log_tells_how_each_attempt_went(world: World, hook: dict[str, Any], receiver: Receiver) -> None:
    owner, endpoint = world["owner"], UUID(hook["id"])
    receiver.behaviour = failing
    sent = owner.post(hook["path"] + "ping/", None, 202)
    assert (sent["event_type"], sent["status"], sent["attempts"]) == ("ping", "waiting", [])
    drain(endpoint)
    [entry] = owner.get(hook["path"] + "deliveries/")["results"]
    [attempt] = entry["attempts"]
    assert (attempt["status"], attempt["problem"]) == (500, None)
    assert attempt["excerpt"] == "our database is on fire"
    assert attempt["duration_ms"] >= 0
    one = owner.get(f"{hook['path']}deliveries/{entry['id']}/")
    assert json.loads(one["body"]) == receiver.received[0].verified(hook["secret"])
    receiver.behaviour = taking
    owner.post(f"{hook['path']}deliveries/{entry['id']}/redeliver/", None, 202)
    drain(endpoint)
    assert [one.id for one in receiver.received] == [entry["webhook_id"]] * 2
    assert owner.get(hook["path"] + "deliveries/", status="waiting")["results"] == []
    [entry] = owner.get(hook["path"] + "deliveries/", event_type="ping")["results"]
    assert [attempt["status"] for attempt in entry["attempts"]] == [500, 204]
    assert owner.get(hook["path"])["failing_since"] is None


def test_off_and_on_again_and_what_was_missed(world: World, hook: dict[str, Any], receiver: Receiver) -> None:
    owner = world["owner"]
    assert owner.patch(hook["path"], {"enabled": False})["disabled"] == "owner"
    cup = Cup(world).playing(2)
    tell(*events_of(cup))
    assert owner.post(hook["path"] + "ping/", None, 409)["code"] == "webhook_disabled"
    back = owner.patch(hook["path"], {"enabled": True, "description": "back"})
    assert (back["enabled"], back["disabled"], back["description"]) == (True, None, "back")
    body = {"since": "2020-01-01T00:00:00Z"}
    count = owner.post(hook["path"] + "redeliver/", body, 202)["deliveries"]
    assert drain(UUID(hook["id"])) == count == Message.objects.count() > 3
    owner.delete(hook["path"])
    owner.get(hook["path"], 404)


def test_a_new_secret_is_told_once_and_both_are_good_for_a_day(
    world: World, hook: dict[str, Any], receiver: Receiver
) -> None:
    new = world["owner"].post(hook["path"] + "secret/")["secret"]
    world["owner"].post(hook["path"] + "ping/", None, 202)
    drain(UUID(hook["id"]))
    assert receiver.received[0].verified(new) == receiver.received[0].verified(hook["secret"])
    everything = json.dumps(
        [world["owner"].get(hook["path"]), world["owner"].get(hook["path"] + "deliveries/")]
    )
    assert "whsec_" not in everything
    world["owner"].post(hook["path"] + "secret/", {"overlap_hours": 1000}, 422)


@pytest.mark.parametrize("who", EVERYBODY)
def test_webhooks_are_the_owners_business_alone(
    world: World, hook: dict[str, Any], path: str, who: str
) -> None:
    world["owner"].post(hook["path"] + "ping/", None, 202)
    delivery = str(Delivery.objects.get().id)
    here, one = world[who], hook["path"]
    new = {"url": hook["url"]}
    here.get(path, allowed(who, "owner"))
    here.post(path, new, allowed(who, "owner", success=201))
    here.get(one, allowed(who, "owner"))
    here.patch(one, {"description": "x"}, allowed(who, "owner"))
    here.get(one + "deliveries/", allowed(who, "owner"))
    here.get(f"{one}deliveries/{delivery}/", allowed(who, "owner"))
    here.post(f"{one}deliveries/{delivery}/redeliver/", None, allowed(who, "owner", success=202))
    here.post(one + "ping/", None, allowed(who, "owner", success=202))
    body = {"since": "2020-01-01T00:00:00Z"}
    here.post(one + "redeliver/", body, allowed(who, "owner", success=202))
    here.post(one + "secret/", None, allowed(who, "owner"))
    here.delete(one, allowed(who, "owner", success=204))


def test_a_webhook_of_another_club_is_not_there(world: World, hook: dict[str, Any]) -> None:
    elsewhere = f"/clubs/{world.other_club.id}/webhooks/{hook['id']}/"
    world["stranger"].get(elsewhere, 404)
    world["stranger"].post(elsewhere + "secret/", None, 404)
    world["stranger"].delete(elsewhere, 404)
    assert Endpoint.objects.count() == 1


def test_a_delivery_of_another_webhook_is_not_there(world: World, hook: dict[str, Any], path: str) -> None:
    world["owner"].post(hook["path"] + "ping/", None, 202)
    other = world["owner"].post(path, {"url": hook["url"]}, 201)["webhook"]
    address = f"{path}{other['id']}/deliveries/{Delivery.objects.get().id}/"
    assert world["owner"].get(address, 404)["code"] == "webhook_delivery_not_found"
    assert world["owner"].post(address + "redeliver/", None, 404)["code"] == "webhook_delivery_not_found"


def test_a_club_that_is_deleted_leaves_nothing_behind(world: World, hook: dict[str, Any]) -> None:
    world["owner"].post(hook["path"] + "ping/", None, 202)
    world["owner"].delete(f"/clubs/{world.club.id}/")
    assert [model.objects.count() for model in (Endpoint, Message, Delivery)] == [0, 0, 0]


def test_a_club_that_asks_for_checkpoints_is_sent_each_once(
    world: World, path: str, receiver: Receiver
) -> None:
    body = {"url": receiver.url, "event_types": ["checkpoint.signed"]}
    world["owner"].post(path, body, 201)
    Cup(world, SINGLES)
    while relay_once():
        pass
    made = collect()
    assert made is not None
    webhooks.keep(checkpoint=made)
    [message] = Message.objects.all()
    told = json.loads(message.body)
    assert told["type"] == "checkpoint.signed"
    assert told["data"] == made.json() | {"url": f"/api/v1/checkpoints/{made.statement.number}/"}
    assert Delivery.objects.count() == 1


def test_nobody_else_is_bothered_with_checkpoints(world: World, hook: dict[str, Any]) -> None:
    Cup(world, SINGLES)
    while relay_once():
        pass
    assert collect() is not None
    assert not Message.objects.exists()
