"""Judging a bundle again by the rules, without a database: for `check_truco.py`, where the package is there.

Every game that is wholly shown is replayed, dealt and signalled again by the audit's own checks; of a
championship, the draws are made again and everything is folded.
"""

import os
from typing import Any

import django
from django.apps import apps

if not apps.ready:  # run by itself, not by `manage.py`
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")
    django.setup()

from datetime import datetime

from games import audit, audit_deals, audit_signals
from games.audit_signatures import Keys
from tournaments.checks import draws_wrong
from tournaments.codec import codec
from tournaments.states import fold
from truco_api.eventstore import Recorded
from truco_api.eventstore.audit import Report
from truco_api.eventstore.sealing import SEALED

Data = dict[str, Any]


def rejudged(bundle: Data) -> tuple[str, list[str]]:
    """What was judged again, in words ("3 games, 512 commands"), and what came out otherwise."""
    report, keys = Report(), Keys()
    streams = {stream["stream"]: events for stream in bundle["streams"] if (events := _events(stream))}
    for name, events in streams.items():
        if name.startswith("keys-"):
            keys.add(name, events)
    for name, events in streams.items():
        kind, _, ident = name.partition("-")
        match kind:
            case "game":
                report.count("games")
                audit.check_game(report, events)
                audit_deals.check_game(report, events)
                keys.check(report, events)
            case "signals" if f"game-{ident}" in streams:
                audit_signals.check_game(report, events, streams[f"game-{ident}"])
            case "championship":
                _championship(report, events)
    counts = ", ".join(f"{number} {what}" for what, number in report.counts.items() if number)
    return counts, [str(finding) for finding in report.findings]


def _championship(report: Report, events: list[Recorded]) -> None:
    report.count("championships")
    try:
        state = fold(events)
        problems = list(draws_wrong(state, codec.decode_all(events)))
    except Exception as error:  # whatever is wrong with events of a stranger, it is a finding
        problems = [f"cannot be folded: {type(error).__name__}: {error}"]
    for problem in problems:
        report.find(events[-1].stream, events[-1].version, problem)


def _events(stream: Data) -> list[Recorded]:
    """The events of a stream that is wholly shown; none of any other."""
    events = stream["events"]
    if any("withheld" in event or (SEALED in event["data"] and "hidden" not in event) for event in events):
        return []
    return [
        Recorded(
            stream["stream"],
            event["version"],
            event["type"],
            {name: value for name, value in event["data"].items() if name != SEALED}
            | event.get("hidden", {}),
            datetime.fromisoformat(event["at"]),
            event["actor"],
            "",
        )
        for event in events
    ]
