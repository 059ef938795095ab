"""What can be asked of a championship: one frozen class a wish, in the imperative.

Every command says who asks (`actor`, such as "user:<uuid>" or "system:clock") and when (`now_ms`,
milliseconds since 1970 in UTC). Whether the actor may is checked outside; where a command is given in
the name of an entry, `entry` says so, and None means an official (scorer, arbiter, organizer).
Sides are 0 (home) and 1 (away); legs are (home, away) in tentos.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.rules.command_base import Asked, Legs
from tournaments.rules.commands_disputes import (
    AcceptRuling,
    AddEvidence,
    AppealRuling,
    DisputeCommand,
    ExpireDispute,
    NameArbiter,
    OpenDispute,
    RuleDispute,
    WithdrawDispute,
)
from tournaments.rules.commands_more import (
    BuyReentry,
    CallTime,
    ConductCommand,
    DrawLots,
    DrawStage,
    NameReserves,
    Penalize,
    ReportExtraLeg,
    RuleCounts,
    SkipStage,
    StageCommand,
    Substitute,
)
from tournaments.rules.events import LegDetail
from tournaments.rules.regulation import JSON

__all__ = [
    "AcceptRuling",
    "AddEvidence",
    "AppealRuling",
    "Asked",
    "BuyReentry",
    "CallTime",
    "ConductCommand",
    "DisputeCommand",
    "DrawLots",
    "DrawStage",
    "ExpireDispute",
    "Legs",
    "NameArbiter",
    "NameReserves",
    "OpenDispute",
    "Penalize",
    "ReportExtraLeg",
    "RuleCounts",
    "RuleDispute",
    "SkipStage",
    "StageCommand",
    "Substitute",
    "WithdrawDispute",
]


# The life of a championship


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateChampionship(Asked):
    """Found a championship of a club under a regulation (the document of `regulation.parse`)."""

    championship_id: str
    club_id: str
    name: str
    regulation: Mapping[str, JSON]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRegulation(Asked):
    """Replace the regulation, which is possible until the draw freezes it."""

    regulation: Mapping[str, JSON]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEntries(Asked):
    """Take entries from now on (again, if they were closed and nothing is drawn)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseEntries(Asked):
    """Take no more entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCheckIn(Asked):
    """Let entries check in; from then on the draw takes only those who did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Asked):
    """Begin to play what was drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Asked):
    """Call the championship off, for a reason."""

    reason: str


# Entries


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterEntry(Asked):
    """Enter a single, pair or trio: `members` are person ids, `rank` (1 = best) is for seeding by rank."""

    entry_id: str
    name: str
    members: tuple[str, ...]
    club: str | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmEntry(Asked):
    """The organizer accepts the entry; confirming twice does nothing."""

    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkFeePaid(Asked):
    """Note that the fee was paid, or (`paid=False`) that it was not after all."""

    entry_id: str
    paid: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RankEntry(Asked):
    """Give the entry its rank for the seeding (1 = best, None = unranked), before the draw."""

    entry_id: str
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn(Asked):
    """The entry is here; checking in twice does nothing."""

    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry(Asked):
    """The entry leaves; during play its opponents win their open matches by walkover."""

    entry_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisqualifyEntry(Asked):
    """An arbiter puts the entry out, for a reason; otherwise as a withdrawal."""

    entry_id: str
    reason: str


# The draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Asked):
    """Freeze the regulation and draw: `seed` is 16 random bytes or more in hex, `order` a seeding by hand."""

    seed: str
    order: tuple[str, ...] | None = None


# The scheduler and the clock: with nothing to do, these are answered by no events at all


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound(Asked):
    """Open a round whose matches can be played."""

    stage: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleMatch(Asked):
    """Give a match that has not begun a time before which it is not called (None: as soon as possible)."""

    match: str
    due_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallMatch(Asked):
    """Call both sides, to a numbered table if played at one; their tolerance starts to run."""

    match: str
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignTable(Asked):
    """Move a called match that has not ended to another free table."""

    match: str
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkPresent(Asked):
    """One side of a called match is there, said by itself (`entry`) or by an official of a side (`side`)."""

    match: str
    entry: str | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expire(Asked):
    """Let the clock act on a match: walkover after the tolerance, silence taken as confirmation, time up.

    `score` is that of the online game which is on, if whoever asks has just stopped it.
    """

    match: str
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLeg(Asked):
    """Note that `game_id` is the match's next online leg (`next_actions` leaves it empty for the service)."""

    match: str
    leg: int
    game_id: str = ""


# Results


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLeg(Asked):
    """An online game ended: `winner` is a side, `score` tentos, `ending` such as "target", "abandoned"."""

    match: str
    game_id: str
    winner: int
    score: tuple[int, int]
    ending: str = "target"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInSheet(Asked):
    """Hand in the score sheet of a match at a table, as a side (`entry`) or as an official (None).

    `legs` are those that were played, in the order in which they ended, without legs that were awarded;
    `details` says more of each of them, or is empty.
    """

    match: str
    entry: str | None
    legs: Legs
    note: str = ""
    details: tuple[LegDetail, ...] = ()
    started_ms: int | None = None
    ended_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmSheet(Asked):
    """A side agrees with the sheet; an official (`entry` None) settles it at once."""

    match: str
    entry: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSheet(Asked):
    """A side does not agree with the sheet, for a reason; the match waits for an arbiter."""

    match: str
    entry: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitMatch(Asked):
    """An arbiter takes an undecided match from one side, for a reason."""

    match: str
    entry: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectResult(Asked):
    """Replace a result, for a reason: by `legs`, or `entry` forfeits.

    What has been played on the strength of it (see `preview`) must be named: what is to `stand`, and what is
    annulled, to be played again (`replay`).
    """

    match: str
    reason: str
    legs: Legs = ()
    entry: str | None = None
    stand: tuple[str, ...] = ()
    replay: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenMatch(Asked):
    """Annul a result, for a reason: the match is called and played again; the rest as for a correction."""

    match: str
    reason: str
    stand: tuple[str, ...] = ()
    replay: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameEntry(Asked):
    """Call an entry otherwise, whatever the phase: somebody's name is to be forgotten; "" is nobody's."""

    entry_id: str
    name: str


LifeCommand: TypeAlias = (
    CreateChampionship | ChangeRegulation | OpenEntries | CloseEntries | OpenCheckIn | Start | Cancel | Draw
)
EntryCommand: TypeAlias = (
    RegisterEntry
    | ConfirmEntry
    | MarkFeePaid
    | RankEntry
    | CheckIn
    | WithdrawEntry
    | DisqualifyEntry
    | RenameEntry
)
ScheduleCommand: TypeAlias = (
    OpenRound | ScheduleMatch | CallMatch | AssignTable | MarkPresent | Expire | OpenLeg
)
ResultCommand: TypeAlias = (
    ReportLeg
    | HandInSheet
    | ConfirmSheet
    | DisputeSheet
    | ForfeitMatch
    | CorrectResult
    | ReopenMatch
    | RuleCounts
)
Command: TypeAlias = (
    LifeCommand
    | EntryCommand
    | ScheduleCommand
    | ResultCommand
    | StageCommand
    | ConductCommand
    | DisputeCommand
)
