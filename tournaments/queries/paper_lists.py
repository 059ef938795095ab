"""Papers that are lists: the tables of groups and the schedule, in the active language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from games.states import milliseconds, moment
from tournaments import states, words
from tournaments.errors import NothingToPrint
from tournaments.printing import lists
from tournaments.queries.papers import awaited, score, stage_name
from tournaments.rules import public, public_stages
from tournaments.rules.format_fields import TABLED
from tournaments.rules.state import Championship, Match, Stage
from tournaments.rules.tiebreaks import CRITERIA
from truco_api.problems import localized


def groups(championship_id: UUID) -> list[lists.Section]:
    """The tables of every stage that has some, each with its matches to fill in."""
    _, state = states.latest(championship_id)
    found = [
        section
        for stage in state.stages.values()
        if state.regulation.stage(stage.id).format in TABLED
        for section in _tables(state, stage)
    ]
    if not found:
        raise NothingToPrint
    return found


def schedule(championship_id: UUID, now: datetime, zone: ZoneInfo) -> list[lists.Section]:
    """What is being played and what is to come, round by round, with the times that are known or expected."""
    _, state = states.latest(championship_id)
    rounds: dict[tuple[str, int, str], list[Any]] = {}
    for match in public.schedule(state, milliseconds(now))["matches"]:
        rounds.setdefault((match["stage"], match["round"], match["label"]), []).append(match)
    if not rounds:
        raise NothingToPrint
    several = len(state.regulation.stages) > 1
    sections = [
        lists.Section(
            " · ".join([stage_name(state, stage)] * several + [words.round_name(number, label)]),
            (_programme(state, matches, zone),),
        )
        for (stage, number, label), matches in rounds.items()
    ]
    note = gettext("Times marked ~ are estimates. All times are those of {zone}.").format(zone=zone.key)
    return [*sections, lists.Section("", (), note)]


def _tables(state: Championship, stage: Stage) -> Iterator[lists.Section]:
    """A section for every table of the stage."""
    view = public_stages.stage_view(state, stage.id)
    grouped = view["format"] == "groups"
    for table in view["tables"]:
        number = table["group"]
        title = [stage_name(state, stage.id)]
        if grouped:
            title.append(words.round_name(1, f"group_{number}"))
        inside = {row["entry"] for row in table["rows"]}
        matches = [
            match
            for match in map(state.matches.__getitem__, stage.matches)
            if inside.issuperset(filter(None, match.sides))
        ]
        yield lists.Section(
            " · ".join(title), (_standings(view, table), _fixtures(state, matches)), _legend(view)
        )


def _standings(view: Any, table: Any) -> lists.Listing:
    """One table; a criterion that came to nobody is left out."""
    codes = [
        criterion
        for criterion in view["criteria"]
        if any(row["values"][criterion["code"]] is not None for row in table["rows"])
    ]
    columns = (
        ("", 5.0),
        (gettext("Entry"), 34.0),
        (gettext("Pl."), 6.0),
        *((criterion["handbook"], 8.0) for criterion in codes),
    )
    rows = tuple(
        (
            str(row["rank"]),
            row["name"],
            str(row["played"]),
            *(_value(row["values"][criterion["code"]]) for criterion in codes),
        )
        for row in table["rows"]
    )
    return lists.Listing(gettext("Standings"), columns, rows, strong=frozenset({0, 1, 3}))


def _legend(view: Any) -> str:
    named = (f"{each['handbook']}: {localized(CRITERIA[each['code']].name)}" for each in view["criteria"])
    return " · ".join((gettext("Pl.: matches played"), *named))


def _value(value: Any) -> str:
    return "–" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def _fixtures(state: Championship, matches: Sequence[Match]) -> lists.Listing:
    columns = (
        (gettext("Round"), 8.0),
        (gettext("Match"), 17.0),
        (gettext("Home side"), 28.0),
        (gettext("Result"), 14.0),
        (gettext("Away side"), 30.0),
    )
    rows = tuple(
        (
            str(match.round),
            match.id,
            _side_text(state, match.id, 0),
            _outcome(state, match),
            _side_text(state, match.id, 1),
        )
        for match in matches
    )
    return lists.Listing(gettext("Matches"), columns, rows, strong=frozenset({2, 4}))


def _outcome(state: Championship, match: Match) -> str:
    """The legs of a decided match, or the tentos of its only one, or how it was decided."""
    if match.result is None:
        return ""
    home, away = (score(state, match, side) for side in (0, 1))
    return words.way(match.result.how) if home is None else f"{home} – {away}"


def _programme(state: Championship, matches: Iterable[Any], zone: ZoneInfo) -> lists.Listing:
    columns = (
        (gettext("Time"), 15.0),
        (gettext("Table"), 7.0),
        (gettext("Match"), 16.0),
        (gettext("Home side"), 27.0),
        (gettext("Away side"), 27.0),
        (gettext("Result"), 13.0),
    )
    rows = tuple(
        (
            _time(match, zone),
            str(match["table"] or ""),
            match["id"],
            *(_side_text(state, match["id"], side) for side in (0, 1)),
            "",
        )
        for match in matches
    )
    return lists.Listing("", columns, rows, strong=frozenset({1, 3, 4}))


def _side_text(state: Championship, match_id: str, side: int) -> str:
    match = state.matches[match_id]
    entry, source = match.sides[side], match.sources[side]
    return state.entries[entry].name if entry else awaited(entry, source.kind, source.of)


def _time(match: Any, zone: ZoneInfo) -> str:
    for key, mark in (("called_ms", ""), ("due_ms", ""), ("expected_ms", "~")):
        if match[key] is not None:
            return mark + words.short_time(moment(match[key]), zone)
    return ""
