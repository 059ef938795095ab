"""The actions of a hand, in the shape of the hand record. Equal moves compare equal, so that a move is legal
exactly when it stands in the list of legal moves."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from games.rules.errors import InvalidMove
from truco_api.errors import gettext_noop as _


class Move(NamedTuple):
    """One action: its type and what that type carries; everything else keeps its default."""

    type: str
    card: str | None = None
    place: int | None = None
    covered: bool = False
    points: int | None = None
    good: bool = False
    at: int | None = None
    end: str | None = None
    sign: str | None = None
    target: int | None = None


RAISE: Final = Move("raise")
ACCEPT: Final = Move("accept")
REFUSE: Final = Move("refuse")
CONCEDE: Final = Move("concede")
SWAP: Final = Move("swap")
CLAIM: Final = Move("claim_royal_family")
FLOR: Final = Move("flor")
ACHICO: Final = Move("achico")
CONTRAFLOR: Final = Move("contraflor")
CONTRAFLOR_RESTO: Final = Move("contraflor_resto")
TAKE: Final = Move("take")
PASS: Final = Move("pass")
BURN: Final = Move("burn")
KEEP: Final = Move("keep")
GOOD: Final = Move("declare", good=True)

TYPES: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "play": (frozenset(), frozenset({"card", "place", "covered"})),
    "raise": (frozenset(), frozenset()),
    "accept": (frozenset(), frozenset()),
    "refuse": (frozenset(), frozenset()),
    "concede": (frozenset(), frozenset()),
    "envido": (frozenset(), frozenset()),
    "real_envido": (frozenset(), frozenset()),
    "falta_envido": (frozenset(), frozenset()),
    "flor": (frozenset(), frozenset()),
    "achico": (frozenset(), frozenset()),
    "contraflor": (frozenset(), frozenset()),
    "contraflor_resto": (frozenset(), frozenset()),
    "declare": (frozenset(), frozenset({"points", "good"})),
    "claim_royal_family": (frozenset(), frozenset()),
    "swap": (frozenset(), frozenset()),
    "cut": (frozenset({"at", "from"}), frozenset()),
    "take": (frozenset(), frozenset()),
    "keep": (frozenset(), frozenset({"card"})),
    "pass": (frozenset(), frozenset()),
    "burn": (frozenset(), frozenset()),
    "lay_aside": (frozenset({"card"}), frozenset()),
    "signal": (frozenset({"sign"}), frozenset()),
    "watch": (frozenset({"target"}), frozenset()),
}
"""Every action type with the fields it needs and those it may have."""


@cache
def play(card: str, *, covered: bool = False) -> Move:
    """The move that plays this card."""
    return Move("play", card=card, covered=covered)


@cache
def play_place(place: int) -> Move:
    """The move that plays the card at this place of a blind hand."""
    return Move("play", place=place)


def to_json(move: Move) -> dict[str, Any]:
    """The move as an action object, without a seat; only what it carries."""
    out: dict[str, Any] = {"type": move.type}
    if move.card is not None:
        out["card"] = move.card
    if move.place is not None:
        out["place"] = move.place
    if move.covered:
        out["covered"] = True
    if move.points is not None:
        out["points"] = move.points
    if move.good:
        out["good"] = True
    if move.type == "cut":
        out |= {"at": move.at, "from": move.end}
    if move.sign is not None:
        out["sign"] = move.sign
    if move.target is not None:
        out["target"] = move.target
    return out


def from_json(body: Any) -> Move:
    """The move an action object means; raises InvalidMove naming the field.

    `seat`, `id`, `at` (unless it cuts), `note` and `x-…` keys are passed over; but where the acting seat is
    not part of the object, `watch` may name the watched one as its `seat`."""
    if not isinstance(body, Mapping):
        raise InvalidMove(field="", reason=_("an object is needed"))
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        raise InvalidMove(field="type", reason=_("there is no such action"))
    if kind == "watch" and "target" not in body and "seat" in body:
        body = {**body, "target": body["seat"]}
    needed, optional = TYPES[kind]
    for name in body:
        if name not in needed | optional | _passed_over(kind) and not str(name).startswith("x-"):
            raise InvalidMove(field=str(name), reason=_("this action does not carry it"))
    for name in needed:
        if name not in body:
            raise InvalidMove(field=name, reason=_("it is missing"))
    move = Move(
        kind,
        **{_FIELDS.get(name, name): _value(name, body[name]) for name in needed | optional if name in body},
    )
    return _whole(move)


_FIELDS: Final = {"from": "end"}


def _passed_over(kind: str) -> set[str]:
    return {"type", "seat", "id", "note"} | (set() if kind == "cut" else {"at"})


def _value(name: str, value: Any) -> Any:
    """One field, of its own kind."""
    if name in ("covered", "good"):
        wrong = not isinstance(value, bool)
    elif name in ("place", "points", "at", "target"):
        wrong = type(value) is not int or not 0 <= value <= 1000
    else:
        wrong = not isinstance(value, str) or not 0 < len(value) <= 40
    if wrong:
        raise InvalidMove(field=name, reason=_("it is of the wrong kind"))
    return value


def _whole(move: Move) -> Move:
    """Refuse what the fields cannot say together."""
    if move.type == "play" and (move.card is None) == (move.place is None):
        raise InvalidMove(field="card", reason=_("either a card or a place is needed"))
    if move.type == "declare" and (move.points is None) == (not move.good):
        raise InvalidMove(field="points", reason=_("either points or good is needed"))
    if move.end not in (None, "top", "bottom"):
        raise InvalidMove(field="from", reason=_("top or bottom is needed"))
    return move
