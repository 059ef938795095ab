"""The audit: is everything stored still what was once written?

Apps add their own checks with `register_check`; each counts what it looked at and names what is wrong.
Everything is streamed, one stream at a time at most in memory.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import transaction

from truco_api.eventstore.chain import genesis, link
from truco_api.eventstore.events import Recorded
from truco_api.eventstore.hot import streaming
from truco_api.eventstore.sealing import SealBrokenError
from truco_api.eventstore.store import load

CHAINS = """
SELECT event.stream, event.version, type, data, event.at, actor, event.hash, head.version, head.hash
FROM eventstore_event AS event LEFT JOIN eventstore_head AS head USING (stream)
ORDER BY event.stream, event.version
"""
BEHEADED = """
SELECT stream, version FROM eventstore_head AS head WHERE version > 0
    AND NOT EXISTS (SELECT FROM eventstore_event AS event WHERE event.stream = head.stream)
"""
PLACES = """
SELECT position, position - lag(position, 1, 0::bigint) OVER (ORDER BY position) - 1,
    feed.stream, feed.version,
    feed.version - lag(feed.version, 1, 0) OVER (PARTITION BY feed.stream ORDER BY position) - 1,
    event.version IS NULL
FROM eventstore_feed AS feed LEFT JOIN eventstore_event AS event USING (stream, version)
ORDER BY position
"""
UNPLACED = """
SELECT event.stream, event.version FROM eventstore_event AS event
WHERE NOT EXISTS (SELECT FROM eventstore_feed AS feed
                  WHERE feed.stream = event.stream AND feed.version = event.version)
    AND NOT EXISTS (SELECT FROM eventstore_outbox AS outbox WHERE outbox.stream = event.stream
                    AND event.version BETWEEN outbox.first AND outbox.last)
ORDER BY event.stream, event.version
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was written: where, and what differs."""

    stream: str
    version: int
    problem: str

    def __str__(self) -> str:
        return f"{self.stream}:{self.version} {self.problem}"


@dataclass(slots=True)
class Report:
    """What one check looked at ("streams": 12, "events": 340) and what it found."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        """Add to the number of things looked at."""
        self.counts[what] += number

    def find(self, stream: str, version: int, problem: str) -> None:
        """Name something that is wrong."""
        self.findings.append(Finding(stream, version, problem))


Check = Callable[[Report], None]
CHECKS: dict[str, Check] = {}


def register_check(name: str, fn: Check) -> None:
    """Let every audit run `fn`, which counts and names into the report it is given."""
    if name in CHECKS and CHECKS[name] is not fn:
        raise ValueError(f"there is a check {name!r} already")
    CHECKS[name] = fn


def run_checks() -> Iterator[tuple[str, Report]]:
    """Every check by name with its report, one after another."""
    for name, check in CHECKS.items():
        report = Report()
        with transaction.atomic():  # the server keeps a cursor's rows only for as long
            check(report)
        yield name, report


class Link(NamedTuple):
    """An event as the chain sees it, with the head of its stream beside it (None if that is gone)."""

    stream: str
    version: int
    type: str
    data: str
    at: datetime
    actor: str
    hash: bytes
    head_version: int | None
    head_hash: bytes | None

    def follows(self, previous: bytes) -> bytes:
        """The hash this event should have if it came after `previous`."""
        return link(
            previous=previous,
            version=self.version,
            type=self.type,
            data=self.data,
            at=self.at,
            actor=self.actor,
        )


def loaded(report: Report, stream: str) -> list[Recorded]:
    """The events of a stream, for a check; none and a finding, if something in it cannot be opened."""
    try:
        return load(stream)
    except SealBrokenError as error:
        report.find(stream, error.version, f"cannot be opened: {error}")
        return []


def check_chains(report: Report) -> None:
    """Every stream: versions without holes, each hash as its content and the hash before say, head last."""
    report.count("streams", 0)
    report.count("events", 0)
    with streaming(CHAINS) as rows:
        for stream, group in groupby(map(Link._make, rows), key=itemgetter(0)):
            report.count("streams")
            _check_chain(report, stream, group)
    with streaming(BEHEADED) as rows:
        for stream, version in rows:
            report.find(stream, version, "is what the head speaks of, but there are no events at all")


def _check_chain(report: Report, stream: str, links: Iterable[Link]) -> None:
    previous: bytes | None = genesis(stream)
    last: Link | None = None
    suspect: bytes | None = None  # the hash `last` should have, if it has another
    for event in links:
        report.count("events")
        expected = 1 if last is None else last.version + 1
        if event.version != expected:
            report.find(stream, event.version, f"does not follow: {expected} is missing before it")
            previous = None
        if last is not None and event.at < last.at:
            report.find(stream, event.version, "is dated before the event it follows")
        if suspect is not None and last is not None:
            report.find(stream, last.version, _verdict(last, suspect, event))
            if previous is not None and event.follows(suspect) == event.hash:
                previous = suspect
        suspect = None
        if previous is not None and (computed := event.follows(previous)) != event.hash:
            suspect = computed
        previous, last = event.hash, event
    if last is not None:
        _check_end(report, last, suspect)


def _verdict(event: Link, computed: bytes, following: Link) -> str:
    """What was changed, content or hash, judged by which of the two the next event was chained to."""
    if following.follows(computed) == following.hash:
        return _hash_changed(event, computed)
    return _content_changed(event, computed)


def _check_end(report: Report, last: Link, suspect: bytes | None) -> None:
    if suspect is not None:
        hash_only = last.head_hash == suspect
        report.find(
            last.stream,
            last.version,
            _hash_changed(last, suspect) if hash_only else _content_changed(last, suspect),
        )
    if last.head_version is None:
        report.find(last.stream, last.version, "is the last event, but the stream has no head")
    elif last.head_version != last.version:
        report.find(last.stream, last.version, f"is the last event, but the head says {last.head_version}")
    elif suspect is None and last.head_hash != last.hash:
        report.find(last.stream, last.version, "is the last event, but the head has another hash")


def _content_changed(event: Link, computed: bytes) -> str:
    return (
        "has another content than was written (type, data, time or actor): "
        f"it hashes to {computed.hex()[:16]}…, the chain has {event.hash.hex()[:16]}…"
    )


def _hash_changed(event: Link, computed: bytes) -> str:
    return f"has another hash than was written: {event.hash.hex()[:16]}… for {computed.hex()[:16]}…"


def check_feed(report: Report) -> None:
    """The feed: positions without a gap, every event once, each stream in order; the rest in the outbox."""
    report.count("places", 0)
    with streaming(PLACES) as rows:
        for position, gap, stream, version, skipped, ghost in rows:
            report.count("places")
            if gap:
                report.find(stream, version, f"stands at {position} in the feed, behind a gap of {gap}")
            if skipped:
                report.find(stream, version, f"stands at {position} in the feed out of its stream's order")
            if ghost:
                report.find(stream, version, f"stands at {position} in the feed and does not exist")
    with streaming(UNPLACED) as rows:
        for stream, version in rows:
            report.find(stream, version, "is neither in the feed nor on its way there")


register_check("chains", check_chains)
register_check("feed", check_feed)
