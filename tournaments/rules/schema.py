"""The JSON Schema of a regulation, made of the very tables by which the checker judges.

A document that the checker takes is valid by the schema. The other way round the checker knows more: what
a schema cannot say (a stage that feeds another, options of a variant) it says with the path of the fault.
"""

from tournaments.rules.field_checks import Schema, schema_of
from tournaments.rules.format_fields import OWN
from tournaments.rules.regulation import FORMAT
from tournaments.rules.regulation_check import MOST_STAGES, TOP
from tournaments.rules.stage_fields import STAGE

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFAULT = str(STAGE["format"].default)


def schema() -> Schema:
    """The schema of a whole document in the format `truco-regulation/1`."""
    whole = schema_of(TOP)
    whole["properties"]["stages"] = {
        "type": "array",
        "minItems": 1,
        "maxItems": MOST_STAGES,
        "items": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in OWN]},
    }
    common = schema_of(STAGE)
    del common["additionalProperties"]
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": "A championship's regulation; see docs/regulations.md for what each part means.",
        **whole,
        "$defs": {"stage": common, **{name: _stage(name) for name in OWN}},
    }


def _stage(name: str) -> Schema:
    """A stage of one format: what all stages have and its own keys; the usual format need not be named."""
    own = schema_of(OWN[name])
    return {
        "$ref": "#/$defs/stage",
        "properties": {"format": {"const": name}, **own["properties"]},
        "required": [*own.get("required", []), *(["format"] if name != DEFAULT else [])],
        "unevaluatedProperties": False,
    }
