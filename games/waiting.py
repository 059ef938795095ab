"""Waiting for something to happen in a game, on a thread of the API.

The stream server does this for thousands at once; here each who waits takes a thread, so only few may, and
the others are answered at once and may ask again.
"""

from threading import BoundedSemaphore
from time import monotonic
from typing import Any, Final
from uuid import UUID

from games.queries import events_after
from games.spectating import sight
from games.states import stream_of
from truco_api.streams.hub import shared

PAGE: Final = 200
_LOOK_AGAIN: Final = 1.0
_PLACES: Final = BoundedSemaphore(2)


def events(game_id: UUID, actor: str | None, *, after: int, seconds: int) -> list[dict[str, Any]]:
    """Up to 200 events after a version as this viewer may see them; after at most `seconds`, perhaps none."""
    seen = sight(game_id, actor)
    found = events_after(seen.state, actor, after, PAGE)
    if found or not seconds or not _PLACES.acquire(blocking=False):
        return found
    until = monotonic() + seconds
    try:
        # The bell may ring for nothing, so it is asked again for as long as there is time.
        while not found and (left := until - monotonic()) > 0:
            # Where a game is shown later than it is played, time alone brings events.
            pause = left if seen.more_at is None else min(left, _LOOK_AGAIN)
            if shared().wait_for(stream_of(game_id), after, pause) or pause < left:
                seen = sight(game_id, actor)
                found = events_after(seen.state, actor, after, PAGE)
    finally:
        _PLACES.release()
    return found
