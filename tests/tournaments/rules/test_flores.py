"""Flores on score sheets count in the tables that ask for them."""

from typing import Any

from tests.tournaments.rules.play import Play
from tournaments.rules import commands as cmd
from tournaments.rules.events import LegDetail
from tournaments.rules.public_stages import stage_view

LEAGUE: dict[str, Any] = {
    "id": "league",
    "format": "round_robin",
    "criteria": ["points", "flores_difference", "flores_for", "lots"],
}


def played(flores: dict[str, tuple[int, int]]) -> dict[str, int]:
    """Three who all beat one another: ranks by what the sheets say of flores, match by match."""
    play = Play(variant="gauderio", stages=[LEAGUE])
    play.enter(3)
    play.start()
    target = play.state.regulation.target
    while play.state.phase == "running":
        play.move()
        for match in list(play.state.matches.values()):
            if match.status != "called":
                continue
            circle = match.sides in (("e001", "e002"), ("e002", "e003"), ("e003", "e001"))
            leg = (target, 5) if circle else (5, target)
            detail = LegDetail(flores=flores.get("-".join(map(str, match.sides)), (0, 0)))
            play.do(cmd.HandInSheet, match=match.id, entry=None, legs=(leg,), details=(detail,))
            play.confirm(match.id, None)
    rows = stage_view(play.state, "league")["tables"][0]["rows"]
    return {row["entry"]: row["rank"] for row in rows}


def test_the_difference_of_flores_parts_who_is_level_on_points() -> None:
    flores = {
        f"{home}-{away}": (2, 1) for home in ("e001", "e002", "e003") for away in ("e001", "e002", "e003")
    }
    flores |= {"e001-e002": (3, 0), "e002-e001": (0, 3), "e003-e001": (0, 1), "e001-e003": (1, 0)}
    ranks = played(flores)
    assert ranks["e001"] == 1


def test_without_flores_nothing_parts_them() -> None:
    assert set(played({}).values()) == {1}
