"""What the environment makes of the settings."""

import os
import subprocess
import sys

import pytest

from tests.processes import test_database_url

DEPLOYED = {
    "DATABASE_URL": "postgresql://truco:secret@db:5432/truco?sslmode=require",
    "SECRET_KEY": "x7Kq-long-random-text-for-the-tests-0123456789-abcdefghij-KLMNOP",
    "TRUCO_KEYS": "5e" * 32,
    "ALLOWED_HOSTS": "truco.example",
    "HTTPS": "1",
    "HSTS_SECONDS": "31536000",
    "HSTS_SUBDOMAINS": "1",
    "TRUSTED_PROXIES": "1",
    "CSRF_TRUSTED_ORIGINS": "https://truco.example",
}


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python as a deployment would, with nothing but this environment."""
    kept = {name: os.environ[name] for name in ("PATH", "TRUCO_DATA") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments], env=kept | environment, capture_output=True, text=True, check=False
    )


def show(expression: str, **environment: str) -> str:
    """What a setting comes to."""
    result = python("-c", f"from truco_api import settings; print({expression})", **environment)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_a_deployment_passes_djangos_own_check_without_a_warning() -> None:
    result = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **DEPLOYED)
    assert result.returncode == 0, result.stderr


def test_a_deployment_without_a_secret_key_does_not_start() -> None:
    result = python("manage.py", "check", DATABASE_URL=DEPLOYED["DATABASE_URL"])
    assert result.returncode != 0
    assert "SECRET_KEY" in result.stderr


def test_a_deployment_without_keys_does_not_start() -> None:
    environment = {name: DEPLOYED[name] for name in ("DATABASE_URL", "SECRET_KEY")}
    result = python("manage.py", "check", **environment)
    assert result.returncode != 0
    assert "TRUCO_KEYS" in result.stderr


def test_a_clone_starts_without_any_environment() -> None:
    assert python("manage.py", "check").returncode == 0


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE", "True"),
        ("settings.SECURE_SSL_REDIRECT", "True"),
        ("settings.DEBUG", "False"),
        ("settings.ALLOWED_HOSTS", "['truco.example']"),
        ("settings.REST_FRAMEWORK['NUM_PROXIES']", "1"),
        ("settings.DATABASES['default']['HOST']", "db"),
        ("settings.DATABASES['default']['OPTIONS']['sslmode']", "require"),
    ],
)
def test_the_environment_of_a_deployment_is_taken_up(expression: str, value: str) -> None:
    assert show(expression, **DEPLOYED) == value


def test_rates_come_from_the_environment() -> None:
    assert show("settings.ATTEMPT_RATES['sign_in']", RATE_SIGN_IN="7/30") == "(7, 30)"


@pytest.mark.django_db
def test_a_social_provider_of_the_environment_is_offered_to_apps() -> None:
    code = (
        "import django; django.setup(); from django.test import Client;"
        "config = Client().get('/_allauth/app/v1/config').json()['data'];"
        "print([provider['id'] for provider in config['socialaccount']['providers']])"
    )
    provider = {"SOCIAL_PROVIDERS": "google", "SOCIAL_GOOGLE_CLIENT_ID": "an-id"}
    environment = {
        **DEPLOYED,
        "HTTPS": "",
        "DATABASE_URL": test_database_url(),
        "ALLOWED_HOSTS": "testserver",
    }
    result = python("-c", code, DJANGO_SETTINGS_MODULE="truco_api.settings", **environment, **provider)
    assert result.stdout.strip() == "['google']", result.stderr
