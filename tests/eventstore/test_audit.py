"""Whatever is touched in the database, the audit names it."""

import tracemalloc
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.eventstore.conftest import append
from tests.eventstore.contract import ANA, played
from truco_api.eventstore import audit, unit_of_work
from truco_api.eventstore.audit import Report, register_check, run_checks
from truco_api.eventstore.feed import relay_once

pytestmark = pytest.mark.django_db
STREAM, OTHER = "game-1", "game-2"


@pytest.fixture(autouse=True)
def _only_the_stores_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {name: check for name, check in audit.CHECKS.items() if name in {"chains", "feed"}}
    monkeypatch.setattr(audit, "CHECKS", own)


@pytest.fixture
def stored() -> None:
    """Two streams, of 5 and 1 events, in the feed."""
    append("4P", "5P", stream=STREAM)
    append("4P", stream=OTHER)
    append("6P", "7P", "JP", stream=STREAM)
    relay_once()


def tamper(*statements: str) -> None:
    """Do what only the owner could, with the triggers taken off."""
    tables = ("eventstore_event", "eventstore_feed")
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for sql in statements:
            cursor.execute(sql)
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def found() -> list[str]:
    """What the audit finds."""
    return [str(finding) for _, report in run_checks() for finding in report.findings]


def audited() -> str:
    """What the command prints when all is well."""
    call_command("audit", stdout=(out := StringIO()))
    return out.getvalue()


def alarmed() -> str:
    """What the command prints when it fails, its last words included."""
    out = StringIO()
    with pytest.raises(CommandError) as failure:
        call_command("audit", stdout=out)
    assert failure.value.returncode == 1
    return f"{out.getvalue()}{failure.value}"


def test_what_is_as_it_was_written_is_counted(stored: None) -> None:
    append("4P", stream="game-3")
    assert audited() == (
        "chains   3 streams, 7 events: all as written\n"
        "feed     6 places: all as written\n"
        "The audit found nothing wrong.\n"
    )


def test_an_empty_store_is_fine() -> None:
    assert "0 streams, 0 events: all as written" in audited()


EVENT = "UPDATE eventstore_event SET"
THIRD = f"WHERE stream = '{STREAM}' AND version = 3"
LAST = f"WHERE stream = '{STREAM}' AND version = 5"


@pytest.mark.parametrize(
    ("change", "version"),
    [
        (f"{EVENT} data = overlay(data placing '7' from 10) {THIRD}", 3),
        (f"{EVENT} data = ' ' || data {THIRD}", 3),
        (f"{EVENT} data = left(data, 5) {THIRD}", 3),
        (f"{EVENT} type = 'card_played/2' {THIRD}", 3),
        (f"{EVENT} at = at + interval '1 microsecond' {THIRD}", 3),
        (f"{EVENT} actor = 'user:bia' {THIRD}", 3),
        (f"{EVENT} actor = 'user:bia' {LAST}", 5),
        (f"{EVENT} data = overlay(data placing '5' from 10) WHERE stream = '{STREAM}' AND version = 1", 1),
    ],
)
def test_a_changed_byte_is_found_and_named(stored: None, change: str, version: int) -> None:
    tamper(change)
    (content,) = [line for line in found() if "another content" in line]
    assert content.startswith(f"{STREAM}:{version} has another content than was written (type, data, time")
    assert f"  {content}\n" in alarmed()


@pytest.mark.parametrize(("which", "version"), [(THIRD, 3), (LAST, 5)])
def test_a_changed_hash_is_told_from_changed_content(stored: None, which: str, version: int) -> None:
    tamper(f"{EVENT} hash = set_byte(hash, 31, (get_byte(hash, 31) + 1) % 256) {which}")
    (finding,) = found()
    assert finding.startswith(f"{STREAM}:{version} has another hash than was written")


def test_changed_content_with_its_hash_made_to_fit_is_found_at_the_next_event(stored: None) -> None:
    """Only who rewrites the rest of the stream and its head could hide; then a copy of any hash tells."""
    tamper(f"{EVENT} data = '{{}}', hash = sha256('forged') {THIRD}")
    assert [line.split(" ")[0] for line in found()] == [f"{STREAM}:3", f"{STREAM}:4"]


@pytest.mark.parametrize(
    ("statements", "findings"),
    [
        (
            [f"DELETE FROM eventstore_event {THIRD}"],
            [
                f"{STREAM}:4 does not follow: 3 is missing before it",
                f"{STREAM}:3 stands at 4 in the feed and",
            ],
        ),
        (
            [f"{EVENT} version = 9 {LAST}"],
            [
                f"{STREAM}:9 does not follow: 5 is missing before it",
                f"{STREAM}:9 is the last event, but the head says 5",
                f"{STREAM}:5 stands at 6 in the feed and does not exist",
                f"{STREAM}:9 is neither in the feed nor on its way there",
            ],
        ),
        (
            [f"DELETE FROM eventstore_event {LAST}"],
            [f"{STREAM}:4 is the last event, but the head says 5", f"{STREAM}:5 stands at 6 in the feed and"],
        ),
        (
            [f"DELETE FROM eventstore_event WHERE stream = '{OTHER}'", "DELETE FROM eventstore_feed"],
            [f"{OTHER}:1 is what the head speaks of, but there are no events at all"]
            + [f"{STREAM}:{version} is neither in the feed nor on its way there" for version in range(1, 6)],
        ),
        (
            [f"DELETE FROM eventstore_head WHERE stream = '{OTHER}'"],
            [f"{OTHER}:1 is the last event, but the stream has no head"],
        ),
        (
            [f"UPDATE eventstore_head SET hash = sha256('forged') WHERE stream = '{OTHER}'"],
            [f"{OTHER}:1 is the last event, but the head has another hash"],
        ),
        (
            [f"{EVENT} stream = 'game-0' WHERE stream = '{OTHER}'"],
            [
                "game-0:1 has another content",
                "game-0:1 is the last event, but the stream has no head",
                f"{OTHER}:1 is what the head speaks of",
                f"{OTHER}:1 stands at 3 in the feed and does not exist",
                "game-0:1 is neither in the feed nor on its way there",
            ],
        ),
        (
            ["UPDATE eventstore_feed SET position = 10 WHERE position = 6"],
            [f"{STREAM}:5 stands at 10 in the feed, behind a gap of 4"],
        ),
        (
            [
                "UPDATE eventstore_feed SET position = 100 WHERE position = 5",
                "UPDATE eventstore_feed SET position = 5 WHERE position = 6",
                "UPDATE eventstore_feed SET position = 6 WHERE position = 100",
            ],
            [
                f"{STREAM}:5 stands at 5 in the feed out of its stream's order",
                f"{STREAM}:4 stands at 6 in the feed out of its stream's order",
            ],
        ),
    ],
    ids=[
        "a hole",
        "another version",
        "the last event gone",
        "a whole stream gone",
        "a head gone",
        "another head",
        "another stream",
        "a gap in the feed",
        "a swap in the feed",
    ],
)
def test_what_is_missing_or_moved_is_named(stored: None, statements: list[str], findings: list[str]) -> None:
    tamper(*statements)
    for line, expected in zip(lines := found(), findings, strict=True):
        assert line.startswith(expected), lines


def test_time_running_backwards_is_named(stored: None) -> None:
    tamper(f"{EVENT} at = at - interval '1 day' {LAST}")
    assert f"{STREAM}:5 is dated before the event it follows" in found()


def test_apps_add_checks_of_their_own() -> None:
    def check(report: Report) -> None:
        report.count("games", 1234)
        report.find(STREAM, 7, "replays to another score")

    register_check("replay", check)
    register_check("replay", check)
    with pytest.raises(ValueError, match="already"):
        register_check("replay", lambda report: None)
    assert alarmed().splitlines()[2:] == [
        "replay   1,234 games: 1 wrong",
        f"  {STREAM}:7 replays to another score",
        "The audit found 1 things that are not as they were written.",
    ]


def test_a_flood_of_findings_is_cut_off() -> None:
    def check(report: Report) -> None:
        for version in range(1, 251):
            report.find(STREAM, version, "is wrong")

    register_check("replay", check)
    assert "… and 150 more" in alarmed()


def test_the_audit_does_not_take_everything_into_memory() -> None:
    with unit_of_work(STREAM, actor=ANA) as unit:
        for _ in range(15):
            unit.append([played()] * 1000)
    tracemalloc.start()
    (_, report), *_ = run_checks()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert report.counts["events"] == 15_000
    assert peak < 4_000_000  # all of it would be three times as much
