"""Regulations for the usual cases, one file each, to begin from: whatever is said of them can be changed."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _

PRESETS = {
    "knockout": _("Single elimination with a match for third place"),
    "double_elimination": _("Double elimination: who loses twice is out"),
    "groups_knockout": _("Four groups, the first two of each into a knock-out"),
    "best_fifths": _("Seven groups of six, four best fifths, groups of four by cross pairing, knock-out"),
    "swiss_cut": _("Five Swiss rounds with clubs kept apart, then the best eight"),
    "league": _("A league, home and away, two legs a match"),
    "home_and_away": _("A knock-out in ties, home and away, with a final best of three"),
    "consolation": _("Ten or more by rank, the winner of the consolation into the semifinal"),
    "paid_reentry": _("A first round whose losers can buy themselves in again, then a knock-out"),
    "trios": _("Trios: three qualifying rounds, the best 24 into a knock-out, the rest into a consolation"),
    "club_teams": _("Clubs with teams of four pairs: groups, then a knock-out"),
    "seven_tables": _("Clubs at seven tables, first to six legs"),
    "king_of_the_table": _("King of the table with two lives"),
}
"""What each preset is, by its name."""
SEASONS = {
    "six_stages": _("A season of six stages with a consolation into the semifinal, and a final of eight"),
}
"""The same for whole seasons."""


@cache
def _text(name: str) -> str:
    return files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")


def preset(name: str) -> Mapping[str, JSON]:
    """The document of a preset, as short as its file has it; KeyError for a name there is none of."""
    if name not in PRESETS and name not in SEASONS:
        raise KeyError(name)
    found: dict[str, JSON] = json.loads(_text(name))
    return found
