"""What can be drawn now between stages, and where a stage waits for lots."""

from collections.abc import Iterator

from tournaments.rules.disputes import disputed_stages
from tournaments.rules.entrants import Awaited, Field, entrants
from tournaments.rules.formats import FORMATS
from tournaments.rules.regulation import StageRules
from tournaments.rules.state import Championship


def ready_stages(state: Championship) -> Iterator[tuple[StageRules, Field]]:
    """Stages that can be drawn now, with the entries that come to them."""
    frozen = disputed_stages(state)
    for rules in state.regulation.stages:
        if rules.id in state.stages or any(source.stage in frozen for source in rules.sources):
            continue
        field = entrants(state, rules, gone(state))
        fewest, most = FORMATS[rules.format].limits
        if isinstance(field, Field) and (len(field.entries) < 2 or fewest <= len(field.entries) <= most):
            yield rules, field


def too_few(rules: StageRules, field: Field) -> bool:
    """Whether fewer come than the format can take, and yet more than have nothing to play."""
    return 2 <= len(field.entries) < FORMATS[rules.format].limits[0]


def awaited_lots(state: Championship) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Stages in which a later one waits for lots, with the blocks of entries that are level."""
    frozen = disputed_stages(state)
    for rules in state.regulation.stages:
        if rules.id in state.stages or any(source.stage in frozen for source in rules.sources):
            continue
        found = entrants(state, rules, gone(state))
        if isinstance(found, Awaited) and found.blocks:
            yield found.stage, found.blocks


def gone(state: Championship) -> frozenset[str]:
    """Entries that are out of the championship."""
    return frozenset(entry.id for entry in state.entries.values() if entry.out)
