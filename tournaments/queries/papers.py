"""What goes on paper: gathered from the state of a championship, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from games.rules.options import rules_for
from games.rules.variants import VARIANTS
from games.states import moment
from tournaments import states, words
from tournaments.errors import NothingToPrint
from tournaments.models import ChampionshipRow
from tournaments.printing import sheet, trees
from tournaments.printing.paper import Imprint
from tournaments.queries.championships import names_of
from tournaments.rules import public
from tournaments.rules.errors import UnknownMatch
from tournaments.rules.formats.ties import Tied
from tournaments.rules.stages import games_of, ties_in
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
    several = len(state.regulation.stages) > 1
    found = []
    for stage in state.stages.values():
        matches = [state.matches[match] for match in stage.matches]
        seeds = {entry: place for place, entry in enumerate(stage.order, 1)}
        name = stage_name(state, stage.id) if several else gettext("Bracket")
        ties = ties_in(state, stage)
        if ties:
            found.append((name, [_tie(state, stage.id, tie, seeds) for tie in ties]))
        elif any(source.kind == "winner" for match in matches for source in match.sources):
            found.append((name, [_drawn(state, match, seeds) for match in matches]))
    if not found:
        raise NothingToPrint
    return found


def sides(state: Championship, match: Match) -> list[sheet.Side]:
    """Both sides of a match with the names of their players; nameless while they are not known."""
    names = names_of(people(state, match))
    return [
        _side(state, entry, names) if entry else sheet.Side(awaited(entry, source.kind, source.of), "", ())
        for entry, source in zip(match.sides, match.sources, strict=True)
    ]


def people(state: Championship, match: Match) -> list[str]:
    """Everybody who may play in a match: members and reserves of both sides, by id."""
    entries = [state.entries[side] for side in match.sides if side]
    return [person for entry in entries for person in (*entry.members, *entry.reserves)]


def _sheets(state: Championship, matches: Sequence[Match], address: Address) -> list[sheet.Sheet]:
    ready = [match for match in matches if match.ready]
    if not ready:
        raise NothingToPrint
    names = names_of(person for match in ready for person in people(state, match))
    return [_sheet(state, match, names, address) for match in ready]


def _sheet(state: Championship, match: Match, names: dict[str, str], address: Address) -> sheet.Sheet:
    regulation = state.regulation
    variant, options = regulation.game_of(match.stage)
    rules = rules_for(variant, regulation.players, options)
    game = gettext("{variant}, {target} tentos").format(
        variant=VARIANTS[variant].name, target=regulation.target_of(match.stage)
    )
    home, away = (_side(state, side, names) for side in match.sides)
    return sheet.Sheet(
        match=match.id,
        where=where(state, match),
        game=game,
        rule=words.legs_rule(match.best_of, match.first_to),
        target=regulation.target_of(match.stage),
        legs=rows_of(match),
        flor=rules.flor is not None,
        boards=regulation.boards,
        table=match.call.table if match.call else None,
        at=_begins(match),
        sides=(home, away),
        address=address(match.id),
    )


def rows_of(match: Match) -> int:
    """The legs that can be written down: all there are, and one more where a level match goes on."""
    even = match.first_to == 0 or match.best_of < 2 * match.first_to - 1
    return match.best_of + int(match.level != "draw" and even)


def _side(state: Championship, entry_id: str | None, names: dict[str, str]) -> sheet.Side:
    entry = state.entries[entry_id or ""]
    players, reserves = (
        tuple(names.get(person, "") for person in persons) for persons in (entry.members, entry.reserves)
    )
    return sheet.Side(entry.name, entry.club or "", players, reserves)


def where(state: Championship, match: Match) -> str:
    """Stage and round of a match, in words."""
    named = words.round_name(match.round, match.label)
    several = len(state.regulation.stages) > 1
    return f"{stage_name(state, match.stage)} · {named}" if several else named


def stage_name(state: Championship, stage: str) -> str:
    """What a stage is called."""
    return state.regulation.stage(stage).name or stage


def _begins(match: Match) -> datetime | None:
    ms = match.call.at_ms if match.call else match.due_ms
    return None if ms is None else moment(ms)


def _drawn(state: Championship, match: Match, seeds: dict[str, int]) -> trees.Match:
    home, away = (_slot(state, match, side, seeds) for side in (0, 1))
    table = match.call.table if match.call and match.result is None else None
    note = gettext("table {table}").format(table=table) if table else ""
    if match.result:
        note = words.way(match.result.how)
    return trees.Match(
        match.id, words.round_name(match.round, match.label), (home, away), note, page=match.id
    )


def _tie(state: Championship, stage: str, tie: Tied, seeds: dict[str, int]) -> trees.Match:
    """A tie as one box: matches won by each side, leading to the page of its latest game."""
    round_name = words.round_name(tie.pairing.round, tie.pairing.label)
    last = games_of(state, stage, tie)[-1:]
    slots = tuple(
        trees.Slot(
            state.entries[entry].name if entry else awaited(entry, source.kind, source.of),
            source.of if source.kind == "winner" else "",
            bool(entry),
            seeds.get(entry or ""),
            tie.score.matches[side] if tie.games else None,
            bool(entry) and tie.winner == entry,
        )
        for side, (entry, source) in enumerate(
            zip(tie.sides, (tie.pairing.home, tie.pairing.away), strict=True)
        )
    )
    return trees.Match(tie.pairing.id, round_name, (slots[0], slots[1]), page=last[0] if last else "")


def _slot(state: Championship, match: Match, side: int, seeds: dict[str, int]) -> trees.Slot:
    entry, source = match.sides[side], match.sources[side]
    winner_of = source.of if source.kind == "winner" else ""
    if not entry:
        return trees.Slot(awaited(entry, source.kind, source.of), winner_of)
    won = match.result is not None and match.result.winner == entry
    return trees.Slot(
        state.entries[entry].name, winner_of, True, seeds.get(entry), score(state, match, side), won
    )


def score(state: Championship, match: Match, side: int) -> int | None:
    """The legs that a side won or, in a match of one leg, its tentos; None where none was played."""
    legs = public.match_view(state, match)["legs"] if match.result else []
    if len(legs) == 1:
        return int(legs[0]["score"][side])
    return sum(leg["winner"] == side for leg in legs) if legs else None


def awaited(entry: str | None, kind: str, of: str) -> str:
    """What stands where an entry is not known yet."""
    if entry == NOBODY:
        return "–"
    if kind == "loser":
        return gettext("Loser of {match}").format(match=of)
    return gettext("Winner of {match}").format(match=of) if kind == "winner" else ""
