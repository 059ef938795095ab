"""Ties over HTTP: how each one stands, the bracket they make on the page and on paper, audit and rebuild."""

from __future__ import annotations

from typing import Any

from tests.tournaments.pages.browser import Browser
from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.test_read_models import rows
from tests.tournaments.shell.world import World
from tournaments.checks import check_replay
from truco_api.eventstore.audit import Report
from truco_api.eventstore.projections import rebuild

TIES = {"id": "cup", "seeding": "hand", "ties": {"default": {"matches": 2}, "rounds": {"final": None}}}


def tied(world: World) -> Cup:
    """Four singles, E1 against E4 and E2 against E3, home and away; the final is one match."""
    cup = Cup(world, SINGLES | {"stages": [TIES]})
    cup.register("E1", "E2", "E3", "E4")
    cup.do("close")
    cup.do("draw", {"order": list(cup.entries.values())})
    cup.do("start")
    return cup


def ties(cup: Cup) -> dict[str, Any]:
    (stage,) = cup.world["anonymous"].get(f"{cup.path}/stages/")["stages"]
    return {tie["tie"]: tie for tie in stage["ties"]}


def names(tie: Any) -> list[str | None]:
    return [side and side["name"] for side in tie["sides"]]


def test_every_tie_tells_its_games_and_what_they_have_added_up_to(world: World) -> None:
    cup = tied(world)
    assert names(ties(cup)["R1M1"]) == ["E1", "E4"]
    assert names(ties(cup)["R2M1"]) == [None, None]
    cup.advance()
    cup.decide("R1M1G1", [[12, 9]])
    cup.advance()
    cup.decide("R1M1G2", [[12, 7]])
    first = ties(cup)["R1M1"]
    assert (first["won"], first["legs"], first["tentos"]) == ([1, 1], [1, 1], [19, 21])
    assert first["matches"] == ["R1M1G1", "R1M1G2"]
    assert (first["over"], first["winner"]) == (True, cup.entries["E4"])


def test_the_bracket_of_ties_is_drawn_on_the_page_and_on_paper(world: World) -> None:
    cup = tied(world)
    page = Browser().get(f"{cup.path}/bracket/")
    assert "Winner of" in page.text
    assert "/matches/R1M1G2/" in page.html
    cup.play()
    assert "E1" in Browser().get(f"{cup.path}/bracket/").text
    overview = Browser().get(f"{cup.path}/")
    assert any(link.endswith("bracket.pdf") for link in overview.links)
    answer = world["anonymous"].client.get(f"/api/v1{cup.path}/print/bracket.pdf")
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")


def test_a_championship_of_ties_is_audited_and_rebuilt_as_it_was(world: World) -> None:
    tied(world).play()
    report = Report()
    check_replay(report)
    assert report.findings == []
    live = rows()
    rebuild("championships")
    assert rows() == live
