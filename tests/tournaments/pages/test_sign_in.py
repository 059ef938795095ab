"""Signing in to the pages."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from tests.tournaments.pages.browser import Browser
from truco_api.accounts import services

PASSWORD = "a-long-enough-one"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _ana() -> None:
    services.sign_up(name="ana", password=PASSWORD, display_name="Ana")


def test_name_and_password_open_a_session_and_lead_back(settings: Settings) -> None:
    reader = Browser()
    page = reader.send(reader.get("/sign-in/?next=/clubs/"), "/sign-in/", username="Ana", password=PASSWORD)
    assert "<h1>Clubs</h1>" in page.html
    assert "Ana" in page.html
    assert "Sign in" in reader.send(page, "/sign-out/").html


def test_no_page_elsewhere_can_be_led_to(settings: Settings) -> None:
    reader = Browser()
    page = reader.get("/sign-in/?next=https://elsewhere.example/")
    answer = reader.client.post("/sign-in/", page.forms[0].fields | {"username": "ana", "password": PASSWORD})
    assert answer["Location"] == "/"


def test_a_wrong_password_is_refused_in_the_same_words_as_a_wrong_name() -> None:
    reader = Browser()
    page = reader.get("/sign-in/")
    for name in ("ana", "nobody"):
        answer = reader.send(page, "/sign-in/", username=name, password="wrong")
        assert "The name or the password is wrong." in answer.text


def test_guessing_is_slowed_down_as_it_is_in_the_api(settings: Settings) -> None:
    settings.ATTEMPT_RATES = settings.ATTEMPT_RATES | {"sign_in_name": (2, 3600)}
    reader = Browser()
    page = reader.get("/sign-in/")
    for _try in range(2):
        assert reader.send(page, "/sign-in/", username="ana", password="wrong").status == 200
    answer = reader.send(page, "/sign-in/", username="ANA", password=PASSWORD)
    assert answer.status == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "Too many tries." in answer.text
