"""What everybody may see of a championship, as JSON-ready values; times are milliseconds since 1970, UTC.

An unanswered score sheet is shown as such, but without its note and without the reason of a dispute.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.rules.bracket import places
from tournaments.rules.events import LegDetail
from tournaments.rules.forecast import forecast
from tournaments.rules.outcomes import Counts
from tournaments.rules.schedule import tables_taken, waits_for_call
from tournaments.rules.state import DROPPED, NOBODY, Championship, Match

JsonObject = dict[str, Any]
Seeds = Mapping[str, Mapping[str, int]]


def bracket(state: Championship) -> JsonObject:
    """The draw, every match round by round, and the podium once there is one; no rounds before the draw."""
    stage = state.last_stage
    return {
        **_head(state),
        "draw": stage
        and {
            "algorithm": "draw/1",
            "method": stage.method,
            "seed": stage.seed,
            "entries": list(stage.drawn_entries),
            "order": list(stage.drawn_order),
            "late": list(stage.late),
        },
        "rounds": _rounds(state),
        "byes": _byes(state),
        "podium": _podium(state),
    }


def schedule(state: Championship, now_ms: int | None = None) -> JsonObject:
    """Matches not decided, those being played first, and the tables; with `now_ms`, when each may begin."""
    expected = forecast(state, now_ms) if now_ms is not None else {}
    seeds = _seeds(state)
    open_matches = [match for match in state.matches.values() if not match.result]
    open_matches.sort(key=lambda match: (_turn(match, expected), match.round))
    taken = tables_taken(state)
    return {
        **_head(state),
        "tables": state.regulation.tables,
        "tables_taken": [{"table": table, "match": taken[table]} for table in sorted(taken)],
        "matches": [
            {**_match(state, match, seeds), "expected_ms": expected.get(match.id)} for match in open_matches
        ],
    }


def results(state: Championship) -> JsonObject:
    """Decided matches in the order of their decision, and the places once all is decided."""
    seeds = _seeds(state)
    decided = [match for match in _in_plan(state) if match.result]
    decided.sort(key=lambda match: match.result.at_ms if match.result else 0)
    return {
        **_head(state),
        "matches": [_match(state, match, seeds) for match in decided],
        "places": [
            {"place": place.place, "entries": [_entry(state, entry) for entry in place.entries]}
            for place in places(state)
        ],
        "podium": _podium(state),
    }


def match_view(state: Championship, match: Match) -> JsonObject:
    """One match as it stands in the bracket."""
    return match_views(state, [match])[0]


def match_views(state: Championship, matches: Iterable[Match]) -> list[JsonObject]:
    """Matches as they stand in the bracket."""
    seeds = _seeds(state)
    return [_match(state, match, seeds) for match in matches]


def _head(state: Championship) -> JsonObject:
    return {
        "championship": state.id,
        "name": state.name,
        "phase": state.phase,
        "regulation_sha256": state.regulation_sha256 or None,
    }


def _podium(state: Championship) -> JsonObject | None:
    if state.podium is None:
        return None
    podium = state.podium
    names = {"champion": podium.champion, "runner_up": podium.runner_up, "third": podium.third}
    return {name: entry and _entry(state, entry) for name, entry in names.items()}


def _entry(state: Championship, entry_id: str) -> JsonObject:
    return {"entry": entry_id, "name": state.entries[entry_id].name}


def _rounds(state: Championship) -> list[JsonObject]:
    """Matches by round and label, so that the match for third place stands for itself, before the final."""
    seeds = _seeds(state)
    found: dict[tuple[str, int, str], JsonObject] = {}
    for match in _in_plan(state):
        key = (match.stage, match.round, match.label)
        entry = found.setdefault(
            key,
            {
                "stage": match.stage,
                "round": match.round,
                "label": match.label,
                "open": match.round in state.stages[match.stage].open_rounds,
                "matches": [],
            },
        )
        entry["matches"].append(_match(state, match, seeds))
    return list(found.values())


def _byes(state: Championship) -> list[JsonObject]:
    """Entries that a draw put beyond the first round of a knock-out."""
    return [
        {**_entry(state, source.of), "match": match.id, "round": match.round}
        for match in _in_plan(state)
        for source in match.sources
        if source.kind == "entry" and match.round > 1 and _is_knockout(state, match.stage)
    ]


def _is_knockout(state: Championship, stage: str) -> bool:
    matches = (state.matches[match] for match in state.stages[stage].matches)
    return any(source.kind == "winner" for match in matches for source in match.sources)


def _in_plan(state: Championship) -> list[Match]:
    """The matches of all stages that are or were to be played."""
    return [match for match in state.matches.values() if match.status != DROPPED]


def _seeds(state: Championship) -> Seeds:
    """The seed of every entry in each stage."""
    return {
        stage.id: {entry: place for place, entry in enumerate(stage.order, 1)}
        for stage in state.stages.values()
    }


def _match(state: Championship, match: Match, seeds: Seeds) -> JsonObject:
    result, call = match.result, match.call
    legs = _legs(match)
    return {
        "id": match.id,
        "stage": match.stage,
        "round": match.round,
        "label": match.label,
        "best_of": match.best_of,
        "first_to": match.first_to,
        "level": match.level,
        "mode": match.mode,
        "dealer": match.next_dealer if result is None else None,
        "status": match.status,
        "sides": [_side(state, match, side, seeds) for side in (0, 1)],
        "legs": legs,
        "score": [sum(leg["winner"] == side for leg in legs) for side in (0, 1)],
        "game_id": match.game_id or None,
        "sheet": _sheet(match),
        "winner": result.winner or None if result else None,
        "how": result.how if result else None,
        "corrected": result.corrected if result else False,
        "counts": match.counts and _counted(match.counts),
        "dispute": match.disputed or None,
        "frozen_by": match.frozen_by or None,
        "table": call.table if call else None,
        "due_ms": match.due_ms,
        "called_ms": call.at_ms if call else None,
        "started_ms": match.started_ms,
        "expired": match.expired or None,
        "deadline_ms": call.deadline_ms if call else None,
        "decided_ms": result.at_ms if result else None,
    }


def _side(state: Championship, match: Match, side: int, seeds: Seeds) -> JsonObject:
    entry, source = match.sides[side], match.sources[side]
    return {
        "entry": entry or None,
        "name": state.entries[entry].name if entry else None,
        "seed": seeds.get(match.stage, {}).get(entry) if entry else None,
        "nobody": entry == NOBODY,
        "present": match.present[side],
        "from": {"kind": source.kind, "of": source.of},
    }


def _legs(match: Match) -> list[JsonObject]:
    """The legs that count once decided, else those played so far; with what the sheet said of each."""
    played = tuple(leg.score for leg in match.legs)
    counted = match.result.legs if match.result else played
    legs = [_leg(home, away) for home, away in counted]
    if counted == played:
        for told, leg in zip(legs, match.legs, strict=True):
            told |= {"winner": leg.winner, "ending": leg.ending, "game_id": leg.game_id or None}
    # What was awarded comes first and stands on no sheet.
    for told, detail in zip(reversed(legs), reversed(match.details), strict=False):
        told["detail"] = _detail(detail)
    return legs


def _counted(counts: Counts) -> JsonObject:
    """What an arbiter has the table count."""
    told = {"legs": counts.legs, "tentos": counts.tentos, "flores": counts.flores, "points": counts.points}
    return {key: pair and list(pair) for key, pair in told.items()}


def _leg(home: int, away: int) -> JsonObject:
    return {
        "score": [home, away],
        "winner": 0 if home > away else 1,
        "ending": "target",
        "game_id": None,
        "detail": None,
    }


def _detail(detail: LegDetail) -> JsonObject:
    return {
        "board": detail.board,
        "dealer": detail.dealer,
        "flores": list(detail.flores),
        "players": list(detail.players),
        "at_match_point": detail.at_match_point,
    }


def _sheet(match: Match) -> JsonObject | None:
    if match.sheet is None:
        return None
    return {
        "by": match.sheet.by,
        "legs": [list(score) for score in match.sheet.legs],
        "details": [_detail(detail) for detail in match.sheet.details],
        "started_ms": match.sheet.started_ms,
        "ended_ms": match.sheet.ended_ms,
        "confirmed_by": list(match.sheet.confirmed_by),
        "disputed_by": match.sheet.disputed_by or None,
        "deadline_ms": match.sheet.deadline_ms,
    }


def _turn(match: Match, expected: Mapping[str, int]) -> tuple[int, int]:
    """What is on comes before what was called, then what is ready, then the rest, each in its time."""
    if match.call or match.begun:
        return 0, match.call.at_ms if match.call else 0
    return 1 if waits_for_call(match) else 2, expected.get(match.id, match.due_ms or 0)
