"""What follows from a result: who advances, what is decided without a game, and when it is over.

Nothing here is anybody's decision. A match with an empty side is won by the other ("unopposed"), one whose
side has left the championship too ("withdrawal"), and one that nobody comes to is decided for nobody
("empty"), so that emptiness moves on and no match is left open that cannot be played.
"""

from collections import deque
from collections.abc import Iterable

from tournaments.rules import events as ev
from tournaments.rules.errors import LaterMatchBegun
from tournaments.rules.evolve import evolve
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Played, Progress, Slot
from tournaments.rules.state import FOLLOWING, NOBODY, Championship, Match, Stage


class Account:
    """Events as they are told one after the other, with the state after the last of them."""

    def __init__(self, state: Championship, now_ms: int) -> None:
        self.state = state
        self.now_ms = now_ms
        self.events: list[ev.Event] = []

    def tell(self, *events: ev.Event) -> None:
        """Let these events happen."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def settle(self, matches: Iterable[str]) -> None:
        """Decide what needs no game, beginning with these matches; end the championship if it is over."""
        waiting = deque(matches)
        while waiting:
            match = self.state.matches[waiting.popleft()]
            decision = decided_by_itself(self.state, match, self.now_ms)
            if decision:
                self.tell(decision)
                waiting.extend(self.state.leads_to.get(match.id, ()))
        self._conclude()

    def _conclude(self) -> None:
        """Ask the format what comes next once all that was planned is decided."""
        stage = self.state.last_stage
        if stage is None or not decided(self.state, stage):
            return
        drawn, progress = drawn_of(self.state, stage), progress_of(self.state, stage)
        form = FORMATS[self.state.regulation.stage(stage.id).format]
        further = form.further(drawn, progress)
        if further:
            self.tell(planned(self.state, stage.id, further, self.now_ms))
            self.settle(pairing.id for pairing in further)
        else:
            self.tell(_finished(form.placings(drawn, progress), self.now_ms))


def decided_by_itself(state: Championship, match: Match, now_ms: int) -> ev.MatchDecided | None:
    """The decision that follows from an empty side or one that has left, if it does."""
    home, away = match.sides
    if match.result or home is None or away is None:
        return None
    here = [side for side in (home, away) if side and not state.entries[side].out]
    gone = [side for side in (home, away) if side and side not in here]
    if len(here) == 2:
        return None
    how = "withdrawal" if gone else ("unopposed" if here else "empty")
    return ev.MatchDecided(
        match=match.id,
        winner=here[0] if here else NOBODY,
        loser=gone[0] if here and gone else NOBODY,
        how=how,
        legs=tuple(leg.score for leg in match.legs),
        at_ms=now_ms,
    )


def decide_match(
    state: Championship,
    match: Match,
    *before: ev.Event,
    winner: int | None,
    how: str,
    legs: ev.Legs,
    now_ms: int,
) -> tuple[ev.Event, ...]:
    """What came before, the match decided for a side (None: for neither), and all that follows."""
    account = Account(state, now_ms)
    account.tell(*before)
    winner_id, loser_id = outcome(match, winner)
    account.tell(
        ev.MatchDecided(match=match.id, winner=winner_id, loser=loser_id, how=how, legs=legs, at_ms=now_ms)
    )
    account.settle(state.leads_to.get(match.id, ()))
    return tuple(account.events)


def outcome(match: Match, winner: int | None) -> tuple[str, str]:
    """Winner and loser by the side that won; nobody, where neither did."""
    if winner is None:
        return NOBODY, NOBODY
    return match.sides[winner] or NOBODY, match.sides[1 - winner] or NOBODY


def following(state: Championship, match_id: str) -> list[str]:
    """Matches decided by themselves that follow from this one; LaterMatchBegun if one was played."""
    found: list[str] = []
    waiting = deque(state.leads_to.get(match_id, ()))
    while waiting:
        later = state.matches[waiting.popleft()]
        if later.begun:
            raise LaterMatchBegun(match=match_id, later=later.id)
        if later.result and later.result.how in FOLLOWING and later.id not in found:
            found.append(later.id)
            waiting.extend(state.leads_to.get(later.id, ()))
    return found


def planned(
    state: Championship, stage_id: str, pairings: Iterable[Pairing], now_ms: int
) -> ev.MatchesPlanned:
    """The format's pairings with what the regulation says of their rounds."""
    rules = state.regulation.stage(stage_id)
    return ev.MatchesPlanned(
        stage=stage_id,
        matches=tuple(
            ev.PlannedMatch(
                match=pairing.id,
                round=pairing.round,
                label=pairing.label,
                home=ev.SlotSource(kind=pairing.home.kind, of=pairing.home.of),
                away=ev.SlotSource(kind=pairing.away.kind, of=pairing.away.of),
                best_of=rules.best_of.at(pairing.round, pairing.label),
                mode=rules.mode.at(pairing.round, pairing.label),
            )
            for pairing in pairings
        ),
        at_ms=now_ms,
    )


def decided(state: Championship, stage: Stage) -> bool:
    """There is a plan of the stage, and all of it has a result."""
    return bool(stage.matches) and all(state.matches[match].result for match in stage.matches)


def drawn_of(state: Championship, stage: Stage) -> Drawn:
    """What the format started from."""
    return Drawn(stage.order, state.regulation.stage(stage.id).config, stage.seed, clubs_of(state))


def clubs_of(state: Championship) -> dict[str, str]:
    """The club of each entry that has one."""
    return {entry.id: entry.club for entry in state.entries.values() if entry.club}


def progress_of(state: Championship, stage: Stage) -> Progress:
    """How far the stage is, as the format sees it."""
    matches = [state.matches[match] for match in stage.matches]
    return Progress(
        planned=tuple(_pairing(match) for match in matches),
        played=tuple(_played(match) for match in matches if match.result),
        out=frozenset(entry.id for entry in state.entries.values() if entry.out),
    )


def places(state: Championship) -> tuple[Place, ...]:
    """The order of the stage played last, once all of it is decided; empty before."""
    stage = state.last_stage
    if stage is None or not decided(state, stage):
        return ()
    form = FORMATS[state.regulation.stage(stage.id).format]
    return tuple(form.placings(drawn_of(state, stage), progress_of(state, stage)))


def _pairing(match: Match) -> Pairing:
    home, away = (Slot(source.kind, source.of) for source in match.sources)
    return Pairing(match.id, match.round, home, away, match.label)


def _played(match: Match) -> Played:
    assert match.result is not None
    home, away = (side or NOBODY for side in match.sides)
    result = match.result
    return Played(match.id, match.round, home, away, result.winner, result.loser, result.how, result.legs)


def _finished(order: Iterable[Place], now_ms: int) -> ev.ChampionshipFinished:
    """First, second and third, each only if one entry alone has the place."""
    first = {place.place: place.entries[0] for place in order if len(place.entries) == 1}
    return ev.ChampionshipFinished(
        champion=first.get(1), runner_up=first.get(2), third=first.get(3), at_ms=now_ms
    )
