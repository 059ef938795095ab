"""Persons: registered at the door by name, claimed later by an account."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.errors import ClaimCodeUnknown, PersonAlreadyClaimed, PersonConflict, PersonNotFound
from tournaments.models import Club, EntryRow, Person
from tournaments.ratings import forget_order
from truco_api.accounts.models import User

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that is misread on paper
CODE_LENGTH = 12  # 30^12, about 2^59: not to be guessed through a throttled endpoint


def own_person(user: User) -> Person:
    """The account's own person, made at its first use."""
    person, _ = Person.objects.get_or_create(account=user, club=None, defaults={"name": user.shown_name})
    return person


def register_person(*, club: Club, name: str) -> tuple[Person, str]:
    """Register somebody without an account; return them and the code that claims them, shown only now."""
    code = _new_code()
    person = Person.objects.create(
        club=club, name=name, claim_digest=_digest(code), claim_until=_until(timezone.now())
    )
    return person, code


@transaction.atomic
def renew_claim_code(*, club: Club, person_id: UUID) -> tuple[Person, str]:
    """Replace the code of a person nobody has claimed; the old one stops working."""
    person = Person.objects.select_for_update().filter(id=person_id, club=club).first()
    if person is None:
        raise PersonNotFound(person=person_id)
    if person.account_id is not None:
        raise PersonAlreadyClaimed
    code = _new_code()
    person.claim_digest, person.claim_until = _digest(code), _until(timezone.now())
    person.save(update_fields=["claim_digest", "claim_until"])
    return person, code


@transaction.atomic
def claim_person(*, user: User, code: str) -> Person:
    """Give the person whose code this is to the account; a code works once, for `CLAIM_CODE_DAYS`.

    All persons of the account are locked with it, so that none is entered at the same time
    (`entries.register` locks them too): nobody plays twice in one championship.
    """
    theirs = Q(account=user) | Q(claim_digest=_digest(code))
    locked = list(Person.objects.select_for_update().filter(theirs).order_by("id"))
    person = next((person for person in locked if person.claim_digest == _digest(code)), None)
    if person is None or (person.claim_until is not None and person.claim_until <= timezone.now()):
        raise ClaimCodeUnknown
    others = [other.id for other in locked if other is not person]
    shared = EntryRow.objects.filter(named(others), out="").values("championship")
    if EntryRow.objects.filter(named([person.id]), out="", championship__in=shared).exists():
        raise PersonConflict
    person.account = user
    person.claim_digest = None
    person.save(update_fields=["account", "claim_digest"])
    own_person(user)  # whoever has several persons is ranked as this one
    forget_order([person.id])
    return person


def named(persons: Sequence[UUID]) -> Q:
    """Entries in which one of these persons plays or waits as a reserve."""
    return Q(members__overlap=list(persons)) | Q(reserves__overlap=list(persons))


def _until(now: datetime) -> datetime:
    return now + timedelta(days=settings.CLAIM_CODE_DAYS)


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _digest(code: str) -> str:
    plain = "".join(code.split()).replace("-", "").upper()
    return hashlib.sha256(plain.encode()).hexdigest()
