"""The Swiss system: so many rounds, each against somebody of about the same score, and a table at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.rules.faults import Fault
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Played, Progress, Slot
from tournaments.rules.formats.swiss_pairing import Entrant, SwissRound, pair
from tournaments.rules.formats.tables import (
    TableRules,
    placed,
    result_of,
    results_of,
    table_faults,
    table_rules,
)
from tournaments.rules.outcomes import Outcome
from tournaments.rules.points import award
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _

CRITERIA = (
    "points",
    "wins",
    "buchholz",
    "median_buchholz",
    "leg_difference",
    "tentos_difference",
    "lots",
)
BYES = frozenset({"unopposed"})
"""Ways of being decided that are a bye; a walkover against an opponent who was drawn is none."""


@dataclass(slots=True)
class _Record:
    """What an entry has behind it; it stays with the entry, whether that leaves and comes back or not."""

    points: int = 0
    met: set[str] = field(default_factory=set)
    byes: int = 0
    home: int = 0
    away: int = 0


def entrants(
    order: Sequence[str], played: Sequence[Played], rules: TableRules, clubs: Mapping[str, str]
) -> list[Entrant]:
    """The entries, best first, with what they have behind them after these matches."""
    records = {entry: _Record() for entry in order}
    for match in played:
        result = result_of(match, rules.bye)
        if result is None or result.extra:
            continue
        earned = award(rules.points, result)
        if result.away is None and result.outcome is Outcome.NOT_PLAYED:
            if result.home in records:
                records[result.home].points += earned[0]
            continue
        _note(records.get(result.home), result.away, earned[0], at_home=True)
        if result.away is not None:
            _note(records.get(result.away), result.home, earned[1], at_home=False)
    return [
        Entrant(
            entry,
            record.points,
            clubs.get(entry, ""),
            frozenset(record.met),
            record.byes,
            record.home,
            record.away,
        )
        for entry, record in records.items()
    ]


def _note(record: _Record | None, opponent: str | None, points: int, *, at_home: bool) -> None:
    if record is None:
        return
    record.points += points
    if opponent is None:
        record.byes += 1
        return
    record.met.add(opponent)
    record.home += at_home
    record.away += not at_home


class Swiss:
    """The Swiss system; its own keys are `rounds`, `clubs_apart`, and those of a table."""

    name = "swiss"
    limits = (2, 4096)
    labels = r"(?!)"

    def check(self, config: Mapping[str, JSON], /) -> Sequence[Fault]:
        """`rounds` is a number of rounds, `clubs_apart` true or false, and the table can be read."""
        faults = table_faults(config, {"rounds", "clubs_apart"})
        rounds = config.get("rounds")
        if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= 64:
            faults.append(Fault("rounds", _("must be a whole number from 1 to 64")))
        if not isinstance(config.get("clubs_apart", False), bool):
            faults.append(Fault("clubs_apart", _("must be true or false")))
        return faults

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """The first round, from the seeding."""
        return self._round(drawn, drawn.entries, (), 1)

    def further(self, drawn: Drawn, progress: Progress, /) -> Sequence[Pairing]:
        """The next round, from the table of all before; without those who have left."""
        number = max(match.round for match in progress.planned) + 1
        if number > _rounds(drawn.config):
            return ()
        stay = [entry for entry in drawn.entries if entry not in progress.out]
        if len(stay) < 2:
            return ()
        rules = _rules(drawn)
        table = rules.table(drawn.entries, results_of(progress.played, rules.bye))
        order = [row.entry for row in table.rows if row.entry not in progress.out]
        return self._round(drawn, order, progress.played, number)

    def placings(self, drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The table after the last round."""
        rules = _rules(drawn)
        return placed(rules.table(drawn.entries, results_of(progress.played, rules.bye)))

    def _round(
        self, drawn: Drawn, order: Sequence[str], played: Sequence[Played], number: int
    ) -> list[Pairing]:
        present = entrants(order, played, _rules(drawn), drawn.clubs)
        found = pair(
            sorted(present, key=lambda each: -each.points),
            clubs_apart=bool(drawn.config.get("clubs_apart")),
            rounds_after=_rounds(drawn.config) - number,
        )
        return pairings(found, number)


def pairings(found: SwissRound, number: int) -> list[Pairing]:
    """The matches of a round from the top table down, the bye last as a match against nobody."""
    sides = [(Slot("entry", home), Slot("entry", away)) for home, away in found.matches]
    if found.bye is not None:
        sides.append((Slot("entry", found.bye), Slot("nobody")))
    return [
        Pairing(f"R{number}M{place}", number, home, away) for place, (home, away) in enumerate(sides, start=1)
    ]


def _rounds(config: Mapping[str, JSON]) -> int:
    rounds = config["rounds"]
    return rounds if isinstance(rounds, int) else 0


def _rules(drawn: Drawn) -> TableRules:
    return table_rules(drawn.config, CRITERIA, drawn.lots)
