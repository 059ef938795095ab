"""Disputes on pages, without script: a player opens one, an arbiter finds it on the desk and rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.pages.browser import Browser, Page
from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.test_disputes import RECORD, picture
from tests.tournaments.shell.test_online import deliver, finish, game_of
from tests.tournaments.shell.world import World
from tournaments.models import Photo

REASON = "Two cards <b>at once</b>."


@pytest.fixture
def cup(world: World) -> Cup:
    """Four entries; R1M1 is decided for home."""
    found = Cup(world).playing(4)
    found.decide("R1M1", [[12, 5]])
    return found


def side(cup: Cup, number: int) -> Browser:
    """A player of R1M1."""
    return Browser(cup.side("R1M1", number).user)


def protest(cup: Cup, reader: Browser, **filled: Any) -> Page:
    """Open a dispute through the form that the match leads to."""
    match = reader.get(f"{cup.path}/matches/R1M1/")
    address = f"{cup.path}/matches/R1M1/disputes/"
    assert address in match.links
    fields = {"leg": "1", "hand": "7", "action": "2", "reason": REASON} | filled
    return reader.send(reader.get(address), "/disputes/", **fields)


def dispute(reader: Browser, cup: Cup) -> Page:
    return reader.get(f"{cup.path}/disputes/D1/")


def offered(page: Page) -> set[str]:
    verbs = ("evidence", "withdrawal", "appeal", "acceptance", "ruling", "arbiter")
    return {verb for verb in verbs if page.form(f"/{verb}/")}


def test_a_player_opens_a_dispute_with_a_record_and_a_photograph(cup: Cup, world: World) -> None:
    photo = SimpleUploadedFile("sumula.jpg", picture(), "image/jpeg")
    page = protest(cup, side(cup, 1), record=json.dumps(RECORD), photos=photo)
    assert page.status == 200
    assert "What depends on it waits" in page.text
    kept = Photo.objects.get()
    address = f"{cup.path}/matches/R1M1/photos/{kept.sha256}/"
    assert f'src="{address}"' in page.html
    assert side(cup, 0).client.get(address)["Content-Type"] == "image/jpeg"
    assert Browser(world["outsider"].user).client.get(address).status_code == 404
    assert "The rules do not allow this." in page.text


def test_what_was_filled_in_survives_a_refusal(cup: Cup) -> None:
    page = protest(cup, side(cup, 1), leg="9")
    assert page.status == 422
    assert "There is no such leg" in page.text
    assert "Two cards &lt;b&gt;at once" in page.html
    assert 'value="7"' in page.html
    assert protest(cup, side(cup, 1), hand="seven").status == 422
    assert protest(cup, side(cup, 1), record="{").status == 422


WRITTEN = {
    "hand_score": "8-6",
    "hand_dealer": "1",
    "hand_vira": "7o",
    "hand_cards_0": "4p 7c, ae",
    "hand_cards_1": "3C KO 6P",
    "hand_actions": "0 7C\n1 truco\n0: quero\n\n1 3c covered\n0 AE\n",
}


def test_a_hand_can_be_written_down_without_knowing_what_a_record_looks_like(cup: Cup, world: World) -> None:
    page = protest(cup, side(cup, 1), **WRITTEN)
    assert page.status == 200
    (shown,) = world["arbiter"].get(f"{cup.path}/disputes/D1/")["evidence"]
    record = shown["record"]
    assert (record["players"], record["score"], record["dealer"], record["vira"]) == (2, [8, 6], 1, "7O")
    assert record["cards"] == RECORD["cards"]
    assert record["actions"][:2] == [
        {"seat": 0, "type": "play", "card": "7C"},
        {"seat": 1, "type": "raise"},
    ]
    assert shown["verdict"]["error"]["action"] == 3


@pytest.mark.parametrize(
    "wrong",
    [{"hand_actions": "7C"}, {"hand_cards_0": "4P 7C"}, {"hand_score": ""}, {"hand_vira": "ZZ"}],
)
def test_a_hand_that_cannot_have_been_is_refused_and_kept(cup: Cup, wrong: dict[str, str]) -> None:
    page = protest(cup, side(cup, 1), **WRITTEN | wrong)
    assert page.status == 422
    assert 'value="3C KO 6P"' in page.html
    assert '<details class="more" open>' in page.html


def test_the_desk_lists_what_waits_and_leads_to_it(cup: Cup, world: World) -> None:
    protest(cup, side(cup, 1))
    desk = Browser(world["arbiter"].user).get("/desk/")
    assert f"{cup.path}/disputes/D1/" in desk.links
    assert "Copa do Zap" in desk.text
    assert "Nothing waits for your ruling." in Browser(world["organizer"].user).get("/desk/").text
    assert f"{cup.path}/disputes/D1/" in Browser(world["organizer"].user).get("/desk/").links
    assert f"{cup.path}/disputes/D1/" not in Browser(world["outsider"].user).get("/desk/").links
    assert Browser().client.get("/desk/")["Location"].startswith("/sign-in/?next=")


def test_each_is_offered_what_they_may_do_now(cup: Cup, world: World) -> None:
    protest(cup, side(cup, 1))
    readers = {
        "home": side(cup, 0),
        "away": side(cup, 1),
        **{who: Browser(world[who].user) for who in ("arbiter", "organizer", "scorer", "outsider")},
    }
    first = {who: offered(dispute(reader, cup)) for who, reader in readers.items()}
    assert first == {
        "home": {"evidence"},
        "away": {"evidence", "withdrawal"},
        "arbiter": {"evidence", "ruling"},
        "organizer": {"evidence", "arbiter"},
        "scorer": {"evidence"},
        "outsider": set(),
    }
    assert "at once" not in dispute(readers["outsider"], cup).text
    assert "at once" in dispute(readers["scorer"], cup).text
    arbiter = readers["arbiter"]
    arbiter.send(dispute(arbiter, cup), "/ruling/", ruling="uphold", reason="seen")
    then = {who: offered(dispute(reader, cup)) for who, reader in readers.items()}
    assert then["home"] == then["away"] == {"evidence", "appeal", "acceptance"}
    assert then["arbiter"] == then["organizer"] == {"evidence"}
    readers["home"].send(dispute(readers["home"], cup), "/acceptance/")
    readers["away"].send(dispute(readers["away"], cup), "/appeal/", reason="He looked away.")
    assert "ruling" in offered(dispute(readers["organizer"], cup))
    page = readers["organizer"].send(
        dispute(readers["organizer"], cup), "/ruling/", ruling="adjust", legs="5-12", reason="Heard both."
    )
    assert "The ruling is given." in page.text
    assert cup.match("R1M1")["legs"][0]["score"] == [5, 12]
    assert offered(page) == set()


def test_an_arbiter_from_outside_is_asked_and_finds_it_on_the_desk(cup: Cup, world: World) -> None:
    protest(cup, side(cup, 1))
    organizer, guest = Browser(world["organizer"].user), Browser(world["outsider"].user)
    refused = organizer.send(dispute(organizer, cup), "/arbiter/", username="nobody")
    assert (refused.status, 'value="nobody"' in refused.html) == (404, True)
    page = organizer.send(dispute(organizer, cup), "/arbiter/", username="outsider")
    assert "The arbiter is asked to rule." in page.text
    assert f"{cup.path}/disputes/D1/" in guest.get("/desk/").links
    page = guest.send(dispute(guest, cup), "/ruling/", ruling="uphold", reason="seen")
    assert "The ruling is given." in page.text


def test_an_arbiter_is_shown_what_a_ruling_changes_and_chooses_about_later_play(
    cup: Cup, world: World
) -> None:
    cup.decide("R1M2", [[12, 5]])
    cup.advance()
    cup.decide("R2M1", [[12, 5]])
    protest(cup, side(cup, 1))
    arbiter = Browser(world["arbiter"].user)
    fields = {"ruling": "adjust", "legs": "5-12", "reason": "Misread."}
    page = arbiter.send(dispute(arbiter, cup), "/ruling/", **fields, step="preview")
    assert "What this ruling would change" in page.text
    assert cup.match("R1M1")["legs"][0]["score"] == [12, 5]
    refused = arbiter.send(dispute(arbiter, cup), "/ruling/", **fields)
    assert refused.status == 409
    assert 'name="later-R2M1"' in refused.html
    assert "Misread." in refused.html
    page = arbiter.send(refused, "/ruling/", **fields, later__R2M1="again")
    assert page.status == 200
    assert "is annulled" not in page.text
    assert cup.match("R2M1")["status"] == "frozen"


def test_a_ruling_without_what_belongs_to_it_is_refused_and_kept(cup: Cup, world: World) -> None:
    protest(cup, side(cup, 1))
    arbiter = Browser(world["arbiter"].user)
    page = arbiter.send(dispute(arbiter, cup), "/ruling/", ruling="adjust", legs="twelve", reason="No.")
    assert (page.status, "twelve" in page.html) == (422, True)
    assert offered(page) == {"evidence", "ruling"}


def test_the_match_leads_to_its_disputes_and_tells_its_history(cup: Cup) -> None:
    protest(cup, side(cup, 1))
    match = Browser().get(f"{cup.path}/matches/R1M1/")
    assert f"{cup.path}/disputes/D1/" in match.links
    assert f"{cup.path}/disputes/D1/" in Browser().get(f"{cup.path}/").links
    history = Browser().get(f"{cup.path}/matches/R1M1/history/")
    assert "opened dispute D1. Leg 1, hand 7, action 2." in history.text
    assert "at once" not in history.text
    assert "/" not in history.text.split("What happened in this match")[1].replace("–", "")


@pytest.mark.parametrize(("language", "word"), [("pt-BR", "Mesa do árbitro"), ("es", "Mesa del árbitro")])
def test_the_desk_speaks_our_languages(cup: Cup, world: World, language: str, word: str) -> None:
    protest(cup, side(cup, 1))
    assert word in Browser(world["arbiter"].user, language).get("/desk/").text


def test_a_hand_of_an_online_game_is_told_with_links_into_its_replay(world: World) -> None:
    cup = Cup(world, SINGLES | {"presence": "assumed", "stages": [{"mode": "online"}]}).playing(2)
    game = game_of(cup, "R1M1")
    finish(game, winner=0)
    deliver()
    page = protest(cup, side(cup, 1), hand="1", action="1")
    assert page.status == 200
    assert f"/games/{game}/hands/1/#step-1" in page.links
    arbiter = dispute(Browser(world["arbiter"].user), cup)
    assert 'id="disputed"' in arbiter.html
    assert "from the score before it" in arbiter.text
