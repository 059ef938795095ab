"""How fast large championships are paired, ordered and drawn: each figure beside the limit it must keep.

There is no yardstick in the same call here: what these replace is measured in seconds by others (an open
pairing program takes 3.4 to 4.8 s for a round of 512 on two cores), and the limits are our own.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tournaments.rules.chance import Chance
from tournaments.rules.draw import seeding
from tournaments.rules.formats.protocol import Drawn, Played, Progress
from tournaments.rules.formats.single_elimination import SingleElimination
from tournaments.rules.formats.swiss import Swiss
from tournaments.rules.formats.tables import results_of
from tournaments.rules.points import PointsTable
from tournaments.rules.regulation import JSON
from tournaments.rules.standings import Chain, measure, order
from tournaments.rules.tiebreaks import CRITERIA

SEED = "5eed" * 8
ENTRIES = [f"e{number:04}" for number in range(1, 513)]
MANY = [f"e{number:04}" for number in range(1, 4097)]
ROUNDS = 9
CONFIG: dict[str, JSON] = {"rounds": ROUNDS, "clubs_apart": True, "criteria": ["points", "buchholz", "seed"]}
SWISS = Swiss()


@dataclass(frozen=True, slots=True)
class Limit:
    """Something that must not take longer than so many seconds."""

    name: str
    seconds: float
    once: Callable[[], object]


def run(seconds: float) -> Iterator[str]:
    """The lines of this section: seconds of CPU time, the best of several within the time there is."""
    yield "championships: CPU seconds on one core, and the limit"
    for limit in limits():
        best = _best(limit.once, seconds)
        verdict = "kept" if best <= limit.seconds else "EXCEEDED"
        yield f"  {limit.name:<46}{best:>8.3f} s   limit {limit.seconds:.1f} s   {verdict}"


def limits() -> list[Limit]:
    """What is measured, made ready outside of the measurement."""
    drawn = Drawn(tuple(ENTRIES), CONFIG, SEED, {e: f"club{i % 40}" for i, e in enumerate(ENTRIES)})
    half, late = _played(drawn, 1), _played(drawn, 4)
    results = results_of(late.played)
    chain = Chain(tuple(CRITERIA))
    return [
        Limit("a Swiss round of 512, the first", 2.0, lambda: SWISS.plan(drawn)),
        Limit("a Swiss round of 512, the second", 2.0, lambda: SWISS.further(drawn, half)),
        Limit("a Swiss round of 512, the fifth", 2.0, lambda: SWISS.further(drawn, late)),
        Limit(
            "standings of 512 by all criteria",
            0.2,
            lambda: order(ENTRIES, measure(ENTRIES, results, PointsTable(), chain.criteria), chain),
        ),
        Limit("a draw of 4,096, seeded and planned", 1.0, _draw),
    ]


def _draw() -> object:
    drawn = seeding(MANY, method="draw", seed=SEED, ranks={}, order=None)
    return SingleElimination().plan(Drawn(drawn, {}))


def _played(drawn: Drawn, rounds: int) -> Progress:
    """A Swiss stage after so many rounds by chance."""
    chance = Chance(SEED)
    progress = Progress((), ())
    pairings = SWISS.plan(drawn)
    for number in range(1, rounds + 1):
        played = tuple(
            _result(pairing.id, number, pairing.home.of, pairing.away.of, chance) for pairing in pairings
        )
        progress = Progress((*progress.planned, *pairings), (*progress.played, *played))
        if number < rounds:
            pairings = SWISS.further(drawn, progress)
    return progress


def _result(match: str, number: int, home: str, away: str, chance: Chance) -> Played:
    side, beaten = chance.below(2), chance.below(12)
    winner, loser = (home, away)[side], (away, home)[side]
    leg = (12, beaten) if side == 0 else (beaten, 12)
    return Played(match, number, home, away, winner, loser, "played", (leg,))


def _best(once: Callable[[], object], seconds: float) -> float:
    best = float("inf")
    start = time.process_time()
    while best == float("inf") or time.process_time() - start < seconds:
        before = time.process_time()
        once()
        best = min(best, time.process_time() - before)
    return best
