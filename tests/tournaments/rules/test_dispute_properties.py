"""Championships in which anything may be disputed at any time: they end, and nothing moves that waits."""

from random import Random
from typing import Any

import pytest

from tests.tournaments.rules.play import SEED, Play
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.disputes import freezing
from tournaments.rules.errors import LaterMatchBegun
from tournaments.rules.evolve import evolve, replay
from tournaments.rules.ready import awaited_lots
from tournaments.rules.state import Championship, Match, empty
from truco_api.errors import DomainError

TABLE = {"criteria": ["points", "wins", "leg_difference", "seed"], "seeding": "rank"}
FORMATS: dict[str, list[dict[str, Any]]] = {
    "knock-out": [{"seeding": "rank", "third_place": True}],
    "double": [{"format": "double_elimination", "seeding": "rank"}],
    "swiss": [{"format": "swiss", "rounds": 3, **TABLE}],
    "league": [{"format": "round_robin", **TABLE}],
    "groups": [
        {"id": "groups", "format": "groups", "groups": 2, **TABLE},
        {"id": "final", "from": [{"stage": "groups", "per_group": 2}]},
    ],
}
RULINGS = ("uphold", "adjust", "forfeit", "replay")


class Quarrel(Play):
    """Played by chance, with disputes, rulings and appeals in between; every step is looked at."""

    def __init__(self, stages: list[dict[str, Any]], seed: int) -> None:
        super().__init__(stages=stages, disputes={"protest_minutes": 60}, tolerance_minutes=None)
        self.rng = Random(seed)
        self.enter(6)
        self.start()
        self.left = 6

    def give(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        """Give a command; each event must suit the state before it, and the state after it itself."""
        before = self.state
        happened = super().give(command)
        for event in happened:
            suits(before, event)
            before = evolve(before, event)
            consistent(before)
        return happened

    def step(self) -> None:
        """Something happens; what is refused is as if it had not been asked."""
        self.move()
        matches = list(self.state.matches.values())
        self.rng.choice((self.play, self.play, self.play, self.quarrel, self.judge, self.end))(matches)

    def play(self, matches: list[Match]) -> None:
        called = [match for match in matches if match.status in ("called", "playing")]
        if called:
            match = self.rng.choice(called)
            leg = self.rng.choice(((12, 7), (7, 12)))
            self.tried(cmd.HandInSheet, match=match.id, entry=None, legs=(leg,))
            self.tried(cmd.ConfirmSheet, match=match.id, entry=None)

    def quarrel(self, matches: list[Match]) -> None:
        played = [match for match in matches if match.sheet or match.result]
        if played and self.left:
            match = self.rng.choice(played)
            claim = ev.Claim(leg=1, hand=self.rng.randint(1, 9)) if self.rng.random() < 0.7 else ev.Claim()
            entry = self.rng.choice(match.sides) or ""
            self.left -= self.tried(cmd.OpenDispute, match=match.id, entry=entry, reason="no", claim=claim)

    def judge(self, _matches: list[Match]) -> None:
        for dispute in self.state.disputes.values():
            if dispute.awaits_ruling:
                self.rule(dispute.id, dispute.instance, self.state.matches[dispute.match])
            elif dispute.status == "ruled" and self.rng.random() < 0.3:
                side = self.rng.choice(self.state.matches[dispute.match].sides) or ""
                self.tried(cmd.AppealRuling, dispute=dispute.id, entry=side, reason="no")

    def rule(self, dispute: str, instance: str, match: Match) -> None:
        ruling = self.rng.choice(RULINGS)
        more: dict[str, Any] = {}
        if ruling == "adjust":
            more["legs"] = (self.rng.choice(((12, 1), (1, 12))),)
        if ruling == "forfeit":
            more["entry"] = self.rng.choice(match.sides)
        command = {"dispute": dispute, "instance": instance, "ruling": ruling, "reason": "so", **more}
        again: list[str] = []
        while True:
            self.now_ms += 1
            asked = cmd.RuleDispute(actor=instance, now_ms=self.now_ms, again=tuple(again), **command)
            try:
                self.give(asked)
            except LaterMatchBegun as missing:
                again.append(missing.params["later"])
            except DomainError:
                return
            else:
                return

    def end(self, _matches: list[Match]) -> None:
        self.now_ms += self.rng.choice((1, 16, 61)) * 60_000

    def tried(self, command: type[Any], **fields: Any) -> bool:
        """Whether it was done."""
        try:
            self.do(command, **fields)
        except DomainError:
            return False
        return True


def suits(before: Championship, event: ev.Event) -> None:
    """Nothing is called, begun, paired or drawn upon what is in dispute."""
    frozen = freezing(before.disputes)
    pending = {before.matches[each.match].stage for each in before.disputes.values() if each.pending}
    match event:
        case ev.MatchCalled() | ev.SheetHandedIn():
            assert event.match not in frozen or before.matches[event.match].begun
        case ev.SheetConfirmed():
            assert not before.matches[event.match].disputed
        case ev.MatchesPlanned() if event.stage in before.stages and before.stages[event.stage].waves:
            assert event.stage not in pending
        case ev.DrawMade():
            sources = {source.stage for source in before.regulation.stage(event.stage).sources}
            assert not sources & pending
        case ev.ChampionshipFinished():
            assert not pending


def consistent(state: Championship) -> None:
    """Every match knows which dispute it waits for, and there is one at a time about each."""
    frozen = freezing(state.disputes)
    assert {match.id: match.frozen_by for match in state.matches.values() if match.frozen_by} == {
        match: dispute for match, dispute in frozen.items() if match in state.matches
    }
    pending = [each.match for each in state.disputes.values() if each.pending]
    assert len(pending) == len(set(pending))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", FORMATS)
def test_whatever_is_disputed_a_championship_comes_to_its_end(name: str, seed: int) -> None:
    play = Quarrel(FORMATS[name], seed)
    for _ in range(400):
        if play.state.phase == "finished" and not play.left:
            break
        play.step()
        for stage, _blocks in list(awaited_lots(play.state)):
            play.tried(cmd.DrawLots, stage=stage, seed=SEED)
    play.left = 0
    for _ in range(400):
        if play.state.phase == "finished":
            break
        play.step()
        play.now_ms += 61 * 60_000
        play.move()
    assert play.state.phase == "finished"
    assert not any(match.frozen_by or match.disputed for match in play.state.matches.values())
    assert play.state.disputes
    assert replay(play.events, start=empty()) == play.state
