"""The streams in the description of the API: they are served elsewhere, so the views do not tell of them."""

from typing import Any

from django.conf import settings

_SUBJECTS = {
    "games": ("game_id", "a game, as the caller may see it"),
    "championships": ("championship_id", "a championship"),
}
_UUID = {"type": "string", "format": "uuid"}
_AFTER = {
    "name": "after",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1, "default": 0},
    "description": "The last version that was seen.",
}
_SIGNALS = {
    **_AFTER,
    "name": "signals",
    "description": "The last signal that was seen, by the reader's own number; see `GET …/signals/`.",
}
_LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "schema": {"type": "string"},
    "description": "The same, as browsers send it when they connect again; goes before `after`.",
}
_CURSORS = {"games": [_AFTER, _SIGNALS], "championships": [_AFTER]}
_FRAMES = {
    "description": "Server-sent events without end. `id` is the event's version, `data` the event as JSON. "
    "A frame `resync` carries no event: its `version` is the newest, and the whole view should be fetched "
    "again. A frame `signal` carries a signal that the reader sees, without an id. Comments keep the "
    "connection alive. After ten minutes the stream ends; connect again.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}


def add_streams(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular: one operation for each kind of stream."""
    for kind, (ident, what) in _SUBJECTS.items():
        which = {"name": ident, "in": "path", "required": True, "schema": _UUID}
        result["paths"][f"/api/v1/{kind}/{{{ident}}}/stream/"] = {
            "get": {
                "operationId": f"{kind}_stream",
                "description": f"What happens in {what}, as it happens.",
                "servers": [{"url": settings.STREAM_URL or "/", "description": "The stream process"}],
                "tags": ["streams"],
                "parameters": [*_CURSORS[kind], which, _LAST_EVENT_ID],
                "security": [{"token": []}, {}],
                "responses": {"200": _FRAMES},
            }
        }
    return result
