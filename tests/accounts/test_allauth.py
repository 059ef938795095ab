"""Signing up and in by the addresses of `allauth`, over real requests from end to end."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.accounts.conftest import PASSWORD
from truco_api.accounts.models import Token, User

APP = "/_allauth/app/v1/"
ME = "/api/v1/accounts/me/"
NEW_PASSWORD = "Sete-de-ouros-19"
SignedIn = Callable[[User], APIClient]


class App:
    """A phone: it keeps its session token, and its tokens once it has signed in."""

    def __init__(self, language: str = "en") -> None:
        self.client = Client(raise_request_exception=False, headers={"Accept-Language": language})
        self.session = self.access = self.refresh = ""

    def send(self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
        """One request; what comes in `meta` is kept."""
        if self.access:
            headers["Authorization"] = f"Bearer {self.access}"
        elif self.session:
            headers["X-Session-Token"] = self.session
        answer: Any = self.client.generic(
            method, APP + path, _json(body), content_type="application/json", headers=headers
        )
        meta = answer.json().get("meta", {}) if answer.content else {}
        self.session = meta.get("session_token", self.session)
        self.access = meta.get("access_token", self.access)
        self.refresh = meta.get("refresh_token", self.refresh)
        return answer

    def login(self, password: str = PASSWORD, **who: str) -> Any:
        """Sign in by name or by e-mail address."""
        return self.send("POST", "auth/login", who | {"password": password})

    def me(self) -> Any:
        """Its own account, by our API."""
        return self.client.get(ME, headers={"Authorization": f"Bearer {self.access}"})


def _json(body: dict[str, Any] | None) -> bytes:
    return b"" if body is None else json.dumps(body).encode()


@pytest.fixture(autouse=True)
def _no_tries_before(db: None) -> None:
    cache.clear()


@pytest.fixture
def maria(db: None) -> User:
    """An account with a confirmed e-mail address."""
    user = User.objects.create_user("maria", "maria@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email="maria@example.org", verified=True, primary=True)
    return user


def sign_up(app: App, name: str, email: str = "") -> Any:
    """A new account."""
    body = {"username": name, "password": PASSWORD} | ({"email": email} if email else {})
    return app.send("POST", "auth/signup", body)


def test_whoever_signs_up_is_signed_in_with_a_pair_of_tokens() -> None:
    app = App()
    answer = sign_up(app, "rita")
    assert answer.status_code == 200
    assert answer.json()["meta"]["expires_in"] == 900
    assert app.me().json()["name"] == "rita"
    assert Token.objects.get().user.username == "rita"


def test_a_name_that_is_taken_in_any_case_is_refused(maria: User) -> None:
    answer = sign_up(App(), "MARIA")
    assert (answer.status_code, answer.json()["errors"][0]["param"]) == (400, "username")


def test_signing_up_with_the_address_of_another_tells_nothing_but_mails_its_owner(maria: User) -> None:
    free, taken = sign_up(App(), "one", "one@example.org"), sign_up(App(), "two", "maria@example.org")
    assert free.status_code == taken.status_code
    assert free.json()["data"].keys() == taken.json()["data"].keys()
    assert {message.to[0] for message in mail.outbox} == {"one@example.org", "maria@example.org"}


@pytest.mark.parametrize(
    "who", [{"username": "maria"}, {"username": "MARIA"}, {"email": "Maria@example.org"}]
)
def test_one_signs_in_by_name_or_address(maria: User, who: dict[str, str]) -> None:
    app = App()
    assert app.login(**who).status_code == 200
    assert app.me().json()["id"] == str(maria.pk)
    assert Token.objects.get().session_key == UserSession.objects.get().session_key


def test_wrong_credentials_do_not_say_whether_there_is_such_an_account(maria: User) -> None:
    answers = [App().login("wrong-Password-1", username=name) for name in ("maria", "nobody")]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert answers[0].json() == answers[1].json()


def test_guessing_a_password_is_slowed_down(maria: User) -> None:
    codes = [App().login("wrong-Password-1", username="maria").json()["errors"][0]["code"] for _ in range(7)]
    assert codes[0] == "username_password_mismatch"
    assert codes[-1] == "too_many_login_attempts"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "To confirm"), ("pt-br", "confirmar"), ("es", "confirmar")]
)
def test_an_address_is_confirmed_by_the_link_of_a_mail_in_ones_language(language: str, words: str) -> None:
    app = App(language)
    sign_up(app, "rita", "rita@example.org")
    body = str(mail.outbox[0].body)
    assert words in body
    link = re.search(r"http://testserver(/account/confirm-email/[^/\s]+/)", body)
    assert link
    assert app.client.get(link[1]).status_code == 200
    assert not EmailAddress.objects.get().verified  # programs follow links too
    assert app.client.post(link[1]).status_code == 200
    assert EmailAddress.objects.get().verified
    assert app.client.get(link[1]).status_code == 404


def test_an_app_confirms_an_address_by_the_key_of_the_link() -> None:
    app = App()
    sign_up(app, "rita", "rita@example.org")
    key = re.search(r"confirm-email/([^/\s]+)/", str(mail.outbox[0].body))
    assert key
    assert app.send("POST", "auth/email/verify", {"key": unquote(key[1])}).status_code == 200
    assert EmailAddress.objects.get().verified
    assert app.send("POST", "auth/email/verify", {"key": "x" + key[1]}).status_code == 400


def _code() -> str:
    found = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[1]


def test_a_forgotten_password_is_replaced_by_a_code_and_signs_everybody_out(
    maria: User, signed_in: SignedIn
) -> None:
    before = signed_in(maria)
    app = App()
    assert app.send("POST", "auth/password/request", {"email": "maria@example.org"}).status_code == 401
    code = _code()
    assert app.send("POST", "auth/password/reset", {"key": "ABC-DEF", "password": "x"}).status_code == 400
    answer = app.send("POST", "auth/password/reset", {"key": code, "password": NEW_PASSWORD})
    assert answer.status_code == 401  # done; now sign in
    assert before.get(ME).status_code == 401
    assert App().login(username="maria").status_code == 400
    assert App().login(NEW_PASSWORD, username="maria").status_code == 200


def test_asking_for_a_new_password_does_not_say_whether_there_is_such_an_account(maria: User) -> None:
    answers = [
        App().send("POST", "auth/password/request", {"email": email})
        for email in ("maria@example.org", "nobody@example.org")
    ]
    assert answers[0].status_code == answers[1].status_code
    first, second = (answer.json() for answer in answers)
    assert first["data"] == second["data"]
    assert len(mail.outbox) == 2  # and takes as long


def test_changing_the_password_signs_every_other_device_out(maria: User, signed_in: SignedIn) -> None:
    tablet, app, other = signed_in(maria), App(), App()
    app.login(username="maria")
    other.login(username="maria")
    body = {"current_password": PASSWORD, "new_password": NEW_PASSWORD}
    assert app.send("POST", "account/password/change", body).status_code == 200
    assert app.me().status_code == 200
    assert app.send("GET", "account/email").status_code == 200
    assert (tablet.get(ME).status_code, other.me().status_code) == (401, 401)


def _totp(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


def _with_second_factor(app: App) -> tuple[str, list[str]]:
    """Turn the second factor on; its secret and its recovery codes."""
    assert app.send("POST", "auth/reauthenticate", {"password": PASSWORD}).status_code == 200
    secret = app.send("GET", "account/authenticators/totp").json()["meta"]["secret"]
    answer = app.send("POST", "account/authenticators/totp", {"code": _totp(secret)})
    assert answer.status_code == 200, answer.content
    codes = app.send("GET", "account/authenticators/recovery-codes").json()["data"]["unused_codes"]
    cache.clear()  # a code is good once in its half minute
    return secret, codes


def test_a_second_factor_is_asked_for_after_the_password(maria: User) -> None:
    app = App()
    app.login(username="maria")
    secret, recovery = _with_second_factor(app)
    stored = Authenticator.objects.get(type=Authenticator.Type.TOTP).data["secret"]
    assert secret not in stored  # sealed under keys that are not in the database
    for code in (_totp(secret), recovery[0]):
        again = App()
        answer = again.login(username="maria")
        assert answer.status_code == 401
        assert not again.access
        assert {"id": "mfa_authenticate", "is_pending": True} in [
            {key: flow[key] for key in ("id", "is_pending") if key in flow}
            for flow in answer.json()["data"]["flows"]
        ]
        assert again.send("POST", "auth/2fa/authenticate", {"code": "000000"}).status_code == 400
        assert again.send("POST", "auth/2fa/authenticate", {"code": code}).status_code == 200
        assert again.me().status_code == 200


def test_a_password_alone_opens_nothing_where_there_is_a_second_factor(maria: User) -> None:
    app = App()
    app.login(username="maria")
    secret, _ = _with_second_factor(app)
    body = {"name": "maria", "password": PASSWORD}
    answer = APIClient().post("/api/v1/tokens/", body)
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_required")
    pages = Client()
    form = {"username": "maria", "password": PASSWORD}
    assert "second factor" in pages.post("/sign-in/", form).content.decode()
    assert "_auth_user_id" not in pages.session
    pages.post("/sign-in/", form | {"code": "123456"})
    assert "_auth_user_id" not in pages.session
    assert pages.post("/sign-in/", form | {"code": _totp(secret)}).status_code == 302
    assert pages.session["_auth_user_id"] == str(maria.pk)


def test_sessions_are_listed_by_device_and_ended_one_by_one_or_all_at_once(maria: User) -> None:
    phone, lost = App(), App()
    phone.login(username="maria")
    lost.login(username="maria")
    listed = phone.send("GET", "auth/sessions").json()["data"]
    assert [session["is_current"] for session in listed].count(True) == 1
    other = next(session["id"] for session in listed if not session["is_current"])
    assert phone.send("DELETE", "auth/sessions", {"sessions": [other]}).status_code == 200
    assert (lost.me().status_code, phone.me().status_code) == (401, 200)
    assert lost.send("GET", "auth/session").status_code in (401, 410)


def test_one_signs_out_everywhere_at_once(maria: User, signed_in: SignedIn) -> None:
    phone, tablet, pages, other = (
        App(),
        signed_in(maria),
        Client(),
        signed_in(User.objects.create_user("rui")),
    )
    phone.login(username="maria")
    pages.post("/sign-in/", {"username": "maria", "password": PASSWORD})
    assert pages.session["_auth_user_id"] == str(maria.pk)
    assert tablet.delete("/api/v1/accounts/me/devices/").status_code == 204
    assert (phone.me().status_code, tablet.get(ME).status_code) == (401, 401)
    assert "_auth_user_id" not in pages.session
    assert not UserSession.objects.exists()
    assert other.get(ME).status_code == 200


def test_signing_out_ends_the_device(maria: User) -> None:
    app = App()
    app.login(username="maria")
    assert app.send("DELETE", "auth/session").status_code == 401
    assert app.me().status_code == 401
    assert not Token.objects.exists()


def test_refreshing_by_allauths_address_follows_the_same_rules(maria: User) -> None:
    app = App()
    app.login(username="maria")
    first, body = app.refresh, {"refresh_token": app.refresh}
    app.access = ""
    answer = app.send("POST", "tokens/refresh", body)
    assert answer.status_code == 200
    assert answer.json()["data"]["refresh_token"] != first
    assert app.send("POST", "tokens/refresh", body).status_code == 400
    assert not Token.objects.exists()


def test_a_device_of_the_old_sign_in_changes_its_account_as_well(ana: User, signed_in: SignedIn) -> None:
    device = signed_in(ana)
    answer = device.post(APP + "account/email", {"email": "ana@example.org"}, format="json")
    assert answer.status_code == 200
    assert EmailAddress.objects.get(user=ana).email == "ana@example.org"
    assert device.get(APP + "auth/sessions").json()["data"][0]["is_current"]


def test_nobody_signs_up_where_the_operator_does_not_want_it(settings: Settings) -> None:
    settings.SIGN_UP_OPEN = False
    assert sign_up(App(), "rita").status_code == 403
    assert APIClient().post("/api/v1/accounts/", {"name": "rita", "password": PASSWORD}).status_code == 403


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff"])
def test_what_allauth_cannot_read_is_a_problem_like_everywhere(db: None, body: bytes) -> None:
    answer: HttpResponse = Client().generic("POST", APP + "auth/login", body, content_type="application/json")  # type: ignore[assignment]  # the stubs give a private class
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"


def test_the_description_of_these_addresses_is_served_and_linked(db: None) -> None:
    description = Client().get("/_allauth/openapi.json").json()
    assert "/_allauth/app/v1/auth/login" in description["paths"]
    assert "/_allauth/openapi.json" in Client().get("/api/schema/?format=json").content.decode()


def test_errors_of_the_forms_come_in_the_callers_language(maria: User) -> None:
    answer = App("pt-br").login("wrong-Password-1", username="maria")
    assert "senha" in answer.json()["errors"][0]["message"]
