"""Ratings follow from the events, whatever came late, was corrected, or was claimed by an account."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.shell.cups import PAIRS, Cup
from tests.tournaments.shell.world import World
from tournaments import ratings, tasks
from tournaments.models import RatedMatch, Rating
from truco_api.eventstore.projections import rebuild


def table(world: World) -> dict[str, Any]:
    """The ratings by name, as everybody sees them."""
    return {row["name"]: row for row in world["anonymous"].get("/ratings/")["results"]}


def rows() -> list[Any]:
    """Everything that the projection holds."""
    return [
        list(RatedMatch.objects.order_by("id").values()),
        list(Rating.objects.order_by("person").values()),
    ]


def test_both_of_a_pair_rise_and_fall_together(world: World) -> None:
    Cup(world, PAIRS).started(2).play()
    assert ratings.bring_up_to_date() == 1
    found = table(world)
    winners = {name for name, row in found.items() if row["won"]}
    assert len(winners) == 2
    assert {row["rating"] for name, row in found.items() if name in winners} == {
        max(row["rating"] for row in found.values())
    }
    assert all(row["matches"] == 1 for row in found.values())
    assert [row["rating"] for row in world["anonymous"].get("/ratings/")["results"]] == sorted(
        (row["rating"] for row in found.values()), reverse=True
    )


def test_a_rebuild_gives_the_ratings_that_were_there(world: World) -> None:
    Cup(world, PAIRS).started(5).play()
    Cup(world).started(4).play(2)
    ratings.bring_up_to_date()
    live = rows()
    assert live[0]
    assert live[1]
    rebuild("ratings")
    assert rows() == live


def test_match_by_match_comes_to_the_same_as_all_at_once(world: World) -> None:
    cup = Cup(world).started(6)
    while cup.advance() | len(cup.open_matches()):
        for match in cup.open_matches()[:1]:
            cup.decide(match["id"], [[12, 7]])
            ratings.bring_up_to_date()
    live = rows()
    rebuild("ratings")
    assert rows() == live


def test_what_nobody_played_counts_for_nobody(world: World) -> None:
    cup = Cup(world).playing(4)
    match = cup.open_matches()[0]
    cup.world["arbiter"].post(
        f"{cup.path}/matches/{match['id']}/forfeit/",
        {"entry": match["sides"][0]["entry"], "reason": "absent"},
    )
    assert ratings.bring_up_to_date() == 0
    assert table(world) == {}


def test_a_correction_gives_the_ratings_that_would_have_been(world: World) -> None:
    cup = Cup(world).playing(4)
    cup.decide("R1M1", [[12, 0]])
    cup.decide("R1M2", [[12, 0]])
    ratings.bring_up_to_date()
    before = {name: row["rating"] for name, row in table(world).items()}
    body = {"legs": [[0, 12]], "reason": "written down the wrong way round"}
    cup.world["arbiter"].post(f"{cup.path}/matches/R1M1/correction/", body)
    ratings.bring_up_to_date()
    after = {name: row["rating"] for name, row in table(world).items()}
    home, away = (f"{side['name'].lower()}a" for side in cup.match("R1M1")["sides"])
    assert (after[home], after[away]) == (before[away], before[home])
    live = rows()
    rebuild("ratings")
    assert rows() == live


def test_a_result_that_is_taken_back_counts_no_more(world: World) -> None:
    cup = Cup(world).playing(2)
    cup.decide("R1M1", [[12, 0]])
    ratings.bring_up_to_date()
    assert len(table(world)) == 2
    cup.world["arbiter"].post(f"{cup.path}/matches/R1M1/reopening/", {"reason": "replay"})
    ratings.bring_up_to_date()
    assert table(world) == {}
    live = rows()
    rebuild("ratings")
    assert rows() == live


def test_all_persons_of_an_account_have_one_rating(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    person = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Zé da Porta"}, 201)
    for members in ([{"person": person["person"]["id"]}], [{"username": "player"}]):
        entry = cup.do("entries", {"name": "x", "members": members}, 201)
        cup.do(f"entries/{entry['id']}/confirm")
    for verb in ("close", "draw", "start"):
        cup.do(verb)
    cup.play()
    ratings.bring_up_to_date()
    assert "Zé da Porta" in table(world)
    world["outsider"].post("/persons/claim/", {"code": person["claim_code"]})
    ratings.bring_up_to_date()
    assert set(table(world)) == {"outsider", "player"}
    live = rows()[1]
    rebuild("ratings")
    assert rows()[1] == live


def test_whoever_played_by_the_sheet_is_rated_and_not_who_sat_out(world: World) -> None:
    cup = Cup(world, PAIRS | {"roster": {"reserves": 1}}).playing(2)
    world.add("rosa")
    cup.do_put(f"entries/{cup.entries['E1']}/reserves", {"reserves": [{"username": "rosa"}]})
    entry = world["anonymous"].get(f"{cup.path}/entries/{cup.entries['E1']}/")
    players = [entry["members"][0]["person"], entry["reserves"][0]["person"]]
    sheet = {"legs": [[12, 7]], "details": [{"players": players}]}
    world["scorer"].post(f"{cup.path}/matches/R1M1/sheet/", sheet)
    world["scorer"].post(f"{cup.path}/matches/R1M1/confirm/")
    ratings.bring_up_to_date()
    assert set(table(world)) == {"e1a", "rosa", "e2a", "e2b"}


def test_the_sweep_brings_ratings_up_to_date_once_results_have_settled(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[int] = []
    monkeypatch.setattr(tasks.rate, "delay", lambda: called.append(tasks.rate()))
    Cup(world).started(2).play()
    tasks.sweep()
    assert called == []
    RatedMatch.objects.update(decided_at=timezone.now() - timedelta(minutes=1))
    tasks.sweep()
    assert called == [1]
    tasks.sweep()
    assert called == [1]
