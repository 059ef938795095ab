"""Access tokens: believed without a look into the database, for a quarter of an hour, for moves."""

import base64
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch
from uuid import uuid4

import jwt
import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.test import APIClient

from truco_api.accounts import access, refreshing
from truco_api.accounts.models import RefreshToken, Token, User
from truco_api.eventstore.sealing import new_key, ring

ME = "/api/v1/accounts/me/"
ACCESS = "/api/v1/tokens/access/"
REFRESH = "/api/v1/tokens/refresh/"
GAMES = "/api/v1/games/"
SignedIn = Callable[[User], APIClient]


def bearer(token: str, language: str = "en") -> APIClient:
    """A client with this token."""
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}", HTTP_ACCEPT_LANGUAGE=language)
    return client


def pair(user: User) -> refreshing.Pair:
    """The first pair of a new device."""
    return refreshing.sign_in(user=user, device="phone", now=timezone.now())[0]


def refresh(token: str, **headers: str) -> tuple[int, dict[str, str]]:
    """Status and body of one exchange."""
    answer = APIClient(raise_request_exception=False).post(REFRESH, {"refresh_token": token}, headers=headers)
    return answer.status_code, answer.json()


def now() -> float:
    """The time in seconds since 1970."""
    return timezone.now().timestamp()


def test_a_long_lived_token_is_exchanged_for_an_access_token(ana: User, signed_in: SignedIn) -> None:
    answer = signed_in(ana).post(ACCESS, {})
    assert answer.status_code == 200
    assert answer.json()["expires_in"] == 900
    assert answer["Cache-Control"] == "no-store"
    assert bearer(answer.json()["access_token"]).get(ME).json()["id"] == str(ana.pk)


def test_an_access_token_cannot_prolong_its_own_life(ana: User) -> None:
    answer = bearer(pair(ana).access_token).post(ACCESS, {})
    assert (answer.status_code, answer.json()["code"]) == (403, "access_token_not_enough")


@pytest.mark.django_db
def test_the_action_path_believes_an_access_token_without_a_statement(
    ana: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    device = bearer(pair(ana).access_token)
    game = device.post(GAMES, {"variant": "paulista", "players": 2}).json()["id"]
    with django_assert_num_queries(0):
        assert device.post(f"{GAMES}{game}/actions/", {"type": "play", "card": "4c"}).status_code == 428


def test_what_is_not_on_the_action_path_looks_whether_the_device_is_signed_in(ana: User) -> None:
    phone = bearer(pair(ana).access_token)
    assert phone.get(ME).status_code == 200
    Token.objects.all().delete()
    assert phone.get(ME).json()["code"] == "invalid_token"
    assert phone.get(f"{GAMES}{uuid4()}/").status_code == 404  # until it expires


def test_an_access_token_expires_everywhere(ana: User) -> None:
    token = pair(ana).access_token
    later = timezone.now() + timedelta(seconds=901)
    with patch("django.utils.timezone.now", return_value=later):
        for path in (ME, f"{GAMES}{uuid4()}/"):
            assert bearer(token).get(path).json()["code"] == "invalid_token"
    assert access.read(token, now=later.timestamp() - 2) is not None


def test_an_access_token_speaks_the_language_of_its_account(ana: User) -> None:
    ana.language = "es"
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {pair(ana).access_token}")
    assert client.get(f"{GAMES}{uuid4()}/").json()["title"] == "Esa partida no existe."


def _part(value: dict[str, object]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def test_a_token_that_was_changed_or_signed_otherwise_is_none(ana: User) -> None:
    token = pair(ana).access_token
    header, body, signature = token.split(".")
    claims = jwt.decode(token, options={"verify_signature": False})
    kid = jwt.get_unverified_header(token)["kid"]
    other = claims | {"sub": str(uuid4())}
    forged = [
        f"{header}.{_part(other)}.{signature}",
        f"{_part({'alg': 'none', 'typ': 'at+jwt', 'kid': kid})}.{body}.",
        f"{header}.{body}.{signature[::-1]}",
        f"{header}.{body}.",
        jwt.encode(other, b"x" * 32, "HS256", {"kid": kid, "typ": "at+jwt"}),
        jwt.encode(other, ring().all()[0].secret, "HS256", {"kid": kid, "typ": "at+jwt"}),
        "..",
        "a.b.c",
    ]
    for text in forged:
        assert access.read(text, now=now()) is None, text
        assert bearer(text).get(f"{GAMES}{uuid4()}/").json()["code"] == "invalid_token"


def test_a_token_of_another_kind_under_the_same_key_is_none(ana: User) -> None:
    token = pair(ana).access_token
    key = access._signing_key(ring().all()[0].secret)
    claims = jwt.decode(token, options={"verify_signature": False})
    kid = jwt.get_unverified_header(token)["kid"]
    assert access.read(jwt.encode(claims, key, "HS256", {"kid": kid, "typ": "at+jwt"}), now=now())
    for wrong in ({"kid": kid}, {"kid": kid, "typ": "JWT"}, {"typ": "at+jwt"}):
        assert access.read(jwt.encode(claims, key, "HS256", wrong), now=now()) is None
    for name in ("iss", "sub", "sid", "exp"):
        partial = {key: value for key, value in claims.items() if key != name}
        assert (
            access.read(jwt.encode(partial, key, "HS256", {"kid": kid, "typ": "at+jwt"}), now=now()) is None
        )


def test_a_rotated_key_signs_what_is_new_and_what_is_old_holds_until_its_key_is_gone(
    ana: User, settings: Settings, tmp_path: Path
) -> None:
    settings.TRUCO_KEYS_FILE = tmp_path / "keys"
    settings.TRUCO_KEYS = ""
    old = access.sign(user=ana, device=uuid4(), now=now())
    ring().rotate()
    new = access.sign(user=ana, device=uuid4(), now=now())
    kids = [jwt.get_unverified_header(token)["kid"] for token in (old, new)]
    assert kids == [key.ident for key in reversed(ring().all())]
    assert access.read(old, now=now())
    assert access.read(new, now=now())
    settings.TRUCO_KEYS_FILE.write_text(new_key() + "\n")
    assert access.read(old, now=now()) is None
    assert access.read(new, now=now()) is None


def test_a_refresh_token_gives_the_next_pair(ana: User) -> None:
    first = pair(ana)
    status, second = refresh(first.refresh_token)
    assert status == 200
    assert second["refresh_token"] != first.refresh_token
    assert bearer(second["access_token"]).get(ME).json()["id"] == str(ana.pk)
    assert refresh(second["refresh_token"])[0] == 200


def test_a_refresh_token_opens_nothing_by_itself_and_is_stored_nowhere(ana: User) -> None:
    token = pair(ana).refresh_token
    assert bearer(token).get(ME).json()["code"] == "invalid_token"
    assert token not in str(list(RefreshToken.objects.values_list()))


def test_a_second_use_of_a_refresh_token_signs_the_device_out(ana: User, signed_in: SignedIn) -> None:
    tablet = signed_in(ana)
    first = pair(ana)
    _, second = refresh(first.refresh_token)
    status, refused = refresh(first.refresh_token)
    assert (status, refused["code"]) == (401, "refresh_token_reused")
    assert refresh(second["refresh_token"])[1]["code"] == "refresh_token_invalid"
    assert bearer(second["access_token"]).get(ME).status_code == 401
    assert tablet.get(ME).status_code == 200


def test_a_lost_answer_is_asked_for_again_under_the_same_key(ana: User) -> None:
    first = pair(ana)
    _, lost = refresh(first.refresh_token, Idempotency_Key="one")
    status, second = refresh(first.refresh_token, Idempotency_Key="one")
    assert status == 200
    assert refresh(lost["refresh_token"])[1]["code"] == "refresh_token_invalid"
    assert refresh(second["refresh_token"])[0] == 200
    # The next has been used, so whoever repeats this now is not the one that lost an answer.
    assert refresh(first.refresh_token, Idempotency_Key="one")[1]["code"] == "refresh_token_reused"


def test_another_key_is_a_second_use(ana: User) -> None:
    first = pair(ana)
    assert refresh(first.refresh_token, Idempotency_Key="one")[0] == 200
    assert refresh(first.refresh_token, Idempotency_Key="two")[1]["code"] == "refresh_token_reused"


@pytest.mark.parametrize("token", ["x", "truco_refresh_x", "é" * 20])
def test_a_refresh_token_that_is_none_is_refused(ana: User, token: str) -> None:
    assert refresh(token)[1]["code"] == "refresh_token_invalid"


def test_a_device_unused_for_long_cannot_be_refreshed(ana: User, settings: Settings) -> None:
    token = pair(ana).refresh_token
    Token.objects.update(seen_on=timezone.now().date() - timedelta(days=settings.TOKEN_IDLE_DAYS + 1))
    assert refresh(token)[1]["code"] == "refresh_token_invalid"


def test_a_closed_account_cannot_be_refreshed(ana: User) -> None:
    token = pair(ana).refresh_token
    User.objects.update(is_active=False)
    assert refresh(token)[1]["code"] == "refresh_token_invalid"


def test_used_refresh_tokens_are_forgotten_after_a_month(ana: User) -> None:
    first = pair(ana)
    _, second = refresh(first.refresh_token)
    RefreshToken.objects.filter(used_at__isnull=False).update(used_at=timezone.now() - timedelta(days=31))
    refresh(second["refresh_token"])
    assert RefreshToken.objects.count() == 2
