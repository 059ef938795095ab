"""What can be asked between stages, and by the rules of time and conduct: see `commands`."""

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.rules.command_base import Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStage(Asked):
    """Draw a later stage, as soon as it is known who comes to it; `seed` and `order` as for the first.

    `next_actions` leaves the seed empty, for the service to fill in with chance.
    """

    stage: str
    seed: str = ""
    order: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipStage(Asked):
    """Let a stage pass to which fewer come than its format can take, for a reason: their order stays."""

    stage: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLots(Asked):
    """Draw lots for all who are level in the tables of a stage; `seed` as for a draw."""

    stage: str
    seed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportExtraLeg(Asked):
    """An official reports the leg that two played who were level, where the criteria know of extra legs."""

    stage: str
    home: str
    away: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyReentry(Asked):
    """An entry that was beaten pays to play in a stage that is open to those who pay."""

    stage: str
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameReserves(Asked):
    """Name the persons who may come into an entry, in the place of those named before."""

    entry_id: str
    reserves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute(Asked):
    """Between two legs of a match, put a reserve in for a member."""

    entry_id: str
    match: str
    taken_out: str
    put_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalize(Asked):
    """An arbiter punishes one or both sides by the table of offences, for a reason."""

    entries: tuple[str, ...]
    offence: str
    reason: str
    match: str | None = None
    leg: int | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCounts(Asked):
    """An arbiter lays down, for a reason, what the table counts of a decided match in the place of what was
    played (home, away); with none of the four it counts as the regulation has it again.

    What has been played on the strength of the table must be named, as for a correction.
    """

    match: str
    reason: str
    legs: tuple[int, int] | None = None
    tentos: tuple[int, int] | None = None
    flores: tuple[int, int] | None = None
    points: tuple[int, int] | None = None
    stand: tuple[str, ...] = ()
    replay: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTime(Asked):
    """An official calls the end of a match's time; `score` as for the clock (`Expire`)."""

    match: str
    score: tuple[int, int] | None = None


StageCommand: TypeAlias = DrawStage | SkipStage | DrawLots | ReportExtraLeg | BuyReentry
ConductCommand: TypeAlias = NameReserves | Substitute | Penalize | CallTime
