"""The streams in the admin site, to look at: nothing of the store can be changed there."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from truco_api.eventstore.chain import instant
from truco_api.eventstore.models import Checkpoint, Head
from truco_api.eventstore.store import load

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Model]
else:
    _Admin = admin.ModelAdmin  # generic for the type checker alone


class ReadOnlyAdmin(_Admin):
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django\'s signature
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002 - Django\'s signature
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002 - Django\'s signature
        """Nobody deletes."""
        return False


@admin.register(Head)
class StreamAdmin(ReadOnlyAdmin):
    """A stream with all its events (an event itself has a key of two columns, which the site cannot show)."""

    list_display = ("stream", "version", "at")
    search_fields = ("stream__startswith",)
    fields = ("stream", "version", "at", "events")
    readonly_fields = ("events",)
    show_full_result_count = False

    @admin.display(description="events")
    def events(self, head: Head) -> SafeString:
        """A table of the stream's events, without their data: that holds cards nobody may see yet."""
        rows = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>",
            (
                (event.version, instant(event.at), event.actor, event.type, event.hash)
                for event in load(head.stream)
            ),
        )
        return format_html("<table>{}</table>", rows)


@admin.register(Checkpoint)
class CheckpointAdmin(ReadOnlyAdmin):
    """How far each subscriber is, and what holds it up."""

    list_display = ("name", "position", "attempts", "retry_at", "error")
