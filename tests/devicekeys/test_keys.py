"""A device registers a key by showing that it holds it; a revoked key does not come back."""

import pytest
from django.core.management import CommandError, call_command

from tests.devicekeys.conftest import Device
from tests.games.players import Person, good, refused
from truco_api.devicekeys import services
from truco_api.devicekeys.events import stream_of
from truco_api.devicekeys.models import DeviceKey
from truco_api.eventstore import load

KEYS = "/api/v1/me/keys/"


def test_a_key_is_registered_and_listed_for_its_account_alone(ana: Person, bia: Person) -> None:
    device = Device(ana, b"a" * 32)
    key_id = device.register()
    [told] = good(ana.client.get(KEYS))["results"]
    assert (told["id"], told["public_key"], told["name"]) == (key_id, device.key, "phone")
    assert told["revoked_at"] is None
    assert good(bia.client.get(KEYS))["results"] == []


def test_the_same_key_again_changes_nothing(ana: Person) -> None:
    device = Device(ana, b"a" * 32)
    assert device.register() == device.register()
    assert len(load(stream_of(ana.user.pk))) == 1


def test_nobody_registers_a_key_they_do_not_hold(ana: Person, bia: Person) -> None:
    stolen = Device(ana, b"a" * 32).request()
    refused(bia.client.post(KEYS, stolen), 422, "signature_wrong")
    assert not DeviceKey.objects.exists()


@pytest.mark.parametrize("field", ["public_key", "signature"])
def test_what_is_no_key_is_named(ana: Person, field: str) -> None:
    body = Device(ana, b"a" * 32).request() | {field: "xyz"}
    problem = ana.client.post(KEYS, body)
    assert problem.status_code == 422 or problem.status_code == 400
    assert [error["field"] for error in problem.json()["errors"]] == [field]


def test_a_revoked_key_does_not_come_back(ana: Person, bia: Person) -> None:
    device = Device(ana, b"a" * 32)
    key_id = device.register()
    refused(bia.client.delete(f"{KEYS}{key_id}/"), 404, "key_not_found")
    for _ in range(2):
        assert ana.client.delete(f"{KEYS}{key_id}/").status_code == 204
    refused(ana.client.post(KEYS, device.request()), 409, "key_revoked")
    assert [event.type for event in load(stream_of(ana.user.pk))] == [
        "device_key_registered/1",
        "device_key_revoked/1",
    ]


def test_an_account_has_only_so_many_keys(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "AT_MOST", 1)
    Device(ana, b"a" * 32).register()
    refused(ana.client.post(KEYS, Device(ana, b"b" * 32).request()), 409, "too_many_keys")


def test_the_audit_compares_the_keys_with_their_events(ana: Person) -> None:
    Device(ana, b"a" * 32).register()
    call_command("audit")
    DeviceKey.objects.update(public_key="ab" * 32)
    with pytest.raises(CommandError, match="found 1 thing"):
        call_command("audit")
