"""A hand at a table written down by people, and made a hand record of: cards by seat, and a line an action.

    0 7C            seat 0 plays the seven of hearts
    1 truco         seat 1 raises
    2 accept        (or quero, quiero)
    1 3C covered
    3 declare 29

Words of Portuguese and Spanish stand for the actions that are most common; all others have their names of the
hand record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.errors import UnreadableRecord
from games.rules.moves import TYPES
from games.rules.options import Rules, rules_for
from games.rules.record import FORMAT
from tournaments.rules.state import Championship, Match
from truco_api.errors import gettext_noop as _

WORDS = {
    "truco": "raise",
    "retruco": "raise",
    "vale4": "raise",
    "seis": "raise",
    "nove": "raise",
    "doze": "raise",
    "aumenta": "raise",
    "aceita": "accept",
    "quero": "accept",
    "quiero": "accept",
    "recusa": "refuse",
    "corre": "refuse",
    "mazo": "concede",
    "desiste": "concede",
}
COVERED = {"covered", "coberta", "encoberta", "tapada"}
GOOD = {"good", "boas", "buenas"}
LINE = re.compile(r"\s*(\d)[\s:.)-]+(\S+)(?:\s+(\S+))?\s*")


@dataclass(frozen=True, slots=True)
class HandTerms:
    """What the form has to ask for: the seats (number, who sits there), and whether a card is turned."""

    seats: tuple[tuple[int, str], ...]
    turned: bool


def terms_of(state: Championship, match: Match) -> HandTerms:
    """What a hand of this match is written down by."""
    rules = _rules(state, match)
    names = [state.entries[side].name if side else "–" for side in match.sides]
    return HandTerms(tuple((seat, names[seat % 2]) for seat in range(rules.players)), rules.turns_vira)


def written_down(said: Mapping[str, str], state: Championship, match: Match) -> dict[str, Any] | None:
    """The record of the hand in the form; None where nothing is filled in. UnreadableRecord names a field."""
    rules = _rules(state, match)
    cards = [_codes(said.get(f"hand_cards_{seat}", "")) for seat in range(rules.players)]
    lines = [line for line in said.get("hand_actions", "").splitlines() if line.strip()]
    if not any(cards) and not lines:
        return None
    variant, options = state.regulation.game_of(match.stage)
    record: dict[str, Any] = {
        "format": FORMAT,
        "variant": variant,
        "options": dict(options),
        "players": rules.players,
        "score": _numbers(said.get("hand_score", ""), "score"),
        "dealer": _number(said.get("hand_dealer", ""), "dealer"),
        "cards": cards,
        "actions": [_action(line, number) for number, line in enumerate(lines)],
    }
    if rules.turns_vira:
        record["vira"] = said.get("hand_vira", "").strip().upper()
    return record


def _rules(state: Championship, match: Match) -> Rules:
    variant, options = state.regulation.game_of(match.stage)
    return rules_for(variant, state.regulation.players, options)


def _codes(text: str) -> list[str]:
    return re.split(r"[\s,;]+", text.strip().upper()) if text.strip() else []


def _numbers(text: str, field: str) -> list[int]:
    found = re.findall(r"\d{1,3}", text)
    if not found:
        raise UnreadableRecord(field, _("a whole number is needed"))
    return [int(number) for number in found]


def _number(text: str, field: str) -> int:
    return _numbers(text, field)[0]


def _action(line: str, place: int) -> dict[str, Any]:
    """One line: a seat, what it did, and at most one word more."""
    found = LINE.fullmatch(line)
    if found is None:
        raise UnreadableRecord(f"actions.{place}", _("a seat and an action are needed"))
    seat, what, more = int(found[1]), found[2].lower(), (found[3] or "").lower()
    kind = WORDS.get(what, what)
    if kind not in TYPES:
        card: dict[str, Any] = {"seat": seat, "type": "play", "card": what.upper()}
        return card | ({"covered": True} if more in COVERED else {})
    action: dict[str, Any] = {"seat": seat, "type": kind}
    if kind == "declare":
        return action | ({"good": True} if more in GOOD else {"points": _number(more, f"actions.{place}")})
    return action
