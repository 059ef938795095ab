"""The check "replay": every game is judged again from its events, and must come out word for word.

Each event that a player, a clock or the shell caused is turned back into its command; what the rules decide
upon it must be what is stored. So a judgement that was tampered with, or a rule that was changed without a
new version of the rules, shows.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.audit_signatures import Keys
from games.codec import CODEC
from games.rules import events as cards
from games.rules.clocks import ClockPolicy, OnTimeout
from games.rules.export import actions_of
from games.rules.fair import Secret
from games.rules.moves import to_json
from games.rules.options import RULES_VERSION
from games.rules.table import Event, Table, decide, evolve
from games.rules.table import events as table_events
from games.rules.table.commands import (
    Abandon,
    AgreeRematch,
    CarryScore,
    Command,
    CommitHand,
    DealHand,
    ExpireTurn,
    GiveScore,
    GiveSeed,
    LeaveSeat,
    OpenRematch,
    OpenTable,
    PlayMove,
    PromiseSeeds,
    SetHouseTerms,
    StartGame,
    TakeSeat,
)
from games.rules.table.deals import DealTerms, Reveal
from games.rules.table.house import HouseTerms, OnLeave
from games.states import milliseconds
from truco_api.errors import DomainError
from truco_api.eventstore import Recorded, UnknownEventError
from truco_api.eventstore.audit import Report, loaded, register_check
from truco_api.eventstore.codec import SIGNED
from truco_api.eventstore.models import Head

_UNDEALT: Final = cards.HandDealt(0, 0, ())


def check_replays(report: Report) -> None:
    """Judge every game again, one at a time."""
    for what in ("games", "commands", "events"):
        report.count(what, 0)
    keys = Keys()
    streams = Head.objects.filter(stream__startswith="game-", version__gt=0).order_by("stream")
    for stream in streams.values_list("stream", flat=True).iterator():
        recorded = loaded(report, stream)
        report.count("games")
        report.count("events", len(recorded))
        if recorded:
            check_game(report, recorded)
            keys.check(report, recorded)


def check_game(report: Report, recorded: Sequence[Recorded]) -> None:
    """Judge one game again; the first thing that does not come out is named, for the rest hangs on it."""
    try:
        events: list[Event] = CODEC.decode_all(recorded)
    except (UnknownEventError, TypeError, ValueError, KeyError) as error:
        report.find(recorded[0].stream, recorded[0].version, f"holds an event that cannot be read: {error}")
        return
    first = events[0]
    if isinstance(first, table_events.TableOpened) and first.rules_version != RULES_VERSION:
        report.count("games of older rules, not judged again")
        return
    table: Table | None = None
    place = 0
    while place < len(events):
        at_ms = milliseconds(recorded[place].at)
        problem, length = _judge(table, events[place:], at_ms)
        if problem:
            report.find(recorded[place].stream, recorded[place].version + length, problem)
            return
        if problem := _other_than_signed(table, events[place], recorded[place], at_ms):
            report.find(recorded[place].stream, recorded[place].version, problem)
        report.count("commands")
        for event in events[place : place + length]:
            table = evolve(table, event, at_ms)
        place += length


def _other_than_signed(table: Table | None, event: Event, recorded: Recorded, at_ms: int) -> str | None:
    """What is wrong if a device has signed something else than what happened."""
    told = recorded.data.get(SIGNED)
    if told is None:
        return None
    match command_behind(table, event, at_ms):
        case PlayMove(_, move):
            happened = to_json(move)
        case Abandon(reason="left"):
            happened = {"type": "resign"}
        case _:
            return "carries a signature, though nobody acted by it"
    return None if told.get("move") == happened else f"is {happened}, but {told.get('move')} was signed"


def _judge(table: Table | None, events: Sequence[Event], at_ms: int) -> tuple[str | None, int]:
    """Decide what the first event's command leads to: how many events agree, and what is wrong after them."""
    command = command_behind(table, events[0], at_ms)
    if command is None:
        return f"is {_name(events[0])}, which nothing led to", 0
    try:
        decided = decide(table, command)
    except DomainError as error:
        return f"is {_name(events[0])}, which the rules refuse: {error.code}", 0
    for place, due in enumerate(decided):
        stored = events[place] if place < len(events) else None
        if stored != due:
            return _difference(due, stored), place
    return None, len(decided)


def _difference(due: Event, stored: Event | None) -> str:
    """How an event is not what it should be. What is hidden in it stays so: the game may be running."""
    should, found = _told(due), "missing" if stored is None else _told(stored)
    if should == found:
        return f"should be {should} by the rules, but what it hides is something else"
    return f"should be {should} by the rules, but is {found}"


def _told(event: Event) -> str:
    return f"{_name(event)} {CODEC.encode(event).data}"


def command_behind(table: Table | None, event: Event, at_ms: int) -> Command | None:
    """The command that an event came of; None for a judgement, which comes of the event before it."""
    match event:
        case table_events.TableOpened():
            return _opening(event) if table is None else None
        case table_events.SeatTaken(seat, holder):
            return TakeSeat(holder, seat)
        case table_events.SeatLeft(seat):
            return LeaveSeat(seat)
        case table_events.GameStarted(dealer):
            return StartGame(dealer)
        case table_events.ScoreCarried(score):
            return CarryScore(score)
        case table_events.TurnTimedOut():
            return ExpireTurn(at_ms)
        case table_events.GameAbandoned(team, reason):
            return Abandon(team, reason)
        case _:
            return _dealing(event, at_ms) or _house(event, at_ms) or _move(table, event)


def _house(event: Event, at_ms: int) -> Command | None:
    """The command that the house rules answer to."""
    match event:
        case table_events.HouseTermsSet(on_leave, seconds, hands, by_invitation):
            return SetHouseTerms(HouseTerms(OnLeave(on_leave), seconds, hands, by_invitation))
        case table_events.SeatLent(seat, reason="left"):
            return LeaveSeat(seat)
        case table_events.SeatReturned(seat, holder):
            return TakeSeat(holder, seat)
        case table_events.RematchAgreed(seat):
            return AgreeRematch(seat, True, at_ms)
        case table_events.RematchWithdrawn(seat):
            return AgreeRematch(seat, False, at_ms)
        case table_events.RematchOpened(game):
            return OpenRematch(game)
        case table_events.ScoreGiven(score, reason):
            return GiveScore(score, reason)
        case _:
            return None


def _dealing(event: Event, at_ms: int) -> Command | None:
    """The command of the shell, or of a device, that makes the deals fair."""
    match event:
        case table_events.SeedPromised(seat, anchor):
            return PromiseSeeds(seat, anchor)
        case table_events.SeedGiven(seat, number, seed):
            return GiveSeed(seat, number, seed)
        case table_events.HandCommitted(salt=salt, pack=pack):
            return CommitHand(Secret(salt, pack), at_ms)
        case table_events.PackShuffled() | cards.PackReady():
            return DealHand(at_ms)
        case _:
            return None


def _opening(event: table_events.TableOpened) -> OpenTable:
    clock = ClockPolicy(
        event.turn_seconds, event.reserve_seconds, OnTimeout(event.on_timeout), event.abandon_after
    )
    return OpenTable(
        variant=event.variant,
        players=event.players,
        owner=event.owner,
        options=event.options,
        clock=clock,
        auto_start=event.auto_start,
        public=event.public,
        origin=event.origin,
        game=event.game,
        deals=DealTerms(event.seed_seconds, Reveal(event.reveal)),
    )


def _move(table: Table | None, event: Event) -> Command | None:
    """A player's action, told from its event."""
    hand = table.game.hand if table and table.game else None
    if table is None or hand is None or not isinstance(event, cards.Event):
        return None
    dealt = replace(_UNDEALT, cards=hand.dealt, blind=hand.deal.blind)
    return next((PlayMove(seat, move) for seat, move in actions_of(table.rules, dealt, [event])), None)


def _name(event: Event) -> str:
    return type(event).__name__


register_check("replay", check_replays)
