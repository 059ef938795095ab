"""A hand in one line: how the tests of the rulebook write what was dealt and done, and read what it is worth.

Cards: `"3P 2C AE / QC 4E 4C"`, seat by seat; `-` for a seat that was dealt none. Actions: `"0:3P 1:raise"`,
seat and what it did: a card, `~2C` a covered card, `#1` the card at a place, `=29` and `good` what is said of
envido, `cut5top`, `keep=AE`, `aside=AE`, `sign=zap`, `watch=2`, else the name of the action."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.record import read_record, verdict

_WORDS = {
    *("raise", "accept", "refuse", "concede", "claim_royal_family", "swap"),
    *("envido", "real_envido", "falta_envido"),
    *("flor", "achico", "contraflor", "contraflor_resto"),
    *("take", "keep", "pass", "burn"),
}
_CUT = re.compile(r"cut(\d+)(top|bottom)")


def action(word: str) -> dict[str, Any]:
    """The action a word stands for, without its seat."""
    kind, _equals, value = word.partition("=")
    found = _CUT.fullmatch(word)
    if found:
        return {"type": "cut", "at": int(found[1]), "from": found[2]}
    if word in _WORDS:
        return {"type": word}
    match kind:
        case "":
            return {"type": "declare", "points": int(value)}
        case "good":
            return {"type": "declare", "good": True}
        case "keep":
            return {"type": "keep", "card": value}
        case "aside":
            return {"type": "lay_aside", "card": value}
        case "sign":
            return {"type": "signal", "sign": value}
        case "watch":
            return {"type": "watch", "target": int(value)}
    if word.startswith("#"):
        return {"type": "play", "place": int(word[1:])}
    covered = {"covered": True} if word.startswith("~") else {}
    return {"type": "play", "card": word.lstrip("~"), **covered}


def word(legal: Mapping[str, Any]) -> str:
    """The word for a legal action; the inverse of `action`."""
    match legal["type"]:
        case "play":
            place = legal.get("place")
            return f"#{place}" if place is not None else ("~" if legal.get("covered") else "") + legal["card"]
        case "declare":
            return "good" if legal.get("good") else f"={legal['points']}"
        case "cut":
            return f"cut{legal['at']}{legal['from']}"
        case "keep" if "card" in legal:
            return f"keep={legal['card']}"
        case "lay_aside":
            return f"aside={legal['card']}"
        case kind:
            return str(kind)


def record(
    variant: str,
    cards: str,
    actions: str = "",
    *,
    vira: str | None = None,
    dealer: int | None = None,
    score: tuple[int, ...] | None = None,
    stock: str | None = None,
    duel: list[int] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """A hand record; the last seat deals unless told, so that seat 0 plays first; nothing is scored yet."""
    hands = [[] if hand.strip() == "-" else hand.split() for hand in cards.split("/")]
    players = len(hands)
    written: dict[str, Any] = {
        "format": "truco-hand/1",
        "variant": variant,
        "options": options,
        "players": players,
        "score": list(score or (0,) * (3 if players == 3 else 2)),
        "dealer": players - 1 if dealer is None else dealer,
        "cards": hands,
        "actions": [_by_seat(step) for step in actions.split()],
    }
    extra = {"vira": vira, "stock": None if stock is None else stock.split(), "duel": duel}
    return written | {name: value for name, value in extra.items() if value is not None}


def _by_seat(step: str) -> dict[str, Any]:
    seat, _colon, what = step.partition(":")
    return {"seat": int(seat), **action(what)}


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict, read the way tests ask for it."""

    whole: dict[str, Any]

    @property
    def status(self) -> str:
        """`in_progress`, `finished` or `illegal`."""
        return str(self.whole["status"])

    @property
    def winner(self) -> int | None:
        """The team that won the hand."""
        found: int | None = self.whole["winner"]
        return found

    @property
    def points(self) -> list[int]:
        """What this hand has paid, by team."""
        return list(self.whole["points"])

    @property
    def score(self) -> list[int]:
        """The score with it, never past the target."""
        return list(self.whole["score"])

    @property
    def reason(self) -> str | None:
        """Why the hand ended."""
        found: str | None = self.whole["reason"]
        return found

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.whole["game_over"])

    @property
    def stake(self) -> int:
        """What the hand is worth now."""
        return int(self.whole["stake"])

    @property
    def error(self) -> tuple[int, str] | None:
        """Which action was illegal, and why."""
        wrong = self.whole.get("error")
        return None if wrong is None else (wrong["action"], wrong["code"])

    @property
    def tricks(self) -> list[int | None]:
        """The team that took each finished trick; None for a tie."""
        return [trick["winner_team"] for trick in self.whole["tricks"] if trick["tied"] or _won(trick)]

    @property
    def awards(self) -> list[tuple[int, int, str]]:
        """What was paid apart from the hand: team, points, what for."""
        return [(award["team"], award["points"], award["for"]) for award in self.whole["awards"]]

    @property
    def spoken(self) -> list[dict[str, int | None]]:
        """What was spoken for each award, by seat."""
        return [award["values"] for award in self.whole["awards"]]

    @property
    def legal(self) -> dict[int, set[str]]:
        """Every seat that may act, and all it may do."""
        return {entry["seat"]: {word(move) for move in entry["legal"]} for entry in self.whole["next"]}

    @property
    def to_act(self) -> list[int]:
        """The seats that may act."""
        return sorted(self.legal)


def _won(trick: Mapping[str, Any]) -> bool:
    return trick["winner_seat"] is not None


def judge(variant: str, cards: str, actions: str = "", **rest: Any) -> Judged:
    """The verdict on a hand."""
    return Judged(verdict(read_record(record(variant, cards, actions, **rest))))


def moves(words: str) -> set[str]:
    """A set of actions, written side by side."""
    return set(words.split())
