"""How good one's cards are in the game of points: the others' cards are dealt at random, many times over.

The cards that count are those that were dealt, so cards that lie on the table already are known."""

from random import Random
from typing import Any, Final

from games.bots.odds import rules_of, sight
from games.rules.points import envido_points, flor_points

View = dict[str, Any]
SAMPLES: Final = 60
FLORES: Final = 40
"""So many flores of others are enough to judge by; they are rare, so only so many deals are looked at:"""
DEALS: Final = 800
ACHICO: Final = 4
CONTRAFLOR: Final = 6


def own_cards(view: View) -> tuple[str, ...]:
    """One's three cards of this hand, played ones included; fewer while some are hidden from oneself."""
    return _known(view)[view["seat"]]


def own_envido(view: View) -> int:
    """The points of one's own cards; -1 where they cannot be reckoned."""
    cards = own_cards(view)
    return envido_points(rules_of(view), view["hand"]["vira"], cards) if cards else -1


def own_flor(view: View) -> int | None:
    """The value of one's own flor; None without one."""
    return flor_points(rules_of(view), view["hand"]["vira"], own_cards(view))


def envido_odds(view: View, rng: Random) -> float:
    """How often one's side has the better envido (0 to 1), the others' cards being any."""
    rules, vira, order = rules_of(view), view["hand"]["vira"], view["hand"]["order"]
    seen, known = sight(view), _known(view)
    won = 0
    for _ in range(SAMPLES):
        rest = rng.sample(seen.unseen, min(len(seen.unseen), 3 * len(order)))
        points = [
            envido_points(rules, vira, known[seat] + tuple(rest.pop() for _ in range(3 - len(known[seat]))))
            for seat in order
        ]
        won += seen.sides[order[points.index(max(points))]] == seen.side
    return won / SAMPLES


def flor_odds(view: View, rng: Random) -> float:
    """How often one's flor is the higher of two (0 to 1); 0 without one."""
    mine = own_flor(view)
    if mine is None:
        return 0.0
    rules, vira, unseen = rules_of(view), view["hand"]["vira"], sight(view).unseen
    met = [
        value
        for _ in range(DEALS)
        if (value := flor_points(rules, vira, tuple(rng.sample(unseen, 3)))) is not None
    ][:FLORES]
    return sum(value < mine for value in met) / len(met) if met else 1.0


def falta(view: View) -> int:
    """What the leader lacks to the target."""
    now = [a + b for a, b in zip(view["score"], view["hand"]["points"], strict=True)]
    return int(view["target"] - max(now))


def at_stake(view: View) -> tuple[int, int]:
    """What the open envido pays if it is accepted, and if it is refused."""
    chain = view["hand"]["envido"]["chain"]
    return _worth(view, chain), _worth(view, chain[:-1]) if len(chain) > 1 else 1


def flor_at_stake(view: View) -> tuple[int, int]:
    """The same of an open contraflor, with the rest or without."""
    if view["hand"]["flor"]["stage"] == "resto":
        return CONTRAFLOR + falta(view), CONTRAFLOR
    return CONTRAFLOR, ACHICO


def worth_it(odds: float, accepted: int, refused: int) -> bool:
    """Whether to compare costs less than to run, reckoned over many such hands."""
    return odds > (1 - refused / accepted) / 2


def _worth(view: View, chain: list[str]) -> int:
    envido = rules_of(view).envido
    if envido is None or chain[-1] == "falta_envido":
        return falta(view)
    return sum(envido.values[call] for call in chain)


def _known(view: View) -> list[tuple[str, ...]]:
    """The cards of each seat that one knows."""
    hand = view["hand"]
    plays = [play for trick in hand["tricks"] for play in trick["plays"]] + hand["table"]
    return [
        tuple(
            card
            for card in (*held, *(play["card"] for play in plays if play["seat"] == seat))
            if card is not None
        )
        for seat, held in enumerate(hand["cards"])
    ]
