"""The end of a match's time: what becomes of the leg that is on, and of the match.

At a table the score sheet says how the last leg stood. Online the game that is on is ended by the bell, if
the policy says so: by "leader" whoever is ahead has it, and with it the match, by legs, then by tentos; by
"match_point" it counts for nobody, and the legs that are left begin at match point for both. With "referee"
the game goes on, as the server deals anyway.
"""

from dataclasses import replace

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bracket import decide_match
from tournaments.rules.evolve import replay
from tournaments.rules.format_fields import TABLED
from tournaments.rules.legs import by_tentos
from tournaments.rules.state import Championship, Leg, Match

Score = tuple[int, int]
BELL = "time"
"""How a leg ended that the bell stopped."""


def stops(state: Championship, match: Match, policy: str, score: Score) -> bool:
    """Whether the bell ends the online leg that is on at this score.

    By "leader" it does not while nobody is ahead in a match that must have a winner: then the leg decides.
    """
    if match.mode != "online" or not match.game_id:
        return False
    if policy == "leader":
        return may_be_drawn(state, match) or leader(_with_leg(match, score)) is not None
    return policy == "match_point"


def may_be_drawn(state: Championship, match: Match) -> bool:
    """Whether the match may end without a winner."""
    return match.level == "draw" or state.regulation.stage(match.stage).format in TABLED


def leader(match: Match) -> int | None:
    """The side that is ahead by the legs played so far, then by their tentos; None if both are level."""
    won = [sum(leg.winner == side for leg in match.legs) for side in (0, 1)]
    return int(won[1] > won[0]) if won[0] != won[1] else by_tentos([leg.score for leg in match.legs])


def rung(
    state: Championship, match: Match, command: cmd.Expire | cmd.CallTime, policy: str, by: str | None
) -> tuple[ev.Event, ...]:
    """The end of the time, what becomes of the leg that is on, and the match if that decides it.

    The command's `score` is that of the running game, which whoever gives the command has just stopped.
    """
    now = command.now_ms
    told: list[ev.Event] = [ev.TimeExpired(match=match.id, policy=policy, by=by, at_ms=now)]
    score = command.score
    if score is not None and stops(state, match, policy, score):
        told.append(_stopped(match, score, policy, now))
    elif match.game_id or match.mode != "online":
        return tuple(told)
    after = replay(told, start=state).matches[match.id]
    return tuple(told) if policy != "leader" else decided_by_leader(state, after, told, now)


def decided_by_leader(
    state: Championship, after: Match, told: list[ev.Event], now_ms: int
) -> tuple[ev.Event, ...]:
    """What was told, and the match decided for who is ahead; no more than that while it has to go on, or a
    dispute about it awaits a ruling."""
    winner = leader(after)
    if after.disputed:
        return tuple(told)
    if winner is None and not (may_be_drawn(state, after) and after.legs):
        return tuple(told)
    legs = tuple(leg.score for leg in after.legs)
    return decide_match(state, after, *told, winner=winner, how="played", legs=legs, now_ms=now_ms)


def _stopped(match: Match, score: Score, policy: str, now_ms: int) -> ev.Event:
    """The leg as the bell leaves it: won by who is ahead, or of no account."""
    number = len(match.legs) + 1
    if policy == "leader" and score[0] != score[1]:
        return ev.LegPlayed(
            match=match.id,
            leg=number,
            game_id=match.game_id,
            winner=int(score[1] > score[0]),
            score=score,
            ending=BELL,
            at_ms=now_ms,
        )
    return ev.LegStopped(match=match.id, leg=number, game_id=match.game_id, score=score, at_ms=now_ms)


def _with_leg(match: Match, score: Score) -> Match:
    if score[0] == score[1]:
        return match
    return replace(match, legs=(*match.legs, Leg(int(score[1] > score[0]), score, ending=BELL)))
