"""How the tests of disputes begin one, rule on it and appeal."""

from typing import Any

from tests.tournaments.rules.play import Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev

HAND = ev.Claim(leg=1, hand=3, action=2)
ONLINE = {"presence": "assumed", "entry_kind": "single"}


def claim(play: Play, match: str = "R1M1", by: int = 1, about: ev.Claim = HAND, **more: Any) -> str:
    """Open a dispute; its name."""
    entry = play.side(match, by)
    play.do(cmd.OpenDispute, match=match, entry=entry, reason="A card was hidden.", claim=about, **more)
    return f"D{len(play.state.disputes)}"


def rule(play: Play, ruling: str = "uphold", dispute: str = "D1", **more: Any) -> tuple[ev.Event, ...]:
    reason = more.pop("reason", "seen by all")
    return play.do(cmd.RuleDispute, dispute=dispute, ruling=ruling, reason=reason, **more)


def appeal(play: Play, by: int = 0, dispute: str = "D1") -> tuple[ev.Event, ...]:
    entry = play.side(play.state.disputes[dispute].match, by)
    return play.do(cmd.AppealRuling, dispute=dispute, entry=entry, reason="He looked away.")


def heard(play: Play, ruling: str, **more: Any) -> tuple[ev.Event, ...]:
    """The organizer, who is another person, rules."""
    play.now_ms += 1
    command = cmd.RuleDispute(
        actor="user:organizer",
        now_ms=play.now_ms,
        dispute="D1",
        instance="organizer",
        ruling=ruling,
        reason="heard both",
        **more,
    )
    return play.give(command)


def accept(play: Play, *sides: int) -> None:
    for side in sides:
        play.do(cmd.AcceptRuling, dispute="D1", entry=play.side("R1M1", side))


def status(play: Play, dispute: str = "D1") -> str:
    return play.state.disputes[dispute].status


def decided(count: int = 4, **regulation: Any) -> Play:
    """R1M1 is decided for home."""
    play = started(count, **regulation)
    play.win("R1M1")
    return play


def playing_online(best_of: int = 3, **regulation: Any) -> Play:
    """The first leg of R1M1 was won by home, the second runs."""
    play = started(4, stage={"mode": "online", "best_of": best_of}, **ONLINE, **regulation)
    leg(play, 0)
    play.move()
    return play


def leg(play: Play, winner: int, match: str = "R1M1") -> tuple[ev.Event, ...]:
    game = play.match(match).game_id
    score = (12, 7) if winner == 0 else (7, 12)
    return play.do(cmd.ReportLeg, match=match, game_id=game, winner=winner, score=score)
