"""Our store on PostgreSQL, put through the contract."""

import pytest

from tests.eventstore.contract import Store, StoreContract
from truco_api.eventstore.feed import read_feed, relay_once
from truco_api.eventstore.store import head_version, load, unit_of_work


class PostgresStore:
    """The store's functions as one thing."""

    unit_of_work = staticmethod(unit_of_work)
    load = staticmethod(load)
    head_version = staticmethod(head_version)
    relay_once = staticmethod(relay_once)
    read_feed = staticmethod(read_feed)


@pytest.mark.django_db(transaction=True)
class TestPostgresStore(StoreContract):
    """Everything the contract says."""

    @pytest.fixture
    def store(self) -> Store:
        """The store under test."""
        return PostgresStore()
