"""What somebody without an app can do in a browser: open an account, find back into it."""

import re
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from tests.accounts.conftest import PASSWORD
from truco_api.accounts import providers
from truco_api.accounts.mail import FolderBackend, mail_settings
from truco_api.accounts.models import User
from truco_api.embedded.secret import embedded_secret

NEW_PASSWORD = "Sete-de-ouros-19"


@pytest.fixture(autouse=True)
def _no_tries_before(db: None) -> None:
    cache.clear()


def test_an_account_is_opened_on_a_page() -> None:
    pages = Client()
    assert pages.get("/account/sign-up/").status_code == 200
    assert pages.post("/account/sign-up/", {"name": "rita", "password": PASSWORD}).status_code == 302
    assert pages.session["_auth_user_id"] == str(User.objects.get(username="rita").pk)


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"name": "Ana", "password": PASSWORD}, 409),
        ({"name": "rita", "password": "short"}, 422),
        ({"name": "no name at all!", "password": PASSWORD}, 422),
        ({}, 422),
    ],
)
def test_an_account_that_does_not_do_is_refused_in_words(
    ana: User, form: dict[str, str], status: int
) -> None:
    answer = Client().post("/account/sign-up/", form)
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert User.objects.count() == 1


def test_pages_open_no_account_where_the_operator_does_not_want_it(settings: Settings) -> None:
    settings.SIGN_UP_OPEN = False
    assert Client().get("/account/sign-up/").status_code == 403


def test_opening_accounts_is_limited_by_address(rates: dict[str, tuple[int, int]]) -> None:
    rates["sign_up"] = (1, 60)
    answers = [Client().post("/account/sign-up/", {"name": name, "password": PASSWORD}) for name in "ab"]
    assert [answer.status_code for answer in answers] == [302, 429]


def test_a_forgotten_password_is_replaced_on_pages(ana: User) -> None:
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    pages = Client()
    assert pages.post("/account/reset-password/", {"email": "ana@example.org"}).status_code == 302
    code = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", str(mail.outbox[0].body), re.MULTILINE)
    assert code
    form = {"code": "ABC-DEF", "password": NEW_PASSWORD}
    assert pages.post("/account/reset-password/code/", form).status_code == 422
    assert pages.post("/account/reset-password/code/", form | {"code": code[1]}).status_code == 302
    ana.refresh_from_db()
    assert ana.check_password(NEW_PASSWORD)


def test_the_page_for_a_forgotten_password_does_not_say_who_has_an_account(ana: User) -> None:
    pages = Client()
    assert pages.post("/account/reset-password/", {"email": "nobody@example.org"}).status_code == 302
    for _ in range(3):
        form = {"code": "ABC-DEF", "password": NEW_PASSWORD}
        assert pages.post("/account/reset-password/code/", form).status_code == 422
    assert pages.post("/account/reset-password/code/", form).status_code == 302  # begin anew


def test_mail_without_a_server_lies_in_a_folder_and_the_log_tells_nothing_of_it(
    tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    with caplog.at_level("INFO"):
        FolderBackend().send_messages([EmailMessage("Code", "SECRET-CODE", to=["ana@example.org"])])
    [file] = (tmp_path / "mail").iterdir()
    assert "SECRET-CODE" in file.read_text()
    assert (tmp_path / "mail").stat().st_mode & 0o777 == 0o700
    assert str(tmp_path) in caplog.text
    assert not re.search("SECRET-CODE|ana@example.org", caplog.text)


def test_a_mail_server_is_named_by_a_url() -> None:
    found = mail_settings("smtp://me:p%40ss@mail.example:2525", Path("/x"))
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_HOST_PASSWORD"]) == (
        "mail.example",
        2525,
        "p@ss",
    )
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)
    assert mail_settings("smtps://mail.example", Path("/x"))["EMAIL_PORT"] == 465


def test_social_providers_come_from_the_environment() -> None:
    environment = {
        "SOCIAL_PROVIDERS": "google, openid_connect",
        "SOCIAL_GOOGLE_CLIENT_ID": "g",
        "SOCIAL_GOOGLE_SECRET": "s",
        "SOCIAL_OPENID_CONNECT_CLIENT_ID": "o",
        "SOCIAL_OPENID_CONNECT_SETTINGS": '{"server_url": "https://login.example"}',
    }
    found = providers.configuration(environment)
    assert found["google"]["APPS"][0]["secret"] == "s"
    assert found["openid_connect"]["APPS"][0]["settings"]["server_url"] == "https://login.example"
    assert providers.apps(environment)[0] == "allauth.socialaccount.providers.google"
    assert providers.configuration({}) == {}
    with pytest.raises(ImproperlyConfigured, match="SOCIAL_APPLE_CLIENT_ID"):
        providers.configuration({"SOCIAL_PROVIDERS": "apple"})


def test_an_installation_that_nobody_configured_has_a_secret_of_its_own(tmp_path: Path) -> None:
    first = embedded_secret(tmp_path / "one" / "secret_key")
    assert embedded_secret(tmp_path / "one" / "secret_key") == first
    assert embedded_secret(tmp_path / "two" / "secret_key") != first
    assert (tmp_path / "one" / "secret_key").stat().st_mode & 0o777 == 0o600


def test_the_administration_site_is_signed_in_to_by_our_page(ana: User) -> None:
    answer = Client().get("/admin/login/?next=/admin/")
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/admin/")
