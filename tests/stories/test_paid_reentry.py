"""62 pairs, and whoever loses the first match may pay to come back into the bracket."""

import pytest

from tests.stories.evening import Evening, by_chance, evening, strongest_wins
from tests.tournaments.rules.play import SEED
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors_stages import NoReentry, StageDrawn, UnknownStage
from tournaments.rules.state import Match

PAIRS = [f"pair{number:02}" for number in range(1, 63)]


def after_the_first_round() -> Evening:
    play = evening("paid_reentry")
    play.welcome(PAIRS)
    play.play_stage("opening", strongest_wins)
    return play


def beaten(play: Evening) -> dict[str, str]:
    """Who lost the first match, with whoever won it."""
    results = [match.result for match in play.of_stage("opening")]
    return {result.loser: result.winner for result in results if result}


def pay(play: Evening, entry: str) -> tuple[ev.Event, ...]:
    return play.do(cmd.BuyReentry, stage="main", entry_id=entry)


def test_after_31_matches_the_bracket_waits_for_those_who_pay() -> None:
    play = after_the_first_round()
    assert len(play.of_stage("opening")) == len(beaten(play)) == 31
    assert play.state.phase == "running"
    assert play.state.stages.keys() == {"opening"}


def test_those_who_paid_come_back_and_nobody_meets_at_once_whoever_beat_it() -> None:
    play = after_the_first_round()
    back = sorted(beaten(play))[::2]
    for entry in back:
        pay(play, entry)
    play.do(cmd.DrawStage, stage="main", seed=SEED)
    main = play.state.stages["main"]
    assert set(main.order) == set(back) | set(beaten(play).values())
    first = [set(match.sides) for match in play.of_stage("main") if None not in match.sides]
    assert not [pair for pair in first for loser, winner in beaten(play).items() if pair == {loser, winner}]


def test_winners_have_the_byes_of_the_bracket() -> None:
    """31 winners and 16 who paid make 47: of the lines of 64, the best 17 seeds have a bye."""
    play = after_the_first_round()
    back = sorted(beaten(play))[::2]
    for entry in back:
        pay(play, entry)
    play.do(cmd.DrawStage, stage="main", seed=SEED)
    matches = play.of_stage("main")
    resting = [s.of for match in matches for s in match.sources if s.kind == "entry" and match.round == 2]
    assert len(resting) == 17
    assert not set(resting) & set(back)


def test_who_won_cannot_buy_and_nobody_can_once_the_bracket_is_drawn() -> None:
    play = after_the_first_round()
    loser, winner = next(iter(beaten(play).items()))
    with pytest.raises(NoReentry):
        pay(play, winner)
    with pytest.raises(StageDrawn):
        play.do(cmd.BuyReentry, stage="opening", entry_id=loser)
    with pytest.raises(UnknownStage):
        play.do(cmd.BuyReentry, stage="nowhere", entry_id=loser)
    assert pay(play, loser)
    assert pay(play, loser) == ()
    play.do(cmd.DrawStage, stage="main", seed=SEED)
    with pytest.raises(StageDrawn):
        pay(play, max(beaten(play)))


def test_one_who_came_back_can_win_it_all() -> None:
    play = after_the_first_round()
    back = sorted(beaten(play))
    for entry in back:
        pay(play, entry)
    play.do(cmd.DrawStage, stage="main", seed=SEED)
    play.play_out(weakest_wins)
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion in back


def weakest_wins(play: Evening, match: Match) -> tuple[tuple[int, int], ...]:
    return tuple((away, home) for home, away in strongest_wins(play, match))


def test_the_final_table_has_everybody_who_was_in_the_bracket() -> None:
    play = after_the_first_round()
    for entry in sorted(beaten(play))[:10]:
        pay(play, entry)
    play.do(cmd.DrawStage, stage="main", seed=SEED)
    play.play_out(by_chance)
    placed = [entry for place in play.places() for entry in place.entries]
    assert len(placed) == len(set(placed)) == 41
    assert [place.place for place in play.places()][:5] == [1, 2, 3, 4, 5]
