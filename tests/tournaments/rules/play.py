"""A championship that tests play: it keeps the state, the events and a clock of its own."""

from dataclasses import replace
from typing import Any

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.decide import decide
from tournaments.rules.evolve import replay
from tournaments.rules.schedule import next_actions
from tournaments.rules.state import Championship, Match, empty

START_MS = 1_760_000_000_000
MINUTE_MS = 60_000
SEED = "5eed" * 16
WON, LOST = ((12, 7),), ((7, 12),)


class Play:
    """`do` gives a command a millisecond after the one before, and tells what it made happen."""

    def __init__(self, **regulation: Any) -> None:
        self.state: Championship = empty()
        self.events: list[ev.Event] = []
        self.now_ms = START_MS
        document = {"variant": "paulista", **regulation}
        self.do(
            cmd.CreateChampionship, championship_id="copa", club_id="clube", name="Copa", regulation=document
        )

    def do(self, command: type[Any], **fields: Any) -> tuple[ev.Event, ...]:
        """Give a command made of these fields."""
        self.now_ms += 1
        return self.give(command(actor="user:somebody", now_ms=self.now_ms, **fields))

    def give(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        """Give a command that is made already."""
        happened = decide(self.state, command)
        self.state = replay(happened, start=self.state)
        self.events += happened
        return happened

    def enter(self, count: int) -> None:
        """Open entries and take so many, confirmed: e001, e002, … ranked in this order."""
        self.do(cmd.OpenEntries)
        for number in range(1, count + 1):
            self.register(number)

    def register(self, number: int) -> None:
        """One entry, with members of its own, confirmed."""
        entry = f"e{number:03}"
        size = self.state.regulation.members
        members = tuple(f"p{number}.{member}" for member in range(size))
        self.do(cmd.RegisterEntry, entry_id=entry, name=f"Entry {number}", members=members, rank=number)
        self.do(cmd.ConfirmEntry, entry_id=entry)

    def start(self) -> None:
        """Close, draw and start."""
        self.do(cmd.CloseEntries)
        self.do(cmd.Draw, seed=SEED)
        self.do(cmd.Start)

    def move(self) -> list[ev.Event]:
        """Carry out everything that is to be done now, as the scheduler does."""
        happened: list[ev.Event] = []
        while actions := next_actions(self.state, self.now_ms):
            for action in actions:
                if isinstance(action, cmd.DrawStage | cmd.DrawLots):
                    action = replace(action, seed=SEED)
                if isinstance(action, cmd.OpenLeg):
                    game = f"game-{len(self.events)}-{action.match}-{action.leg}"
                    action = replace(action, game_id=game)
                happened += self.give(action)
        return happened

    def wait(self, minutes: int) -> list[ev.Event]:
        """Let time pass, and the scheduler see it."""
        self.now_ms += minutes * MINUTE_MS
        return self.move()

    def match(self, match_id: str) -> Match:
        """A match as it stands."""
        return self.state.matches[match_id]

    def side(self, match_id: str, side: int) -> str:
        """The entry on one side of a match."""
        return self.match(match_id).sides[side] or ""

    def sheet(self, match_id: str, legs: Any = WON, by: int | None = 0) -> tuple[ev.Event, ...]:
        """Hand in a sheet as a side, or (None) as an official."""
        entry = None if by is None else self.side(match_id, by)
        return self.do(cmd.HandInSheet, match=match_id, entry=entry, legs=legs)

    def confirm(self, match_id: str, by: int | None = 1) -> tuple[ev.Event, ...]:
        """Confirm a sheet as a side, or (None) as an official."""
        entry = None if by is None else self.side(match_id, by)
        return self.do(cmd.ConfirmSheet, match=match_id, entry=entry)

    def dispute(self, match_id: str, by: int = 1) -> tuple[ev.Event, ...]:
        """Dispute a sheet as a side."""
        return self.do(cmd.DisputeSheet, match=match_id, entry=self.side(match_id, by), reason="12 a 9")

    def win(self, match_id: str, side: int = 0) -> None:
        """Play a match at a table to its end: a sheet and its confirmation."""
        leg = (12, 7) if side == 0 else (7, 12)
        match = self.match(match_id)
        self.sheet(match_id, (leg,) * (match.first_to or match.best_of))
        self.confirm(match_id)

    def finish(self) -> None:
        """Let home win everything that is left."""
        while self.state.phase == "running":
            told = len(self.events)
            self.move()
            for match in list(self.state.matches.values()):
                if match.status == "called":
                    self.win(match.id)
            assert len(self.events) > told, "nothing moves any more"


def started(count: int, **regulation: Any) -> Play:
    """A championship of so many entries that has been drawn by rank and started, its first matches called."""
    stage = {"seeding": "rank", **regulation.pop("stage", {})}
    play = Play(stages=[stage], **regulation)
    play.enter(count)
    play.start()
    play.move()
    return play
