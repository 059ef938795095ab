"""What all judging has in common: names and reasons, finding the match and the side, a sheet that stands."""

from collections.abc import Sequence

from tournaments.rules import events as ev
from tournaments.rules.bracket import decide_match
from tournaments.rules.errors import (
    AlreadyDrawn,
    ImplausibleScore,
    InvalidName,
    NotASide,
    NotRunning,
    ReasonRequired,
    ToleranceOver,
    UnknownMatch,
    WrongPhase,
)
from tournaments.rules.format_fields import TABLED
from tournaments.rules.legs import Terms, that_count, winner_of_match
from tournaments.rules.schedule import walkover_at
from tournaments.rules.state import Championship, Match
from truco_api.errors import gettext_noop

NAME_LIMIT = 120


def before_draw(state: Championship) -> None:
    """Refuse once the draw is made, or the championship called off."""
    if state.drawn:
        raise AlreadyDrawn(phase=state.phase)
    if state.phase in ("new", "cancelled"):
        raise WrongPhase(phase=state.phase)


def named(name: str, limit: int = NAME_LIMIT, field: str = "name") -> str:
    """The name without blanks around it; InvalidName if nothing is left, or too much."""
    name = name.strip()
    if not 1 <= len(name) <= limit:
        raise InvalidName(field=field, limit=limit)
    return name


def because(reason: str) -> str:
    """The reason without blanks around it; ReasonRequired if nothing is left."""
    if not reason.strip():
        raise ReasonRequired(field="reason")
    return reason.strip()


def match_in_play(state: Championship, match_id: str) -> Match:
    """The match of a championship that is being played or has just ended; UnknownMatch, NotRunning."""
    if state.phase not in ("running", "finished"):
        raise NotRunning(phase=state.phase)
    match = state.matches.get(match_id)
    if match is None:
        raise UnknownMatch(match=match_id)
    return match


def side_of(match: Match, entry: str) -> int:
    """The side (0 or 1) an entry has in the match; NotASide if it has none."""
    side = match.side_of(entry)
    if side is None:
        raise NotASide(match=match.id)
    return side


def in_time(match: Match, now_ms: int) -> None:
    """Refuse what comes after the tolerance: the clock's word is the same whenever a worker comes round."""
    deadline = walkover_at(match)
    if deadline is not None and now_ms >= deadline:
        raise ToleranceOver(match=match.id)


def winner_by(
    state: Championship, match: Match, legs: ev.Legs, details: Sequence[ev.LegDetail] = ()
) -> int | None:
    """The side that won by these legs, None for a draw; ImplausibleScore if it cannot have ended so.

    Legs that were awarded stand before those that were played.
    """
    rule = match.rule
    regulation = state.regulation
    terms = Terms(rule, regulation.target_of(match.stage), match.expired, regulation.boards)
    given = [ev.LegDetail()] * (len(legs) - len(details)) if details else []
    winner = winner_of_match(legs, terms, [*given, *details])
    drawn = match.level == "draw" or state.regulation.stage(match.stage).format in TABLED
    if winner is None and not drawn:
        raise ImplausibleScore(gettext_noop("This match needs a winner."), field="legs")
    return winner


def decide_sheet(
    state: Championship, match: Match, agreed: ev.SheetConfirmed | ev.DisputeRuled
) -> tuple[ev.Event, ...]:
    """The match decided as its score sheet says."""
    sheet = match.sheet
    legs = (*match.awarded, *sheet.legs) if sheet else ()
    winner = winner_by(state, match, legs, sheet.details if sheet else ())
    counted = that_count(legs, match.rule)
    return decide_match(state, match, agreed, winner=winner, how="played", legs=counted, now_ms=agreed.at_ms)
