"""The inbox: each thing once, in the reader's language, for nobody else's eyes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.notices.conftest import KIND, Reader, person, tell
from truco_api.accounts.models import User
from truco_api.notices import kinds
from truco_api.notices.models import Notice
from truco_api.notices.services import FRESH, OLD, Told, forget, notify


def test_what_is_told_twice_is_there_once(ana: Reader, bia: Reader) -> None:
    assert tell(ana, bia) == 2
    assert [tell(ana), tell(bia, ana), tell(ana, ana)] == [0, 0, 0]
    assert tell(ana, cause="another") == 1
    assert [notice["params"]["club"] for notice in ana.get("/notices/")["results"]] == [
        "Clube another",
        "Clube one",
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Clube one invites you to become a member."),
        ("pt-BR", "Clube one convida você a ser membro."),
        ("es", "Clube one te invita a ser miembro."),
    ],
)
def test_it_reads_in_the_language_of_whoever_reads_it(ana: Reader, language: str, text: str) -> None:
    tell(ana)
    inbox = ana.client.get("/api/v1/notices/", headers={"Accept-Language": language}).json()
    assert inbox["results"][0]["text"] == text


def test_params_that_are_missing_or_gone_read_as_a_dash() -> None:
    assert kinds.written(KIND, {}) == "– invites you to become a member."
    assert kinds.written(KIND, {"club": None, "old": 1}) == "– invites you to become a member."
    assert kinds.written("a_kind_that_is_gone", {}) == "a_kind_that_is_gone"


def test_params_are_never_taken_for_templates() -> None:
    evil = "{__class__} %(x)s {0}"
    assert kinds.written(KIND, {"club": evil}) == f"{evil} invites you to become a member."


def test_reading_one_and_all(ana: Reader, bia: Reader) -> None:
    for cause in "abc":
        tell(ana, bia, cause=cause)
    newest, middle, _ = ana.get("/notices/")["results"]
    read = ana.post(f"/notices/{middle['id']}/read/")
    assert ana.post(f"/notices/{middle['id']}/read/")["read_at"] == read["read_at"]
    assert ana.get("/notices/unread/") == {"unread": 2}
    assert [one["id"] for one in ana.get("/notices/", unread=True)["results"]].count(middle["id"]) == 0
    tell(ana, cause="d")
    assert ana.post("/notices/read/", {"until": newest["appeared_at"]}) == {"unread": 1}
    assert ana.post("/notices/read/") == {"unread": 0}
    assert bia.get("/notices/unread/") == {"unread": 3}


def test_the_inbox_comes_in_pages(ana: Reader) -> None:
    for number in range(7):
        tell(ana, cause=str(number))
    page = ana.get("/notices/", limit=3)
    found = [one["id"] for one in page["results"]]
    while page["next"]:
        page = ana.client.get(page["next"]).json()
        found += [one["id"] for one in page["results"]]
    assert len(found) == len(set(found)) == 7


def test_nobody_reads_anothers(ana: Reader, bia: Reader) -> None:
    tell(ana)
    [notice] = ana.get("/notices/")["results"]
    assert bia.get("/notices/")["results"] == []
    assert bia.post(f"/notices/{notice['id']}/read/", None, 404)["code"] == "notice_not_found"
    assert ana.get("/notices/unread/") == {"unread": 1}
    nobody = person("nobody")
    nobody.client.credentials()
    for path in ("/notices/", "/notices/unread/", "/notices/settings/", "/push/", "/push/devices/"):
        nobody.get(path, 401)


def test_what_happened_long_ago_is_not_told_and_what_did_hours_ago_wakes_nobody(ana: Reader) -> None:
    now = timezone.now()
    told = [Told(KIND, str(number)) for number in range(3)]
    assert notify([ana.user.id], told[0], at=now - OLD - timedelta(minutes=1)) == 0
    assert notify([ana.user.id], told[1], at=now - FRESH - timedelta(minutes=1)) == 1
    assert notify([ana.user.id], told[2], at=now) == 1
    waking = Notice.objects.filter(wake_at__isnull=False)
    assert [one.cause for one in waking] == [f"{KIND}:2"]


def test_accounts_that_are_gone_or_closed_are_told_nothing(ana: Reader, bia: Reader) -> None:
    User.objects.filter(id=bia.user.id).update(is_active=False)
    assert tell(ana, bia) == 1
    ana.user.delete()
    assert not Notice.objects.exists()
    assert tell(ana) == 0


def test_whoever_wants_to_be_forgotten_is(ana: Reader, bia: Reader) -> None:
    tell(ana, bia)
    ana.patch("/notices/settings/", {"levels": {KIND: "always"}})
    forget(ana.user.id)
    assert [one.user_id for one in Notice.objects.all()] == [bia.user.id]


def test_wishes_are_changed_kind_by_kind(ana: Reader) -> None:
    first = ana.get("/notices/settings/")
    assert set(first["levels"].values()) == {"push"}
    assert first["levels"].keys() == kinds.KINDS.keys()
    changed = ana.patch(
        "/notices/settings/",
        {"quiet_from": "22:00", "quiet_until": "07:30", "levels": {KIND: "off", "dispute_ruled": "always"}},
    )
    assert (changed["quiet_from"], changed["quiet_until"]) == ("22:00:00", "07:30:00")
    later = ana.patch("/notices/settings/", {"time_zone": "America/Montevideo", "levels": {KIND: "inbox"}})
    assert later == changed | {
        "time_zone": "America/Montevideo",
        "levels": changed["levels"] | {KIND: "inbox"},
    }
    assert ana.patch("/notices/settings/", {"quiet_from": None})["quiet_from"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../../etc/passwd"},
        {"levels": {"no_such_kind": "push"}},
        {"levels": {KIND: "loud"}},
        {"quiet_from": "25:00"},
    ],
)
def test_wishes_that_mean_nothing_change_nothing(ana: Reader, body: dict[str, object]) -> None:
    before = ana.get("/notices/settings/")
    ana.patch("/notices/settings/", body, 422)
    assert ana.get("/notices/settings/") == before


def test_what_is_off_is_not_even_in_the_inbox(ana: Reader) -> None:
    ana.patch("/notices/settings/", {"levels": {KIND: "off"}})
    assert tell(ana) == 0
    ana.patch("/notices/settings/", {"levels": {KIND: "inbox"}})
    assert tell(ana) == 1
    assert Notice.objects.get().wake_at is None
