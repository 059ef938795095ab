"""Old events made new: for each name that is stored no more, its data as the next number has it."""

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]


def _draw_made_1(data: Data) -> Data:
    """Before stages could be fed by a literal table, there were no rows."""
    return data | {"rows": []}


def _matches_planned_1(data: Data) -> Data:
    """Before matches could be won otherwise, more than half of the legs won."""
    matches = [match | {"first_to": match["best_of"] // 2 + 1, "level": "leg"} for match in data["matches"]]
    return data | {"matches": matches}


def _entry_joined_1(data: Data) -> Data:
    """Before groups took late entries, there were no rows."""
    return data | {"rows": []}


def _dispute_ruled_1(data: Data) -> Data:
    """Before disputes had names and appeals, an arbiter's word on a sheet was the last."""
    return data | {"dispute": "", "instance": "arbiter", "appeal_until_ms": None}


def unchanged(data: Data) -> Data:
    """To whoever reads it the new event is the old one: only how it is stored has changed."""
    return data


UPCASTS: dict[str, Callable[[Data], Data]] = {
    "draw_made/1": _draw_made_1,
    "entry_registered/1": unchanged,  # the names of entries stood in the stream
    "matches_planned/1": _matches_planned_1,
    "entry_joined/1": _entry_joined_1,
    "dispute_ruled/1": _dispute_ruled_1,
}
