"""Round robin: everybody meets everybody, once or twice, by the Berger tables.

The tables are those of the FIDE handbook (C.05, Annex 1). Whoever is named first is at home and deals first;
over a cycle every entry is at home in half of its matches, or in one more or less than half.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.faults import Fault
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Progress, Slot
from tournaments.rules.formats.tables import placed, results_of, table_faults, table_rules
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its matches, home first, and who rests where the number of entries is odd."""

    number: int
    matches: tuple[tuple[str, str], ...]
    resting: str | None = None


def berger(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The table for `size` numbers, 1 to size: for each round its pairs, home first.

    With an odd size, the number one above it is who is missing: whoever is drawn against it rests.
    """
    last = size + size % 2
    circle = last - 1
    rounds = []
    for number in range(circle):
        # The opponent of the last number moves on by half the field each round; the others mirror around it.
        pivot = number * last // 2 % circle
        first = (pivot + 1, last) if number % 2 == 0 else (last, pivot + 1)
        others = [((pivot + step) % circle + 1, (pivot - step) % circle + 1) for step in range(1, last // 2)]
        rounds.append((first, *others))
    return tuple(rounds)


def schedule(entries: Sequence[str], cycles: int = 1) -> tuple[Round, ...]:
    """The rounds of a single or double round robin; a return leg has home and away exchanged.

    Round r of the second cycle returns round r of the first, so that a return is a whole cycle away.
    """
    names = dict(enumerate(entries, start=1))
    table = berger(len(entries))
    rounds = []
    for number in range(cycles * len(table)):
        cycle, place = divmod(number, len(table))
        pairs = [pair[::-1] if cycle % 2 else pair for pair in table[place]]
        rounds.append(
            Round(
                number + 1,
                tuple((names[h], names[a]) for h, a in pairs if h in names and a in names),
                next((names.get(h, names.get(a)) for h, a in pairs if not (h in names and a in names)), None),
            )
        )
    return tuple(rounds)


class RoundRobin:
    """The league; its own keys are `cycles` (1 or 2) and those of a table (`tables.TABLE_KEYS`)."""

    name = "round_robin"
    limits = (2, 128)
    labels = r"(?!)"

    def check(self, config: Mapping[str, JSON], /) -> Sequence[Fault]:
        """`cycles` is 1 or 2, and the table can be read."""
        faults = table_faults(config, {"cycles"})
        if config.get("cycles", 1) not in (1, 2) or isinstance(config.get("cycles"), bool):
            faults.append(Fault("cycles", _("must be 1 or 2")))
        return faults

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """N(N−1)/2 matches for each cycle, round by round."""
        return league_pairings(drawn.entries, 2 if drawn.config.get("cycles") == 2 else 1)

    def further(self, _drawn: Drawn, _progress: Progress, /) -> Sequence[Pairing]:
        """Everything is known at the draw."""
        return ()

    def placings(self, drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The table; who is level but for lots shares the place."""
        rules = table_rules(drawn.config, lots=drawn.lots)
        return placed(rules.table(drawn.entries, results_of(progress.played, rules.bye)))


def league_pairings(entries: Sequence[str], cycles: int, prefix: str = "") -> list[Pairing]:
    """The matches of a round robin, with ids such as "R1M2", or "G3R1M2" with the prefix "G3"."""
    return [
        Pairing(f"{prefix}R{each.number}M{place}", each.number, Slot("entry", home), Slot("entry", away))
        for each in schedule(entries, cycles)
        for place, (home, away) in enumerate(each.matches, start=1)
    ]
