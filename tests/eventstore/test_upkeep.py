"""Looking at the store, and keeping it small."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models.functions import Now
from django.test import RequestFactory

from tests.eventstore.conftest import append
from tests.eventstore.contract import ANA
from truco_api.eventstore import tasks, unit_of_work
from truco_api.eventstore.admin import CheckpointAdmin, StreamAdmin
from truco_api.eventstore.models import Checkpoint, Event, Head, Outbox, Place, Receipt

pytestmark = pytest.mark.django_db


def test_receipts_are_forgotten_after_a_week() -> None:
    for key in ("old", "new"):
        with unit_of_work("game-1", actor=ANA, key=key, body="b") as unit:
            unit.answer(body={})
    Receipt.objects.filter(key="old").update(at=Now() - timedelta(days=8))
    tasks.forget()
    assert [receipt.key for receipt in Receipt.objects.all()] == ["new"]


def test_the_admin_site_shows_a_stream_without_its_secrets() -> None:
    stream = append("4P")
    page = StreamAdmin(Head, admin.site)
    shown = page.events(Head.objects.get(stream=stream))
    assert "card_played/1" in shown
    assert "4P" not in shown


@pytest.mark.parametrize("page", [StreamAdmin(Head, admin.site), CheckpointAdmin(Checkpoint, admin.site)])
def test_the_admin_site_changes_nothing(page: StreamAdmin | CheckpointAdmin) -> None:
    request = RequestFactory().get("/")
    request.user = get_user_model()(is_superuser=True)
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)


def test_rows_say_what_they_are() -> None:
    stream = append("4P")
    assert str(Head.objects.get()) == f"{stream} at 1"
    assert str(Event.objects.get()) == f"{stream}:1 card_played/1"
    assert str(Outbox.objects.get()) == f"{stream}:1-1"
    assert str(Place(position=3, stream=stream, version=1)) == f"3: {stream}:1"
    assert str(Checkpoint(name="x", position=3)) == "x at 3"
    assert str(Receipt(actor=ANA, key="k")) == "user:ana k"
