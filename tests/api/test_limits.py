"""How much one may ask, and that a legal move is never refused for what was asked besides."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from truco_api.accounts import refreshing, tokens
from truco_api.accounts.models import User
from truco_api.http import limits
from truco_api.http.counters import Counters

ME, GAMES = "/api/v1/accounts/me/", "/api/v1/games/"
PHONE, OTHER = "10.1.1.1", "10.1.1.2"
Rates = dict[str, tuple[int, int]]


@pytest.fixture(autouse=True)
def rates(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rates:
    """Rates to be changed for one test, counters of its own, and a clock that stands still."""
    changed = dict.fromkeys(settings.REQUEST_RATES, (1000, 60))
    settings.REQUEST_RATES = changed
    settings.RATE_FILE = tmp_path / "limits"
    now = timezone.now().timestamp()
    monkeypatch.setattr(limits, "time", lambda: now)
    return changed


class Phone:
    """A device that plays, with an access token."""

    def __init__(self, name: str, *, access: bool = True) -> None:
        self.user = User.objects.create_user(name)
        now = timezone.now()
        pair, _ = refreshing.sign_in(user=self.user, device="", now=now)
        token = pair.access_token if access else tokens.issue(user=self.user, device="", now=now)[0]
        self.client = APIClient(raise_request_exception=False)
        self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")

    def get(self, path: str = ME, address: str = PHONE) -> Any:
        return self.client.get(path, REMOTE_ADDR=address)

    def post(self, path: str, body: Any = None, address: str = PHONE, **headers: str) -> Any:
        return self.client.post(path, body or {}, REMOTE_ADDR=address, headers=headers)


def table(*, access: bool = True) -> tuple[str, list[Phone]]:
    """A game of two that has begun."""
    phones = [Phone("ana", access=access), Phone("rui", access=access)]
    game = phones[0].post(GAMES, {"variant": "paulista", "players": 2, "auto_start": True}).json()["id"]
    phones[1].post(f"{GAMES}{game}/seats/")
    return game, phones


def move(game: str, phones: list[Phone]) -> Any:
    """The next legal move, by whoever is in turn; looked up past all limits."""
    for phone in phones:
        seen = phone.get(f"{GAMES}{game}/", "127.0.0.1").json()
        if seen["view"]["legal"]:
            return phone.post(
                f"{GAMES}{game}/actions/", seen["view"]["legal"][0], If_Match=f'"{seen["version"]}"'
            )
    raise AssertionError("nobody is in turn")


@pytest.mark.django_db
def test_a_token_that_asks_too_much_waits(rates: Rates) -> None:
    rates["token"] = (3, 60)
    ana, rui = Phone("ana"), Phone("rui")
    answers = [ana.get() for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json()["code"] == "throttled"
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60
    assert rui.get().status_code == 200
    assert ana.get(address=OTHER).status_code == 429  # wherever it asks from


@pytest.mark.django_db
def test_the_room_of_a_device_stays_the_same_with_its_next_access_token(rates: Rates) -> None:
    rates["token"] = (2, 60)
    user = User.objects.create_user("ana")
    pair, _ = refreshing.sign_in(user=user, device="", now=timezone.now())
    statuses = []
    for _ in range(3):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {pair.access_token}")
        statuses.append(client.get(ME, REMOTE_ADDR=PHONE).status_code)
        later = timezone.now()
        pair = refreshing.refresh(refresh_token=pair.refresh_token, key=None, now=later)
    assert statuses == [200, 200, 429]


@pytest.mark.django_db
def test_an_address_that_asks_too_much_waits_and_another_does_not(rates: Rates) -> None:
    rates["address"] = (2, 60)
    answers = [Client().get("/api/v1/variants/", REMOTE_ADDR=PHONE).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert Client().get("/_allauth/app/v1/config", REMOTE_ADDR=PHONE).status_code == 429
    assert Client().get("/api/v1/variants/", REMOTE_ADDR=OTHER).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("access", [True, False])
def test_a_legal_move_is_never_refused_because_of_polling(rates: Rates, access: bool) -> None:
    game, phones = table(access=access)
    rates.update(token=(1, 60), address=(1, 60), refused_moves=(1, 60))
    polled = [phone.get(f"{GAMES}{game}/").status_code for phone in phones for _ in range(3)]
    assert polled[-1] == 429
    assert [move(game, phones).status_code for _ in range(6)] == [200] * 6


@pytest.mark.django_db
def test_moves_that_are_refused_fill_a_room_of_their_own(rates: Rates) -> None:
    game, phones = table()
    rates["refused_moves"] = (2, 60)
    wrong = [phones[0].post(f"{GAMES}{game}/actions/", {"type": "nonsense"}).status_code for _ in range(4)]
    assert wrong == [428, 428, 429, 429]
    other = phones[1].post(f"{GAMES}{game}/actions/", {"type": "nonsense"}).status_code
    assert other == 428  # nor does it fill anybody else's


@pytest.mark.django_db
def test_a_move_that_somebody_else_forestalled_fills_no_room(rates: Rates) -> None:
    game, phones = table()
    rates["refused_moves"] = (1, 60)
    for phone in phones:
        for _ in range(3):
            body = {"type": "play", "card": "4c"}
            status = phone.post(f"{GAMES}{game}/actions/", body, If_Match='"1"').status_code
            assert status == 412


@pytest.mark.django_db
def test_invented_tokens_are_counted_by_address_and_keep_no_player_from_moving(rates: Rates) -> None:
    game, phones = table()
    rates["unknown_senders"] = (2, 60)
    statuses = []
    for number in range(4):
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer invented{number}")
        statuses.append(client.post(f"{GAMES}{game}/actions/", {}, REMOTE_ADDR=PHONE).status_code)
    assert statuses == [401, 401, 429, 429]
    assert move(game, phones).status_code == 200


@pytest.mark.django_db
def test_limits_ask_no_database() -> None:
    phone = Phone("ana")
    phone.get()
    with CaptureQueriesContext(connection) as asked:
        phone.get()
    assert len(asked) == 1  # who it is


def test_all_processes_of_a_machine_count_together(tmp_path: Path) -> None:
    file = tmp_path / "limits"
    mine = Counters(file)
    assert [mine.count("ana", 7) for _ in range(2)] == [1, 2]
    code = (
        "from pathlib import Path; from truco_api.http.counters import Counters;"
        f"print(Counters(Path({str(file)!r})).count('ana', 7))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "3"
    assert mine.counted("ana", 7) == 3
    assert (mine.counted("ana", 8), mine.count("ana", 8)) == (0, 1)


def test_many_who_count_do_not_count_for_each_other(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "limits")
    assert [counters.count(f"phone {number}", 1) for number in range(5000)] == [1] * 5000
    assert all(counters.counted(f"phone {number}", 1) == 1 for number in range(5000))


def test_threads_that_count_at_once_lose_next_to_nothing(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "limits")

    def count() -> None:
        for _ in range(500):
            counters.count("ana", 1)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 1900 <= counters.counted("ana", 1) <= 2000


def test_where_no_file_can_be_shared_each_process_counts_for_itself(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    counters = Counters(tmp_path / "file" / "limits")
    assert [counters.count("ana", 1) for _ in range(2)] == [1, 2]


@pytest.mark.parametrize("path", [ME, "/api/v1/tokens/", "/_allauth/app/v1/auth/login"])
def test_a_body_beyond_everything_is_refused_before_it_is_read(path: str) -> None:
    answer = Client().generic(
        "POST", path, b"{}", content_type="application/json", CONTENT_LENGTH=str(100 * 1024 * 1024)
    )
    assert (answer.status_code, answer["Content-Type"]) == (413, "application/problem+json")


def test_the_addresses_of_allauth_take_no_larger_bodies_than_ours() -> None:
    body = b'{"username": "' + b"x" * 70_000 + b'"}'
    answer = Client().post("/_allauth/app/v1/auth/login", body, content_type="application/json")
    assert answer.status_code == 413
