"""Who comes to a stage: known as soon as the stages before have ended and no lots are needed any more.

An entry that is out of the championship is passed over, and the next one moves up; a slot of a literal table
stays with whom it names, and their opponents win without playing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.rules.format_fields import TABLED
from tournaments.rules.formats.consolation import reenter
from tournaments.rules.formats.cross_pairing import OfGroup, OfPlace, read_slot
from tournaments.rules.formats.qualifying import GroupTable, best_placed, places, qualify
from tournaments.rules.regulation import Source, StageRules
from tournaments.rules.stages import decided, places_of, rules_of, tables_of
from tournaments.rules.standings import Row, Standings
from tournaments.rules.state import NOBODY, Championship, Stage

Block = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The entries of a stage as they come, and the rows of a literal table ("" where nobody comes)."""

    entries: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Awaited:
    """What must come first: the end of a stage, or lots in it among each of these blocks of level entries."""

    stage: str
    blocks: tuple[Block, ...] = ()


class Waiting(Exception):
    """Who comes cannot be told yet."""

    def __init__(self, stage: str, blocks: tuple[Block, ...] = ()) -> None:
        super().__init__(stage)
        self.awaited = Awaited(stage, blocks)


def entrants(state: Championship, rules: StageRules, passed: frozenset[str] = frozenset()) -> Field | Awaited:
    """Who comes to a stage, in order, without those `passed` over; or what must be known first."""
    try:
        if rules.sources and rules.sources[0].take == "slots":
            return _literal(state, rules.sources[0])
        found = [_coming(state, rules, source, passed) for source in rules.sources]
    except Waiting as waiting:
        return waiting.awaited
    if not rules.sources:
        found = [everybody(state)]
    entries = tuple(dict.fromkeys(entry for each in found for entry in each))
    return Field(_against_others(state, rules, entries) if _is_reentry(rules) else entries)


def everybody(state: Championship) -> Block:
    """The entries a draw would take: confirmed, not out, checked in if that is used; sorted by id."""
    return tuple(
        sorted(
            entry.id
            for entry in state.entries.values()
            if entry.confirmed and not entry.out and (entry.checked_in or not state.check_in)
        )
    )


def stage_over(state: Championship, stage_id: str) -> Stage:
    """The stage, if it is drawn and all of it decided; raises what is awaited otherwise."""
    stage = state.stages.get(stage_id)
    if stage is None or not decided(state, stage):
        raise Waiting(stage_id)
    return stage


def pending(state: Championship, stage: Stage) -> tuple[Block, ...]:
    """Blocks of entries in the tables of a stage whose order awaits lots."""
    return tuple(block for table in tables_of(state, stage) for block in table.table.pending)


def level(state: Championship, stage: Stage) -> tuple[Block, ...]:
    """Blocks of two entries or more that share a rank in a table of the stage, lots awaited or not."""
    found: list[Block] = []
    for group in tables_of(state, stage):
        ranks: dict[int, Block] = {}
        for row in group.table.rows:
            ranks[row.rank] = (*ranks.get(row.rank, ()), row.entry)
        found += [block for block in ranks.values() if len(block) > 1]
    return tuple(found)


def _coming(state: Championship, rules: StageRules, source: Source, passed: frozenset[str]) -> Iterable[str]:
    if source.take == "entries":
        ranked = sorted(everybody(state), key=lambda entry: (state.entries[entry].rank or 10**6, entry))
        return ranked[source.first - 1 : source.last]
    stage = stage_over(state, source.stage)
    ordered = rules.seeding == "qualified"
    match source.take:
        case "places":
            return _cut(state, stage, source, passed, ordered=ordered)
        case "groups":
            return _of_groups(state, stage, source, passed, ordered=ordered)
        case "winners":
            first = [block for place, block in _placed(state, stage) if place == 1]
            return [entry for entry in first[0] if entry not in passed] if first else []
        case _:
            return _beaten(state, stage, source, rules.id, passed)


def _placed(state: Championship, stage: Stage) -> list[tuple[int, Block]]:
    """The final order of a stage; who shares a place is told in the order of the seeding."""
    seeds = {entry: number for number, entry in enumerate(stage.order)}
    return [
        (place.place, tuple(sorted(place.entries, key=seeds.__getitem__)))
        for place in places_of(state, stage)
    ]


def _blocks(state: Championship, stage: Stage, passed: frozenset[str]) -> list[Block]:
    """The final order of a stage as blocks of entries that share a place, parted by the lots drawn so far."""
    blocks = [tuple(entry for entry in block if entry not in passed) for _, block in _placed(state, stage)]
    return [part for block in blocks for part in _parted(block, stage.lots)]


def _parted(block: Block, lots: Sequence[str]) -> list[Block]:
    """A block in the order of the lots, if lots were drawn for all of it."""
    if len(block) > 1 and set(block) <= set(lots):
        return [(entry,) for entry in sorted(block, key=lots.index)]
    return [block] if block else []


def _cut(
    state: Championship, stage: Stage, source: Source, passed: frozenset[str], *, ordered: bool
) -> list[str]:
    """The entries on the places of a source.

    Who shares a place across one of the lines waits for lots; so does, where the order matters, who is level
    in a table. Who shares a place of a bracket is taken in the order of the seeding.
    """
    in_table = ordered and state.regulation.stage(stage.id).format in TABLED
    first, last = source.first, source.last or len(stage.order)
    found: list[str] = []
    at = 0
    for block in _blocks(state, stage, passed):
        start, end = at + 1, at + len(block)
        at = end
        if end < first or start > last:
            continue
        if start < first or end > last or (in_table and len(block) > 1):
            raise Waiting(stage.id, (block,))
        found += block
    return found


def _of_groups(
    state: Championship, stage: Stage, source: Source, passed: frozenset[str], *, ordered: bool
) -> Iterable[str]:
    """The quota of each group, and the best of those placed next."""
    rules, even = rules_of(state, stage), bool(state.regulation.stage(stage.id).config.get("even"))
    groups = [without(group, passed) for group in tables_of(state, stage)]
    found = qualify(groups, source.quota, source.best, rules, even=even)
    if found.undecided:
        raise Waiting(stage.id, found.undecided)
    if ordered:
        level = [block for group in groups for block in group.table.pending if set(block) & {*found.placed}]
        level += _level_best(groups, source, found.best, even=even, state=state, stage=stage)
        if level:
            raise Waiting(stage.id, tuple(level))
    return (*found.placed, *found.best)


def _level_best(
    groups: Sequence[GroupTable],
    source: Source,
    best: Block,
    *,
    even: bool,
    state: Championship,
    stage: Stage,
) -> list[Block]:
    """Blocks among the best of those placed next whose order awaits lots."""
    if not source.best:
        return []
    table = best_placed(groups, source.quota + 1, rules_of(state, stage), even=even)
    return [block for block in table.pending if set(block) & set(best)]


def without(group: GroupTable, passed: frozenset[str]) -> GroupTable:
    """A group whose table passes over some entries; who stands behind them moves up."""
    if not passed & set(group.entries):
        return group
    rows: list[Row] = []
    reason: str | None = None
    fresh = False
    for row in group.table.rows:
        if row.decided_by is not None or not rows:
            reason, fresh = row.decided_by, True
        if row.entry not in passed:
            rows.append(replace(row, decided_by=reason if fresh else None))
            fresh = False
    blocks = (tuple(entry for entry in block if entry not in passed) for block in group.table.pending)
    waiting = tuple(block for block in blocks if len(block) > 1)
    return replace(group, table=Standings(tuple(rows), waiting))


def _is_reentry(rules: StageRules) -> bool:
    takes = [source.take for source in rules.sources]
    return takes == ["winners", "losers"] and rules.seeding == "qualified"


def _beaten(
    state: Championship, stage: Stage, source: Source, target: str, passed: frozenset[str]
) -> list[str]:
    """Those beaten in some rounds of a stage, best seed first; only those who paid where that is asked."""
    lost = {
        side
        for match in map(state.matches.__getitem__, stage.matches)
        if match.result and match.round in source.rounds
        for side in match.sides
        if side and side != match.result.winner
    }
    if source.paid:
        lost &= set(state.reentries.get(target, ()))
    return [entry for entry in stage.order if entry in lost - passed]


def _against_others(state: Championship, rules: StageRules, entries: Block) -> Block:
    """The field of a re-entry, so that nobody's first match is against whoever beat it, if that can be."""
    stage = state.stages[rules.sources[1].stage]
    beaten_by: dict[str, str] = {}
    for match in map(state.matches.__getitem__, stage.matches):
        if match.result and match.result.winner and match.result.loser:
            beaten_by[match.result.loser] = match.result.winner
    losers = [entry for entry in entries if entry in beaten_by]
    winners = [entry for entry in entries if entry not in beaten_by]
    return tuple(reenter(winners, losers, losers, beaten_by))


def _literal(state: Championship, source: Source) -> Field:
    """The literal table with the entries in its slots."""
    asked: dict[str, list[str]] = {}
    for text in (text for row in source.rows for text in row):
        stage_id, slot = _named(text, source.stage)
        asked.setdefault(stage_id, []).append(slot)
    filled = {stage_id: _filled(state, stage_id, slots) for stage_id, slots in asked.items()}
    rows = tuple(
        tuple(filled[stage_id][slot] for stage_id, slot in (_named(text, source.stage) for text in row))
        for row in source.rows
    )
    return Field(tuple(entry for row in rows for entry in row if entry), rows)


def _named(text: str, stage: str) -> tuple[str, str]:
    name, _slash, slot = text.rpartition("/")
    return name or stage, slot


def _filled(state: Championship, stage_id: str, slots: Iterable[str]) -> Mapping[str, str]:
    """The entry in each slot of a stage, "" in one that nobody can fill."""
    stage = stage_over(state, stage_id)
    groups = tables_of(state, stage)
    known = places(groups)
    found: dict[str, str] = {}
    level: dict[Block, None] = {}
    for slot in slots:
        match read_slot(slot):
            case OfGroup(group, place):
                table = groups[group - 1].table if group <= len(groups) else Standings((), ())
                entry = known.get((group, place)) or _at(table, place, level)
            case OfPlace(place, rank):
                even = bool(state.regulation.stage(stage.id).config.get("even"))
                entry = _at(best_placed(groups, place, rules_of(state, stage), even=even), rank, level)
                level |= dict.fromkeys(_level_on(groups, place))
            case _:
                entry = _on_place(state, stage, int(slot[1:]), level)
        found[slot] = entry
    if level:
        raise Waiting(stage_id, tuple(level))
    return found


def _level_on(groups: Iterable[GroupTable], place: int) -> list[Block]:
    """Blocks within groups that await lots and take up the place that is compared."""
    found = []
    for group in groups:
        entry = group.table.rows[place - 1].entry if place <= len(group.table.rows) else NOBODY
        found += [block for block in group.table.pending if entry in block]
    return found


def _at(table: Standings, place: int, level: dict[Block, None]) -> str:
    """The entry on a place of a table; notes the block that has to be drawn first."""
    if place > len(table.rows):
        return NOBODY
    entry = table.rows[place - 1].entry
    level |= dict.fromkeys(block for block in table.pending if entry in block)
    return entry


def _on_place(state: Championship, stage: Stage, place: int, level: dict[Block, None]) -> str:
    at = 0
    for block in _blocks(state, stage, frozenset()):
        if at < place <= at + len(block):
            if len(block) > 1:
                level[block] = None
            return block[0]
        at += len(block)
    return NOBODY
