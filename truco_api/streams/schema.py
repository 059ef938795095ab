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
_POSITION = {
    **_AFTER,
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**15 - 1, "default": 0},
    "description": "The last position that was seen; without one the stream begins now, with a `resync`.",
}
_WAIT = {
    "name": "wait",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0, "maximum": 25, "default": 0},
    "description": "For how many seconds to wait for something, while there is nothing.",
}
_OWN_EVENT = {
    "type": "object",
    "description": "Something that concerns the caller.",
    "required": ["position", "about", "id", "event"],
    "properties": {
        "position": {"type": "integer", "description": "The cursor of one's own stream."},
        "about": {"type": "string", "description": "`game`, `championship`, or `person`: told to you alone."},
        "id": {"type": "string", "format": "uuid", "description": "Of the game, championship or account."},
        "event": {"type": "object", "additionalProperties": True, "description": "As in its own stream."},
        "your_turn": {"type": "boolean", "description": "Of a game: whether it is yours to act now."},
        "clock": {
            "description": "Of a game, with its newest event: how the clocks stand.",
            "oneOf": [{"$ref": "#/components/schemas/GameClock"}, {"type": "null"}],
        },
    },
}
_OWN_EVENTS = {
    "type": "object",
    "required": ["events", "position"],
    "properties": {
        "events": {"type": "array", "items": {"$ref": "#/components/schemas/OwnEvent"}},
        "position": {"type": "integer", "description": "Ask again after this one."},
        "resync": {"type": "boolean", "description": "Too far behind, or no cursor: fetch the views anew."},
    },
}
_OWN_FRAMES = {
    "description": "Server-sent events without end. `id` is the position, `data` an `OwnEvent`. A frame "
    "`resync` carries no event: its `position` is the newest, and the views should be fetched anew.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}
_CURSORS = {"games": [_AFTER, _SIGNALS], "championships": [_AFTER]}
_FRAMES = {
    "description": "Server-sent events without end. `id` is the event's version, `data` the event as JSON. "
    "A frame `resync` carries no event: its `version` is the newest, and the whole view should be fetched "
    "again. Frames of a game that are no event have no id: `clock` says how the clocks stand, `presence` who "
    "is connected, `signal` carries a signal that the reader sees. Comments keep the connection alive. After "
    "ten minutes the stream ends; connect again.",
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
    result["components"]["schemas"] |= {"OwnEvent": _OWN_EVENT, "OwnEvents": _OWN_EVENTS}
    answer = {"schema": {"$ref": "#/components/schemas/OwnEvents"}}
    told = {"description": "What concerns the caller.", "content": {"application/json": answer}}
    result["paths"]["/api/v1/me/stream/"] = _own("me_stream", [_POSITION, _LAST_EVENT_ID], _OWN_FRAMES)
    result["paths"]["/api/v1/me/events/"] = _own("me_events", [_POSITION, _WAIT], told)
    return result


def _own(operation: str, parameters: list[dict[str, Any]], answer: dict[str, Any]) -> dict[str, Any]:
    return {
        "get": {
            "operationId": operation,
            "description": "Everything that concerns the caller: what happens in their games, as their seat "
            "may see it, and whose turn it is; calls and results in their championships; invitations.",
            "servers": [{"url": settings.STREAM_URL or "/", "description": "The stream process"}],
            "tags": ["streams"],
            "parameters": parameters,
            "security": [{"token": []}],
            "responses": {"200": answer},
        }
    }
