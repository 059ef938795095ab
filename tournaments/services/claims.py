"""What a claim names, looked up: an online game's hand in its stream, a table's hand in its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import rfc8785

from games import hands
from games.errors import NoSuchHand
from games.rules.options import rules_for
from games.rules.record import Record, read_record, verdict
from tournaments.errors import RecordOfAnotherGame
from tournaments.rules.errors_disputes import InvalidClaim
from tournaments.rules.events import Claim
from tournaments.rules.state import Championship, Match


def claim_of(
    state: Championship,
    match: Match,
    *,
    leg: int | None,
    hand: int | None,
    action: int | None,
    record: Mapping[str, Any] | None,
) -> Claim:
    """The claim with what is known of the hand; InvalidClaim for a hand or an action that there is not."""
    named = Claim(leg=leg, hand=hand, action=action)
    if leg is None or hand is None:
        return named
    if match.mode == "online":
        return _online(match, named)
    if record is None:
        return named
    found = judged(state, match, record)
    if action is not None and not 1 <= action <= len(found.actions):
        raise InvalidClaim(field="action")
    return Claim(leg=leg, hand=hand, action=action, score=found.game.score, dealer=found.game.dealer)


def judged(state: Championship, match: Match, record: Mapping[str, Any]) -> Record:
    """The record, if it is one of a hand that can have been played in this match at a table."""
    if match.mode == "online":
        raise InvalidClaim(field="record")
    found = read_record(record)
    variant, options = state.regulation.game_of(match.stage)
    rules = rules_for(variant, state.regulation.players, options)
    given = found.game.rules
    if (given.variant, given.players, given.settled()) != (rules.variant, rules.players, rules.settled()):
        raise RecordOfAnotherGame(field="record")
    return found


def as_text(record: Mapping[str, Any] | None) -> str:
    """The record as it goes into an event."""
    return rfc8785.dumps(dict(record)).decode() if record else ""


def verdict_text(state: Championship, match: Match, record: Mapping[str, Any] | None) -> str:
    """What the rules say of the record, in short and without words of any language."""
    if record is None:
        return ""
    told = verdict(judged(state, match, record))
    short = {name: told[name] for name in ("status", "score", "points", "winner", "reason")}
    wrong = told.get("error")
    if wrong:
        short["error"] = {"action": wrong["action"], "code": wrong["code"]}
    return rfc8785.dumps(short).decode()


def _online(match: Match, named: Claim) -> Claim:
    """The hand in the stream of the leg's game: its score and dealer, and the event that the action is."""
    assert named.leg is not None, "asked for a claim about a leg"
    assert named.hand is not None, "asked for a claim about a hand"
    games = [leg.game_id for leg in match.legs] + [match.game_id]
    game_id = games[named.leg - 1] if 1 <= named.leg <= len(games) else ""
    if not game_id:
        raise InvalidClaim(field="leg")
    try:
        hand = hands.hand_of(UUID(game_id), named.hand)
    except NoSuchHand as missing:
        raise InvalidClaim(field="hand") from missing
    version = None
    if named.action is not None:
        if not 1 <= named.action <= len(hand.played):
            raise InvalidClaim(field="action")
        version = hand.played[named.action - 1].recorded.version
    return Claim(
        leg=named.leg,
        hand=named.hand,
        action=named.action,
        game_id=game_id,
        version=version,
        score=hand.score,
        dealer=hand.dealer,
    )
