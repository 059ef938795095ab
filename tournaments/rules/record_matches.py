"""The matches of a standings record: each is read whole, and refused where it contradicts itself."""

from collections.abc import Mapping
from typing import Any

from tournaments.rules import record_fields as fields
from tournaments.rules.outcomes import AS_PLAYED, Counts, MatchResult, Outcome, Pair
from tournaments.rules.record_fields import UnreadableRecord
from truco_api.errors import gettext_noop

_KEYS = frozenset({"home", "away", "outcome", "legs", "winner", "flores", "counts", "extra"})
_NOTES = frozenset({"id", "note", "at", "round", "group", "stage", "table"})
"""What a match may carry and a table never looks at, but for an `id` that comes twice."""

_UNWON = (Outcome.NOT_PLAYED, Outcome.DOUBLE_WALKOVER)


def read_matches(data: object, entries: frozenset[str]) -> tuple[MatchResult, ...]:
    """Read the matches; two with the same `id` are one match reported twice, and refused."""
    matches: list[MatchResult] = []
    seen: set[str] = set()
    for place, each in enumerate(fields.sequence(data, "matches")):
        field = f"matches.{place}"
        match = fields.mapping(each, field)
        fields.known_keys(match, _KEYS | _NOTES, field)
        if match.get("id") is not None:
            name = str(match["id"])
            if name in seen:
                raise UnreadableRecord(
                    gettext_noop("{field} reports match {name} a second time"), field=f"{field}.id", name=name
                )
            seen.add(name)
        matches.append(_read_match(match, entries, field))
    return tuple(matches)


def _read_match(match: Mapping[str, Any], entries: frozenset[str], field: str) -> MatchResult:
    home, away = _read_sides(match, entries, field)
    stated = fields.required(match, "outcome", field)
    result = MatchResult(
        home=home,
        away=away,
        outcome=Outcome(fields.one_of(stated, list(Outcome), f"{field}.outcome")),
        legs=_read_legs(match.get("legs"), f"{field}.legs"),
        winner=_read_winner(match, home, away, field),
        flores=_read_flores(match.get("flores"), f"{field}.flores"),
        counts=read_counts(match.get("counts"), f"{field}.counts"),
        extra=_read_extra(match.get("extra", False), f"{field}.extra"),
    )
    _check(result, field)
    return result


def _read_sides(match: Mapping[str, Any], entries: frozenset[str], field: str) -> tuple[str, str | None]:
    """Home and away; an away side that is null, and not merely left out, makes it a bye."""
    home = fields.one_of(fields.required(match, "home", field), entries, f"{field}.home")
    if "away" in match and match["away"] is None:
        return home, None
    away = fields.one_of(fields.required(match, "away", field), entries, f"{field}.away")
    if away == home:
        raise UnreadableRecord(gettext_noop("{field} is also the home side"), field=f"{field}.away")
    return home, away


def _read_winner(match: Mapping[str, Any], home: str, away: str | None, field: str) -> str | None:
    winner = match.get("winner")
    if winner is None:
        return None
    return fields.one_of(winner, [side for side in (home, away) if side is not None], f"{field}.winner")


def _read_legs(data: object, field: str) -> tuple[Pair, ...]:
    if data is None:
        return ()
    return tuple(
        fields.pair(leg, fields.path(field, place)) for place, leg in enumerate(fields.sequence(data, field))
    )


def _read_flores(data: object, field: str) -> Pair:
    """Flores of home and away, in all or leg by leg."""
    if data is None:
        return 0, 0
    listed = fields.sequence(data, field)
    if any(isinstance(each, list) for each in listed):
        legs = _read_legs(data, field)
        return sum(h for h, _ in legs), sum(a for _, a in legs)
    return fields.pair(listed, field)


def read_counts(data: object, field: str) -> Counts:
    """What counts in the place of what was played; nothing does where there is no such object."""
    if data is None:
        return AS_PLAYED
    stated = fields.mapping(data, field)
    fields.known_keys(stated, ("legs", "tentos", "flores", "points"), field)
    return Counts(
        **{
            name: fields.pair(value, fields.path(field, name), negative=name == "points")
            for name, value in stated.items()
            if not name.startswith("x-")
        }
    )


def _read_extra(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise UnreadableRecord(gettext_noop("{field} must be true or false"), field=field)
    return value


def _check(match: MatchResult, field: str) -> None:
    """Refuse what the outcome cannot go with; nobody wins, loses or draws without a word of it."""
    if match.away is None and (match.outcome is not Outcome.WALKOVER or match.winner != match.home):
        raise UnreadableRecord(
            gettext_noop("{field} is null: a bye is a walkover won by the home side"), field=f"{field}.away"
        )
    if match.outcome in _UNWON:
        if match.winner is not None:
            raise UnreadableRecord(gettext_noop("{field}: nobody won this match"), field=f"{field}.winner")
        if match.legs:
            raise UnreadableRecord(gettext_noop("{field}: this match was not played"), field=f"{field}.legs")
        return
    if match.outcome is Outcome.WALKOVER and match.winner is None:
        raise UnreadableRecord(gettext_noop("{field} is missing"), field=f"{field}.winner")
    if match.winning_side is None:
        _check_undecided(match, field)


def _check_undecided(match: MatchResult, field: str) -> None:
    if match.outcome is Outcome.ABANDONED:
        raise UnreadableRecord(
            gettext_noop("{field} is missing: the legs do not tell who left"), field=f"{field}.winner"
        )
    if not match.legs and match.counts.legs is None:
        raise UnreadableRecord(
            gettext_noop("{field} is missing: no result was entered"), field=f"{field}.legs"
        )
