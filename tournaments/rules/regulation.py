"""A regulation as data: a JSON document that is checked, understood, and frozen by its hash at the draw.

The document has the format "truco-regulation/1". All but `variant` may be left out, and what is left out is
written down with its default when the championship is created; `docs/regulations.md` says what each part
means, `docs/regulation.schema.json` how it is written. In short:

    {"format": "truco-regulation/1", "variant": "paulista", "options": {"target": 12},
     "entry_kind": "pair", "max_entries": 32, "tables": 8, "minutes_per_leg": 20,
     "tolerance_minutes": {"default": 5, "rounds": {"1": 15}},
     "stages": [{"id": "groups", "format": "groups", "groups": 4, "criteria": ["points", "wins", "lots"]},
                {"id": "final", "format": "single_elimination", "from": [{"stage": "groups", "per_group": 2}],
                 "best_of": {"default": 1, "rounds": {"final": 5}}}]}

Where something may differ by round, a bare value is meant for all, and `rounds` is keyed by the round's
number in its stage ("1") or its label ("final", "semifinal", "third_place", "round_of_16", "group_3", …).
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
TEAM = "team"
"""The kind of an entry that plays at several tables at once."""


@dataclass(frozen=True, slots=True)
class PerRound(Generic[T]):
    """A value that may differ by round, by its label first, then by its number."""

    default: T
    rounds: Mapping[str, T] = field(default_factory=dict)

    def at(self, number: int, label: str) -> T:
        """The value for one round."""
        return self.rounds.get(label, self.rounds.get(str(number), self.default))


@dataclass(frozen=True, slots=True)
class MatchRule:
    """A match of at most `legs` legs, decided with the `first_to`th leg of a side (0: all are played).

    `level` is what happens when all legs are played and nobody has won: one more "leg", a "draw", or more
    "tentos" win (and one more leg if those are level too).
    """

    legs: int = 1
    first_to: int = 1
    level: str = "leg"


def best_of(legs: int, level: str = "leg") -> MatchRule:
    """The rule that more than half of so many legs win."""
    return MatchRule(legs, legs // 2 + 1, level)


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Minutes for a match from its beginning; then "match_point", "referee" or "leader"."""

    minutes: int
    then: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a stage has entries from; what counts depends on `take`.

    "entries": ranks `first` to `last` of all entries (None: to the end). "places": these places of `stage`.
    "groups": the first `quota` of each group of it and the `best` of those placed next. "winners": those
    never beaten in it. "losers": those beaten in `rounds` of it, if `paid` only who bought itself in again.
    "slots": the literal table `rows`.
    """

    take: str
    stage: str = ""
    first: int = 1
    last: int | None = None
    quota: int = 0
    best: int = 0
    rounds: tuple[int, ...] = ()
    paid: bool = False
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Leaving:
    """What becomes of the table when an entry leaves: "walkover", "keep" or "void".

    `below` holds for who has played fewer than `percent` percent of its matches of the stage.
    """

    otherwise: str = "walkover"
    percent: int = 0
    below: str = "walkover"


@dataclass(frozen=True, slots=True)
class StageRules:
    """One stage: where its entries come from, its format with the format's own `config`, and its matches."""

    id: str = "main"
    format: str = "single_elimination"
    name: str = ""
    sources: tuple[Source, ...] = ()
    seeding: str = "draw"
    starts: str = "itself"
    lots: str = "by_hand"
    best_of: PerRound[int] = field(default_factory=lambda: PerRound(1))
    match: PerRound[MatchRule | None] = field(default_factory=lambda: PerRound(None))
    mode: PerRound[str] = field(default_factory=lambda: PerRound("table"))
    rounds_together: bool = False
    variant: str | None = None
    options: Mapping[str, JSON] | None = None
    tolerance_minutes: "PerRound[int | None] | None" = None
    late: str = "match"
    time_limit: PerRound[TimeLimit | None] = field(default_factory=lambda: PerRound(None))
    counts: Mapping[str, JSON] = field(default_factory=dict)
    leaving: Leaving = field(default_factory=Leaving)
    late_entries: int = 0
    config: Mapping[str, JSON] = field(default_factory=dict)

    def match_rule(self, number: int, label: str) -> MatchRule:
        """How a match of one round is won."""
        return self.match.at(number, label) or best_of(self.best_of.at(number, label))


@dataclass(frozen=True, slots=True)
class Roster:
    """Reserves an entry may name, substitutions it may make (None: any number), and when both are locked."""

    reserves: int = 0
    substitutions: int | None = None
    locks_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Offence:
    """What one offence costs: the first time the first of `steps`, the last of them for ever after.

    A step is "warning", "stake", "deal", "leg", "match", "championship", or a number of points in the table.
    """

    code: str
    name: str
    steps: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Conduct:
    """Walkovers that put an entry out (None: none do), and the table of offences."""

    walkovers_eliminate: int | None = None
    offences: tuple[Offence, ...] = ()

    def offence(self, code: str) -> Offence | None:
        """The offence of this code, if the table has it."""
        return next((offence for offence in self.offences if offence.code == code), None)


@dataclass(frozen=True, slots=True)
class DisputeRules:
    """Minutes to dispute a result, to rule and to appeal (None: no limit, and no appeal), and the rest.

    `arbiter` is "any", or "neutral": no member of either entry's club. `replay` says what is played again,
    the "hand" (the leg goes on from the score before it) or the "leg". `unruled` says what happens when the
    organizer's time runs out too: "uphold", or "wait".
    """

    protest_minutes: int | None = 30
    ruling_minutes: int | None = 60
    appeal_minutes: int | None = 15
    arbiter: str = "any"
    replay: str = "hand"
    unruled: str = "uphold"


@dataclass(frozen=True, slots=True)
class Team:
    """A club's team: how many tables it plays at, and the kind of entry that sits at each."""

    boards: int
    of: str


@dataclass(frozen=True, slots=True)
class Regulation:
    """Everything an organizer lays down; minutes are whole minutes, `tables` 0 means there is no limit."""

    variant: str = "paulista"
    options: Mapping[str, JSON] = field(default_factory=dict)
    entry_kind: str = "pair"
    team: Team | None = None
    roster: Roster = field(default_factory=Roster)
    conduct: Conduct = field(default_factory=Conduct)
    disputes: DisputeRules = field(default_factory=DisputeRules)
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
        """The tentos that win a leg, where a stage says nothing else."""
        return _target(self.options, 12)

    @property
    def members(self) -> int:
        """How many people make an entry, without reserves."""
        if self.team:
            return self.team.boards * KIND_SIZE[self.team.of]
        return KIND_SIZE[self.entry_kind]

    @property
    def boards(self) -> int:
        """How many tables a match takes."""
        return self.team.boards if self.team else 1

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return 2 * KIND_SIZE[self.team.of if self.team else self.entry_kind]

    def stage(self, stage_id: str) -> StageRules:
        """The stage of this id, which must exist."""
        return next(stage for stage in self.stages if stage.id == stage_id)

    def target_of(self, stage_id: str) -> int:
        """The tentos that win a leg of this stage."""
        return _target(self.stage(stage_id).options or {}, self.target)

    def game_of(self, stage_id: str) -> tuple[str, Mapping[str, JSON]]:
        """The variant and the options that are played in this stage."""
        stage = self.stage(stage_id)
        if stage.variant is None and stage.options is None:
            return self.variant, self.options
        return stage.variant or self.variant, stage.options or {}

    def tolerance_of(self, stage_id: str, number: int, label: str) -> int | None:
        """Minutes after a call until who is missing loses; None if nobody does."""
        return (self.stage(stage_id).tolerance_minutes or self.tolerance_minutes).at(number, label)

    def match_id(self, stage_id: str, own: str) -> str:
        """What a match of a format is called in the championship: as the format does if it has one stage."""
        return own if len(self.stages) == 1 else f"{stage_id}-{own}"

    def own_id(self, stage_id: str, match: str) -> str:
        """What the format calls a match of the championship."""
        return match if len(self.stages) == 1 else match.removeprefix(f"{stage_id}-")


def canonical(document: Mapping[str, JSON]) -> str:
    """The document as the text that is stored and hashed: sorted keys, no spaces, ASCII only."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    """The hash (hex) by which a regulation is frozen."""
    return hashlib.sha256(text.encode()).hexdigest()


def _target(options: Mapping[str, JSON], default: int) -> int:
    target = options.get("target")
    return target if isinstance(target, int) else default
