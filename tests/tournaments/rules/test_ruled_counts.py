"""What the table counts of one match by an arbiter's word: the two scores of a match."""

from typing import Any

import pytest

from tests.tournaments.rules.play import Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import InvalidRuling, LaterMatchBegun, NotDecided, ReasonRequired
from tournaments.rules.errors_stages import NothingCounts
from tournaments.rules.preview import preview
from tournaments.rules.stages import tables_of

LEAGUE = {"format": "round_robin", "criteria": ["points", "tentos_difference", "lots"]}


def values(play: Play, entry: str) -> dict[str, Any]:
    (table,) = tables_of(play.state, play.state.stages["main"])
    return dict(table.table.row(entry).values)


def played() -> Play:
    play = started(4, stage=LEAGUE)
    play.win("R1M1")
    return play


def rule(play: Play, match: str = "R1M1", **counts: Any) -> tuple[ev.Event, ...]:
    return play.do(cmd.RuleCounts, match=match, reason="by the handbook", **counts)


def test_the_table_counts_what_the_arbiter_says_and_the_match_keeps_what_was_played() -> None:
    play = played()
    home, away = (play.side("R1M1", side) for side in (0, 1))
    before = values(play, home)
    (ruled,) = rule(play, tentos=(24, 0), points=(2, -1))
    assert isinstance(ruled, ev.CountsRuled)
    assert before["tentos_difference"] == 5
    assert (values(play, home)["points"], values(play, home)["tentos_difference"]) == (2, 24)
    assert values(play, away)["points"] == -1
    result = play.match("R1M1").result
    assert result
    assert (result.legs, result.winner) == (((12, 7),), home)


def test_with_nothing_said_it_counts_as_before() -> None:
    play = played()
    home = play.side("R1M1", 0)
    before = values(play, home)
    rule(play, tentos=(24, 0))
    rule(play)
    assert values(play, home) == before
    assert play.match("R1M1").counts is None


def test_a_correction_of_the_result_takes_the_counts_back() -> None:
    play = played()
    rule(play, tentos=(24, 0))
    play.do(cmd.CorrectResult, match="R1M1", reason="swapped", legs=((7, 12),))
    assert values(play, play.side("R1M1", 1))["tentos_difference"] == 5


def test_what_was_played_on_the_strength_of_the_table_must_be_chosen_about() -> None:
    swiss = {"format": "swiss", "rounds": 2, "criteria": ["points", "tentos_difference", "seed"]}
    play = started(4, stage=swiss)
    for match in [match for match in play.state.matches.values() if match.status == "called"]:
        play.win(match.id)
    play.move()
    later = next(match for match in play.state.matches.values() if match.round == 2)
    play.win(later.id)
    command = cmd.RuleCounts(
        actor="user:arbiter", now_ms=play.now_ms + 1, match="R1M1", reason="handbook", points=(0, 9)
    )
    assert preview(play.state, command).choose == ("main/2",)
    with pytest.raises(LaterMatchBegun):
        play.give(command)
    rule(play, points=(0, 9), stand=("main/2",))
    assert values(play, play.side("R1M1", 1))["points"] >= 9
    assert play.match(later.id).result


def test_only_a_decided_match_of_a_table_or_a_tie_can_be_counted_otherwise() -> None:
    play = played()
    with pytest.raises(NotDecided):
        rule(play, "R1M2", tentos=(1, 0))
    with pytest.raises(InvalidRuling):
        rule(play, legs=(-1, 0))
    with pytest.raises(ReasonRequired):
        play.do(cmd.RuleCounts, match="R1M1", reason=" ")
    cup = started(2)
    cup.win("R1M1")
    with pytest.raises(NothingCounts):
        rule(cup, tentos=(1, 0))
    tie = started(2, stage={"ties": {"matches": 2}})
    tie.win("R1M1G1", 0)
    tie.move()
    tie.win("R1M1G2", 0)
    assert tie.state.phase == "running"
    rule(tie, "R1M1G1", tentos=(12, 0))
    assert tie.state.podium
    assert tie.state.podium.champion == "e001"
