"""Checking the stages of a regulation: each by itself, and whether one can feed the next."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.rules.faults import Fault
from tournaments.rules.field_checks import judge_fields
from tournaments.rules.format_fields import TABLED
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.group_stage import stated_sizes
from tournaments.rules.formats.tables import DEFAULT_CRITERIA
from tournaments.rules.stage_fields import BY_ROUND, STAGE
from truco_api.errors import gettext_noop as _

Stage = Mapping[str, Any]
SETTLED = ("lots", "seed")
"""Criteria after which nobody is level any more."""


def complete_stage(stage: Stage) -> dict[str, Any]:
    """The stage with every default of the fields that all stages have; the format's own stay as they are.

    A stage that others feed takes its entries as they come, unless it says otherwise; any other is drawn.
    """
    whole = {key: field.default for key, field in STAGE.items()} | dict(stage)
    if "seeding" not in stage and any("stage" in source for source in _sources(stage)):
        whole["seeding"] = "qualified"
    return whole


def stage_faults(stage: Stage, path: str) -> Iterator[Fault]:
    """The faults of one stage by itself."""
    yield from judge_fields({key: stage[key] for key in STAGE}, STAGE, f"{path}.")
    found = FORMATS.get(stage["format"]) if isinstance(stage["format"], str) else None
    if found is None:
        return
    yield from (fault.under(path) for fault in found.check(own_keys(stage)))
    for key in BY_ROUND:
        yield from round_faults(stage[key], f"{path}.{key}", found.labels)


def round_faults(value: Any, path: str, labels: str) -> Iterator[Fault]:
    """Rounds that the format can never have: a misspelt label would silently be no rule at all."""
    rounds = value.get("rounds", {}) if isinstance(value, dict) else {}
    for key in rounds if isinstance(rounds, dict) else ():
        if not re.fullmatch(rf"[1-9]\d?|{labels}", key):
            yield Fault(f"{path}.rounds.{key}", _("is no round of this format"))


def own_keys(stage: Stage) -> dict[str, Any]:
    """What a stage says to its format alone."""
    return {key: value for key, value in stage.items() if key not in STAGE}


def chain_faults(whole: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults of stages that are sound by themselves and do not go together."""
    stages = whole["stages"]
    earlier: dict[str, Stage] = {}
    for number, stage in enumerate(stages):
        path = f"stages.{number}"
        if stage["id"] in earlier:
            yield Fault(f"{path}.id", _("is the id of another stage"))
        yield from _feeding(stage, number, path, earlier)
        yield from _matches(stage, whole, path)
        earlier.setdefault(stage["id"], stage)
    yield from _order(stages)


def _feeding(stage: Stage, number: int, path: str, earlier: Mapping[str, Stage]) -> Iterator[Fault]:
    sources = _sources(stage)
    fed = any("stage" in source for source in sources)
    if number == 0 and fed:
        yield Fault(f"{path}.from", _("cannot be another stage, as this is the first"))
        return
    if number > 0 and not sources:
        yield Fault(f"{path}.from", _("must say where the entries come from"))
    if stage["seeding"] == "qualified" and not fed:
        yield Fault(f"{path}.seeding", _("cannot be as qualified where no stage comes before"))
    if fed and stage["seeding"] == "hand" and stage["starts"] == "itself":
        yield Fault(f"{path}.starts", _("must be by_hand where the seeding is by hand"))
    for place, source in enumerate(sources):
        yield from _source(source, stage, f"{path}.from.{place}", earlier)


def _source(source: Stage, stage: Stage, path: str, earlier: Mapping[str, Stage]) -> Iterator[Fault]:
    for key in ("entries", "places"):
        yield from _span(source.get(key), f"{path}.{key}")
    if "stage" not in source:
        return
    before = earlier.get(source["stage"])
    if before is None:
        yield Fault(f"{path}.stage", _("is no stage before this one"))
        return
    form = before["format"]
    if "per_group" in source and form != "groups":
        yield Fault(f"{path}.per_group", _("needs a stage of groups"))
    if "per_group" in source and not source["per_group"] + source.get("best", 0):
        yield Fault(f"{path}.per_group", _("lets nobody through"))
    for key in ("winners", "losers"):
        if key in source and form != "single_elimination":
            yield Fault(f"{path}.{key}", _("needs a stage of single elimination"))
    if source.get("paid") and stage["starts"] == "itself":
        yield Fault(f"{path}.paid", _("needs a stage that starts by_hand, or nobody has time to pay"))
    if "slots" in source:
        yield from _slots(source, stage, path, earlier)


def _span(value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, list):
        return
    first, last = value
    if first is None:
        yield Fault(f"{path}.0", _("must be a place"))
    elif last is not None and last < first:
        yield Fault(f"{path}.1", _("must not come before the first"))


def _slots(source: Stage, stage: Stage, path: str, earlier: Mapping[str, Stage]) -> Iterator[Fault]:
    """A literal table stands alone, fits its format, and names no slot twice."""
    rows = source["slots"]
    if len(_sources(stage)) > 1 or stage["seeding"] != "qualified":
        yield Fault(f"{path}.slots", _("must be the only source of a stage, seeded as qualified"))
    if stage["format"] == "groups":
        yield from _rows(rows, stage.get("groups"), f"{path}.slots")
    elif stage["format"] == "single_elimination":
        if len(rows) & (len(rows) - 1) or any(len(row) != 2 for row in rows):
            yield Fault(f"{path}.slots", _("must have two slots in each of 1, 2, 4, 8, … rows"))
    else:
        yield Fault(f"{path}.slots", _("needs groups or single elimination to fill"))
    seen: set[str] = set()
    for row, slots in enumerate(rows):
        for column, slot in enumerate(slots):
            where = f"{path}.slots.{row}.{column}"
            yield from _slot(slot, source["stage"], where, earlier)
            if slot in seen:
                yield Fault(where, _("is in the table twice"))
            seen.add(slot)


def _rows(rows: list[list[str]], groups: Any, path: str) -> Iterator[Fault]:
    """A row for each group, as long as the group is large."""
    if len(rows) != group_count(groups):
        yield Fault(path, _("must have one row for each group"))
        return
    for number, (row, size) in enumerate(zip(rows, stated_sizes(groups), strict=False)):
        if len(row) != size:
            yield Fault(
                f"{path}.{number}", _("must have {size} slots, as the group is large"), {"size": size}
            )


def group_count(groups: Any) -> int:
    """How many groups a stage has, be they counted or stated one by one."""
    return len(groups) if isinstance(groups, list) else int(groups)


def _slot(slot: str, stage: str, path: str, earlier: Mapping[str, Stage]) -> Iterator[Fault]:
    """A slot names a stage before this one, a group that it has, and groups only where there are any."""
    name, _slash, text = slot.rpartition("/")
    before = earlier.get(name or stage)
    if before is None:
        yield Fault(path, _("is of no stage before this one"))
    elif text[0] in "GP" and before["format"] != "groups":
        yield Fault(path, _("needs a stage of groups"))
    elif text[0] == "G" and int(text[1:].split(":")[0]) > group_count(before["groups"]):
        yield Fault(path, _("is a slot that stays empty"))


def _matches(stage: Stage, whole: Mapping[str, Any], path: str) -> Iterator[Fault]:
    """What a match may be depends on the format, on who plays, and on where."""
    online = "online" in values(stage["mode"])
    team = whole["team"] is not None
    if online and team:
        yield Fault(f"{path}.mode", _("must be table: a team plays at several tables at once"))
    for rule in values(stage["match"]):
        yield from _match_rule(rule or {}, stage, f"{path}.match", team=team)
    everybody = all(source.get("entries") == "all" for source in _sources(stage))
    if stage["late_entries"] and not (path == "stages.0" and everybody):
        yield Fault(f"{path}.late_entries", _("needs a first stage to which everybody comes"))


def _match_rule(rule: Stage, stage: Stage, path: str, *, team: bool) -> Iterator[Fault]:
    if ("per_board" in rule) != team and rule:
        yield Fault(path, _("must be per_board for teams, and for nobody else"))
    if rule.get("level") == "draw" and stage["format"] not in TABLED and stage.get("ties") is None:
        yield Fault(path, _("cannot end in a draw in this format"))


def _order(stages: list[Stage]) -> Iterator[Fault]:
    """Where others qualify from a table, nobody may stay level in it for good."""
    asked = {source["stage"] for stage in stages for source in _sources(stage) if "stage" in source}
    for number, stage in enumerate(stages):
        if stage["id"] not in asked or stage["format"] not in TABLED:
            continue
        criteria = stage.get("criteria", DEFAULT_CRITERIA)
        if criteria[-1] not in SETTLED:
            yield Fault(
                f"stages.{number}.criteria",
                _("must end with one of {choices}, as others qualify from here"),
                {"choices": ", ".join(SETTLED)},
            )


def values(by_round: Any) -> list[Any]:
    """Every value that holds for some round."""
    if isinstance(by_round, dict) and "default" in by_round:
        return [by_round["default"], *by_round.get("rounds", {}).values()]
    return [by_round]


def _sources(stage: Stage) -> list[dict[str, Any]]:
    found = stage.get("from")
    return [source for source in found if isinstance(source, dict)] if isinstance(found, list) else []
