"""No name holds what cannot be seen: nobody passes for somebody else, and everybody is called something."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.accounts.conftest import PASSWORD
from truco_api.accounts.models import User
from truco_api.accounts.names import hides_something

HIDING = [
    "a\u202ena",  # turns what follows around
    "an\u200ba",  # of no width
    "an\u00ada",  # a hyphen that shows at the end of lines alone
    "an\ufeffa",
    "a\u2028na",
    "\u115f\u1160",  # letters, says Unicode
    "an\u3164a",
    "\u2800",
    "\u200d",
    "\u0301",  # an accent upon nothing
]
SEEN = [
    "Zé",
    "José María",
    "Ze\u0301",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "علی\u200cرضا",
    "김",
    "7",
    "…",
    "",
]


@pytest.mark.parametrize("text", HIDING)
def test_what_cannot_be_seen_is_refused_wherever_people_are_named(
    caller: APIClient, db: None, text: str
) -> None:
    assert hides_something(text)
    olga = APIClient()
    olga.force_authenticate(User.objects.create_user("olga"))
    club = olga.post("/api/v1/clubs/", {"name": "Clube", "city": "Campinas"}, format="json").json()["id"]
    for client, path, body, field in (
        (caller, "guests/", {"name": text}, "name"),
        (caller, "accounts/", {"name": text, "password": PASSWORD}, "name"),
        (caller, "accounts/", {"name": "ana", "password": PASSWORD, "display_name": text}, "display_name"),
        (olga, "clubs/", {"name": text, "city": "Campinas"}, "name"),
        (olga, f"clubs/{club}/persons/", {"name": text}, "name"),
    ):
        answer = client.post(f"/api/v1/{path}", body, format="json")
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), (path, answer.content)
        assert field in [error["field"] for error in answer.json()["errors"]]
    signup = {"username": text, "password": PASSWORD}
    app = Client().post("/_allauth/app/v1/auth/signup", signup, "application/json")
    assert app.status_code == 400
    Client().post("/account/sign-up/", {"name": text, "password": PASSWORD})
    assert list(User.objects.values_list("username", flat=True)) == ["olga"]


@pytest.mark.parametrize("text", SEEN)
def test_names_of_all_scripts_pass(text: str) -> None:
    assert not hides_something(text)
