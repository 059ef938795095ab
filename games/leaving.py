"""Somebody deletes their account: they leave the tables at which they sit."""

import logging
from typing import Any

from django.dispatch import receiver

from games import policies, services
from games.models import Game
from games.rules.table import Phase
from truco_api.accounts.deletion import deleting
from truco_api.accounts.models import User
from truco_api.errors import DomainError

logger = logging.getLogger(__name__)


@receiver(deleting)
def leave_tables(user: User, **_: Any) -> None:
    """Get up where the game has not begun, give it up where it has; championships have clocks."""
    games = Game.objects.filter(places__holder=user.actor, origin=None).order_by("id")
    for game in games.filter(phase__in=(Phase.OPEN, Phase.PLAYING)).distinct():
        by = services.Asked(user.actor)
        try:
            if game.phase == Phase.PLAYING:
                services.resign(game_id=game.id, seat_for=policies.own_seat(user.actor), by=by)
            else:
                seat = game.places.get(holder=user.actor).seat
                may = policies.may_empty(user.actor, seat)
                services.leave_seat(game_id=game.id, seat=seat, may=may, by=by)
        except DomainError as error:  # it has ended, or begun, meanwhile
            logger.info("A deleted player stays in game %s: %s", game.id, error.code)
