"""Celery's part: to wake. What is due is found in the database, and decided by the rules."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments import ratings
from tournaments.services import legs
from truco_api.eventstore import StaleVersion


@shared_task
def sweep() -> int:
    """Find the championships at which something is due and have each looked at; how many."""
    due = legs.claim_due(now=timezone.now())
    for championship_id, version in due:
        advance.delay(str(championship_id), version)
    if ratings.behind(now=timezone.now()):
        rate.delay()
    return len(due)


@shared_task
def rate() -> int:
    """Bring the ratings up to date; how many matches were counted."""
    return ratings.bring_up_to_date(now=timezone.now())


@shared_task
def advance(championship_id: str, expected_version: int) -> int:
    """Do what is due as of this version; nothing (0 events) on a second delivery or after anything else."""
    try:
        return legs.advance(championship_id=UUID(championship_id), expected_version=expected_version)
    except StaleVersion:
        return 0
