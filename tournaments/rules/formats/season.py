"""A season: championships give points by place, their table gives places in a final, series decide."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.rules.formats.protocol import Place
from tournaments.rules.formats.qualifying import Cut, cut
from tournaments.rules.outcomes import Pair
from tournaments.rules.standings import Chain, Measured, Standings, order
from tournaments.rules.tiebreaks import Value

DEFAULT_CRITERIA = ("points", "wins", "lots")


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """What a season counts: points by place, none beyond the list; points for taking part; how many of the
    best results count (0: all); whether those who share places share their points."""

    by_place: tuple[int, ...]
    taking_part: int = 0
    best_results: int = 0
    share: bool = False
    criteria: tuple[str, ...] = DEFAULT_CRITERIA
    lots: tuple[str, ...] = ()
    bonus: Mapping[str, int] = field(default_factory=dict)
    """Points of an entry apart from its places, penalties below zero."""


def earned(rules: SeasonRules, places: Iterable[Place]) -> dict[str, Value]:
    """The points of one championship; entries that share places have each those of the best of them.

    With `share`, they have the mean of the points of all the places that they take up, exactly.
    """
    points: dict[str, Value] = {}
    for place in places:
        listed = [_points_for(rules, place.place + at) for at in range(len(place.entries))]
        each = Fraction(sum(listed), len(listed)) if rules.share else listed[0]
        points.update(dict.fromkeys(place.entries, each + rules.taking_part))
    return points


def season_table(
    entries: Sequence[str], championships: Sequence[Sequence[Place]], rules: SeasonRules
) -> Standings:
    """The table of a season by its points, championships won (`wins`), seed and lots."""
    results = [earned(rules, places) for places in championships]
    points: dict[str, Value] = {}
    for entry in entries:
        own = sorted((each[entry] for each in results if entry in each), reverse=True)
        counted = own[: rules.best_results] if rules.best_results else own
        points[entry] = sum(counted, rules.bonus.get(entry, 0))
    first = [place.entries for places in championships for place in places if place.place == 1]
    whole: dict[str, Mapping[str, Value]] = {
        "points": points,
        "wins": {entry: sum(entry in winners for winners in first) for entry in entries},
        "seed": {entry: number for number, entry in enumerate(entries, start=1)},
    }
    return order(entries, Measured(whole, {}), Chain(rules.criteria, lots=rules.lots))


def finalists(table: Standings, championships: Sequence[Sequence[Place]], *, direct: int, size: int) -> Cut:
    """Who plays the final: the first `direct` of each championship, then the table until there are `size`.

    Who has already come in directly gives its place in the table to the next.
    """
    inside: list[str] = []
    for places in championships:
        for place in places:
            if place.place <= direct:
                inside += [entry for entry in place.entries if entry not in inside]
    left = tuple(row for row in table.rows if row.entry not in inside)
    following = cut(Standings(left, ()), max(0, size - len(inside)))
    return Cut((*inside, *following.through), following.undecided)


@dataclass(frozen=True, slots=True)
class Series:
    """A series of two: games won so far, who has won it (0, 1 or None), and who is at home next (or None)."""

    won: Pair
    winner: int | None
    next_home: int | None


def series(winners: Sequence[int], best_of: int, homes: str = "") -> Series:
    """A best-of series after these games, given by the side that won each.

    `homes` says who is at home, game by game, as in "HHAAH" (H: the first side); without it they take turns.
    Games after the decision do not count.
    """
    needed = best_of // 2 + 1
    won = [0, 0]
    for number, side in enumerate(winners, start=1):
        won[side] += 1
        if won[side] == needed or number == best_of:
            break
    winner = next((side for side in (0, 1) if won[side] == needed), None)
    played = sum(won)
    over = winner is not None or played >= best_of
    home = None if over else _home(played, homes)
    return Series((won[0], won[1]), winner, home)


def _home(game: int, homes: str) -> int:
    return int(homes[game % len(homes)] == "A") if homes else game % 2


def _points_for(rules: SeasonRules, place: int) -> int:
    return rules.by_place[place - 1] if place <= len(rules.by_place) else 0
