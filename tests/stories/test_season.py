"""A season of six championships with a consolation into the semifinal, points by place, and a final."""

from tests.stories.evening import Evening, by_chance, evening, strongest_wins
from tournaments.rules.formats.protocol import Place
from tournaments.rules.formats.season import SeasonRules, finalists, season_table, series

PAIRS = [f"pair{number:02}" for number in range(1, 13)]
RULES = SeasonRules(by_place=(25, 18, 15, 12, 10, 8, 6, 4), taking_part=1, best_results=5)


def stage_of_the_season(number: int) -> Evening:
    """One championship, in which the ranking of the season so far changes from stage to stage."""
    play = evening("consolation")
    play.welcome([*PAIRS[number:], *PAIRS[:number]])
    play.play_out(strongest_wins if number == 0 else by_chance)
    return play


def season() -> list[list[Place]]:
    return [stage_of_the_season(number).places() for number in range(6)]


def test_the_winner_of_the_consolation_plays_the_semifinal() -> None:
    play = evening("consolation")
    play.welcome(PAIRS)
    play.play_out(strongest_wins)
    semifinals = [match for match in play.of_stage("main") if match.label == "semifinal"]
    sides = {side for match in semifinals for side in match.sides}
    assert sides == {"pair01", "pair02", "pair03", "pair07"}
    assert semifinals[0].sides == ("pair01", "pair07")


def test_every_championship_of_the_season_places_everybody() -> None:
    for places in season():
        assert sorted(entry for place in places for entry in place.entries) == PAIRS


def test_the_table_of_the_season_counts_the_best_five_of_six() -> None:
    championships = season()
    table = season_table(PAIRS, championships, RULES)
    assert sorted(row.entry for row in table.rows) == PAIRS
    points = [int(row.values["points"] or 0) for row in table.rows]
    assert points == sorted(points, reverse=True)
    assert max(points) <= 5 * 26


def test_who_won_a_championship_is_in_the_final_and_the_table_fills_it() -> None:
    championships = season()
    table = season_table(PAIRS, championships, RULES)
    found = finalists(table, championships, direct=1, size=8)
    winners = {places[0].entries[0] for places in championships}
    assert winners <= set(found.through)
    assert len(found.through) + bool(found.undecided) <= 9


def test_the_final_of_the_season_is_a_championship_of_its_own_and_may_be_a_series() -> None:
    championships = season()
    table = season_table(PAIRS, championships, RULES)
    names = [row.entry for row in table.rows[:4]]
    final = evening("knockout")
    final.welcome(names)
    final.play_out(by_chance)
    assert final.state.podium
    assert final.state.podium.champion in names
    assert series([0, 1, 0, 0], best_of=5).winner == 0
