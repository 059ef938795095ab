"""What anybody may look at without a login, and without a script."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from tests.tournaments.pages.browser import Browser
from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.world import World
from tournaments.models import ChampionshipRow

TABS = ("", "bracket/", "schedule/", "results/", "rankings/", "entries/")


@pytest.fixture
def cup(world: World) -> Cup:
    """Five entries, one match decided."""
    cup = Cup(world).playing(5)
    cup.decide(cup.open_matches()[0]["id"], [[12, 5]])
    cup.advance()
    return cup


def test_every_page_of_a_championship_is_there_before_during_and_after_play(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    reader = Browser()
    assert [reader.get(f"{cup.path}/{tab}").status for tab in TABS] == [200] * 6
    cup.started(2)
    assert [reader.get(f"{cup.path}/{tab}").status for tab in TABS] == [200] * 6
    cup.advance()
    cup.decide("R1M1", [[12, 0]])
    assert [reader.get(f"{cup.path}/{tab}").status for tab in TABS] == [200] * 6
    assert "Champion" in reader.get(f"{cup.path}/").text


def test_the_pages_say_who_plays_whom_where_and_how_it_went(cup: Cup) -> None:
    reader = Browser()
    assert "E1" in reader.get(f"{cup.path}/entries/").text
    assert "12–5" in reader.get(f"{cup.path}/results/").text
    assert "Winner of" in reader.get(f"{cup.path}/bracket/").text
    overview = reader.get(f"{cup.path}/")
    assert "At the tables now" in overview.text
    assert any("/matches/" in link for link in overview.links)


def test_tables_say_of_each_row_why_it_stands_there(world: World) -> None:
    league = {"id": "liga", "name": "Liga", "format": "round_robin"}
    cup = Cup(world, SINGLES | {"stages": [league]}).started(3)
    assert "E1" in Browser().get(f"{cup.path}/tables/").text
    cup.play(2)
    page = Browser(language="es").get(f"{cup.path}/tables/")
    assert "<details>" in page.html
    assert "Liga" in page.text
    overview = Browser().get(f"{cup.path}/")
    assert not any(link.endswith("/bracket/") for link in overview.links)
    assert any(link.endswith("/tables/") for link in overview.links)


def test_a_season_has_a_page_with_its_table_for_entries_players_and_clubs(world: World) -> None:
    cup = Cup(world).started(4).play()
    season = world["organizer"].post(
        "/seasons/",
        {"club": str(world.club.id), "name": "Temporada 2031", "rules": {"by_place": [10, 6, 4, 2]}},
        201,
    )
    path = f"/seasons/{season['id']}/"
    assert "No championship of this season is over yet." in Browser().get(path).text
    world["organizer"].post(f"{path}championships/", {"championship": cup.id}, 201)
    page = Browser(language="pt-BR").get(path)
    assert "Temporada 2031" in page.text
    assert "10" in page.text
    assert "e1a" in Browser().get(f"{path}?by=persons").text
    assert Browser().get(f"{path}?by=clubs").status == 200
    assert any(link == path for link in Browser().get(f"/clubs/{world.club.id}/").links)
    assert "E1" in Browser().get(f"{cup.path}/rankings/").text


def test_every_link_of_every_page_leads_somewhere(cup: Cup) -> None:
    reader, seen, waiting = Browser(), set[str](), ["/"]
    while waiting:
        path = waiting.pop()
        if path in seen or not path.startswith("/") or path.startswith("/api/docs"):
            continue
        seen.add(path)
        if path.endswith(".pdf"):
            assert reader.client.get(path).status_code == 200, path
            continue
        page = reader.get(path)
        assert page.status == 200, path
        waiting += page.links
    assert len(seen) > 20


def test_a_draft_is_there_for_the_staff_alone(world: World) -> None:
    cup = Cup(world)
    assert Browser().get(f"{cup.path}/").status == 404
    assert Browser(world["outsider"].user).get(f"{cup.path}/").status == 404
    assert "draft" in Browser(world["scorer"].user).get(f"{cup.path}/").text
    assert cup.id not in Browser().get("/").html
    assert cup.id in Browser(world["scorer"].user).get("/").html


def test_what_is_not_there_is_said_on_a_page(world: World) -> None:
    for path in (f"/championships/{uuid4()}/", f"/clubs/{uuid4()}/", f"{Cup(world).path}/matches/R9M9/"):
        assert Browser().get(path).status == 404


def test_pages_are_in_the_readers_language(cup: Cup) -> None:
    for language, word in (("pt-BR", "Chave"), ("es", "Cuadro"), ("en", "Bracket")):
        page = Browser(language=language).get(f"{cup.path}/bracket/")
        assert word in page.text
        assert f'lang="{language.lower()}"' in page.html.lower()


def test_the_account_knows_its_language_where_the_browser_says_none(cup: Cup, world: World) -> None:
    user = world["player"].user
    assert user is not None
    user.language = "es"
    user.save()
    reader = Browser(user)
    reader.client.defaults.pop("HTTP_ACCEPT_LANGUAGE", None)
    assert "Cuadro" in reader.get(f"{cup.path}/bracket/").text


def test_the_language_can_be_chosen_and_is_remembered(cup: Cup) -> None:
    reader = Browser()
    page = reader.send(reader.get(f"{cup.path}/bracket/"), "/language/", language="pt-br")
    assert "Chave" in page.text
    assert "Chave" in reader.get(f"{cup.path}/bracket/").text


def test_a_page_of_what_is_being_played_renews_itself_unless_it_is_told_not_to(cup: Cup) -> None:
    reader = Browser()
    assert 'http-equiv="refresh"' in reader.get(f"{cup.path}/").html
    still = reader.get(f"{cup.path}/?still")
    assert 'http-equiv="refresh"' not in still.html
    assert "?" in still.links
    ChampionshipRow.objects.filter(id=cup.id).update(phase="finished")
    assert 'http-equiv="refresh"' not in reader.get(f"{cup.path}/").html


def test_times_are_those_of_the_clubs_clock_and_readable_by_machines(cup: Cup, world: World) -> None:
    world["owner"].patch(f"/clubs/{world.club.id}/", {"time_zone": "America/Argentina/Buenos_Aires"})
    match = cup.open_matches()[0]
    page = Browser().get(f"{cup.path}/matches/{match['id']}/")
    called = datetime.fromisoformat(match["called_at"]).astimezone(UTC)
    assert f'<time datetime="{called.isoformat()}">' in page.html


def test_what_one_reader_sees_is_kept_from_shared_caches(cup: Cup) -> None:
    assert Browser().get(f"{cup.path}/").headers["Cache-Control"] == "private, no-cache"


def test_names_cannot_smuggle_markup_into_a_page(world: World) -> None:
    cup = Cup(world)
    cup.register('<script>alert("E")</script>', "E2")
    page = Browser().get(f"{cup.path}/entries/")
    assert "<script>alert" not in page.html
    assert "&lt;script&gt;" in page.html
