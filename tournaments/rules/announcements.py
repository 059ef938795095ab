"""What is told of a championship to programs of others: which events, under which names, with which facts.

An allow-list: only what is named here leaves the house, and all of it is public anyway. No person, no reason,
no note, no card.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tournaments.rules import events as ev
from tournaments.rules.format_fields import TABLED
from tournaments.rules.state import Championship, Match
from truco_api.errors import gettext_noop

JsonObject = dict[str, Any]

KINDS: Final = {
    "championship.drawn": gettext_noop("A stage was drawn."),
    "championship.started": gettext_noop("Play has begun."),
    "championship.finished": gettext_noop(
        "There is a champion; told again if a correction makes it another."
    ),
    "championship.cancelled": gettext_noop("The championship was called off."),
    "round.opened": gettext_noop("The matches of a round can be called."),
    "match.called": gettext_noop("Both sides are called, to a table if it is played at one."),
    "match.started": gettext_noop("Both sides are there, or the first leg has begun."),
    "match.leg_ended": gettext_noop("A leg was played or awarded."),
    "match.reported": gettext_noop("A score sheet waits to be confirmed."),
    "match.disputed": gettext_noop("A side does not agree with what happened."),
    "match.ruled": gettext_noop("A dispute was ruled on."),
    "match.appealed": gettext_noop("A side takes a ruling to the organizer."),
    "match.dispute_closed": gettext_noop("A ruling is the last word, or the dispute was withdrawn."),
    "match.decided": gettext_noop("A result stands."),
    "match.corrected": gettext_noop("Another result stands in place of an earlier one."),
    "match.reopened": gettext_noop("A result was annulled."),
    "standings.changed": gettext_noop("The tables of a stage are to be read anew."),
    "checkpoint.signed": gettext_noop(
        "The heads of all histories were signed: keep it; about once a minute."
    ),
}
"""Every type, and what it means."""
PLAIN: Final[Mapping[type, str]] = {
    ev.MatchCalled: "match.called",
    ev.LegPlayed: "match.leg_ended",
    ev.LegAwarded: "match.leg_ended",
    ev.SheetHandedIn: "match.reported",
    ev.DisputeOpened: "match.disputed",
    ev.DisputeRuled: "match.ruled",
    ev.RulingAppealed: "match.appealed",
    ev.DisputeClosed: "match.dispute_closed",
    ev.DisputeWithdrawn: "match.dispute_closed",
    ev.MatchDecided: "match.decided",
    ev.ResultCorrected: "match.corrected",
    ev.MatchReopened: "match.reopened",
}
"""What an event of a match is told as."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing to tell: its type and its facts, all of which everybody may know."""

    type: str
    facts: JsonObject


def announcements(before: Championship, after: Championship, event: ev.Event) -> Iterator[Announcement]:
    """What an event means to others, between the state before it and after it."""
    yield from _life(after, event)
    match = _match_of(event)
    if match is not None:
        yield from _match(before.matches.get(match), after, after.matches[match], event)
    stage = _stage_of(after, event)
    if stage is not None and after.regulation.stage(stage).format in TABLED:
        yield Announcement("standings.changed", {"stage": stage})


def _life(state: Championship, event: ev.Event) -> Iterator[Announcement]:
    match event:
        case ev.DrawMade():
            yield Announcement(
                "championship.drawn",
                {"stage": event.stage, "entries": [_entry(state, e) for e in event.order]},
            )
        case ev.RoundOpened():
            yield Announcement("round.opened", {"stage": event.stage, "round": event.round})
        case ev.ChampionshipStarted():
            yield Announcement("championship.started", {})
        case ev.ChampionshipCancelled():
            yield Announcement("championship.cancelled", {})
        case ev.ChampionshipFinished():
            places = {"champion": event.champion, "runner_up": event.runner_up, "third": event.third}
            podium = {place: _entry(state, entry) for place, entry in places.items()}
            yield Announcement("championship.finished", {"podium": podium})
        case _:
            return


def _match(
    before: Match | None, state: Championship, match: Match, event: ev.Event
) -> Iterator[Announcement]:
    facts: JsonObject = {"match": _facts(state, match)}
    if before is not None and not before.begun and match.begun and match.result is None:
        yield Announcement("match.started", facts)
    name = PLAIN.get(type(event))
    if name is not None:
        yield Announcement(name, facts | _more(match, event))


def _more(match: Match, event: ev.Event) -> JsonObject:
    """What only this kind of event has to tell."""
    match event:
        case ev.MatchCalled():
            return {"deadline_ms": event.deadline_ms}
        case ev.LegPlayed():
            return {"leg": _leg(event.leg, event.score, event.winner, event.ending)}
        case ev.LegAwarded():
            return {"leg": _leg(len(match.legs), event.score, event.side, "awarded")}
        case ev.SheetHandedIn():
            legs = [list(leg) for leg in event.legs]
            return {"sheet": {"legs": legs, "deadline_ms": event.deadline_ms}}
        case ev.DisputeRuled():
            return {"ruling": event.ruling, "instance": event.instance, "dispute": event.dispute or None}
        case ev.DisputeOpened() | ev.RulingAppealed() | ev.DisputeClosed() | ev.DisputeWithdrawn():
            return {"dispute": event.dispute}
        case _:
            return {}


def _leg(number: int, score: tuple[int, int], winner: int, ending: str) -> JsonObject:
    return {"leg": number, "score": list(score), "winner": winner, "ending": ending}


def _facts(state: Championship, match: Match) -> JsonObject:
    """A match as it stands after the event."""
    result = match.result
    counted = result.legs if result else tuple(leg.score for leg in match.legs)
    return {
        "id": match.id,
        "stage": match.stage,
        "round": match.round,
        "label": match.label,
        "mode": match.mode,
        "status": match.status,
        "table": match.call.table if match.call else None,
        "sides": [_entry(state, side) for side in match.sides],
        "legs": [list(leg) for leg in counted],
        "winner": _entry(state, result.winner) if result else None,
        "how": result.how if result else None,
    }


def _entry(state: Championship, entry: str | None) -> JsonObject | None:
    return {"entry": entry, "name": state.entries[entry].name} if entry else None


def _match_of(event: ev.Event) -> str | None:
    match event:
        case (
            ev.MatchCalled()
            | ev.SidePresent()
            | ev.LegOpened()
            | ev.LegPlayed()
            | ev.LegAwarded()
            | ev.SheetHandedIn()
            | ev.DisputeOpened()
            | ev.DisputeRuled()
            | ev.RulingAppealed()
            | ev.DisputeClosed()
            | ev.DisputeWithdrawn()
            | ev.ReplayOrdered()
            | ev.MatchDecided()
            | ev.ResultCorrected()
            | ev.MatchReopened()
        ):
            return event.match
        case _:
            return None


def _stage_of(state: Championship, event: ev.Event) -> str | None:
    """The stage whose tables an event may change."""
    match event:
        case ev.MatchDecided() | ev.ResultCorrected() | ev.MatchReopened():
            return state.matches[event.match].stage
        case ev.LotsDrawn() | ev.ExtraLegPlayed() | ev.LeavingJudged():
            return event.stage
        case ev.PenaltyGiven():
            return event.stage if event.points else None
        case _:
            return None
