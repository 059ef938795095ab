"""What a format must be able to say, so that the aggregate can run it without knowing which it is.

A format is pure arithmetic on entries (ids, best seed first) and on results. It plans matches whose sides
come from *slots*; the aggregate fills the slots as results come, gives matches tables and times, and asks
the format again after every result. Match ids are unique within the stage, such as "R1M3".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tournaments.rules.faults import Fault
from tournaments.rules.outcomes import AS_PLAYED, Counts
from tournaments.rules.regulation import JSON


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a side comes from: "entry" (`of` its id), "winner" or "loser" (`of` a match id), or "nobody"."""

    kind: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match as a format plans it; `label` names its round where it has a name ("final").

    One that is `decisive` must have a winner, even where the regulation lets others end in a draw.
    """

    id: str
    round: int
    home: Slot
    away: Slot
    label: str = ""
    decisive: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A decided match as a format sees it: entries or "" for nobody; `how` as in `events.MatchDecided`.

    `legs` are tentos of (home, away), leg by leg, as they were played; `counts` is what a table counts in
    their place. With `how` "penalty" it is no match but points (in `counts`) that home was given or lost.
    """

    id: str
    round: int
    home: str
    away: str
    winner: str
    loser: str
    how: str
    legs: tuple[tuple[int, int], ...] = ()
    counts: Counts = AS_PLAYED


@dataclass(frozen=True, slots=True)
class Place:
    """Entries that share a place (1 = best), best first over the whole result; normally one of them."""

    place: int
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a stage starts from: entries best seed first, the format's own keys, and the draw's seed (hex).

    `clubs` has the club of each entry that has one, for formats that keep a club's entries apart. `lots` is
    the order in which lots were drawn so far. `rows` are groups (or first matches) that a regulation states
    literally; there are none where the format makes them itself.
    """

    entries: tuple[str, ...]
    config: Mapping[str, JSON]
    seed: str = ""
    clubs: Mapping[str, str] = field(default_factory=dict)
    lots: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is: everything planned, what is decided of it, and the entries that have left."""

    planned: tuple[Pairing, ...]
    played: tuple[Played, ...]
    out: frozenset[str] = frozenset()


class Format(Protocol):
    """A way of finding a winner among `limits` (fewest, most) entries; its methods are pure.

    `labels` is a regular expression that matches every label a round of it can have.
    """

    name: str
    limits: tuple[int, int]
    labels: str

    def check(self, config: Mapping[str, JSON], /) -> Sequence[Fault]:
        """Every fault of the format's own keys, by path within the stage; unknown keys are faults."""

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """The matches known at the draw, in playing order."""

    def further(self, drawn: Drawn, progress: Progress, /) -> Sequence[Pairing]:
        """Matches that become known by these results (a Swiss round, a reset final), or none (yet).

        Asked whenever all that is planned is decided; answering nothing then ends the stage.
        """

    def placings(self, drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The final order, once every planned match is decided; entries without a place are left out."""
