"""What everybody may see of the stages: how each was drawn, its tables with reasons, what it waits for."""

from dataclasses import replace
from typing import Any

from tournaments.rules.entrants import Awaited, entrants
from tournaments.rules.errors_stages import UnknownStage
from tournaments.rules.format_fields import TABLED
from tournaments.rules.formats.qualifying import GroupTable
from tournaments.rules.formats.ties import Tied
from tournaments.rules.ready import gone, too_few
from tournaments.rules.reasons import NAMES_SHOWN, Reason, explain, plain
from tournaments.rules.regulation import StageRules
from tournaments.rules.stages import decided, games_of, places_of, rules_of, tables_of, ties_in
from tournaments.rules.standings import Row, Standings
from tournaments.rules.state import Championship, Stage
from tournaments.rules.tiebreaks import CRITERIA

JsonObject = dict[str, Any]


def stages(state: Championship, *, explained: bool = False) -> list[JsonObject]:
    """Every stage of the regulation in its order; with `explained`, each row says why it stands there."""
    return [_stage(state, rules, explained=explained) for rules in state.regulation.stages]


def stage_view(state: Championship, stage_id: str, *, explained: bool = False) -> JsonObject:
    """One stage of the regulation, or UnknownStage."""
    if all(rules.id != stage_id for rules in state.regulation.stages):
        raise UnknownStage(stage=stage_id)
    return _stage(state, state.regulation.stage(stage_id), explained=explained)


def _stage(state: Championship, rules: StageRules, *, explained: bool) -> JsonObject:
    stage = state.stages.get(rules.id)
    return {
        "id": rules.id,
        "name": rules.name or rules.id,
        "format": rules.format,
        "tabled": rules.format in TABLED,
        "over": stage is not None and decided(state, stage),
        "waits_for": _waits(state, rules) if state.drawn and stage is None else None,
        "draw": stage and _draw(stage),
        "lots": list(stage.lots) if stage else [],
        "criteria": _criteria(state, stage) if stage and rules.format in TABLED else [],
        "tables": [
            _table(state, number, group, explained=explained)
            for number, group in enumerate(tables_of(state, stage) if stage else (), start=1)
        ],
        "ties": [_tie(state, rules.id, tie) for tie in (ties_in(state, stage) if stage else ())],
        "places": [
            {"place": place.place, "entries": [_named(state, entry) for entry in place.entries]}
            for place in (places_of(state, stage) if stage else ())
        ],
    }


def _tie(state: Championship, stage: str, tie: Tied) -> JsonObject:
    """A tie of a knock-out: its games, and what they have added up to so far."""
    return {
        "tie": tie.pairing.id,
        "label": tie.pairing.label,
        "sides": [_named(state, side) if side else None for side in tie.sides],
        "matches": games_of(state, stage, tie),
        "won": list(tie.score.matches),
        "legs": list(tie.score.legs),
        "tentos": list(tie.score.tentos),
        "winner": tie.winner or None,
        "over": tie.winner is not None,
    }


def _draw(stage: Stage) -> JsonObject:
    return {
        "algorithm": "draw/1",
        "method": stage.method,
        "seed": stage.seed,
        "entries": list(stage.drawn_entries),
        "order": list(stage.drawn_order),
        "late": list(stage.late),
        "rows": [list(row) for row in stage.rows],
    }


def _waits(state: Championship, rules: StageRules) -> JsonObject:
    """The stage that must end first, the entries among whom lots must be drawn, or somebody to draw it."""
    found = entrants(state, rules, gone(state))
    if isinstance(found, Awaited):
        lots = [list(block) for block in found.blocks]
        return {"stage": found.stage, "lots": lots, "draw": False, "too_few": False}
    few = too_few(rules, found)
    return {"stage": None, "lots": [], "draw": not few, "too_few": few}


def _table(state: Championship, number: int, group: GroupTable, *, explained: bool) -> JsonObject:
    rows: list[JsonObject] = []
    played = [side for match in group.matches if match.away for side in (match.home, match.away)]
    for row in group.table.rows:
        told: JsonObject = {
            "rank": row.rank,
            **_named(state, row.entry),
            "club": state.entries[row.entry].club,
            "out": state.entries[row.entry].out or None,
            "played": played.count(row.entry),
            "values": {code: plain(value) for code, value in row.values.items()},
            "decided_by": row.decided_by,
        }
        told["reasons"] = _reasons(state, group.table, row) if explained else None
        rows.append(told)
    return {
        "group": number,
        "rows": rows,
        "pending": [[_named(state, entry) for entry in block] for block in group.table.pending],
    }


def _criteria(state: Championship, stage: Stage) -> list[JsonObject]:
    """The chain, each criterion with the abbreviation that published handbooks print."""
    codes = rules_of(state, stage).chain.criteria
    return [{"code": code, "handbook": CRITERIA[code].handbook} for code in codes]


def _reasons(state: Championship, table: Standings, row: Row) -> list[JsonObject]:
    """Why the row stands where it stands; `text` is a message that names the entries."""
    return [
        {
            "code": reason.code,
            "criterion": reason.criterion,
            "value": plain(reason.value),
            "others": list(reason.others[:NAMES_SHOWN]),
            "text": _with_names(state, reason).sentence,
        }
        for reason in explain(table, row)
    ]


def _with_names(state: Championship, reason: Reason) -> Reason:
    others = tuple(state.entries[entry].name for entry in reason.others)
    return replace(reason, entry=state.entries[reason.entry].name, others=others)


def _named(state: Championship, entry: str) -> JsonObject:
    return {"entry": entry, "name": state.entries[entry].name}
