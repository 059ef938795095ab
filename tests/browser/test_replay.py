"""The replay of a hand in a real browser: by click, key and touch, without script, on paper."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, shot
from tests.games.conftest import Seating
from tests.games.players import Person, good

Stack = Callable[..., None]
Hand = tuple[str, list[Person]]
ON, BACK, FIRST, LAST, AUTO = (f'[data-go="{name}"]' for name in ("on", "back", "first", "last", "auto"))


@pytest.fixture
def hand(transactional_db: None, seated: Seating, stack: Stack) -> Hand:
    """A hand of paulista with a raise, in ten steps; the game goes on. Gives its address and the players."""
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, people = seated()
    moves: list[tuple[int, Any]] = [
        (1, {"type": "play", "card": "3C"}),
        (0, {"type": "raise"}),
        (1, {"type": "accept"}),
        (0, {"type": "play", "card": "5P"}),
        (0, {"type": "play", "card": "2O"}),
        (1, {"type": "play", "card": "7P"}),
    ]
    for seat, move in moves:
        good(people[seat].act(game, move, people[seat].see(game)["version"]))
    return f"/games/{game}/", people


@pytest.fixture
def ended(hand: Hand) -> Hand:
    """The same, and the game is over."""
    path, people = hand
    good(people[0].client.post(f"/api/v1{path}resign/"))
    return hand


def at(page: Page, number: int) -> None:
    """The page shows this step everywhere."""
    expect(page.locator("#place")).to_have_text(f"{number} / 10")
    expect(page.locator("#slider")).to_have_value(str(number))
    expect(page.locator('#steps > [aria-current="step"]')).to_have_id(f"step-{number}")
    told = page.locator(f"#step-{number} .says").inner_text()
    expect(page.locator("#now .says")).to_have_text(told)
    expect(page.locator("#stage svg[role=img]")).to_have_count(1)


def swipe(page: Page, by: int) -> None:
    """A finger goes over the table."""
    box = page.locator("#stage").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.6, 1):
        points = [{"x": x + by * part, "y": y + 3}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)  # a hand needs as long; sooner, the next tap may pass for the second of two


def test_buttons_keys_and_the_slider_lead_from_step_to_step(visit: Open, hand: Hand) -> None:
    path, people = hand
    page = visit(f"{path}hands/1/", as_person=people[0])
    at(page, 1)
    page.click(ON)
    page.click(ON)
    at(page, 3)
    expect(page.locator("#stage .speech text")).to_have_text("Truco!")
    shot(page, "desktop-raise")
    page.click(BACK)
    at(page, 2)
    page.click(LAST)
    at(page, 10)
    page.click(ON, force=True)  # there is nothing beyond, and the button keeps the focus
    at(page, 10)
    expect(page.locator(LAST)).to_have_attribute("aria-disabled", "true")
    page.click(FIRST)
    at(page, 1)
    page.locator("h1").click()
    for key, number in (("End", 10), ("ArrowLeft", 9), ("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3)):
        page.keyboard.press(key)
        at(page, number)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, 4)
    page.locator("#slider").fill("7")
    at(page, 7)


def test_a_finger_and_taps_do_the_same_on_a_phone(visit: Open, hand: Hand) -> None:
    path, people = hand
    page = visit(f"{path}hands/1/", as_person=people[1], phone=True, language="pt-BR")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "nothing is wider than a phone"
    )
    swipe(page, -120)
    at(page, 2)
    swipe(page, -120)
    swipe(page, 120)
    at(page, 2)
    swipe(page, -20)  # a finger that trembles
    at(page, 2)
    page.locator(ON).tap()
    at(page, 3)
    expect(page.locator("#now .says")).to_have_text("Player-1 pede para valer 3.")
    shot(page, "phone")
    sizes = [box for button in page.locator(".controls button").all() if (box := button.bounding_box())]
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in sizes), "a thumb finds each button"


def test_it_plays_by_itself_until_the_end_or_a_touch(visit: Open, hand: Hand) -> None:
    path, _ = hand
    page = visit("/sign-in/")
    page.clock.install()
    page.goto(f"{path}hands/1/")
    page.click(AUTO)
    expect(page.locator(AUTO)).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(4500)
    at(page, 3)
    page.click(BACK)
    page.clock.run_for(10_000)
    at(page, 2)
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.clock.run_for(60_000)
    at(page, 10)
    expect(page.locator(AUTO)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press(" ")
    at(page, 1)
    page.keyboard.press(" ")
    page.clock.run_for(10_000)
    at(page, 1)


def test_each_step_has_a_link_that_opens_the_hand_there(visit: Open, hand: Hand) -> None:
    path, people = hand
    page = visit(f"{path}hands/1/#step-4", as_person=people[0])
    at(page, 4)
    page.locator("#step-7 .number").click()
    at(page, 7)
    assert page.url.endswith(f"{path}hands/1/#step-7")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#step-8")
    page.reload()
    at(page, 8)
    page.evaluate("location.hash = 'step-2'")
    at(page, 2)
    page.goto(f"{path}hands/1/#step-99")
    page.reload()
    at(page, 1)


def test_who_signs_in_sees_their_own_cards_and_nobody_elses(visit: Open, hand: Hand) -> None:
    path, people = hand
    people[1].user.set_password("uma senha boa 123")
    people[1].user.save()
    page = visit(f"{path}hands/1/")
    table = page.locator("#stage svg[role=img]")
    assert "Player-2 holds hidden cards: 3" in (table.get_attribute("aria-label") or "")
    page.click("text=Sign in")
    page.fill("[name=username]", people[1].user.username)
    page.fill("[name=password]", "uma senha boa 123")
    page.click("main button")
    page.wait_for_url(f"**{path}hands/1/")
    told = table.get_attribute("aria-label") or ""
    assert "Player-2 holds 3 of hearts, 7 of clubs, 4 of spades." in told
    assert "Player-1 holds hidden cards: 3" in told
    answer = page.request.get(f"{path}hands/1/?seat=0")
    assert answer.status == 403
    assert "This place is not yours." in answer.text()


def test_after_the_game_all_cards_lie_open_or_are_seen_from_one_place(visit: Open, ended: Hand) -> None:
    path, _ = ended
    page = visit(f"{path}hands/1/#step-2")
    table = page.locator("#stage svg[role=img]")
    told = table.get_attribute("aria-label") or ""
    assert "Player-1 holds 2 of diamonds, king of hearts, 5 of clubs." in told
    assert "Player-2 holds 7 of clubs, 4 of spades; on the table: 3 of hearts." in told
    shot(page, "open")
    page.click("text=As Player-2 saw it")
    at(page, 2)
    told = table.get_attribute("aria-label") or ""
    assert "Player-1 holds hidden cards: 3" in told
    assert "Player-2 holds 7 of clubs" in told
    nearest = page.evaluate(
        "[...document.querySelectorAll('#stage .name')].map(n => [+n.getAttribute('y'), n.textContent])"
    )
    assert max(nearest)[1].endswith("Player-2"), "whose eyes they are sits nearest"
    assert "card-5P" not in page.locator("#step-1").inner_html()


@pytest.mark.parametrize(
    ("language", "card", "words"),
    [
        ("en", "5 of clubs", "Step by step"),
        ("pt-BR", "5 de paus", "Passo a passo"),
        ("es", "5 de tréboles", "Paso a paso"),
    ],
)
def test_without_a_script_every_step_is_there_with_its_reasons_and_its_table(
    visit: Open, ended: Hand, language: str, card: str, words: str
) -> None:
    path, _ = ended
    page = visit(f"{path}hands/1/#step-6", script=False, language=language)
    expect(page.locator(".list h2")).to_have_text(words)
    expect(page.locator("#player")).to_be_hidden()
    expect(page.locator("#steps > li")).to_have_count(10)
    for step in page.locator("#steps > li").all():
        expect(step.locator(".says")).to_be_visible()
        expect(step.locator(".board > svg")).to_be_visible()
    expect(page.locator("#step-6 .why [role=img]").first).to_have_attribute("aria-label", card)
    shot(page, f"without-script-{language}")


def test_on_paper_stand_the_steps_with_their_tables_and_no_buttons(visit: Open, ended: Hand) -> None:
    path, _ = ended
    page = visit(f"{path}hands/1/")
    page.emulate_media(media="print")
    expect(page.locator("#player")).to_be_hidden()
    expect(page.locator(".looks")).to_be_hidden()
    expect(page.locator("#step-10 .board > svg")).to_be_visible()
    expect(page.locator("#step-10 .says")).to_be_visible()
    shot(page, "print")


def test_nothing_moves_for_who_wants_no_motion(visit: Open, hand: Hand) -> None:
    path, _ = hand
    moving = "document.querySelector('#stage').getAnimations({subtree: true}).length"
    page = visit(f"{path}hands/1/#step-3")
    assert page.evaluate(moving) == 1
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(moving) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_nothing_stands_in_the_way_of_whoever_sees_badly_or_not_at_all(
    visit: Open, ended: Hand, phone: bool, scheme: str
) -> None:
    path, _ = ended
    page = visit(f"{path}hands/1/#step-4", phone=phone, color_scheme=scheme, reduced_motion="reduce")
    pages = [("hand", page), ("list", visit(path, phone=phone, color_scheme=scheme))]
    for name, shown in pages:
        found = Axe().run(shown)
        assert found.violations_count == 0, found.generate_report()
        shot(shown, f"{name}-{scheme}-{'phone' if phone else 'desktop'}")


def test_a_step_is_announced_and_the_focus_stays(visit: Open, hand: Hand) -> None:
    path, _ = hand
    page = visit(f"{path}hands/1/")
    expect(page.locator("#now")).to_have_attribute("role", "status")
    page.locator(ON).focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    at(page, 3)
    assert page.evaluate("document.activeElement.dataset.go") == "on"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    at(page, 10)
    assert page.evaluate("document.activeElement.dataset.go") == "on"


def test_the_list_of_hands_leads_to_each_and_back(visit: Open, ended: Hand) -> None:
    path, _ = ended
    page = visit(path)
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody tr").first).to_contain_text("Player-1 wins the hand; the score is 3:0.")
    page.click("text=Hand 1")
    page.click("text=Hand 2 →")
    page.wait_for_url(f"**{path}hands/2/")
    page.click("text=All hands")
    page.wait_for_url(f"**{path}")
