"""A championship played through by chance, on a clock of its own: what a simulation is made of."""

import heapq
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.chance import Chance
from tournaments.rules.decide import decide
from tournaments.rules.entrants import everybody
from tournaments.rules.evolve import replay
from tournaments.rules.ready import awaited_lots, ready_stages
from tournaments.rules.regulation import canonical
from tournaments.rules.schedule import next_actions
from tournaments.rules.state import Championship, Match, empty

MINUTE_MS = 60_000
ACTOR = "system:trial"


def for_trial(whole: Mapping[str, Any], entries: int, tables: int) -> dict[str, Any]:
    """A complete regulation as it is tried out: everybody is there, and every match is at a table."""
    stages = [{**stage, "mode": "table", "time_limit": None} for stage in whole["stages"]]
    return {
        **whole,
        "tables": tables,
        "presence": "assumed",
        "confirm_minutes": None,
        "max_entries": max(entries, whole["max_entries"]),
        "stages": stages,
    }


class Trial:
    """One championship: `play` it to its end, or as far as it goes; `now_ms` is then how long it took."""

    def __init__(self, whole: Mapping[str, Any], entries: int, chance: Chance, clubs: int = 0) -> None:
        self.chance = chance
        self.now_ms = 0
        self.state: Championship = replay(_entered(whole, entries, clubs), start=empty())
        self.running: list[tuple[int, str, cmd.Legs]] = []

    def play(self) -> Championship:
        """Draw, start, and let match after match be played."""
        self._do(cmd.Draw(actor=ACTOR, now_ms=0, seed=self.chance.seed(), order=self._by_hand()))
        self._do(cmd.Start(actor=ACTOR, now_ms=0))
        while self.state.phase == "running":
            if self._move():
                continue
            if self.running:
                self._end_next()
            elif not self._by_organizer():
                break
        return self.state

    def _do(self, command: cmd.Command) -> bool:
        """Give a command; whether anything came of it."""
        events = decide(self.state, command)
        self.state = replay(events, start=self.state)
        return bool(events)

    def _by_hand(self) -> tuple[str, ...] | None:
        rules = self.state.regulation.stages[0]
        return everybody(self.state) if rules.seeding == "hand" else None

    def _move(self) -> bool:
        """Whatever the scheduler would do now; whether there was anything."""
        moved = False
        for action in next_actions(self.state, self.now_ms):
            if isinstance(action, cmd.DrawStage | cmd.DrawLots):
                action = replace(action, seed=self.chance.seed())
            moved = self._do(action) or moved
            if isinstance(action, cmd.CallMatch):
                self._begin(self.state.matches[action.match])
        return moved

    def _begin(self, match: Match) -> None:
        """Let chance play the match at once, so that it is known when it will end."""
        regulation = self.state.regulation
        legs = self.chance.legs(match.rule, regulation.target_of(match.stage))
        turns = -(-len(legs) // regulation.boards)
        end = self.now_ms + turns * regulation.minutes_per_leg * MINUTE_MS
        heapq.heappush(self.running, (end, match.id, legs))

    def _end_next(self) -> None:
        """Let time pass until the next match ends, and with it all that end at the same time."""
        self.now_ms = self.running[0][0]
        while self.running and self.running[0][0] == self.now_ms:
            now, match, legs = heapq.heappop(self.running)
            self._do(cmd.HandInSheet(actor=ACTOR, now_ms=now, match=match, entry=None, legs=legs))
            self._do(cmd.ConfirmSheet(actor=ACTOR, now_ms=now, match=match, entry=None))

    def _by_organizer(self) -> bool:
        """What waits for somebody: lots are drawn, half of those who can buy themselves in again do so."""
        for stage, _blocks in list(awaited_lots(self.state)):
            if self._draw(cmd.DrawLots, stage):
                return True
        for rules, field in list(ready_stages(self.state)):
            if self._buy(rules.id):
                return True
            order = field.entries if rules.seeding == "hand" else None
            if self._draw(cmd.DrawStage, rules.id, order=order):
                return True
        return False

    def _draw(self, kind: Any, stage: str, **more: Any) -> bool:
        return self._do(kind(actor=ACTOR, now_ms=self.now_ms, stage=stage, seed=self.chance.seed(), **more))

    def _buy(self, stage: str) -> bool:
        """Every other entry that was beaten where that can be bought back; only once for a stage."""
        paying = [source for source in self.state.regulation.stage(stage).sources if source.paid]
        if not paying or stage in self.state.reentries:
            return False
        for source in paying:
            beaten = [
                match.result.loser
                for match in self.state.matches.values()
                if match.stage == source.stage and match.round in source.rounds and match.result
            ]
            for entry in filter(None, beaten[::2]):
                self._do(cmd.BuyReentry(actor=ACTOR, now_ms=self.now_ms, stage=stage, entry_id=entry))
        return stage in self.state.reentries


def _entered(whole: Mapping[str, Any], entries: int, clubs: int) -> list[ev.Event]:
    """The events of a championship with so many confirmed entries, ranked as they are numbered."""
    found: list[ev.Event] = [
        ev.ChampionshipCreated(
            championship_id="trial",
            club_id="trial",
            name="Trial",
            regulation=canonical(dict(whole)),
            at_ms=0,
        ),
        ev.EntriesOpened(at_ms=0),
    ]
    for number in range(1, entries + 1):
        entry = f"e{number:04}"
        club = f"club {number % clubs + 1}" if clubs else None
        found += [
            ev.EntryRegistered(
                entry_id=entry, name=entry, members=(f"{entry}.1",), club=club, rank=number, at_ms=0
            ),
            ev.EntryConfirmed(entry_id=entry, at_ms=0),
        ]
    return [*found, ev.EntriesClosed(at_ms=0)]
