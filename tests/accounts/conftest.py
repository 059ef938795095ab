"""What the tests of accounts share."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from truco_api.accounts import tokens
from truco_api.accounts.models import User

PASSWORD = "Manilha-de-espadas-7"


@pytest.fixture
def caller() -> APIClient:
    """Nobody in particular; failures come as answers."""
    return APIClient(raise_request_exception=False)


@pytest.fixture
def ana(db: None) -> User:
    """An account."""
    return User.objects.create_user("ana", password=PASSWORD)


@pytest.fixture
def signed_in() -> Callable[[User], APIClient]:
    """Makes one more device of an account."""

    def device(user: User) -> APIClient:
        client = APIClient(raise_request_exception=False)
        key, _ = tokens.issue(user=user, device="", now=timezone.now())
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
        return client

    return device


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, int]]:
    """The rates, to be changed for one test."""
    changed = dict(settings.ATTEMPT_RATES)
    monkeypatch.setattr(settings, "ATTEMPT_RATES", changed)
    return changed
