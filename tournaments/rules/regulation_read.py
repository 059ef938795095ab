"""Reading a regulation that was checked: the document as frozen values; judges nothing.

Documents that were frozen before a field was known lack it, and are read as if its default stood there.
"""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.rules.dates import moment_ms
from tournaments.rules.regulation import (
    Conduct,
    DisputeRules,
    Leaving,
    MatchRule,
    Offence,
    PerRound,
    Regulation,
    Roster,
    Source,
    StageRules,
    Team,
    TimeLimit,
    best_of,
)
from tournaments.rules.stage_fields import STAGE

Document = Mapping[str, Any]
PLAIN = (
    "variant",
    "options",
    "entry_kind",
    "max_entries",
    "confirm_entries",
    "fee",
    "tables",
    "minutes_per_leg",
    "presence",
    "confirm_minutes",
    "clock",
)
STAGE_PLAIN = (
    "id",
    "format",
    "name",
    "seeding",
    "starts",
    "lots",
    "rounds_together",
    "variant",
    "options",
    "late",
    "counts",
    "late_entries",
)


def read(whole: Document) -> Regulation:
    """The regulation of a complete document."""
    team = whole.get("team")
    found = Team(**team) if team else None
    boards = found.boards if found else 1
    return Regulation(
        **{key: whole[key] for key in PLAIN},
        team=found,
        roster=_roster(whole.get("roster", {})),
        conduct=_conduct(whole.get("conduct", {})),
        disputes=DisputeRules(**whole.get("disputes", {})),
        tolerance_minutes=_per_round(whole["tolerance_minutes"]),
        stages=tuple(_stage(stage, boards) for stage in whole["stages"]),
    )


def _stage(stage: Document, boards: int) -> StageRules:
    tolerance = stage.get("tolerance_minutes")
    return StageRules(
        **{key: stage.get(key, STAGE[key].default) for key in STAGE_PLAIN},
        sources=tuple(_source(source) for source in stage.get("from") or ()),
        best_of=_per_round(stage["best_of"]),
        match=_per_round(stage.get("match"), lambda rule: _match_rule(rule, boards)),
        mode=_per_round(stage["mode"]),
        tolerance_minutes=None if tolerance is None else _per_round(tolerance),
        time_limit=_per_round(stage.get("time_limit"), _time_limit),
        leaving=_leaving(stage.get("leaving", "walkover")),
        config={key: value for key, value in stage.items() if key not in STAGE},
    )


def _per_round(value: Any, reading: Callable[[Any], Any] = lambda value: value) -> PerRound[Any]:
    if isinstance(value, dict) and "default" in value:
        rounds = {key: reading(one) for key, one in value.get("rounds", {}).items()}
        return PerRound(reading(value["default"]), rounds)
    return PerRound(reading(value))


def _match_rule(rule: Document | None, boards: int) -> MatchRule | None:
    if rule is None:
        return None
    level = rule.get("level", "leg")
    if "per_board" in rule:
        legs = boards * rule["per_board"]
        return MatchRule(legs, rule.get("first_to", legs // 2 + 1), level)
    if "legs" in rule:
        return MatchRule(rule["legs"], 0, level) if rule.get("play_all") else best_of(rule["legs"], level)
    if "best_of" in rule:
        return best_of(rule["best_of"])
    return MatchRule(2 * rule["first_to"] - 1, rule["first_to"])


def _time_limit(limit: Document | None) -> TimeLimit | None:
    return TimeLimit(limit["minutes"], limit["then"]) if limit else None


def _leaving(leaving: Any) -> Leaving:
    if isinstance(leaving, str):
        return Leaving(leaving)
    return Leaving(leaving["otherwise"], leaving["below_percent"], leaving["below"])


def _source(source: Document) -> Source:
    stage = source.get("stage", "")
    if "entries" in source:
        first, last = (1, None) if source["entries"] == "all" else source["entries"]
        return Source("entries", first=first, last=last)
    if "places" in source:
        first, last = source["places"]
        return Source("places", stage, first=first, last=last)
    if "per_group" in source:
        return Source("groups", stage, quota=source["per_group"], best=source.get("best", 0))
    if "winners" in source:
        return Source("winners", stage)
    if "losers" in source:
        return Source("losers", stage, rounds=tuple(source["losers"]), paid=source.get("paid", False))
    return Source("slots", stage, rows=tuple(tuple(row) for row in source["slots"]))


def _roster(roster: Document) -> Roster:
    locks = roster.get("locks_at")
    return Roster(
        roster.get("reserves", 0), roster.get("substitutions"), None if locks is None else moment_ms(locks)
    )


def _conduct(conduct: Document) -> Conduct:
    return Conduct(
        conduct.get("walkovers_eliminate"),
        tuple(
            Offence(each["offence"], each["name"], tuple(each["steps"]))
            for each in conduct.get("penalties", ())
        ),
    )
