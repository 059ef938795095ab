"""What each seat may know of the cards, kept from what happened alone: it never asks the code under test."""

from collections.abc import Iterable
from typing import Any

from games.rules import events as ev


class Knowledge:
    """The cards that every seat has lawfully seen in this hand, and whose unplayed cards it may see now."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._forget()

    def _forget(self) -> None:
        """A new hand: nothing is known."""
        self.seen: list[set[str]] = [set() for _seat in range(self.players)]
        self.held: list[list[str]] = [[] for _seat in range(self.players)]
        self.public: set[str] = set()
        self.deciding: set[int] = set()
        self.blind = False
        self.cutting = False

    def may_see(self, seat: int | None) -> set[str]:
        """Every card that may stand in what this seat is shown now (None: an outsider)."""
        if seat is None:
            return self.public
        partners = self.deciding if seat in self.deciding else ()
        others = {card for partner in partners for card in self.held[partner]}
        return self.public | self.seen[seat] | others

    def must_see(self, seat: int) -> set[str]:
        """The cards a seat surely sees: its own unplayed ones, unless nobody may look."""
        return set() if self.blind else set(self.held[seat])

    def learn(self, event: ev.Event, deciders: Iterable[int] = ()) -> None:
        """This happened; `deciders` are the seats that must go or run after it."""
        match event:
            case ev.PackReady():
                self._forget()
                self.cutting = True
            case ev.HandDealt():
                self._deal(event)
            case ev.CardPlayed(seat, card, covered):
                self._play(seat, card, covered=covered)
            case ev.CardLaidAside(seat, card):
                self.held[seat].remove(card)
            case ev.CardTaken(seat, card):
                self.seen[seat].add(card)
            case ev.TakingEnded(_, _, passed, partner, burnt):
                self.public |= set(burnt)
                self._tell(partner, passed)
            case _:
                self._exchange(event)
        self.deciding = set(deciders)

    def _exchange(self, event: ev.Event) -> None:
        match event:
            case ev.CardsSwapped(seat, shown, drawn):
                self.public |= set(shown)
                self._draw(seat, drawn)
            case ev.ClaimAccepted(_, claimer, drawn):
                self._draw(claimer, drawn)
            case ev.ClaimDoubted(_, _, shown):
                self.public |= set(shown)

    def _tell(self, seat: int | None, cards: Iterable[str]) -> None:
        if seat is not None:
            self.seen[seat] |= set(cards)

    def _deal(self, event: ev.HandDealt) -> None:
        """The cards taken from a cut pack stay known; all else belongs to a new hand."""
        if not self.cutting:
            self._forget()
        self.cutting, self.blind = False, event.blind
        self.public |= {event.vira} if event.vira else set()
        for seat, cards in enumerate(event.cards):
            self.held[seat] = list(cards)
            if not event.blind:
                self.seen[seat] |= set(cards)

    def _play(self, seat: int, card: str, *, covered: bool) -> None:
        self.held[seat].remove(card)
        self.seen[seat].add(card)
        if not covered:
            self.public.add(card)

    def _draw(self, seat: int, drawn: tuple[str, ...]) -> None:
        self.held[seat] = list(drawn)
        self.seen[seat] |= set(drawn)


def cards_in(data: Any, pack: frozenset[str]) -> set[str]:
    """Every card of the pack that is named anywhere in JSON-ready data."""
    if isinstance(data, str):
        return {data} & pack
    if isinstance(data, dict):
        return set().union(*(cards_in(part, pack) for pair in data.items() for part in pair))
    if isinstance(data, list):
        return set().union(*(cards_in(part, pack) for part in data))
    return set()
