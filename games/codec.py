"""The names under which the events of a game are stored, and which of them carry a salt."""

from collections.abc import Sequence
from typing import Final

from games.rules import events as cards
from games.rules.table import Event
from games.rules.table import events as table
from truco_api.eventstore import Codec, NewEvent, salt

CODEC: Final = Codec("game")
for _name, _event in (*table.ALL.items(), *cards.ALL.items()):
    CODEC.register(_event, _name)

# Once a pack is salted its cards need no more; these hide one of few cards, in an event of their own.
_HIDING: Final = (
    cards.CardTaken,
    cards.TakingEnded,
    cards.CardLaidAside,
    cards.CardsSwapped,
    cards.ClaimAccepted,
)


def encode(events: Sequence[Event]) -> list[NewEvent]:
    """The events as they are stored. What hides a card is salted: its hash would tell one of forty."""
    return [CODEC.encode(event, salt=salt() if _hides(event) else None) for event in events]


def _hides(event: Event) -> bool:
    return isinstance(event, _HIDING) or (isinstance(event, cards.CardPlayed) and event.covered)
