"""Rankings of entries, persons and clubs: over one championship, and over a season of several.

What is ranked is a key, whatever it stands for: an entry, a person, a club. A championship gives every key
what its entries have done; who has several entries in it (a club) has all of them counted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tournaments.rules.formats.protocol import Place
from tournaments.rules.formats.season import SeasonRules, earned
from tournaments.rules.reasons import explain, plain
from tournaments.rules.stages import places_of
from tournaments.rules.standings import Chain, Measured, Row, Standings, order
from tournaments.rules.state import DROPPED, Championship, Match
from tournaments.rules.tiebreaks import Value
from truco_api.errors import Message

NO_PLACE = 10**9
CRITERIA = ("points", "wins", "leg_difference", "legs_for", "tentos_difference", "tentos_for")
"""What a ranking can be ordered by; "wins" are matches won, and in a season championships won."""


@dataclass(frozen=True, slots=True)
class Record:
    """What an entry has done in a championship; `place` is None before the end, or where it came to none.

    `legs` and `tentos` are own ones and those of its opponents, as they counted.
    """

    entry: str
    place: int | None
    played: int = 0
    won: int = 0
    legs: tuple[int, int] = (0, 0)
    tentos: tuple[int, int] = (0, 0)


def final_places(state: Championship) -> tuple[Place, ...]:
    """The order of the whole championship once it is over: by the last stage an entry came to."""
    if state.phase != "finished":
        return ()
    found: list[Place] = []
    placed: set[str] = set()
    for rules in reversed(state.regulation.stages):
        before = len(placed)
        taken = 0
        for place in places_of(state, state.stages[rules.id]):
            fresh = tuple(entry for entry in place.entries if entry not in placed)
            if fresh:
                found.append(Place(before + taken + 1, fresh))
                taken += len(fresh)
                placed.update(fresh)
    return tuple(found)


def records(state: Championship) -> tuple[Record, ...]:
    """The records of all entries that were drawn, in the order of registration."""
    places = {entry: place.place for place in final_places(state) for entry in place.entries}
    drawn = {entry for stage in state.stages.values() for entry in stage.entries}
    found = {entry: Record(entry, places.get(entry)) for entry in state.entries if entry in drawn}
    for match in state.matches.values():
        for side in (0, 1):
            entry = match.sides[side]
            if entry in found and _counts(match):
                found[entry] = _with_match(found[entry], match, side)
    return tuple(found.values())


def _counts(match: Match) -> bool:
    return match.result is not None and match.ready and match.result.how != DROPPED


def _with_match(record: Record, match: Match, side: int) -> Record:
    assert match.result is not None
    legs = match.result.legs
    won = sum(leg[side] > leg[1 - side] for leg in legs)
    lost = sum(leg[side] < leg[1 - side] for leg in legs)
    return Record(
        record.entry,
        record.place,
        record.played + 1,
        record.won + (match.result.winner == record.entry),
        (record.legs[0] + won, record.legs[1] + lost),
        (
            record.tentos[0] + sum(leg[side] for leg in legs),
            record.tentos[1] + sum(leg[1 - side] for leg in legs),
        ),
    )


@dataclass(frozen=True, slots=True)
class Ranked:
    """A key in the ranking of one championship; `places` are those of its entries, best first."""

    rank: int
    key: str
    entries: int
    places: tuple[int, ...]
    played: int
    won: int
    leg_difference: int
    tentos_difference: int


def ranking(found: Sequence[Record], keys: Mapping[str, Iterable[str]]) -> tuple[Ranked, ...]:
    """One championship by the places of each key's entries, best place first.

    Who has no place (yet) comes after, by matches won, difference of legs and of tentos; who is level shares
    a rank.
    """
    own: dict[str, list[Record]] = {}
    for record in found:
        for key in keys.get(record.entry, ()):
            own.setdefault(key, []).append(record)
    measured = sorted((_standing(records), key) for key, records in own.items())
    ranked: list[Ranked] = []
    for number, (standing, key) in enumerate(measured, 1):
        level = number > 1 and standing == measured[number - 2][0]
        places, won, legs, tentos = standing
        ranked.append(
            Ranked(
                rank=ranked[-1].rank if level else number,
                key=key,
                entries=len(own[key]),
                places=tuple(place for place in places if place < NO_PLACE),
                played=sum(record.played for record in own[key]),
                won=-won,
                leg_difference=-legs,
                tentos_difference=-tentos,
            )
        )
    return tuple(ranked)


def _standing(found: Sequence[Record]) -> tuple[tuple[int, ...], int, int, int]:
    """What orders a key, smallest first: places, then matches, legs and tentos, more being smaller."""
    places = sorted(NO_PLACE if record.place is None else record.place for record in found)
    return (
        (*places, NO_PLACE),
        -sum(record.won for record in found),
        -sum(record.legs[0] - record.legs[1] for record in found),
        -sum(record.tentos[0] - record.tentos[1] for record in found),
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a championship brought to one key: its records, and the points of a season."""

    key: str
    record: Record
    points: Value = 0


@dataclass(slots=True)
class _Totals:
    """What a key has collected, championship by championship."""

    points: list[Value] = field(default_factory=list)
    titles: int = 0
    won: int = 0
    legs: list[int] = field(default_factory=lambda: [0, 0])
    tentos: list[int] = field(default_factory=lambda: [0, 0])


def outcomes(
    rules: SeasonRules, found: Sequence[Record], keys: Mapping[str, Iterable[str]], weight: int = 1
) -> tuple[Outcome, ...]:
    """What a championship that counts `weight` times brings to the keys of its entries."""
    by_place: dict[int, list[str]] = {}
    for record in found:
        if record.place is not None:
            by_place.setdefault(record.place, []).append(record.entry)
    points = earned(rules, [Place(place, tuple(entries)) for place, entries in sorted(by_place.items())])
    return tuple(
        Outcome(key, record, weight * points.get(record.entry, rules.taking_part))
        for record in found
        for key in keys.get(record.entry, ())
    )


def season(
    rules: SeasonRules, championships: Sequence[Sequence[Outcome]], *, titles: bool = True
) -> Standings:
    """The table of all keys, by the criteria of the rules; nobody who is level is parted by chance.

    With `titles`, "wins" are championships won, else matches.
    """
    totals: dict[str, _Totals] = {}
    for number, brought in enumerate(championships):
        for outcome in brought:
            _add(totals.setdefault(outcome.key, _Totals()), outcome, number)
    keys = sorted(totals)
    whole: dict[str, Mapping[str, Value]] = {
        "points": {key: _best(totals[key].points, rules.best_results) for key in keys},
        "wins": {key: totals[key].titles if titles else totals[key].won for key in keys},
        "legs_for": {key: totals[key].legs[0] for key in keys},
        "leg_difference": {key: totals[key].legs[0] - totals[key].legs[1] for key in keys},
        "tentos_for": {key: totals[key].tentos[0] for key in keys},
        "tentos_difference": {key: totals[key].tentos[0] - totals[key].tentos[1] for key in keys},
    }
    return order(keys, Measured(whole, {}), Chain(tuple(rules.criteria)))


def _add(total: _Totals, outcome: Outcome, number: int) -> None:
    record = outcome.record
    total.points += [0] * (number + 1 - len(total.points))
    total.points[number] += outcome.points
    total.titles += record.place == 1
    total.won += record.won
    for side in (0, 1):
        total.legs[side] += record.legs[side]
        total.tentos[side] += record.tentos[side]


def _best(points: Sequence[Value], most: int) -> Value:
    """The sum of the best results, all of them if `most` is 0."""
    counted = sorted(points, reverse=True)[: most or None]
    return sum(counted, Fraction(0))


def view(table: Standings, names: Mapping[str, str], *, explained: bool = False) -> list[dict[str, Any]]:
    """The rows as JSON-ready values, by key; with reasons in words (messages) if asked for."""

    def reasons(row: Row) -> list[Message]:
        return [
            replace(
                reason, entry=names[reason.entry], others=tuple(names[other] for other in reason.others)
            ).sentence
            for reason in explain(table, row)
        ]

    return [
        {
            "rank": row.rank,
            "key": row.entry,
            "values": {code: plain(value) for code, value in row.values.items()},
            "decided_by": row.decided_by,
            "reasons": reasons(row) if explained else None,
        }
        for row in table.rows
    ]
