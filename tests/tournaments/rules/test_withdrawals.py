"""Leaving during play: open matches go to the opponents, and nothing is left that cannot be played."""

import pytest

from tests.tournaments.rules.play import Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import ReasonRequired, WrongPhase


def leave(play: Play, *entries: str) -> None:
    for entry in entries:
        play.do(cmd.WithdrawEntry, entry_id=entry, reason="work")


def test_the_opponent_of_one_who_leaves_advances() -> None:
    play = started(4)
    leave(play, "e001")
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.loser, result.how) == ("e004", "e001", "withdrawal")
    assert play.side("R2M1", 0) == "e004"


def test_who_leaves_while_waiting_gives_the_next_match_away_when_the_opponent_is_known() -> None:
    play = started(4)
    play.win("R1M1")
    leave(play, "e001")
    assert play.match("R2M1").result is None
    play.win("R1M2")
    assert play.state.podium
    assert play.state.podium.champion == "e002"


def test_a_seed_with_a_bye_who_leaves_is_passed_by_the_winner_of_the_first_round() -> None:
    play = started(3)
    leave(play, "e001")
    play.win("R1M2")
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion == "e002"


def test_when_both_sides_leave_emptiness_moves_on() -> None:
    play = started(4)
    leave(play, "e001", "e004")
    assert play.side("R2M1", 0) == "e004"
    play.win("R1M2")
    assert play.state.podium
    assert play.state.podium.champion == "e002"


def test_a_whole_half_that_leaves_lets_the_other_half_win() -> None:
    play = started(8)
    leave(play, "e001", "e008", "e004", "e005")
    play.win("R1M3")
    play.win("R1M4")
    play.move()
    play.win("R2M2")
    assert play.state.podium
    assert play.state.podium.champion == "e002"


def test_when_everybody_leaves_it_ends_with_whoever_was_left_last_in_the_bracket() -> None:
    play = started(4, stage={"third_place": True})
    leave(play, "e001", "e002", "e003")
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion == "e004"
    assert replayed_status(play) == {"decided"}


def replayed_status(play: Play) -> set[str]:
    return {match.status for match in play.state.matches.values()}


def test_a_sheet_that_waits_does_not_keep_one_who_left_in_the_match() -> None:
    play = started(4)
    play.sheet("R1M1")
    leave(play, "e001")
    assert play.side("R2M1", 0) == "e004"


def test_leaving_after_having_lost_changes_no_result() -> None:
    play = started(4)
    play.win("R1M1")
    before = play.match("R1M1")
    leave(play, "e004")
    assert play.match("R1M1") == before


def test_leaving_twice_is_leaving_once() -> None:
    play = started(4)
    leave(play, "e001")
    assert play.do(cmd.WithdrawEntry, entry_id="e001") == ()
    assert play.do(cmd.DisqualifyEntry, entry_id="e001", reason="late") == ()


def test_a_disqualification_needs_a_reason_and_works_like_leaving() -> None:
    play = started(4)
    with pytest.raises(ReasonRequired):
        play.do(cmd.DisqualifyEntry, entry_id="e001", reason=" ")
    out, decided = play.do(cmd.DisqualifyEntry, entry_id="e001", reason="signals to the crowd")
    assert isinstance(out, ev.EntryDisqualified)
    assert isinstance(decided, ev.MatchDecided)
    assert play.state.entries["e001"].out == "disqualified"


def test_nobody_leaves_a_championship_that_is_over() -> None:
    play = started(2)
    play.finish()
    with pytest.raises(WrongPhase):
        leave(play, "e001")


def test_the_loser_of_a_semifinal_who_left_leaves_the_third_place_to_the_other() -> None:
    play = started(4, stage={"third_place": True})
    play.win("R1M1")
    leave(play, "e003")
    assert play.match("third_place").result
    play.move()
    play.win("R2M1")
    assert play.state.podium
    assert play.state.podium.third == "e004"
