"""42 pairs in seven groups of six, four best fifths, groups of four by cross pairing, then a knock-out."""

from tests.stories.evening import Evening, by_chance, evening
from tests.tournaments.rules.play import SEED
from tournaments.rules import commands as cmd
from tournaments.rules.entrants import Awaited, entrants
from tournaments.rules.formats.qualifying import best_placed
from tournaments.rules.stages import rules_of, tables_of
from tournaments.rules.state import Match

PAIRS = [f"pair{number:02}" for number in range(1, 43)]
WIN, NARROW, LOSS = ((12, 5), (12, 8)), ((12, 5), (7, 12), (12, 10)), ((5, 12), (8, 12))


def by_number(play: Evening, match: Match) -> tuple[tuple[int, int], ...]:
    """The entry drawn higher in its group wins, so that the groups end in the order of their draw."""
    order = play.state.stages[match.stage].order
    home, away = (order.index(side or "") for side in match.sides)
    return WIN if home < away else LOSS


def test_the_groups_are_drawn_from_the_seed_and_played_to_the_end() -> None:
    play = evening("best_fifths")
    play.welcome(PAIRS)
    assert [len(group.entries) for group in tables_of(play.state, play.state.stages["groups"])] == [6] * 7
    assert len(play.of_stage("groups")) == 7 * 15
    assert play.state.stages.keys() == {"groups"}


def test_four_fifths_go_on_to_the_slots_that_the_table_names() -> None:
    play = evening("best_fifths")
    play.welcome(PAIRS)
    play.play_stage("groups", by_chance)
    stage = play.state.stages["groups"]
    fifths = best_placed(tables_of(play.state, stage), 5, rules_of(play.state, stage))
    while "second" not in play.state.stages:
        play.do(cmd.DrawLots, stage="groups", seed=SEED)
        play.move()
        stage = play.state.stages["groups"]
        fifths = best_placed(tables_of(play.state, stage), 5, rules_of(play.state, stage))
    rows = play.state.stages["second"].rows
    assert [len(row) for row in rows] == [4] * 8
    assert rows[0][0] == play.table("groups", 1)[0]
    assert rows[0][1] == play.table("groups", 7)[2]
    assert [rows[3][3], rows[0][3], rows[5][3], rows[7][3]] == [row.entry for row in fifths.rows[:4]]
    groups = [set(group.entries) for group in tables_of(play.state, play.state.stages["second"])]
    assert groups == [set(row) for row in rows]


def test_fifths_that_only_lots_can_separate_wait_for_them() -> None:
    """Everybody wins by the same score, so all seven fifths are level."""
    play = evening("best_fifths")
    play.welcome(PAIRS)
    play.play_stage("groups", by_number)
    assert play.state.stages.keys() == {"groups"}
    awaited = entrants(play.state, play.state.regulation.stage("second"))
    assert isinstance(awaited, Awaited)
    assert [len(block) for block in awaited.blocks] == [7]
    play.do(cmd.DrawLots, stage="groups", seed=SEED)
    play.move()
    assert play.state.stages.keys() == {"groups", "second"}


def test_the_evening_ends_with_a_champion_out_of_42() -> None:
    play = evening("best_fifths")
    play.welcome(PAIRS)
    play.play_out(by_chance)
    assert [len(play.of_stage(stage)) for stage in ("groups", "second", "final")] == [105, 48, 16]
    assert play.state.podium
    assert [place.place for place in play.places()[:4]] == [1, 2, 3, 4]
    assert play.state.podium.champion == play.places()[0].entries[0]
    finalists = {entry for place in play.places() for entry in place.entries}
    assert len(finalists) == 16
    assert finalists == {entry for group in range(1, 9) for entry in play.table("second", group)[:2]}
