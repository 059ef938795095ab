"""Invitations: by name or by code, as long as they hold; and tables that one sits down at by them alone."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from games.models import Invitation
from tests.games.players import Person, good, person, refused
from truco_api.eventstore import load


def _invite(by: Person, game: str, **wish: object) -> dict[str, str]:
    body: dict[str, str] = good(by.client.post(f"/api/v1/games/{game}/invitations/", wish), 201)
    return body


def test_whoever_has_the_code_may_look_and_sit_down(ana: Person, bia: Person) -> None:
    game = ana.open_table(by_invitation=True)["id"]
    assert not good(bia.client.get("/api/v1/games/"))["results"], "it is listed for nobody"
    refused(bia.sit(game), 403, "invitation_needed")
    code = _invite(ana, game)["code"]
    seen = good(bia.client.get(f"/api/v1/table-invitations/{code.lower()}/"))
    assert (seen["game"]["id"], seen["invitation"]["by"]) == (game, "Ana")
    assert good(bia.client.post(f"/api/v1/table-invitations/{code}/"))["you"] == 1


def test_a_link_and_its_qr_code_lead_to_a_page_that_tells_the_code(ana: Person) -> None:
    invitation = _invite(ana, ana.open_table()["id"])
    browser = Client()
    page = browser.get(invitation["link"])
    assert page.status_code == 200
    assert invitation["code"] in page.content.decode()
    picture = browser.get(invitation["qr"])
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture.content.startswith(b"<svg")
    assert browser.get("/join/NOSUCHONE/").status_code == 404


def test_an_invitation_by_name_is_told_to_that_person_and_for_nobody_else(ana: Person, bia: Person) -> None:
    game = ana.open_table(by_invitation=True)["id"]
    code = _invite(ana, game, to="BIA")["code"]
    (event,) = load(f"person-{bia.user.pk}")
    assert (event.type, event.data) == (
        "invited/1",
        {"game": game, "code": code, "by": ana.user.actor},
    )
    (mine,) = good(bia.client.get("/api/v1/me/table-invitations/"))["invitations"]
    assert (mine["code"], mine["to"]) == (code, "Bia")
    clara = person("clara")
    refused(clara.client.post(f"/api/v1/table-invitations/{code}/"), 404, "invitation_not_found")
    refused(clara.client.get(f"/api/v1/table-invitations/{code}/"), 404, "invitation_not_found")
    assert Client().get(f"/join/{code}/").status_code == 404
    assert good(bia.client.post(f"/api/v1/table-invitations/{code}/"))["you"] == 1


def test_nobody_of_this_name_is_not_found(ana: Person) -> None:
    game = ana.open_table()["id"]
    refused(ana.client.post(f"/api/v1/games/{game}/invitations/", {"to": "nobody"}), 404, "not_found")


def test_only_who_is_at_the_table_invites_and_only_before_it_begins(ana: Person, bia: Person) -> None:
    game = ana.open_table()["id"]
    path = f"/api/v1/games/{game}/invitations/"
    refused(bia.client.post(path, {}), 403, "not_seated")
    good(bia.sit(game))
    assert _invite(bia, game)["by"] == "Bia"
    good(ana.start(game))
    refused(ana.client.post(path, {}), 409, "table_not_open")


def test_what_was_taken_back_or_has_expired_leads_nowhere(ana: Person, bia: Person) -> None:
    game = ana.open_table()["id"]
    first, second = _invite(ana, game), _invite(ana, game)
    path = f"/api/v1/games/{game}/invitations/{first['id']}/"
    refused(bia.client.delete(path), 404, "invitation_not_found")
    assert ana.client.delete(path).status_code == 204
    refused(ana.client.delete(path), 404, "invitation_not_found")
    refused(bia.client.post(f"/api/v1/table-invitations/{first['code']}/"), 404, "invitation_not_found")
    (left,) = good(ana.client.get(f"/api/v1/games/{game}/invitations/"))["invitations"]
    assert left["code"] == second["code"]
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    refused(bia.client.post(f"/api/v1/table-invitations/{second['code']}/"), 404, "invitation_not_found")


def test_open_tables_are_found_by_what_they_play_and_who_sits_there(ana: Person, bia: Person) -> None:
    alone = ana.open_table(players=4)["id"]
    with_bot = bia.open_table(players=4, options={"signals": "partner"})["id"]
    good(bia.sit(with_bot, bot="random"))

    def found(**query: str | int) -> set[str]:
        return {game["id"] for game in good(ana.client.get("/api/v1/games/", query))["results"]}

    assert found(players=4) == {alone, with_bot}
    assert found(free_seats=3) == {alone}
    assert found(bots="false") == {alone}
    assert found(bots="true") == {with_bot}
    assert found(options='{"signals": "partner"}') == {with_bot}
    assert found(variant="mineiro") == set()
    refused(ana.client.get("/api/v1/games/", {"options": "[1]"}), 422, "invalid")
