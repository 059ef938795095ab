"""Guests play with a name, and become accounts that keep all they have played."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.accounts.conftest import PASSWORD
from truco_api.accounts import guests
from truco_api.accounts.errors import AlreadyClaimed
from truco_api.accounts.models import Token, User
from truco_api.accounts.tidying import tidy

GUESTS, CLAIM, ME = "/api/v1/guests/", "/api/v1/accounts/me/claim/", "/api/v1/accounts/me/"
GAMES = "/api/v1/games/"
Rates = dict[str, tuple[int, int]]


def welcome(name: str = "Zeca", **more: Any) -> tuple[APIClient, dict[str, Any]]:
    """A guest's device, and what it was told."""
    client = APIClient(raise_request_exception=False)
    answer = client.post(GUESTS, {"name": name} | more)
    assert answer.status_code == 201, answer.content
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['access_token']}")
    return client, answer.json()


@pytest.mark.django_db
def test_a_guest_plays_with_a_name_alone() -> None:
    guest, told = welcome(language="es")
    assert (told["account"]["display_name"], told["account"]["guest"]) == ("Zeca", True)
    game = guest.post(GAMES, {"variant": "paulista", "players": 2}).json()
    assert [seat["name"] for seat in game["seats"]] == ["Zeca", None]
    refreshed = APIClient().post("/api/v1/tokens/refresh/", {"refresh_token": told["refresh_token"]})
    assert refreshed.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "x" * 81, "a\u202eb"])
def test_a_name_that_does_not_do_is_refused(name: str) -> None:
    assert APIClient().post(GUESTS, {"name": name}).status_code == 422
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_claimed_account_keeps_its_seats_and_is_signed_in_to_from_anywhere() -> None:
    guest, told = welcome()
    game = guest.post(GAMES, {"variant": "paulista", "players": 2}).json()["id"]
    claimed = guest.post(CLAIM, {"name": "zeca", "password": PASSWORD})
    assert claimed.status_code == 200
    assert (claimed.json()["id"], claimed.json()["guest"]) == (told["account"]["id"], False)
    answer = APIClient().post("/api/v1/tokens/", {"name": "zeca", "password": PASSWORD}).json()
    assert answer["account"]["id"] == told["account"]["id"]
    tablet = APIClient()
    tablet.credentials(HTTP_AUTHORIZATION=f"Bearer {answer['token']}")
    assert tablet.get(f"{GAMES}{game}/").json()["you"] == 0
    assert guest.get(ME).status_code == 200


@pytest.mark.django_db
def test_what_does_not_do_claims_nothing(ana: User) -> None:
    guest, _ = welcome()
    for body, status in (
        ({"name": "ANA", "password": PASSWORD}, 409),
        ({"name": "zeca", "password": "short"}, 422),
        ({"name": "no name!", "password": PASSWORD}, 422),
        ({}, 422),
    ):
        assert guest.post(CLAIM, body).status_code == status
    assert User.objects.get(display_name="Zeca").guest
    assert guest.post(CLAIM, {"name": "zeca", "password": PASSWORD}).status_code == 200
    again = guest.post(CLAIM, {"name": "other", "password": PASSWORD})
    assert (again.status_code, again.json()["code"]) == (409, "already_claimed")


@pytest.mark.django_db
def test_nobody_signs_in_to_a_guest_by_a_password() -> None:
    _, told = welcome()
    for password in ("", "!", PASSWORD):
        body = {"name": told["account"]["name"], "password": password or "?"}
        assert APIClient().post("/api/v1/tokens/", body).json()["code"] == "wrong_credentials"


@pytest.mark.django_db
def test_a_guest_that_sets_a_password_by_allauth_is_none_any_more() -> None:
    cache.clear()
    guest, _ = welcome()
    answer = guest.post("/_allauth/app/v1/account/password/change", {"new_password": PASSWORD})
    assert answer.status_code == 200, answer.content
    assert not User.objects.get().guest


@pytest.mark.django_db
def test_what_others_will_rely_on_wants_a_claimed_account() -> None:
    guest, _ = welcome()
    refused = guest.post("/api/v1/clubs/", {"name": "Clube do Zap"})
    assert (refused.status_code, refused.json()["code"]) == (403, "guests_may_not")
    guest.post(CLAIM, {"name": "zeca", "password": PASSWORD})
    assert guest.post("/api/v1/clubs/", {"name": "Clube do Zap"}).status_code == 201


@pytest.mark.django_db
def test_guests_are_limited_by_address(rates: Rates) -> None:
    rates["sign_up"] = (1, 60)
    statuses = [APIClient().post(GUESTS, {"name": "Zeca"}).status_code for _ in range(2)]
    assert statuses == [201, 429]


@pytest.mark.django_db
def test_guests_are_not_let_in_where_nobody_is(settings: Settings) -> None:
    settings.SIGN_UP_OPEN = False
    assert APIClient().post(GUESTS, {"name": "Zeca"}).json()["code"] == "sign_up_closed"


@pytest.mark.django_db
def test_a_guest_deletes_their_account_without_a_password() -> None:
    guest, _ = welcome()
    assert guest.post("/api/v1/accounts/me/deletion/", {}).status_code == 204
    assert not User.objects.exists()


@pytest.mark.django_db
def test_guests_whose_device_is_gone_are_forgotten_and_nobody_else(ana: User, settings: Settings) -> None:
    welcome("Zeca")
    welcome("Bia")
    later = timezone.now() + timedelta(days=settings.TOKEN_IDLE_DAYS + 2)
    Token.objects.filter(user__display_name="Bia").update(seen_on=later.date())
    assert tidy(later) == (1, 1)
    assert set(User.objects.values_list("display_name", flat=True)) == {"", "Bia"}
    assert tidy(later) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_of_two_claims_of_one_guest_at_once_one_wins() -> None:
    user, _, _ = guests.welcome(name="Zeca", language="", device="", now=timezone.now())
    start, results = threading.Barrier(4), list[str]()

    def claim(name: str) -> None:
        start.wait()
        try:
            results.append(guests.claim(user=user, name=name, password=PASSWORD).username)
        except AlreadyClaimed as error:
            results.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=claim, args=(f"zeca{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results.count("already_claimed") == 3
    [winner] = set(results) - {"already_claimed"}
    assert User.objects.get().username == winner


@pytest.mark.django_db
def test_pages_sign_nobody_in_as_a_guest() -> None:
    _, told = welcome()
    pages = Client()
    pages.post("/sign-in/", {"username": told["account"]["name"], "password": "!"})
    assert "_auth_user_id" not in pages.session
    assert UUID(told["account"]["id"])
