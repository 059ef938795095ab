"""When matches can be expected to begin: an estimate for people, on which nothing depends.

Matches are laid out in playing order on the tables there are. A match is taken to last halfway between its
fewest and its most legs, at the regulation's minutes per leg; one that is on, so long from its call.
"""

import heapq

from tournaments.rules.state import Championship, Match

MINUTE_MS = 60_000


def duration_ms(match: Match, minutes_per_leg: int, boards: int = 1) -> int:
    """How long a match is taken to last, when its legs are played at so many tables at once."""
    fewest = match.first_to or match.best_of
    return (fewest + match.best_of) * minutes_per_leg * MINUTE_MS // 2 // boards


def forecast(state: Championship, now_ms: int) -> dict[str, int]:
    """When each undecided match began or is expected to begin (ms), by its id."""
    plan = _Plan(state, now_ms)
    for match in state.matches.values():
        if match.result is None and not match.call:
            plan.place(match)
    return plan.starts


class _Plan:
    """Start and end of every match so far, and when each table is free again."""

    def __init__(self, state: Championship, now_ms: int) -> None:
        self.state, self.now_ms = state, now_ms
        self.starts: dict[str, int] = {}
        self.ends: dict[str, int] = {}
        self.round_ends: dict[tuple[str, int], int] = {}
        self.free: dict[str, int] = {}
        self.tables = [now_ms] * state.regulation.tables
        for match in state.matches.values():
            if match.call and match.result is None:
                end = max(now_ms, match.call.at_ms + self._lasts(match))
                self._note(match, match.call.at_ms, end)
                if self.tables and match.call.table is not None and match.status in ("called", "playing"):
                    heapq.heapreplace(self.tables, end)

    def place(self, match: Match) -> None:
        """Give the match its start, on the table that is free first."""
        start, lasts = self._ready_ms(match), self._lasts(match)
        if match.mode == "table" and self.tables:
            start = max(start, self.tables[0])
            heapq.heapreplace(self.tables, start + lasts)
        self._note(match, start, start + lasts)

    def _note(self, match: Match, start: int, end: int) -> None:
        self.starts[match.id], self.ends[match.id] = start, end
        self.free.update((side, end) for side in match.sides if side)
        key = (match.stage, match.round)
        self.round_ends[key] = max(end, self.round_ends.get(key, 0))

    def _ready_ms(self, match: Match) -> int:
        """When nothing but a table is missing."""
        before = [self.ends.get(source.of, 0) for source in match.sources]
        before += [self.free.get(side, 0) for side in match.sides if side]
        if self.state.regulation.stage(match.stage).rounds_together:
            before += [self.round_ends.get((match.stage, number), 0) for number in range(1, match.round)]
        return max(self.now_ms, match.due_ms or 0, *before)

    def _lasts(self, match: Match) -> int:
        regulation = self.state.regulation
        return duration_ms(match, regulation.minutes_per_leg, regulation.boards)
