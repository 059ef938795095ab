"""A table: places, terms and clocks around a game of cards.

decide(table, command) -> events        what happens, or a refusal
evolve(table, event, at_ms) -> table    what is remembered of it
"""

from games.rules.table.decide import decide
from games.rules.table.evolve import Event, awaited, evolve
from games.rules.table.state import BOT, BOTS, USER, Phase, Result, Table, is_bot

__all__ = [
    "BOT",
    "BOTS",
    "USER",
    "Event",
    "Phase",
    "Result",
    "Table",
    "awaited",
    "decide",
    "evolve",
    "is_bot",
]
