"""Forty trios: three qualifying rounds, the best 24 into the knock-out, the others into a consolation."""

from tests.stories.evening import Evening, by_chance, evening
from tests.tournaments.rules.play import SEED
from tournaments.rules import commands as cmd

TRIOS = [f"trio{number:02}" for number in range(1, 41)]


def told() -> Evening:
    play = evening("trios")
    play.welcome(TRIOS)
    return play


def test_a_game_of_trios_has_six_seats() -> None:
    regulation = told().state.regulation
    assert (regulation.members, regulation.players) == (3, 6)


def test_after_three_rounds_both_brackets_begin_at_once() -> None:
    play = told()
    play.play_stage("rounds", by_chance)
    play.do(cmd.DrawLots, stage="rounds", seed=SEED)
    play.move()
    main, consolation = play.state.stages["main"], play.state.stages["consolation"]
    assert list(main.order) == play.table("rounds")[:24]
    assert list(consolation.order) == play.table("rounds")[24:]
    open_stages = {match.stage for match in play.state.matches.values() if match.status == "called"}
    assert open_stages == {"main", "consolation"}


def test_the_championship_ends_when_both_brackets_have() -> None:
    play = told()
    play.play_stage("rounds", by_chance)
    play.do(cmd.DrawLots, stage="rounds", seed=SEED)
    play.move()
    while any(match.stage == "main" and not match.result for match in play.state.matches.values()):
        play.move()
        for match in list(play.state.matches.values()):
            if match.status == "called" and match.stage == "main":
                play.report(match, by_chance(play, match))
    assert play.state.phase == "running"
    play.play_out(by_chance)
    assert play.state.phase == "finished"


def test_the_podium_is_that_of_the_main_bracket() -> None:
    play = told()
    play.play_out(by_chance)
    assert play.state.podium
    assert play.state.podium.champion in play.state.stages["main"].order
    assert [len(play.of_stage(stage)) for stage in ("rounds", "consolation", "main")] == [60, 15, 24]
    assert [place.place for place in play.places()[:4]] == [1, 2, 3, 4]
