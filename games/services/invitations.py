"""Invitations to a table: to one account, or to whoever has the code."""

from datetime import datetime, timedelta
from secrets import choice
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games.errors import InvitationNotFound
from games.models import Invitation
from games.rules.table.errors import TableNotOpen
from games.rules.table.state import Phase
from games.services._work import Answer, Asked, Guard
from games.services.tables import take_seat
from games.states import latest
from games.telling import tell
from truco_api.accounts.models import User

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No letter or digit that is easily taken for another."""
LENGTH: Final = 9
LONGEST_SECONDS: Final = 7 * 24 * 3600


def invite(
    *, game_id: UUID, by: User, to: User | None, seconds: int, may: Guard, now: datetime
) -> Invitation:
    """Invite one account, who is told, or whoever gets the code; `may` says whether `by` may invite.

    Raises TableNotOpen once the game has begun.
    """
    table = latest(game_id).table
    may(table)
    if table.phase is not Phase.OPEN:
        raise TableNotOpen
    invitation = Invitation.objects.create(
        game=game_id,
        code="".join(choice(ALPHABET) for _ in range(LENGTH)),
        by=by,
        to=to,
        created_at=now,
        expires_at=now + timedelta(seconds=seconds),
    )
    if to is not None:
        data = {"game": str(game_id), "code": invitation.code, "by": by.actor}
        tell(to.pk, "invited/1", data, by=by.actor)
    return invitation


def withdraw_invitation(*, game_id: UUID, invitation_id: UUID, by: User, now: datetime) -> None:
    """Take an invitation of one's own back; InvitationNotFound for others'."""
    own = Invitation.objects.filter(game=game_id, id=invitation_id, by=by, withdrawn_at=None)
    if not own.update(withdrawn_at=now):
        raise InvitationNotFound


def accept_invitation(
    *, code: str, user: User, seat: int | None, anchor: str | None, may: Guard, by: Asked, now: datetime
) -> Answer:
    """Sit down by a code; InvitationNotFound when it holds no longer, or is for somebody else."""
    invitation = find_invitation(code, user=user, now=now)
    return take_seat(game_id=invitation.game, holder=user.actor, seat=seat, may=may, by=by, anchor=anchor)


def find_invitation(code: str, *, user: User | None, now: datetime) -> Invitation:
    """The invitation with this code, if it holds for this account (None: anybody); InvitationNotFound."""
    found = Invitation.objects.filter(code=code.upper(), withdrawn_at=None, expires_at__gt=now).first()
    if found is None or (found.to_id is not None and found.to_id != (user and user.pk)):
        raise InvitationNotFound
    return found


def invitations_to(user: User, now: datetime) -> QuerySet[Invitation]:
    """Those to this account that still hold."""
    return Invitation.objects.filter(to=user, withdrawn_at=None, expires_at__gt=now).select_related(
        "by", "to"
    )


def invitations_by(user: User, game_id: UUID, now: datetime) -> QuerySet[Invitation]:
    """Those of this account to one table that still hold."""
    held = Invitation.objects.filter(withdrawn_at=None, expires_at__gt=now)
    return held.filter(game=game_id, by=user).select_related("by", "to")
