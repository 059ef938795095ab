"""The real libraries against push services on this machine: what is sent, and what is made of the answers."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import firebase_admin  # type: ignore[import-untyped]  # it has no types
import pytest
from aioapns.connection import APNsProductionClientProtocol
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from django.conf import settings as django_settings
from firebase_admin import messaging
from push_notifications import conf as push_conf
from pytest_django import Settings

from tests.certificates import self_signed
from tests.notices.conftest import Reader, let_pass, tell
from tests.notices.fakes import Apns, Fcm, HttpService, WebPush, serving, serving_apns
from truco_api.notices import push, sweeping, waking
from truco_api.notices.models import Device, Wake

WORDS = ("Clube", "invite", "ana", "notice", "championship")


def _pem(key: Any) -> str:
    return str(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ).decode()
    )


def _b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@pytest.fixture
def applications(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The keys of push services, as the settings have them."""
    found: dict[str, Any] = {}
    monkeypatch.setitem(django_settings.PUSH_NOTIFICATIONS_SETTINGS, "APPLICATIONS", found)
    return found


@pytest.fixture(autouse=True)
def _library_reads_its_settings_anew(applications: dict[str, Any]) -> Iterator[None]:
    """It remembers what it has read."""
    push_conf.manager = None
    yield
    push_conf.manager = None


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Of localhost."""
    return self_signed(tmp_path / "localhost.pem", "localhost")


@pytest.fixture
def fcm(
    applications: dict[str, Any], settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Fcm]:
    """Google's service, with an account of its own."""
    with serving(Fcm()) as service:
        assert isinstance(service, Fcm)
        credentials = {
            "type": "service_account",
            "project_id": "truco",
            "private_key": _pem(rsa.generate_private_key(65537, 2048)),
            "client_email": "server@truco.example",
            "token_uri": f"http://127.0.0.1:{service.port}/token",
        }
        path = tmp_path / "fcm.json"
        path.write_text(json.dumps(credentials))
        settings.FCM_CREDENTIALS_FILE = str(path)
        applications["fcm"] = {"PLATFORM": "FCM", "FIREBASE_APP": None, "MAX_RECIPIENTS": 1000}
        address = f"http://127.0.0.1:{service.port}/v1/projects/{{0}}/messages:send"
        monkeypatch.setattr(messaging._MessagingService, "FCM_URL", address)
        push._firebase.cache_clear()
        yield service
        for app in list(firebase_admin._apps.values()):
            firebase_admin.delete_app(app)
        push._firebase.cache_clear()


@pytest.fixture
def apns(
    applications: dict[str, Any], certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Apns]:
    """Apple's service."""
    key = tmp_path / "apns.p8"
    key.write_text(_pem(ec.generate_private_key(ec.SECP256R1())))
    applications["apns"] = {
        "PLATFORM": "APNS",
        "AUTH_KEY_PATH": str(key),
        "AUTH_KEY_ID": "KEY",
        "TEAM_ID": "TEAM",
        "TOPIC": "org.example.truco",
        "USE_SANDBOX": False,
        "USE_ALTERNATIVE_PORT": False,
    }
    with serving_apns(certificate) as service:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        monkeypatch.setattr(APNsProductionClientProtocol, "APNS_SERVER", "localhost")
        monkeypatch.setattr(APNsProductionClientProtocol, "APNS_PORT", service.port)
        yield service


@pytest.fixture
def browsers(
    applications: dict[str, Any], certificate: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[HttpService]:
    """A browser maker's service."""
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8", "::1/128"]
    private = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    applications["webpush"] = {
        "PLATFORM": "WP",
        "PRIVATE_KEY": _b64(private),
        "CLAIMS": {"sub": "mailto:ops@truco.example"},
        "ERROR_TIMEOUT": 2,
    }
    session = push._session

    def trusting() -> Any:
        made = session()
        made.verify = str(certificate)
        return made

    monkeypatch.setattr(push, "_session", trusting)
    with serving(WebPush(), certificate) as service:
        yield service


def _woken(reader: Reader, body: dict[str, str]) -> str:
    """Register, tell, and send; what became of the wake-up ("" when the device was forgotten)."""
    reader.post("/push/devices/", body, 201)
    tell(reader)
    let_pass(seconds=3)
    sweeping.wake_all()
    for wake_id in waking.due():
        waking.send(wake_id)
    return Wake.objects.get().status if Device.objects.exists() else ""


def _says_nothing(text: str) -> bool:
    return not any(word.lower() in text.lower() for word in WORDS)


@pytest.mark.parametrize(("token", "status"), [("fine-1", "sent"), ("gone-1", ""), ("busy-1", "waiting")])
def test_fcm(ana: Reader, fcm: Fcm, token: str, status: str) -> None:
    assert ana.get("/push/")["fcm"]
    assert _woken(ana, {"platform": "fcm", "token": token}) == status
    [(path, headers, body)] = fcm.sent
    assert path == "/v1/projects/truco/messages:send"
    assert headers["authorization"] == "Bearer a"
    message = json.loads(body)["message"]
    assert message["token"] == token
    assert message["data"] == {"wake": "truco.wake"}
    assert message["android"]["priority"] == "high"
    assert message["android"]["collapse_key"] == "truco.wake"
    assert "notification" not in message
    assert _says_nothing(body.decode())


@pytest.mark.parametrize(
    ("token", "status"),
    [("ab" * 32, "sent"), ("dead" * 8, ""), ("b054" * 8, "waiting")],
)
def test_apns(ana: Reader, apns: Apns, token: str, status: str) -> None:
    assert ana.get("/push/")["apns"]
    assert _woken(ana, {"platform": "apns", "token": token}) == status
    [(path, headers, body)] = apns.sent
    assert path == f"/3/device/{token}"
    assert headers["authorization"].startswith("bearer ")
    assert headers["apns-topic"] == "org.example.truco"
    assert headers["apns-collapse-id"] == "truco.wake"
    told = json.loads(body)
    assert told["aps"]["alert"] == {"loc-key": "truco.wake"}
    assert told["aps"]["mutable-content"] == 1
    assert _says_nothing(body.decode())


@pytest.mark.parametrize(
    ("name", "status"),
    [("fine-1", "sent"), ("gone-1", ""), ("busy-1", "waiting"), ("lost-1", "failed")],
)
def test_webpush(ana: Reader, browsers: HttpService, name: str, status: str) -> None:
    key = urlsafe_b64decode(ana.get("/push/")["webpush_public_key"] + "=")
    assert (len(key), key[0]) == (65, 4)  # a point of the curve, as browsers want it
    browser = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = browser.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    body = {
        "platform": "webpush",
        "token": f"https://localhost:{browsers.port}/{name}",
        "p256dh": _b64(point),
        "auth": _b64(b"0123456789abcdef"),
    }
    assert _woken(ana, body) == status
    [(path, headers, sent)] = browsers.sent
    assert (path, sent) == (f"/{name}", b"")
    assert headers["authorization"].lower().startswith(("vapid ", "webpush "))
    assert (headers["urgency"], headers["ttl"]) == ("high", str(push.LIFE_SECONDS))


def test_a_browsers_address_that_leads_inside_by_then_is_not_asked(
    ana: Reader, browsers: HttpService, settings: Settings
) -> None:
    point = (
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    keys = {"p256dh": _b64(point), "auth": _b64(b"0123456789abcdef")}
    ana.post(
        "/push/devices/",
        {"platform": "webpush", "token": f"https://localhost:{browsers.port}/x", **keys},
        201,
    )
    settings.WEBHOOK_NETWORKS = []
    tell(ana)
    let_pass(seconds=3)
    sweeping.wake_all()
    for wake_id in waking.due():
        waking.send(wake_id)
    assert browsers.sent == []
    assert (Wake.objects.get().status, Wake.objects.get().problem) == ("failed", "target refused")


def test_a_service_that_is_not_there_is_only_a_wake_up(ana: Reader, fcm: Fcm) -> None:
    ana.post("/push/devices/", {"platform": "fcm", "token": "x"}, 201)
    push._firebase.cache_clear()
    django_settings.PUSH_NOTIFICATIONS_SETTINGS["APPLICATIONS"].clear()
    tell(ana)
    let_pass(seconds=3)
    sweeping.wake_all()
    for wake_id in waking.due():
        waking.send(wake_id)
    assert (Wake.objects.get().status, Wake.objects.get().problem) == ("failed", "not configured")
    assert fcm.sent == []
