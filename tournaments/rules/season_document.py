"""A season as data: the championships it is made of, what their places are worth, and who plays its final.

The document has the format "truco-season/1" and is checked, completed and hashed as a regulation is; the
regulations in it are whole documents of their own. In short:

    {"format": "truco-season/1", "points": {"by_place": [10, 8, 6, 5], "taking_part": 1}, "best_results": 5,
     "regulation": {"variant": "paulista"},
     "stages": [{"id": "one"}, {"id": "two", "weight": 2, "regulation": {"variant": "mineiro"}}],
     "final": {"direct": 1, "size": 8}}
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.faults import Fault
from tournaments.rules.field_checks import (
    Field,
    Fields,
    Schema,
    flag,
    integer,
    judge_fields,
    list_of,
    nothing_or,
    one_of,
    scalars,
    schema_of,
    shaped,
    text,
)
from tournaments.rules.rankings import CRITERIA
from tournaments.rules.regulation import JSON
from tournaments.rules.regulation_check import complete
from tournaments.rules.schema import DIALECT
from tournaments.rules.schema import schema as regulation_schema
from tournaments.rules.stage_fields import stage_id
from truco_api.errors import gettext_noop as _

FORMAT = "truco-season/1"
FINAL = "final"
"""The id by which the final goes, which is no stage's."""
MOST_STAGES = 100
MOST_POINTS = 1_000_000
DEFAULT_CRITERIA = ["points", "wins", "leg_difference", "tentos_difference"]
REGULATION_ID = "urn:truco:regulation:1"

POINTS: Fields = {
    "by_place": Field(list_of(integer(0, MOST_POINTS), 1, 512), required=True),
    "taking_part": Field(integer(0, MOST_POINTS), 0),
    "share": Field(flag, False),
}
STAGE: Fields = {
    "id": Field(stage_id, required=True),
    "name": Field(text(0, 120), ""),
    "weight": Field(integer(1, 100), 1),
    "regulation": Field(nothing_or(scalars), None),
}
FINAL_FIELDS: Fields = {
    "name": Field(text(0, 120), ""),
    "direct": Field(integer(0, 512), 0),
    "size": Field(integer(2, 4096), required=True),
    "weight": Field(integer(0, 100), 0),
    "regulation": Field(nothing_or(scalars), None),
}
TOP: Fields = {
    "format": Field(one_of(FORMAT), required=True),
    "name": Field(text(0, 120), ""),
    "points": Field(shaped(POINTS), required=True),
    "best_results": Field(integer(0, MOST_STAGES), 0),
    "criteria": Field(list_of(one_of(*CRITERIA), 1, len(CRITERIA)), DEFAULT_CRITERIA),
    "regulation": Field(nothing_or(scalars), None),
    "stages": Field(list_of(shaped(STAGE), 1, MOST_STAGES), required=True),
    "final": Field(nothing_or(shaped(FINAL_FIELDS)), None),
}


def is_season(document: Mapping[str, Any]) -> bool:
    """Whether a document says that it is a season's."""
    return document.get("format") == FORMAT


def complete_season(document: Mapping[str, JSON]) -> dict[str, Any]:
    """The document with every default written out, in its regulations too; InvalidRegulation otherwise."""
    faults = [*judge_fields(document, TOP, "")]
    if faults:
        raise InvalidRegulation(faults)
    whole = _with_defaults(document)
    faults = [*_regulations(whole), *_stages(whole)]
    if not faults:
        faults = [*_final(whole)]
    if faults:
        raise InvalidRegulation(faults)
    return whole


def regulation_of(season: Mapping[str, Any], stage: str) -> Mapping[str, Any]:
    """The regulation of a stage, or of the final, of a complete season; KeyError for a stage there is not."""
    part = part_of(season, stage)
    found: Mapping[str, Any] = part["regulation"] or season["regulation"]
    return found


def part_of(season: Mapping[str, Any], stage: str) -> Mapping[str, Any]:
    """A stage of a complete season by its id, or its final; KeyError for one there is not."""
    parts = {each["id"]: each for each in season["stages"]}
    if season["final"]:
        parts[FINAL] = season["final"]
    found: Mapping[str, Any] = parts[stage]
    return found


def season_schema() -> Schema:
    """The schema of a whole document in the format `truco-season/1`, that of a regulation within it."""
    whole = schema_of(TOP)
    reference = {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/regulation"}]}
    whole["properties"]["regulation"] = reference
    for holder in (whole["properties"]["stages"]["items"], whole["properties"]["final"]["anyOf"][1]):
        holder["properties"]["regulation"] = reference
    inner = {key: value for key, value in regulation_schema().items() if key != "$schema"}
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": "A season of championships; see docs/regulations.md for what each part means.",
        **whole,
        "$defs": {"regulation": {"$id": REGULATION_ID, **inner}},
    }


def _with_defaults(document: Mapping[str, Any]) -> dict[str, Any]:
    whole = _filled(document, TOP)
    whole["points"] = _filled(whole["points"], POINTS)
    whole["stages"] = [_filled(stage, STAGE) for stage in whole["stages"]]
    whole["final"] = whole["final"] and _filled(whole["final"], FINAL_FIELDS)
    return whole


def _filled(stated: Mapping[str, Any], fields: Fields) -> dict[str, Any]:
    return {key: stated.get(key, field.default) for key, field in fields.items()}


def _regulations(whole: dict[str, Any]) -> Iterator[Fault]:
    """Complete the regulations where they stand; the faults of each by its path in the season."""
    holders = [(whole, ""), *((stage, f"stages.{at}.") for at, stage in enumerate(whole["stages"]))]
    if whole["final"]:
        holders.append((whole["final"], "final."))
    for holder, path in holders:
        if holder["regulation"] is not None:
            try:
                holder["regulation"] = complete(holder["regulation"])
            except InvalidRegulation as error:
                yield from (fault.under(f"{path}regulation") for fault in error.faults)
        elif holder is not whole and whole["regulation"] is None:
            yield Fault(f"{path}regulation", _("is missing, and the season has none for all"))


def _stages(whole: Mapping[str, Any]) -> Iterator[Fault]:
    seen = {FINAL}
    for at, stage in enumerate(whole["stages"]):
        if stage["id"] in seen:
            yield Fault(f"stages.{at}.id", _("is the id of another stage"))
        seen.add(stage["id"])
    if whole["best_results"] > len(whole["stages"]):
        yield Fault("best_results", _("is more than the {count} stages"), {"count": len(whole["stages"])})


def _final(whole: Mapping[str, Any]) -> Iterator[Fault]:
    """The final has room for those who come in directly, and takes entries such as the stages have."""
    final = whole["final"]
    if not final:
        return
    direct = final["direct"] * len(whole["stages"])
    if direct > final["size"]:
        yield Fault("final.size", _("is less than the {count} who come in directly"), {"count": direct})
    own = regulation_of(whole, FINAL)
    if final["size"] > own["max_entries"]:
        yield Fault(
            "final.size", _("is more than the {limit} entries it takes"), {"limit": own["max_entries"]}
        )
    for at, stage in enumerate(whole["stages"]):
        other = regulation_of(whole, stage["id"])
        if (other["entry_kind"], other["team"]) != (own["entry_kind"], own["team"]):
            yield Fault(f"stages.{at}.regulation.entry_kind", _("must be as in the final"))
