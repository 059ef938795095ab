"""Opening an account."""

import threading

import pytest
from django.core.management import call_command
from django.db import connection
from rest_framework.test import APIClient

from tests.accounts.conftest import PASSWORD
from truco_api.accounts import services
from truco_api.accounts.errors import NameTaken
from truco_api.accounts.models import User

ACCOUNTS = "/api/v1/accounts/"


@pytest.mark.django_db
def test_a_new_account_is_signed_in_at_once(caller: APIClient) -> None:
    form = {"name": "Zé.Pretinho", "password": PASSWORD, "display_name": "Zé", "language": "pt-br"}
    response = caller.post(ACCOUNTS, form)
    assert response.status_code == 201
    body = response.json()
    own = {"id", "name", "display_name", "language", "joined_at", "guest", "stream_url", "events_url"}
    assert set(body) == own | {"token"}
    caller.credentials(HTTP_AUTHORIZATION=f"Token {body.pop('token')}")
    assert caller.get("/api/v1/accounts/me/").json() == body


@pytest.mark.django_db
def test_only_a_hash_of_the_password_is_stored(caller: APIClient) -> None:
    caller.post(ACCOUNTS, {"name": "ana", "password": PASSWORD})
    user = User.objects.get(username="ana")
    assert PASSWORD not in user.password
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize("name", ["ana", "ANA", "Ana"])
def test_a_name_is_taken_however_it_is_capitalised(caller: APIClient, ana: User, name: str) -> None:
    response = caller.post(ACCOUNTS, {"name": name, "password": PASSWORD})
    assert (response.status_code, response.json()["code"]) == (409, "name_taken")
    assert response.json()["errors"][0]["field"] == "name"
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a b"}, "name"),
        ({"name": "x" * 151}, "name"),
        ({"name": "\ufdfa" * 30}, "name"),
        ({"name": None}, "name"),
        ({"name": ["a"]}, "name"),
        ({"password": "short1"}, "password"),
        ({"password": "password"}, "password"),
        ({"password": "83749201"}, "password"),
        ({"password": "joaquim-silva"}, "password"),
        ({"password": 12345678}, "password"),
        ({"password": "x" * 129}, "password"),
        ({"display_name": "x" * 81}, "display_name"),
        ({"display_name": "a\u202eb"}, "display_name"),
        ({"display_name": "a\nb"}, "display_name"),
        ({"language": "de"}, "language"),
        ({"device": "\u2066"}, "device"),
    ],
)
def test_what_does_not_do_is_named_and_opens_nothing(
    caller: APIClient, change: dict[str, object], field: str
) -> None:
    response = caller.post(ACCOUNTS, {"name": "joaquim.silva", "password": PASSWORD} | change)
    assert (response.status_code, response.json()["code"]) == (422, "invalid")
    assert {error["field"] for error in response.json()["errors"]} == {field}
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("body", [[], "x", 1, None, [{"name": "a"}]])
def test_a_body_that_is_no_object_is_invalid(caller: APIClient, body: object) -> None:
    assert caller.post(ACCOUNTS, body, format="json").status_code in {400, 422}


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_a_name_at_once_one_gets_it() -> None:
    gate, outcomes = threading.Barrier(4), []

    def race(name: str) -> None:
        gate.wait()
        try:
            outcomes.append(services.sign_up(name=name, password=PASSWORD).username)
        except NameTaken:
            outcomes.append("taken")
        finally:
            connection.close()

    racers = [threading.Thread(target=race, args=(name,)) for name in ("rui", "RUI", "Rui", "rui")]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(outcomes).count("taken") == 3
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_models_and_their_migration_agree() -> None:
    call_command("makemigrations", "accounts", check=True, dry_run=True, verbosity=0)
