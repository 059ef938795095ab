"""Signing devices out."""

from django.db.models import QuerySet

from truco_api.accounts.models import Token


def end(devices: QuerySet[Token]) -> int:
    """Sign these devices out: their tokens are worth nothing, access tokens on the action path once they
    have expired; how many they were."""
    return devices.delete()[1].get(Token._meta.label, 0)
