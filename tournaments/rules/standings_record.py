"""The standings record: a table as one JSON object, read, judged and answered (`truco-standings/1`).

Reading refuses whatever would have to be guessed at, and names the field by its dotted path.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules import record_fields as fields
from tournaments.rules.outcomes import MatchResult
from tournaments.rules.points import KINDS, PointsTable
from tournaments.rules.reasons import Reason, explain, plain
from tournaments.rules.record_fields import UnreadableRecord
from tournaments.rules.record_matches import read_matches
from tournaments.rules.standings import Chain, Measured, Standings, measure, order
from tournaments.rules.tiebreaks import CRITERIA, Scope, Value, ratio
from truco_api.errors import gettext_noop

FORMAT = "truco-standings/1"

_KEYS = frozenset({"format", "entries", "points", "criteria", "after_head_to_head", "ranks", "lots"})
_SOURCES = frozenset({"matches", "totals"})
_NOTES = frozenset({"id", "note"})
_DERIVED = {
    "leg_difference": ("legs_for", "legs_against"),
    "tentos_difference": ("tentos_for", "tentos_against"),
    "tentos_ratio": ("tentos_for", "tentos_against"),
}


@dataclass(frozen=True, slots=True)
class StandingsRecord:
    """A record as read: `totals` is None where `matches` tell the values, and the other way round."""

    entries: tuple[str, ...]
    chain: Chain
    points: PointsTable
    matches: tuple[MatchResult, ...] | None
    totals: Mapping[str, Mapping[str, Value]] | None

    def standings(self) -> Standings:
        """The table that the record describes."""
        if self.totals is None:
            measured = measure(self.entries, self.matches or (), self.points, self.chain.criteria)
        else:
            measured = _of_totals(self.entries, self.totals, self.chain.criteria)
        return order(self.entries, measured, self.chain)


def read_record(data: object) -> StandingsRecord:
    """Read a record; raises `UnreadableRecord` naming the first field that is wrong."""
    record = fields.mapping(data, "")
    fields.known_keys(record, _KEYS | _SOURCES | _NOTES, "")
    if fields.required(record, "format", "") != FORMAT:
        raise UnreadableRecord(gettext_noop("{field} must be {expected}"), field="format", expected=FORMAT)
    entries = fields.names(fields.required(record, "entries", ""), "entries")
    chain = read_chain(record, entries)
    points = read_points(record.get("points"))
    if ("matches" in record) == ("totals" in record):
        raise UnreadableRecord(
            gettext_noop("{field}: a record has either matches or totals, and not both"), field="matches"
        )
    if "matches" in record:
        matches = read_matches(record["matches"], frozenset(entries))
        return StandingsRecord(entries, chain, points, matches, None)
    totals = _read_totals(record["totals"], entries, chain.criteria)
    return StandingsRecord(entries, chain, points, None, totals)


def answer(table: Standings, *, explained: bool = False) -> dict[str, Any]:
    """The table as the JSON object that the command and the endpoint write, with reasons if `explained`."""
    rows: list[dict[str, Any]] = []
    for row in table.rows:
        told: dict[str, Any] = {
            "rank": row.rank,
            "entry": row.entry,
            "values": {code: plain(value) for code, value in row.values.items()},
            "decided_by": row.decided_by,
        }
        if explained:
            told["reasons"] = [_told(reason) for reason in explain(table, row)]
        rows.append(told)
    return {"rows": rows, "pending": [list(block) for block in table.pending]}


def _told(reason: Reason) -> dict[str, Any]:
    return {
        "code": reason.code,
        "criterion": reason.criterion,
        "value": plain(reason.value),
        "others": list(reason.others),
        "text": reason.sentence,
    }


def read_chain(record: Mapping[str, Any], entries: tuple[str, ...]) -> Chain:
    """The rules of the order out of a record, or out of any object with the same fields."""
    criteria = fields.names(fields.required(record, "criteria", ""), "criteria")
    if not criteria:
        raise UnreadableRecord(gettext_noop("{field} must name at least one criterion"), field="criteria")
    for place, code in enumerate(criteria):
        fields.one_of(code, CRITERIA, f"criteria.{place}")
    lots = fields.names(record.get("lots", []), "lots")
    for place, entry in enumerate(lots):
        fields.one_of(entry, entries, f"lots.{place}")
    after = _choice(record, "after_head_to_head", ("restart", "continue"))
    ranks = _choice(record, "ranks", ("standard", "dense"))
    return Chain(
        criteria,
        "continue" if after == "continue" else "restart",
        "dense" if ranks == "dense" else "standard",
        lots,
    )


def _choice(record: Mapping[str, Any], name: str, allowed: tuple[str, str]) -> str:
    """One of two names; the first where the field is left out."""
    return fields.one_of(record.get(name, allowed[0]), allowed, name)


def read_points(data: object) -> PointsTable:
    """The table of points: 3, 1, 0 without one; a win, draw or loss that a given table leaves out pays 0."""
    if data is None:
        return PointsTable()
    stated = fields.mapping(data, "points")
    fields.known_keys(stated, frozenset({*KINDS, "by_legs", "note"}), "points")
    kinds = {kind: fields.whole(stated[kind], f"points.{kind}") for kind in KINDS if kind in stated}
    by_legs = {
        _read_score(score): _read_paid(score, paid)
        for score, paid in fields.mapping(stated.get("by_legs", {}), "points.by_legs").items()
    }
    return PointsTable(**{"win": 0, "draw": 0, "loss": 0, **kinds}, by_legs=by_legs)


def _read_score(score: str) -> tuple[int, int]:
    """The legs of winner and loser out of a key such as `2-1`."""
    winner, dash, loser = score.partition("-")
    if not (dash and _is_number(winner) and _is_number(loser)):
        raise UnreadableRecord(
            gettext_noop("{field} must be keyed by the legs of winner and loser, as in 2-1"),
            field=f"points.by_legs.{score}",
        )
    return int(winner), int(loser)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4 and str(int(text)) == text


def _read_paid(score: str, paid: object) -> tuple[int, int]:
    """The points of both; after a draw they are equal, as nobody is the winner there."""
    field = f"points.by_legs.{score}"
    pair = fields.pair(paid, field, negative=True)
    winner, loser = _read_score(score)
    if winner == loser and pair[0] != pair[1]:
        raise UnreadableRecord(gettext_noop("{field} must pay both the same, as nobody won"), field=field)
    return pair


def _read_totals(
    data: object, entries: tuple[str, ...], criteria: tuple[str, ...]
) -> dict[str, dict[str, Value]]:
    stated = fields.mapping(data, "totals")
    for name in stated:
        fields.one_of(name, entries, f"totals.{name}")
    totals: dict[str, dict[str, Value]] = {}
    for entry in entries:
        given = fields.mapping(fields.required(stated, entry, "totals"), f"totals.{entry}")
        fields.known_keys(given, CRITERIA.keys() - {"lots"}, f"totals.{entry}")
        totals[entry] = {
            code: fields.number(value, f"totals.{entry}.{code}")
            if code in ("tentos_ratio", "sonneborn_berger")
            else fields.whole(value, f"totals.{entry}.{code}")
            for code, value in given.items()
        }
        _derive(totals[entry])
    for code in criteria:
        _must_be_complete(code, totals)
    return totals


def _derive(given: dict[str, Value]) -> None:
    """Add what follows from two values that were given."""
    for code, (made, conceded) in _DERIVED.items():
        if code not in given and made in given and conceded in given:
            a, b = given[made], given[conceded]
            given[code] = ratio(int(a), int(b)) if code == "tentos_ratio" else a - b


def _must_be_complete(code: str, totals: Mapping[str, Mapping[str, Value]]) -> None:
    """Refuse a criterion that some entry lacks; who met whom and seeds may be left out altogether."""
    lacking = [entry for entry, given in totals.items() if code not in given]
    optional = CRITERIA[code].scope is not Scope.TABLE or code == "seed"
    if lacking and not (optional and len(lacking) == len(totals)):
        raise UnreadableRecord(gettext_noop("{field} is missing"), field=f"totals.{lacking[0]}.{code}")


def _of_totals(
    entries: tuple[str, ...], totals: Mapping[str, Mapping[str, Value]], criteria: tuple[str, ...]
) -> Measured:
    whole: dict[str, Mapping[str, Value]] = {
        code: {entry: totals[entry][code] for entry in entries}
        for code in criteria
        if entries and code in totals[entries[0]]
    }
    if "seed" in criteria and "seed" not in whole:
        whole["seed"] = {entry: place for place, entry in enumerate(entries, start=1)}
    return Measured(whole, {})
