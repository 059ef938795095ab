"""The addresses of regulations, below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.api import regulations

urlpatterns: list[URLPattern | URLResolver] = [
    path("regulations/check/", regulations.CheckRegulationView.as_view(), name="check-regulation"),
    path("regulations/schema/", regulations.RegulationSchemaView.as_view(), name="regulation-schema"),
    path("regulations/schema/season/", regulations.SeasonSchemaView.as_view(), name="season-schema"),
    path("regulations/presets/", regulations.PresetsView.as_view(), name="regulation-presets"),
]
