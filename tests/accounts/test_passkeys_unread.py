"""A passkey that makes no sense is refused, wherever one is taken: no server error comes of it."""

from typing import Any

import pytest
from django.test import Client

from tests.accounts.conftest import PASSWORD
from truco_api.accounts.models import User

BASE = "/_allauth/app/v1/"
PLACES = [
    ("post", "auth/webauthn/login"),
    ("post", "auth/webauthn/authenticate"),
    ("post", "auth/webauthn/reauthenticate"),
    ("post", "auth/webauthn/signup"),
    ("put", "auth/webauthn/signup"),
    ("post", "account/authenticators/webauthn"),
    ("put", "account/authenticators/webauthn"),
]
WHOLE = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "clientExtensionResults": {}}
RESPONSE = {"clientDataJSON": "e30", "authenticatorData": "AAAA", "signature": "AA", "userHandle": "AA"}
CREDENTIALS: list[Any] = [
    None,
    0,
    "x",
    [],
    {},
    {"id": "\0"},
    {"rawId": 7},
    WHOLE,
    WHOLE | {"response": None},
    WHOLE | {"response": {}},
    WHOLE | {"response": RESPONSE},
    WHOLE | {"response": RESPONSE | {"clientDataJSON": "!"}},
    WHOLE | {"response": RESPONSE | {"authenticatorData": "A" * 60}},
    WHOLE | {"response": {"clientDataJSON": "e30", "attestationObject": "oA"}},
    WHOLE | {"type": "\ud800", "response": RESPONSE},
]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "place"), PLACES)
def test_a_passkey_that_makes_no_sense_is_refused(method: str, place: str) -> None:
    client = Client(raise_request_exception=False)
    user = User.objects.create_user("ana", password=PASSWORD)
    for signed_in in (False, True):
        headers = {}
        if signed_in:
            body = {"username": user.username, "password": PASSWORD}
            told = client.post(f"{BASE}auth/login", body, "application/json").json()
            headers = {"X-Session-Token": told["meta"]["session_token"]}
        client.get(f"{BASE}{place}", headers=headers)
        for credential in CREDENTIALS:
            body = {"name": "phone", "credential": credential}
            answer = getattr(client, method)(f"{BASE}{place}", body, "application/json", headers=headers)
            assert 400 <= answer.status_code < 500, (credential, answer.content)
