"""The device of a player, as far as fair deals go: it brings its own seeds, and checks every hand afterwards.

What it does is all that an app has to do; docs/fair-deal.md tells it step by step.
"""

from secrets import token_hex
from typing import Final

from games.rules.fair import Secret, commitment, link, shuffled
from tournaments.demo.api import Json
from tournaments.demo.cast import Player

LENGTH: Final = 200
"""More hands than a game can have."""


class Device:
    """The seeds of one player in one game: a chain; its end is promised, one value of it given a hand."""

    def __init__(self, player: Player, game: str) -> None:
        self._player = player
        self._game = game
        self._values = [token_hex(32)]
        while len(self._values) <= LENGTH:
            self._values.append(link(game, self._values[-1]))
        self._base = 0
        self._commitments: dict[int, str] = {}

    def promise(self) -> None:
        """Before anybody's seed is known, be bound to one's own."""
        told = self._player.api.post(f"games/{self._game}/promise/", {"anchor": self._values[-1]})
        self._base = told["deal"]["your_promise"]["base"]

    def seed_due(self, state: Json) -> Json | None:
        """The seed that is to be given now, if any. The commitment is noted: it must be there first."""
        hand, own = state["deal"]["next"], state["you"]
        if not hand or not hand["taken"] or own not in hand["promised"] or own in hand["given"]:
            return None
        self._commitments[hand["number"]] = hand["commitment"]
        return {"hand": hand["number"], "seed": self._seed(hand["number"])}

    def give(self, state: Json) -> None:
        """Give the seed that is due, by itself."""
        seed = self.seed_due(state)
        if seed:
            self._player.api.post(f"games/{self._game}/seeds/", seed)

    def check(self) -> int:
        """Check every hand of the game, now that all is revealed; how many there were. Raises UnfairError."""
        hands = self._player.api.get(f"games/{self._game}/hands/")["hands"]
        for hand in hands:
            self._check(self._player.api.get(f"games/{self._game}/hands/{hand['number']}/fairness/"))
        return len(hands)

    def _seed(self, number: int) -> str:
        return self._values[-1 - (number - self._base)]

    def _check(self, told: Json) -> None:
        number, game, cut = told["number"], told["game"], told["cut"]
        secret = Secret(told["revealed"]["salt"], tuple(told["revealed"]["pack"]))
        where = (cut["at"], cut["from"]) if cut else None
        own = self._commitments.get(number)
        fair = (
            commitment(game, number, secret) == told["commitment"]
            and told["commitment"] == (own or told["commitment"])
            and (own is None or self._seed(number) in told["seeds"])
            and shuffled(game, number, secret, told["seeds"], where) == tuple(told["pack"])
        )
        if not fair:
            raise UnfairError(f"hand {number} of game {game} was not dealt fairly")


class UnfairError(Exception):
    """A hand did not follow from what was committed to and given."""
