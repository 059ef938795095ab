"""What people read in the place of codes, in the active language: rounds, phases, ways of deciding."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ROUNDS = {
    "final": _("Final"),
    "final_reset": _("Second final"),
    "semifinal": _("Semifinal"),
    "quarterfinal": _("Quarterfinal"),
    "round_of_16": _("Round of 16"),
    "round_of_32": _("Round of 32"),
    "third_place": _("Third place"),
    "consolation": _("Consolation"),
    "upper_final": _("Upper final"),
    "upper_semifinal": _("Upper semifinal"),
    "upper_quarterfinal": _("Upper quarterfinal"),
    "lower_final": _("Lower final"),
}
NUMBERED_ROUNDS = {
    "round_of": _("Round of {number}"),
    "upper_round_of": _("Upper round of {number}"),
    "main": _("Main bracket, {number} matches"),
    "lower_round": _("Lower round {number}"),
    "group": _("Group {number}"),
}
STATUSES = {
    "waiting": _("to come"),
    "ready": _("ready"),
    "frozen": _("waits for a ruling"),
    "called": _("called"),
    "playing": _("being played"),
    "reported": _("sheet handed in"),
    "disputed": _("disputed"),
    "decided": _("decided"),
}
PHASES = {
    "created": _("draft"),
    "open": _("taking entries"),
    "closed": _("entries closed"),
    "drawn": _("drawn"),
    "running": _("being played"),
    "finished": _("finished"),
    "cancelled": _("called off"),
}
WAYS = {
    "walkover": _("walkover"),
    "double_walkover": _("walkover of both"),
    "adjudicated": _("by an arbiter's word"),
    "forfeit": _("forfeit"),
    "withdrawal": _("by withdrawal"),
    "unopposed": _("without an opponent"),
    "empty": _("nobody came"),
}
"""Ways of deciding that need a word; what was played needs none."""


def round_name(number: int, label: str) -> str:
    """What a round is called: by its label if it has a known one, else by its number in the stage."""
    if label in ROUNDS:
        return gettext(ROUNDS[label])
    found = re.fullmatch(r"([a-z_]+)_(\d+)", label)
    if found and found[1] in NUMBERED_ROUNDS:
        return gettext(NUMBERED_ROUNDS[found[1]]).format(number=found[2])
    return gettext("Round {number}").format(number=number)


def status(code: str) -> str:
    """How far a match is."""
    return gettext(STATUSES[code]) if code in STATUSES else code


def phase(code: str) -> str:
    """How far a championship is."""
    return gettext(PHASES[code]) if code in PHASES else code


def way(code: str | None) -> str:
    """How a match was decided, where that was not by playing; "" otherwise."""
    return gettext(WAYS[code]) if code in WAYS else ""


def legs_rule(legs: int, first_to: int) -> str:
    """How many legs a match has."""
    if legs == 1:
        return gettext("One leg")
    if first_to in (0, legs):
        return gettext("All of {legs} legs are played").format(legs=legs)
    if legs == 2 * first_to - 1:
        return gettext("Best of {legs} legs").format(legs=legs)
    return gettext("First to {legs} legs").format(legs=first_to)


def clock_time(at: datetime, zone: ZoneInfo) -> str:
    """Date and time on the club's clock, which says which one it is: "2031-05-03 14:30 -03"."""
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M %Z")


def short_time(at: datetime, zone: ZoneInfo) -> str:
    """Day, month and time on the club's clock, as the language has it: "03/05 14:30", "May 3, 14:30"."""
    return date_format(at.astimezone(zone), gettext("M j, H:i"))
