"""Checking a regulation: every fault by its path, in plain words; and reading one that has none."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.rules.clocks import LONGEST_RESERVE, LONGEST_TURN, OnTimeout
from games.rules.errors import InvalidOption, UnknownVariant
from games.rules.options import rules_for
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.faults import Fault
from tournaments.rules.formats import FORMATS
from tournaments.rules.regulation import FORMAT, JSON, KIND_SIZE, PerRound, Regulation, StageRules
from truco_api.errors import gettext_noop as _

Check = Callable[[Any, str], Iterator[Fault]]
STAGE_KEYS = ("id", "format", "seeding", "best_of", "mode", "rounds_together")


def integer(least: int, most: int) -> Check:
    """A whole number in a range."""

    def check(value: Any, path: str) -> Iterator[Fault]:
        if type(value) is not int or not least <= value <= most:
            yield Fault(
                path, _("must be a whole number from {least} to {most}"), {"least": least, "most": most}
            )

    return check


def one_of(*allowed: str | int) -> Check:
    """One of a few values, and of the same type as it."""

    def check(value: Any, path: str) -> Iterator[Fault]:
        if not any(type(value) is type(other) and value == other for other in allowed):
            yield Fault(path, _("must be one of {choices}"), {"choices": ", ".join(map(str, allowed))})

    return check


def text(least: int, most: int) -> Check:
    """A string of so many characters."""

    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, str) or not least <= len(value) <= most:
            yield Fault(
                path, _("must be a text of {least} to {most} characters"), {"least": least, "most": most}
            )

    return check


def flag(value: Any, path: str) -> Iterator[Fault]:
    """True or false."""
    if not isinstance(value, bool):
        yield Fault(path, _("must be true or false"))


def nothing_or(inner: Check) -> Check:
    """Null, or what the inner check allows."""
    return lambda value, path: iter(()) if value is None else inner(value, path)


def per_round(inner: Check) -> Check:
    """A bare value, or an object of `default` and `rounds`."""

    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield from inner(value, path)
            return
        for key in value.keys() - {"default", "rounds"}:
            yield Fault(f"{path}.{key}", _("is not known here"))
        if "default" not in value:
            yield Fault(f"{path}.default", _("is missing"))
        else:
            yield from inner(value["default"], f"{path}.default")
        rounds = value.get("rounds", {})
        if not isinstance(rounds, dict):
            yield Fault(f"{path}.rounds", _("must be an object"))
            return
        for key, one in rounds.items():
            yield from inner(one, f"{path}.rounds.{key}")

    return check


def one_stage(value: Any, path: str) -> Iterator[Fault]:
    """A list of one object, which is checked for itself."""
    if not isinstance(value, list) or len(value) != 1 or not isinstance(value[0], dict):
        yield Fault(path, _("must be a list of one stage"))


def scalars(value: Any, path: str) -> Iterator[Fault]:
    """An object, whose content somebody else judges."""
    if not isinstance(value, dict):
        yield Fault(path, _("must be an object"))


TOP: dict[str, tuple[Check, Any]] = {
    "format": (one_of(FORMAT), FORMAT),
    "variant": (text(1, 40), None),
    "options": (scalars, {}),
    "entry_kind": (one_of(*KIND_SIZE), "pair"),
    "max_entries": (integer(2, 4096), 512),
    "confirm_entries": (flag, True),
    "fee": (text(0, 200), ""),
    "tables": (integer(0, 1000), 0),
    "minutes_per_leg": (integer(1, 24 * 60), 20),
    "presence": (one_of("marked", "assumed"), "marked"),
    "confirm_minutes": (nothing_or(integer(1, 14 * 24 * 60)), None),
    "tolerance_minutes": (per_round(nothing_or(integer(0, 24 * 60))), 15),
    "clock": (scalars, {}),
    "stages": (one_stage, [{}]),
}
STAGE: dict[str, tuple[Check, Any]] = {
    "id": (text(1, 20), "main"),
    "format": (one_of(*FORMATS), "single_elimination"),
    "seeding": (one_of("draw", "rank", "hand"), "draw"),
    "best_of": (per_round(one_of(1, 3, 5)), 1),
    "mode": (per_round(one_of("table", "online")), "table"),
    "rounds_together": (flag, False),
}
STAGE_DEFAULTS: dict[str, Any] = {key: default for key, (_check, default) in STAGE.items()}
CLOCK: dict[str, Check] = {
    "turn_seconds": integer(1, LONGEST_TURN),
    "reserve_seconds": integer(0, LONGEST_RESERVE),
    "on_timeout": one_of(*(policy.value for policy in OnTimeout)),
    "abandon_after": integer(0, 100),
}


def complete(document: Mapping[str, JSON]) -> dict[str, Any]:
    """The document with every default written out, as it is stored; InvalidRegulation with every fault."""
    whole: dict[str, Any] = {key: document.get(key, default) for key, (_check, default) in TOP.items()}
    faults = list(_faults(whole, TOP, ""))
    faults += [Fault(key, _("is not known here")) for key in document if key not in TOP]
    if not any(fault.path == "stages" for fault in faults):
        whole["stages"] = [STAGE_DEFAULTS | stage for stage in whole["stages"]]
        faults += [f for i, stage in enumerate(whole["stages"]) for f in _stage(stage, f"stages.{i}")]
    if not faults:
        faults += _games(whole)
    if faults:
        raise InvalidRegulation(faults)
    return whole


def read(whole: Mapping[str, Any]) -> Regulation:
    """The regulation of a complete document; judges nothing."""
    plain = {
        key: value for key, value in whole.items() if key not in ("format", "stages", "tolerance_minutes")
    }
    return Regulation(
        **plain,
        tolerance_minutes=_per_round(whole["tolerance_minutes"]),
        stages=tuple(_read_stage(stage) for stage in whole["stages"]),
    )


def _faults(
    document: Mapping[str, Any], table: Mapping[str, tuple[Check, Any]], prefix: str
) -> Iterator[Fault]:
    for key, (check, _default) in table.items():
        yield from check(document[key], prefix + key)


def _stage(stage: Mapping[str, Any], path: str) -> Iterator[Fault]:
    yield from _faults(stage, STAGE, f"{path}.")
    found = FORMATS.get(stage["format"]) if isinstance(stage["format"], str) else None
    if found is None:
        return
    yield from (fault.under(path) for fault in found.check(_own_keys(stage)))
    for key in ("best_of", "mode"):
        yield from _labels(stage[key], f"{path}.{key}", found.labels)


def _labels(value: Any, path: str, labels: str) -> Iterator[Fault]:
    """Rounds that the format can never have: a misspelt label would silently be no rule at all."""
    rounds = value.get("rounds", {}) if isinstance(value, dict) else {}
    for key in rounds if isinstance(rounds, dict) else ():
        if not re.fullmatch(rf"[1-9]\d?|{labels}", key):
            yield Fault(f"{path}.rounds.{key}", _("is no round of this format"))


def _games(whole: dict[str, Any]) -> Iterator[Fault]:
    """What the games say to their part; fills in the target, so that it is frozen with the rest."""
    try:
        rules = rules_for(whole["variant"], 2 * KIND_SIZE[whole["entry_kind"]], whole["options"])
    except UnknownVariant as error:
        yield Fault("variant", error.template, error.params)
    except InvalidOption as error:
        path = error.params["field"]
        yield Fault("entry_kind" if path == "options.players" else path, error.template, error.params)
    else:
        whole["options"] = {**whole["options"], "target": rules.target}
    labels = "|".join(FORMATS[stage["format"]].labels for stage in whole["stages"])
    yield from _labels(whole["tolerance_minutes"], "tolerance_minutes", labels)
    yield from _clock(whole["clock"])


def _clock(clock: Mapping[str, Any]) -> Iterator[Fault]:
    for key, value in clock.items():
        if key in CLOCK:
            yield from CLOCK[key](value, f"clock.{key}")
        else:
            yield Fault(f"clock.{key}", _("is not known here"))


def _own_keys(stage: Mapping[str, Any]) -> dict[str, JSON]:
    return {key: value for key, value in stage.items() if key not in STAGE_KEYS}


def _per_round(value: Any) -> PerRound[Any]:
    if isinstance(value, dict):
        return PerRound(value["default"], value.get("rounds", {}))
    return PerRound(value)


def _read_stage(stage: Mapping[str, Any]) -> StageRules:
    return StageRules(
        id=stage["id"],
        format=stage["format"],
        seeding=stage["seeding"],
        best_of=_per_round(stage["best_of"]),
        mode=_per_round(stage["mode"]),
        rounds_together=stage["rounds_together"],
        config=_own_keys(stage),
    )
