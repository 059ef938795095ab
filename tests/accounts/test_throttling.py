"""Guessing is slowed down, for all processes together."""

import threading

import pytest
from django.db import connection
from rest_framework.request import Request
from rest_framework.test import APIClient, APIRequestFactory
from rest_framework.views import APIView

from tests.accounts.conftest import PASSWORD
from truco_api.accounts import throttling
from truco_api.accounts.models import Attempts, User
from truco_api.accounts.throttling import SignInThrottle

TOKENS = "/api/v1/tokens/"
Rates = dict[str, tuple[int, int]]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still until a test moves it."""
    now = [1_000_000_010.0]
    monkeypatch.setattr(throttling, "time", lambda: now[0])
    return now


def sign_in(client: APIClient, name: str = "ana", address: str = "10.0.0.1", **headers: str) -> int:
    """The status of one try with a wrong password."""
    form = {"name": name, "password": "wrong"}
    return int(client.post(TOKENS, form, REMOTE_ADDR=address, headers=headers).status_code)


def test_tries_beyond_the_rate_wait_for_the_next_window(
    caller: APIClient, ana: User, rates: Rates, clock: list[float]
) -> None:
    rates["sign_in"] = (3, 60)
    assert [sign_in(caller) for _ in range(5)] == [401, 401, 401, 429, 429]
    response = caller.post(TOKENS, {"name": "ana", "password": PASSWORD}, REMOTE_ADDR="10.0.0.1")
    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    wait = int(response["Retry-After"])
    assert 1 <= wait <= 60
    clock[0] += wait
    assert sign_in(caller) == 401


def test_addresses_are_counted_apart(caller: APIClient, ana: User, rates: Rates) -> None:
    rates["sign_in"] = (1, 60)
    assert [sign_in(caller, name) for name in ("ana", "rui")] == [401, 429]
    assert sign_in(caller, address="10.0.0.2") == 401


def test_one_name_tried_from_many_addresses_is_slowed_down_too(
    caller: APIClient, ana: User, rates: Rates
) -> None:
    rates["sign_in_name"] = (2, 60)
    tries = [sign_in(caller, name, f"10.0.0.{place}") for place, name in enumerate(("ana", "Ana", "ANA"))]
    assert tries == [401, 401, 429]
    assert [sign_in(caller, "nobody", f"10.0.1.{place}") for place in range(3)] == [401, 401, 429]


def test_a_forged_forwarding_header_is_no_other_address(caller: APIClient, ana: User, rates: Rates) -> None:
    rates["sign_in"] = (1, 60)
    tries = [sign_in(caller, **{"X-Forwarded-For": f"192.0.2.{place}"}) for place in range(2)]
    assert tries == [401, 429]


@pytest.mark.django_db
def test_signing_up_is_slowed_down(caller: APIClient, rates: Rates) -> None:
    rates["sign_up"] = (2, 60)
    forms = [{"name": f"bot{number}", "password": PASSWORD} for number in range(3)]
    assert [caller.post("/api/v1/accounts/", form).status_code for form in forms] == [201, 201, 429]
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_forty_bots_from_one_address_get_in(caller: APIClient) -> None:
    for number in range(40):
        form = {"name": f"bot{number}", "password": PASSWORD}
        assert caller.post("/api/v1/accounts/", form).status_code == 201
        assert caller.post(TOKENS, form).status_code == 201


def test_neither_name_nor_address_can_be_read_from_what_is_kept(caller: APIClient, ana: User) -> None:
    sign_in(caller, address="10.9.8.7")
    kept = [bytes(key) for key in Attempts.objects.values_list("key", flat=True)]
    assert len(kept) == 2
    assert all(len(key) == 32 and b"10.9" not in key and b"ana" not in key for key in kept)


def test_counts_of_past_days_are_forgotten(caller: APIClient, ana: User, clock: list[float]) -> None:
    sign_in(caller, address="10.0.0.1")
    clock[0] += 2 * 86_400
    sign_in(caller, "rui", address="10.0.0.2")
    assert Attempts.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_than_the_rate_pass(rates: Rates) -> None:
    rates["sign_in"] = (5, 60)
    gate = threading.Barrier(8)
    passed: list[bool] = []

    def race() -> None:
        gate.wait()
        try:
            request = Request(APIRequestFactory().post(TOKENS))
            passed.extend(SignInThrottle().allow_request(request, APIView()) for _ in range(3))
        finally:
            connection.close()

    racers = [threading.Thread(target=race) for _ in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert (len(passed), passed.count(True)) == (24, 5)
