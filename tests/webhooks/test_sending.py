"""What receivers do, and what is made of it: nothing they do takes longer, or more, than it may."""

from __future__ import annotations

import socket
import ssl
import threading
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic

import pytest
from django.db import connection
from django.utils import timezone as clock
from standardwebhooks import WebhookVerificationError

from tests.certificates import self_signed
from tests.webhooks import receiver as does
from tests.webhooks.conftest import CLUB, Pinned, let_pass, news, the_delivery
from tests.webhooks.receiver import Behaviour, Receiver
from truco_api.webhooks import services, signing, targets
from truco_api.webhooks.drain import drain
from truco_api.webhooks.models import Attempt, Endpoint
from truco_api.webhooks.sending import Sender


def _attempt(endpoint: Endpoint) -> Attempt:
    services.announce(news())
    assert drain(endpoint.id) == 1
    return Attempt.objects.get()


def test_a_message_is_signed_by_the_specification(receiver: Receiver, db: None) -> None:
    endpoint, secret = services.add(club=CLUB, url=receiver.url)
    services.announce(news(name="São João"))
    drain(endpoint.id)
    [one] = receiver.received
    told = one.verified(secret)
    assert told == {
        "type": "match.called",
        "timestamp": told["timestamp"],
        "data": {"number": 1, "name": "São João"},
    }
    assert datetime.fromisoformat(told["timestamp"]) - clock.now() < timedelta(minutes=1)
    assert one.headers["content-type"] == "application/json"
    assert one.id == the_delivery().message.webhook_id
    with pytest.raises(WebhookVerificationError):
        one.verified(signing.new_secret())


@pytest.mark.parametrize(
    ("behaviour", "status", "problem", "delivered"),
    [
        (does.taking, 204, "", True),
        (does.answering(200, b"ok"), 200, "", True),
        (does.answering(202), 202, "", True),
        (does.endless, 200, "", True),
        (does.failing, 500, "", False),
        (does.answering(400, b"no"), 400, "", False),
        (does.answering(404), 404, "", False),
        (does.answering(301, location="http://127.0.0.1:1/"), 301, "redirected", False),
        (does.answering(302, location="::::"), 302, "redirected", False),
        (does.silent, None, "timeout", False),
        (does.dripping, None, "timeout", False),
        (does.babbling, None, "broken_answer", False),
        (does.hanging_up, None, "broken_answer", False),
    ],
)
def test_only_a_status_of_200_to_299_counts_as_taken(
    endpoint: Endpoint,
    receiver: Receiver,
    behaviour: Behaviour,
    status: int | None,
    problem: str,
    delivered: bool,
) -> None:
    receiver.behaviour = behaviour
    begun = monotonic()
    attempt = _attempt(endpoint)
    assert monotonic() - begun < 3
    assert (attempt.status, attempt.problem) == (status, problem)
    assert the_delivery().status == ("delivered" if delivered else "waiting")
    assert attempt.duration_ms <= 1500


def test_a_redirect_is_not_followed(endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.behaviour = does.answering(307, location=f"http://127.0.0.1:{receiver.port}/inner")
    _attempt(endpoint)
    assert [one.path for one in receiver.received] == ["/hook"]


def test_only_the_beginning_of_an_answer_is_kept(endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.behaviour = does.answering(500, b"\0" + b"x" * 100_000)
    assert _attempt(endpoint).excerpt == "\ufffd" + "x" * 499


def test_nobody_listening_is_one_failed_attempt(endpoint: Endpoint, receiver: Receiver) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    Endpoint.objects.update(url=f"http://127.0.0.1:{port}/")
    assert _attempt(endpoint).problem == "not_connected"


def test_a_receiver_says_how_long_to_wait(endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.behaviour = does.answering(429, retry_after="3600")
    _attempt(endpoint)
    due = the_delivery().due_at
    assert due is not None
    assert timedelta(minutes=59) < due - clock.now() <= timedelta(hours=1)


def test_a_new_connection_is_made_when_the_old_one_is_gone(endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.behaviour = does.Script([does.hanging_up, does.taking])
    services.announce(news())
    drain(endpoint.id)
    let_pass(hours=1)
    drain(endpoint.id)
    assert the_delivery().status == "delivered"
    assert len(set(receiver.ids)) == 1


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for club.example, signed by itself."""
    return self_signed(tmp_path / "both.pem", "club.example")


@pytest.fixture
def by_tls(receiver: Receiver, certificate: Path, names: Pinned) -> list[str | None]:
    """The receiver speaks TLS as club.example; the names that it was asked for by SNI."""
    asked: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _socket, name, _context: asked.append(name)
    receiver.socket = context.wrap_socket(receiver.socket, server_side=True)
    names(["127.0.0.1"])
    return asked


def test_tls_verifies_the_name_though_an_address_is_connected_to(
    receiver: Receiver, by_tls: list[str | None], certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(targets, "_trust", lambda: trusting)
    for host, problem in (("club.example", ""), ("other.example", "tls_failed")):
        with Sender(f"https://{host}:{receiver.port}/hook") as sender:
            assert sender.send("{}", {}).problem == problem
    assert by_tls == ["club.example", "other.example"]
    assert [one.headers["host"] for one in receiver.received] == [f"club.example:{receiver.port}"]


def test_a_certificate_that_nobody_trusts_is_refused(receiver: Receiver, by_tls: list[str | None]) -> None:
    with Sender(f"https://club.example:{receiver.port}/hook") as sender:
        assert sender.send("{}", {}).problem == "tls_failed"
    assert receiver.received == []


def test_a_slow_endpoint_delays_no_other(transactional_db: None, receiver: Receiver) -> None:
    slow = services.add(club=CLUB, url=receiver.url + "/slow")[0]
    quick = services.add(club=CLUB, url=receiver.url + "/quick")[0]
    receiver.behaviour = lambda handler: (does.silent if "slow" in handler.path else does.taking)(handler)
    for number in range(5):
        services.announce(news(number))

    def wait() -> None:
        try:
            drain(slow.id)
        finally:
            connection.close()

    waiting = threading.Thread(target=wait)
    waiting.start()
    begun = monotonic()
    assert drain(quick.id) == 5
    assert monotonic() - begun < 0.9
    assert waiting.is_alive()
    waiting.join()
