"""Every format is played by the same championship, from the draw to its end."""

from collections import Counter
from typing import Any

import pytest

from tests.tournaments.rules.play import started
from tournaments.rules import commands as cmd
from tournaments.rules.bracket import places
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.formats import FORMATS
from tournaments.rules.regulation_check import complete

STAGES: list[tuple[int, dict[str, Any], int]] = [
    (7, {"format": "single_elimination"}, 6),
    (7, {"format": "double_elimination"}, 12),
    (12, {"format": "double_elimination"}, 22),
    (10, {"format": "consolation", "direct": 6, "joins": "semifinal"}, 9),
    (12, {"format": "consolation", "losers_of": [1, 2], "joins": "semifinal"}, 20),
    (5, {"format": "round_robin", "criteria": ["points", "seed"]}, 10),
    (4, {"format": "round_robin", "cycles": 2, "criteria": ["points", "seed"]}, 12),
    (11, {"format": "groups", "groups": 3, "criteria": ["points", "seed"]}, 15),
    (8, {"format": "swiss", "rounds": 4, "criteria": ["points", "buchholz", "seed"]}, 16),
    (9, {"format": "swiss", "rounds": 4, "clubs_apart": True, "criteria": ["points", "seed"]}, 20),
]


@pytest.mark.parametrize(
    ("entries", "stage", "matches"), STAGES, ids=[f"{n}-{s['format']}" for n, s, _ in STAGES]
)
def test_a_championship_of_any_format_is_played_to_its_end(
    entries: int, stage: dict[str, Any], matches: int
) -> None:
    play = started(entries, stage=stage)
    play.finish()
    assert play.state.phase == "finished"
    assert len(play.state.matches) == matches
    assert all(match.result for match in play.state.matches.values())
    order = [entry for place in places(play.state) for entry in place.entries]
    assert sorted(order) == sorted(play.state.entries)
    assert places(play.state)[0].place == 1


@pytest.mark.parametrize("form", FORMATS)
def test_a_championship_of_any_format_survives_that_entries_leave(form: str) -> None:
    own = {"groups": {"groups": 2}, "swiss": {"rounds": 3}}.get(form, {})
    play = started(8, stage={"format": form, **own})
    for entry in ("e001", "e004", "e008"):
        play.do(cmd.WithdrawEntry, entry_id=entry, reason="gone")
    play.finish()
    assert play.state.phase == "finished"


def test_a_bye_in_a_swiss_round_is_decided_by_itself_and_nobody_has_two() -> None:
    play = started(7, stage={"format": "swiss", "rounds": 5})
    play.finish()
    byes = [match.sides[0] for match in play.state.matches.values() if match.sides[1] == ""]
    assert len(byes) == len(set(byes)) == 5
    how = Counter(match.result.how for match in play.state.matches.values() if match.result)
    assert how["unopposed"] == 5


def test_the_second_final_of_a_double_elimination_is_planned_when_it_is_needed() -> None:
    play = started(4, stage={"format": "double_elimination"})
    while "final" not in {match.id for match in play.state.matches.values() if match.status == "called"}:
        play.move()
        for match in list(play.state.matches.values()):
            if match.status == "called" and match.id != "final":
                play.win(match.id)
        play.move()
    play.win("final", side=1)
    assert play.state.matches["final_reset"].sides == play.state.matches["final"].sides
    play.finish()
    assert len(play.state.matches) == 7


@pytest.mark.parametrize(
    ("stage", "path"),
    [
        ({"format": "swiss"}, "stages.0.rounds"),
        ({"format": "round_robin", "cycles": 5}, "stages.0.cycles"),
        ({"format": "groups", "groups": 2, "criteria": ["beauty"]}, "stages.0.criteria.0"),
        ({"format": "round_robin", "points": {"win": "3"}}, "stages.0.points.win"),
    ],
)
def test_a_regulation_names_the_fault_of_a_format_by_its_path(stage: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRegulation) as refusal:
        complete({"variant": "paulista", "stages": [stage]})
    assert [fault.path for fault in refusal.value.faults] == [path]
    assert refusal.value.faults[0].text
