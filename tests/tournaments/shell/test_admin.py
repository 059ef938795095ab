"""The admin site: clubs and people to put in order, championships to look at."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.shell.cups import Cup
from tests.tournaments.shell.world import World
from tournaments.models import ChampionshipRow, Club, EntryRow, Invitation, MatchRow, Membership, Person
from truco_api.accounts.models import User

MODELS = [Club, Person, Membership, Invitation, ChampionshipRow, EntryRow, MatchRow]


@pytest.fixture
def site(world: World) -> Client:
    """The site, with a championship to look at."""
    cup = Cup(world).playing(4)
    cup.decide("R1M1", [[12, 3]])
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.mark.parametrize("model", MODELS)
def test_every_list_and_every_row_opens(site: Client, model: type[Club]) -> None:
    base = f"/admin/tournaments/{model._meta.model_name}/"
    assert site.get(base).status_code == 200
    for row in model.objects.all()[:1]:
        assert site.get(f"{base}{str(row.pk).replace('/', '_2F')}/change/").status_code == 200


@pytest.mark.parametrize("model", [ChampionshipRow, EntryRow, MatchRow])
def test_nothing_that_follows_from_events_is_changed_by_hand(site: Client, model: type[Club]) -> None:
    base = f"/admin/tournaments/{model._meta.model_name}/"
    assert site.get(f"{base}add/").status_code == 403
    row = model.objects.first()
    assert row is not None
    address = f"{base}{str(row.pk).replace('/', '_2F')}/"
    assert site.post(f"{address}change/", {"name": "X"}).status_code == 403
    assert site.post(f"{address}delete/", {"post": "yes"}).status_code == 403


def test_the_digest_of_a_claim_code_is_not_shown(site: Client, world: World) -> None:
    world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    person = Person.objects.get(name="Seu Zé")
    page = site.get(f"/admin/tournaments/person/{person.id}/change/").content.decode()
    assert person.claim_digest is not None
    assert person.claim_digest not in page
