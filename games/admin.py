"""Games for operators to look at. They follow from the events, so nothing can be changed here."""

from django.contrib import admin

from games.models import ConductReport, Game
from truco_api.eventstore.admin import ReadOnlyAdmin


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """One line a game; its cards stay in its events."""

    list_display = ("id", "variant", "phase", "players", "score", "version", "due_at", "changed_at")
    list_filter = ("phase", "variant")
    search_fields = ("id", "origin")
    show_full_result_count = False


@admin.register(ConductReport)
class ConductReportAdmin(ReadOnlyAdmin):
    """What players report of others."""

    list_display = ("created_at", "kind", "reported", "reporter", "game", "origin", "text")
    list_filter = ("kind",)
    search_fields = ("game", "origin", "reported__username")
