"""Seasons: found, edit, delete, which championships count for them, and those that their documents state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games.services import Answer, Asked
from tournaments.errors import (
    AlreadyInSeason,
    FinalNotReady,
    FinalUndecided,
    NotInSeason,
    SeasonByDocument,
    SeasonFrozen,
    SeasonNotFound,
    SeasonStageTaken,
    UnknownSeasonStage,
)
from tournaments.models import ChampionshipRow, Club, Season, SeasonPart
from tournaments.queries import rankings
from tournaments.rules.season_document import FINAL, complete_season, part_of, regulation_of
from tournaments.services import championships
from tournaments.services.championships import Coming

EDITABLE = ("name", "rules", "document")
BEFORE_DRAW = ("created", "open", "closed")
CANCELLED = "cancelled"


def found_season(
    *,
    club: Club,
    name: str,
    rules: Mapping[str, Any] | None = None,
    document: Mapping[str, Any] | None = None,
) -> Season:
    """A season of the club, without championships yet; by its rules, or by a document they follow from."""
    if (rules is None) == (document is None):
        raise SeasonByDocument(field="rules")
    if document is None:
        return Season.objects.create(club=club, name=name, rules=dict(rules or {}))
    whole = complete_season(document)
    return Season.objects.create(club=club, name=name, rules=rules_in(whole), document=whole)


@transaction.atomic
def edit_season(*, season: Season, changes: Mapping[str, Any]) -> Season:
    """Set the given ones of `name`, `rules` and `document`, the document until a championship is drawn."""
    season = _locked(season)
    found = {field: changes[field] for field in EDITABLE if field in changes}
    if "rules" in found and (season.document is not None or "document" in found):
        raise SeasonByDocument(field="rules")
    if "document" in found:
        if season.parts.exclude(championship__phase__in=(*BEFORE_DRAW, CANCELLED)).exists():
            raise SeasonFrozen
        found["document"] = complete_season(found["document"])
        found["rules"] = rules_in(found["document"])
    for field, value in found.items():
        setattr(season, field, value)
    if found:
        season.save(update_fields=list(found))
    return season


def _locked(season: Season) -> Season:
    """The season as it is now, locked; SeasonNotFound when it was deleted meanwhile."""
    locked = Season.objects.select_for_update().filter(id=season.id).first()
    if locked is None:
        raise SeasonNotFound
    return locked


def rules_in(document: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a season as its complete document has them."""
    return {
        **document["points"],
        "best_results": document["best_results"],
        "criteria": document["criteria"],
    }


def delete_season(*, season: Season) -> None:
    """Delete a season; its championships stay what they were."""
    season.delete()


@transaction.atomic
def add_championship(
    *, season: Season, championship: ChampionshipRow, weight: int, stage: str = ""
) -> SeasonPart:
    """Let a championship count for the season, its points `weight` times; as that of a `stage` if it is."""
    _locked(season)
    if stage:
        weight = _stated(season, stage)["weight"]
        _free(season, stage)
    part, created = SeasonPart.objects.get_or_create(
        season=season, championship=championship, defaults={"weight": weight, "stage": stage}
    )
    if not created:
        raise AlreadyInSeason
    return part


def remove_championship(*, season: Season, championship: ChampionshipRow) -> None:
    """Let a championship count no more."""
    deleted, _ = SeasonPart.objects.filter(season=season, championship=championship).delete()
    if not deleted:
        raise NotInSeason


@transaction.atomic
def hold_stage(*, season: Season, stage: str, by: Asked, name: str) -> Answer:
    """Found the championship of a stage, by its regulation; the final with those who have come into it."""
    season = _locked(season)
    stated = _stated(season, stage)
    coming = _finalists(season) if stage == FINAL else ()
    title = name or stated["name"] or f"{season.name} – {stage}"
    answer = championships.create(
        by=by,
        club_id=season.club_id,
        name=title,
        regulation=regulation_of(season.document or {}, stage),
        entries=coming,
    )
    known = season.parts.filter(championship_id=answer.body["id"]).exists()
    if not known:  # asked again with the same key, it is the championship that was founded then
        _free(season, stage)
        SeasonPart.objects.create(
            season=season, championship_id=answer.body["id"], weight=stated["weight"], stage=stage
        )
    return answer


def _stated(season: Season, stage: str) -> Mapping[str, Any]:
    try:
        return part_of(season.document or {"stages": (), FINAL: None}, stage)
    except KeyError:
        raise UnknownSeasonStage(stage=stage) from None


def _free(season: Season, stage: str) -> None:
    """Refuse a second championship of a stage, unless the first was called off."""
    if season.parts.filter(stage=stage).exclude(championship__phase=CANCELLED).exists():
        raise SeasonStageTaken(stage=stage)


def _finalists(season: Season) -> Sequence[Coming]:
    """Who plays the final, best first: known when every stage is over and nobody is level across the line."""
    document = season.document or {}
    over = set(season.parts.filter(championship__phase="finished").values_list("stage", flat=True))
    for stage in document["stages"]:
        if stage["id"] not in over:
            raise FinalNotReady(stage=stage["id"])
    final = document[FINAL]
    through, undecided = rankings.final_field(season, direct=final["direct"], size=final["size"])
    if undecided:
        raise FinalUndecided(names=", ".join(undecided))
    return [
        Coming(row.name, tuple(map(str, row.members)), row.club, rank) for rank, row in enumerate(through, 1)
    ]
