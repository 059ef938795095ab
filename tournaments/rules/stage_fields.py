"""The fields of a stage of a regulation, as the checker and the published schema both know them."""

from tournaments.rules.field_checks import (
    Field,
    Fields,
    by_key,
    either,
    flag,
    integer,
    list_of,
    mapping_of,
    matching,
    nothing_or,
    one_of,
    pair_of,
    per_round,
    scalars,
    shaped,
    text,
)
from tournaments.rules.formats import FORMATS
from truco_api.errors import gettext_noop as _

LEVELS = ("leg", "draw", "tentos")
POLICIES = ("match_point", "referee", "leader")
LEAVING = ("walkover", "keep", "void")
SLOT = r"([a-z][a-z0-9_]*/)?(G[1-9]\d{0,2}:[1-9]\d{0,2}|P[1-9]\d{0,2}:[1-9]\d{0,2}|T[1-9]\d{0,3})"
STAGE_ID = r"[a-z][a-z0-9_]{0,15}"
LARGEST = 10**9

stage_id = matching(STAGE_ID, _("must be 1 to 16 small letters, digits or _, a letter first"))
level = Field(one_of(*LEVELS))
first_to = integer(1, 99)
match_rule = by_key(
    {
        "per_board": shaped(
            {
                "per_board": Field(integer(1, 9), required=True),
                "first_to": Field(integer(0, 99)),
                "level": level,
            }
        ),
        "legs": shaped(
            {"legs": Field(integer(1, 99), required=True), "play_all": Field(flag), "level": level}
        ),
        "best_of": shaped({"best_of": Field(one_of(*range(1, 100, 2)), required=True)}),
        "first_to": shaped({"first_to": Field(integer(1, 50), required=True)}),
    }
)
span = list_of(nothing_or(integer(1, 4096)), 2, 2)
_stage = Field(stage_id, required=True)
source = by_key(
    {
        "entries": shaped(
            {"entries": Field(either(span, one_of("all"), lambda v: isinstance(v, list)), required=True)}
        ),
        "places": shaped({"stage": _stage, "places": Field(span, required=True)}),
        "per_group": shaped(
            {
                "stage": _stage,
                "per_group": Field(integer(0, 512), required=True),
                "best": Field(integer(0, 512)),
            }
        ),
        "winners": shaped({"stage": _stage, "winners": Field(one_of(True), required=True)}),
        "losers": shaped(
            {
                "stage": _stage,
                "losers": Field(list_of(integer(1, 64), 1, 64), required=True),
                "paid": Field(flag),
            }
        ),
        "slots": shaped(
            {
                "stage": _stage,
                "slots": Field(
                    list_of(
                        list_of(matching(SLOT, _("must be a slot such as G7:3, P5:2 or T4")), 2, 512), 1, 512
                    ),
                    required=True,
                ),
            }
        ),
    }
)
whole = integer(-LARGEST, LARGEST)
natural = integer(0, LARGEST)
counts = shaped(
    {
        "legs": Field(pair_of(natural)),
        "tentos": Field(pair_of(natural)),
        "flores": Field(pair_of(natural)),
        "points": Field(pair_of(whole)),
    }
)
counted = matching(
    r"walkover|abandoned|\d{1,2}-\d{1,2}",
    _("must be walkover, abandoned, or legs of winner and loser as in 2-0"),
)
leaving = either(
    one_of(*LEAVING),
    shaped(
        {
            "below_percent": Field(integer(1, 100), required=True),
            "below": Field(one_of(*LEAVING), required=True),
            "otherwise": Field(one_of(*LEAVING), required=True),
        }
    ),
    lambda value: not isinstance(value, dict),
)
minutes = nothing_or(integer(0, 24 * 60))
time_limit = shaped(
    {"minutes": Field(integer(1, 24 * 60), required=True), "then": Field(one_of(*POLICIES), required=True)}
)

STAGE: Fields = {
    "id": Field(stage_id, "main"),
    "name": Field(text(0, 80), ""),
    "format": Field(one_of(*FORMATS), "single_elimination"),
    "from": Field(nothing_or(list_of(source, 1, 16)), None),
    "seeding": Field(one_of("draw", "rank", "hand", "qualified"), "draw"),
    "starts": Field(one_of("itself", "by_hand"), "itself"),
    "lots": Field(one_of("by_hand", "itself"), "by_hand"),
    "best_of": Field(per_round(one_of(1, 3, 5)), 1),
    "match": Field(per_round(nothing_or(match_rule)), None),
    "mode": Field(per_round(one_of("table", "online")), "table"),
    "rounds_together": Field(flag, False),
    "variant": Field(nothing_or(text(1, 40)), None),
    "options": Field(nothing_or(scalars), None),
    "tolerance_minutes": Field(nothing_or(per_round(minutes)), None),
    "late": Field(one_of("match", "leg"), "match"),
    "time_limit": Field(per_round(nothing_or(time_limit)), None),
    "counts": Field(mapping_of(counts, counted), {}),
    "leaving": Field(leaving, "walkover"),
    "late_entries": Field(integer(0, 64), 0),
}
BY_ROUND = ("best_of", "match", "mode", "time_limit", "tolerance_minutes")
"""Fields whose rounds must be rounds of the format."""
