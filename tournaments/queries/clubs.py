"""Reads of clubs, members, persons and invitations."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from tournaments.errors import ClubNotFound, MemberNotFound
from tournaments.models import Club, Invitation, Membership, Person
from truco_api.accounts.models import User


def clubs() -> QuerySet[Club]:
    """All clubs."""
    return Club.objects.all()


def club(club_id: UUID) -> Club:
    """The club, or `ClubNotFound`."""
    found = Club.objects.filter(id=club_id).first()
    if found is None:
        raise ClubNotFound
    return found


def members(club_id: UUID) -> QuerySet[Membership]:
    """The club's members with their persons."""
    return Membership.objects.filter(club_id=club_id).select_related("person")


def membership(club_id: UUID, membership_id: UUID) -> Membership:
    """One membership with its club and person, or `MemberNotFound`."""
    rows = Membership.objects.select_related("club", "person")
    found = rows.filter(club_id=club_id, id=membership_id).first()
    if found is None:
        raise MemberNotFound
    return found


def invitations_of_club(club_id: UUID) -> QuerySet[Invitation]:
    """What the club sent."""
    return Invitation.objects.filter(club_id=club_id).select_related("account", "club")


def invitations_to(user: User) -> QuerySet[Invitation]:
    """What the account received."""
    return Invitation.objects.filter(account=user).select_related("account", "club")


def persons_of_club(club_id: UUID) -> QuerySet[Person]:
    """Persons whom the club registered."""
    return Person.objects.filter(club_id=club_id)


def persons_of(user: User) -> QuerySet[Person]:
    """The account's persons."""
    return Person.objects.filter(account=user)
