"""A club's webhooks in a browser, without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.tournaments.pages.browser import Browser
from tests.tournaments.shell.world import EVERYBODY, World
from tests.webhooks.receiver import Receiver, failing, receiving
from truco_api.webhooks.drain import drain
from truco_api.webhooks.models import Delivery, Endpoint


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A receiver that may be reached."""
    settings.WEBHOOK_HTTP, settings.WEBHOOK_NETWORKS = True, ["127.0.0.0/8"]
    with receiving() as server:
        yield server


def test_an_owner_registers_tries_and_mends_a_webhook(world: World, receiver: Receiver) -> None:
    owner = Browser(world["owner"].user)
    club = f"/clubs/{world.club.id}/"
    assert f"{club}webhooks/" in owner.get(club).links
    made = owner.send(owner.get(f"{club}webhooks/"), "webhooks/", url=receiver.url, description="Our site")
    [secret] = re.findall(r"whsec_\S+?(?=<)", made.html)
    [endpoint] = Endpoint.objects.all()
    here = f"{club}webhooks/{endpoint.id}/"
    receiver.behaviour = failing
    assert "on its way" in owner.send(owner.get(here), "ping/").text
    drain(endpoint.id)
    assert receiver.received[0].verified(secret)["type"] == "ping"
    log = owner.get(here)
    assert "whsec_" not in log.html
    assert "our database is on fire" in log.text
    assert "failing" in log.text
    assert "sent once more" in owner.send(log, "again/").text
    assert "sent once more: 0" in _since(owner, here, "2020-01-01T10:00")
    renewed = owner.send(log, "secret/")
    assert secret not in renewed.html
    assert "whsec_" in renewed.html
    assert "is switched off" in owner.send(log, "switch/").text
    assert "is switched on" in owner.send(owner.get(here), "switch/").text
    assert "is removed" in owner.send(log, "remove/").text
    assert not Delivery.objects.exists()


def _since(owner: Browser, here: str, since: str) -> str:
    page = owner.get(here)
    page.forms = [form for form in page.forms if "since" in form.fields]
    return owner.send(page, "again/", since=since).text


def test_what_cannot_be_is_said_beside_what_was_filled_in(world: World) -> None:
    owner = Browser(world["owner"].user, "pt-BR")
    form = owner.get(f"/clubs/{world.club.id}/webhooks/")
    inside = "https://127.0.0.1/x"
    refused = owner.send(form, "webhooks/", url=inside)
    assert (refused.status, inside in refused.html) == (422, True)
    assert "só são enviados por https" in refused.text
    assert owner.send(form, "webhooks/", url="").status == 422


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_owners_see_webhooks(world: World, receiver: Receiver, who: str) -> None:
    page = Browser(world[who].user).get(f"/clubs/{world.club.id}/webhooks/")
    assert page.status == {"owner": 200, "anonymous": 302}.get(who, 403)
    club = Browser(world[who].user).get(f"/clubs/{world.club.id}/")
    assert (f"/clubs/{world.club.id}/webhooks/" in club.links) == (who == "owner")
