"""What the tests of the store share."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.db import connection
from django.db.models import F, IntegerField, Model, TextField
from django.test.utils import isolate_apps

from tests.eventstore.contract import ANA, new_stream, played
from truco_api.eventstore import Recorded, projections, subscriptions, unit_of_work


@pytest.fixture(autouse=True)
def _nobody_else_listens() -> Iterator[None]:
    """Only a test's own subscribers and projections are there."""
    with patch.dict(subscriptions.SUBSCRIPTIONS, clear=True), patch.dict(projections.PROJECTIONS, clear=True):
        yield


def append(*cards: str, stream: str = "", kind: str = "game") -> str:
    """Append one event a card to the stream (a new one without its name), and give its name."""
    stream = stream or new_stream(kind)
    with unit_of_work(stream, actor=ANA) as unit:
        unit.append([played(card) for card in cards or ("4P",)])
    return stream


def _tally_model() -> type[Model]:
    with isolate_apps("truco_api.eventstore"):

        class TallyModel(Model):
            stream = TextField(primary_key=True)
            events = IntegerField(default=0)

            class Meta:
                app_label = "eventstore"
                db_table = "test_tally"

            def __str__(self) -> str:
                return f"{self.stream}: {self.events}"

    return TallyModel


class Tally:
    """A read model for tests: how many events each stream has."""

    def __init__(self) -> None:
        self.model = _tally_model()
        self._rows = self.model._default_manager

    def apply(self, event: Recorded) -> None:
        """Carry one event into it."""
        if event.version == 1:
            self._rows.create(stream=event.stream, events=1)
        else:
            self._rows.filter(stream=event.stream).update(events=F("events") + 1)

    def rows(self) -> dict[str, int]:
        """All it holds."""
        return dict(self._rows.values_list("stream", "events"))


@pytest.fixture
def tally(transactional_db: None) -> Iterator[Tally]:
    """The read model, registered as the projection "tally"."""
    found = Tally()
    projections.projection("tally", stream_kind="game", models=[found.model])(found.apply)
    with connection.schema_editor() as editor:
        editor.create_model(found.model)
    yield found
    with connection.schema_editor() as editor:
        editor.delete_model(found.model)
