"""What every test stands on."""

from collections.abc import Iterator

import pgtrigger
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import TransactionTestCase

from tests.processes import (  # noqa: F401 - fixtures for all tests
    broker_folder,
    celery_worker_process,
    part_environment,
    start_celery_worker,
)


@pytest.fixture(scope="session", autouse=True)
def _empty_tables_past_the_triggers() -> Iterator[None]:
    """A test that commits is cleaned up after by TRUNCATE, which events refuse to anyone else."""
    clean = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # private, hence no stub

    def ignoring(self: TransactionTestCase) -> None:
        with pgtrigger.ignore():
            clean(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", ignoring)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_deal_waits() -> None:
    """Where nothing else is said, a deal waits for no seeds: most tests have no devices."""
    settings.SEED_SECONDS = 0


@pytest.fixture(scope="session", autouse=True)
def _fast_passwords() -> Iterator[None]:
    """A hash takes a fifth of a second by intention, which no test needs to wait for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PBKDF2PasswordHasher, "iterations", 1)
        yield
