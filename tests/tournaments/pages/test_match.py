"""The match on a phone at the table: what the QR code of the score sheet opens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.tournaments.pages.browser import Browser, Page
from tests.tournaments.shell.cups import ONLINE, SINGLES, Cup
from tests.tournaments.shell.world import World
from truco_api.accounts import tokens

LEG = {"leg__0__home": "12", "leg__0__away": "7"}


@pytest.fixture
def cup(world: World) -> Cup:
    """Two entries, their match called."""
    return Cup(world).playing(2)


def browser(cup: Cup, side: int) -> Browser:
    """Somebody of a side of the match."""
    return Browser(cup.side("R1M1", side).user)


def opened(reader: Browser, cup: Cup) -> Page:
    """The page of the match."""
    return reader.get(f"{cup.path}/matches/R1M1/")


def offered(page: Page) -> set[str]:
    """What the page lets its reader do."""
    verbs = ("presence", "sheet", "confirm", "dispute")
    return {verb for verb in verbs if page.form(f"/{verb}/")}


def test_without_a_login_the_match_is_shown_with_a_way_to_sign_in(cup: Cup) -> None:
    page = opened(Browser(), cup)
    assert offered(page) == set()
    assert any(link.startswith("/sign-in/?next=") for link in page.links)


def test_each_is_offered_what_they_may_do_now(cup: Cup, world: World) -> None:
    assert offered(opened(browser(cup, 0), cup)) == {"presence", "sheet"}
    assert offered(opened(Browser(world["scorer"].user), cup)) == {"presence", "sheet"}
    assert offered(opened(Browser(world["outsider"].user), cup)) == set()
    cup.hand_in("R1M1", [[12, 7]], cup.side("R1M1", 0))
    assert offered(opened(browser(cup, 0), cup)) == set()
    assert offered(opened(browser(cup, 1), cup)) == {"confirm", "dispute"}
    assert offered(opened(Browser(world["scorer"].user), cup)) == {"confirm"}


def test_both_say_that_they_are_there(cup: Cup) -> None:
    for side in (0, 1):
        reader = browser(cup, side)
        assert "you are here" in reader.send(opened(reader, cup), "/presence/").text
    assert cup.match("R1M1")["status"] == "playing"


def test_an_official_calls_the_roll(cup: Cup, world: World) -> None:
    reader = Browser(world["scorer"].user)
    reader.send(opened(reader, cup), "/presence/", side="1")
    assert [side["present"] for side in cup.match("R1M1")["sides"]] == [False, True]


def test_one_side_hands_the_sheet_in_and_the_other_confirms_it(cup: Cup) -> None:
    home, away = browser(cup, 0), browser(cup, 1)
    page = home.send(opened(home, cup), "/sheet/", **LEG, note="all in order")
    assert "handed in" in page.text
    page = opened(away, cup)
    assert "all in order" in page.text
    assert "Handed in by" in page.text
    assert "Handed in by" not in opened(Browser(), cup).text
    assert "confirmed" in away.send(page, "/confirm/").text
    match = cup.match("R1M1")
    assert (match["status"], match["legs"][0]["score"]) == ("decided", [12, 7])


def test_the_other_side_disputes_it_for_a_reason(cup: Cup) -> None:
    home, away = browser(cup, 0), browser(cup, 1)
    home.send(opened(home, cup), "/sheet/", **LEG)
    assert "arbiter" in away.send(opened(away, cup), "/dispute/", reason="It was 7 to 12.").text
    assert cup.match("R1M1")["status"] == "disputed"
    assert "It was 7 to 12." in opened(home, cup).text
    assert "It was 7 to 12." not in opened(Browser(), cup).text


def test_legs_left_empty_were_not_played(world: World) -> None:
    cup = Cup(world, SINGLES | {"stages": [{"best_of": 3, "third_place": False}]}).playing(2)
    reader = Browser(world["scorer"].user)
    page = opened(reader, cup)
    reader.send(page, "/sheet/", **LEG, leg__1__home="12", leg__1__away="9")
    assert cup.match("R1M1")["sheet"]["legs"] == [[12, 7], [12, 9]]


def test_a_sheet_says_who_dealt_the_flores_who_played_and_when(world: World) -> None:
    cup = Cup(world, SINGLES | {"variant": "gauderio"}).playing(2)
    target = cup.boss.get(cup.path + "/")["regulation"]["options"]["target"]
    reader = Browser(world["scorer"].user)
    players = [entry["members"][0]["person"] for entry in cup.boss.get(f"{cup.path}/entries/")["results"]]
    reader.send(
        opened(reader, cup),
        "/sheet/",
        leg__0__home=str(target),
        leg__0__away="4",
        leg__0__dealer="1",
        leg__0__flores_home="2",
        leg__0__players=players[0],
        started="23:40",
        ended="00:20",
    )
    sheet = cup.match("R1M1")["sheet"]
    (detail,) = sheet["details"]
    assert (detail["dealer"], detail["flores"], detail["players"]) == (1, [2, 0], [players[0]])
    start, end = (datetime.fromisoformat(sheet[at]) for at in ("started_at", "ended_at"))
    assert end - start == timedelta(minutes=40)
    assert start.astimezone(ZoneInfo("America/Sao_Paulo")).strftime("%H:%M") == "23:40"
    assert "Flores: 2–0" in opened(Browser(), cup).text


def test_flores_and_tables_are_asked_for_only_where_there_are_some(cup: Cup, world: World) -> None:
    page = opened(browser(cup, 0), cup)
    form = page.form("/sheet/")
    assert form is not None
    assert not {"leg-0-flores_home", "leg-0-board", "leg-0-at_match_point"} & form.fields.keys()


def test_what_is_wrong_with_a_sheet_is_said_above_what_was_filled_in(cup: Cup, world: World) -> None:
    reader = Browser(world["scorer"].user)
    page = reader.send(opened(reader, cup), "/sheet/", leg__0__home="12", leg__0__away="12")
    assert page.status == 422
    assert "exactly one side" in page.text
    assert page.html.count('value="12"') == 2
    page = reader.send(page, "/sheet/", leg__0__home="12", leg__0__away="")
    assert page.status == 422
    assert "Enter the tentos of both sides." in page.text
    assert reader.send(page, "/sheet/", **LEG).status == 200


def test_an_impatient_thumb_hands_the_sheet_in_once(cup: Cup, world: World) -> None:
    reader = browser(cup, 0)
    page = opened(reader, cup)
    before = version(cup)
    assert reader.send(page, "/sheet/", **LEG).status == 200
    assert "handed in" in reader.send(page, "/sheet/", **LEG).text
    assert version(cup) == before + 1


def version(cup: Cup) -> Any:
    """How far the championship is."""
    return cup.world["anonymous"].get(f"{cup.path}/")["version"]


def test_who_may_not_is_refused_on_a_page(cup: Cup, world: World) -> None:
    page = opened(browser(cup, 0), cup)
    form = page.form("/sheet/")
    assert form is not None
    outsider = Browser(world["outsider"].user)
    outsider.client.handler.enforce_csrf_checks = False
    answer = Page(outsider.client.post(form.action, form.fields))
    assert answer.status == 403
    assert "roles" in answer.text


def test_a_form_from_elsewhere_is_refused(cup: Cup) -> None:
    reader = browser(cup, 0)
    answer = reader.client.post(f"{cup.path}/matches/R1M1/sheet/", {"leg-0-home": "12", "leg-0-away": "7"})
    assert answer.status_code == 403
    assert cup.match("R1M1")["sheet"] is None


def test_an_app_opens_the_page_with_its_token_and_needs_no_session(cup: Cup) -> None:
    user = cup.side("R1M1", 0).user
    assert user is not None
    key, _ = tokens.issue(user=user, device="phone", now=timezone.now())
    reader, headers = Browser(), {"Authorization": f"Bearer {key}"}
    page = opened(reader, cup)
    assert offered(page) == set()
    page = Page(reader.client.get(f"{cup.path}/matches/R1M1/", headers=headers))
    assert "sheet" in offered(page)
    form = page.form("/presence/")
    assert form is not None
    assert reader.client.post(form.action, {}, headers=headers).status_code == 302
    assert cup.match("R1M1")["sides"][0]["present"] is True


def test_a_dead_token_and_no_login_lead_to_the_sign_in(cup: Cup) -> None:
    reader = Browser()
    dead = reader.client.get(f"{cup.path}/matches/R1M1/", headers={"Authorization": "Bearer nothing"})
    assert dead["Location"].startswith("/sign-in/?next=")
    reader.client.handler.enforce_csrf_checks = False
    nobody = reader.client.post(f"{cup.path}/matches/R1M1/presence/", {})
    assert nobody["Location"].startswith("/sign-in/?next=")


def test_a_page_with_a_form_to_fill_in_does_not_renew_itself(cup: Cup) -> None:
    assert 'http-equiv="refresh"' not in opened(browser(cup, 0), cup).html
    assert 'http-equiv="refresh"' in opened(Browser(), cup).html


def test_a_match_online_leads_to_its_game_and_its_hands(world: World) -> None:
    cup = Cup(world, ONLINE).playing(2)
    game = cup.match("R1M1")["game_id"]
    reader = Browser()
    assert f"/games/{game}/" in opened(reader, cup).links
    hands = reader.get(f"/games/{game}/")
    assert f"/games/{game}/hands/1/" in hands.links
    assert "E1" not in hands.text, "a game knows players, not entries"
    assert reader.get(f"/games/{game}/hands/1/").status == 200
