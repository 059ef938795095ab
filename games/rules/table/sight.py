"""Who sees what of a table: places and clocks are public, the cards are as `games.rules.seats` says.

Once the game is over every card lies open, for everybody.
"""

from dataclasses import fields
from typing import Any, get_args

from games.rules import seats as cards
from games.rules.table.events import HandCommitted, TableEvent
from games.rules.table.evolve import Event
from games.rules.table.state import Table

Data = dict[str, Any]
_PUBLIC = frozenset(get_args(TableEvent)) - {HandCommitted}


def see(event: Event, seat: int | None, *, open_cards: bool) -> Data:
    """The data of an event as a seat sees it (None: an outsider); `open_cards` once the game is over."""
    if isinstance(event, HandCommitted):
        shown = ("number", "protocol", "commitment", "promises")
        return {name: _plain(getattr(event, name)) for name in shown}
    if type(event) in _PUBLIC:
        return {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    return cards.see(event, seat, open_cards=open_cards)  # type: ignore[arg-type]  # what is left is of the cards


def view(table: Table, seat: int | None) -> Data | None:
    """The cards as a seat sees them now; None before the game has begun."""
    return None if table.game is None else _view(table, seat, open_cards=table.over)


def past_view(table: Table, seat: int | None, *, open_cards: bool) -> Data | None:
    """The cards as they lay at a state of the past, to somebody who looks back now.

    A partner's cards were seen only while deciding at match point, so nobody sees them by looking back.
    """
    if table.game is None:
        return None
    seen = _view(table, seat, open_cards=open_cards)
    if seen["hand"] is not None and not open_cards:
        seen["hand"]["cards"] = [
            held if own == seat else [None] * len(held) for own, held in enumerate(seen["hand"]["cards"])
        ]
    return seen


def _view(table: Table, seat: int | None, *, open_cards: bool) -> Data:
    assert table.game is not None, "asked for once the game has begun"
    return {"seat": seat, **cards.view(table.game, seat, open_cards=open_cards)}


def _plain(value: Any) -> Any:
    match value:
        case tuple() if hasattr(value, "_asdict"):
            return {name: _plain(item) for name, item in value._asdict().items()}
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value
