"""The names under which the events of a game are stored, and what of them is sealed."""

from collections.abc import Sequence
from typing import Final

from games.rules import events as cards
from games.rules.table import Event
from games.rules.table import events as table
from truco_api.eventstore import Codec, NewEvent

CODEC: Final = Codec("game")
for _name, _event in (*table.ALL.items(), *cards.ALL.items()):
    CODEC.register(_event, _name)

# What would tell a card that not everybody has seen is sealed until the game is over.
CODEC.hide(table.HandCommitted, "salt", "pack")
CODEC.hide(cards.PackReady, "pack", "salt")
CODEC.hide(cards.PackMixed, "pack")
CODEC.hide(cards.HandDealt, "cards", "stock", "salt")
CODEC.hide(cards.CardTaken, "card")
CODEC.hide(cards.TakingEnded, "kept", "passed")
CODEC.hide(cards.CardLaidAside, "card")
CODEC.hide(cards.CardsSwapped, "drawn")
CODEC.hide(cards.ClaimAccepted, "drawn")
CODEC.hide(cards.CardPlayed, "card", when=lambda event: event.covered)


def encode(events: Sequence[Event]) -> list[NewEvent]:
    """The events as they are handed to the store."""
    return [CODEC.encode(event) for event in events]
