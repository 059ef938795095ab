"""Where may be sent to: every address a name has is checked, when it is registered and at each connection."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from pytest_django import Settings

from tests.webhooks.conftest import CLUB, Pinned, news, the_delivery
from tests.webhooks.receiver import Receiver
from truco_api.webhooks import services, targets
from truco_api.webhooks.drain import drain
from truco_api.webhooks.errors import WebhookTargetRefused, WebhookTargetUnknown
from truco_api.webhooks.models import Attempt, Endpoint

PUBLIC = "93.184.216.34"
INSIDE = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.9",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_refused_as_it_stands_and_behind_a_name(address: str, names: Pinned) -> None:
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(WebhookTargetRefused):
        targets.check(f"https://{literal}/hook")
    names([address])
    with pytest.raises(WebhookTargetRefused):
        targets.check("https://club.example/hook")


def test_one_address_inside_among_others_is_enough_to_be_refused(names: Pinned) -> None:
    names([PUBLIC, "10.0.0.1"])
    with pytest.raises(WebhookTargetRefused):
        targets.check("https://club.example/hook")


@pytest.mark.parametrize(
    "url",
    [
        "http://club.example/hook",
        "ftp://club.example/hook",
        "file:///etc/passwd",
        "gopher://club.example/",
        "https://ana:secret@club.example/",
        "https://2130706433/",
        "https://127.1/",
        "https://0177.0.0.1/",
        "https://①②⑦.0.0.1/",
        "https://club.example:22/",
        "https://club.example:25/",
        "https://club.example\n.evil.example/",
        "https:///hook",
        "club.example/hook",
    ],
)
def test_what_is_no_plain_https_address_is_refused(url: str, names: Pinned) -> None:
    names([PUBLIC])
    with pytest.raises(WebhookTargetRefused):
        targets.check(url)


@pytest.mark.parametrize("host", ["0x7f.1", "localhost"])
def test_what_the_machine_itself_takes_for_an_inner_address_is_refused(host: str) -> None:
    with pytest.raises(WebhookTargetRefused):
        targets.check(f"https://{host}/")


@pytest.mark.parametrize(
    "url", ["https://club.example/hook", "https://club.example:8443/a?b=c", f"https://{PUBLIC}/"]
)
def test_a_public_address_by_https_will_do(url: str, names: Pinned) -> None:
    names([PUBLIC, "2606:2800:220:1:248:1893:25c8:1946"])
    targets.check(url)


def test_http_and_inner_networks_are_open_only_where_the_settings_say_so(
    names: Pinned, settings: Settings
) -> None:
    names(["127.0.0.1"])
    for http, networks, fine in (
        (False, [], False),
        (True, [], False),
        (False, ["127.0.0.0/8"], False),
        (True, ["127.0.0.0/8"], True),
        (True, ["10.0.0.0/8"], False),
    ):
        settings.WEBHOOK_HTTP, settings.WEBHOOK_NETWORKS = http, networks
        if fine:
            targets.check("http://club.example:8000/")
        else:
            with pytest.raises(WebhookTargetRefused):
                targets.check("http://club.example:8000/")


def test_a_name_that_nobody_knows_is_said_to_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_rest: Any) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    with pytest.raises(WebhookTargetUnknown):
        targets.check("https://no.such.host.example/")


def test_a_refusal_tells_nothing_about_the_network(names: Pinned) -> None:
    said = set()
    for address in ("10.0.0.1", "127.0.0.1", "169.254.169.254"):
        names([address])
        with pytest.raises(WebhookTargetRefused) as refused:
            targets.check("https://club.example/hook")
        said.add(refused.value.detail)
    assert len(said) == 1
    assert "10." not in said.pop()


def _registered(receiver: Receiver, host: str = "club.example") -> Endpoint:
    return services.add(club=CLUB, url=f"http://{host}:{receiver.port}/hook")[0]


def test_a_name_that_means_something_else_by_then_leads_nowhere(
    db: None, receiver: Receiver, names: Pinned, settings: Settings
) -> None:
    settings.WEBHOOK_NETWORKS = []
    names([PUBLIC], ["127.0.0.1"])
    endpoint = _registered(receiver)
    services.announce(news())
    assert drain(endpoint.id) == 1
    assert receiver.received == []
    assert Attempt.objects.get().problem == "target_refused"
    assert the_delivery().status == "waiting"


def test_the_address_that_was_checked_is_the_one_connected_to(
    db: None, receiver: Receiver, names: Pinned, settings: Settings
) -> None:
    """A resolver that changes its mind at every question is asked once for each connection."""
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    names(["127.0.0.1"], ["127.0.0.1"], ["127.0.0.2"])
    endpoint = _registered(receiver)
    services.announce(news(1))
    services.announce(news(2))
    assert drain(endpoint.id) == 2
    assert [one.headers["host"] for one in receiver.received] == [f"club.example:{receiver.port}"] * 2
    services.announce(news(3))
    drain(endpoint.id)  # a new connection, and a new question
    assert len(receiver.received) == 2
    assert [attempt.problem for attempt in Attempt.objects.order_by("id")] == ["", "", "target_refused"]


def test_proxies_of_the_environment_are_not_used(
    endpoint: Endpoint, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    services.announce(news())
    drain(endpoint.id)
    assert len(receiver.received) == 1
