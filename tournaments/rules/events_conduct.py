"""What happens by the rules of time and conduct: penalties, legs awarded, time run out, rosters, sheets."""

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.rules.event_base import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryEliminated(Fact):
    """The entry is out for having lost so many matches by walkover."""

    entry_id: str
    walkovers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservesNamed(Fact):
    """These persons may come into the entry from now on, and no others."""

    entry_id: str
    reserves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberSubstituted(Fact):
    """From leg `leg` (from 1) of the match on, `put_in` plays for `taken_out`, who is a reserve now."""

    entry_id: str
    match: str
    leg: int
    taken_out: str
    put_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven(Fact):
    """An arbiter (`by`) punished an entry: the `number`th time for this offence, with this `step`.

    `points` are those in the table of the stage, where the step is "points".
    """

    entry_id: str
    offence: str
    number: int
    step: str
    points: int
    stage: str
    match: str | None
    leg: int | None
    hand: int | None
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LegAwarded(Fact):
    """A leg goes to a side (0 home, 1 away) without being played: `why` is "late" or "penalty".

    After a late one, whoever is missing at `deadline_ms` loses the next leg too.
    """

    match: str
    side: int
    score: tuple[int, int]
    why: str
    deadline_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeExpired(Fact):
    """The match's time is up: `policy` is "match_point", "referee" or "leader"; `by` None is the clock."""

    match: str
    policy: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LegStopped(Fact):
    """The online leg that was on was ended by the bell at this score, and counts for nobody."""

    match: str
    leg: int
    game_id: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LegDetail:
    """More of a leg on a score sheet: table of a team match (from 1), the side that dealt first, flores of
    home and away, the persons who played, and whether it began at match point for both."""

    board: int = 1
    dealer: int | None = None
    flores: tuple[int, int] = (0, 0)
    players: tuple[str, ...] = ()
    at_match_point: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDetailed(Fact):
    """What a score sheet says of each leg, and when the match began and ended by it."""

    match: str
    legs: tuple[LegDetail, ...]
    started_ms: int | None
    ended_ms: int | None


RosterEvent: TypeAlias = EntryEliminated | ReservesNamed | MemberSubstituted
