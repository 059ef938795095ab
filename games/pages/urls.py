"""Addresses of the pages of games."""

from django.urls import path

from games import converters  # noqa: F401 - it registers `number`
from games.pages import join, views

urlpatterns = [
    path("join/<slug:code>/", join.join, name="join"),
    path("games/<uuid:game_id>/", views.game, name="game-page"),
    path("games/<uuid:game_id>/hands/<number:number>/", views.hand, name="hand-page"),
]
