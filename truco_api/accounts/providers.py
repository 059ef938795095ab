"""Social providers by configuration: `SOCIAL_PROVIDERS=google,apple`, and for each what it was given.

SOCIAL_GOOGLE_CLIENT_ID   the id, as the provider gave it
SOCIAL_GOOGLE_SECRET      the secret, if it has one
SOCIAL_GOOGLE_KEY         the key, where the provider wants one (Apple: the team)
SOCIAL_GOOGLE_SETTINGS    further settings as JSON (Apple: certificate_key, OpenID Connect: server_url)
"""

import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured


def named(environment: Mapping[str, str]) -> list[str]:
    """The providers that the operator has registered with, by allauth's names."""
    return [name.strip() for name in environment.get("SOCIAL_PROVIDERS", "").split(",") if name.strip()]


def apps(environment: Mapping[str, str]) -> list[str]:
    """Their Django apps."""
    return [f"allauth.socialaccount.providers.{name}" for name in named(environment)]


def configuration(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The setting `SOCIALACCOUNT_PROVIDERS`; ImproperlyConfigured for a provider without its client id."""
    return {name: {"APPS": [_app(name, environment)]} for name in named(environment)}


def _app(name: str, environment: Mapping[str, str]) -> dict[str, Any]:
    prefix = f"SOCIAL_{name.upper()}_"
    client = environment.get(f"{prefix}CLIENT_ID", "")
    if not client:
        raise ImproperlyConfigured(f"{name} is among SOCIAL_PROVIDERS, so {prefix}CLIENT_ID must be set.")
    app = {
        "client_id": client,
        "secret": environment.get(f"{prefix}SECRET", ""),
        "key": environment.get(f"{prefix}KEY", ""),
        "settings": json.loads(environment.get(f"{prefix}SETTINGS", "{}")),
    }
    return app | ({"provider_id": "openid"} if name == "openid_connect" else {})
