"""The address of the table out of a record, below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.api import standings

urlpatterns: list[URLPattern | URLResolver] = [
    path("standings/", standings.StandingsView.as_view(), name="standings"),
]
