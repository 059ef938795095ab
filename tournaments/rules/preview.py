"""What a correction would change, said before anybody makes it; nothing happens by it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.decide_common import match_in_play
from tournaments.rules.decide_results import choice_of, correction, counting, reopening
from tournaments.rules.recount import Change, Recount
from tournaments.rules.stages import tables_of
from tournaments.rules.state import Championship, Match, Podium


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose place in a table would be another (both from 1)."""

    stage: str
    group: int
    entry: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A side (0 home, 1 away) of a match that somebody else would have: None while not known."""

    match: str
    side: int
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What would follow: `choose` is what was played on the strength of the earlier result, and about which
    the correction must say what stands and what is played again; here it is taken to stand."""

    match: str
    choose: tuple[str, ...]
    reopened: tuple[str, ...]
    dropped: tuple[str, ...]
    planned: tuple[str, ...]
    redrawn: tuple[str, ...]
    seats: tuple[Seat, ...]
    moved: tuple[Moved, ...]
    podium: tuple[Podium | None, Podium | None]


def preview(state: Championship, command: cmd.CorrectResult | cmd.ReopenMatch | cmd.RuleCounts) -> Preview:
    """What a correction or reopening would change; raises what the command itself would, but for choices."""
    match = match_in_play(state, command.match)
    change = change_by(state, match, command)
    recount = Recount(state, change, choice_of(command))
    account = recount.run()
    events = account.events
    return Preview(
        match=match.id,
        choose=tuple(recount.missing),
        reopened=tuple(event.match for event in events if isinstance(event, ev.MatchReopened)),
        dropped=tuple(
            name for event in events if isinstance(event, ev.PlanWithdrawn) for name in event.matches
        ),
        planned=tuple(
            plan.match for event in events if isinstance(event, ev.MatchesPlanned) for plan in event.matches
        ),
        redrawn=tuple(event.stage for event in events if isinstance(event, ev.StageUndrawn)),
        seats=tuple(_seats(state, account.state)),
        moved=tuple(_moved(state, account.state)),
        podium=(state.podium, account.state.podium),
    )


def change_by(
    state: Championship, match: Match, command: cmd.CorrectResult | cmd.ReopenMatch | cmd.RuleCounts
) -> Change:
    """The change itself, before anything that follows."""
    if isinstance(command, cmd.CorrectResult):
        return correction(state, match, command)
    if isinstance(command, cmd.RuleCounts):
        return counting(state, match, command)
    return reopening(match, command)


def as_json(found: Preview) -> dict[str, Any]:
    """A preview as JSON-ready values."""
    before, after = (_podium(podium) for podium in found.podium)
    return {
        "match": found.match,
        "choose": list(found.choose),
        "reopened": list(found.reopened),
        "dropped": list(found.dropped),
        "planned": list(found.planned),
        "redrawn": list(found.redrawn),
        "seats": [
            {"match": seat.match, "side": seat.side, "before": seat.before, "after": seat.after}
            for seat in found.seats
        ],
        "moved": [
            {
                "stage": each.stage,
                "group": each.group,
                "entry": each.entry,
                "before": each.before,
                "after": each.after,
            }
            for each in found.moved
        ],
        "podium": {"before": before, "after": after},
    }


def _podium(podium: Podium | None) -> dict[str, str | None] | None:
    if podium is None:
        return None
    return {"champion": podium.champion, "runner_up": podium.runner_up, "third": podium.third}


def _seats(before: Championship, after: Championship) -> Iterator[Seat]:
    """Seats of matches in both plans that would change hands."""
    for name, match in before.matches.items():
        sides = after.matches[name].sides
        for side in (0, 1):
            if match.sides[side] != sides[side]:
                yield Seat(name, side, match.sides[side], sides[side])


def _moved(before: Championship, after: Championship) -> Iterator[Moved]:
    """Entries that would stand elsewhere in a table; a table that is no more has none."""
    for stage_id, stage in before.stages.items():
        if stage_id not in after.stages:
            continue
        tables = zip(tables_of(before, stage), tables_of(after, after.stages[stage_id]), strict=False)
        for group, (old, new) in enumerate(tables, start=1):
            places = {row.entry: place for place, row in enumerate(new.table.rows, start=1)}
            for place, row in enumerate(old.table.rows, start=1):
                there = places.get(row.entry, place)
                if there != place:
                    yield Moved(stage_id, group, row.entry, place, there)
