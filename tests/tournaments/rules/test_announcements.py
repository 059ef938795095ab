"""What an event means to others: by itself, without a shell."""

from __future__ import annotations

from tournaments.rules import events as ev
from tournaments.rules.announcements import KINDS, PLAIN, announcements
from tournaments.rules.state import empty


def test_what_concerns_only_those_inside_is_not_told() -> None:
    quiet: list[ev.Event] = [
        ev.EntriesOpened(at_ms=1),
        ev.EntryRegistered(at_ms=1, entry_id="e", name="E", members=("p",), club=None, rank=None),
        ev.FeeMarked(at_ms=1, entry_id="e", paid=True),
        ev.MatchScheduled(at_ms=1, match="R1M1", due_ms=5),
    ]
    assert [list(announcements(empty(), empty(), event)) for event in quiet] == [[], [], [], []]


def test_every_name_is_one_that_is_described() -> None:
    assert set(PLAIN.values()) <= set(KINDS)
    assert all(text.endswith(".") for text in KINDS.values())
