"""Results by chance, for trying a regulation out: the same seed gives the same championship."""

from tournaments.rules.command_base import Legs
from tournaments.rules.draw import below, numbers, seed_bytes
from tournaments.rules.legs import is_over
from tournaments.rules.regulation import MatchRule


class Chance:
    """A source of chance of its own for one trial."""

    def __init__(self, seed: str) -> None:
        self.source = numbers(seed_bytes(seed))

    def below(self, limit: int) -> int:
        """A number below the limit, every one as likely."""
        return below(limit, self.source)

    def seed(self) -> str:
        """The seed of a draw."""
        return f"{next(self.source):016x}{next(self.source):016x}"

    def legs(self, rule: MatchRule, target: int, percent: int = 50) -> Legs:
        """The legs of a match in which home wins each with so many percent."""
        played: list[tuple[int, int]] = []
        while not is_over(tuple(played), rule):
            beaten = self.below(target)
            home = self.below(100) < percent
            played.append((target, beaten) if home else (beaten, target))
        return tuple(played)
