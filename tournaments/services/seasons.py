"""Seasons: found, edit, delete, and which championships count for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from tournaments.errors import AlreadyInSeason, NotInSeason
from tournaments.models import ChampionshipRow, Club, Season, SeasonPart

EDITABLE = ("name", "rules")


def found_season(*, club: Club, name: str, rules: Mapping[str, Any]) -> Season:
    """A season of the club, without championships yet."""
    return Season.objects.create(club=club, name=name, rules=dict(rules))


def edit_season(*, season: Season, changes: Mapping[str, Any]) -> Season:
    """Set the given ones of `name` and `rules`."""
    fields = [field for field in EDITABLE if field in changes]
    for field in fields:
        setattr(season, field, changes[field])
    if fields:
        season.save(update_fields=fields)
    return season


def delete_season(*, season: Season) -> None:
    """Delete a season; its championships stay what they were."""
    season.delete()


@transaction.atomic
def add_championship(*, season: Season, championship: ChampionshipRow, weight: int) -> SeasonPart:
    """Let a championship count for the season, its points `weight` times."""
    part, created = SeasonPart.objects.get_or_create(
        season=season, championship=championship, defaults={"weight": weight}
    )
    if not created:
        raise AlreadyInSeason
    return part


def remove_championship(*, season: Season, championship: ChampionshipRow) -> None:
    """Let a championship count no more."""
    deleted, _ = SeasonPart.objects.filter(season=season, championship=championship).delete()
    if not deleted:
        raise NotInSeason
