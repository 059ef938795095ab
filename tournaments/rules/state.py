"""What a championship is at one moment: frozen, and known from its events alone.

championship = replay(events)            # tournaments.rules.evolve
events = decide(championship, command)   # tournaments.rules.decide
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tournaments.rules.disputes import Dispute
from tournaments.rules.events import LegDetail, Legs, SlotSource
from tournaments.rules.outcomes import Counts
from tournaments.rules.regulation import MatchRule, Regulation

NOBODY = ""
"""The side that stays empty for good, and the winner where there is none."""

Sides: TypeAlias = tuple[str | None, str | None]
"""Entries of home and away; None while not known, NOBODY where nobody comes."""

FOLLOWING = frozenset({"withdrawal", "unopposed", "empty"})
"""Ways of being decided that follow from the bracket alone, and are undone with what they follow from."""

AWARDED = frozenset({"late", "penalty"})
"""Endings of legs that were given and not played."""

DROPPED = "dropped"
"""How a match ended that was taken out of the plan after a correction; nothing counts it any more."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A single, pair, trio or team; `out` is "" or why it is out ("withdrawn", "disqualified", "eliminated").

    `offences` counts each offence punished so far.
    """

    id: str
    name: str
    members: tuple[str, ...]
    club: str | None
    rank: int | None
    confirmed: bool = False
    paid: bool = False
    checked_in: bool = False
    out: str = ""
    reserves: tuple[str, ...] = ()
    substitutions: int = 0
    offences: Mapping[str, int] = field(default_factory=dict)


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
    details: tuple[LegDetail, ...] = ()
    started_ms: int | None = None
    ended_ms: int | None = None


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
class Resume:
    """A leg is played again: from `hand` with the `score` and `dealer` before it, or (None) all of it."""

    leg: int
    hand: int | None
    score: tuple[int, ...]
    dealer: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the plan and what became of it.

    `disputed` is the dispute about it that awaits a ruling, `frozen_by` the one that it waits for ("": none).
    """

    id: str
    stage: str
    round: int
    label: str
    sources: tuple[SlotSource, SlotSource]
    best_of: int
    mode: str
    first_to: int = 1
    level: str = "leg"
    sides: Sides = (None, None)
    due_ms: int | None = None
    call: Call | None = None
    present: tuple[bool, bool] = (False, False)
    started_ms: int | None = None
    expired: str = ""
    legs: tuple[Leg, ...] = ()
    game_id: str = ""
    past_games: tuple[str, ...] = ()
    sheet: Sheet | None = None
    details: tuple[LegDetail, ...] = ()
    result: Result | None = None
    counts: Counts | None = None
    """What the table counts by an arbiter's word, in the place of what the regulation says."""
    lost_deal: int | None = None
    """The side that does not deal first in the next leg, by a penalty."""
    advanced: tuple[str, str] | None = None
    """Winner and loser as they went on, where an arbiter let later play stand; else the result tells."""
    disputed: str = ""
    frozen_by: str = ""
    resume: Resume | None = None

    @property
    def next_dealer(self) -> int:
        """The side (and online the seat) that deals first in the next leg: home, then in turn."""
        return len(self.legs) % 2 if self.lost_deal is None else 1 - self.lost_deal

    @property
    def rule(self) -> MatchRule:
        """How it is won."""
        return MatchRule(self.best_of, self.first_to, self.level)

    @property
    def awarded(self) -> Legs:
        """Legs that were given without being played."""
        return tuple(leg.score for leg in self.legs if leg.ending in AWARDED)

    @property
    def ready(self) -> bool:
        """Both sides are known and are entries."""
        return all(side not in (None, NOBODY) for side in self.sides)

    @property
    def begun(self) -> bool:
        """Somebody has started to play it, or it was decided by more than the bracket."""
        legs = any(leg.ending != "late" for leg in self.legs)
        played = self.present == (True, True) or legs or self.game_id or self.sheet
        return bool(played) or (self.result is not None and self.result.how not in FOLLOWING)

    @property
    def status(self) -> str:
        """One word: decided, dropped, disputed, reported, playing, frozen, called, ready or waiting."""
        if self.result:
            return DROPPED if self.result.how == DROPPED else "decided"
        if self.sheet:
            return "disputed" if self.sheet.disputed_by or self.disputed else "reported"
        if self.begun:
            # A game goes on to its end, and at a table nobody is kept from playing: no next game is opened.
            return "disputed" if self.disputed and self.mode == "online" and not self.game_id else "playing"
        if self.frozen_by and self.ready:
            return "frozen"
        if self.call:
            return "called"
        return "ready" if self.ready else "waiting"

    def side_of(self, entry: str) -> int | None:
        """0 or 1, or None when the entry is not in this match."""
        return self.sides.index(entry) if entry and entry in self.sides else None


SKIPPED = "skipped"
"""The method of a stage that too few came to, and that was let pass."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that was drawn: seed and order, its matches in the order planned, and the open rounds.

    `waves` are its matches by the time at which they were planned; `passed` are entries that were out at its
    draw, and so were passed over; `left` tells what becomes of the matches of who left during it;
    `extra_legs` are home, away and score of each; `late` are entries that came after the draw.
    """

    id: str
    method: str
    seed: str
    entries: tuple[str, ...]
    order: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    waves: tuple[tuple[str, ...], ...] = ()
    open_rounds: frozenset[int] = frozenset()
    lots: tuple[str, ...] = ()
    extra_legs: tuple[tuple[str, str, tuple[int, int]], ...] = ()
    passed: frozenset[str] = frozenset()
    left: Mapping[str, str] = field(default_factory=dict)
    late: tuple[str, ...] = ()

    @property
    def drawn_entries(self) -> tuple[str, ...]:
        """The entries that were drawn, without those that came later."""
        return tuple(entry for entry in self.entries if entry not in self.late)

    @property
    def drawn_order(self) -> tuple[str, ...]:
        """The order that the draw gave, without those that came later."""
        return tuple(entry for entry in self.order if entry not in self.late)

    @property
    def matches(self) -> tuple[str, ...]:
        """All its matches."""
        return tuple(match for wave in self.waves for match in wave)


@dataclass(frozen=True, slots=True)
class Points:
    """Points that an entry lost (or, above zero, was given) in the table of a stage."""

    stage: str
    entry: str
    points: int


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
    penalties: tuple[Points, ...] = ()
    reentries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    upheld: frozenset[str] = frozenset()
    podium: Podium | None = None
    disputes: Mapping[str, Dispute] = field(default_factory=dict)

    @property
    def drawn(self) -> bool:
        """The draw was made."""
        return bool(self.stages)

    @property
    def last_stage(self) -> Stage | None:
        """Of the stages that were drawn, the one that stands last in the regulation."""
        drawn = [self.stages[rules.id] for rules in self.regulation.stages if rules.id in self.stages]
        return drawn[-1] if drawn else None

    @property
    def all_drawn(self) -> bool:
        """No stage waits for its draw any more."""
        return len(self.stages) == len(self.regulation.stages)


def empty() -> Championship:
    """A championship before its first event."""
    return Championship()
