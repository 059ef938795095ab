"""Remembering what concerns disputes: how far each is, which matches it holds, and what is played again."""

from dataclasses import replace
from typing import assert_never

from tournaments.rules import events_disputes as ev
from tournaments.rules.disputes import ORGANIZER, Appeal, Dispute, Evidence, Ruling, freezing
from tournaments.rules.evolve_matches import annulled, resumed, with_match
from tournaments.rules.state import Call, Championship, Leg, Match, Resume


def evolve_dispute(state: Championship, event: ev.DisputeEvent) -> Championship:
    """The state after something that concerns a dispute."""
    if isinstance(event, ev.DisputeOpened):
        return _held(resumed(_with(state, _opened(state, event))))
    if isinstance(event, ev.ReplayOrdered | ev.LegsAdjusted):
        return with_match(state, _played(state.matches[event.match], event))
    if isinstance(event, ev.DisputeRuled):
        state = _ruled_on_match(state, event)
    known = state.disputes.get(event.dispute)
    # Before disputes had names, a sheet's was ruled on without one.
    return state if known is None else _held(_with(state, _changed(known, event)))


def _opened(state: Championship, event: ev.DisputeOpened) -> Dispute:
    sheet = state.matches[event.match].sheet
    shown = Evidence(event.by, event.reason, event.record, event.verdict, event.photos, event.at_ms)
    return Dispute(
        id=event.dispute,
        match=event.match,
        by=event.by,
        claim=event.claim,
        at_ms=event.at_ms,
        due_ms=event.due_ms,
        frozen=event.frozen,
        of_sheet=bool(sheet and sheet.disputed_by),
        evidence=(shown,),
    )


def _changed(
    dispute: Dispute,
    event: ev.EvidenceAdded
    | ev.DisputeWithdrawn
    | ev.ArbiterNamed
    | ev.DisputeLapsed
    | ev.DisputeRuled
    | ev.RulingAppealed
    | ev.RulingAccepted
    | ev.DisputeClosed,
) -> Dispute:
    match event:
        case ev.EvidenceAdded():
            shown = Evidence(event.by, event.text, event.record, event.verdict, event.photos, event.at_ms)
            return replace(dispute, evidence=(*dispute.evidence, shown))
        case ev.DisputeWithdrawn():
            return replace(dispute, closed="withdrawn")
        case ev.ArbiterNamed():
            return replace(dispute, arbiter=event.arbiter)
        case ev.DisputeLapsed():
            return replace(dispute, instance=ORGANIZER, due_ms=event.due_ms)
        case ev.DisputeRuled():
            closed = "ruled" if event.appeal_until_ms is None else ""
            return replace(dispute, rulings=(*dispute.rulings, _ruling(event)), due_ms=None, closed=closed)
        case ev.RulingAppealed():
            appeal = Appeal(event.by, event.reason, event.at_ms)
            return replace(dispute, instance=ORGANIZER, appeal=appeal, due_ms=event.due_ms)
        case ev.RulingAccepted():
            return replace(dispute, accepted=(*dispute.accepted, event.by))
        case ev.DisputeClosed():
            return replace(dispute, closed=event.why)
        case _:
            assert_never(event)


def _ruling(event: ev.DisputeRuled) -> Ruling:
    return Ruling(
        event.instance,
        event.ruling,
        event.legs,
        event.entry,
        event.reason,
        event.by,
        event.at_ms,
        event.appeal_until_ms,
    )


def _ruled_on_match(state: Championship, event: ev.DisputeRuled) -> Championship:
    """An undecided match that is played again is as if it had never been called; a result is annulled by
    an event of its own."""
    match = state.matches[event.match]
    if event.ruling != "replay" or match.result:
        return state
    return with_match(state, annulled(match))


def _played(match: Match, event: ev.ReplayOrdered | ev.LegsAdjusted) -> Match:
    """The match going on: both sides are there, and these legs stand."""
    legs = tuple(Leg(leg.winner, leg.score, leg.game_id, leg.ending) for leg in event.legs)
    if isinstance(event, ev.LegsAdjusted):
        return replace(match, legs=legs)
    resume = Resume(event.leg, event.hand, event.score, event.dealer)
    table = match.call.table if match.call else None
    return replace(
        match,
        legs=legs,
        call=Call(event.at_ms, table, None),
        present=(True, True),
        started_ms=event.at_ms,
        resume=resume,
    )


def _with(state: Championship, dispute: Dispute) -> Championship:
    return replace(state, disputes={**state.disputes, dispute.id: dispute})


def _held(state: Championship) -> Championship:
    """Every match knows the dispute about it and the one that it waits for; who waits is called anew."""
    frozen = freezing(state.disputes)
    waiting = {each.match: each.id for each in state.disputes.values() if each.awaits_ruling}
    changed = {}
    for match in state.matches.values():
        by, about = frozen.get(match.id, ""), waiting.get(match.id, "")
        if (match.frozen_by, match.disputed) == (by, about):
            continue
        found = replace(match, frozen_by=by, disputed=about)
        if by and not match.begun and not match.result:
            found = replace(found, call=None, present=(False, False))
        changed[match.id] = found
    return replace(state, matches={**state.matches, **changed}) if changed else state
