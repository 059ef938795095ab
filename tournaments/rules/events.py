"""What happens in a championship: one frozen class a fact, in the past tense, named and numbered in `ALL`.

Times are milliseconds since 1970 in UTC. Entries are named by id; "" stands for nobody (a side that stays
empty for good) and None for what is not known. Legs are (home, away) in tentos. Whatever a rule judged is
written down here, so that mending a rule never rewrites an old championship.
"""

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.rules.event_base import Fact, Legs
from tournaments.rules.events_conduct import (
    EntryEliminated,
    LegAwarded,
    LegDetail,
    LegStopped,
    MemberSubstituted,
    PenaltyGiven,
    ReservesNamed,
    RosterEvent,
    SheetDetailed,
    TimeExpired,
)
from tournaments.rules.events_disputes import (
    DISPUTES,
    ArbiterNamed,
    Claim,
    DisputeClosed,
    DisputeEvent,
    DisputeLapsed,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
    EvidenceAdded,
    LegsAdjusted,
    PlayedLeg,
    ReplayOrdered,
    RulingAccepted,
    RulingAppealed,
)
from tournaments.rules.events_entries import (
    EntryCheckedIn,
    EntryConfirmed,
    EntryDisqualified,
    EntryRanked,
    EntryRegistered,
    EntryRenamed,
    EntryWithdrawn,
    FeeMarked,
)
from tournaments.rules.events_results import (
    CountsRuled,
    MatchDecided,
    MatchForfeited,
    MatchReopened,
    ResultCorrected,
    SheetConfirmed,
    SheetDisputed,
    SheetHandedIn,
)
from tournaments.rules.events_stages import (
    EntryJoined,
    ExtraLegPlayed,
    LaterPlayUpheld,
    LeavingJudged,
    LotsDrawn,
    PlanWithdrawn,
    ReentryBought,
    StageEvent,
    StageSkipped,
    StageUndrawn,
)

__all__ = [
    "ArbiterNamed",
    "Claim",
    "CountsRuled",
    "DisputeClosed",
    "DisputeEvent",
    "DisputeLapsed",
    "DisputeOpened",
    "DisputeRuled",
    "DisputeWithdrawn",
    "EntryCheckedIn",
    "EntryConfirmed",
    "EntryDisqualified",
    "EntryEliminated",
    "EntryJoined",
    "EntryRanked",
    "EntryRegistered",
    "EntryRenamed",
    "EntryWithdrawn",
    "EvidenceAdded",
    "ExtraLegPlayed",
    "Fact",
    "FeeMarked",
    "LaterPlayUpheld",
    "LeavingJudged",
    "LegAwarded",
    "LegDetail",
    "LegStopped",
    "Legs",
    "LegsAdjusted",
    "LotsDrawn",
    "MatchDecided",
    "MatchForfeited",
    "MatchReopened",
    "MemberSubstituted",
    "PenaltyGiven",
    "PlanWithdrawn",
    "PlayedLeg",
    "ReentryBought",
    "ReplayOrdered",
    "ReservesNamed",
    "ResultCorrected",
    "RosterEvent",
    "RulingAccepted",
    "RulingAppealed",
    "SheetConfirmed",
    "SheetDetailed",
    "SheetDisputed",
    "SheetHandedIn",
    "StageEvent",
    "StageSkipped",
    "StageUndrawn",
    "TimeExpired",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipCreated(Fact):
    """The stream's opening; `regulation` is the document as canonical JSON text, which gets hashed."""

    championship_id: str
    club_id: str
    name: str
    regulation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulationChanged(Fact):
    """Another regulation (canonical JSON text) holds."""

    regulation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesOpened(Fact):
    """Entries are taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesClosed(Fact):
    """Entries are no longer taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInOpened(Fact):
    """Entries can check in, and the draw will take only those who do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipStarted(Fact):
    """Play has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipCancelled(Fact):
    """The championship was called off."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipFinished(Fact):
    """The end (written again after a correction of the last results): None where nobody took the place."""

    champion: str | None
    runner_up: str | None
    third: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulationFrozen(Fact):
    """The regulation stands from here on; `sha256` (hex) is the hash of its canonical JSON text."""

    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMade(Fact):
    """`entries` in canonical order and `seed` gave `order`, best seed first, by `method` (see `draw`).

    `rows` are the groups or first matches that came of a literal table of slots; "" is an empty slot.
    """

    stage: str
    method: str
    seed: str
    entries: tuple[str, ...]
    order: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotSource:
    """Where a side comes from: `kind` "entry", "winner", "loser" or "nobody", `of` an entry or a match."""

    kind: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMatch:
    """A match of the plan: `label` names its round ("final", …), `mode` is "online" or "table".

    It has at most `best_of` legs and is decided with the `first_to`th of a side (0: all are played); `level`
    tells what happens if nobody has won then (see `regulation.MatchRule`).
    """

    match: str
    round: int
    label: str
    home: SlotSource
    away: SlotSource
    best_of: int
    mode: str
    first_to: int
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesPlanned(Fact):
    """Matches of a stage that are known from now on."""

    stage: str
    matches: tuple[PlannedMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAmended(Fact):
    """Matches of the first plan of a stage are added, or stand in the place of others that had not begun."""

    stage: str
    matches: tuple[PlannedMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened(Fact):
    """Matches of this round can be called."""

    stage: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScheduled(Fact):
    """The match is not called before `due_ms` (None: as soon as possible)."""

    match: str
    due_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCalled(Fact):
    """Both sides were called, to `table` if at one; who is missing at `deadline_ms` (if any) loses."""

    match: str
    table: int | None
    deadline_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAssigned(Fact):
    """The called match moved to another table."""

    match: str
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePresent(Fact):
    """This side (0 home, 1 away) is there."""

    match: str
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LegOpened(Fact):
    """An online game is the match's leg of this number."""

    match: str
    leg: int
    game_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LegPlayed(Fact):
    """A leg ended: `winner` is a side, `score` tentos (home, away), `ending` how the game ended."""

    match: str
    leg: int
    game_id: str
    winner: int
    score: tuple[int, int]
    ending: str


LifeEvent: TypeAlias = (
    ChampionshipCreated
    | RegulationChanged
    | EntriesOpened
    | EntriesClosed
    | CheckInOpened
    | ChampionshipStarted
    | ChampionshipCancelled
    | ChampionshipFinished
)
EntryEvent: TypeAlias = (
    EntryRegistered
    | EntryRenamed
    | EntryConfirmed
    | FeeMarked
    | EntryRanked
    | EntryCheckedIn
    | EntryWithdrawn
    | EntryDisqualified
    | RosterEvent
)
DrawEvent: TypeAlias = RegulationFrozen | DrawMade | MatchesPlanned | PlanAmended | RoundOpened | StageEvent
LegEvent: TypeAlias = LegOpened | LegPlayed | LegStopped | LegAwarded | TimeExpired
CallEvent: TypeAlias = MatchScheduled | MatchCalled | TableAssigned | SidePresent | LegEvent
SheetEvent: TypeAlias = SheetHandedIn | SheetDetailed | SheetConfirmed | SheetDisputed | MatchForfeited
DecisionEvent: TypeAlias = MatchDecided | ResultCorrected | MatchReopened | CountsRuled
Event: TypeAlias = (
    LifeEvent | EntryEvent | DrawEvent | CallEvent | SheetEvent | DecisionEvent | PenaltyGiven | DisputeEvent
)

ALL: dict[str, type[Event]] = {
    "championship_created/1": ChampionshipCreated,
    "regulation_changed/1": RegulationChanged,
    "entries_opened/1": EntriesOpened,
    "entries_closed/1": EntriesClosed,
    "check_in_opened/1": CheckInOpened,
    "championship_started/1": ChampionshipStarted,
    "championship_cancelled/1": ChampionshipCancelled,
    "championship_finished/1": ChampionshipFinished,
    "entry_registered/2": EntryRegistered,
    "entry_renamed/1": EntryRenamed,
    "entry_confirmed/1": EntryConfirmed,
    "fee_marked/1": FeeMarked,
    "entry_ranked/1": EntryRanked,
    "entry_checked_in/1": EntryCheckedIn,
    "entry_withdrawn/1": EntryWithdrawn,
    "entry_disqualified/1": EntryDisqualified,
    "regulation_frozen/1": RegulationFrozen,
    "draw_made/2": DrawMade,
    "matches_planned/2": MatchesPlanned,
    "plan_amended/1": PlanAmended,
    "round_opened/1": RoundOpened,
    "match_scheduled/1": MatchScheduled,
    "match_called/1": MatchCalled,
    "table_assigned/1": TableAssigned,
    "side_present/1": SidePresent,
    "leg_opened/1": LegOpened,
    "leg_played/1": LegPlayed,
    "sheet_handed_in/1": SheetHandedIn,
    "sheet_confirmed/1": SheetConfirmed,
    "sheet_disputed/1": SheetDisputed,
    "match_forfeited/1": MatchForfeited,
    "match_decided/1": MatchDecided,
    "result_corrected/1": ResultCorrected,
    "match_reopened/1": MatchReopened,
    "counts_ruled/1": CountsRuled,
    "lots_drawn/1": LotsDrawn,
    "extra_leg_played/1": ExtraLegPlayed,
    "reentry_bought/1": ReentryBought,
    "entry_joined/2": EntryJoined,
    "leaving_judged/1": LeavingJudged,
    "plan_withdrawn/1": PlanWithdrawn,
    "stage_undrawn/1": StageUndrawn,
    "stage_skipped/1": StageSkipped,
    "later_play_upheld/1": LaterPlayUpheld,
    "entry_eliminated/1": EntryEliminated,
    "reserves_named/1": ReservesNamed,
    "member_substituted/1": MemberSubstituted,
    "penalty_given/1": PenaltyGiven,
    "leg_awarded/1": LegAwarded,
    "leg_stopped/1": LegStopped,
    "time_expired/1": TimeExpired,
    "sheet_detailed/1": SheetDetailed,
    **DISPUTES,
}
