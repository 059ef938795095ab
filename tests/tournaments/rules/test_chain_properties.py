"""What holds whatever happens in championships of several stages, mishaps and corrections included."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.play import SEED, Play
from tournaments.codec import codec
from tournaments.rules import commands as cmd
from tournaments.rules.chance import Chance
from tournaments.rules.evolve import evolve, replay
from tournaments.rules.preview import preview
from tournaments.rules.public import bracket, results, schedule
from tournaments.rules.public_stages import stages
from tournaments.rules.ready import awaited_lots, ready_stages
from tournaments.rules.stages import tables_of
from tournaments.rules.state import DROPPED, FOLLOWING, Match, empty
from truco_api.errors import DomainError
from truco_api.eventstore import NewEvent

LOTS = {"criteria": ["points", "leg_difference", "lots"]}
CHAINS: list[list[dict[str, Any]]] = [
    [
        {"id": "groups", "format": "groups", "groups": 2, **LOTS},
        {"id": "final", "from": [{"stage": "groups", "per_group": 1, "best": 2}], "third_place": True},
    ],
    [
        {"id": "swiss", "format": "swiss", "rounds": 3, **LOTS},
        {"id": "final", "from": [{"stage": "swiss", "places": [1, 4]}]},
        {"id": "rest", "from": [{"stage": "swiss", "places": [5, None]}]},
    ],
    [
        {"id": "opening", "rounds": 1},
        {
            "id": "main",
            "starts": "by_hand",
            "from": [
                {"stage": "opening", "winners": True},
                {"stage": "opening", "losers": [1], "paid": True},
            ],
        },
    ],
    [
        {"id": "one", "format": "groups", "groups": 2, **LOTS},
        {
            "id": "two",
            "format": "groups",
            "groups": 2,
            "from": [{"stage": "one", "slots": [["G1:1", "G2:2"], ["G2:1", "G1:2"]]}],
            **LOTS,
        },
        {"id": "final", "format": "double_elimination", "from": [{"stage": "two", "per_group": 2}]},
    ],
    [
        {"id": "league", "format": "round_robin", "leaving": "void", **LOTS},
        {"id": "final", "format": "king_of_the_table", "from": [{"stage": "league", "places": [1, 3]}]},
    ],
]
KINDS = ("play", "play", "play", "play", "play", "absent", "nobody", "leave", "correct", "reopen")


class Life:
    """A championship and the chances that happen to it."""

    def __init__(self, data: st.DataObject, entries: int) -> None:
        self.data = data
        self.play = Play(stages=data.draw(st.sampled_from(CHAINS)), tolerance_minutes=5, tables=3)
        self.play.enter(entries)
        self.play.start()
        self.chance = Chance(SEED)
        self.mishaps = 25

    def live(self) -> None:
        """Until it is over, or nobody is left who could play on."""
        while self.play.state.phase == "running":
            self.play.move()
            called = [match for match in self.play.state.matches.values() if match.status == "called"]
            if called:
                self.happen(called)
            elif not self.organize():
                return

    def happen(self, called: list[Match]) -> None:
        match = called[self.data.draw(st.integers(0, len(called) - 1))]
        self.mishaps -= 1
        kind = self.data.draw(st.sampled_from(KINDS)) if self.mishaps > 0 else "play"
        if kind in ("absent", "nobody"):
            if kind == "absent":
                self.play.do(cmd.MarkPresent, match=match.id, side=self.data.draw(st.integers(0, 1)))
            self.play.wait(5)
        elif kind == "leave":
            self.play.do(cmd.WithdrawEntry, entry_id=self.play.side(match.id, 0), reason="gone")
        elif kind in ("correct", "reopen"):
            self.change(kind)
        else:
            self.report(match)

    def report(self, match: Match) -> None:
        self.play.sheet(match.id, self.chance.legs(match.rule, 12), by=None)
        self.play.confirm(match.id, by=None)

    def change(self, kind: str) -> None:
        """Turn a result round, or annul it; the arbiter chooses at random about what was played since."""
        decided = [
            match
            for match in self.play.state.matches.values()
            if match.result and match.result.how not in FOLLOWING | {DROPPED} and match.ready
        ]
        if not decided:
            return
        match = decided[self.data.draw(st.integers(0, len(decided) - 1))]
        fields: dict[str, Any] = {"match": match.id, "reason": "because"}
        if kind == "correct":
            loser = match.result.winner or match.sides[0] if match.result else None
            fields |= {"legs": (), "entry": loser}
        self.choose(cmd.CorrectResult if kind == "correct" else cmd.ReopenMatch, fields)

    def choose(self, command: type[Any], fields: dict[str, Any]) -> None:
        stand: tuple[str, ...] = ()
        again: tuple[str, ...] = ()
        for _ in range(20):
            asked = command(actor="a", now_ms=self.play.now_ms + 1, stand=stand, replay=again, **fields)
            found = preview(self.play.state, asked)
            if not found.choose:
                self.play.do(command, stand=stand, replay=again, **fields)
                assert tuple(self.play.state.stages) or found.redrawn
                return
            # What one result led to stands or is played again as a whole; the rest is asked about one by one.
            brothers = [name for name in found.choose if self.of_one(name, found.choose[0])]
            if self.data.draw(st.booleans()):
                stand = (*stand, *brothers)
            else:
                again = (*again, *brothers)

    def of_one(self, name: str, other: str) -> bool:
        """Whether one match led to both, or they are the same."""
        matches = self.play.state.matches
        if name not in matches or other not in matches:
            return name == other
        sources = [{source.of for source in matches[each].sources} for each in (name, other)]
        return bool(sources[0] & sources[1])

    def organize(self) -> bool:
        """Whatever waits for somebody; whether there was anything."""
        state = self.play.state
        for stage, _ in list(awaited_lots(state)):
            return bool(self.play.do(cmd.DrawLots, stage=stage, seed=SEED))
        for rules, _field in list(ready_stages(state)):
            try:
                self.play.do(cmd.BuyReentry, stage=rules.id, entry_id="e002")
            except DomainError:
                assert self.play.state is state
            return bool(self.play.do(cmd.DrawStage, stage=rules.id, seed=SEED))
        return False


@given(data=st.data(), entries=st.integers(5, 9))
@settings(max_examples=120, deadline=None)
def test_a_chain_of_stages_comes_to_its_end_whatever_happens(data: st.DataObject, entries: int) -> None:
    life = Life(data, entries)
    life.live()
    play = life.play
    assert play.state.phase == "finished" or not list(ready_stages(play.state))
    assert replay(play.events) == play.state
    for match in play.state.matches.values():
        assert not match.ready or match.sides[0] != match.sides[1]
        in_plan = match.id in play.state.stages[match.stage].matches if match.status != DROPPED else True
        assert in_plan


@given(data=st.data(), entries=st.integers(5, 9))
@settings(max_examples=40, deadline=None)
def test_events_of_a_chain_are_stored_and_read_as_they_were_told(data: st.DataObject, entries: int) -> None:
    life = Life(data, entries)
    life.live()
    for event in life.play.events:
        stored = codec.encode(event)
        assert codec.decode(NewEvent(stored.type, stored.data | stored.hidden)) == event


@given(data=st.data(), entries=st.integers(5, 9))
@settings(max_examples=40, deadline=None)
def test_nobody_plays_two_matches_at_once_and_everything_can_be_shown(
    data: st.DataObject, entries: int
) -> None:
    life = Life(data, entries)
    life.live()
    state = empty()
    for event in life.play.events:
        state = evolve(state, event)
        busy = [
            side
            for match in state.matches.values()
            if match.status in ("called", "playing")
            for side in match.sides
            if side
        ]
        assert len(busy) == len(set(busy))
    for view in (bracket(state), results(state), schedule(state, life.play.now_ms), *stages(state)):
        assert view


@given(data=st.data(), entries=st.integers(5, 9))
@settings(max_examples=40, deadline=None)
def test_a_table_follows_from_the_results_that_stand_and_from_nothing_else(
    data: st.DataObject, entries: int
) -> None:
    """Whatever was corrected on the way, a first stage has the table of its results as they are now."""
    life = Life(data, entries)
    life.live()
    state = life.play.state
    stage = state.stages[state.regulation.stages[0].id]
    for group in tables_of(state, stage):
        points = {row.entry: row.values["points"] for row in group.table.rows}
        for entry in group.entries:
            won = sum(
                match.result is not None
                and match.result.winner == entry
                and not any(stage.left.get(side or "") == "void" for side in match.sides)
                for match in map(state.matches.__getitem__, stage.matches)
            )
            assert points[entry] == 3 * won
