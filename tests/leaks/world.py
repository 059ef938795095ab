"""What there is to put into every address: a championship that is being played, and all around it."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from django.apps import apps
from django.db.models import Model

from tests.leaks.routes import UnknownParameterError, addresses
from tests.tournaments.shell.cups import Cup

KINDS = ("owner", "organizer", "arbiter", "scorer", "player", "outsider", "stranger")


def values(cup: Cup, game: str) -> dict[str, list[str]]:
    """Something for every parameter of every address: what is named here, or what the database has of the kind
    that an `…_id` names. UnknownParameterError for a parameter that is neither."""
    known = {
        "championship_id": [cup.id],
        "match_id": ["R1M1"],
        "entry_id": list(cup.entries.values())[:1],
        "stage_id": ["main"],
        "game_id": [game],
        "number": ["1", "2"],
        "before": ["1"],
        "version": ["4", "5"],
        "seat": ["0"],
        "variant": ["paulista"],
        "level": ["entries"],
        "code": ["not_found"],
        "key": ["none"],
        "club_id": [str(cup.world.club.id)],
    }
    wanted = {name for address in addresses() for name in address.parameters} - set(known)
    return known | {name: _of_kind(name) for name in wanted}


def _of_kind(name: str) -> list[str]:
    kinds = _kinds()
    kind = name.removesuffix("_id").replace("_", "")
    model = next((kinds[found] for found in (kind, f"{kind}row") if found in kinds), None)
    if model is None or not name.endswith("_id"):
        raise UnknownParameterError(f"say in tests/leaks/world.py what to put for {name}")
    return [str(row.pk) for row in model._default_manager.all()[:1]] or [str(uuid4())]


def _kinds() -> Mapping[str, type[Model]]:
    return {str(model._meta.model_name): model for model in apps.get_models()}
