"""Games to be searched for: no card of one hand is dealt in another, so that whatever may not be seen in one
may be seen nowhere."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from secrets import token_hex
from typing import Final
from uuid import UUID

import pytest

from games.rules.fair import Secret
from games.rules.options import Rules
from games.rules.table import Table
from games.states import latest
from tests.games.leaks import hands_of
from tests.games.packs import on_top, secret_for
from tests.leaks.people import Reader
from tests.leaks.search import Search, secrets_of
from truco_api.eventstore import load

MOST: Final = 6
"""Hands of a game that are searched for."""


class Packs:
    """Stacks the packs of every game: each hand is dealt from cards that no other hand has seen."""

    def __init__(self, chance: Random, patch: pytest.MonkeyPatch) -> None:
        self.chance = chance
        self.orders: dict[str, list[str]] = {}
        patch.setattr("games.services._work.draw_secret", self.draw)

    def draw(self, table: Table) -> Secret:
        """What the server commits to for the next hand."""
        deals, rules = table.deals, table.rules
        if deals.game not in self.orders:
            self.orders[deals.game] = self.chance.sample(list(rules.pack), len(rules.pack))
        order, at = self.orders[deals.game], deals.committed * self.dealt(rules)
        pack = on_top(rules, [*order[at:], *order[:at]])
        return secret_for(deals.game, deals.committed + 1, len(table.seats), pack, token_hex(32))

    @staticmethod
    def dealt(rules: Rules) -> int:
        """How many cards a hand takes, with the card that is turned and a joker before it."""
        return 3 * rules.players + 3

    @classmethod
    def hands(cls, rules: Rules) -> int:
        """How many hands can be dealt so that no card comes twice."""
        return min(MOST, len(rules.pack) // cls.dealt(rules))


@dataclass
class Hunt:
    """The search of everything that anybody is told of one running game; `found` are the leaks."""

    game: str
    rules: Rules
    log: list[str]
    readers: Sequence[Reader]
    found: list[str] = field(default_factory=list)
    answers: int = 0

    def __post_init__(self) -> None:
        self.search = Search(self.rules)
        self._at = 0
        self._known: dict[int | None, set[str]] = {}
        self._secrets: set[str] = set()
        self.known(None)

    def known(self, seat: int | None) -> set[str]:
        """What a seat may know by now of this game."""
        at = version_of(self.game)
        if self._at != at:
            self._at, self._known, self._secrets = at, {}, secrets_of(self.game)
        if seat not in self._known:
            self._known[seat] = self._reckoned(seat)
        return self._known[seat]

    def _reckoned(self, seat: int | None) -> set[str]:
        hands = hands_of(self.game)
        known = set[str]().union(*(hand.known(seat) for hand in hands))
        table = latest_of(self.game)
        hand = table.game.hand if table.game else None
        if seat is not None and hand is not None and hand.deciding is not None and hand.outcome is None:
            # Partners show each other their cards while they decide whether to go.
            sides = hand.deal.sides
            if sides[seat] == hand.deciding:
                own = hands[-1].own
                known |= set[str]().union(*(own[s] for s in own if sides[s] == hand.deciding))
        return known

    def judge(self, told: str, where: str, reader: Reader, *, nothing: bool = False) -> None:
        """Look through one answer; with `nothing` it may tell no card at all."""
        self.answers += 1
        known = self.known(reader.seat) if not nothing else set()
        if leaked := self.search.cards(told) - known:
            self.found.append(f"{where} tells {reader.kind} {sorted(leaked)}")
        if any(secret in told for secret in self._secrets):
            self.found.append(f"{where} tells {reader.kind} the salt")

    def judge_log(self) -> None:
        """Look through all that was logged."""
        nobody = Reader("the log", None)
        for line in self.log:
            self.judge(line, "a line", nobody)
        self.log.clear()


def latest_of(game: str) -> Table:
    """The table as it stands."""
    return latest(UUID(game)).table


def version_of(game: str) -> int:
    """How far the game has come."""
    return latest(UUID(game)).version


def dealt_in(game: str) -> set[str]:
    """Every card that was dealt to anybody."""
    dealt = [event for event in load(f"game-{game}") if event.type == "hand_dealt/1"]
    return {card for event in dealt for cards in event.data["cards"] for card in cards}


@contextmanager
def logged() -> Iterator[list[str]]:
    """Everything that is logged meanwhile, as it would be written."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    keep = Keep()
    keep.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
    loggers = [logging.getLogger(), *map(logging.getLogger, ("django", "celery", "truco", "truco_api"))]
    for logger in loggers:
        logger.addHandler(keep)
    yield lines
    for logger in loggers:
        logger.removeHandler(keep)
