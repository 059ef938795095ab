"""Judging disputes: claims and what is shown for them, rulings, the one appeal, and the clock."""

from typing import assert_never

from tournaments.rules import commands_disputes as cmd
from tournaments.rules import events as ev
from tournaments.rules.bracket import Account
from tournaments.rules.decide_common import because, match_in_play, side_of
from tournaments.rules.dispute_opening import LIMITS, after, check_shown, opening
from tournaments.rules.dispute_rulings import applied, released
from tournaments.rules.disputes import (
    ARBITER,
    CLOCK,
    ORGANIZER,
    Dispute,
    deadline_of,
    pending_of,
)
from tournaments.rules.errors import InvalidRuling, NoDispute, NotRunning
from tournaments.rules.errors_disputes import (
    AppealRefused,
    AppealTooLate,
    ArbiterNotNeutral,
    DisputeOver,
    InvalidEvidence,
    NotTheirDispute,
    OwnRuling,
    RulingGiven,
    RulingTooLate,
    RulingTooSoon,
    TooMuchEvidence,
    UnknownDispute,
)
from tournaments.rules.state import Championship

MOST_EVIDENCE = 30
RULINGS = ("uphold", "adjust", "forfeit", "replay")


def decide_dispute(state: Championship, command: cmd.DisputeCommand) -> tuple[ev.Event, ...]:
    """What becomes of a claim, an answer to one, a ruling, an appeal, or a deadline."""
    match command:
        case cmd.OpenDispute():
            return _open(state, command)
        case cmd.AddEvidence():
            return _add(state, command)
        case cmd.WithdrawDispute():
            return _withdraw(state, command)
        case cmd.NameArbiter():
            return _name(state, command)
        case cmd.RuleDispute():
            return _rule(state, command)
        case cmd.AppealRuling():
            return _appeal(state, command)
        case cmd.AcceptRuling():
            return _accept(state, command)
        case cmd.ExpireDispute():
            return _expire(state, command)
        case _:
            assert_never(command)


def _open(state: Championship, command: cmd.OpenDispute) -> tuple[ev.Event, ...]:
    match = match_in_play(state, command.match)
    side_of(match, command.entry)
    opened = opening(
        state,
        match,
        command,
        entry=command.entry,
        reason=command.reason,
        claim=command.claim,
        record=command.record,
        verdict=command.verdict,
        photos=command.photos,
    )
    return (opened,)


def _add(state: Championship, command: cmd.AddEvidence) -> tuple[ev.Event, ...]:
    dispute = _pending(state, command.dispute)
    if command.entry is not None:
        side_of(state.matches[dispute.match], command.entry)
    text = command.text.strip()
    check_shown(text, command.photos)
    if not (text or command.record or command.photos):
        raise InvalidEvidence(field="text", **LIMITS)
    if len(dispute.evidence) >= MOST_EVIDENCE:
        raise TooMuchEvidence(dispute=dispute.id, limit=MOST_EVIDENCE)
    added = ev.EvidenceAdded(
        match=dispute.match,
        dispute=dispute.id,
        by=command.entry,
        text=text,
        record=command.record,
        verdict=command.verdict,
        photos=tuple(dict.fromkeys(command.photos)),
        at_ms=command.now_ms,
    )
    return (added,)


def _withdraw(state: Championship, command: cmd.WithdrawDispute) -> tuple[ev.Event, ...]:
    """Before it was ruled on. A score sheet that is disputed as a whole needs a ruling in any case."""
    dispute = _pending(state, command.dispute)
    if dispute.by != command.entry:
        raise NotTheirDispute
    if dispute.rulings or dispute.of_sheet:
        raise RulingGiven(dispute=dispute.id)
    taken = ev.DisputeWithdrawn(
        match=dispute.match, dispute=dispute.id, by=command.entry, at_ms=command.now_ms
    )
    return _going_on(state, command.now_ms, *released(state, state.matches[dispute.match], taken))


def _name(state: Championship, command: cmd.NameArbiter) -> tuple[ev.Event, ...]:
    """Only while an arbiter is to rule, and only who may by the regulation."""
    dispute = _pending(state, command.dispute)
    if dispute.status != "open":
        raise RulingGiven(dispute=dispute.id)
    club = not_neutral(state, dispute, command.clubs)
    if club:
        raise ArbiterNotNeutral(club=club)
    if dispute.arbiter == command.arbiter:
        return ()
    named = ev.ArbiterNamed(
        match=dispute.match,
        dispute=dispute.id,
        arbiter=command.arbiter,
        by=command.actor,
        at_ms=command.now_ms,
    )
    return (named,)


def _rule(state: Championship, command: cmd.RuleDispute) -> tuple[ev.Event, ...]:
    dispute = _to_rule_on(state, command)
    reason = because(command.reason)
    _check_instance(state, dispute, command)
    _check_ruling(command)
    minutes = state.regulation.disputes.appeal_minutes
    appealable = dispute.instance == ARBITER and dispute.id
    ruled = ev.DisputeRuled(
        match=dispute.match,
        dispute=dispute.id,
        instance=dispute.instance,
        ruling=command.ruling,
        legs=command.legs,
        entry=command.entry,
        reason=reason,
        by=command.actor,
        appeal_until_ms=after(command.now_ms, minutes) if appealable else None,
        at_ms=command.now_ms,
    )
    return applied(state, dispute, ruled, stand=command.stand, again=command.again)


def _to_rule_on(state: Championship, command: cmd.RuleDispute) -> Dispute:
    """The dispute that is named, or the one about the match."""
    if command.dispute:
        if state.phase not in ("running", "finished"):
            raise NotRunning(phase=state.phase)
        return _named(state, command.dispute)
    match = match_in_play(state, command.match)
    found = pending_of(state, match.id)
    if found is not None:
        return found
    if match.sheet is None or not match.sheet.disputed_by:
        raise NoDispute(match=match.id)
    # A sheet that was disputed before disputes had names.
    return Dispute("", match.id, match.sheet.disputed_by, ev.Claim(), command.now_ms, None, of_sheet=True)


def _check_instance(state: Championship, dispute: Dispute, command: cmd.RuleDispute) -> None:
    """Who rules is the instance whose turn it is, in time, of neither club, and not their own judge."""
    if dispute.closed:
        raise DisputeOver(dispute=dispute.id)
    if not dispute.awaits_ruling:
        raise RulingGiven(dispute=dispute.id)
    deadline = deadline_of(state, dispute)
    if deadline is not None and command.now_ms >= deadline:
        raise RulingTooLate(dispute=dispute.id)
    if command.instance != dispute.instance:
        late = dispute.instance == ORGANIZER
        raise RulingTooLate(dispute=dispute.id) if late else RulingTooSoon(dispute=dispute.id)
    if dispute.rulings and dispute.rulings[-1].by == command.actor:
        raise OwnRuling
    club = not_neutral(state, dispute, command.clubs)
    if dispute.instance == ARBITER and club:
        raise ArbiterNotNeutral(club=club)


def not_neutral(state: Championship, dispute: Dispute, clubs: tuple[str, ...]) -> str:
    """The club of an entry for which a member of these clubs may not rule by the regulation; "" if none."""
    if state.regulation.disputes.arbiter != "neutral":
        return ""
    own = {club.strip().casefold() for club in clubs}
    sides = (state.entries[side].club for side in state.matches[dispute.match].sides if side)
    return next((club for club in sides if club and club.strip().casefold() in own), "")


def _check_ruling(command: cmd.RuleDispute) -> None:
    if command.ruling not in RULINGS:
        raise InvalidRuling(field="ruling")
    if (command.ruling == "adjust") != bool(command.legs):
        raise InvalidRuling(field="legs")
    if (command.ruling == "forfeit") != (command.entry is not None):
        raise InvalidRuling(field="entry")


def _appeal(state: Championship, command: cmd.AppealRuling) -> tuple[ev.Event, ...]:
    dispute = _named(state, command.dispute)
    side_of(state.matches[dispute.match], command.entry)
    reason = because(command.reason)
    check_shown(reason, ())
    until = dispute.rulings[-1].appeal_until_ms if dispute.rulings else None
    if dispute.closed == "time" or (until is not None and not dispute.appeal and command.now_ms >= until):
        raise AppealTooLate(dispute=dispute.id)
    if dispute.status != "ruled" or command.entry in dispute.accepted:
        raise AppealRefused(dispute=dispute.id)
    minutes = state.regulation.disputes.ruling_minutes
    appealed = ev.RulingAppealed(
        match=dispute.match,
        dispute=dispute.id,
        by=command.entry,
        reason=reason,
        due_ms=after(command.now_ms, minutes),
        at_ms=command.now_ms,
    )
    return (appealed,)


def _accept(state: Championship, command: cmd.AcceptRuling) -> tuple[ev.Event, ...]:
    dispute = _pending(state, command.dispute)
    match = state.matches[dispute.match]
    side_of(match, command.entry)
    if dispute.status != "ruled":
        raise AppealRefused(dispute=dispute.id)
    if command.entry in dispute.accepted:
        return ()
    names = {"match": dispute.match, "dispute": dispute.id}
    accepted = ev.RulingAccepted(**names, by=command.entry, at_ms=command.now_ms)
    if {*dispute.accepted, command.entry} != set(match.sides):
        return (accepted,)
    closed = ev.DisputeClosed(**names, why="accepted", at_ms=command.now_ms)
    return _going_on(state, command.now_ms, accepted, closed)


def _expire(state: Championship, command: cmd.ExpireDispute) -> tuple[ev.Event, ...]:
    """Without a ruling the organizer rules; without one of theirs all stays as it is; without an appeal the
    ruling is the last word."""
    dispute = _named(state, command.dispute)
    now = command.now_ms
    deadline = deadline_of(state, dispute)
    if deadline is None or now < deadline:
        return ()
    names = {"match": dispute.match, "dispute": dispute.id}
    if dispute.status == "open":
        minutes = state.regulation.disputes.ruling_minutes
        return (ev.DisputeLapsed(**names, due_ms=after(now, minutes), at_ms=now),)
    if dispute.status == "ruled":
        return _going_on(state, now, ev.DisputeClosed(**names, why="time", at_ms=now))
    ruled = ev.DisputeRuled(
        **names,
        instance=CLOCK,
        ruling="uphold",
        legs=(),
        entry=None,
        reason="",
        by=command.actor,
        appeal_until_ms=None,
        at_ms=now,
    )
    return applied(state, dispute, ruled)


def _going_on(state: Championship, now_ms: int, *events: ev.Event) -> tuple[ev.Event, ...]:
    """These events, and all that had waited for them."""
    account = Account(state, now_ms)
    account.tell(*events)
    account.conclude()
    return tuple(account.events)


def _named(state: Championship, dispute_id: str) -> Dispute:
    found = state.disputes.get(dispute_id)
    if found is None:
        raise UnknownDispute(dispute=dispute_id)
    return found


def _pending(state: Championship, dispute_id: str) -> Dispute:
    found = _named(state, dispute_id)
    if found.closed:
        raise DisputeOver(dispute=dispute_id)
    if state.phase == "cancelled":
        raise NotRunning(phase=state.phase)
    return found
