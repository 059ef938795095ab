"""What championships listen for: the end of a game that is one of their legs."""

from __future__ import annotations

import logging
from uuid import UUID

from tournaments.services import legs
from truco_api.errors import DomainError
from truco_api.eventstore import Recorded, subscriber

log = logging.getLogger(__name__)


@subscriber("tournaments.legs", stream_kind="game", types={"game_finished/1"})
def game_finished(event: Recorded) -> None:
    """Report the leg; a game that was given up for nobody is no result."""
    if event.data["winner"] is None:
        return
    home, away = event.data["score"][:2]
    game_id = UUID(event.stream.removeprefix("game-"))
    try:
        legs.report_leg(
            game_id=game_id, winner=event.data["winner"], score=(home, away), ending=event.data["reason"]
        )
    except DomainError as refusal:
        # The match was decided without it, or called off: refused once, it would be refused for ever.
        log.warning("game %s is not reported: %s", game_id, refusal.code)
