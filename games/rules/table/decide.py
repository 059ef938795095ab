"""What a command makes happen at a table, or why it may not. Everything about cards is asked of the game."""

from typing import assert_never

from games.rules import events as cards
from games.rules.clocks import OnTimeout, expired
from games.rules.commands import Act
from games.rules.decide import decide as decide_cards
from games.rules.legal import legal_moves
from games.rules.moves import CONCEDE, GOOD, REFUSE, Move
from games.rules.options import RULES_VERSION, rules_for
from games.rules.state import Game
from games.rules.table import company, fairness
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
    HouseCommand,
    LeaveSeat,
    OpenRematch,
    OpenTable,
    PlayMove,
    PromiseSeeds,
    SetHouseTerms,
    StartGame,
    TakeSeat,
)
from games.rules.table.deals import LONGEST_WAIT
from games.rules.table.errors import (
    AlreadySeated,
    GameNotRunning,
    GameOver,
    InvalidTerms,
    NoSuchSeat,
    NotDue,
    SeatNotHeld,
    TableFull,
    TableNotFull,
    TableNotOpen,
    UnknownHolder,
)
from games.rules.table.errors import SeatTaken as SeatIsTaken
from games.rules.table.events import (
    GameAbandoned,
    GameFinished,
    GameStarted,
    ScoreCarried,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TurnTimedOut,
)
from games.rules.table.evolve import Event
from games.rules.table.state import BOT, BOTS, USER, Phase, Table, is_bot

Events = tuple[Event, ...]


def decide(table: Table | None, command: Command) -> Events:
    """What happens; raises a refusal of the table or of the game. None is before the first event."""
    if isinstance(command, OpenTable):
        return _open(command)
    if table is None:
        raise GameNotRunning
    match command:
        case TakeSeat():
            return _take(table, command)
        case LeaveSeat(seat):
            return _leave(table, seat)
        case StartGame() | CarryScore():
            return _begin(table, command)
        case PlayMove(seat, move):
            return _play(table, seat, move)
        case ExpireTurn(at_ms):
            return _expire(table, at_ms)
        case Abandon(team, reason):
            return _abandon(table, team, reason)
        case SetHouseTerms() | AgreeRematch() | OpenRematch() | GiveScore():
            return _house(table, command)
        case _:
            return _deal(table, command)


def _house(table: Table, command: HouseCommand) -> Events:
    match command:
        case SetHouseTerms(terms):
            _opened(table)
            return company.settle(terms)
        case AgreeRematch(seat, agreed, at_ms):
            return company.agree(table, seat, agreed=agreed, at_ms=at_ms)
        case OpenRematch(game):
            return company.open_rematch(table, game)
        case GiveScore(score, reason):
            return company.give_score(table, score, reason)
        case _:
            assert_never(command)


def _deal(table: Table, command: PromiseSeeds | GiveSeed | CommitHand | DealHand) -> Events:
    match command:
        case PromiseSeeds(seat, anchor):
            return fairness.promise(table, seat, anchor)
        case GiveSeed(seat, number, seed):
            _game(table)
            return fairness.give(table, seat, number, seed)
        case CommitHand(secret, at_ms):
            _game(table)
            return fairness.commit(table, secret, at_ms)
        case DealHand(at_ms):
            _game(table)
            return fairness.deal(table, at_ms)
        case _:
            assert_never(command)


def _open(command: OpenTable) -> Events:
    rules = rules_for(command.variant, command.players, command.options)
    clock = command.clock.checked()
    if not 0 <= command.deals.seed_seconds <= LONGEST_WAIT:
        raise InvalidTerms(field="seed_seconds", least=0, most=LONGEST_WAIT)
    opened = TableOpened(
        variant=rules.variant.id,
        options=dict(rules.given),
        players=rules.players,
        rules_version=RULES_VERSION,
        turn_seconds=clock.turn_seconds,
        reserve_seconds=clock.reserve_seconds,
        on_timeout=clock.on_timeout.value,
        abandon_after=clock.abandon_after,
        auto_start=command.auto_start,
        public=command.public,
        owner=command.owner,
        origin=command.origin,
        game=command.game,
        seed_seconds=command.deals.seed_seconds,
        reveal=command.deals.reveal.value,
    )
    taken: list[SeatTaken] = []
    for seat, holder in sorted(command.seats.items()):
        _known(holder)
        _within(seat, rules.players)
        if holder.startswith(USER) and any(other.holder == holder for other in taken):
            raise AlreadySeated(seat=seat)
        taken.append(SeatTaken(seat, holder))
    return (opened, *taken)


def _take(table: Table, command: TakeSeat) -> Events:
    if back := company.come_back(table, command.holder, command.seat):
        return back
    _opened(table)
    _known(command.holder)
    if command.seat is not None:
        _within(command.seat, len(table.seats))
    held = None if is_bot(command.holder) else table.seat_of(command.holder)
    if held is not None:
        raise AlreadySeated(seat=held)
    if table.full:
        raise TableFull
    seat = table.seats.index(None) if command.seat is None else command.seat
    if table.seats[seat] is not None:
        raise SeatIsTaken(seat=seat)
    return (SeatTaken(seat, command.holder),)


def _leave(table: Table, seat: int) -> Events:
    if company.may_lend(table, seat):
        lent = company.lend(table, (seat,), "left")
        return lent or _given_up(table, _game(table), None, "left")
    _opened(table)
    _within(seat, len(table.seats))
    holder = table.seats[seat]
    if holder is None:
        raise SeatNotHeld(seat=seat)
    people = [other for other in table.seats if other is not None and not is_bot(other) and other != holder]
    left = SeatLeft(seat, holder)
    return (left,) if people or is_bot(holder) else (left, GameAbandoned(None, "closed"))


def _start(table: Table, dealer: int) -> Events:
    _opened(table)
    if not table.full:
        raise TableNotFull
    _within(dealer, len(table.seats))
    return (GameStarted(dealer),)


def _begin(table: Table, command: StartGame | CarryScore) -> Events:
    if isinstance(command, StartGame):
        return _start(table, command.dealer)
    return _carry(table, command.score)


def _carry(table: Table, score: tuple[int, ...]) -> Events:
    game = _game(table)
    if game.hand_no or table.deals.committed or len(score) != table.rules.scores:
        raise NotDue
    if any(type(points) is not int or not 0 <= points < table.rules.target for points in score):
        raise InvalidTerms(field="score", least=0, most=table.rules.target - 1)
    return (ScoreCarried(score),)


def _play(table: Table, seat: int, move: Move) -> Events:
    game = _game(table)
    return _closed(table, decide_cards(game, Act(seat, move)))


def _closed(table: Table, events: tuple[cards.Event, ...]) -> Events:
    """What the cards say and, if they end a hand or the game, what is revealed, and the result."""
    match events[-1]:
        case cards.GameWon(winner, score):
            finished = GameFinished(winner, score, "target", _game(table).hand_no)
            return (*events, *fairness.reveal_all(table), finished)
        case cards.HandScored():
            return (*events, *fairness.reveal_hand(table))
        case _:
            return events


def _expire(table: Table, at_ms: int) -> Events:
    """Act for whoever is overdue. Where a person and a bot may answer alike, the person is waited for."""
    game = _game(table)
    if not expired(table.clocks, table.clock, at_ms):
        raise NotDue
    able = table.able
    people = tuple(seat for seat in able if not is_bot(table.seats[seat]))
    seats = people or able
    timed_out = TurnTimedOut(seats, seats[0])
    limit = table.clock.abandon_after
    lost = [seat for seat in seats if limit and table.missed[seat] + 1 >= limit]
    if lost and (lent := company.lend(table, tuple(lost), "timeouts")):
        return (timed_out, *lent)
    if table.clock.on_timeout is OnTimeout.ABANDON or lost:
        return (timed_out, *_given_up(table, game, table.team_of((lost or seats)[0]), "timeouts"))
    move = _move_for(table, game, seats[0])
    return (timed_out, *_closed(table, decide_cards(game, Act(seats[0], move))))


def _move_for(table: Table, game: Game, seat: int) -> Move:
    """What the clock does for a seat: run from an offer; else what the policy says; else what comes first."""
    moves = legal_moves(game)[seat]
    preferred = (REFUSE, GOOD) if table.clock.on_timeout is OnTimeout.PLAY else (REFUSE, GOOD, CONCEDE)
    return next((move for move in preferred if move in moves), moves[0])


def _abandon(table: Table, team: int | None, reason: str) -> Events:
    if table.over:
        raise GameOver
    if table.game is None:
        return (GameAbandoned(None, reason),)
    return _given_up(table, table.game, team, reason)


def _given_up(table: Table, game: Game, team: int | None, reason: str) -> Events:
    winner = None if team is None else _other(game, team)
    finished = GameFinished(winner, game.score, "abandoned", game.hand_no)
    return (GameAbandoned(team, reason), *fairness.reveal_all(table), finished)


def _other(game: Game, team: int) -> int:
    """Who wins when `team` gives up. Of three, the better of the other two; level, the next in play order."""
    sides = len(game.score)
    rest = [(team + step) % sides for step in range(1, sides)]
    return max(rest, key=lambda side: game.score[side])


def _game(table: Table) -> Game:
    if table.over:
        raise GameOver
    if table.game is None:
        raise GameNotRunning
    return table.game


def _opened(table: Table) -> None:
    if table.phase is not Phase.OPEN:
        raise TableNotOpen


def _within(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise NoSuchSeat(field="seat", last=players - 1)


def _known(holder: str) -> None:
    if not holder.startswith(USER) and holder not in [BOT + kind for kind in BOTS]:
        raise UnknownHolder(field="holder", bots="|".join(BOTS))
