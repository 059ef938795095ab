"""The shape of a verdict: a hand as it stands, as the hand record writes it."""

from typing import Any

from games.rules.legal import hand_moves
from games.rules.moves import to_json
from games.rules.seats import award_json
from games.rules.state import Game, Hand, Play, Trick


def state_of(game: Game) -> dict[str, Any]:
    """What the hand is worth so far, and all that may be done next. JSON-ready."""
    hand = game.hand
    assert hand is not None
    outcome = hand.outcome
    target = game.rules.target
    points = outcome.points if outcome else hand.extras.points
    return {
        "status": "finished" if outcome else "in_progress",
        "score": [min(target, before + paid) for before, paid in zip(hand.deal.score, points, strict=True)],
        "points": list(points),
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "game_over": game.finished,
        "stake": hand.stake,
        "tricks": _tricks(hand),
        "awards": [award_json(award) for award in hand.extras.awards],
        "next": [
            {"seat": seat, "legal": [to_json(move) for move in moves]}
            for seat, moves in sorted(hand_moves(hand).items())
        ],
    }


def _tricks(hand: Hand) -> list[dict[str, Any]]:
    """The finished tricks, and the one on the table while the hand goes on."""
    tricks = [_trick(hand, trick, finished=True) for trick in hand.tricks]
    if hand.table and hand.outcome is None:
        tricks.append(_trick(hand, Trick(hand.leader, hand.table, None), finished=False))
    return tricks


def _trick(hand: Hand, trick: Trick, *, finished: bool) -> dict[str, Any]:
    return {
        "leader": trick.leader,
        "plays": [_play(play) for play in trick.plays],
        "winner_seat": trick.winner,
        "winner_team": None if trick.winner is None else hand.deal.sides[trick.winner],
        "tied": finished and trick.winner is None,
    }


def _play(play: Play) -> dict[str, Any]:
    return {"seat": play.seat, "card": play.card, "covered": play.covered}
