"""What happens in a dispute, from the claim to the end of it; see `disputes` for how far it is."""

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.rules.event_base import Fact, Legs


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is disputed: a leg, a hand and an action of it (all from 1), as far as they are named.

    `game_id` is the online game that was the leg, `version` the event of its stream that the action is.
    `score` (home, away) and `dealer` (a seat) are those before the hand; empty where nobody knows.
    """

    leg: int | None = None
    hand: int | None = None
    action: int | None = None
    game_id: str = ""
    version: int | None = None
    score: tuple[int, ...] = ()
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedLeg:
    """A leg that stands: `winner` is a side, `score` tentos (home, away), `game_id` "" at a table."""

    winner: int
    score: tuple[int, int]
    game_id: str
    ending: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeOpened(Fact):
    """An entry (`by`) disputes what happened in a match; an arbiter has until `due_ms` (None: no limit).

    `record` is a hand record as canonical JSON text ("" without one), `verdict` what the rules said of it
    then; `photos` are SHA-256 (hex) of pictures. `frozen` are the matches that depend on it and wait.
    """

    match: str
    dispute: str
    by: str
    claim: Claim
    reason: str
    record: str
    verdict: str
    photos: tuple[str, ...]
    due_ms: int | None
    frozen: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceAdded(Fact):
    """A side (`by` an entry) or an official (None) said more, or showed a record or pictures."""

    match: str
    dispute: str
    by: str | None
    text: str
    record: str
    verdict: str
    photos: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeWithdrawn(Fact):
    """Who opened the dispute takes it back."""

    match: str
    dispute: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterNamed(Fact):
    """The organizer (`by`) asks an `arbiter` from outside to rule; both are accounts, "user:<uuid>"."""

    match: str
    dispute: str
    arbiter: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeLapsed(Fact):
    """The arbiter's time ran out: the organizer rules instead, until `due_ms`."""

    match: str
    dispute: str
    due_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRuled(Fact):
    """`by` ruled "uphold", "adjust" (`legs`), "forfeit" (`entry` loses) or "replay", for a reason.

    `instance` is "arbiter", "organizer", or "clock" where nobody ruled in time. Until `appeal_until_ms` a
    side may appeal; None: the ruling is the last word.
    """

    match: str
    dispute: str
    instance: str
    ruling: str
    legs: Legs
    entry: str | None
    reason: str
    by: str
    appeal_until_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayOrdered(Fact):
    """Leg `leg` is played again, from hand `hand` with the `score` and `dealer` before it (None: all of it).

    `legs` are the others that stand.
    """

    match: str
    dispute: str
    leg: int
    hand: int | None
    score: tuple[int, ...]
    dealer: int | None
    legs: tuple[PlayedLeg, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LegsAdjusted(Fact):
    """Of a match that goes on, these legs stand."""

    match: str
    dispute: str
    legs: tuple[PlayedLeg, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAppealed(Fact):
    """A side (`by`) takes the ruling to the organizer, who has until `due_ms` (None: no limit)."""

    match: str
    dispute: str
    by: str
    reason: str
    due_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAccepted(Fact):
    """A side (`by`) will not appeal."""

    match: str
    dispute: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeClosed(Fact):
    """The ruling is the last word now: `why` is "accepted" (by both sides), "time" (nobody appealed) or
    "played" (both have played again, as was ruled, and now dispute that)."""

    match: str
    dispute: str
    why: str


DisputeEvent: TypeAlias = (
    DisputeOpened
    | EvidenceAdded
    | DisputeWithdrawn
    | ArbiterNamed
    | DisputeLapsed
    | DisputeRuled
    | ReplayOrdered
    | LegsAdjusted
    | RulingAppealed
    | RulingAccepted
    | DisputeClosed
)

DISPUTES: dict[str, type[DisputeEvent]] = {
    "dispute_opened/1": DisputeOpened,
    "evidence_added/1": EvidenceAdded,
    "dispute_withdrawn/1": DisputeWithdrawn,
    "arbiter_named/1": ArbiterNamed,
    "dispute_lapsed/1": DisputeLapsed,
    "dispute_ruled/2": DisputeRuled,
    "replay_ordered/1": ReplayOrdered,
    "legs_adjusted/1": LegsAdjusted,
    "ruling_appealed/1": RulingAppealed,
    "ruling_accepted/1": RulingAccepted,
    "dispute_closed/1": DisputeClosed,
}
