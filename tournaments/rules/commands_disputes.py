"""What can be asked in a dispute: see `commands`. Whoever carries out `OpenDispute` and `AddEvidence` has
looked at the game, the record and the pictures before: the rules take `claim` and `verdict` for facts."""

from dataclasses import dataclass, field
from typing import TypeAlias

from tournaments.rules.command_base import Asked, Legs
from tournaments.rules.events_disputes import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDispute(Asked):
    """A side disputes what happened in a match, naming leg, hand and action as far as it can."""

    match: str
    entry: str
    reason: str
    claim: Claim = field(default_factory=Claim)
    record: str = ""
    verdict: str = ""
    photos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddEvidence(Asked):
    """A side (`entry`) or an official (None) says more, or shows a hand record or pictures."""

    dispute: str
    entry: str | None
    text: str = ""
    record: str = ""
    verdict: str = ""
    photos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDispute(Asked):
    """Who opened the dispute takes it back."""

    dispute: str
    entry: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameArbiter(Asked):
    """The organizer asks an account (`arbiter`, a member of these `clubs`) to rule as an arbiter."""

    dispute: str
    arbiter: str
    clubs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDispute(Asked):
    """Rule, for a reason: "uphold", "adjust" (`legs`), "forfeit" (`entry` loses) or "replay".

    The dispute is named, or the one that is pending about `match`. `instance` is that of the asker, `clubs`
    the names of the clubs they are a member of. What was played on the strength of a result that the ruling
    changes is to `stand` or to be `again`, as for a correction.
    """

    ruling: str
    reason: str
    match: str = ""
    dispute: str = ""
    instance: str = "arbiter"
    clubs: tuple[str, ...] = ()
    legs: Legs = ()
    entry: str | None = None
    stand: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealRuling(Asked):
    """A side takes the arbiter's ruling to the organizer, for a reason; once in a dispute."""

    dispute: str
    entry: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptRuling(Asked):
    """A side will not appeal; when both say so, the ruling is the last word."""

    dispute: str
    entry: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpireDispute(Asked):
    """Let the clock act on a dispute whose deadline has come."""

    dispute: str


DisputeCommand: TypeAlias = (
    OpenDispute
    | AddEvidence
    | WithdrawDispute
    | NameArbiter
    | RuleDispute
    | AppealRuling
    | AcceptRuling
    | ExpireDispute
)
