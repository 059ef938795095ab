"""The table as it lay after a step, laid out to be drawn: where everybody sits, and every card.

Made of what the viewer may see (`games.hands.Seen`) and of nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

from games.hands import Seen, Step
from games.pages.bubbles import Bubble, bubble
from games.rules import events as ev
from games.rules.table import events as table_events

Data = dict[str, Any]
_JUDGES: Final = (
    ev.TrickWon,
    ev.TrickTied,
    ev.PointsAwarded,
    ev.HandScored,
    ev.GameWon,
    table_events.GameFinished,
    table_events.GameAbandoned,
)
"""While these happen, the trick just ended still lies on the table."""


class Size(NamedTuple):
    """A drawing's size and radii: of the hands around the table, and of the cards played onto it."""

    width: int
    height: int
    hands: tuple[int, int]
    played: tuple[int, int]
    card: tuple[int, int]
    fan: int


_SMALL: Final = Size(540, 640, (200, 230), (100, 104), (68, 102), 34)
_LARGE: Final = Size(760, 690, (300, 262), (158, 128), (56, 84), 27)


@dataclass(frozen=True, slots=True)
class Card:
    """A card at a place of the drawing; `code` is None for its back. `covered`: laid face down; `won`: it
    took the trick."""

    code: str | None
    x: int
    y: int
    covered: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Speech:
    """A bubble with its corners."""

    text: str
    x: int
    y: int
    width: int

    @property
    def middle(self) -> int:
        """Where its text is centred."""
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the drawing: the middle of its hand, what it holds and has played, whether it plays at all
    in this hand, deals, and is to act."""

    seat: int
    x: int
    y: int
    label_y: int
    cards: tuple[Card, ...]
    played: Card | None
    dealer: bool
    to_act: bool
    absent: bool
    speech: Speech | None

    @property
    def pack_x(self) -> int:
        """Where the pack stands that marks the dealer."""
        return self.x - 94 if self.x >= 100 else self.x + 74

    @property
    def pack_y(self) -> int:
        """The same, downwards."""
        return self.y - 15


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table after a step. `tricks` names the side that took each (None: tied)."""

    size: Size
    places: tuple[Place, ...]
    vira: Card | None
    score: tuple[int, ...]
    stake: int
    asked: int | None
    tricks: tuple[int | None, ...]
    burnt: tuple[str, ...]

    @property
    def middle(self) -> tuple[int, int]:
        """The middle of the table."""
        return _middle(self.size)

    @property
    def felt(self) -> tuple[int, int]:
        """The radii of the table top."""
        return self.size.played[0] + self.size.card[0], self.size.played[1] + self.size.card[1] // 2 + 12

    def codes(self) -> set[str]:
        """Every card that is seen."""
        cards = [card for place in self.places for card in (*place.cards, place.played)]
        return {card.code for card in (*cards, self.vira) if card and card.code}


def scene_of(seen: Seen, step: Step, to_act: Sequence[int]) -> Scene:
    """The table after a step."""
    table = seen.table_after(step)
    hand = table["hand"]
    size = _SMALL if table["players"] <= 4 else _LARGE
    said = bubble(step.event, step.before)
    plays = _plays(step, hand)
    bottom = seen.seat if seen.seat is not None else 0
    middle = _middle(size)
    extras = hand["cut"] or {}
    return Scene(
        size=size,
        places=tuple(
            _place(size, middle, hand, seat, (seat - bottom) % table["players"], plays, said, to_act)
            for seat in range(table["players"])
        ),
        vira=Card(hand["vira"], *middle) if hand["vira"] else None,
        score=tuple(table["score"]),
        stake=hand["stake"],
        asked=hand["offer"]["to"] if hand["offer"] else None,
        tricks=tuple(trick["winner_team"] for trick in hand["tricks"]),
        burnt=tuple(extras.get("burnt", ())),
    )


def _plays(step: Step, hand: Data) -> dict[int, Data]:
    """What lies on the table, by seat; after a trick still that trick, with the card that took it."""
    if hand["table"] or not hand["tricks"] or not isinstance(step.event, _JUDGES):
        return {play["seat"]: play for play in hand["table"]}
    trick = hand["tricks"][-1]
    return {play["seat"]: play | {"won": play["seat"] == trick["winner_seat"]} for play in trick["plays"]}


def _place(
    size: Size,
    middle: tuple[int, int],
    hand: Data,
    seat: int,
    turn: int,
    plays: dict[int, Data],
    said: Bubble | None,
    to_act: Sequence[int],
) -> Place:
    # The next player sits to the right: truco is played against the clock.
    angle = pi / 2 - 2 * pi * turn / len(hand["cards"])
    x, y = _at(middle, size.hands, angle)
    played = plays.get(seat)
    return Place(
        seat=seat,
        x=x,
        y=y,
        label_y=y + size.card[1] // 2 + 22,
        cards=_fan(size, hand["cards"][seat], x, y),
        played=_card(played, *_at(middle, size.played, angle)) if played else None,
        dealer=seat == hand["dealer"],
        to_act=seat in to_act,
        absent=seat not in hand["order"],
        speech=_speech(size, said.text, x, y) if said and said.seat == seat else None,
    )


def _middle(size: Size) -> tuple[int, int]:
    return size.width // 2, size.height // 2 - 8


def _at(middle: tuple[int, int], radii: tuple[int, int], angle: float) -> tuple[int, int]:
    return round(middle[0] + radii[0] * cos(angle)), round(middle[1] + radii[1] * sin(angle))


def _fan(size: Size, held: Sequence[str | None], x: int, y: int) -> tuple[Card, ...]:
    left = x - size.fan * (len(held) - 1) / 2
    return tuple(Card(code, round(left + size.fan * at), y) for at, code in enumerate(held))


def _card(play: Data, x: int, y: int) -> Card:
    return Card(play["card"], x, y, covered=play["covered"], won=play.get("won", False))


def _speech(size: Size, text: str, x: int, y: int) -> Speech:
    """A bubble over the hand, within the drawing."""
    width = 30 + 14 * len(text)
    left = min(max(x - width // 2, 4), size.width - width - 4)
    return Speech(text, left, max(y - size.card[1] // 2 - 26, 4), width)
