"""What a championship is at one moment: frozen, and known from its events alone.

championship = replay(events)            # tournaments.rules.evolve
events = decide(championship, command)   # tournaments.rules.decide
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tournaments.rules.events import Legs, SlotSource
from tournaments.rules.regulation import Regulation

NOBODY = ""
"""The side that stays empty for good, and the winner where there is none."""

Sides: TypeAlias = tuple[str | None, str | None]
"""Entries of home and away; None while not known, NOBODY where nobody comes."""

FOLLOWING = frozenset({"withdrawal", "unopposed", "empty"})
"""Ways of being decided that follow from the bracket alone, and are undone with what they follow from."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A single, pair or trio; `out` is "" or why it is out ("withdrawn", "disqualified")."""

    id: str
    name: str
    members: tuple[str, ...]
    club: str | None
    rank: int | None
    confirmed: bool = False
    paid: bool = False
    checked_in: bool = False
    out: str = ""


@dataclass(frozen=True, slots=True)
class Leg:
    """One game of a match that ended: `winner` is a side; `game_id` is "" at a table."""

    winner: int
    score: tuple[int, int]
    game_id: str = ""
    ending: str = "target"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet that waits: `by` an entry or None (an official), `disputed_by` "" or an entry."""

    by: str | None
    legs: Legs
    note: str
    deadline_ms: int | None
    confirmed_by: tuple[str, ...] = ()
    disputed_by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match was decided (`how` as in `events.MatchDecided`); `legs` are those that count."""

    winner: str
    loser: str
    how: str
    legs: Legs
    at_ms: int
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """The sides were called at `at_ms`; who is not `present` at `deadline_ms` loses."""

    at_ms: int
    table: int | None
    deadline_ms: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the plan and what became of it."""

    id: str
    stage: str
    round: int
    label: str
    sources: tuple[SlotSource, SlotSource]
    best_of: int
    mode: str
    sides: Sides = (None, None)
    due_ms: int | None = None
    call: Call | None = None
    present: tuple[bool, bool] = (False, False)
    legs: tuple[Leg, ...] = ()
    game_id: str = ""
    past_games: tuple[str, ...] = ()
    sheet: Sheet | None = None
    result: Result | None = None

    @property
    def ready(self) -> bool:
        """Both sides are known and are entries."""
        return all(side not in (None, NOBODY) for side in self.sides)

    @property
    def begun(self) -> bool:
        """Somebody has started to play it, or it was decided by more than the bracket."""
        played = self.present == (True, True) or self.legs or self.game_id or self.sheet
        return bool(played) or (self.result is not None and self.result.how not in FOLLOWING)

    @property
    def status(self) -> str:
        """One word: decided, disputed, reported, playing, called, ready or waiting."""
        if self.result:
            return "decided"
        if self.sheet:
            return "disputed" if self.sheet.disputed_by else "reported"
        if self.begun:
            return "playing"
        if self.call:
            return "called"
        return "ready" if self.ready else "waiting"

    def side_of(self, entry: str) -> int | None:
        """0 or 1, or None when the entry is not in this match."""
        return self.sides.index(entry) if entry and entry in self.sides else None


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that was drawn: seed and order, its matches in the order planned, and the open rounds."""

    id: str
    method: str
    seed: str
    entries: tuple[str, ...]
    order: tuple[str, ...]
    matches: tuple[str, ...] = ()
    open_rounds: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Podium:
    """Who came first, second and third; None where nobody did."""

    champion: str | None
    runner_up: str | None
    third: str | None


@dataclass(frozen=True, slots=True)
class Championship:
    """The aggregate: `phase` is new, created, open, closed, drawn, running, finished or cancelled."""

    id: str = ""
    club_id: str = ""
    name: str = ""
    phase: str = "new"
    regulation: Regulation = field(default_factory=Regulation)
    regulation_text: str = ""
    regulation_sha256: str = ""
    check_in: bool = False
    entries: Mapping[str, Entry] = field(default_factory=dict)
    stages: Mapping[str, Stage] = field(default_factory=dict)
    matches: Mapping[str, Match] = field(default_factory=dict)
    leads_to: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    podium: Podium | None = None

    @property
    def drawn(self) -> bool:
        """The draw was made."""
        return bool(self.stages)

    @property
    def last_stage(self) -> Stage | None:
        """The stage that was drawn last, which is the one being played."""
        return list(self.stages.values())[-1] if self.stages else None


def empty() -> Championship:
    """A championship before its first event."""
    return Championship()
