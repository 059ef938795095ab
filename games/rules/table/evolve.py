"""What each event changes in a table. Nothing here refuses anything."""

from typing import Final, TypeVar, assert_never, get_args

from games.rules import events as cards
from games.rules import evolve as game_rules
from games.rules.clocks import ClockPolicy, Clocks, OnTimeout, fresh, turn_to
from games.rules.fair import Secret
from games.rules.legal import waited_for
from games.rules.options import rules_for
from games.rules.state import Game, new_game
from games.rules.table import deals
from games.rules.table.deals import Deals, DealTerms, Reveal
from games.rules.table.events import (
    DealEvent,
    GameAbandoned,
    GameFinished,
    GameStarted,
    HandCommitted,
    HandsRevealed,
    HouseEvent,
    HouseTermsSet,
    PackShuffled,
    RematchAgreed,
    RematchOpened,
    RematchWithdrawn,
    ScoreCarried,
    ScoreGiven,
    SeatLeft,
    SeatLent,
    SeatReturned,
    SeatTaken,
    SeedGiven,
    SeedPromised,
    TableEvent,
    TableOpened,
    TurnTimedOut,
)
from games.rules.table.house import HouseTerms, Lent, OnLeave
from games.rules.table.state import Phase, Result, Table

Event = TableEvent | cards.Event
T = TypeVar("T")

JUDGEMENTS: Final = frozenset(
    (
        cards.PackReady,
        cards.PackMixed,
        cards.HandDealt,
        cards.TrickWon,
        cards.TrickTied,
        cards.PointsAwarded,
        cards.HandScored,
        cards.GameWon,
    )
)
"""The events of the cards that the rules say; all others are what a seat does."""
BESIDE: Final = frozenset(get_args(DealEvent) + get_args(HouseEvent))
"""What happens beside the play."""


def evolve(table: Table | None, event: Event, at_ms: int) -> Table:
    """The table after an event that happened at `at_ms` (since 1970); None is before the first."""
    if isinstance(event, TableOpened):
        return _opened(event)
    assert table is not None, "a stream opens with its table"
    match event:
        case SeatTaken(seat, holder):
            return table._replace(seats=_put(table.seats, seat, holder))
        case SeatLeft(seat):
            return table._replace(
                seats=_put(table.seats, seat, None), deals=deals.promised(table.deals, seat, None)
            )
        case GameStarted(dealer):
            begun = table.deals._replace(since_ms=at_ms)
            return table._replace(phase=Phase.PLAYING, game=new_game(table.rules, dealer), deals=begun)
        case ScoreCarried(score):
            assert table.game is not None, "a score is carried into a game that has begun"
            return table._replace(game=table.game._replace(score=score))
        case TurnTimedOut(seats, acting_for):
            missed = tuple(n + 1 if seat in seats else n for seat, n in enumerate(table.missed))
            return table._replace(missed=missed, acting_for=acting_for)
        case GameAbandoned():
            return table._replace(phase=Phase.ABANDONED, clocks=_stopped(table, at_ms), ended_ms=at_ms)
        case GameFinished(winner, score, reason):
            phase = Phase.ABANDONED if table.phase is Phase.ABANDONED else Phase.FINISHED
            result = Result(winner, score, reason)
            stopped = _stopped(table, at_ms)
            return table._replace(phase=phase, result=result, clocks=stopped, ended_ms=at_ms)
        case _ if type(event) in BESIDE:
            return _beside(table, event, at_ms)  # type: ignore[arg-type]  # told by its very type
        case _:
            return _played(table, event, at_ms)  # type: ignore[arg-type]  # nothing else is left


def _beside(table: Table, event: DealEvent | HouseEvent, at_ms: int) -> Table:
    if isinstance(event, HouseEvent):
        return _housed(table, event, at_ms)
    return table._replace(deals=_dealing(table.deals, event, at_ms))


def _housed(table: Table, event: HouseEvent, at_ms: int) -> Table:
    match event:
        case HouseTermsSet(on_leave, seconds, hands, by_invitation):
            return table._replace(house=HouseTerms(OnLeave(on_leave), seconds, hands, by_invitation))
        case SeatLent(seat, holder, bot):
            unpromised = deals.promised(table.deals, seat, None)
            return _changed_hands(table, seat, bot, at_ms)._replace(
                lent=(*table.lent, Lent(seat, holder)), deals=unpromised
            )
        case SeatReturned(seat, holder):
            left = tuple(lent for lent in table.lent if lent.seat != seat)
            return _changed_hands(table, seat, holder, at_ms)._replace(lent=left)
        case RematchAgreed(seat):
            agreed = tuple(sorted({*table.rematch.agreed, seat}))
            return table._replace(rematch=table.rematch._replace(agreed=agreed))
        case RematchWithdrawn(seat):
            agreed = tuple(other for other in table.rematch.agreed if other != seat)
            return table._replace(rematch=table.rematch._replace(agreed=agreed))
        case ScoreGiven(score):
            return _scored(table, score)
        case RematchOpened(game):
            return table._replace(rematch=table.rematch._replace(game=game))
        case _:
            assert_never(event)


def _scored(table: Table, score: tuple[int, ...]) -> Table:
    """Another score, for the hand that is on and all after it."""
    game = table.game
    assert game is not None, "a score is given in a game that has begun"
    hand = game.hand and game.hand._replace(deal=game.hand.deal._replace(score=score))
    return table._replace(game=game._replace(score=score, hand=hand))


def _changed_hands(table: Table, seat: int, holder: str, at_ms: int) -> Table:
    """Somebody else plays from here on: with a turn of their own, and nothing missed yet."""
    return table._replace(
        seats=_put(table.seats, seat, holder),
        missed=_put(table.missed, seat, 0),
        acting_for=None if table.acting_for == seat else table.acting_for,
        clocks=turn_to(table.clocks, table.clock, table.awaited, at_ms),
    )


def _dealing(before: Deals, event: DealEvent, at_ms: int) -> Deals:
    match event:
        case SeedPromised(seat, anchor):
            return deals.promised(before, seat, anchor)
        case HandCommitted(number, _, commitment, promises, salt, pack):
            hand = deals.Committed(number, commitment, promises)
            return deals.committed(before, hand, Secret(salt, pack))._replace(since_ms=at_ms)
        case SeedGiven(seat, number, seed):
            return deals.given(before, seat, number, seed)
        case PackShuffled():
            return deals.shuffled(before)
        case HandsRevealed(hands):
            return deals.revealed(before, tuple(hand.number for hand in hands))
        case _:
            assert_never(event)


def awaited(game: Game) -> tuple[int, ...]:
    """The seats that are to decide now, and whose clocks run."""
    return waited_for(game.hand) if game.hand is not None else ()


def _opened(event: TableOpened) -> Table:
    clock = ClockPolicy(
        event.turn_seconds, event.reserve_seconds, OnTimeout(event.on_timeout), event.abandon_after
    )
    return Table(
        rules=rules_for(event.variant, event.players, event.options),
        rules_version=event.rules_version,
        clock=clock,
        owner=event.owner,
        origin=event.origin,
        public=event.public,
        auto_start=event.auto_start,
        seats=(None,) * event.players,
        clocks=fresh(clock, event.players),
        missed=(0,) * event.players,
        deals=deals.fresh(event.game, DealTerms(event.seed_seconds, Reveal(event.reveal)), event.players),
    )


def _played(table: Table, event: cards.Event, at_ms: int) -> Table:
    assert table.game is not None, "cards are dealt once the game has begun"
    game = game_rules.evolve(table.game, event)
    clocks = turn_to(table.clocks, table.clock, awaited(game), at_ms)
    match event:
        case cards.HandScored():
            table = table._replace(deals=table.deals._replace(since_ms=at_ms))
        case cards.PackCut(_, at, end):
            table = table._replace(deals=table.deals._replace(since_ms=at_ms, cut=(at, end)))
    if type(event) in JUDGEMENTS:
        return table._replace(game=game, clocks=clocks)
    seat: int = event.seat  # type: ignore[union-attr]  # every event that is no judgement names its seat
    if seat == table.acting_for:
        return table._replace(game=game, clocks=clocks, acting_for=None)
    return table._replace(game=game, clocks=clocks, missed=_put(table.missed, seat, 0))


def _stopped(table: Table, at_ms: int) -> Clocks:
    return turn_to(table.clocks, table.clock, (), at_ms)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
