"""How good a hand is, as far as its holder can know: the cards nobody has seen are dealt at random, many
times over, and everybody plays on by simple good sense."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.rules.options import Rules, rules_for
from games.rules.strength import COVERED, powers

Deal = dict[int, list[int]]
SAMPLES: Final = 60
_PACK_OPTIONS: Final = ("deck", "manilhas", "coringa", "no_low_aces")


@dataclass(frozen=True, slots=True)
class Sight:
    """A hand as one seat sees it; `won` holds the side that took each trick, None for a tied one."""

    seat: int
    order: tuple[int, ...]
    sides: tuple[int, ...]
    strength: dict[str, int]
    held: tuple[tuple[str | None, ...], ...]
    table: tuple[tuple[int, int], ...]
    won: tuple[int | None, ...]
    turn: int
    unseen: tuple[str, ...]

    @property
    def side(self) -> int:
        """The viewer's side."""
        return self.sides[self.seat]


def rules_of(view: dict[str, Any]) -> Rules:
    """The rules by which cards rank at this table."""
    options = {name: view["options"][name] for name in _PACK_OPTIONS if name in view["options"]}
    return rules_for(view["variant"], view["players"], options)


def sight(view: dict[str, Any]) -> Sight:
    """What a view says about the hand."""
    hand, rules = view["hand"], rules_of(view)
    strength = dict(powers(rules, hand["vira"]))
    plays = [play for trick in hand["tricks"] for play in trick["plays"]] + hand["table"]
    held = tuple(tuple(cards) for cards in hand["cards"])
    seen = {play["card"] for play in plays} | {card for cards in held for card in cards}
    seen |= {hand["vira"], hand["laid_aside"]}
    sides = _sides(view)
    return Sight(
        seat=view["seat"],
        order=tuple(hand["order"]),
        sides=sides,
        strength=strength,
        held=held,
        table=tuple((play["seat"], _power(strength, play)) for play in hand["table"]),
        won=tuple(
            None if trick["winner_seat"] is None else sides[trick["winner_seat"]] for trick in hand["tricks"]
        ),
        turn=hand["turn"],
        unseen=tuple(card for card in rules.pack if card not in seen),
    )


def imagine(seen: Sight, rng: Random, samples: int = SAMPLES) -> list[Deal]:
    """Deals that fit what is seen: the strengths of the cards that each seat may hold."""
    return [_deal(seen, rng) for _ in range(samples)]


def chance(seen: Sight, deals: list[Deal], first: str | None = None) -> float:
    """How often the viewer wins the hand (0 to 1) over these deals, playing `first` now if it is given."""
    return sum(_play_out(seen, deal, first) for deal in deals) / len(deals)


def _sides(view: dict[str, Any]) -> tuple[int, ...]:
    players = view["players"]
    if players == 3:
        return tuple(0 if seat == view["hand"]["dealer"] else 1 for seat in range(3))
    return tuple(seat % 2 for seat in range(players))


def _power(strength: dict[str, int], play: dict[str, Any]) -> int:
    return COVERED if play["covered"] or play["card"] is None else strength[play["card"]]


def _deal(seen: Sight, rng: Random) -> Deal:
    need = sum(cards.count(None) for cards in seen.held)
    drawn = iter(rng.sample(seen.unseen, min(need, len(seen.unseen))))
    return {seat: [seen.strength[card or next(drawn)] for card in seen.held[seat]] for seat in seen.order}


def _play_out(seen: Sight, deal: Deal, first: str | None) -> float:
    """Play one imagined deal to its end: 1 for a win, 0 for a loss, a half when nobody wins."""
    hands = {seat: list(cards) for seat, cards in deal.items()}
    won, table, turn = list(seen.won), list(seen.table), seen.turn
    forced = None if first is None else seen.strength[first]
    while (winner := _decided(won)) is None and len(won) < 3:
        while len(table) < len(seen.order):
            cards = hands[turn]
            power = forced if forced is not None and turn == seen.seat else _pick(seen, turn, cards, table)
            forced = None if turn == seen.seat else forced
            if power in cards:
                cards.remove(power)
            table.append((turn, power))
            turn = seen.order[(seen.order.index(turn) + 1) % len(seen.order)]
        side, turn = _take(seen, table)
        won.append(side)
        table = []
    winner = _decided(won)
    return 0.5 if winner is None else float(winner == seen.side)


def _pick(seen: Sight, seat: int, cards: list[int], table: list[tuple[int, int]]) -> int:
    """Lead the best; follow with the least that takes the trick; else, or for a partner, with the least."""
    if not cards:
        return COVERED
    if not table:
        return max(cards)
    best_seat, best = max(table, key=lambda play: play[1])
    better = [power for power in cards if power > best]
    if seen.sides[best_seat] == seen.sides[seat] or not better:
        return min(cards)
    return min(better)


def _take(seen: Sight, table: list[tuple[int, int]]) -> tuple[int | None, int]:
    """The side that takes a trick, and who leads the next."""
    top = max(power for _seat, power in table)
    best = [seat for seat, power in table if power == top]
    sides = {seen.sides[seat] for seat in best}
    if top == COVERED or len(sides) > 1:
        return None, table[0][0]
    return sides.pop(), best[0]


def _decided(won: list[int | None]) -> int | None:
    """The side that the tricks decide for, if they do: two of them, or one and a tie."""
    for side in (0, 1):
        if won.count(side) == 2:
            return side
    if len(won) < 2 or None not in won:
        return None
    return next((side for side in won if side is not None), None)
