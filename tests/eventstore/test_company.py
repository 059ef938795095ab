"""Commands that share a transaction: each is as if it were alone, whatever becomes of the others."""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from time import monotonic, sleep
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DataError, OperationalError, connection, transaction
from django.utils import translation

from tests.eventstore.conftest import append
from tests.eventstore.contract import ANA, new_stream, played
from tests.eventstore.racing import Held, race
from truco_api.eventstore import (
    IdempotencyMismatch,
    NewEvent,
    RolledBackError,
    UnansweredKeyError,
    Unit,
    head_version,
    load,
    together,
    unit_of_work,
)
from truco_api.eventstore import company as module
from truco_api.eventstore.hot import Hot, hot
from truco_api.eventstore.models import Head, Receipt
from truco_api.eventstore.unit import NEW_HEAD
from truco_api.eventstore.wire import Wire

pytestmark = pytest.mark.django_db(transaction=True)
Work = Callable[[Unit], Any]
COMPANY = module._COMPANY


@pytest.fixture(autouse=True)
def _patient() -> Iterator[None]:
    """Nobody leaves the company only because the machine is busy."""
    with patch.object(module, "PATIENCE", 20.0):
        yield


def bring(stream: str, work: Work, *, key: str = "", body: str = "b", actor: str = ANA) -> Any:
    """One command, by a key of its own unless one is given."""
    return together(stream, actor=actor, key=key or f"key of {stream}", body=body, work=work)


def play(unit: Unit) -> Any:
    """A command as they all are."""
    if unit.replayed is not None:
        return unit.replayed
    unit.append([played()])
    return unit.answer(body={"version": unit.version})


def wait_for(waiting: int) -> None:
    """Until so many wait for their turn."""
    end = monotonic() + 20
    while len(COMPANY._waiting) < waiting and monotonic() < end:
        sleep(0.001)


def in_company(*commands: Callable[[], Any]) -> list[Any]:
    """What becomes of these when they come while another one is at work: all in the next transaction."""

    def hold_up(unit: Unit) -> Any:
        wait_for(len(commands))
        return play(unit)

    return race(lambda: bring(append(), hold_up), *(_later(command) for command in commands))[1:]


def _later(command: Callable[[], Any]) -> Callable[[], Any]:
    def run() -> Any:
        end = monotonic() + 20
        while not COMPANY._led and monotonic() < end:
            sleep(0.001)
        return command()

    return run


def transactions(streams: list[str]) -> set[int]:
    """The transactions that wrote the last event of each stream."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT event.xmin::text::bigint FROM eventstore_event event JOIN eventstore_head head "
            "USING (stream, version) WHERE stream = ANY(%s)",
            [streams],
        )
        return {row[0] for row in cursor.fetchall()}


class TestCompany:
    """What comes together."""

    def test_is_committed_together(self) -> None:
        streams = [append() for _ in range(5)]
        told = in_company(*(lambda stream=stream: bring(stream, play) for stream in streams))
        assert told == [{"status": 200, "body": {"version": 2}}] * 5
        assert [head_version(stream) for stream in streams] == [2] * 5
        assert len(transactions(streams)) == 1

    def test_is_on_disk_when_it_is_told(self) -> None:
        stream = append()
        bring(stream, play)
        assert race(lambda: head_version(stream)) == [2]
        assert not connection.in_atomic_block

    def test_commands_of_one_stream_follow_each_other(self) -> None:
        stream = append()
        told = in_company(
            *(lambda n=n: bring(stream, play, key=f"{n}", body=f"{n}") for n in range(4)),
        )
        assert sorted(one["body"]["version"] for one in told) == [2, 3, 4, 5]
        assert len(transactions([stream])) == 1
        assert [event.version for event in load(stream)] == [1, 2, 3, 4, 5]

    def test_one_key_twice_has_one_effect(self) -> None:
        stream = append()
        told = in_company(*[lambda: bring(stream, play)] * 3)
        assert told == [{"status": 200, "body": {"version": 2}}] * 3
        assert head_version(stream) == 2

    def test_one_key_for_two_streams_is_refused_to_one(self) -> None:
        streams = [append(), append()]
        told = in_company(
            *(lambda stream=stream: bring(stream, play, key="k", body=stream) for stream in streams)
        )
        assert sorted(type(one).__name__ for one in told) == [IdempotencyMismatch.__name__, "dict"]
        assert sorted(head_version(stream) for stream in streams) == [1, 2]

    def test_a_stream_may_be_new(self) -> None:
        streams = [new_stream(), append()]
        told = in_company(*(lambda stream=stream: bring(stream, play) for stream in streams))
        assert [one["body"]["version"] for one in told] == [1, 2]

    def test_each_runs_in_the_context_of_its_caller(self) -> None:
        name: ContextVar[str] = ContextVar("name", default="nobody")

        def called(number: int) -> Any:
            name.set(f"caller {number}")
            return bring(append(), lambda unit: (play(unit), name.get())[1])

        assert in_company(*(lambda n=n: called(n) for n in range(3))) == [f"caller {n}" for n in range(3)]

    def test_each_is_told_in_the_language_of_its_caller(self) -> None:
        def called(language: str) -> Any:
            translation.activate(language)
            told = bring(append(), lambda unit: (play(unit), translation.get_language())[1])
            return told, translation.get_language()

        languages = ["es", "pt-br", "en", "es"]
        told = in_company(*(lambda one=one: called(one) for one in languages))
        assert told == [(one, one) for one in languages]

    def test_many_at_once_lose_and_repeat_nothing(self) -> None:
        streams = [append() for _ in range(4)]

        def write(lane: int) -> None:
            for number in range(25):
                key = f"{lane} {number}"
                bring(streams[(lane + number) % 4], play, key=key, body=key)

        assert race(*(lambda lane=lane: write(lane) for lane in range(8))) == [None] * 8
        assert sorted(head_version(stream) for stream in streams) == [51] * 4
        assert Receipt.objects.count() == 200
        assert (COMPANY._led, len(COMPANY._waiting)) == (False, 0)


def refuse(unit: Unit) -> Any:
    """Write, and be refused after all."""
    play(unit)
    transaction.on_commit(lambda: refused_hooks.append(unit.stream))
    raise ZeroDivisionError


refused_hooks: list[str] = []


def _one_refused_among_others() -> tuple[list[str], list[Any]]:
    streams = [append() for _ in range(3)]
    refused_hooks.clear()
    works = [play, refuse, play]
    told = in_company(
        *(lambda pair=pair: bring(*pair) for pair in zip(streams, works, strict=True)),
    )
    return streams, told


class TestTrouble:
    """What goes wrong with one."""

    def test_a_refusal_touches_no_other(self) -> None:
        streams, told = _one_refused_among_others()
        assert [type(one).__name__ for one in told] == ["dict", "ZeroDivisionError", "dict"]
        assert [head_version(stream) for stream in streams] == [2, 1, 2]
        assert len(transactions([streams[0], streams[2]])) == 1
        assert refused_hooks == []
        assert bring(streams[1], play)["body"] == {"version": 2}

    def test_unless_it_were_not_taken_back(self) -> None:
        """The same with the taking back switched off: what was refused is there."""
        with patch.object(Hot, "back_to", lambda *_: True):
            streams, _ = _one_refused_among_others()
        assert head_version(streams[1]) == 2
        assert refused_hooks == [streams[1]]

    def test_a_key_must_be_answered(self) -> None:
        stream = append()
        (told, other) = in_company(
            lambda: bring(stream, lambda unit: unit.append([played()])), lambda: bring(append(), play)
        )
        assert (type(told), other["body"]) == (UnansweredKeyError, {"version": 2})
        assert head_version(stream) == 1

    @pytest.mark.parametrize("sent", [False, True], ids=["when all is sent", "when it is at work"])
    def test_what_the_database_refuses_is_refused_to_its_own(self, sent: bool) -> None:
        def spoil(unit: Unit) -> Any:
            unit.append([NewEvent("card_played/1", {"card": "4P"})])
            hot().change("SELECT 1 / (%(zero)s::int)", {"zero": 0})
            if sent:
                load(unit.stream)
            return unit.answer()

        streams = [append() for _ in range(3)]
        works = [play, spoil, play]
        told = in_company(*(lambda pair=pair: bring(*pair) for pair in zip(streams, works, strict=True)))
        assert [type(one) for one in told] == [dict, DataError, dict]
        assert [head_version(stream) for stream in streams] == [2, 1, 2]

    def test_what_was_sent_before_the_refusal_is_taken_back_too(self) -> None:
        def late(unit: Unit) -> Any:
            unit.append([played()])
            load(unit.stream)  # sends what was held
            raise ZeroDivisionError

        streams = [append(), append()]
        works = [play, late]
        told = in_company(*(lambda pair=pair: bring(*pair) for pair in zip(streams, works, strict=True)))
        assert [type(one) for one in told] == [dict, ZeroDivisionError]
        assert [head_version(stream) for stream in streams] == [2, 1]

    def test_what_cannot_even_be_sent_is_refused_to_its_own(self) -> None:
        def spoil(unit: Unit) -> Any:
            hot().change("SELECT %(text)s", {"text": "\ud800"})
            return play(unit)

        def last() -> Any:
            wait_for(2)  # so that another one leads
            return bring(streams[2], spoil)

        streams = [append() for _ in range(3)]
        told = in_company(*(lambda stream=stream: bring(stream, play) for stream in streams[:2]), last)
        assert [type(one) for one in told] == [dict, dict, UnicodeEncodeError]
        assert [head_version(stream) for stream in streams] == [2, 2, 1]

    def test_a_row_that_was_written_and_told_is_taken_back_too(self) -> None:
        def late(unit: Unit) -> Any:
            hot().rows(NEW_HEAD, {"stream": other, "genesis": b"-"})
            raise ZeroDivisionError

        other, streams = new_stream(), [append(), append()]
        works = [play, late]
        told = in_company(*(lambda pair=pair: bring(*pair) for pair in zip(streams, works, strict=True)))
        assert [type(one) for one in told] == [dict, ZeroDivisionError]
        assert [head_version(stream) for stream in streams] == [2, 1]
        assert not Head.objects.filter(stream=other).exists()

    @pytest.mark.parametrize("caught", [False, True])
    def test_a_transaction_that_can_only_be_rolled_back_is_told_to_nobody(self, caught: bool) -> None:
        def spoil(unit: Unit) -> Any:
            try:
                with transaction.atomic(savepoint=False):
                    raise ZeroDivisionError
            except ZeroDivisionError:
                if not caught:
                    raise
            return play(unit)

        streams = [append() for _ in range(3)]
        works = [play, spoil, play]
        told = in_company(*(lambda pair=pair: bring(*pair) for pair in zip(streams, works, strict=True)))
        assert [type(one) for one in told] == [dict, RolledBackError if caught else ZeroDivisionError, dict]
        assert [head_version(stream) for stream in streams] == [2, 1, 2]

    def test_what_is_to_go_alone_keeps_no_company(self) -> None:
        streams = [append(), append()]

        def by_itself() -> Any:
            with module.alone():
                return bring(streams[0], play)

        def hold_up(unit: Unit) -> Any:
            assert race(by_itself) == [{"status": 200, "body": {"version": 2}}]
            return play(unit)

        assert bring(streams[1], hold_up)["body"] == {"version": 2}
        assert len(transactions(streams)) == 2

    @pytest.mark.parametrize("committed", [False, True], ids=["lost before", "lost after"])
    def test_a_connection_lost_at_the_commit_makes_nothing_happen_twice(self, committed: bool) -> None:
        streams = [append() for _ in range(3)]
        lost: list[bool] = []
        real = Wire.run

        def run(self: Wire, statements: Any, *, commit: bool = False) -> Any:
            if not commit or len(statements) < 6 or lost:
                return real(self, statements, commit=commit)
            lost.append(True)
            if committed:
                real(self, statements, commit=True)
            self.raw.close()
            raise OperationalError("lost")

        with patch.object(Wire, "run", run):
            told = in_company(*(lambda stream=stream: bring(stream, play) for stream in streams))
        assert lost
        assert told == [{"status": 200, "body": {"version": 2}}] * 3
        assert [head_version(stream) for stream in streams] == [2] * 3

    def test_a_locked_stream_keeps_only_its_own_waiting(self) -> None:
        locked, others = append(), [append(), append()]

        def hold(pause: Callable[[], None]) -> None:
            with unit_of_work(locked, actor=ANA) as unit:
                pause()
                unit.append([played()])

        held = Held(hold)

        def others_first() -> list[Any]:
            told = [bring(stream, play)["body"]["version"] for stream in others]
            held.release()
            return told

        told = race(lambda: bring(locked, play), others_first)
        assert told == [{"status": 200, "body": {"version": 3}}, [2, 2]]
        assert head_version(locked) == 3

    def test_who_waits_too_long_goes_alone(self) -> None:
        def slowly(pause: Callable[[], None]) -> None:
            def work(unit: Unit) -> Any:
                pause()
                return play(unit)

            bring(append(), work)

        leader = Held(slowly)
        stream = append()
        with patch.object(module, "PATIENCE", 0.01):
            assert bring(stream, play)["body"] == {"version": 2}
        leader.release()
        assert (COMPANY._led, len(COMPANY._waiting)) == (False, 0)

    def test_inside_of_a_transaction_it_is_part_of_that(self) -> None:
        stream = append()
        with transaction.atomic():
            bring(stream, play)
            transaction.set_rollback(True)
        assert head_version(stream) == 1
