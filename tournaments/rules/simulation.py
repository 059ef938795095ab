"""Trying a regulation out before anybody is invited: how much is played, how long it takes, what goes wrong.

The regulation is played through several times by chance (see `trial`); each match lasts as many legs as it
takes, each leg the regulation's minutes, and each table is taken again as soon as it is free.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.chance import Chance
from tournaments.rules.draw import SEED_BYTES
from tournaments.rules.errors import TooFewEntries, TooManyEntries
from tournaments.rules.errors_stages import GroupsDoNotFit
from tournaments.rules.faults import Fault
from tournaments.rules.pitfalls import pitfalls
from tournaments.rules.regulation import JSON, sha256
from tournaments.rules.regulation_check import complete
from tournaments.rules.regulation_read import read
from tournaments.rules.state import Championship, Match, Stage
from tournaments.rules.trial import MINUTE_MS, Trial, for_trial
from tournaments.rules.ways import ways_to_final
from truco_api.errors import gettext_noop as _

WORK = 2_000
"""Matches that are played by chance in all, at most, unless a single championship has more."""
MOST_TRIALS = 20


@dataclass(frozen=True, slots=True)
class Spread:
    """The least and the most of something, and its mean in hundredths."""

    least: int
    mean_x100: int
    most: int

    @property
    def text(self) -> str:
        """The three numbers in words."""
        whole, rest = divmod(self.mean_x100, 100)
        return f"{self.least} to {self.most}, {whole}.{rest:02} on average"


@dataclass(frozen=True, slots=True)
class StageTold:
    """One stage as it came out in the first trial."""

    id: str
    format: str
    entries: int
    rounds: int
    matches: int


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of the trials; minutes are from the first call to the last result, matches those played.

    `tables` are places for a match, each of them `boards` tables where teams play.
    """

    entries: int
    tables: int
    boards: int
    trials: int
    finished: int
    stages: tuple[StageTold, ...]
    rounds: int
    matches: Spread
    matches_per_entry: Spread
    way_to_final: tuple[int, int] | None
    minutes: Spread
    problems: tuple[Fault, ...]


def simulate(
    document: Mapping[str, JSON], *, entries: int, tables: int, seed: str, trials: int = 0, clubs: int = 0
) -> Simulated:
    """Play a regulation through with so many entries and tables (0: no limit); InvalidRegulation if bad.

    `seed` as for a draw: the same one gives the same answer. Without `trials`, as many as the size allows.
    """
    whole = for_trial(complete(document), entries, tables)
    problems: list[Fault] = []
    limit = document.get("max_entries")
    if isinstance(limit, int) and entries > limit:
        problems.append(Fault("max_entries", _("lets only {limit} entries in"), {"limit": limit}))
    played: list[tuple[Championship, int]] = []
    while len(played) < (trials or _trials(played)):
        trial = Trial(whole, entries, Chance(_seed(seed, len(played))), clubs)
        try:
            played.append((trial.play(), trial.now_ms // MINUTE_MS))
        except (TooFewEntries, TooManyEntries, GroupsDoNotFit) as error:
            problems.append(Fault("stages.0", error.template, error.params))
            break
    for state, _minutes in played:
        known = {(fault.path, fault.message) for fault in problems}
        problems += [fault for fault in pitfalls(state) if (fault.path, fault.message) not in known]
    boards = read(whole).boards
    return _told((entries, tables, boards), played, problems)


def _trials(played: Sequence[tuple[Championship, int]]) -> int:
    if not played:
        return 1
    return max(1, min(MOST_TRIALS, WORK // max(1, len(played[0][0].matches))))


def _seed(seed: str, number: int) -> str:
    """The seed of one trial, which follows from that of all."""
    return sha256(f"{seed}/{number}")[: 2 * SEED_BYTES]


def _told(
    size: tuple[int, int, int], played: Sequence[tuple[Championship, int]], problems: Sequence[Fault]
) -> Simulated:
    entries, tables, boards = size
    states = [state for state, _minutes in played]
    ways = [way for state in states if (way := ways_to_final(state))]
    first = states[0] if states else None
    stages = tuple(_stage_told(first, stage) for stage in _drawn(first)) if first else ()
    return Simulated(
        entries=entries,
        tables=tables,
        boards=boards,
        trials=len(played),
        finished=sum(state.phase == "finished" for state in states),
        stages=stages,
        rounds=sum(stage.rounds for stage in stages),
        matches=_spread([len(_fought(state)) for state in states]),
        matches_per_entry=_spread([count for state in states for count in per_entry(state).values()]),
        way_to_final=(min(short for short, _ in ways), max(long for _, long in ways)) if ways else None,
        minutes=_spread([minutes for _state, minutes in played]),
        problems=tuple(problems),
    )


def _drawn(state: Championship) -> list[Stage]:
    return [state.stages[rules.id] for rules in state.regulation.stages if rules.id in state.stages]


def _stage_told(state: Championship, stage: Stage) -> StageTold:
    matches = [state.matches[match] for match in stage.matches]
    return StageTold(
        id=stage.id,
        format=state.regulation.stage(stage.id).format,
        entries=len(stage.order),
        rounds=len({match.round for match in matches}),
        matches=sum(map(_is_fought, matches)),
    )


def per_entry(state: Championship) -> dict[str, int]:
    """How many matches each drawn entry has played."""
    drawn = {entry: 0 for stage in state.stages.values() for entry in stage.order}
    for match in _fought(state):
        for side in match.sides:
            if side:
                drawn[side] += 1
    return drawn


def _fought(state: Championship) -> list[Match]:
    return [match for match in state.matches.values() if _is_fought(match)]


def _is_fought(match: Match) -> bool:
    return match.result is not None and match.result.how == "played"


def _spread(values: Sequence[int]) -> Spread:
    if not values:
        return Spread(0, 0, 0)
    return Spread(min(values), 100 * sum(values) // len(values), max(values))


__all__ = ["Simulated", "Spread", "StageTold", "per_entry", "simulate"]
