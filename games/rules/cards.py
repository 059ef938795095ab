"""Cards and packs. A card is its code, `rank + suit` (`4P`, `10O`, `12B`), or the name of an extra card."""

from typing import Final

FRENCH_RANKS: Final = ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3")
DIRTY_RANKS: Final = ("4", "5", "6", "7", "8", "9", "10", "Q", "J", "K", "A", "2", "3")
SHORT_RANKS: Final = ("Q", "J", "K", "A", "2", "3")
SPANISH_RANKS: Final = ("4", "5", "6", "7", "10", "11", "12", "1", "2", "3")

FRENCH_SUITS: Final = ("O", "E", "C", "P")
"""From the lowest to the highest: ouros, espadas, copas, paus."""
SPANISH_SUITS: Final = ("O", "E", "C", "B")
"""From the lowest to the highest: ouros, espadas, copas, bastos."""

FIXED_MANILHAS: Final = ("4P", "7C", "AE", "7O")
"""The old manilhas, from the top: zap, copas, espadilha, ourinho."""

CORINGA: Final = "CORINGA"


def rank(card: str) -> str:
    """The rank of a card (`"10"` of `"10O"`)."""
    return card[:-1]


def suit(card: str) -> str:
    """The suit letter of a card (`"O"` of `"10O"`)."""
    return card[-1]


def every(ranks: tuple[str, ...], suits: tuple[str, ...]) -> tuple[str, ...]:
    """All cards of these ranks and suits, rank by rank."""
    return tuple(r + s for r in ranks for s in suits)
