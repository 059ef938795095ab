"""Double elimination: who loses twice is out. N entries play 2N−2 matches, one more if the final is reset.

The upper bracket is that of a knock-out. Its losers fall into the lower bracket, whose rounds alternate: in a
*minor* round those already there meet each other, in a *major* round they meet the losers of the next upper
round. Places against nobody are taken out when the bracket is drawn up, in both brackets alike, so that a
bye can never wait for anybody.

Where a loser falls is chosen so that two who have met meet again as late as can be. Number the matches of
upper round r from 0; the loser of match i falls to line i XOR m(r), where the highest bits of m(r) are the
bits of r − 1 in reverse: 0, then 1, 01, 11, 001, … Two who met in upper round t, one of whom was beaten
there and the other later, in round r, can meet again only where the lines of both have become one, which
is when all the bits are gone in which m(t) and m(r) differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.rules.faults import Fault
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Played, Progress, Slot
from tournaments.rules.formats.single_elimination import label, seed_order
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _

FINAL = "final"
RESET = "final_reset"
NOBODY = Slot("nobody")


def fall(upper_round: int, match: int, lines: int) -> int:
    """The line of the lower bracket to which the loser of an upper match falls, of a power of two."""
    width = lines.bit_length() - 1
    bits = upper_round - 1
    mask = sum(((bits >> bit) & 1) << (width - 1 - bit) for bit in range(width))
    return match ^ mask


@dataclass(slots=True)
class _Brackets:
    """Both brackets while they are drawn up; a slot against nobody passes on without a match."""

    pairings: list[Pairing] = field(default_factory=list)

    def meet(self, match: str, number: int, name: str, home: Slot, away: Slot) -> tuple[Slot, Slot]:
        """The slots of the winner and of the loser of two slots, of which one or both may be nobody."""
        if away == NOBODY:
            return home, NOBODY
        if home == NOBODY:
            return away, NOBODY
        self.pairings.append(Pairing(match, number, home, away, name))
        return Slot("winner", match), Slot("loser", match)

    def upper_round(self, upper: int, lines: Sequence[Slot]) -> tuple[list[Slot], list[Slot]]:
        """Winners and losers of an upper round, by match; it is played beside a lower minor round."""
        number = max(1, 2 * upper - 2)
        name = f"upper_{label(len(lines) // 2)}"
        met = [
            self.meet(f"U{upper}M{at // 2 + 1}", number, name, lines[at], lines[at + 1])
            for at in range(0, len(lines), 2)
        ]
        return [winner for winner, _ in met], [loser for _, loser in met]

    def minor_round(self, upper: int, lines: Sequence[Slot]) -> list[Slot]:
        """The winners of the lower round that halves the lines before upper round `upper` joins them."""
        return [
            self.meet(
                f"L{2 * upper - 3}M{at // 2 + 1}",
                2 * upper - 2,
                f"lower_round_{2 * upper - 3}",
                lines[at],
                lines[at + 1],
            )[0]
            for at in range(0, len(lines), 2)
        ]

    def major_round(self, upper: int, lines: Sequence[Slot], losers: Sequence[Slot]) -> list[Slot]:
        """The winners of the lower round into which the losers of upper round `upper` fall."""
        falling = [NOBODY] * len(lines)
        for match, loser in enumerate(losers):
            falling[fall(upper, match, len(lines))] = loser
        name = "lower_final" if len(lines) == 1 else f"lower_round_{2 * upper - 2}"
        return [
            self.meet(f"L{2 * upper - 2}M{at + 1}", 2 * upper - 1, name, line, falling[at])[0]
            for at, line in enumerate(lines)
        ]


def brackets(entries: Sequence[str]) -> list[Pairing]:
    """All matches but the reset, in playing order; entries best seed first, at least two."""
    found = _Brackets()
    size = 1 << (len(entries) - 1).bit_length()
    lines = [Slot("entry", entries[n - 1]) if n <= len(entries) else NOBODY for n in seed_order(size)]
    upper = 1
    lines, lower = found.upper_round(upper, lines)
    while len(lines) > 1:
        upper += 1
        lines, losers = found.upper_round(upper, lines)
        lower = found.minor_round(upper, lower)
        lower = found.major_round(upper, lower, losers)
    found.meet(FINAL, 2 * upper, FINAL, lines[0], lower[0])
    return sorted(found.pairings, key=lambda pairing: pairing.round)


class DoubleElimination:
    """Double elimination; its own key is `reset` (bool, true unless said): a final lost for the first time
    by the winner of the upper bracket is played again."""

    name = "double_elimination"
    limits = (2, 512)
    labels = (
        r"final|final_reset|upper_(final|semifinal|quarterfinal|round_of_\d+)|lower_final|lower_round_\d+"
    )

    def check(self, config: Mapping[str, JSON], /) -> Sequence[Fault]:
        """`reset` is true or false, and there is nothing else."""
        faults = [Fault(key, _("is not known here")) for key in config if key != "reset"]
        if not isinstance(config.get("reset", True), bool):
            faults.append(Fault("reset", _("must be true or false")))
        return faults

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """2N−2 matches; "U2M1" is the first of the second upper round, "L3M1" of the third lower round."""
        return brackets(drawn.entries)

    def further(self, drawn: Drawn, progress: Progress, /) -> Sequence[Pairing]:
        """The reset, if the winner of the lower bracket has beaten the winner of the upper one."""
        final = next((match for match in progress.played if match.id == FINAL), None)
        planned = any(pairing.id == RESET for pairing in progress.planned)
        if final is None or planned or drawn.config.get("reset") is False:
            return ()
        if not final.home or not final.away or final.winner != final.away:
            return ()
        sides = (Slot("entry", final.home), Slot("entry", final.away))
        return [Pairing(RESET, final.round + 1, *sides, RESET)]

    def placings(self, _drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The final, then those whose last match was in the same lower round together, latest round first.

        Where nobody won the final, both are second.
        """
        last: dict[str, Played] = {}
        for match in progress.played:
            for entry in (match.home, match.away):
                if entry:
                    last[entry] = match
        deciding = [match for match in progress.played if match.id in (FINAL, RESET)]
        blocks = [[entry for entry in last if deciding and entry == deciding[-1].winner]]
        blocks.append([entry for entry in last if last[entry] in deciding and entry not in blocks[0]])
        for number in sorted({match.round for match in last.values()}, reverse=True):
            together = [e for e in last if last[e].round == number and last[e] not in deciding]
            blocks.append(together)
        return _ranked(blocks)


def _ranked(blocks: Sequence[Sequence[str]]) -> list[Place]:
    """Blocks as places; the first place stays empty if nobody has it."""
    places: list[Place] = []
    number = 1
    for at, block in enumerate(blocks):
        if block:
            places.append(Place(number, tuple(block)))
        number += max(len(block), at == 0)
    return places
