"""Whose language is spoken: the request's, else the account's, else English."""

import pytest
from django.test import RequestFactory

from truco_api.accounts.models import User
from truco_api.http.language import request_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("pt-BR", "pt-br"),
        ("pt-PT,pt;q=0.8", "pt-br"),
        ("es-UY", "es"),
        ("fr, es;q=0.5", "es"),
        ("fr", "en"),
        ("*", "en"),
        ("en-GB, pt-BR;q=0.9", "en"),
    ],
)
def test_accept_language_decides(header: str, language: str) -> None:
    assert request_language(RequestFactory().get("/", headers={"Accept-Language": header})) == language


def test_without_a_header_the_account_decides() -> None:
    request = RequestFactory().get("/")
    request.user = User(language="es")
    assert request_language(request) == "es"


def test_the_header_outweighs_the_account() -> None:
    request = RequestFactory().get("/", headers={"Accept-Language": "pt-BR"})
    request.user = User(language="es")
    assert request_language(request) == "pt-br"


def test_a_stranger_without_a_header_reads_english() -> None:
    assert request_language(RequestFactory().get("/")) == "en"
