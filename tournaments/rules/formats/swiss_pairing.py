"""The pairing of a Swiss round: the best of all possible pairings, found as a maximum-weight matching.

What is best, each point weighing more than all that follow it together:

1. nobody meets an opponent again, and nobody has a second bye, unless there is no other way;
2. no two of one club meet, where clubs are to be kept apart and there is another way;
3. the bye goes to the lowest entry that may have it;
4. entries meet those of their own score, or of a score as near as can be (by the square of the distance);
5. within a score, the first of the upper half meets the first of the lower half, and so on.

The matching is exact over the whole field, so a pairing is never stuck and never worse than it must be.
Equal pairings are told apart by a fixed small weight for each pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tournaments.rules.formats.matching import best_with_future

_MIX = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)
_NOISE_BITS = 20
_TIE = 1 << 32
_SCORE = _TIE << 25
_BYE = _SCORE << 27
_CLUB = _BYE << 13
_AGAIN = _CLUB << 12
"""Units of cost, each beyond any sum of the ones before it for 4,096 entries; all fit 128 bits twice."""
_FARTHEST = 255
_MOST_BYES = 15


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry before a round: its points, whom it has met, byes it has had, how often it was at home."""

    id: str
    points: int = 0
    club: str = ""
    met: frozenset[str] = frozenset()
    byes: int = 0
    home: int = 0
    away: int = 0


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A round: matches from the top table down, home first; who has a bye; pairs that had to meet again."""

    matches: tuple[tuple[str, str], ...]
    bye: str | None = None
    again: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Field:
    """Entrants in the order of the standings, with the score group of each and its place within it."""

    entrants: Sequence[Entrant]
    apart: bool
    band: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    half: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number, (_, group) in enumerate(groupby(self.entrants, key=lambda each: each.points)):
            size = len(list(group))
            self.band += [number] * size
            self.place += range(size)
            self.half += [size // 2] * size

    def cost(self, one: int, other: int) -> int:
        """What it costs to pair two entrants, `one` standing above `other`."""
        above, below = self.entrants[one], self.entrants[other]
        distance = min(self.band[other] - self.band[one], _FARTHEST)
        cost = _SCORE * distance**2 + _noise(one, other)
        if distance == 0:
            cost += _TIE * abs(self.place[other] - self.place[one] - self.half[one])
        else:
            # The lowest of a score goes down, to meet the highest of the next one.
            cost += _TIE * (2 * self.half[one] - self.place[one] + self.place[other])
        if self.apart and above.club and above.club == below.club:
            cost += _CLUB
        if below.id in above.met:
            cost += _AGAIN
        return cost

    def cost_of_bye(self, one: int) -> int:
        """What it costs to give an entrant the bye."""
        return _BYE * (len(self.entrants) - 1 - one) + _AGAIN * min(self.entrants[one].byes, _MOST_BYES)


def pair(entrants: Sequence[Entrant], *, clubs_apart: bool = False, rounds_after: int = 0) -> SwissRound:
    """Pair a round from the entrants in the order of the standings (of seeding, in the first round).

    In a small field it also sees to it that the `rounds_after` this one can be paired without repetition.
    """
    costs = _costs(_Field(entrants, clubs_apart))
    lone = len(entrants)
    mates = best_with_future(costs, lone + lone % 2, rounds_after, _AGAIN)
    pairs = [(entrants[one], entrants[other]) for one, other in mates if other != lone]
    bye = next((entrants[one].id for one, other in mates if other == lone), None)
    return SwissRound(
        tuple(_seated(one, other) for one, other in pairs),
        bye,
        tuple((one.id, other.id) for one, other in pairs if other.id in one.met),
    )


def _costs(entry_field: _Field) -> list[tuple[int, int, int]]:
    """The cost of every pair of places, the higher first; the place after the last is the bye."""
    size = len(entry_field.entrants)
    found = [
        (one, other, entry_field.cost(one, other)) for one in range(size) for other in range(one + 1, size)
    ]
    if size % 2:
        found += [(one, size, entry_field.cost_of_bye(one)) for one in range(size)]
    return found


def _noise(one: int, other: int) -> int:
    """A small number of the pair that makes it all but impossible for two pairings to cost the same."""
    return (one * _MIX[0] ^ other * _MIX[1]) >> 20 & (1 << _NOISE_BITS) - 1


def _seated(one: Entrant, other: Entrant) -> tuple[str, str]:
    """Home for whoever was at home less often, then for whoever was away more often, then for the higher."""
    if (other.home - other.away, other.home) < (one.home - one.away, one.home):
        return other.id, one.id
    return one.id, other.id
