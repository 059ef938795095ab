"""A dispute as it stands, what depends on it, and until when somebody has to do something about it.

An arbiter rules first; if the arbiter's time runs out, the organizer does. A side may take an arbiter's
ruling to the organizer once. As long as a dispute is pending, what depends on it is frozen.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.rules.event_base import Legs
from tournaments.rules.events_disputes import Claim

if TYPE_CHECKING:
    from tournaments.rules.state import Championship

ARBITER = "arbiter"
ORGANIZER = "organizer"
CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was shown or said: `by` an entry, or None for an official."""

    by: str | None
    text: str
    record: str
    verdict: str
    photos: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was ruled, by which instance, and until when it may be appealed."""

    instance: str
    ruling: str
    legs: Legs
    entry: str | None
    reason: str
    by: str
    at_ms: int
    appeal_until_ms: int | None


@dataclass(frozen=True, slots=True)
class Appeal:
    """A side's word against the arbiter's ruling."""

    by: str
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """One dispute: `instance` rules until `due_ms`; `frozen` depends on it; `closed` tells why it is over.

    With `of_sheet` the score sheet as a whole is disputed; `arbiter` is an account asked from outside.
    """

    id: str
    match: str
    by: str
    claim: Claim
    at_ms: int
    due_ms: int | None
    frozen: tuple[str, ...] = ()
    of_sheet: bool = False
    instance: str = ARBITER
    evidence: tuple[Evidence, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    appeal: Appeal | None = None
    accepted: tuple[str, ...] = ()
    closed: str = ""
    arbiter: str = ""

    @property
    def pending(self) -> bool:
        """Whether the last word has not been spoken."""
        return not self.closed

    @property
    def status(self) -> str:
        """One word: open, lapsed, ruled, appealed, closed or withdrawn."""
        if self.closed:
            return "withdrawn" if self.closed == "withdrawn" else "closed"
        if self.appeal:
            return "appealed"
        if self.rulings:
            return "ruled"
        return "open" if self.instance == ARBITER else "lapsed"

    @property
    def awaits_ruling(self) -> bool:
        """Whether somebody has to rule."""
        return self.status in ("open", "lapsed", "appealed")

    @property
    def photos(self) -> tuple[str, ...]:
        """All pictures that were shown."""
        return tuple(dict.fromkeys(photo for shown in self.evidence for photo in shown.photos))


def deadline_of(state: "Championship", dispute: Dispute) -> int | None:
    """When the clock does something about the dispute; None if it will not."""
    match dispute.status:
        case "ruled":
            return dispute.rulings[-1].appeal_until_ms
        case "open":
            return dispute.due_ms
        case "lapsed" | "appealed":
            return dispute.due_ms if state.regulation.disputes.unruled == "uphold" else None
        case _:
            return None


def pending_of(state: "Championship", match_id: str) -> Dispute | None:
    """The pending dispute about a match, if there is one; there is never more than one."""
    found = (each for each in state.disputes.values() if each.match == match_id and each.pending)
    return next(found, None)


def disputed_stages(state: "Championship") -> frozenset[str]:
    """Stages in which a dispute is pending: nothing is planned or drawn upon them."""
    return frozenset(state.matches[each.match].stage for each in state.disputes.values() if each.pending)


def dependents(state: "Championship", match_id: str) -> tuple[str, ...]:
    """The matches that depend on the result of one: those it leads to, rounds that were paired by results
    after it, stages that its stage feeds, and whatever they lead to. All other matches go on."""
    match = state.matches[match_id]
    stage = state.stages[match.stage]
    number = next((place for place, wave in enumerate(stage.waves) if match_id in wave), len(stage.waves))
    found = [later for wave in stage.waves[number + 1 :] for later in wave]
    found += [later for fed in _fed_by(state, stage.id) for later in state.stages[fed].matches]
    waiting = deque([match_id, *found])
    seen = dict.fromkeys(found)
    while waiting:
        for later in state.leads_to.get(waiting.popleft(), ()):
            if later not in seen:
                seen[later] = None
                waiting.append(later)
    return tuple(later for later in state.matches if later in seen and later != match_id)


def _fed_by(state: "Championship", stage_id: str) -> list[str]:
    """Stages that were drawn by the results of a stage, or of one that was."""
    fed = [stage_id]
    for rules in state.regulation.stages:
        if rules.id in state.stages and any(source.stage in fed for source in rules.sources):
            fed.append(rules.id)
    return fed[1:]


def freezing(disputes: Mapping[str, Dispute]) -> dict[str, str]:
    """Every frozen match with the first dispute that it waits for."""
    frozen: dict[str, str] = {}
    for dispute in disputes.values():
        if dispute.pending:
            for match in dispute.frozen:
                frozen.setdefault(match, dispute.id)
    return frozen
