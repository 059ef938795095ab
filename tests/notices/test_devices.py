"""Devices that can be woken: bound to an account, and to being signed in there."""

from __future__ import annotations

from typing import Any

import pytest
from push_notifications.models import APNSDevice, GCMDevice, WebPushDevice

from tests.notices.conftest import Reader, Services, person, phone
from truco_api.accounts.models import Token
from truco_api.notices.models import Device


def addresses() -> int:
    """How many addresses the library has."""
    return sum(kind.objects.count() for kind in (GCMDevice, APNSDevice, WebPushDevice))


def test_a_device_has_one_address_and_the_last_one_holds(ana: Reader, services: Services) -> None:
    phone(ana, "first")
    phone(ana, "second")
    phone(ana, "second")
    [device] = ana.get("/push/devices/")["results"]
    assert (device["platform"], device["name"]) == ("fcm", "ana's phone")
    assert "second" not in str(device)
    assert GCMDevice.objects.get().registration_id == "second"


def test_a_phone_that_changes_hands_wakes_for_its_new_owner_alone(
    ana: Reader, bia: Reader, services: Services
) -> None:
    phone(ana, "the phone")
    phone(bia, "the phone")
    assert ana.get("/push/devices/")["results"] == []
    assert len(bia.get("/push/devices/")["results"]) == addresses() == 1


def test_signing_out_forgets_the_device_and_its_address(ana: Reader, services: Services) -> None:
    phone(ana)
    tablet = person("tablet", ana.user)
    phone(tablet)
    ana.delete("/tokens/current/")
    assert Device.objects.get().signed_in_id == tablet.token.id
    assert addresses() == 1
    Token.objects.all().delete()
    assert (Device.objects.count(), addresses()) == (0, 0)


def test_an_account_that_is_deleted_leaves_no_address(ana: Reader, services: Services) -> None:
    phone(ana)
    ana.user.delete()
    assert addresses() == 0


def test_a_device_can_be_let_sleep_by_its_owner_alone(ana: Reader, bia: Reader, services: Services) -> None:
    device = phone(ana)
    assert bia.delete(f"/push/devices/{device['id']}/", 404)["code"] == "push_device_not_found"
    ana.delete(f"/push/devices/{device['id']}/")
    assert addresses() == 0
    ana.delete(f"/push/devices/{device['id']}/", 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"platform": "pigeon", "token": "x"}, "platform"),
        ({"platform": "fcm"}, "token"),
        ({"platform": "fcm", "token": "x" * 1001}, "token"),
        ({"platform": "fcm", "token": "x", "auth": "y"}, "auth"),
        ({"platform": "apns", "token": "not hexadecimal"}, "token"),
        ({"platform": "webpush", "token": "https://push.example/1"}, "p256dh"),
    ],
)
def test_what_is_no_address_is_refused_under_its_field(
    ana: Reader, services: Services, body: dict[str, Any], field: str
) -> None:
    problem = ana.post("/push/devices/", body, 422)
    assert field in str(problem["errors"])
    assert addresses() == 0


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/x", "http://push.example/x", "https://10.0.0.1/x", "nonsense"]
)
def test_a_browsers_address_inside_is_refused(ana: Reader, services: Services, url: str) -> None:
    body = {"platform": "webpush", "token": url, "p256dh": "k", "auth": "a"}
    assert ana.post("/push/devices/", body, 422)["code"] == "push_target_refused"
