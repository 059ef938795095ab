"""A championship told from its regulation to its final table: pure rules, the teller decides every result."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.tournaments.rules.play import SEED, Play
from tournaments.rules import commands as cmd
from tournaments.rules.bracket import places
from tournaments.rules.chance import Chance
from tournaments.rules.formats.protocol import Place
from tournaments.rules.presets import preset
from tournaments.rules.ready import awaited_lots
from tournaments.rules.stages import tables_of
from tournaments.rules.state import Match

Legs = tuple[tuple[int, int], ...]
Telling = Callable[["Evening", Match], Legs]


class Evening(Play):
    """A championship whose matches are reported by officials, table by table."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        super().__init__(**document)
        self.chance = Chance(SEED)

    def welcome(self, names: Sequence[str], clubs: Mapping[str, str] | None = None) -> None:
        """Open entries, take these in the order of their rank, confirm them, close, draw and start."""
        self.do(cmd.OpenEntries)
        for rank, name in enumerate(names, start=1):
            members = tuple(f"{name}.{member}" for member in range(self.state.regulation.members))
            club = (clubs or {}).get(name)
            self.do(cmd.RegisterEntry, entry_id=name, name=name, members=members, club=club, rank=rank)
            self.do(cmd.ConfirmEntry, entry_id=name)
        self.start()

    def report(self, match: Match, legs: Legs) -> None:
        """An official hands in the sheet and confirms it."""
        self.do(cmd.HandInSheet, match=match.id, entry=None, legs=legs)
        self.do(cmd.ConfirmSheet, match=match.id, entry=None)

    def play_called(self, telling: Telling) -> int:
        """Play every match that is called now; how many there were."""
        self.move()
        called = [match for match in self.state.matches.values() if match.status in ("called", "playing")]
        for match in called:
            self.report(match, telling(self, match))
        return len(called)

    def play_stage(self, stage: str, telling: Telling) -> None:
        """Play until nothing of this stage is left."""
        while any(match.stage == stage and not match.result for match in self.state.matches.values()):
            assert self.play_called(telling)
        self.move()

    def play_out(self, telling: Telling) -> None:
        """Play to the end; lots are drawn wherever a stage waits for them."""
        while self.state.phase == "running":
            if self.play_called(telling):
                continue
            waiting = list(awaited_lots(self.state))
            assert waiting, "nothing moves, and nobody waits for lots"
            for stage, _blocks in waiting:
                self.do(cmd.DrawLots, stage=stage, seed=SEED)

    def table(self, stage: str, group: int = 1) -> list[str]:
        """The entries of a table from top to bottom."""
        found = tables_of(self.state, self.state.stages[stage])[group - 1]
        return [row.entry for row in found.table.rows]

    def places(self) -> list[Place]:
        """The final order of the last stage."""
        return list(places(self.state))

    def of_stage(self, stage: str) -> list[Match]:
        """The matches of a stage that are in its plan."""
        return [self.state.matches[match] for match in self.state.stages[stage].matches]


def evening(name: str, **changes: Any) -> Evening:
    """An evening by a preset, or by a document that differs from it."""
    return Evening({**preset(name), **changes})


def strongest_wins(play: Evening, match: Match) -> Legs:
    """Whoever has the lower rank number wins every leg, the other making more tentos the closer it is."""
    home, away = (play.state.entries[side or ""].rank or 0 for side in match.sides)
    target = play.state.regulation.target_of(match.stage)
    beaten = max(0, target - 1 - abs(home - away) % target)
    leg = (target, beaten) if home < away else (beaten, target)
    return (leg,) * (match.first_to or match.best_of)


def by_chance(play: Evening, match: Match) -> Legs:
    """Anybody may win."""
    return play.chance.legs(match.rule, play.state.regulation.target_of(match.stage))
