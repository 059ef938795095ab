"""The beginning of a dispute: whether it comes in time and about something, and what it freezes."""

from tournaments.rules import events as ev
from tournaments.rules.command_base import Asked
from tournaments.rules.decide_common import because
from tournaments.rules.disputes import dependents, pending_of
from tournaments.rules.errors import DisputeOpen, FollowsFromBracket, MatchNotDue
from tournaments.rules.errors_disputes import DisputeDecided, DisputeTooLate, InvalidClaim, InvalidEvidence
from tournaments.rules.state import DROPPED, FOLLOWING, Championship, Match

MINUTE_MS = 60_000
TEXT_LIMIT = 2_000
PHOTO_LIMIT = 8
HANDS_LIMIT = 500


def opening(
    state: Championship,
    match: Match,
    asked: Asked,
    *,
    entry: str,
    reason: str,
    claim: ev.Claim,
    record: str = "",
    verdict: str = "",
    photos: tuple[str, ...] = (),
) -> ev.DisputeOpened:
    """The dispute as it is opened, named by a number of its own; raises why it cannot be."""
    reason = because(reason)
    check_shown(reason, photos)
    _check_match(state, match, asked.now_ms)
    if pending_of(state, match.id) is not None:
        raise DisputeOpen(match=match.id)
    _check_claim(state, match, claim, entry)
    minutes = state.regulation.disputes.ruling_minutes
    return ev.DisputeOpened(
        match=match.id,
        dispute=f"D{len(state.disputes) + 1}",
        by=entry,
        claim=claim,
        reason=reason,
        record=record,
        verdict=verdict,
        photos=tuple(dict.fromkeys(photos)),
        due_ms=after(asked.now_ms, minutes),
        frozen=dependents(state, match.id),
        at_ms=asked.now_ms,
    )


def after(now_ms: int, minutes: int | None) -> int | None:
    """The time so many minutes later; None where there is no limit."""
    return None if minutes is None else now_ms + minutes * MINUTE_MS


def check_shown(text: str, photos: tuple[str, ...]) -> None:
    """Refuse a text that is too long and too many pictures."""
    if len(text) > TEXT_LIMIT or len(photos) > PHOTO_LIMIT:
        raise InvalidEvidence(field="photos" if len(photos) > PHOTO_LIMIT else "reason", **LIMITS)


LIMITS = {"characters": TEXT_LIMIT, "photos": PHOTO_LIMIT}


def _check_match(state: Championship, match: Match, now_ms: int) -> None:
    """Something was played or decided, by more than the bracket, and not too long ago."""
    result = match.result
    if result is None:
        if not match.begun:
            raise MatchNotDue(match=match.id)
        return
    if result.how in FOLLOWING or result.how == DROPPED:
        raise FollowsFromBracket(match=match.id)
    minutes = state.regulation.disputes.protest_minutes
    if minutes is not None and now_ms >= result.at_ms + minutes * MINUTE_MS:
        raise DisputeTooLate(match=match.id, minutes=minutes)


def _check_claim(state: Championship, match: Match, claim: ev.Claim, entry: str) -> None:
    """A hand needs its leg and an action its hand; what was ruled on is not disputed again by the same."""
    if claim.leg is None and claim.hand is not None:
        raise InvalidClaim(field="leg")
    if claim.hand is None and claim.action is not None:
        raise InvalidClaim(field="hand")
    if claim.leg is not None and not 1 <= claim.leg <= _legs(match):
        raise InvalidClaim(field="leg")
    if claim.hand is not None and not 1 <= claim.hand <= HANDS_LIMIT:
        raise InvalidClaim(field="hand")
    if claim.action is not None and claim.action < 1:
        raise InvalidClaim(field="action")
    same = (match.id, entry, claim.leg, claim.hand, claim.action)
    for dispute in state.disputes.values():
        named = (dispute.match, dispute.by, dispute.claim.leg, dispute.claim.hand, dispute.claim.action)
        if claim.hand is not None and named == same and dispute.status == "closed":
            raise DisputeDecided(match=match.id, dispute=dispute.id)


def _legs(match: Match) -> int:
    """How many legs there are to dispute: those reported, or those that there can be."""
    if match.mode == "online":
        return len(match.legs) + bool(match.game_id)
    if match.result:
        return len(match.result.legs)
    return len(match.awarded) + len(match.sheet.legs) if match.sheet else match.rule.legs + 1
