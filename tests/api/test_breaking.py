"""What would break a client of the last release is seen, whatever kind of change it is."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from truco_api.http import contract, error_list
from truco_api.http.breaking import breaks

Document = dict[str, Any]
Change = Callable[[Document], object]
TODAY = "2026-11-30"
BASE: Document = {
    "paths": {
        "/games/": {
            "get": {
                "operationId": "games_list",
                "tags": ["games"],
                "security": [{"token": []}, {}],
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 200}},
                    {"$ref": "#/components/parameters/Language"},
                ],
                "responses": {
                    "200": {
                        "headers": {"ETag": {"schema": {"type": "string"}}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}},
                    },
                    "404": {"content": {}},
                },
            },
            "post": {
                "operationId": "games_open",
                "tags": ["games"],
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Wish"}}}
                },
                "responses": {"201": {"content": {}}},
            },
        },
        "/old/": {
            "get": {"operationId": "old", "deprecated": True, "x-sunset": "2026-12-31", "responses": {}},
        },
    },
    "components": {
        "parameters": {"Language": {"name": "Accept-Language", "in": "header", "schema": {"type": "string"}}},
        "schemas": {
            "Game": {
                "type": "object",
                "required": ["phase", "score", "events"],
                "properties": {
                    "phase": {"enum": ["open", "playing"]},
                    "kind": {"enum": ["a"], "x-extensible": True},
                    "score": {"type": "array", "items": {"type": "integer"}},
                    "at": {"type": "string", "format": "date-time"},
                    "winner": {"type": ["integer", "null"]},
                    "seat": {"type": "integer"},
                    "events": {"$ref": "#/components/schemas/Event"},
                    "result": {"oneOf": [{"$ref": "#/components/schemas/Played"}, {"type": "null"}]},
                },
            },
            "Event": {
                "oneOf": [{"$ref": "#/components/schemas/Played"}],
                "discriminator": {
                    "propertyName": "type",
                    "mapping": {"played/1": "#/components/schemas/Played"},
                },
                "x-extensible": True,
            },
            "Played": {
                "type": "object",
                "required": ["type", "card"],
                "properties": {"type": {"const": "played/1"}, "card": {"type": "string"}},
            },
            "Wish": {
                "type": "object",
                "required": ["variant"],
                "properties": {
                    "variant": {"type": "string", "minLength": 1},
                    "players": {"type": "integer", "minimum": 2, "maximum": 8},
                    "seat": {"type": ["integer", "null"]},
                    "clock": {"enum": ["slow", "fast"]},
                    "tags": {"type": "array", "items": {"type": "string"}},
                },
            },
        },
    },
}


def schema(name: str) -> Callable[[Document], Any]:
    """A component of a document."""
    return lambda document: document["components"]["schemas"][name]


def member(component: str, name: str, **change: Any) -> Change:
    """Changes a member of a component."""
    return lambda document: schema(component)(document)["properties"][name].update(change)


def put(component: str, **members: Any) -> Change:
    """Puts members into a component, in place of old ones."""
    return lambda document: schema(component)(document)["properties"].update(members)


def operation(method: str, **change: Any) -> Change:
    """Changes an operation on games."""
    return lambda document: document["paths"]["/games/"][method].update(change)


def parameter(**change: Any) -> Change:
    """Adds a parameter to the list."""
    whole = {"name": "new", "in": "query", "schema": {"type": "string"}} | change
    return lambda document: document["paths"]["/games/"]["get"]["parameters"].append(whole)


BREAKING: dict[str, tuple[Change, str]] = {
    "an operation is gone": (lambda d: d["paths"]["/games/"].pop("post"), "POST /games/ is gone"),
    "an address is gone": (lambda d: d["paths"].pop("/games/"), "GET /games/ is gone"),
    "a deprecated operation goes too early": (lambda d: d["paths"].pop("/old/"), "GET /old/ is gone"),
    "an operation has another id": (operation("get", operationId="games"), "its id is games now"),
    "an operation stands elsewhere": (operation("get", tags=["tables"]), "stands under ['tables']"),
    "a login is needed": (operation("get", security=[{"token": []}]), "needs a login now"),
    "a parameter is gone": (lambda d: d["paths"]["/games/"]["get"]["parameters"].pop(0), "limit is gone"),
    "a shared parameter is gone": (
        lambda d: d["paths"]["/games/"]["get"]["parameters"].pop(1),
        "header Accept-Language is gone",
    ),
    "a parameter must come": (parameter(required=True), "query new has to be sent now"),
    "an old parameter must come": (
        lambda d: d["paths"]["/games/"]["get"]["parameters"][0].update(required=True),
        "query limit has to be sent now",
    ),
    "a parameter takes less": (
        lambda d: d["paths"]["/games/"]["get"]["parameters"][0]["schema"].update(maximum=100),
        "maximum is 100 now",
    ),
    "a body must come": (
        lambda d: d["paths"]["/games/"]["post"]["requestBody"].update(required=True),
        "a body has to be sent now",
    ),
    "no body is taken": (lambda d: d["paths"]["/games/"]["post"].pop("requestBody"), "takes no body now"),
    "a body of another type": (
        lambda d: d["paths"]["/games/"]["post"]["requestBody"].update(content={"text/csv": {}}),
        "no longer application/json",
    ),
    "a member must be sent": (
        lambda d: schema("Wish")(d).update(required=["variant", "players"]),
        "body.players: has to be sent now",
    ),
    "a new member must be sent": (
        lambda d: (
            schema("Wish")(d)["properties"].update(pace={"type": "string"}),
            schema("Wish")(d).update(required=["variant", "pace"]),
        ),
        "body.pace: has to be sent now",
    ),
    "a member to send is gone": (
        lambda d: schema("Wish")(d)["properties"].pop("seat"),
        "body.seat: the member is gone",
    ),
    "null may not be sent": (member("Wish", "seat", type="integer"), "no longer null"),
    "another type must be sent": (member("Wish", "players", type="string"), "no longer integer"),
    "a choice is gone": (member("Wish", "clock", enum=["slow"]), "takes 'slow' only"),
    "only some values are taken": (member("Wish", "variant", enum=["paulista"]), "takes 'paulista' only"),
    "a bound is higher": (member("Wish", "players", minimum=3), "minimum is 3 now"),
    "a text must be longer": (member("Wish", "variant", minLength=3), "minLength is 3 now"),
    "a list must be shorter": (member("Wish", "tags", maxItems=3), "maxItems is 3 now"),
    "a pattern is asked for": (member("Wish", "variant", pattern="^a"), "pattern is ^a now"),
    "a format is asked for": (member("Wish", "variant", format="uuid"), "the format is uuid now"),
    "the parts of a list are others": (
        member("Wish", "tags", items={"type": "integer"}),
        "takes integer only",
    ),
    "other members are refused": (
        lambda d: schema("Wish")(d).update(additionalProperties=False),
        "other members are refused now",
    ),
    "a status is gone": (
        lambda d: d["paths"]["/games/"]["post"].update(responses={"200": {}}),
        "201: is not answered any more",
    ),
    "another status comes": (
        lambda d: d["paths"]["/games/"]["post"]["responses"].update({"202": {}}),
        "202 is answered now",
    ),
    "an answer is of another type": (
        lambda d: d["paths"]["/games/"]["get"]["responses"]["200"].update(content={}),
        "200: no longer application/json",
    ),
    "a header is gone": (
        lambda d: d["paths"]["/games/"]["get"]["responses"]["200"].update(headers={}),
        "without the header ETag",
    ),
    "a member of an answer is gone": (
        lambda d: schema("Game")(d)["properties"].pop("seat"),
        "200.seat: the member is gone",
    ),
    "a member may be missing": (
        lambda d: schema("Game")(d).update(required=["phase", "events"]),
        "200.score: may be missing now",
    ),
    "a member may be null": (member("Game", "seat", type=["integer", "null"]), "can be null now"),
    "a member may be anything": (
        put("Game", seat={}),
        "can be anything now",
    ),
    "a value is added": (member("Game", "phase", enum=["open", "playing", "paused"]), "can be 'paused' now"),
    "the values are open": (
        put("Game", phase={}),
        "200.phase: can be anything now",
    ),
    "a format is gone": (
        put("Game", at={"type": "string"}),
        "the format is None now",
    ),
    "the parts of an answered list are others": (
        member("Game", "score", items={"type": "string"}),
        "200.score[]: can be string now",
    ),
    "a kind is added where none may": (
        lambda d: schema("Game")(d)["properties"]["result"]["oneOf"].append({"type": "string"}),
        "200.result: can also be string now",
    ),
    "a member deep in a family is gone": (
        lambda d: schema("Played")(d)["properties"].pop("card"),
        "200.events<played/1>.card: the member is gone",
    ),
    "a component is gone": (
        lambda d: (
            d["components"]["schemas"].update(Cup=d["components"]["schemas"].pop("Wish"))
            or d["paths"]["/games/"]["post"]["requestBody"]["content"]["application/json"]["schema"].update(
                {"$ref": "#/components/schemas/Cup"}
            )
        ),
        "component Wish is gone",
    ),
}
HARMLESS: dict[str, Change] = {
    "nothing": lambda d: None,
    "an operation is added": lambda d: d["paths"]["/games/"].update(
        put={"operationId": "x", "responses": {}}
    ),
    "an optional parameter is added": parameter(),
    "an optional member is added": put("Wish", pace={"type": "string"}),
    "a member of an answer is added": lambda d: schema("Game")(d)["properties"].update(
        pace={"type": "string"}
    ),
    "a member is always there": lambda d: schema("Game")(d)["required"].append("winner"),
    "a member is never null": member("Game", "winner", type="integer"),
    "null may be sent": member("Wish", "players", type=["integer", "null"]),
    "a choice is added": member("Wish", "clock", enum=["slow", "fast", "none"]),
    "a bound is lower": member("Wish", "players", minimum=1, maximum=10),
    "a value is no longer answered": member("Game", "phase", enum=["open"]),
    "a value is added where it may": member("Game", "kind", enum=["a", "b"]),
    "a failure is added": lambda d: d["paths"]["/games/"]["post"]["responses"].update({"409": {}}),
    "a failure is gone": lambda d: d["paths"]["/games/"]["get"]["responses"].pop("404"),
    "no login is needed": operation("get", security=[{}]),
    "words are changed": member("Game", "seat", description="The place."),
    "an event is added": lambda d: (
        d["components"]["schemas"].update(Cheered={"type": "object"}),
        schema("Event")(d)["oneOf"].append({"$ref": "#/components/schemas/Cheered"}),
    ),
    "an operation is announced to go": operation("post", deprecated=True),
}


def after(change: Change) -> list[str]:
    """What breaks by a change of the small description."""
    new = copy.deepcopy(BASE)
    change(new)
    return breaks(BASE, new, today=TODAY)


@pytest.mark.parametrize("name", BREAKING)
def test_a_change_that_breaks_clients_is_seen(name: str) -> None:
    change, said = BREAKING[name]
    assert [line for line in after(change) if said in line] != []


@pytest.mark.parametrize("name", HARMLESS)
def test_a_change_that_breaks_nobody_is_let_pass(name: str) -> None:
    assert after(HARMLESS[name]) == []


def test_a_deprecated_operation_may_go_when_its_time_has_come() -> None:
    new = copy.deepcopy(BASE)
    new["paths"].pop("/old/")
    assert breaks(BASE, new, today="2027-01-01") == []


def test_nothing_breaks_a_client_of_the_last_release() -> None:
    assert breaks(contract.released(), contract.described(), today=timezone.now().date().isoformat()) == []


def test_a_break_of_the_real_contract_is_seen() -> None:
    new = contract.described()
    new["components"]["schemas"]["Game"]["required"].remove("clock")
    new["components"]["schemas"]["CutAction"]["properties"].pop("at")
    found = breaks(contract.released(), new, today=TODAY)
    assert any(".clock: may be missing now" in line for line in found)
    assert any("body<cut>.at: the member is gone" in line for line in found)


def test_the_list_of_errors_is_up_to_date() -> None:
    assert error_list.path().read_text() == error_list.text(), "run manage.py contract --errors"


def test_the_command_says_that_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("contract")
    assert "No change breaks" in capsys.readouterr().out
