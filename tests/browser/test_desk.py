"""The arbiter's desk in a real browser: by keyboard, on a phone, without script."""

import re
from pathlib import Path
from typing import cast

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, shot
from tests.games.players import Person
from tests.tournaments.shell.cups import ONLINE, Cup
from tests.tournaments.shell.test_disputes import RECORD, picture
from tests.tournaments.shell.test_online import deliver, finish, game_of
from tests.tournaments.shell.world import Somebody, World
from tournaments import states


@pytest.fixture
def world(transactional_db: None) -> World:
    """A club with somebody in every role."""
    states.KEPT.forget()
    return World()


@pytest.fixture
def cup(world: World) -> Cup:
    """Four entries; R1M1 is decided for home."""
    found = Cup(world).playing(4)
    found.decide("R1M1", [[12, 5]])
    return found


def person(who: Somebody) -> Person:
    """Who signs in to the browser; all it needs of them is their account."""
    return cast("Person", who)


def accessible(page: Page) -> None:
    """Nothing on the page that keeps somebody out, in light or dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.emulate_media(color_scheme="light")


def fits(page: Page) -> None:
    """Nothing has to be scrolled sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def protest(visit: Open, cup: Cup, folder: Path) -> Page:
    """A player opens a dispute on a phone, with a photograph from its camera."""
    photo = folder / "sumula.jpg"
    photo.write_bytes(picture((640, 480)))
    record = folder / "mao.json"
    record.write_text(str(RECORD).replace("'", '"'))
    page = visit(f"{cup.path}/matches/R1M1/", as_person=person(cup.side("R1M1", 1)), phone=True)
    page.click("text=Dispute a hand of this match")
    for field, value in (("Leg", "1"), ("Hand", "7"), ("Action: its number in the hand record", "2")):
        page.get_by_label(field, exact=True).fill(value)
    page.get_by_label("What was wrong?").fill("He played twice.")
    page.get_by_label("Photographs").set_input_files(photo)
    page.get_by_label("or as a file").set_input_files(record)
    page.get_by_role("button", name="Open the dispute").click()
    expect(page.get_by_role("status")).to_contain_text("The dispute is open")
    return page


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_protest_from_a_phone_is_ruled_on_by_keyboard(
    visit: Open, cup: Cup, world: World, tmp_path: Path, script: bool
) -> None:
    protest(visit, cup, tmp_path)
    page = visit("/desk/", as_person=person(world["arbiter"]), script=script)
    shot(page, "desk")
    page.locator(".cards a").press("Enter")
    expect(page).to_have_url(re.compile("/disputes/D1/$"))
    expect(page.locator("#disputed")).to_contain_text("Disputed")
    expect(page.get_by_role("img", name="Photograph 1")).to_be_visible()
    if script:
        page.get_by_role("img", name="Photograph 1").scroll_into_view_if_needed()
        expect(page.locator("img.shown")).to_have_js_property("naturalWidth", 480)  # turned upright
    shot(page, "dispute-desktop")
    page.get_by_label("One side loses the match").press("Space")
    page.get_by_label("Who loses").select_option(index=1)
    page.get_by_label("The reason, which everybody can read").fill("The record shows it.")
    page.get_by_role("button", name="What would it change?").press("Enter")
    expect(page.get_by_role("heading", name="What this ruling would change")).to_be_visible()
    assert cup.match("R1M1")["how"] == "played"
    page.get_by_role("button", name="Rule", exact=True).press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The ruling is given")
    assert cup.match("R1M1")["how"] == "forfeit"


def test_all_of_it_fits_a_phone_and_keeps_nobody_out(
    visit: Open, cup: Cup, world: World, tmp_path: Path
) -> None:
    page = visit(f"{cup.path}/matches/R1M1/disputes/", as_person=person(cup.side("R1M1", 1)), phone=True)
    page.click("text=Write the hand down")
    accessible(page)
    fits(page)
    shot(page, "protest-phone")
    protest(visit, cup, tmp_path)
    page = visit("/desk/", as_person=person(world["arbiter"]), phone=True, language="pt-BR")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mesa do árbitro")
    accessible(page)
    fits(page)
    shot(page, "desk-phone")
    page.goto(f"{cup.path}/disputes/D1/")
    accessible(page)
    fits(page)
    shot(page, "dispute-phone")


def test_a_step_of_an_online_hand_leads_to_the_table(visit: Open, world: World) -> None:
    cup = Cup(world, ONLINE).playing(2)
    finish(game_of(cup, "R1M1"), winner=0)
    deliver()
    claim = {"reason": "Not my card.", "leg": 1, "hand": 1, "action": 1}
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", claim, 201)
    page = visit(f"{cup.path}/disputes/D1/", as_person=person(world["arbiter"]))
    page.locator("#disputed a").click()
    expect(page.locator('#steps > [aria-current="step"]')).to_have_id("step-1")
