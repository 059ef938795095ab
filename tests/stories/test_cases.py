"""Cases with their right answers, each played from a regulation to its table."""

from typing import Any

from tests.stories.evening import Evening, Legs
from tests.tournaments.rules.play import SEED
from tournaments.rules import commands as cmd
from tournaments.rules.entrants import Awaited, entrants
from tournaments.rules.formats.qualifying import best_placed
from tournaments.rules.public_stages import stages
from tournaments.rules.stages import rules_of, tables_of
from tournaments.rules.state import Match

THREE = {"win": 3, "loss": 1, "walkover_win": 3, "walkover_loss": -3}
WIN = ((12, 5), (12, 7))
FIFTHS: dict[int, dict[int, Any]] = {
    1: {1: (0, 2), 2: (0, 2), 3: (2, 0), 4: (1, 2), 6: (2, 1)},
    2: {1: (1, 2), 2: (1, 2), 3: (1, 2), 4: (0, 2), 6: (2, 0)},
    3: {1: (0, 2), 2: (1, 2), 3: (2, 0), 4: (1, 2), 6: (2, 0)},
    4: {1: (0, 2), 2: (0, 2), 3: (1, 2), 4: (1, 2), 6: (2, 0)},
    5: {1: (0, 2), 2: (1, 2), 3: (2, 0), 4: None, 6: (2, 0)},
    6: {1: (1, 2), 2: (1, 2), 3: (1, 2), 4: (0, 2), 6: (2, 0)},
    7: {1: (0, 2), 2: (0, 2), 3: (1, 2), 4: (0, 2), 6: (2, 0)},
}
"""For each group the score in legs of its fifth against the others, None where it was absent: D15 5–7, D25
5–8, D35 6–6, D45 4–8, D55 5–6 with the walkover, D65 5–8, D75 3–8."""
UPSETS = {(2, 3): (1, 2), (3, 4): (2, 1), (1, 4): (2, 1), (2, 4): (2, 1)}
"""Where the third has lost to the fifth, these results keep it third; elsewhere the better place wins 2–0."""


def group_of(entry: str) -> tuple[int, int]:
    """Group and number of an entry: "D15" is the fifth of group 1."""
    return int(entry[1]), int(entry[2])


def legs(home: int, away: int) -> Legs:
    """A score in legs, the loser's first."""
    lost = ((5, 12),) * away if home > away else ((12, 5),) * home
    won = ((12, 5),) * home if home > away else ((5, 12),) * away
    return (*lost, *won)


def fifths(**second: Any) -> Evening:
    """Seven groups of six drawn by hand, so that Dgp is drawn p-th into group g."""
    groups = {
        "id": "groups",
        "format": "groups",
        "groups": 7,
        "draw": "serpentine",
        "seeding": "hand",
        "best_of": 3,
        "points": THREE,
        "counts": {"walkover": {"legs": [2, 0]}},
        "criteria": ["points", "wins", "leg_difference", "legs_for", "lots"],
    }
    after = {"id": "second", "format": "groups", "groups": 2, "criteria": ["points", "lots"], **second}
    play = Evening({"variant": "paulista", "stages": [groups, after]})
    play.do(cmd.OpenEntries)
    rows: list[str] = []
    for place in range(1, 7):
        row = [f"D{group}{place}" for group in range(1, 8)]
        rows += row if place % 2 else row[::-1]
    for name in rows:
        play.do(cmd.RegisterEntry, entry_id=name, name=name, members=(f"{name}a", f"{name}b"))
        play.do(cmd.ConfirmEntry, entry_id=name)
    play.do(cmd.CloseEntries)
    play.do(cmd.Draw, seed=SEED, order=tuple(rows))
    play.do(cmd.Start)
    return play


def by_case(play: Evening) -> None:
    """Every match of the groups as the case has it."""
    while any(not match.result for match in play.of_stage("groups")):
        play.move()
        called = [m for m in play.state.matches.values() if m.status == "called" and m.stage == "groups"]
        for match in sorted(called, key=is_absence):
            decide(play, match)
    play.move()


def is_absence(match: Match) -> bool:
    """The one match in which a fifth was absent: its tolerance runs out when the others are over."""
    return set(match.sides) == {"D55", "D54"}


def decide(play: Evening, match: Match) -> None:
    home, away = (side or "" for side in match.sides)
    group, first = group_of(home)
    second = group_of(away)[1]
    if 5 not in (first, second):
        better = (min(first, second), max(first, second))
        won = UPSETS.get(better, (2, 0)) if FIFTHS[group][3] == (2, 0) else (2, 0)
        play.report(match, legs(*won) if first < second else legs(*won[::-1]))
        return
    score = FIFTHS[group][second if first == 5 else first]
    if score is None:
        play.do(cmd.MarkPresent, match=match.id, side=1 if first == 5 else 0)
        play.wait(15)
        return
    play.report(match, legs(*score) if first == 5 else legs(*score[::-1]))


def test_case_a_the_four_best_fifths_qualify_and_two_of_them_await_lots() -> None:
    play = fifths(**{"from": [{"stage": "groups", "slots": [["P5:1", "P5:2"], ["P5:3", "P5:4"]]}]})
    by_case(play)
    stage = play.state.stages["groups"]
    for group in tables_of(play.state, stage):
        assert [row.entry[2] for row in group.table.rows] == ["1", "2", "3", "4", "5", "6"]
    table = best_placed(tables_of(play.state, stage), 5, rules_of(play.state, stage))
    order = [row.entry for row in table.rows]
    assert {row.entry: row.values["points"] for row in table.rows} == {
        "D15": 9,
        "D25": 7,
        "D35": 9,
        "D45": 7,
        "D55": 5,
        "D65": 7,
        "D75": 7,
    }
    assert order[:2] == ["D35", "D15"]
    assert set(order[2:4]) == {"D25", "D65"}
    assert order[4:] == ["D45", "D75", "D55"]
    awaited = entrants(play.state, play.state.regulation.stage("second"))
    assert awaited == Awaited("groups", (("D25", "D65"),))


def test_case_a_without_a_need_for_their_order_all_four_go_on() -> None:
    play = fifths(seeding="draw", **{"from": [{"stage": "groups", "per_group": 4, "best": 4}]})
    by_case(play)
    assert {entry for entry in play.state.stages["second"].order if entry[2] == "5"} == {
        "D15",
        "D25",
        "D35",
        "D65",
    }


def test_case_d_the_literal_table_brings_two_together_again_and_that_stands() -> None:
    slots = [["G1:1", "G7:3", "G4:4", "P5:2"], ["G2:1", "G7:2", "G6:3", "G1:4"]]
    play = fifths(**{"from": [{"stage": "groups", "slots": slots}]})
    by_case(play)
    assert play.state.stages["second"].rows == (
        ("D11", "D73", "D44", "D15"),
        ("D21", "D72", "D63", "D14"),
    )
    met = [set(match.sides) for match in play.of_stage("second")]
    assert {"D11", "D15"} in met


def test_case_b_three_level_in_a_circle() -> None:
    play = league(
        ["points", "wins", "tentos_difference", "tentos_for", "head_to_head", "lots"],
        {"points": {"win": 3}},
    )
    told = {
        ("D1", "D2"): (12, 9),
        ("D2", "D3"): (12, 9),
        ("D3", "D1"): (12, 10),
        ("D1", "D4"): (12, 3),
        ("D2", "D4"): (12, 6),
        ("D3", "D4"): (12, 5),
    }

    def telling(_play: Evening, match: Match) -> Legs:
        home, away = (side or "" for side in match.sides)
        score = told.get((home, away)) or told[away, home][::-1]
        return ((score[0], score[1]),)

    play.play_out(telling)
    assert play.table("league") == ["D1", "D2", "D3", "D4"]
    rows = stages(play.state)[0]["tables"][0]["rows"]
    assert [row["decided_by"] for row in rows] == [
        None,
        "tentos_difference",
        "head_to_head",
        "points",
    ]


def league(criteria: list[str], more: dict[str, Any]) -> Evening:
    stage = {
        "id": "league",
        "format": "round_robin",
        "seeding": "rank",
        "criteria": criteria,
        **more,
    }
    play = Evening({"variant": "paulista", "stages": [stage]})
    play.welcome(["D1", "D2", "D3", "D4"])
    return play


def test_case_c_absence_and_leaving_cost_points() -> None:
    points = {
        "win": 3,
        "loss": 1,
        "walkover_win": 3,
        "walkover_loss": -3,
        "abandon_win": 3,
        "abandon_loss": -1,
    }
    play = league(["points", "lots"], {"points": points, "best_of": 3, "tolerance_minutes": 15})
    won = {frozenset(pair): pair for pair in (("D1", "D2"), ("D1", "D3"), ("D2", "D3"), ("D4", "D3"))}
    while play.state.phase == "running":
        play.move()
        called = [m for m in play.state.matches.values() if m.status == "called"]
        for match in sorted(called, key=lambda match: set(match.sides) == {"D1", "D4"}):
            sides = tuple(side or "" for side in match.sides)
            if set(sides) == {"D1", "D4"}:
                play.do(cmd.MarkPresent, match=match.id, entry="D1")
                play.wait(15)
            elif set(sides) == {"D2", "D4"}:
                play.do(cmd.ForfeitMatch, match=match.id, entry="D4", reason="left at one all")
            else:
                winner = won[frozenset(sides)][0]
                play.report(match, WIN if sides[0] == winner else tuple((a, h) for h, a in WIN))
    rows = stages(play.state)[0]["tables"][0]["rows"]
    assert [(row["entry"], row["values"]["points"]) for row in rows] == [
        ("D1", 9),
        ("D2", 7),
        ("D3", 3),
        ("D4", -1),
    ]


def test_case_e_the_winner_of_the_others_joins_the_semifinal() -> None:
    stage = {"id": "main", "format": "consolation", "seeding": "rank", "direct": 6, "joins": "semifinal"}
    play = Evening({"variant": "paulista", "stages": [stage]})
    play.welcome([f"D{number}" for number in range(1, 11)])
    winners = ["D1", "D5", "D3", "D10", "D8"]

    def telling(_play: Evening, match: Match) -> Legs:
        home, away = (side or "" for side in match.sides)
        if {home, away} == {"D10", "D8"}:
            return ((12, 5),) if home == "D10" else ((5, 12),)
        return ((12, 5),) if home in winners else ((5, 12),)

    while not all(match.ready for match in play.of_stage("main") if match.label == "semifinal"):
        play.play_called(telling)
    play.move()
    first = {frozenset(m.sides) for m in play.of_stage("main") if m.round == 1}
    assert first == {
        frozenset(pair) for pair in (("D1", "D6"), ("D2", "D5"), ("D3", "D4"), ("D7", "D10"), ("D8", "D9"))
    }
    semifinals = {frozenset(m.sides) for m in play.of_stage("main") if m.label == "semifinal"}
    assert semifinals == {frozenset(("D1", "D10")), frozenset(("D3", "D5"))}


def test_case_f_extra_legs_part_some_and_dense_ranks_run_on() -> None:
    """Four level on points: an extra leg parts two of them, the other two share a rank."""
    play = league(["points", "extra_leg"], {"points": {"win": 1, "loss": 1}, "ranks": "dense"})
    play.play_out(lambda _play, _match: ((12, 5),))
    assert {row["rank"] for row in stages(play.state)[0]["tables"][0]["rows"]} == {1}
    play.do(cmd.ReportExtraLeg, stage="league", home="D3", away="D1", score=(12, 9))
    play.do(cmd.ReportExtraLeg, stage="league", home="D3", away="D2", score=(12, 4))
    rows = stages(play.state)[0]["tables"][0]["rows"]
    assert [(row["entry"], row["rank"]) for row in rows] == [("D3", 1), ("D1", 2), ("D2", 2), ("D4", 2)]
    assert play.state.podium
    assert play.state.podium.champion == "D3"
