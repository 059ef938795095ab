"""Checking a regulation: every fault by its path, in plain words; and reading one that has none."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.clocks import LONGEST_RESERVE, LONGEST_TURN, OnTimeout
from games.rules.errors import InvalidOption, UnknownVariant
from games.rules.options import rules_for
from tournaments.rules.dates import PATTERN
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.faults import Fault
from tournaments.rules.field_checks import (
    Check,
    Field,
    Fields,
    either,
    flag,
    integer,
    judge_fields,
    list_of,
    matching,
    nothing_or,
    one_of,
    per_round,
    scalars,
    shaped,
    text,
    unknown,
)
from tournaments.rules.formats import FORMATS
from tournaments.rules.regulation import FORMAT, JSON, KIND_SIZE, TEAM
from tournaments.rules.regulation_read import read
from tournaments.rules.stage_check import chain_faults, complete_stage, round_faults, stage_faults
from tournaments.rules.stage_fields import minutes
from truco_api.errors import gettext_noop as _

MOST_STAGES = 32
STEPS = ("warning", "stake", "deal", "leg", "match", "championship")


def _stages(value: Any, path: str) -> Iterator[Fault]:
    if (
        not isinstance(value, list)
        or not 1 <= len(value) <= MOST_STAGES
        or not all(isinstance(stage, dict) for stage in value)
    ):
        yield Fault(path, _("must be a list of {least} to {most} stages"), {"least": 1, "most": MOST_STAGES})


ROSTER: Fields = {
    "reserves": Field(integer(0, 50), 0),
    "substitutions": Field(nothing_or(integer(0, 1000)), None),
    "locks_at": Field(
        nothing_or(matching(PATTERN, _("must be a moment in UTC such as 2026-05-01T20:00Z"))), None
    ),
}
OFFENCE: Fields = {
    "offence": Field(
        matching(r"[a-z][a-z0-9_]{0,31}", _("must be 1 to 32 small letters, digits or _, a letter first")),
        required=True,
    ),
    "name": Field(text(0, 80), ""),
    "steps": Field(
        list_of(either(integer(-100, 100), one_of(*STEPS), lambda v: type(v) is int), 1, 20), required=True
    ),
}
CONDUCT: Fields = {
    "walkovers_eliminate": Field(nothing_or(integer(1, 64)), None),
    "penalties": Field(list_of(shaped(OFFENCE), 0, 100), []),
}
LONGEST = 31 * 24 * 60
DISPUTES: Fields = {
    "protest_minutes": Field(nothing_or(integer(1, LONGEST)), 30),
    "ruling_minutes": Field(nothing_or(integer(1, LONGEST)), 60),
    "appeal_minutes": Field(nothing_or(integer(1, LONGEST)), 15),
    "arbiter": Field(one_of("any", "neutral"), "any"),
    "replay": Field(one_of("hand", "leg"), "hand"),
    "unruled": Field(one_of("uphold", "wait"), "uphold"),
}
CLOCK: Fields = {
    "turn_seconds": Field(integer(1, LONGEST_TURN)),
    "reserve_seconds": Field(integer(0, LONGEST_RESERVE)),
    "on_timeout": Field(one_of(*(policy.value for policy in OnTimeout))),
    "abandon_after": Field(integer(0, 100)),
}
TEAM_FIELDS: Fields = {
    "boards": Field(integer(1, 50), required=True),
    "of": Field(one_of(*KIND_SIZE), required=True),
}
TOP: Fields = {
    "format": Field(one_of(FORMAT), FORMAT),
    "variant": Field(text(1, 40), required=True),
    "options": Field(scalars, {}),
    "entry_kind": Field(one_of(*KIND_SIZE, TEAM), "pair"),
    "team": Field(nothing_or(shaped(TEAM_FIELDS)), None),
    "roster": Field(shaped(ROSTER), {}),
    "conduct": Field(shaped(CONDUCT), {}),
    "disputes": Field(shaped(DISPUTES), {}),
    "max_entries": Field(integer(2, 4096), 512),
    "confirm_entries": Field(flag, True),
    "fee": Field(text(0, 200), ""),
    "tables": Field(integer(0, 1000), 0),
    "minutes_per_leg": Field(integer(1, 24 * 60), 20),
    "presence": Field(one_of("marked", "assumed"), "marked"),
    "confirm_minutes": Field(nothing_or(integer(1, 14 * 24 * 60)), None),
    "tolerance_minutes": Field(per_round(minutes), 15),
    "clock": Field(shaped(CLOCK), {}),
    "stages": Field(Check(_stages, {"type": "array"}), [{}]),
}
NESTED: dict[str, Fields] = {"roster": ROSTER, "conduct": CONDUCT, "disputes": DISPUTES}
"""Objects whose own defaults are written down too."""


def complete(document: Mapping[str, JSON]) -> dict[str, Any]:
    """The document with every default written out, as it is stored; InvalidRegulation with every fault."""
    whole: dict[str, Any] = {key: document.get(key, field.default) for key, field in TOP.items()}
    faults = [*judge_fields(whole, TOP, ""), *unknown(document, TOP, "")]
    if not any(fault.path == "stages" for fault in faults):
        whole["stages"] = [complete_stage(stage) for stage in whole["stages"]]
        faults += [f for i, stage in enumerate(whole["stages"]) for f in stage_faults(stage, f"stages.{i}")]
    if not faults:
        _write_defaults(whole)
        faults += [*_entries(whole), *_games(whole), *_conduct(whole), *chain_faults(whole)]
    if faults:
        raise InvalidRegulation(faults)
    return whole


def _write_defaults(whole: dict[str, Any]) -> None:
    for key, fields in NESTED.items():
        whole[key] = {name: whole[key].get(name, field.default) for name, field in fields.items()}
    whole["conduct"]["penalties"] = [{"name": "", **offence} for offence in whole["conduct"]["penalties"]]


def _entries(whole: Mapping[str, Any]) -> Iterator[Fault]:
    """A team says how many tables it plays at, and nobody else does."""
    if (whole["entry_kind"] == TEAM) != (whole["team"] is not None):
        yield Fault("team", _("must be stated for teams, and for nobody else"))


def _games(whole: dict[str, Any]) -> Iterator[Fault]:
    """What the games say to their part; fills in the targets, so that they are frozen with the rest."""
    kind = whole["entry_kind"] if whole["team"] is None else whole["team"]["of"]
    if kind == TEAM:
        return
    players = 2 * KIND_SIZE[kind]
    found = yield from _game(whole["variant"], players, whole["options"], "")
    whole["options"] = found if found is not None else whole["options"]
    for number, stage in enumerate(whole["stages"]):
        if stage["variant"] is None and stage["options"] is None:
            continue
        variant, options = stage["variant"] or whole["variant"], stage["options"] or {}
        stage["options"] = yield from _game(variant, players, options, f"stages.{number}.")
    labels = "|".join(FORMATS[stage["format"]].labels for stage in whole["stages"])
    yield from round_faults(whole["tolerance_minutes"], "tolerance_minutes", labels)


def _game(variant: str, players: int, options: Mapping[str, Any], prefix: str) -> Any:
    """The faults of a variant and its options; returns the options with the target written down."""
    try:
        rules = rules_for(variant, players, options)
    except UnknownVariant as error:
        yield Fault(f"{prefix}variant", error.template, error.params)
    except InvalidOption as error:
        path = error.params["field"]
        where = "entry_kind" if path == "options.players" else f"{prefix}{path}"
        yield Fault(where, error.template, error.params)
    else:
        return {**options, "target": rules.target}
    return None


def _conduct(whole: Mapping[str, Any]) -> Iterator[Fault]:
    """An offence is in the table once, and costs something; what is written down with it stays an offence."""
    seen: set[str] = set()
    for number, offence in enumerate(whole["conduct"]["penalties"]):
        path = f"conduct.penalties.{number}"
        if offence["offence"] in seen:
            yield Fault(f"{path}.offence", _("is in the table twice"))
        seen.add(offence["offence"])
        for place, step in enumerate(offence["steps"]):
            if step == 0:
                yield Fault(f"{path}.steps.{place}", _("must not be 0"))


__all__ = ["TOP", "complete", "read"]
