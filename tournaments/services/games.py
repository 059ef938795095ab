"""Online legs as games of the `games` app: opened with the players' accounts, ended when not needed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID, uuid5

from games.rules.table.errors import GameOver
from games.services import abandon, give_stake, open_table, stop
from tournaments.models import Person
from tournaments.rules.bell import BELL, stops
from tournaments.rules.events import PenaltyGiven
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
        score=resume.score if resume else _begins_at(state, match),
        dealer=resume.dealer if resume else match.next_dealer,
    )


def _begins_at(state: Championship, match: Match) -> tuple[int, ...]:
    """The score at which a leg begins: at match point for both where the time has run out so."""
    return (state.regulation.target_of(match.stage) - 1,) * 2 if match.expired == "match_point" else ()


def stop_leg(state: Championship, match: Match, policy: str, *, actor: str) -> tuple[int, int] | None:
    """Stop the game that is on where the bell does so; its score, or None if none is on (any more)."""
    if match.mode != "online" or not match.game_id or policy == "referee":
        return None
    found = stop(
        game_id=UUID(match.game_id),
        reason=BELL,
        actor=actor,
        when=lambda score: stops(state, match, policy, (score[0], score[1])),
    )
    return None if found is None else (found[0], found[1])


def give_stakes(state: Championship, given: Iterable[PenaltyGiven], *, actor: str) -> None:
    """What is at stake in the hands that are on goes to the other side of whoever was punished so."""
    for penalty in given:
        match = state.matches.get(penalty.match or "")
        side = match.side_of(penalty.entry_id) if match else None
        if match is None or side is None or penalty.step != "stake" or not match.game_id:
            continue
        try:
            give_stake(game_id=UUID(match.game_id), team=1 - side, reason="penalty", actor=actor)
        except GameOver:
            continue  # it ended a moment ago, and there is nothing at stake any more


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
