"""Ties of a knock-out: two meet more than once, home and away or best of so many, and one of them goes on.

A knock-out of single matches is drawn up first, and each of its matches is then played as a tie. What is
planned are the games of the ties whose sides are known; the rest follows from their results (`next_games`),
so that a correction drops and plans it anew as it does a Swiss round.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.rules.faults import Fault
from tournaments.rules.field_checks import (
    Field,
    by_key,
    integer,
    list_of,
    matching,
    nothing_or,
    one_of,
    per_round,
    shaped,
)
from tournaments.rules.formats.club_teams import BY, TeamScore, Tie, tie
from tournaments.rules.formats.protocol import Pairing, Played, Slot
from tournaments.rules.formats.season import series
from tournaments.rules.formats.tables import result_of
from truco_api.errors import gettext_noop as _

NOBODY = ""
_homes = Field(matching(r"[HA]{1,9}", _("must be letters H and A, H where the first side is at home")))
TIES = per_round(
    nothing_or(
        by_key(
            {
                "matches": shaped(
                    {
                        "matches": Field(integer(2, 4), required=True),
                        "homes": _homes,
                        "by": Field(list_of(one_of(*BY), 1, len(BY))),
                        "level": Field(one_of("decider", "seed")),
                    }
                ),
                "best_of": shaped({"best_of": Field(one_of(3, 5, 7, 9), required=True), "homes": _homes}),
            }
        )
    )
)
"""What `ties` may be: nothing (single matches), so many matches added up, or a series."""


@dataclass(frozen=True, slots=True)
class TieRules:
    """How a tie is played: `games` at most, added up `by` these, or (`series`) won with more than half.

    `homes` says who is at home game by game ("H": the first side). Who is level after all games plays a
    "decider", or the better "seed" goes on.
    """

    games: int
    series: bool = False
    homes: str = "HA"
    by: tuple[str, ...] = BY
    level: str = "decider"

    @property
    def most(self) -> int:
        """The games there can be, a decider among them."""
        return self.games + (not self.series and self.level == "decider")

    def at_home(self, number: int) -> int:
        """The side (0 or 1) at home in a game, from 1."""
        return int(self.homes[(number - 1) % len(self.homes)] == "A")


SINGLE = TieRules(1, series=True)


@dataclass(frozen=True, slots=True)
class Tied:
    """A tie as it stands: sides (None: not known, "": nobody), games planned and played, and what they sum
    up to; `winner` is None while it is open, "" where nobody won it."""

    pairing: Pairing
    rules: TieRules
    sides: tuple[str | None, str | None]
    planned: int
    games: tuple[Played, ...]
    score: Tie
    winner: str | None = None

    @property
    def loser(self) -> str:
        """Who was beaten, "" where nobody was."""
        beaten = [side for side in self.sides if side and side != self.winner]
        return beaten[0] if self.winner and beaten else NOBODY


def tie_faults(value: Any, labels: str) -> Iterator[Fault]:
    """The faults of `ties`, its rounds among them."""
    yield from TIES(value, "ties")
    rounds = value.get("rounds") if isinstance(value, dict) else None
    for label in rounds if isinstance(rounds, dict) else ():
        if not re.fullmatch(labels, label):
            yield Fault(f"ties.rounds.{label}", _("is no round of this format"))


def rules_at(ties: Any, label: str) -> TieRules:
    """How the ties of a round are played; a single match where nothing is said."""
    if isinstance(ties, Mapping) and "default" in ties:
        ties = ties.get("rounds", {}).get(label, ties["default"])
    if ties is None:
        return SINGLE
    if "best_of" in ties:
        return TieRules(ties["best_of"], series=True, homes=ties.get("homes", "HA"))
    by = tuple(ties.get("by", BY))
    return TieRules(ties["matches"], homes=ties.get("homes", "HA"), by=by, level=ties.get("level", "decider"))


def settled(
    skeleton: Sequence[Pairing],
    ties: Any,
    seeds: Sequence[str],
    planned: Sequence[Pairing] = (),
    played: Sequence[Played] = (),
) -> tuple[Tied, ...]:
    """Every match of the knock-out as a tie, after these games; `seeds` are the entries, best first."""
    plans = {pairing.id: pairing for pairing in planned}
    results = {game.id: game for game in played}
    found: dict[str, Tied] = {}
    for pairing in skeleton:
        rules = rules_at(ties, pairing.label)
        names = [game_id(pairing, rules, number) for number in range(1, rules.most + 1)]
        there = [name for name in names if name in plans]
        sides = _sides(pairing, rules, plans.get(names[0]), found)
        games = tuple(results[name] for name in there if name in results)
        found[pairing.id] = _tied(pairing, rules, sides, len(there), games, seeds)
    return tuple(found.values())


def next_games(ties: Sequence[Tied]) -> list[Pairing]:
    """The games that become known: the first ones of a tie, the next of a series, a decider.

    A round begins when the one before is decided: if some went ahead, the others would have to wait for
    them, as a format is asked again only when all that it planned is decided.
    """
    starts = _starts(ties)
    found: list[Pairing] = []
    number = min((each.pairing.round for each in ties if each.winner is None), default=0)
    for each in ties:
        home, away = each.sides
        if each.pairing.round != number or each.winner is not None or len(each.games) < each.planned:
            continue
        first = each.planned + 1
        alone = NOBODY in (home, away)
        several = first == 1 and not each.rules.series and not alone
        last = each.rules.games if several else first
        start = starts[each.pairing.round]
        found += [_game(each, game, start + game - 1) for game in range(first, last + 1)]
    return sorted(found, key=lambda game: game.round)


def as_played(ties: Sequence[Tied]) -> list[Played]:
    """Each tie that is decided as one match of the knock-out."""
    return [
        Played(
            each.pairing.id,
            each.pairing.round,
            each.sides[0] or NOBODY,
            each.sides[1] or NOBODY,
            each.winner,
            each.loser,
            "played",
        )
        for each in ties
        if each.winner is not None
    ]


def game_id(pairing: Pairing, rules: TieRules, number: int) -> str:
    """What a game of a tie is called: "R1M2G1", or as the match itself where there is only one."""
    return pairing.id if rules == SINGLE else f"{pairing.id}G{number}"


def _sides(
    pairing: Pairing, rules: TieRules, first: Pairing | None, before: Mapping[str, Tied]
) -> tuple[str | None, str | None]:
    """The sides as the first game was planned with them, else as they come out of the ties before."""
    if first is not None:
        home, away = first.home.of, first.away.of
        return (away, home) if rules.at_home(1) else (home, away)
    return _coming(pairing.home, before), _coming(pairing.away, before)


def _coming(slot: Slot, before: Mapping[str, Tied]) -> str | None:
    if slot.kind in ("entry", "nobody"):
        return slot.of
    each = before[slot.of]
    if each.winner is None:
        return None
    return each.winner if slot.kind == "winner" else each.loser


def _tied(
    pairing: Pairing,
    rules: TieRules,
    sides: tuple[str | None, str | None],
    planned: int,
    games: tuple[Played, ...],
    seeds: Sequence[str],
) -> Tied:
    score = tie([_score(game) for game in games[: rules.games]], rules.homes)
    open_tie = Tied(pairing, rules, sides, planned, games, score)
    if sides == (NOBODY, NOBODY):
        winner: str | None = NOBODY
    elif None in sides or planned == 0 or len(games) < planned:
        winner = None
    else:
        winner = _winner(open_tie, seeds)
    return Tied(pairing, rules, sides, planned, games, score, winner)


def _winner(each: Tied, seeds: Sequence[str]) -> str | None:
    """Who goes on, once every game that is planned has a result; None where one more is to be played."""
    rules, games = each.rules, each.games
    gone = [game for game in games if game.how in ("withdrawal", "unopposed", "empty")]
    if gone:  # whoever has left the championship goes on from nothing, whatever was won before
        return gone[-1].winner
    if rules.series:
        return _of_series(each)
    if len(games) > rules.games:
        return games[-1].winner
    side = each.score.winner_by(rules.by)
    if side is not None:
        return each.sides[side]
    if rules.level == "seed":
        return min((side or NOBODY for side in each.sides), key=seeds.index)
    return None


def _of_series(each: Tied) -> str | None:
    """The winner of a series; games that nobody won count for nobody, and all of them are not gone beyond."""
    sides = [each.sides.index(game.winner) for game in each.games if game.winner]
    won = series(sides, each.rules.games).winner
    if won is not None:
        return each.sides[won]
    if len(each.games) < each.rules.games:
        return None
    ahead = sides.count(1) - sides.count(0)
    return NOBODY if ahead == 0 else each.sides[int(ahead > 0)]


def _score(game: Played) -> TeamScore:
    """A game as its tie counts it: what the regulation counts in the place of what was played."""
    result = result_of(game)
    if result is None:
        return TeamScore((0, 0), (0, 0), None, True, None, ())
    return TeamScore(result.counted_legs, result.counted_tentos, result.winning_side, True, None, ())


def _starts(ties: Sequence[Tied]) -> dict[int, int]:
    """The playing round of the first games of each round of the knock-out: first legs, return legs, deciders
    are rounds of their own, one after the other."""
    starts: dict[int, int] = {}
    following = 1
    for number in sorted({each.pairing.round for each in ties}):
        starts[number] = following
        following += max(each.rules.most for each in ties if each.pairing.round == number)
    return starts


def _game(each: Tied, number: int, playing: int) -> Pairing:
    """A game of a tie; one that must have a winner where it alone can bring the decision."""
    slots = [Slot("entry", side) if side else Slot("nobody") for side in each.sides]
    if each.rules.at_home(number):
        slots.reverse()
    decisive = each.rules.series or number > each.rules.games
    name = game_id(each.pairing, each.rules, number)
    return Pairing(name, playing, slots[0], slots[1], each.pairing.label, decisive)
