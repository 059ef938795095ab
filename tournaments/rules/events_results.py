"""What is said of the result of a match: by its sides, by the rules, by an arbiter."""

from dataclasses import dataclass

from tournaments.rules.event_base import Fact, Legs


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHandedIn(Fact):
    """A score sheet waits for the side(s) who did not hand it in (`by` None: an official did)."""

    match: str
    by: str | None
    legs: Legs
    note: str
    deadline_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetConfirmed(Fact):
    """A side ("side"), an official ("official") or silence ("clock") agreed with the sheet: `how`."""

    match: str
    by: str | None
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDisputed(Fact):
    """A side does not agree; the match waits for an arbiter."""

    match: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchForfeited(Fact):
    """An arbiter (`by`) took the match from an entry, for a reason."""

    match: str
    entry: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDecided(Fact):
    """A result stands: `winner` and `loser` are entries, "" where there is none.

    `how` is "played", "adjudicated", "forfeit", "walkover", "double_walkover" (all these were fought for) or,
    following from the bracket alone, "withdrawal", "unopposed" and "empty". Played without a winner, it is
    a draw.
    """

    match: str
    winner: str
    loser: str
    how: str
    legs: Legs


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(Fact):
    """Another result stands in place of the earlier one; `by` is the actor."""

    match: str
    winner: str
    loser: str
    how: str
    legs: Legs
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsRuled(Fact):
    """An arbiter (`by`) laid down what the table counts of a match (home, away); None: as before."""

    match: str
    legs: tuple[int, int] | None
    tentos: tuple[int, int] | None
    flores: tuple[int, int] | None
    points: tuple[int, int] | None
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReopened(Fact):
    """A result was annulled by an arbiter (`by`), or no longer follows after a correction (`by` "")."""

    match: str
    reason: str
    by: str
