"""What there is to put into every address: a championship that is being played, and all around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import uuid4

from django.apps import apps

from tests.leaks.routes import Address, UnknownParameterError, addresses
from tests.tournaments.shell.cups import Cup

KINDS = ("owner", "organizer", "arbiter", "scorer", "player", "outsider", "stranger")


_OTHERWISE = {"webhook": "endpoint"}
"""What is called otherwise in addresses than in the database."""


def values(cup: Cup, game: str) -> dict[str, list[str]]:
    """Something for every parameter of every address of the project."""
    known = {
        "championship_id": [cup.id],
        "match_id": ["R1M1"],
        "entry_id": list(cup.entries.values())[:1],
        "stage_id": ["main"],
        "dispute_id": ["D1"],
        "sha256": ["0" * 64],
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
    return filled(known, addresses())


def filled(known: Mapping[str, list[str]], wanted: Iterable[Address]) -> dict[str, list[str]]:
    """What is known, and for every other `..._id` what the database has of such a kind; for a parameter that
    is neither UnknownParameterError."""
    missing = {name for address in wanted for name in address.parameters} - set(known)
    return {**known, **{name: _of_kind(name) for name in missing}}


def _of_kind(name: str) -> list[str]:
    kind = name.removesuffix("_id").replace("_", "")
    names = {kind, f"{kind}row", f"match{kind}", f"device{kind}", _OTHERWISE.get(kind, kind)}
    models = [model for model in apps.get_models() if model._meta.model_name in names]
    if not models or not name.endswith("_id"):
        raise UnknownParameterError(f"say in tests/leaks/world.py what to put for {name}")
    rows = [row for model in models for row in model._default_manager.all()[:1]]
    return [str(row.pk) for row in rows] or [str(uuid4())]
