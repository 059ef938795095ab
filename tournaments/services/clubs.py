"""Clubs: found, edit, delete."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from tournaments.errors import ClubHasChampionships, ClubNotFound
from tournaments.models import ChampionshipRow, Club, Membership, Role, Season
from tournaments.services.persons import own_person
from truco_api.accounts.models import User
from truco_api.webhooks import services as webhooks


@transaction.atomic
def found_club(*, user: User, name: str, **more: str) -> Club:
    """Make a club whose owner is the account; `more` may be `city`, `about` and `time_zone`."""
    club = Club.objects.create(name=name, **more)
    Membership.objects.create(club=club, person=own_person(user), roles=[Role.OWNER])
    return club


def edit_club(*, club: Club, changes: Mapping[str, str]) -> Club:
    """Set the given ones of `name`, `city`, `about` and `time_zone`."""
    fields = [field for field in ("name", "city", "about", "time_zone") if field in changes]
    for field in fields:
        setattr(club, field, changes[field])
    if fields:
        club.save(update_fields=fields)
    return club


@transaction.atomic
def delete_club(*, club: Club) -> None:
    """Delete a club that never ran a championship or a season, with its members and persons."""
    if not Club.objects.select_for_update().filter(id=club.id).exists():
        raise ClubNotFound
    # A championship is created under the same lock.
    if ChampionshipRow.objects.filter(club=club).exists() or Season.objects.filter(club=club).exists():
        raise ClubHasChampionships
    webhooks.forget_club(club.id)
    club.delete()
