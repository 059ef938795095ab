"""A knock-out among slots, down to as many as are wanted: what consolations and re-entries are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.rules.formats.protocol import Pairing, Slot

Name = Callable[[int], str]
"""The label of a round, from the number of its matches."""


@dataclass(frozen=True, slots=True)
class Knockout:
    """The matches of a knock-out, the slots left of it, best line first, and the losers' round by round."""

    pairings: tuple[Pairing, ...]
    survivors: tuple[Slot, ...]
    losers: tuple[tuple[Slot, ...], ...]

    @property
    def last_round(self) -> int:
        """The number of the last round; 0 where nothing was to be played."""
        return max((pairing.round for pairing in self.pairings), default=0)


def lines(size: int, survivors: int) -> list[int]:
    """The lines of a bracket that leaves so many: 6 for 3 gives [1, 6, 2, 5, 3, 4].

    Seeds up to `survivors` head a part each; in every part the best meets the worst in every round.
    """
    found = list(range(1, survivors + 1))
    while len(found) < size:
        total = 2 * len(found) + 1
        found = [seed for top in found for seed in (top, total - top)]
    return found


def knockout(
    slots: Sequence[Slot],
    survivors: int,
    *,
    prefix: str,
    first_round: int = 1,
    name: Name = lambda _matches: "",
) -> Knockout:
    """Play slots, best seed first, down to `survivors`; byes go to the best seeds, in the first round.

    Ids are prefix, round and match, as in "R1M2" with the prefix "R".
    """
    size = survivors
    while size < len(slots):
        size *= 2
    left = [slots[seed - 1] if seed <= len(slots) else None for seed in lines(size, survivors)]
    pairings: list[Pairing] = []
    losers: list[tuple[Slot, ...]] = []
    for turn in range((size // survivors).bit_length() - 1):
        following: list[Slot | None] = []
        beaten: list[Slot] = []
        for at in range(0, len(left), 2):
            home, away = left[at], left[at + 1]
            if home is None or away is None:
                following.append(home or away)
                continue
            match = f"{prefix}{turn + 1}M{at // 2 + 1}"
            pairings.append(Pairing(match, first_round + turn, home, away, name(len(left) // 2)))
            following.append(Slot("winner", match))
            beaten.append(Slot("loser", match))
        left = following
        losers.append(tuple(beaten))
    return Knockout(tuple(pairings), tuple(slot for slot in left if slot is not None), tuple(losers))
