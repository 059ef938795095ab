"""What follows from a result: who advances, what is decided without a game, and when it is over.

Nothing here is anybody's decision. A match with an empty side is won by the other ("unopposed"), one whose
side has left the championship too ("withdrawal"), and one that nobody comes to is decided for nobody
("empty"), so that emptiness moves on and no match is left open that cannot be played.
"""

from collections import deque
from collections.abc import Iterable

from tournaments.rules import events as ev
from tournaments.rules.evolve import evolve
from tournaments.rules.formats.protocol import Pairing, Place, Slot
from tournaments.rules.stages import drawn_of, form_of, places_of, progress_of, settled
from tournaments.rules.state import NOBODY, Championship, Match, Stage


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
        """Decide what needs no game, beginning with these matches, and let the championship go on."""
        self.decide(matches)
        self.conclude()

    def decide(self, matches: Iterable[str]) -> None:
        """Decide what needs no game, beginning with these matches."""
        waiting = deque(matches)
        while waiting:
            match = self.state.matches[waiting.popleft()]
            decision = decided_by_itself(self.state, match, self.now_ms)
            if decision:
                self.tell(decision)
                waiting.extend(self.state.leads_to.get(match.id, ()))

    def conclude(self) -> None:
        """Let every stage go on whose plan is decided; end the championship when all of them are over."""
        for stage_id in list(self.state.stages):
            self._go_on(self.state.stages[stage_id])
        state = self.state
        if state.phase != "running" or not state.all_drawn:
            return
        if all(settled(state, stage) for stage in state.stages.values()):
            self.pronounce()

    def _go_on(self, stage: Stage) -> None:
        """Ask the format what comes next once all that was planned is decided."""
        if not stage.matches or not settled(self.state, stage):
            return
        drawn, progress = drawn_of(self.state, stage), progress_of(self.state, stage)
        further = form_of(self.state, stage.id).further(drawn, progress)
        if further:
            event = planned(self.state, stage.id, further, self.now_ms)
            self.tell(event)
            self.settle(match.match for match in event.matches)

    def pronounce(self) -> None:
        """Tell who came first, second and third: each only if one entry alone has the place."""
        first = {place.place: place.entries[0] for place in places(self.state) if len(place.entries) == 1}
        self.tell(
            ev.ChampionshipFinished(
                champion=first.get(1), runner_up=first.get(2), third=first.get(3), at_ms=self.now_ms
            )
        )


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


def planned(
    state: Championship, stage_id: str, pairings: Iterable[Pairing], now_ms: int
) -> ev.MatchesPlanned:
    """The format's pairings with what the regulation says of their rounds."""
    return ev.MatchesPlanned(
        stage=stage_id,
        matches=tuple(_planned_match(state, stage_id, pairing) for pairing in pairings),
        at_ms=now_ms,
    )


def _planned_match(state: Championship, stage_id: str, pairing: Pairing) -> ev.PlannedMatch:
    regulation = state.regulation
    rules = regulation.stage(stage_id)
    won = rules.match_rule(pairing.round, pairing.label)

    def source(slot: Slot) -> ev.SlotSource:
        of = regulation.match_id(stage_id, slot.of) if slot.kind in ("winner", "loser") else slot.of
        return ev.SlotSource(kind=slot.kind, of=of)

    return ev.PlannedMatch(
        match=regulation.match_id(stage_id, pairing.id),
        round=pairing.round,
        label=pairing.label,
        home=source(pairing.home),
        away=source(pairing.away),
        best_of=won.legs,
        mode=rules.mode.at(pairing.round, pairing.label),
        first_to=won.first_to,
        level="leg" if pairing.decisive and won.level == "draw" else won.level,
    )


def places(state: Championship) -> tuple[Place, ...]:
    """The order of the last stage, once all of it is decided; empty before."""
    if not state.all_drawn or state.last_stage is None:
        return ()
    return places_of(state, state.last_stage)
