"""Consolation: who lost early, or did not start, plays on among the others, and the winner comes back.

The main bracket is played down to one slot fewer than the round that the winner enters has; the winner takes
the last of them. With six in the main bracket and an entry at the semifinal, three winners and the winner of
the consolation make the four of the semifinal: first against fourth, second against third.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.faults import Fault
from tournaments.rules.formats.group_stage import whole
from tournaments.rules.formats.knockout import Knockout, knockout, lines
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Played, Progress, Slot
from tournaments.rules.formats.single_elimination import NAMED, label
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _

JOINS = {name: 2 * matches for matches, name in NAMED.items()}
"""How many slots the round has that the winner of the consolation enters, by its label."""
KEYS = frozenset({"direct", "losers_of", "joins"})
MOST_DIRECT, MOST_ROUNDS = 512, 12


@dataclass(frozen=True, slots=True)
class Plan:
    """A championship with a consolation: its matches in playing order, by the part they belong to."""

    main: Knockout
    consolation: tuple[Pairing, ...]
    final: Knockout

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """All matches in playing order."""
        every = (*self.main.pairings, *self.consolation, *self.final.pairings)
        return tuple(sorted(every, key=lambda pairing: pairing.round))


def plan(entries: Sequence[str], *, direct: int, losers_of: Sequence[int], joins: int) -> Plan:
    """The matches for entries best seed first, of which the first `direct` start in the main bracket.

    The losers of the main rounds in `losers_of` fall into the consolation, each time after a round of it, and
    its winner takes the last slot of the round that has `joins` of them.
    """
    slots = [Slot("entry", entry) for entry in entries]
    main = knockout(slots[:direct], joins - 1, prefix="R", name=lambda matches: f"main_{matches}")
    second = _Consolation(slots[direct:], main.pairings)
    for number in sorted(losers_of):
        if number <= len(main.losers):
            second.join(main.losers[number - 1], number)
            second.halve()
    while len(second.lines) > 1:
        second.halve()
    start = 1 + max(main.last_round, second.round)
    final = knockout([*main.survivors, *second.lines], 1, prefix="F", first_round=start, name=label)
    return Plan(main, tuple(second.pairings), final)


class _Consolation:
    """The consolation while it is drawn up: its lines, of which neighbours meet, and its matches."""

    def __init__(self, waiting: Sequence[Slot], main: Sequence[Pairing]) -> None:
        size = 1 << max(0, len(waiting) - 1).bit_length()
        self.lines = [waiting[seed - 1] for seed in lines(size, 1) if seed <= len(waiting)]
        self.feeding = {pairing.id: pairing for pairing in main}
        self.pairings: list[Pairing] = []
        self.round = 0

    def join(self, losers: Sequence[Slot], after: int) -> None:
        """Let losers of a main round fall in, each beside a line without anybody it has met, if possible."""
        self.round = max(self.round, after)
        turns = [[*losers[turn:], *losers[:turn]] for turn in range(len(losers))]
        falling = min(turns, key=self._clashes, default=[])
        beside = [slot for pair in zip(self.lines, falling, strict=False) for slot in pair]
        both = min(len(self.lines), len(falling))
        self.lines = [*beside, *self.lines[both:], *falling[both:]]

    def halve(self) -> None:
        """Play a round: neighbours meet; of an odd number the first has a bye, and none next time."""
        self.round += 1
        odd = len(self.lines) % 2
        resting, playing = self.lines[:odd], self.lines[odd:]
        self.lines = []
        for at in range(0, len(playing), 2):
            match = f"C{self.round}M{at // 2 + 1}"
            pairing = Pairing(match, self.round, playing[at], playing[at + 1], "consolation")
            self.pairings.append(pairing)
            self.feeding[match] = pairing
            self.lines.append(Slot("winner", match))
        self.lines += resting

    def _clashes(self, falling: Sequence[Slot]) -> int:
        """How many of these losers would fall beside a line on which is somebody it may have met."""
        return sum(
            bool(self._origins(line) & self._origins(loser))
            for line, loser in zip(self.lines, falling, strict=False)
        )

    def _origins(self, slot: Slot) -> frozenset[str]:
        """The entries that can come to a slot."""
        if slot.kind == "entry":
            return frozenset({slot.of})
        pairing = self.feeding[slot.of]
        return self._origins(pairing.home) | self._origins(pairing.away)


def reenter(
    winners: Sequence[str], losers: Sequence[str], paid: Collection[str], beaten_by: Mapping[str, str]
) -> list[str]:
    """The field after a round whose losers could buy themselves in again, best line first.

    Winners come first, as they are seeded, then those who paid, in the order of the losers. Two who would
    meet again in the first match of the new bracket are kept apart: whoever paid changes lines with another
    who did, or else its opponent with the next winner, if that brings no other such match.
    """
    field = [*winners, *(entry for entry in losers if entry in paid)]
    last = (1 << max(0, len(field) - 1).bit_length()) - 1

    def meets_again(line: int) -> bool:
        if last - line >= len(field):
            return False
        one, other = field[line], field[last - line]
        return beaten_by.get(one) == other or beaten_by.get(other) == one

    for line in range(len(winners), len(field)):
        others = [(line, other) for other in range(len(winners), len(field)) if other != line]
        others += [(last - line, other) for other in range(len(winners)) if other != last - line]
        for one, other in others:
            if not meets_again(line):
                break
            field[one], field[other] = field[other], field[one]
            if any(meets_again(each) for each in (line, one, other)):
                field[one], field[other] = field[other], field[one]
    return field


class Consolation:
    """A knock-out with a consolation; its own keys are `direct` (how many start in the main bracket; all
    unless said), `losers_of` (rounds of it, such as [1]) and `joins` ("semifinal", …)."""

    name = "consolation"
    limits = (4, 512)
    labels = r"final|semifinal|quarterfinal|main_\d+|consolation"

    def check(self, config: Mapping[str, JSON], /) -> Sequence[Fault]:
        """Every fault of these keys."""
        faults = [Fault(key, _("is not known here")) for key in config if key not in KEYS]
        if config.get("joins", "semifinal") not in tuple(JOINS):
            faults.append(Fault("joins", _("must be one of {choices}"), {"choices": ", ".join(JOINS)}))
        if not 1 <= whole(config, "direct", 1) <= MOST_DIRECT:
            faults.append(
                Fault(
                    "direct",
                    _("must be a whole number from {least} to {most}"),
                    {"least": 1, "most": MOST_DIRECT},
                )
            )
        losers_of = config.get("losers_of", [])
        if not isinstance(losers_of, list) or any(
            type(each) is not int or not 1 <= each <= MOST_ROUNDS for each in losers_of
        ):
            faults.append(Fault("losers_of", _("must be a list of round numbers")))
        return faults

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """All matches of the main bracket, the consolation and the rounds after they have met."""
        return _plan_of(drawn).pairings

    def further(self, _drawn: Drawn, _progress: Progress, /) -> Sequence[Pairing]:
        """Everything is known at the draw."""
        return ()

    def placings(self, _drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The final, then those whose last match was in the same round together, latest round first."""
        last: dict[str, Played] = {}
        for match in progress.played:
            last.update({entry: match for entry in (match.home, match.away) if entry})
        final = progress.played[-1]
        blocks = [[final.winner] if final.winner else []]
        for number in sorted({match.round for match in last.values()}, reverse=True):
            blocks.append([e for e, match in last.items() if match.round == number and e not in blocks[0]])
        places, number = [], 1
        for at, block in enumerate(blocks):
            if block:
                places.append(Place(number, tuple(block)))
            number += max(len(block), at == 0)
        return places


def _plan_of(drawn: Drawn) -> Plan:
    rounds = drawn.config.get("losers_of")
    return plan(
        drawn.entries,
        direct=min(whole(drawn.config, "direct", len(drawn.entries)), len(drawn.entries)),
        losers_of=[each for each in rounds if isinstance(each, int)] if isinstance(rounds, list) else [],
        joins=JOINS[str(drawn.config.get("joins", "semifinal"))],
    )
