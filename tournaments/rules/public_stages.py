"""What everybody may see of the stages: how each was drawn, its tables with reasons, what it waits for."""

from typing import Any

from tournaments.rules.entrants import Awaited, entrants
from tournaments.rules.formats.qualifying import GroupTable
from tournaments.rules.ready import gone
from tournaments.rules.reasons import explain, plain
from tournaments.rules.regulation import StageRules
from tournaments.rules.stages import decided, places_of, tables_of
from tournaments.rules.state import Championship, Stage

JsonObject = dict[str, Any]


def stages(state: Championship, *, explained: bool = False) -> list[JsonObject]:
    """Every stage of the regulation in its order; with `explained`, each row says why it stands there."""
    return [_stage(state, rules, explained=explained) for rules in state.regulation.stages]


def _stage(state: Championship, rules: StageRules, *, explained: bool) -> JsonObject:
    stage = state.stages.get(rules.id)
    return {
        "id": rules.id,
        "name": rules.name,
        "format": rules.format,
        "over": stage is not None and decided(state, stage),
        "waits_for": _waits(state, rules) if state.drawn and stage is None else None,
        "draw": stage and _draw(stage),
        "lots": list(stage.lots) if stage else [],
        "tables": [
            _table(state, number, group, explained=explained)
            for number, group in enumerate(tables_of(state, stage) if stage else (), start=1)
        ],
        "places": [
            {"place": place.place, "entries": [_named(state, entry) for entry in place.entries]}
            for place in (places_of(state, stage) if stage else ())
        ],
    }


def _draw(stage: Stage) -> JsonObject:
    return {
        "algorithm": "draw/1",
        "method": stage.method,
        "seed": stage.seed,
        "entries": list(stage.entries),
        "order": list(stage.order),
        "rows": [list(row) for row in stage.rows],
    }


def _waits(state: Championship, rules: StageRules) -> JsonObject:
    """The stage that must end first, the entries among whom lots must be drawn, or somebody to draw it."""
    found = entrants(state, rules, gone(state))
    if isinstance(found, Awaited):
        return {"stage": found.stage, "lots": [list(block) for block in found.blocks], "draw": False}
    return {"stage": None, "lots": [], "draw": True}


def _table(state: Championship, number: int, group: GroupTable, *, explained: bool) -> JsonObject:
    rows: list[JsonObject] = []
    for row in group.table.rows:
        told: JsonObject = {
            "rank": row.rank,
            **_named(state, row.entry),
            "values": {code: plain(value) for code, value in row.values.items()},
            "decided_by": row.decided_by,
        }
        if explained:
            told["reasons"] = [reason.sentence for reason in explain(group.table, row)]
        rows.append(told)
    return {"group": number, "rows": rows, "pending": [list(block) for block in group.table.pending]}


def _named(state: Championship, entry: str) -> JsonObject:
    return {"entry": entry, "name": state.entries[entry].name}
