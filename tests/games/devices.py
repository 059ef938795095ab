"""A player's device, as far as deals go: it keeps a chain of seeds, promises its end, gives one a hand."""

from secrets import token_hex
from typing import Any

from games.rules.fair import link
from tests.games.players import Body, Person, good

LENGTH = 40


class Device:
    """The seeds of one person in one game."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.game = game
        self.values = [token_hex(32)]
        while len(self.values) <= LENGTH:
            self.values.append(link(game, self.values[-1]))
        self.base = 0

    @property
    def anchor(self) -> str:
        """What is promised."""
        return self.values[-1]

    def seed(self, hand: int) -> str:
        """The seed for a hand, counted from the promise on."""
        return self.values[-1 - (hand - self.base)]

    def promise(self) -> Body:
        """Promise the seeds."""
        told = self.post("promise/", {"anchor": self.anchor})
        self.base = told["deal"]["your_promise"]["base"]
        return told

    def give(self, hand: int) -> Body:
        """Give the seed for a hand."""
        return self.post("seeds/", {"hand": hand, "seed": self.seed(hand)})

    def post(self, path: str, body: dict[str, Any]) -> Body:
        """The body of the answer to a request that succeeds."""
        return good(self.person.client.post(f"/api/v1/games/{self.game}/{path}", body))
