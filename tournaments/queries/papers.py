"""What goes on paper: gathered from the state of a championship, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from games.rules.options import rules_for
from games.rules.variants import VARIANTS
from games.states import milliseconds, moment
from tournaments import states, words
from tournaments.errors import NothingToPrint
from tournaments.models import ChampionshipRow
from tournaments.printing import lists, sheet, trees
from tournaments.printing.paper import Imprint
from tournaments.queries.championships import names_of
from tournaments.rules import public
from tournaments.rules.errors import UnknownMatch
from tournaments.rules.state import NOBODY, Championship, Match

Address = Callable[[str], str]
"""The address of a match's page, by the match's id."""


def imprint(championship: ChampionshipRow, now: datetime) -> Imprint:
    """What stands on every page."""
    club = championship.club
    return Imprint(championship.name, club.name, now, ZoneInfo(club.time_zone))


def sheet_of(championship_id: UUID, match_id: str, address: Address) -> list[sheet.Sheet]:
    """The score sheet of one match, or `UnknownMatch`; `NothingToPrint` while a side is not known."""
    _, state = states.latest(championship_id)
    if match_id not in state.matches:
        raise UnknownMatch(match=match_id)
    return _sheets(state, [state.matches[match_id]], address)


def sheets(
    championship_id: UUID, address: Address, *, stage: str | None = None, number: int | None = None
) -> list[sheet.Sheet]:
    """The score sheets of all matches at tables that are still to be played (of a stage, of a round)."""
    _, state = states.latest(championship_id)
    wanted = [
        match
        for match in state.matches.values()
        if match.mode == "table"
        and match.result is None
        and stage in (None, match.stage)
        and number in (None, match.round)
    ]
    return _sheets(state, wanted, address)


def bracket(championship_id: UUID) -> list[tuple[str, list[trees.Match]]]:
    """The stages in which winners meet winners, each with its matches."""
    _, state = states.latest(championship_id)
    found = []
    for stage in state.stages.values():
        matches = [state.matches[match] for match in stage.matches]
        if any(source.kind == "winner" for match in matches for source in match.sources):
            seeds = {entry: place for place, entry in enumerate(stage.order, 1)}
            found.append((_stage_name(state, stage.id), [_drawn(state, match, seeds) for match in matches]))
    if not found:
        raise NothingToPrint
    return found


def sides(state: Championship, match: Match) -> list[sheet.Side]:
    """Both sides of a match with the names of their players; nameless while they are not known."""
    members = [member for side in match.sides if side for member in state.entries[side].members]
    names = names_of(members)
    return [
        _side(state, entry, names) if entry else sheet.Side(_awaited(entry, source.kind, source.of), "", ())
        for entry, source in zip(match.sides, match.sources, strict=True)
    ]


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
            " · ".join([_stage_name(state, stage)] * several + [words.round_name(number, label)]),
            (_programme(state, matches, zone),),
        )
        for (stage, number, label), matches in rounds.items()
    ]
    note = gettext("Times marked ~ are estimates. All times are those of {zone}.").format(zone=zone.key)
    return [*sections, lists.Section("", (), note)]


def _sheets(state: Championship, matches: Sequence[Match], address: Address) -> list[sheet.Sheet]:
    ready = [match for match in matches if match.ready]
    if not ready:
        raise NothingToPrint
    names = names_of(
        member for match in ready for side in match.sides if side for member in state.entries[side].members
    )
    return [_sheet(state, match, names, address) for match in ready]


def _sheet(state: Championship, match: Match, names: dict[str, str], address: Address) -> sheet.Sheet:
    regulation = state.regulation
    rules = rules_for(regulation.variant, regulation.players, regulation.options)
    game = gettext("{variant}, {target} tentos").format(
        variant=VARIANTS[regulation.variant].name, target=regulation.target
    )
    home, away = (_side(state, side, names) for side in match.sides)
    return sheet.Sheet(
        match=match.id,
        where=_where(state, match),
        game=game,
        rule=words.legs_rule(match.best_of, match.best_of // 2 + 1),
        target=regulation.target,
        legs=match.best_of,
        flor=rules.flor is not None,
        table=match.call.table if match.call else None,
        at=_begins(match),
        sides=(home, away),
        address=address(match.id),
    )


def _side(state: Championship, entry_id: str | None, names: dict[str, str]) -> sheet.Side:
    entry = state.entries[entry_id or ""]
    players = tuple(names.get(member, "") for member in entry.members)
    return sheet.Side(entry.name, entry.club or "", players)


def _where(state: Championship, match: Match) -> str:
    named = words.round_name(match.round, match.label)
    several = len(state.regulation.stages) > 1
    return f"{_stage_name(state, match.stage)} · {named}" if several else named


def _stage_name(state: Championship, stage: str) -> str:
    return stage if len(state.regulation.stages) > 1 else gettext("Bracket")


def _begins(match: Match) -> datetime | None:
    ms = match.call.at_ms if match.call else match.due_ms
    return None if ms is None else moment(ms)


def _drawn(state: Championship, match: Match, seeds: dict[str, int]) -> trees.Match:
    home, away = (_slot(state, match, side, seeds) for side in (0, 1))
    table = match.call.table if match.call and match.result is None else None
    note = gettext("table {table}").format(table=table) if table else ""
    if match.result:
        note = words.way(match.result.how)
    return trees.Match(match.id, words.round_name(match.round, match.label), (home, away), note)


def _slot(state: Championship, match: Match, side: int, seeds: dict[str, int]) -> trees.Slot:
    entry, source = match.sides[side], match.sources[side]
    winner_of = source.of if source.kind == "winner" else ""
    if not entry:
        return trees.Slot(_awaited(entry, source.kind, source.of), winner_of)
    won = match.result is not None and match.result.winner == entry
    return trees.Slot(
        state.entries[entry].name, winner_of, True, seeds.get(entry), _score(state, match, side), won
    )


def _score(state: Championship, match: Match, side: int) -> int | None:
    legs = public.match_view(state, match)["legs"] if match.result else []
    if len(legs) == 1:
        return int(legs[0]["score"][side])
    return sum(leg["winner"] == side for leg in legs) if legs else None


def _awaited(entry: str | None, kind: str, of: str) -> str:
    if entry == NOBODY:
        return "–"
    if kind == "loser":
        return gettext("Loser of {match}").format(match=of)
    return gettext("Winner of {match}").format(match=of) if kind == "winner" else ""


def _programme(state: Championship, matches: Iterable[Any], zone: ZoneInfo) -> lists.Listing:
    columns = (
        (gettext("Time"), 15.0),
        (gettext("Table"), 7.0),
        (gettext("Match"), 11.0),
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
    return state.entries[entry].name if entry else _awaited(entry, source.kind, source.of)


def _time(match: Any, zone: ZoneInfo) -> str:
    for key, mark in (("called_ms", ""), ("due_ms", ""), ("expected_ms", "~")):
        if match[key] is not None:
            return mark + words.short_time(moment(match[key]), zone)
    return ""
