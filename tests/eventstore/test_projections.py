"""Read models can be thrown away: what is rebuilt is what was there."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from tests.eventstore.conftest import Tally, append
from tests.eventstore.contract import ANA, new_stream, played
from truco_api.eventstore import Recorded, projection, stream_projection, unit_of_work
from truco_api.eventstore.projections import Rebuilt, UnknownProjectionError, rebuild
from truco_api.eventstore.store import streams

pytestmark = pytest.mark.django_db(transaction=True)


def live(tally: Tally, stream: str, count: int) -> None:
    """Append, and keep the read model up to date in the same transaction."""
    with unit_of_work(stream, actor=ANA) as unit:
        for event in unit.append([played()] * count):
            tally.apply(event)


def test_rebuilt_is_live(tally: Tally) -> None:
    first, second = new_stream(), new_stream()
    for stream, count in ((first, 2), (second, 1), (first, 3)):
        live(tally, stream, count)
    append(kind="championship")
    before = tally.rows()
    assert before == {first: 5, second: 1}
    tally.model._default_manager.filter(stream=first).update(events=99)
    tally.model._default_manager.create(stream="game-ghost", events=1)
    assert rebuild("tally") == Rebuilt(streams=2, events=6)
    assert tally.rows() == before


def test_a_rebuild_that_fails_leaves_everything_as_it_was(tally: Tally) -> None:
    live(tally, stream := new_stream(), 2)

    @projection("tally.twice", stream_kind="game", models=[tally.model])
    def apply(event: Recorded) -> None:
        tally.model._default_manager.create(stream=event.stream)

    with pytest.raises(IntegrityError):
        rebuild("tally.twice")
    assert tally.rows() == {stream: 2}


def test_a_projection_may_take_whole_streams() -> None:
    seen: list[tuple[str, list[int]]] = []

    @stream_projection("test.whole", stream_kind="game", models=[])
    def refold(stream: str, events: list[Recorded]) -> None:
        seen.append((stream, [event.version for event in events]))

    first, second = sorted([append("4P", "5P"), append("6P")])
    assert rebuild("test.whole").streams == 2
    assert [stream for stream, _ in seen] == [first, second]
    assert sorted(versions for _, versions in seen) == [[1], [1, 2]]


def test_streams_of_a_kind_come_whole_and_alone() -> None:
    append(kind="gamelike")
    append(kind="championship")
    stream = append("4P", "5P")
    assert [(name, len(events)) for name, events in streams("game")] == [(stream, 2)]


def test_the_command_rebuilds_what_is_named_or_all(tally: Tally) -> None:
    live(tally, new_stream(), 2)
    for names in ([], ["tally"]):
        call_command("rebuild", *names, stdout=(out := StringIO()))
        assert out.getvalue() == "tally: 2 events of 1 streams\n"
    with pytest.raises(CommandError, match="no projection talley"):
        call_command("rebuild", "talley", stdout=StringIO())
    with pytest.raises(UnknownProjectionError):
        rebuild("talley")


def test_a_name_is_taken_once(tally: Tally) -> None:
    with pytest.raises(ValueError, match="already"):
        projection("tally", stream_kind="game", models=[])(tally.apply)
