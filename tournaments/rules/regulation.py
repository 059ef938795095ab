"""A regulation as data: a JSON document that is checked, understood, and frozen by its hash at the draw.

The document (format "truco-regulation/1"); all but `variant` may be left out, and what is
left out is written down with its default when the championship is created:

    {"format": "truco-regulation/1",
     "variant": "paulista", "options": {"all_tied": "mao", "target": 12},
     "entry_kind": "pair", "max_entries": 32, "confirm_entries": true, "fee": "R$ 40 per pair",
     "tables": 8, "minutes_per_leg": 20, "presence": "marked", "confirm_minutes": null,
     "tolerance_minutes": {"default": 5, "rounds": {"1": 15}}, "clock": {"turn_seconds": 60},
     "stages": [{"id": "main", "format": "single_elimination", "seeding": "draw", "third_place": true,
                 "mode": "table", "best_of": {"default": 1, "rounds": {"semifinal": 3, "final": 5}}}]}

The `clock` is the online table's, in the words of the games. Where something may differ by round, a bare
value is meant for all, and `rounds` is keyed by the round's number ("1") or its label ("final", "semifinal",
"quarterfinal", "third_place", "round_of_16", …).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"
T = TypeVar("T")

FORMAT = "truco-regulation/1"
KIND_SIZE = {"single": 1, "pair": 2, "trio": 3}
"""Members of an entry by its kind; a game has twice as many seats."""


@dataclass(frozen=True, slots=True)
class PerRound(Generic[T]):
    """A value that may differ by round, by its label first, then by its number."""

    default: T
    rounds: Mapping[str, T] = field(default_factory=dict)

    def at(self, number: int, label: str) -> T:
        """The value for one round."""
        return self.rounds.get(label, self.rounds.get(str(number), self.default))


@dataclass(frozen=True, slots=True)
class StageRules:
    """One stage: its format with the format's own `config`, how it is seeded, and its matches."""

    id: str = "main"
    format: str = "single_elimination"
    seeding: str = "draw"
    best_of: PerRound[int] = field(default_factory=lambda: PerRound(1))
    mode: PerRound[str] = field(default_factory=lambda: PerRound("table"))
    rounds_together: bool = False
    config: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Regulation:
    """Everything an organizer lays down; minutes are whole minutes, `tables` 0 means there is no limit."""

    variant: str = "paulista"
    options: Mapping[str, JSON] = field(default_factory=dict)
    entry_kind: str = "pair"
    max_entries: int = 512
    confirm_entries: bool = True
    fee: str = ""
    tables: int = 0
    minutes_per_leg: int = 20
    presence: str = "marked"
    confirm_minutes: int | None = None
    tolerance_minutes: PerRound[int | None] = field(default_factory=lambda: PerRound(15))
    clock: Mapping[str, JSON] = field(default_factory=dict)
    stages: tuple[StageRules, ...] = (StageRules(),)

    @property
    def target(self) -> int:
        """The tentos that win a leg."""
        target = self.options.get("target")
        return target if isinstance(target, int) else 12

    @property
    def members(self) -> int:
        """How many people make an entry."""
        return KIND_SIZE[self.entry_kind]

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return 2 * self.members

    def stage(self, stage_id: str) -> StageRules:
        """The stage of this id, which must exist."""
        return next(stage for stage in self.stages if stage.id == stage_id)


def canonical(document: Mapping[str, JSON]) -> str:
    """The document as the text that is stored and hashed: sorted keys, no spaces, ASCII only."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    """The hash (hex) by which a regulation is frozen."""
    return hashlib.sha256(text.encode()).hexdigest()
