"""Why a row stands where it stands, criterion by criterion, as data and as sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isinf

from tournaments.rules.standings import Row, Standings, Step
from tournaments.rules.tiebreaks import CRITERIA, Value
from truco_api.errors import Message, gettext_noop

NAMES_SHOWN = 6
"""How many entries a sentence names before it only counts the rest."""

TEMPLATES = {
    "ahead": gettext_noop("{criterion}: {entry} has {value} and stands ahead of {others}."),
    "level": gettext_noop("{criterion}: {entry} has {value} and is level with {others}."),
    "behind": gettext_noop("{criterion}: {entry} has {value} and stands behind {others}."),
    "awaits_lots": gettext_noop("The order of {entry} and {others} awaits the drawing of lots."),
    "shares_rank": gettext_noop("Nothing separates {entry} from {others}: they share the rank."),
    "alone": gettext_noop("{entry} is the only entry."),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation: `code` names the template, `others` are the entries compared with."""

    code: str
    entry: str
    criterion: str | None = None
    value: Value | None = None
    others: tuple[str, ...] = ()

    @property
    def sentence(self) -> Message:
        """The reason in words, for the edge to translate."""
        shown, hidden = self.others[:NAMES_SHOWN], len(self.others) - NAMES_SHOWN
        return TEMPLATES[self.code].format(
            entry=self.entry,
            criterion=CRITERIA[self.criterion].name if self.criterion else "",
            value=plain(self.value),
            others=", ".join(shown) + (f" … (+{hidden})" if hidden > 0 else ""),
        )


def plain(value: Value | None) -> int | float | str | None:
    """A value as JSON writes it: whole numbers as such, others as the nearest double, infinity as "max"."""
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return "max" if isinf(value) else value


def explain(table: Standings, row: Row) -> tuple[Reason, ...]:
    """The reasons for one row of the table, from the first criterion of the chain on."""
    reasons = [reason for step in row.trail for reason in _of_step(step, row.entry)]
    block = next((block for block in table.pending if row.entry in block), None)
    if block is not None:
        reasons.append(Reason("awaits_lots", row.entry, "lots", others=_without(block, row.entry)))
    elif row.trail and not _alone(row.trail[-1], row.entry):
        level = tuple(each.entry for each in table.rows if each.rank == row.rank)
        reasons.append(Reason("shares_rank", row.entry, others=_without(level, row.entry)))
    return tuple(reasons) or (Reason("alone", row.entry),)


def _of_step(step: Step, entry: str) -> Iterator[Reason]:
    own = next(i for i, part in enumerate(step.parts) if entry in part)
    better = tuple(each for part in step.parts[:own] for each in part)
    worse = tuple(each for part in step.parts[own + 1 :] for each in part)
    level = _without(step.parts[own], entry)
    for code, others in (("behind", better), ("ahead", worse), ("level", level)):
        if others:
            yield Reason(code, entry, step.criterion, step.values[entry], others)


def _alone(step: Step, entry: str) -> bool:
    return any(part == (entry,) for part in step.parts)


def _without(entries: tuple[str, ...], entry: str) -> tuple[str, ...]:
    return tuple(each for each in entries if each != entry)
