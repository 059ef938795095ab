"""What happens between stages: lots, re-entries, late entries, and what a correction undoes or leaves."""

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.rules.event_base import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsDrawn(Fact):
    """Lots were drawn for `drawn`, who were level; `order` is that of all lots of the stage, best first.

    Lots drawn before keep their order; the new ones were put among them by chance (see `lots`).
    """

    stage: str
    seed: str
    drawn: tuple[str, ...]
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageSkipped(Fact):
    """Too few came to the stage to play it; `order` is that in which they came, best first."""

    stage: str
    order: tuple[str, ...]
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReentryBought(Fact):
    """An entry that was beaten has bought itself into a stage."""

    stage: str
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryJoined(Fact):
    """A late entry plays in the stage from now on; `rows` are its groups then, where there are groups."""

    stage: str
    entry_id: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavingJudged(Fact):
    """What becomes of the matches of an entry that left during a stage: "walkover", "keep" or "void"."""

    stage: str
    entry_id: str
    policy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraLegPlayed(Fact):
    """Two who were level in a table of the stage played one leg more, which counts for nothing else."""

    stage: str
    home: str
    away: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWithdrawn(Fact):
    """Matches that results planned which are others now are not to be played; `by` "" if none had begun."""

    stage: str
    matches: tuple[str, ...]
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StageUndrawn(Fact):
    """The stage is to be drawn anew, as others come to it now; `by` "" if none of it had begun."""

    stage: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterPlayUpheld(Fact):
    """An arbiter (`by`) let stand what was played on the strength of a result that is another now.

    `later` is a match ("R2M1"), a round of a stage ("swiss/3") or a whole stage ("final/").
    """

    later: str
    reason: str
    by: str


StageEvent: TypeAlias = (
    LotsDrawn
    | StageSkipped
    | ExtraLegPlayed
    | ReentryBought
    | EntryJoined
    | LeavingJudged
    | PlanWithdrawn
    | StageUndrawn
    | LaterPlayUpheld
)
