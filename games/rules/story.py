"""A story being told: the events so far and the game after them."""

from games.rules.events import Event
from games.rules.evolve import evolve
from games.rules.state import Game, Hand


class Story:
    """Collects events while a judgement unfolds, so that each sees what the one before changed."""

    __slots__ = ("events", "game")

    def __init__(self, game: Game) -> None:
        self.events: list[Event] = []
        self.game = game

    def tell(self, event: Event) -> None:
        """This happened next."""
        self.events.append(event)
        self.game = evolve(self.game, event)

    @property
    def hand(self) -> Hand:
        """The hand as it is now; only asked while there is one."""
        hand = self.game.hand
        assert hand is not None
        return hand
