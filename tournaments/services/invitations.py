"""Invitations: a club asks an account, the account answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tournaments import notices
from tournaments.errors import (
    AccountNotFound,
    AlreadyAMember,
    AlreadyInvited,
    InvitationClosed,
    InvitationNotFound,
)
from tournaments.models import Club, Invitation, Membership
from tournaments.services.persons import own_person
from truco_api.accounts.models import User


@transaction.atomic
def invite(*, club: Club, by: User, username: str, roles: Sequence[str]) -> Invitation:
    """Invite the account of that name to the roles; one open invitation an account and club."""
    account = User.objects.filter(username__iexact=username, is_active=True).first()
    if account is None:
        raise AccountNotFound(username=username)
    if Membership.objects.filter(club=club, person__account=account).exists():
        raise AlreadyAMember
    invitation, created = Invitation.objects.get_or_create(
        club=club,
        account=account,
        status=Invitation.Status.PENDING,
        defaults={"invited_by": by, "roles": sorted(set(roles))},
    )
    if not created:
        raise AlreadyInvited
    notices.invited(invitation=invitation.id, club=club, user=account.id, at=invitation.created_at)
    return invitation


@transaction.atomic
def accept(*, user: User, invitation_id: UUID) -> Membership:
    """Become a member with the roles offered."""
    invitation = _open_invitation(invitation_id, account=user)
    _close(invitation, Invitation.Status.ACCEPTED, timezone.now())
    membership, created = Membership.objects.get_or_create(
        club_id=invitation.club_id, person=own_person(user), defaults={"roles": invitation.roles}
    )
    if not created:
        raise AlreadyAMember
    return membership


@transaction.atomic
def decline(*, user: User, invitation_id: UUID) -> Invitation:
    """Say no; the club may ask again."""
    invitation = _open_invitation(invitation_id, account=user)
    return _close(invitation, Invitation.Status.DECLINED, timezone.now())


@transaction.atomic
def withdraw(*, club: Club, invitation_id: UUID) -> Invitation:
    """Take an unanswered invitation back."""
    invitation = _open_invitation(invitation_id, club=club)
    return _close(invitation, Invitation.Status.WITHDRAWN, timezone.now())


def _open_invitation(invitation_id: UUID, **whose: object) -> Invitation:
    invitation = Invitation.objects.select_for_update().filter(id=invitation_id, **whose).first()
    if invitation is None:
        raise InvitationNotFound
    if invitation.status != Invitation.Status.PENDING:
        raise InvitationClosed
    return invitation


def _close(invitation: Invitation, status: Invitation.Status, at: datetime) -> Invitation:
    invitation.status = status
    invitation.answered_at = at
    invitation.save(update_fields=["status", "answered_at"])
    return invitation
