"""Lists by cursor: every row once, and no cursor can break a list."""

from base64 import b64encode
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from truco_api.accounts import tokens
from truco_api.accounts.models import Token, User

DEVICES = "/api/v1/accounts/me/devices/"


@pytest.fixture
def reader(db: None) -> APIClient:
    """An account with twelve devices, of which some were signed in at the same moment."""
    user = User.objects.create_user("ana")
    began = datetime(2026, 5, 1, tzinfo=UTC)
    for number in range(11):
        _, token = tokens.issue(user=user, device=str(number), now=timezone.now())
        Token.objects.filter(pk=token.pk).update(created_at=began + timedelta(seconds=number // 4))
    client = APIClient(raise_request_exception=False)
    key, _ = tokens.issue(user=user, device="reader", now=timezone.now())
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return client


def pages(client: APIClient, first: str, link: str) -> list[list[str]]:
    """All pages from one on, as the ids of their rows."""
    found, address = [], first
    while address:
        body = client.get(address).json()
        found.append([row["id"] for row in body["results"]])
        address = body[link]
    return found


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 12, 50])
def test_following_next_gives_every_row_once(reader: APIClient, limit: int) -> None:
    found = pages(reader, f"{DEVICES}?limit={limit}", "next")
    rows = [row for page in found for row in page]
    assert len(rows) == len(set(rows)) == 12
    assert all(len(page) <= limit for page in found)


def test_a_row_added_meanwhile_is_neither_skipped_over_nor_repeated(reader: APIClient) -> None:
    first = reader.get(f"{DEVICES}?limit=5").json()
    tokens.issue(user=User.objects.get(), device="new", now=timezone.now())
    rest = [row for page in pages(reader, first["next"], "next") for row in page]
    assert len({*rest, *(row["id"] for row in first["results"])}) == 12
    assert len(rest) == 7


def cursor(query: str) -> str:
    """A forged cursor."""
    return b64encode(query.encode()).decode()


@pytest.mark.parametrize(
    "forged",
    ["x", "%C3%A9", "", cursor("p=yesterday"), cursor("p=%00"), cursor("o=-1"), cursor("o=x"), cursor("r=x")],
)
def test_a_forged_cursor_is_refused_or_ignored_but_breaks_nothing(reader: APIClient, forged: str) -> None:
    response = reader.get(f"{DEVICES}?cursor={forged}")
    assert response.status_code == 200 or response.json()["code"] == "invalid_cursor"


def test_a_cursor_of_another_list_is_refused(reader: APIClient) -> None:
    response = reader.get(f"{DEVICES}?cursor={cursor('p=yesterday')}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_cursor")


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1e9", "999999999999"])
def test_a_limit_that_makes_no_sense_gives_a_page_all_the_same(reader: APIClient, limit: str) -> None:
    assert len(reader.get(f"{DEVICES}?limit={limit}").json()["results"]) == 12
