"""King of the table: who loses gets up, the next in the queue sits down, and who won deals first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class KingRules:
    """`longest_reign`: wins in a row after which the winner gets up too (0: never); `lives`: losses that put
    an entry out (0: nobody is put out)."""

    longest_reign: int = 0
    lives: int = 0


@dataclass(frozen=True, slots=True)
class Bout:
    """One match at the table: who sat (the first deals first), and who won."""

    sides: tuple[str, str]
    winner: str


@dataclass(frozen=True, slots=True)
class Table:
    """The table at one moment: the two who sit (the first deals), the queue, and wins in a row so far."""

    seated: tuple[str, ...]
    queue: tuple[str, ...]
    reign: int = 0
    bouts: tuple[Bout, ...] = ()
    out: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Nobody is left to sit down against."""
        return len(self.seated) < 2

    def wins(self, entry: str) -> int:
        """Bouts won."""
        return sum(bout.winner == entry for bout in self.bouts)

    def losses(self, entry: str) -> int:
        """Bouts lost."""
        return sum(entry in bout.sides and bout.winner != entry for bout in self.bouts)

    def longest_reign(self, entry: str) -> int:
        """The most bouts it has won one after the other at the table."""
        best = now = 0
        for bout in self.bouts:
            now = now + 1 if bout.winner == entry else 0
            best = max(best, now)
        return best


def sit_down(entries: Sequence[str]) -> Table:
    """The first two sit down, the first of them deals; the others queue up."""
    return Table(tuple(entries[:2]), tuple(entries[2:]))


def play(table: Table, winner: str, rules: KingRules = KingRules()) -> Table:
    """The table after a bout; ValueError if the winner does not sit there, or nobody against it."""
    if table.over or winner not in table.seated:
        raise ValueError(f"{winner} does not sit at the table")
    loser = next(entry for entry in table.seated if entry != winner)
    after = replace(table, bouts=(*table.bouts, Bout((table.seated[0], table.seated[1]), winner)))
    out = rules.lives > 0 and after.losses(loser) >= rules.lives
    after = replace(after, out=(*after.out, loser)) if out else after
    rising = () if out else (loser,)
    reign = table.reign + 1 if table.bouts and table.bouts[-1].winner == winner else 1
    # Whoever has reigned as long as may be gets up behind the loser, if two others can sit down instead.
    if rules.longest_reign and reign >= rules.longest_reign and len(after.queue) + len(rising) >= 2:
        queue = (*after.queue, *rising, winner)
        return replace(after, seated=queue[:2], queue=queue[2:], reign=0)
    queue = (*after.queue, *rising)
    return replace(after, seated=(winner, *queue[:1]), queue=queue[1:], reign=reign)


def ranking(table: Table, entries: Sequence[str]) -> list[tuple[str, ...]]:
    """The entries in blocks, best first: by bouts won, the longest reign, then fewer bouts lost."""

    def merit(entry: str) -> tuple[int, int, int]:
        return table.wins(entry), table.longest_reign(entry), -table.losses(entry)

    merits = sorted({merit(entry) for entry in entries}, reverse=True)
    return [tuple(entry for entry in entries if merit(entry) == each) for each in merits]
