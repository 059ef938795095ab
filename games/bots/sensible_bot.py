"""A player of good sense: it reckons its chances from what it sees, raises on good cards, runs from bad ones,
and bluffs now and then."""

from random import Random
from typing import Any, Final

from games.bots import points
from games.bots.odds import Sight, chance, imagine, rules_of, sight
from games.rules.cards import rank
from games.rules.legal import figure_ranks

Move = dict[str, Any]
View = dict[str, Any]

RAISE_ABOVE: Final = 0.68
RAISE_AGAIN_ABOVE: Final = 0.8
BLUFF: Final = 0.05
TRUST: Final = 0.85
"""Who raises has reason to: chances shrink by this much when an offer is answered."""
MARGIN: Final = 0.03
CALL_ABOVE: Final = 0.6
CALL_MORE_ABOVE: Final = 0.85
FALTA_ABOVE: Final = 0.97
"""From these odds on envido is called, and raised, at last to the falta."""
RISK_ABOVE: Final = 0.8
"""From these odds on a whole game is set upon one comparison; below, playing on is the better way to win."""


def choose(view: View, rng: Random) -> Move:
    """One of `view["legal"]`, judged from nothing but the view."""
    legal: list[Move] = view["legal"]
    types = {move["type"] for move in legal}
    hand = view["hand"]
    if len(legal) == 1:
        return legal[0]
    if "declare" in types:
        return _declare(view, legal)
    if "flor" in types or (hand["flor"] and hand["flor"]["stage"] in ("asked", "contraflor", "resto")):
        return _flor(view, legal, rng)
    if hand["envido"] and hand["envido"]["stage"] == "open":
        return _answer_envido(view, legal, rng)
    if types & {"cut", "take", "keep", "burn"}:
        return _cutting(legal, rng)
    if "lay_aside" in types:
        return _weakest(view, legal)
    if hand["claimer"] is not None:
        return _first(legal, "accept" if rng.random() < 0.5 else "refuse", "refuse")
    if hand["blind"]:
        return rng.choice([move for move in legal if move["type"] == "play"] or legal)
    return _answer(view, legal, rng) if "accept" in types else _own_turn(view, legal, rng)


def _own_turn(view: View, legal: list[Move], rng: Random) -> Move:
    types = {move["type"] for move in legal}
    if "envido" in types and (call := _call(view, legal, rng)):
        return call
    if "claim_royal_family" in types and _royal(view):
        return _first(legal, "claim_royal_family")
    seen = sight(view)
    plays = [move for move in legal if move["type"] == "play" and not move.get("covered")]
    if not plays:
        return rng.choice(legal)
    # The same imagined deals for every card, so that the cards differ and not the luck.
    deals = imagine(seen, rng)
    chances = [(chance(seen, deals, move["card"]), move) for move in plays]
    best = max(odds for odds, _ in chances)
    # Of cards that are about as good, the least: what is imagined is no exact science.
    good = [move for odds, move in chances if odds >= best - MARGIN]
    move = min(good, key=lambda move: seen.strength[move["card"]])
    if "swap" in types and best < 0.4:
        return _first(legal, "swap")
    if "raise" in types and view["hand"]["kind"] == "normal" and _raises(best, rng):
        return _first(legal, "raise")
    return move


def _raises(best: float, rng: Random) -> bool:
    """On good cards most of the time, on bad ones as a bluff now and then."""
    if best >= RAISE_ABOVE:
        return rng.random() < 0.8
    return best < 0.35 and rng.random() < BLUFF


def _answer(view: View, legal: list[Move], rng: Random) -> Move:
    """Accept when playing on costs less than running, reckoned over many such hands."""
    hand, ladder = view["hand"], view["options"].get("ladder", [1])
    types = {move["type"] for move in legal}
    if "envido" in types and (call := _call(view, legal, rng)):
        return call
    seen = sight(view)
    if hand["offer"] is None:
        point = view["options"]["match_point"] or {"run_cost": 1, "stake": 3}
        lost, staked, trust = point["run_cost"], point["stake"], 1.0
    else:
        staked = hand["offer"]["to"]
        lost, trust = ladder[ladder.index(staked) - 1], TRUST
    good = chance(seen, imagine(seen, rng)) * trust
    if "raise" in types and (good >= RAISE_AGAIN_ABOVE or rng.random() < BLUFF / 2):
        return _first(legal, "raise")
    return _first(legal, "accept" if good > (1 - lost / staked) / 2 else "refuse")


def _call(view: View, legal: list[Move], rng: Random) -> Move | None:
    """A call of envido on good points; the more, the better they are."""
    odds = points.envido_odds(view, rng)
    if odds < CALL_ABOVE:
        return None
    return _first(legal, "real_envido" if odds >= CALL_MORE_ABOVE else "envido")


def _answer_envido(view: View, legal: list[Move], rng: Random) -> Move:
    """Whoever calls has reason to, so one's chances are a little less than the cards say."""
    odds = points.envido_odds(view, rng)
    if odds >= CALL_MORE_ABOVE and rng.random() < 0.7:
        more = ("real_envido", "falta_envido") if odds >= FALTA_ABOVE else ("real_envido",)
        return _first(legal, *more, "accept")
    return _first(legal, "accept" if _compares(view, odds, *points.at_stake(view)) else "refuse")


def _compares(view: View, odds: float, accepted: int, refused: int) -> bool:
    if accepted >= points.falta(view) and odds < RISK_ABOVE:
        return False
    return points.worth_it(odds * TRUST, accepted, refused)


def _flor(view: View, legal: list[Move], rng: Random) -> Move:
    """Sing it always; meet another with a contraflor on a high one."""
    state = view["hand"]["flor"]
    if state is None or state["stage"] not in ("asked", "contraflor", "resto"):
        return _first(legal, "flor")
    odds = points.flor_odds(view, rng)
    if state["stage"] == "asked":
        return _first(legal, "contraflor" if odds >= CALL_MORE_ABOVE else "flor")
    if points.own_flor(view) is None:
        odds = 0.5  # a partner's flor is compared, of which nothing is known
    return _first(legal, "accept" if _compares(view, odds, *points.flor_at_stake(view)) else "refuse")


def _declare(view: View, legal: list[Move]) -> Move:
    own = points.own_envido(view)
    true = next((move for move in legal if move.get("points") == own), None)
    return true or next((move for move in legal if move.get("good")), legal[0])


def _royal(view: View) -> bool:
    figures = figure_ranks(rules_of(view))
    return all(card and rank(card) in figures for card in view["hand"]["cards"][view["seat"]])


def _cutting(legal: list[Move], rng: Random) -> Move:
    cuts = [move for move in legal if move["type"] == "cut"]
    return rng.choice(cuts) if cuts else _first(legal, "refuse", "keep", "burn")


def _weakest(view: View, legal: list[Move]) -> Move:
    seen: Sight = sight(view)
    return min(legal, key=lambda move: seen.strength[move["card"]])


def _first(legal: list[Move], *types: str) -> Move:
    """The first legal move of the first of these types that has one; else the first legal move."""
    for kind in types:
        for move in legal:
            if move["type"] == kind:
                return move
    return legal[0]
