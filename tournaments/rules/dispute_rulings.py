"""What a ruling does: the result stands, is another, goes to one side, or is played for again."""

from dataclasses import replace

from tournaments.rules import events as ev
from tournaments.rules.bell import decided_by_leader
from tournaments.rules.bracket import Account, decide_match, outcome
from tournaments.rules.decide_common import decide_sheet, side_of, winner_by
from tournaments.rules.disputes import Dispute
from tournaments.rules.errors import FollowsFromBracket, LaterMatchBegun
from tournaments.rules.evolve import evolve
from tournaments.rules.legs import is_over
from tournaments.rules.recount import Change, Choice, Recount
from tournaments.rules.schedule import all_played, match_winner
from tournaments.rules.state import AWARDED, DROPPED, FOLLOWING, Championship, Leg, Match


def applied(
    state: Championship,
    dispute: Dispute,
    ruled: ev.DisputeRuled,
    *,
    stand: tuple[str, ...] = (),
    again: tuple[str, ...] = (),
) -> tuple[ev.Event, ...]:
    """The ruling and everything that follows from it; LaterMatchBegun while what was played on the strength
    of a result that it changes is neither to stand nor to be played again."""
    match = state.matches[dispute.match]
    choice = Choice(frozenset(stand), frozenset(again), ruled.reason, ruled.by)
    events = _done(state, dispute, match, ruled, choice)
    account = Account(state, ruled.at_ms)
    account.tell(*events)
    account.conclude()
    return tuple(account.events)


def _done(
    state: Championship, dispute: Dispute, match: Match, ruled: ev.DisputeRuled, choice: Choice
) -> tuple[ev.Event, ...]:
    match ruled.ruling:
        case "uphold":
            return released(state, match, ruled)
        case "replay":
            return _replayed(state, dispute, match, ruled, choice)
        case _:
            return _changed(state, dispute, match, ruled, choice)


def released(
    state: Championship, match: Match, spoken: ev.DisputeRuled | ev.DisputeWithdrawn
) -> tuple[ev.Event, ...]:
    """What was spoken lets the result stand; what was held back until now is decided as it was played."""
    if match.result:
        return (spoken,)
    if isinstance(spoken, ev.DisputeRuled) and match.sheet and match.sheet.disputed_by:
        return decide_sheet(state, match, spoken)
    if match.mode != "online" or not match.legs or match.game_id:
        return (spoken,)
    if all_played(match):
        legs = tuple(leg.score for leg in match.legs)
        winner = match_winner(match)
        return decide_match(state, match, spoken, winner=winner, how="played", legs=legs, now_ms=spoken.at_ms)
    if match.expired == "leader":
        return decided_by_leader(state, replace(match, disputed=""), [spoken], spoken.at_ms)
    return (spoken,)


def _changed(
    state: Championship, dispute: Dispute, match: Match, ruled: ev.DisputeRuled, choice: Choice
) -> tuple[ev.Event, ...]:
    """Other legs, or one side's loss, in the place of what was played."""
    if match.result is None and _goes_on(match, ruled):
        legs = _same_games(match, ruled)
        told = ev.LegsAdjusted(match=match.id, dispute=dispute.id, legs=legs, at_ms=ruled.at_ms)
        return (ruled, told)
    if ruled.entry is not None:
        winner: int | None = 1 - side_of(match, ruled.entry)
        how = "forfeit"
    else:
        winner, how = winner_by(state, match, ruled.legs), "adjudicated"
    if match.result is None:
        return decide_match(state, match, ruled, winner=winner, how=how, legs=ruled.legs, now_ms=ruled.at_ms)
    winner_id, loser_id = outcome(match, winner)
    corrected = ev.ResultCorrected(
        match=match.id,
        winner=winner_id,
        loser=loser_id,
        how=how,
        legs=ruled.legs,
        reason=ruled.reason,
        by=ruled.by,
        at_ms=ruled.at_ms,
    )
    return _recounted(state, ruled, corrected, choice)


def _goes_on(match: Match, ruled: ev.DisputeRuled) -> bool:
    """Whether the legs of an online match were only put right so far, with more to be played."""
    if match.mode != "online" or not ruled.legs or len(ruled.legs) != len(match.legs):
        return False
    return not is_over(ruled.legs, match.rule)


def _same_games(match: Match, ruled: ev.DisputeRuled) -> tuple[ev.PlayedLeg, ...]:
    return tuple(
        _told(leg)
        if score == leg.score
        else ev.PlayedLeg(
            winner=int(score[1] > score[0]), score=score, game_id=leg.game_id, ending="adjudicated"
        )
        for leg, score in zip(match.legs, ruled.legs, strict=True)
    )


def _replayed(
    state: Championship, dispute: Dispute, match: Match, ruled: ev.DisputeRuled, choice: Choice
) -> tuple[ev.Event, ...]:
    """The hand or the leg again, as the regulation has it; without a leg the whole match."""
    events: tuple[ev.Event, ...] = (ruled,)
    if match.result:
        reopened = ev.MatchReopened(match=match.id, reason=ruled.reason, by=ruled.by, at_ms=ruled.at_ms)
        events = _recounted(state, ruled, reopened, choice)
    claim = dispute.claim
    if claim.leg is None:
        return events
    hand = claim.hand if state.regulation.disputes.replay == "hand" else None
    if match.mode == "online":
        kept = [leg for number, leg in enumerate(match.legs, 1) if number != claim.leg]
    else:
        # At a table a new sheet tells all legs; only those that were given are known without one.
        kept = [leg for leg in match.legs if leg.ending in AWARDED]
    ordered = ev.ReplayOrdered(
        match=match.id,
        dispute=dispute.id,
        leg=claim.leg,
        hand=hand,
        score=claim.score if hand is not None else (),
        dealer=claim.dealer if hand is not None else None,
        legs=tuple(map(_told, kept)),
        at_ms=ruled.at_ms,
    )
    return (*events, ordered)


def _told(leg: Leg) -> ev.PlayedLeg:
    return ev.PlayedLeg(winner=leg.winner, score=leg.score, game_id=leg.game_id, ending=leg.ending)


def _recounted(
    state: Championship, ruled: ev.DisputeRuled, change: Change, choice: Choice
) -> tuple[ev.Event, ...]:
    """Another result, or none, and all that follows from it, as for any correction."""
    result = state.matches[change.match].result
    if result is not None and (result.how in FOLLOWING or result.how == DROPPED):
        raise FollowsFromBracket(match=change.match)
    recount = Recount(evolve(state, ruled), change, choice)
    account = recount.run()
    if recount.missing:
        raise LaterMatchBegun(match=change.match, later=recount.missing[0])
    return (ruled, *account.events)
