"""Clubs: found, edit, delete."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from tournaments.errors import ClubHasChampionships
from tournaments.models import ChampionshipRow, Club, Membership, Role
from tournaments.services.persons import own_person
from truco_api.accounts.models import User


@transaction.atomic
def found_club(*, user: User, name: str, city: str = "", about: str = "") -> Club:
    """Make a club whose owner is the account."""
    club = Club.objects.create(name=name, city=city, about=about)
    Membership.objects.create(club=club, person=own_person(user), roles=[Role.OWNER])
    return club


def edit_club(*, club: Club, changes: Mapping[str, str]) -> Club:
    """Set the given ones of `name`, `city` and `about`."""
    fields = [field for field in ("name", "city", "about") if field in changes]
    for field in fields:
        setattr(club, field, changes[field])
    if fields:
        club.save(update_fields=fields)
    return club


@transaction.atomic
def delete_club(*, club: Club) -> None:
    """Delete a club that never ran a championship, with its members and persons."""
    Club.objects.select_for_update().get(id=club.id)  # a championship is created under the same lock
    if ChampionshipRow.objects.filter(club=club).exists():
        raise ClubHasChampionships
    club.delete()
