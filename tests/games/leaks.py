"""What a viewer may know of each hand, reckoned from the raw events by other code than the one under test."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from truco_api.eventstore import Recorded, load

CARD = re.compile(r"(?:[4-9QJKA23]|10|11|12|1)[PCEOB]")
_TELLS_AN_ORDER = {"vira", "fixed", "pieces", "always_high", "after_pieces"}


@dataclass
class HandFacts:
    """One hand: what lies open to everybody, what each seat holds or has covered, and its versions."""

    first: int
    blind: bool
    open: set[str] = field(default_factory=set)
    own: dict[int, set[str]] = field(default_factory=dict)
    versions: set[int] = field(default_factory=set)
    dealt: bool = False

    def known(self, seat: int | None) -> set[str]:
        """The cards that this seat may know; None is an outsider."""
        return self.open | (self.own.get(seat, set()) if seat is not None else set())


def hands_of(game: str) -> list[HandFacts]:
    """The facts of every hand so far."""
    hands: list[HandFacts] = []
    for event in load(f"game-{game}"):
        if event.type == "pack_ready/1":
            hands.append(HandFacts(event.version, blind=False))
        elif event.type == "hand_dealt/1" and hands and not hands[-1].dealt:
            _dealt(event, hands[-1])
        elif event.type == "hand_dealt/1":
            hands.append(_dealt(event, HandFacts(event.version, blind=False)))
        elif hands:
            _happened(hands[-1], event)
        if hands:
            hands[-1].versions.add(event.version)
    return hands


def _dealt(event: Recorded, facts: HandFacts) -> HandFacts:
    facts.blind, facts.dealt = event.data["blind"], True
    if event.data["vira"]:
        facts.open.add(event.data["vira"])
    if not facts.blind:
        for seat, cards in enumerate(event.data["cards"]):
            facts.own.setdefault(seat, set()).update(cards)
    return facts


def _happened(facts: HandFacts, event: Recorded) -> None:
    data = event.data
    match event.type:
        case "card_played/1" if data["covered"]:
            facts.own.setdefault(data["seat"], set()).add(data["card"])
        case "card_played/1":
            facts.open.add(data["card"])
        case "card_taken/1":
            facts.own.setdefault(data["seat"], set()).add(data["card"])
        case "taking_ended/1":
            facts.open |= set(data["burnt"])
            if data["passed"]:
                facts.own.setdefault(data["partner"], set()).update(data["passed"])
        case "cards_swapped/1":
            facts.open |= set(data["shown"])
            facts.own.setdefault(data["seat"], set()).update(data["drawn"])
        case "claim_accepted/1":
            facts.own.setdefault(data["claimer"], set()).update(data["drawn"])
        case "claim_doubted/1":
            facts.open |= set(data["shown"])


def cards_in(value: Any) -> set[str]:
    """Every card that stands anywhere in an answer: as a value, or in the words of a step.

    The words that tell how cards rank name cards of the pack, not of a hand.
    """
    return set(_search(value))


def _search(value: Any) -> Iterator[str]:
    match value:
        case str() if CARD.fullmatch(value):
            yield value
        case {"code": str() as code, "text": str() as text, **rest}:
            if code not in _TELLS_AN_ORDER:
                yield from (card for card in re.findall(rf"\b{CARD.pattern}\b", text) if "plain" not in code)
            yield from _search({name: item for name, item in rest.items() if code not in _TELLS_AN_ORDER})
        case dict():
            for item in value.values():
                yield from _search(item)
        case list():
            for item in value:
                yield from _search(item)
