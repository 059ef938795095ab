"""The few pages and probes that the platform itself has."""

import html
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client

from truco_api.http.codes import ADVICE, api_errors

LANGUAGES = [("pt-BR", "O que fazer"), ("es", "Qué hacer"), ("en", "What to do")]


def test_every_code_has_a_page_that_its_type_leads_to(client: Client) -> None:
    for code in api_errors():
        page = client.get(f"/problems/{code}")
        assert (page.status_code, page["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert code in page.content.decode()


@pytest.mark.parametrize(
    ("language", "words"), [("pt-BR", "O que fazer"), ("es", "Qué hacer"), ("en", "What to do")]
)
def test_the_page_about_a_code_says_what_to_do(client: Client, language: str, words: str) -> None:
    page = client.get("/problems/stale_version", headers={"Accept-Language": language}).content.decode()
    assert words in page
    assert (html.escape(ADVICE["stale_version"]) in page) == (language == "en")


def test_no_advice_is_for_a_code_that_is_gone() -> None:
    assert ADVICE.keys() - api_errors().keys() == set()


@pytest.mark.parametrize(("language", "words"), [("pt-BR", "Códigos de erro"), ("es", "Códigos de error")])
def test_the_list_of_codes_is_in_the_readers_language(client: Client, language: str, words: str) -> None:
    page = client.get("/problems/", headers={"Accept-Language": language}).content.decode()
    assert words in page
    assert all(f"<code>{code}</code>" in page for code in api_errors())


@pytest.mark.parametrize("address", ["/problems/no_such_code", "/nowhere/"])
def test_a_page_that_is_not_there_is_said_so_on_a_page(client: Client, address: str) -> None:
    page = client.get(address, headers={"Accept-Language": "pt-BR"})
    assert page.status_code == 404
    assert "Essa página não existe." in page.content.decode()


def test_living_asks_nothing_of_the_database(client: Client) -> None:
    # Without the mark of pytest-django any statement would fail this test.
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_being_ready_asks_the_database(client: Client) -> None:
    assert client.get("/readyz").json() == {"status": "ok"}
    with patch.object(connection, "cursor", side_effect=OperationalError("down")):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["without"]) == (503, ["database"])


@pytest.mark.django_db
def test_the_administration_asks_who_is_there(client: Client) -> None:
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/login/", follow=True).status_code == 200


@pytest.mark.django_db
def test_the_administration_shows_every_list_of_ours(admin_client: Client) -> None:
    index = admin_client.get("/admin/")
    assert index.status_code == 200
    for app in index.context["app_list"]:
        for model in app["models"]:
            assert admin_client.get(model["admin_url"]).status_code == 200
            if model["add_url"]:
                assert admin_client.get(model["add_url"]).status_code == 200


def test_answers_to_one_caller_are_kept_from_shared_caches(client: Client) -> None:
    assert client.get("/api/nothing/")["Cache-Control"] == "private, no-cache"
