"""What can go wrong with a regulation and so many entries, seen in a championship that was tried out."""

from collections import Counter
from collections.abc import Iterator

from tournaments.rules.entrants import Awaited, entrants
from tournaments.rules.faults import Fault
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.group_stage import stated_sizes
from tournaments.rules.ready import gone
from tournaments.rules.regulation import Source, StageRules
from tournaments.rules.stages import tables_of
from tournaments.rules.state import Championship, Stage
from truco_api.errors import gettext_noop as _


def pitfalls(state: Championship) -> Iterator[Fault]:
    """Every problem by its path in the regulation, in plain words."""
    for number, rules in enumerate(state.regulation.stages):
        path = f"stages.{number}"
        stage = state.stages.get(rules.id)
        if stage is None:
            yield from _undrawn(state, rules, path)
        else:
            yield from _drawn(state, rules, stage, path)


def _undrawn(state: Championship, rules: StageRules, path: str) -> Iterator[Fault]:
    """Why a stage was never drawn."""
    found = entrants(state, rules, gone(state))
    if isinstance(found, Awaited):
        yield Fault(f"{path}.from", _("waits for stage {stage}, which does not end"), {"stage": found.stage})
        return
    fewest, most = FORMATS[rules.format].limits
    yield Fault(
        f"{path}.from",
        _("brings {count} entries, and the format takes {fewest} to {most}"),
        {"count": len(found.entries), "fewest": fewest, "most": most},
    )


def _drawn(state: Championship, rules: StageRules, stage: Stage, path: str) -> Iterator[Fault]:
    if len(stage.order) < 2:
        yield Fault(path, _("has {count} entries, so nothing is played"), {"count": len(stage.order)})
    for row, slots in enumerate(stage.rows):
        for column, entry in enumerate(slots):
            if not entry:
                yield Fault(
                    f"{path}.from.0.slots.{row}.{column}",
                    _("stays empty: {slot}"),
                    {"slot": rules.sources[0].rows[row][column]},
                )
    for place, source in enumerate(rules.sources):
        wanted, there = _quota(state, source)
        if wanted > there:
            yield Fault(
                f"{path}.from.{place}",
                _("takes {wanted} entries, and there are {there}"),
                {"wanted": wanted, "there": there},
            )
    yield from _groups(state, rules, stage, path)
    yield from _again(state, rules, stage, path)


def _quota(state: Championship, source: Source) -> tuple[int, int]:
    """How many entries a source is to bring, and how many there are for it."""
    if source.take == "entries" and source.last is not None:
        return source.last - source.first + 1, max(0, len(state.entries) - source.first + 1)
    stage = state.stages.get(source.stage)
    if stage is None:
        return 0, 0
    if source.take == "places" and source.last is not None:
        return source.last - source.first + 1, max(0, len(stage.order) - source.first + 1)
    if source.take != "groups":
        return 0, 0
    sizes = [len(group.entries) for group in tables_of(state, stage)]
    there = sum(min(size, source.quota) for size in sizes)
    best = sum(size > source.quota for size in sizes)
    return source.quota * len(sizes) + source.best, there + min(best, source.best)


def _groups(state: Championship, rules: StageRules, stage: Stage, path: str) -> Iterator[Fault]:
    """Groups in which there is nobody to play against, and unequal ones that are compared as if equal."""
    if rules.format != "groups":
        return
    sizes = [len(group.entries) for group in tables_of(state, stage)]
    if min(sizes, default=0) < 2:
        yield Fault(f"{path}.groups", _("leaves a group with fewer than two entries"))
    stated = stated_sizes(rules.config.get("groups"))
    if stated and sum(stated) != len(stage.order):
        yield Fault(
            f"{path}.groups",
            _("have room for {room} entries, and {count} come"),
            {"room": sum(stated), "count": len(stage.order)},
        )
    compared = any(
        source.stage == stage.id and (source.best or source.take == "places" or _of_place(source))
        for each in state.regulation.stages
        for source in each.sources
    )
    if compared and len(set(sizes)) > 1 and not rules.config.get("even"):
        yield Fault(
            f"{path}.even",
            _("should be true: groups of {least} and of {most} are compared"),
            {"least": min(sizes), "most": max(sizes)},
        )


def _of_place(source: Source) -> bool:
    """Whether a literal table compares those on one place of all groups."""
    return any(slot.rpartition("/")[2].startswith("P") for row in source.rows for slot in row)


def _again(state: Championship, rules: StageRules, stage: Stage, path: str) -> Iterator[Fault]:
    """Swiss rounds in which some must meet again, or rest again."""
    if rules.format != "swiss":
        return
    sides = [state.matches[match].sides for match in stage.matches]
    met = Counter(frozenset(filter(None, pair)) for pair in sides)
    again = sum(count > 1 for pair, count in met.items() if len(pair) == 2)
    rests = sum(count > 1 for pair, count in met.items() if len(pair) == 1)
    if again:
        yield Fault(f"{path}.rounds", _("are so many that {count} pairings come twice"), {"count": again})
    if rests:
        yield Fault(f"{path}.rounds", _("are so many that {count} entries rest twice"), {"count": rests})
