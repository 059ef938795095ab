"""What every format with a table shares: points and chain from its part of a regulation, and results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tournaments.rules.faults import Fault
from tournaments.rules.formats.protocol import Place, Played
from tournaments.rules.outcomes import AS_PLAYED, Counts, MatchResult, Outcome
from tournaments.rules.points import PointsTable
from tournaments.rules.record_fields import UnreadableRecord
from tournaments.rules.record_matches import read_counts
from tournaments.rules.regulation import JSON
from tournaments.rules.standings import Chain, Standings, measure, order
from tournaments.rules.standings_record import read_chain, read_points
from truco_api.errors import gettext_noop as _

DEFAULT_CRITERIA = ("points", "wins", "leg_difference", "tentos_difference", "head_to_head", "lots")
TABLE_KEYS = frozenset({"points", "criteria", "after_head_to_head", "ranks", "bye"})

PENALTY = "penalty"
"""The `how` of points that were given or taken without a match."""
EXTRA = "extra"
"""The `how` of an extra leg, which counts only among those it was to part."""
_OUTCOMES = {
    "played": Outcome.PLAYED,
    "adjudicated": Outcome.ADJUDICATED,
    "forfeit": Outcome.ABANDONED,
    "walkover": Outcome.WALKOVER,
    "withdrawal": Outcome.WALKOVER,
    "double_walkover": Outcome.DOUBLE_WALKOVER,
    "unopposed": Outcome.WALKOVER,
    "empty": Outcome.NOT_PLAYED,
}
"""How the championship says that a match was decided, as the outcome that a table counts."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """How a format orders its entries; `bye` is what counts for who had no opponent."""

    points: PointsTable
    chain: Chain
    bye: Counts = AS_PLAYED

    def table(self, entries: Sequence[str], matches: Iterable[MatchResult]) -> Standings:
        """The table of these entries, best seed first, after these matches."""
        return order(entries, measure(entries, matches, self.points, self.chain.criteria), self.chain)


def table_rules(
    config: Mapping[str, JSON], criteria: Sequence[str] = DEFAULT_CRITERIA, lots: Sequence[str] = ()
) -> TableRules:
    """The rules of a format's table; UnreadableRecord names a field that is wrong."""
    record: dict[str, Any] = {"criteria": list(criteria), **config, "lots": list(lots)}
    bye = read_counts(config.get("bye"), "bye")
    return TableRules(read_points(config.get("points")), read_chain(record, tuple(lots)), bye)


def table_faults(config: Mapping[str, JSON], known: Iterable[str]) -> list[Fault]:
    """The faults of a format's keys that make its table, and of keys that nobody knows."""
    faults = [Fault(key, _("is not known here")) for key in config if key not in {*known, *TABLE_KEYS}]
    try:
        table_rules(config)
    except UnreadableRecord as error:
        faults.append(Fault(str(error.params["field"]), error.template, error.params))
    return faults


def result_of(match: Played, bye: Counts = AS_PLAYED) -> MatchResult | None:
    """A decided match as the table counts it; None where neither side was there from the start."""
    if match.how == PENALTY:
        return MatchResult(match.home, None, Outcome.NOT_PLAYED, counts=match.counts)
    if match.how == EXTRA:
        return MatchResult(match.home, match.away, Outcome.PLAYED, match.legs, match.winner, extra=True)
    outcome = _OUTCOMES[match.how]
    if not match.home or not match.away:
        lone = match.home or match.away
        return MatchResult(lone, None, Outcome.WALKOVER, winner=lone, counts=bye) if lone else None
    legs = match.legs if outcome not in (Outcome.NOT_PLAYED, Outcome.DOUBLE_WALKOVER) else ()
    return MatchResult(match.home, match.away, outcome, legs, match.winner or None, counts=match.counts)


def results_of(played: Iterable[Played], bye: Counts = AS_PLAYED) -> tuple[MatchResult, ...]:
    """All decided matches as the table counts them."""
    found = (result_of(match, bye) for match in played)
    return tuple(match for match in found if match is not None)


def placed(table: Standings) -> list[Place]:
    """A table as places; those who share a rank, or await lots, share the place."""
    places: list[Place] = []
    number = 1
    for _rank, rows in groupby(table.rows, key=lambda row: row.rank):
        entries = tuple(row.entry for row in rows)
        places.append(Place(number, entries))
        number += len(entries)
    return places
