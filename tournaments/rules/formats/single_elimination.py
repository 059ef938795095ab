"""Single elimination: who loses is out, for any number of entries, with byes to the best seeds.

The bracket is the usual one for the next power of two: in every round the best seed left meets the worst, so
that seeds 1 and 2 can meet only in the final and 1 to 4 only from the semifinals. A first-round match
against an empty place is no match at all; its number stays free, so "R2M1" always joins "R1M1" and "R1M2".
"""

from collections.abc import Mapping, Sequence

from tournaments.rules.faults import Fault
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Played, Progress, Slot
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop

THIRD = "third_place"
NAMED = {1: "final", 2: "semifinal", 4: "quarterfinal"}


def seed_order(size: int) -> list[int]:
    """Seeds 1…size in the order of the bracket's lines, for a power of two: 4 gives [1, 4, 2, 3]."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for top in order for seed in (top, total - top)]
    return order


def label(matches: int) -> str:
    """The name of the round that has so many matches when full."""
    return NAMED.get(matches) or f"round_of_{2 * matches}"


class SingleElimination:
    """The knock-out; its own keys in the regulation: `third_place` (bool)."""

    name = "single_elimination"
    limits = (2, 4096)
    labels = r"final|semifinal|quarterfinal|third_place|round_of_\d+"

    def check(self, config: Mapping[str, JSON]) -> Sequence[Fault]:
        """`third_place` is true or false, and there is nothing else."""
        faults = [Fault(key, gettext_noop("is not known here")) for key in config if key != "third_place"]
        if not isinstance(config.get("third_place", False), bool):
            faults.append(Fault("third_place", "must be true or false"))
        return faults

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """N−1 matches, and one more with a third place (from four entries on), round by round."""
        entries = drawn.entries
        size = 1 << (len(entries) - 1).bit_length()
        lines = [
            Slot("entry", entries[place - 1]) if place <= len(entries) else Slot("nobody")
            for place in seed_order(size)
        ]
        pairings: list[Pairing] = []
        number = 0
        while len(lines) > 1:
            number += 1
            lines = _round(number, lines, pairings)
        if drawn.config.get("third_place") and len(entries) >= 4:
            pairings.insert(-1, _third_place(pairings[-1]))
        return pairings

    def further(self, _drawn: Drawn, _progress: Progress, /) -> Sequence[Pairing]:
        """Everything is known at the draw."""
        return ()

    def placings(self, _drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The final, the match for third place, then the losers of each round together, latest round first.

        A place nobody played for or won stays empty: two who missed the final are both second (our decision).
        """
        played = progress.played
        last = max(match.round for match in played)
        third = next((match for match in played if match.id == THIRD), None)
        final = next(match for match in played if match.round == last and match is not third)
        found = [(1, _entries(final.winner)), (2, _beaten(final))]
        if third is not None:
            found += [(3, _entries(third.winner)), (4, _beaten(third))]
        for number in range(last - 1 - (third is not None), 0, -1):
            losers = [entry for match in played if match.round == number for entry in _beaten(match)]
            found.append((2 ** (last - number) + 1, tuple(losers)))
        return [Place(place, names) for place, names in found if names]


def _entries(*names: str) -> tuple[str, ...]:
    return tuple(name for name in names if name)


def _beaten(match: Played) -> tuple[str, ...]:
    """Whoever was in the match and did not win it."""
    return tuple(name for name in _entries(match.home, match.away) if name != match.winner)


def _round(number: int, lines: list[Slot], pairings: list[Pairing]) -> list[Slot]:
    """Pair the lines of a round, note its matches, and give the lines of the next round."""
    following = []
    for index in range(0, len(lines), 2):
        home, away = lines[index], lines[index + 1]
        if away.kind == "nobody":
            following.append(home)
            continue
        match = f"R{number}M{index // 2 + 1}"
        pairings.append(Pairing(match, number, home, away, label(len(lines) // 2)))
        following.append(Slot("winner", match))
    return following


def _third_place(final: Pairing) -> Pairing:
    losers = (Slot("loser", final.home.of), Slot("loser", final.away.of))
    return Pairing(THIRD, final.round, *losers, THIRD)
