"""How strong a card is: higher beats lower, equal ties. Sections 2 and 4 to 6 of the rules."""

from collections.abc import Mapping
from functools import lru_cache

from games.rules.cards import CORINGA, FIXED_MANILHAS, rank, suit
from games.rules.options import Rules

COVERED = -1
"""Below every open card."""


@lru_cache(maxsize=4096)
def powers(rules: Rules, vira: str | None) -> Mapping[str, int]:
    """The strength of every card under this turned card, in even numbers; do not change the mapping."""
    groups = strength_groups(rules, vira)
    return {card: 2 * (len(groups) - place) for place, group in enumerate(groups) for card in group}


@lru_cache(maxsize=4096)
def strength_groups(rules: Rules, vira: str | None) -> tuple[tuple[str, ...], ...]:
    """The cards in play from the strongest down; the cards of one group tie."""
    tops = tuple((card,) for card in manilhas(rules, vira))
    bottoms = rules.variant.bottoms
    apart = {card for group in tops + bottoms for card in group} | {vira, CORINGA}
    plain = [card for card in rules.pack if card not in apart]
    middle = tuple(group for r in reversed(rules.ranks) if (group := tuple(c for c in plain if rank(c) == r)))
    if rules.coringa == "top":
        return ((CORINGA,), *tops, *middle, *bottoms)
    if rules.coringa == "three_and_half":
        return (*tops, (CORINGA,), *middle, *bottoms)
    return (*tops, *middle, *bottoms)


def manilhas(rules: Rules, vira: str | None) -> tuple[str, ...]:
    """The cards above all plain ones, from the top: manilhas, pieces, or the variant's own list."""
    if rules.muestra and vira:
        own = tuple(pieces(rules, vira))
        return own + tuple(card for card in rules.variant.tops if card not in own and card != vira)
    if rules.manilhas == "vira" and vira:
        best = next_rank(rules, vira)
        return tuple(best + s for s in reversed(rules.variant.suits))
    return rules.variant.tops or FIXED_MANILHAS


def next_rank(rules: Rules, vira: str) -> str:
    """The rank after the turned card's, cyclic in the pack in play."""
    ranks = rules.ranks
    return ranks[(ranks.index(rank(vira)) + 1) % len(ranks)]


@lru_cache(maxsize=1024)
def pieces(rules: Rules, vira: str) -> Mapping[str, int]:
    """The pieces of this muestra from the top, with their points; the 12 stands in for a turned piece."""
    muestra = rules.muestra
    if muestra is None:
        return {}
    own = suit(vira)
    return {
        (muestra.stand_in if r == rank(vira) else r) + own: points for r, points in muestra.pieces.items()
    }
