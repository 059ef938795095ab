"""Members and their roles; a club never loses its last owner."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from tournaments.errors import AccountRequired, AlreadyAMember, LastOwner, MemberNotFound, PersonNotFound
from tournaments.models import Club, Membership, Person, Role


@transaction.atomic
def add_player(*, club: Club, person_id: UUID) -> Membership:
    """Make a person whom the club registered at the door a playing member."""
    person = Person.objects.filter(id=person_id, club=club).first()
    if person is None:
        raise PersonNotFound(person=person_id)
    membership, created = Membership.objects.get_or_create(
        club=club, person=person, defaults={"roles": [Role.PLAYER]}
    )
    if not created:
        raise AlreadyAMember
    return membership


@transaction.atomic
def set_roles(*, club: Club, membership_id: UUID, roles: Sequence[str]) -> Membership:
    """Replace a member's roles; all but `player` need an account."""
    membership = _locked(club, membership_id)
    if membership.person.account_id is None and set(roles) - {Role.PLAYER}:
        raise AccountRequired
    if Role.OWNER not in roles:
        _keep_an_owner(membership)
    membership.roles = sorted(set(roles))
    membership.save(update_fields=["roles"])
    return membership


@transaction.atomic
def end_membership(*, club: Club, membership_id: UUID) -> None:
    """Take a member out of the club."""
    membership = _locked(club, membership_id)
    _keep_an_owner(membership)
    membership.delete()


def _locked(club: Club, membership_id: UUID) -> Membership:
    """The membership, with the club locked: two owners leaving at once must see each other."""
    Club.objects.select_for_update().filter(id=club.id).exists()
    membership = Membership.objects.select_related("person").filter(id=membership_id, club=club).first()
    if membership is None:
        raise MemberNotFound
    return membership


def _keep_an_owner(leaving: Membership) -> None:
    others = Membership.objects.filter(club_id=leaving.club_id, roles__contains=[Role.OWNER])
    if Role.OWNER in leaving.roles and not others.exclude(id=leaving.id).exists():
        raise LastOwner
