"""Tokens: signing devices in and out, and who a request comes from."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.test import APIClient

from tests.accounts.conftest import PASSWORD
from truco_api.accounts import tokens
from truco_api.accounts.models import Token, User

ME = "/api/v1/accounts/me/"
TOKENS = "/api/v1/tokens/"
DEVICES = "/api/v1/accounts/me/devices/"
SignedIn = Callable[[User], APIClient]


@pytest.mark.parametrize("name", ["ana", "ANA"])
@pytest.mark.parametrize("scheme", ["Token", "Bearer", "bearer"])
def test_the_token_of_a_sign_in_opens_the_account(
    caller: APIClient, ana: User, name: str, scheme: str
) -> None:
    response = caller.post(TOKENS, {"name": name, "password": PASSWORD, "device": "phone"})
    assert response.status_code == 201
    body = response.json()
    assert (body["device"], body["account"]["id"]) == ("phone", str(ana.pk))
    caller.credentials(HTTP_AUTHORIZATION=f"{scheme} {body['token']}")
    assert caller.get(ME).json() == body["account"]


def test_the_token_itself_is_stored_nowhere(ana: User) -> None:
    key, token = tokens.issue(user=ana, device="", now=timezone.now())
    assert len(key) >= 43
    assert bytes(Token.objects.get(pk=token.pk).digest or b"") == tokens.digest(key)
    assert key not in str(list(Token.objects.values_list()))


@pytest.mark.parametrize(
    ("name", "password"), [("ana", "wrong"), ("nobody", PASSWORD), ("", PASSWORD), ("a\u0301na", "x")]
)
def test_wrong_credentials_are_refused_without_saying_which(
    caller: APIClient, ana: User, name: str, password: str
) -> None:
    response = caller.post(TOKENS, {"name": name or "?", "password": password})
    assert (response.status_code, response.json()["code"]) == (401, "wrong_credentials")
    assert not Token.objects.exists()


def test_an_unknown_name_takes_as_long_as_a_wrong_password(caller: APIClient, ana: User) -> None:
    for name in ("ana", "nobody"):
        with patch.object(PBKDF2PasswordHasher, "encode", autospec=True, return_value="x$1$y$z") as hashing:
            caller.post(TOKENS, {"name": name, "password": "wrong-password"})
        assert hashing.call_count == 1


def test_a_closed_account_cannot_be_signed_in_to(caller: APIClient, ana: User, signed_in: SignedIn) -> None:
    device = signed_in(ana)
    User.objects.update(is_active=False)
    assert device.get(ME).json()["code"] == "invalid_token"
    response = caller.post(TOKENS, {"name": "ana", "password": PASSWORD})
    assert response.json()["code"] == "wrong_credentials"


def test_knowing_who_asks_takes_one_statement(
    ana: User, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    device = signed_in(ana)
    with django_assert_num_queries(1):
        assert device.get(ME).status_code == 200


def test_use_is_noted_once_a_day(
    ana: User, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    device = signed_in(ana)
    today = timezone.now().date()
    Token.objects.update(seen_on=today - timedelta(days=3))
    with django_assert_num_queries(2):
        device.get(ME)
    assert Token.objects.get().seen_on == today
    with django_assert_num_queries(1):
        device.get(ME)


def test_a_device_that_was_not_used_for_long_is_signed_out(
    ana: User, signed_in: SignedIn, settings: Settings
) -> None:
    device = signed_in(ana)
    settings.TOKEN_IDLE_DAYS = 5
    today = timezone.now().date()
    Token.objects.update(seen_on=today - timedelta(days=6))
    assert device.get(ME).json()["code"] == "invalid_token"
    Token.objects.update(seen_on=today - timedelta(days=5))
    assert device.get(ME).status_code == 200


@pytest.mark.parametrize(
    "header", ["Token", "Bearer ", "Token x y", "Bearer é", "Token \x00", "Bearer " + "x" * 5000]
)
def test_a_token_that_is_none_is_invalid(caller: APIClient, ana: User, header: str) -> None:
    response = caller.get(ME, HTTP_AUTHORIZATION=header)
    assert (response.status_code, response.json()["code"]) == (401, "invalid_token")


@pytest.mark.parametrize("header", ["", "Basic YTpi", "Digest x"])
def test_another_scheme_says_nothing_about_who_asks(caller: APIClient, ana: User, header: str) -> None:
    response = caller.get(ME, HTTP_AUTHORIZATION=header)
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")


def test_signing_out_ends_this_device_and_no_other(ana: User, signed_in: SignedIn) -> None:
    phone, tablet = signed_in(ana), signed_in(ana)
    assert phone.delete(f"{TOKENS}current/").status_code == 204
    assert phone.get(ME).status_code == 401
    assert tablet.get(ME).status_code == 200


def test_a_lost_device_is_signed_out_from_another(ana: User, signed_in: SignedIn) -> None:
    lost, phone = signed_in(ana), signed_in(ana)
    listed = phone.get(DEVICES).json()["results"]
    assert len(listed) == 2
    assert all("token" not in device for device in listed)
    assert phone.delete(f"{DEVICES}{listed[1]['id']}/").status_code == 204
    assert lost.get(ME).status_code == 401
    assert len(phone.get(DEVICES).json()["results"]) == 1


def test_nobody_signs_out_the_device_of_another(ana: User, signed_in: SignedIn) -> None:
    rui = User.objects.create_user("rui")
    device, theirs = signed_in(ana), signed_in(rui)
    stranger = Token.objects.get(user=rui)
    response = device.delete(f"{DEVICES}{stranger.pk}/")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert theirs.get(ME).status_code == 200


def test_an_account_changes_what_it_may_and_nothing_else(ana: User, signed_in: SignedIn) -> None:
    device = signed_in(ana)
    body = {"display_name": "Ana Maria", "language": "es", "name": "root", "is_staff": True}
    changed = device.patch(ME, body).json()
    assert (changed["display_name"], changed["language"], changed["name"]) == ("Ana Maria", "es", "ana")
    ana.refresh_from_db()
    assert (ana.username, ana.is_staff, ana.language) == ("ana", False, "es")
    assert device.patch(ME, {}).json() == changed


def test_an_account_is_spoken_to_in_its_own_language(ana: User, signed_in: SignedIn) -> None:
    device = signed_in(ana)
    device.patch(ME, {"language": "es"})
    missing = f"{DEVICES}00000000-0000-0000-0000-000000000000/"
    assert device.delete(missing).json()["detail"] == "Eso no existe."
    assert (
        device.delete(missing, headers={"Accept-Language": "en"}).json()["detail"]
        == "There is no such thing."
    )
