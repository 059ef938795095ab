"""A real browser before a real server."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from games import dealing, states
from tests.browser.chromium import HINT, chromium, required
from tests.games.conftest import seated, stack  # noqa: F401 - the same tables as in the tests of games
from tests.games.players import Person

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam
    from pytest_django.live_server_helper import LiveServer

Open = Callable[..., Page]
HERE = Path(__file__).parent
LEFT_OUT = pytest.StashKey[int]()
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser these tests are left out, which the end of the run says; unless they are required."""
    if chromium() is not None or required():
        return
    left_out = [item for item in items if HERE in item.path.parents]
    items[:] = [item for item in items if HERE not in item.path.parents]
    config.hook.pytest_deselected(items=left_out)
    config.stash[LEFT_OUT] = len(left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What was left out, and how to have it."""
    left_out = config.stash.get(LEFT_OUT, 0)
    if left_out:
        terminalreporter.write_line(f"{left_out} tests in a browser did not run: {HINT}.", yellow=True)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, without a window; only as long as these tests run, since others have loops of their own."""
    path = chromium()
    if path is None:
        pytest.fail(HINT, pytrace=False)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs a loop on this thread, which Django takes for a place where it must not wait.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        # Without a sandbox of its own, since CI is root; it only ever sees our own pages.
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Random:
    """The chance of the deals, the same in every run; no state is known from another test."""
    states.forget()
    seeded = Random(20240229)
    monkeypatch.setattr(dealing, "CHANCE", seeded)
    return seeded


@pytest.fixture
def visit(browser: Browser, live_server: "LiveServer") -> Iterator[Open]:
    """Opens a page: `as_person`, in a `language`, on a `phone`, with or without script (`java_script`)."""
    contexts = []

    def visit(
        path: str,
        *,
        as_person: Person | None = None,
        language: str = "en",
        phone: bool = False,
        script: bool = True,
        **more: object,
    ) -> Page:
        context = browser.new_context(
            locale=language,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]  # a size, as Playwright has it
            has_touch=phone,
            is_mobile=phone,
            java_script_enabled=script,
            base_url=live_server.url,
            **more,  # type: ignore[arg-type]  # what else Playwright knows
        )
        contexts.append(context)
        if as_person is not None:
            context.add_cookies([_session(as_person, live_server.url)])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    errors: list[str] = []
    yield visit
    for context in contexts:
        context.close()
    assert errors == [], "the page complained"


def _session(person: Person, url: str) -> "SetCookieParam":
    client = Client()
    client.force_login(person.user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": url}


def shot(page: Page, name: str) -> None:
    """A picture of the page in the folder that TRUCO_SCREENSHOTS names, for people to look at."""
    folder = os.environ.get("TRUCO_SCREENSHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
