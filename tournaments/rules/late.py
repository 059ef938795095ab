"""Late entries: whether a stage that was drawn can still take one, and what has to be planned for it.

Nobody's opponent is taken away by it once they have begun to play: a Swiss stage pairs a late entry from its
next round on, a king of the table puts it last in the queue; a round robin or a group takes one where
somebody rests, or before its first match; a bracket into the bye that the next seed would have had.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tournaments.rules import events as ev
from tournaments.rules.bracket import planned
from tournaments.rules.format_fields import TABLED
from tournaments.rules.formats.group_stage import groups_of
from tournaments.rules.formats.protocol import Drawn
from tournaments.rules.stages import decided, drawn_of, form_of
from tournaments.rules.state import Championship, Match, Stage

ROUND_BY_ROUND = frozenset({"swiss", "king_of_the_table"})
"""Formats that plan a round only when the one before is decided."""
SOMEBODY = "somebody"
_Shape: TypeAlias = tuple[int, str, ev.SlotSource, ev.SlotSource]


@dataclass(frozen=True, slots=True)
class Entrance:
    """How an entry comes into a stage: its groups then (where there are groups), and what is planned anew."""

    stage: str
    rows: tuple[tuple[str, ...], ...] = ()
    matches: tuple[ev.PlannedMatch, ...] = ()


def can_be_late(state: Championship) -> bool:
    """Whether the regulation lets entries in after the draw, and it was made."""
    return state.phase in ("drawn", "running") and state.regulation.stages[0].late_entries > 0


def entrance(state: Championship, entry: str = SOMEBODY) -> Entrance | None:
    """The way of a late entry into the first stage; None where there is none (any more)."""
    rules = state.regulation.stages[0]
    stage = state.stages.get(rules.id)
    if not can_be_late(state) or stage is None or decided(state, stage):
        return None
    matches = [state.matches[match] for match in stage.matches]
    if rules.format in ROUND_BY_ROUND:
        last = max(match.round for match in matches)
        return Entrance(stage.id) if last <= rules.late_entries else None
    beyond = any(match.begun and match.round > rules.late_entries for match in matches)
    if beyond or len(stage.waves) != 1 or len(stage.order) >= form_of(state, stage.id).limits[1]:
        return None
    ways = (_way(state, stage, drawn) for drawn in _drawn_with(state, stage, entry))
    return next((way for way in ways if way is not None), None)


def _drawn_with(state: Championship, stage: Stage, entry: str) -> Iterator[Drawn]:
    """The stage as if it had been drawn with the entry as its last seed; of groups the smallest first."""
    drawn = drawn_of(state, stage)
    longer = replace(drawn, entries=(*drawn.entries, entry))
    if state.regulation.stage(stage.id).format != "groups":
        yield longer
        return
    rows = groups_of(drawn)
    for number in sorted(range(len(rows)), key=lambda number: len(rows[number])):
        grown = ((*row, entry) if at == number else row for at, row in enumerate(rows))
        yield replace(longer, rows=tuple(grown))


def _way(state: Championship, stage: Stage, drawn: Drawn) -> Entrance | None:
    """What is planned otherwise with the entry, if nothing of it has begun and nothing is planned no more."""
    plan = planned(state, stage.id, form_of(state, stage.id).plan(drawn), 0).matches
    if not set(stage.matches) <= {each.match for each in plan}:
        return None
    there = {name: _shape(state.matches[name]) for name in stage.matches}
    changed = _changed(plan, there, by_pairs=state.regulation.stage(stage.id).format in TABLED)
    known = [state.matches[each.match] for each in changed if each.match in there]
    if any(match.begun or match.result for match in known):
        return None
    return Entrance(stage.id, drawn.rows, tuple(changed))


def _changed(
    plan: Sequence[ev.PlannedMatch], there: Mapping[str, _Shape], *, by_pairs: bool
) -> list[ev.PlannedMatch]:
    """Matches of the plan that are not there yet, under their own ids or, where these are taken, free ones.

    In a table (`by_pairs`) a match is the same whatever it is called; in a bracket others refer to it.
    """
    names = {shape: name for name, shape in there.items()} if by_pairs else {}
    stays = [names.get(_shape(each)) or _same(each, there) for each in plan]
    kept = set(filter(None, stays))
    left = [each for each, name in zip(plan, stays, strict=True) if name is None]
    free: dict[tuple[int, str], list[str]] = {}
    for each in plan:
        if each.match not in kept:
            free.setdefault((each.round, each.label), []).append(each.match)
    found = []
    for each in left:
        names_left = free[each.round, each.label]
        name = each.match if each.match in names_left else names_left[0]
        names_left.remove(name)
        found.append(replace(each, match=name))
    return found


def _same(plan: ev.PlannedMatch, there: Mapping[str, _Shape]) -> str | None:
    """The match itself, if it is there as it is planned."""
    return plan.match if there.get(plan.match) == _shape(plan) else None


def _shape(match: Match | ev.PlannedMatch) -> _Shape:
    """Who plays in which round: what makes a match the one that it is."""
    home, away = match.sources if isinstance(match, Match) else (match.home, match.away)
    return match.round, match.label, home, away
