"""Online legs as games of the `games` app: opened with the players' accounts, ended when not needed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid5

from games.rules.table.errors import GameOver
from games.services import abandon, open_table
from tournaments.models import Person
from tournaments.rules.state import Championship, Match

ORIGIN = "championship"


def open_leg(state: Championship, match: Match, leg: int, *, actor: str, now: datetime) -> UUID | None:
    """Open the game of a leg, home on the even seats; None while a player has no account (any more).

    The game's id follows from what it is for, so that the same leg can never have two games. A hand that is
    played again by a ruling begins the game at the score before it, with the same dealer.
    """
    regulation = state.regulation
    seats = _seats(state, match)
    if seats is None:
        return None
    variant, options = regulation.game_of(match.stage)
    resume = match.resume
    return open_table(
        variant=variant,
        options=dict(options),
        players=regulation.players,
        clock=regulation.clock,
        seats=seats,
        actor=actor,
        origin=f"{ORIGIN}:{state.id}/{match.id}/{leg}",
        start=True,
        now=now,
        game_id=uuid5(UUID(state.id), f"{match.id}/{leg}/{len(match.past_games)}"),
        score=resume.score if resume else (),
        dealer=resume.dealer if resume else None,
    )


def end_games(before: Championship, after: Championship, *, actor: str) -> None:
    """End the games that are legs no longer: their match was decided or annulled without them."""
    for match in before.matches.values():
        now = after.matches[match.id]
        over = after.phase == "cancelled" or now.game_id != match.game_id
        if not match.game_id or not over or match.game_id in {leg.game_id for leg in now.legs}:
            continue
        try:
            abandon(game_id=UUID(match.game_id), team=_loser(now), reason=_reason(now), actor=actor)
        except GameOver:
            continue  # it ended by itself a moment ago, and its report will find the match decided


def _seats(state: Championship, match: Match) -> dict[int, str] | None:
    members = [state.entries[side].members for side in match.sides if side]
    accounts = dict(
        Person.objects.filter(
            id__in=[m for side in members for m in side], account__is_active=True
        ).values_list("id", "account_id")
    )
    seats = {
        2 * place + side: accounts.get(UUID(member))
        for side, persons in enumerate(members)
        for place, member in enumerate(persons)
    }
    if None in seats.values():
        return None
    return {seat: f"user:{account}" for seat, account in sorted(seats.items())}


def _loser(match: Match) -> int | None:
    """The side that the decision went against; None if it went against nobody."""
    winner = match.side_of(match.result.winner) if match.result else None
    return None if winner is None else 1 - winner


def _reason(match: Match) -> str:
    return match.result.how if match.result else "annulled"
