"""The stream server: waiting for events, and having them sent. A small ASGI process beside the API.

GET /api/v1/{games,championships}/{id}/events/?after=17&wait=25   events after version 17, waited for
GET /api/v1/{games,championships}/{id}/stream/?after=17           the same as server-sent events
GET /api/v1/games/{id}/stream/?after=17&signals=3                 with the signals after one's own third
GET /healthz, /readyz
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")
django.setup()

from truco_api.streams import server, sources  # noqa: E402 - they need Django set up

app = server.build(sources.all_sources())
