"""The keys of each format as the published schema knows them; the formats themselves judge them (`check`)."""

from tournaments.rules.field_checks import (
    Check,
    Field,
    Fields,
    Schema,
    flag,
    integer,
    list_of,
    mapping_of,
    matching,
    nothing_or,
    one_of,
    pair_of,
    schema_of,
)
from tournaments.rules.formats.consolation import JOINS, MOST_DIRECT
from tournaments.rules.formats.consolation import MOST_ROUNDS as MOST_LOSERS
from tournaments.rules.formats.group_stage import GROUPS
from tournaments.rules.formats.king_stage import MOST
from tournaments.rules.formats.single_elimination import MOST_ROUNDS, MOST_SURVIVORS
from tournaments.rules.formats.ties import TIES
from tournaments.rules.points import KINDS
from tournaments.rules.stage_fields import counts, whole
from tournaments.rules.tiebreaks import CRITERIA


def _open(fields: Fields) -> Check:
    """An object that may carry private `x-…` keys, as a standings record does; the schema alone is used."""
    schema: Schema = schema_of(fields) | {"patternProperties": {"^x-": {}}}
    return Check(lambda _value, _path: iter(()), schema)


_any = Check(lambda _value, _path: iter(()), {})
_kinds = {kind: Field(whole) for kind in KINDS}
_by_legs = mapping_of(pair_of(whole), matching(r"\d{1,4}-\d{1,4}", ""))
_bye = Check(counts.judge, counts.schema | {"patternProperties": {"^x-": {}}})
TABLE: Fields = {
    "points": Field(nothing_or(_open({**_kinds, "by_legs": Field(_by_legs), "note": Field(_any)}))),
    "criteria": Field(list_of(one_of(*CRITERIA), 1, len(CRITERIA))),
    "after_head_to_head": Field(one_of("restart", "continue")),
    "ranks": Field(one_of("standard", "dense")),
    "bye": Field(nothing_or(_bye)),
}
OWN: dict[str, Fields] = {
    "single_elimination": {
        "third_place": Field(flag),
        "rounds": Field(integer(1, MOST_ROUNDS)),
        "survivors": Field(integer(1, MOST_SURVIVORS)),
        "ties": Field(TIES),
    },
    "double_elimination": {"reset": Field(flag)},
    "consolation": {
        "direct": Field(integer(1, MOST_DIRECT)),
        "losers_of": Field(list_of(integer(1, MOST_LOSERS), 0, 10**4)),
        "joins": Field(one_of(*JOINS)),
    },
    "round_robin": {"cycles": Field(one_of(1, 2)), **TABLE},
    "groups": {
        "groups": Field(GROUPS, required=True),
        "draw": Field(one_of("pots", "serpentine")),
        "clubs_apart": Field(flag),
        "cycles": Field(one_of(1, 2)),
        "even": Field(flag),
        **TABLE,
    },
    "swiss": {"rounds": Field(integer(1, 64), required=True), "clubs_apart": Field(flag), **TABLE},
    "king_of_the_table": {key: Field(integer(int(key == "bouts"), most)) for key, most in MOST.items()},
}
TABLED = frozenset({"round_robin", "groups", "swiss"})
"""Formats whose result is a table, in which a match may be drawn and lots may be needed."""
