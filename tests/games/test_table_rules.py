"""The table itself, without a database: what may be asked of it, and what the clock does."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

import pytest

from games.rules import events as cards
from games.rules.clocks import ClockPolicy, OnTimeout
from games.rules.legal import legal_moves
from games.rules.moves import RAISE, play
from games.rules.table import Phase, Table, decide, evolve
from games.rules.table import errors as refusals
from games.rules.table.commands import (
    Abandon,
    Command,
    DealHand,
    ExpireTurn,
    LeaveSeat,
    OpenTable,
    PlayMove,
    StartGame,
    TakeSeat,
)
from games.rules.table.events import (
    GameAbandoned,
    GameFinished,
    HandsRevealed,
    SeatTaken,
    TableOpened,
    TurnTimedOut,
)
from games.rules.table.evolve import Event
from tests.games.packs import dealing
from truco_api.errors import Conflict, DomainError

NOON = 1_700_000_000_000
CLOCK = ClockPolicy(turn_seconds=10, reserve_seconds=30)
LATE = 40_000


class Told:
    """A table and the time that passes at it."""

    def __init__(self, table: Table | None = None) -> None:
        self.state = table
        self.now = NOON
        self.events: list[Event] = []

    @property
    def table(self) -> Table:
        assert self.state is not None
        return self.state

    def do(self, *commands: Command, after_ms: int = 0) -> list[Event]:
        """What these commands led to, so many milliseconds later."""
        self.now += after_ms
        told: list[Event] = []
        for command in commands:
            for event in decide(self.state, command):
                self.state = evolve(self.state, event, self.now)
                told.append(event)
        self.events += told
        return told

    def deal(self, pack: Sequence[str] | None = None) -> list[Event]:
        """Commit to the next hand and deal it from this pack (None: any)."""
        return self.do(*dealing(self.table, pack, self.now))

    @property
    def needs_deal(self) -> bool:
        """Whether a deal comes next."""
        return not self.table.over and self.table.game is not None and self.table.game.needs_deal

    def expire(self) -> list[Event]:
        """Let the awaited decision run out."""
        self.now += LATE
        return self.do(ExpireTurn(self.now))


def opened(players: int = 2, clock: ClockPolicy = CLOCK, variant: str = "paulista") -> Told:
    """A full table before its game."""
    told = Told()
    seats = {seat: f"user:{seat}" for seat in range(players)}
    told.do(OpenTable(variant, players, "user:0", clock=clock, seats=seats))
    return told


def dealt(players: int = 2, clock: ClockPolicy = CLOCK, pack: Iterable[str] | None = None) -> Told:
    """A table whose first hand is dealt by seat 0."""
    told = opened(players, clock)
    told.do(StartGame(0))
    told.deal(tuple(pack) if pack else None)
    return told


def test_a_table_opens_with_its_terms_and_its_first_guests() -> None:
    told = opened()
    assert [type(event) for event in told.events] == [TableOpened, SeatTaken, SeatTaken]
    assert told.table.phase is Phase.OPEN
    assert told.table.full


def test_two_guests_are_not_the_same_person() -> None:
    with pytest.raises(refusals.AlreadySeated):
        Told().do(OpenTable("paulista", 2, "user:0", seats={0: "user:0", 1: "user:0"}))


def test_one_kind_of_bot_may_hold_several_places() -> None:
    told = Told()
    told.do(OpenTable("paulista", 2, "user:0", seats={0: "bot:random", 1: "bot:random"}))
    assert told.table.full


@pytest.mark.parametrize("holder", ["ana", "bot:", "bot:brilliant", "system:clock"])
def test_a_place_is_held_by_an_account_or_a_known_bot(holder: str) -> None:
    with pytest.raises(refusals.UnknownHolder):
        Told().do(OpenTable("paulista", 2, "user:0", seats={0: holder}))


@pytest.mark.parametrize(
    "command", [TakeSeat("user:9"), LeaveSeat(0), StartGame(0)], ids=lambda command: type(command).__name__
)
def test_places_change_hands_only_before_the_game(command: Command) -> None:
    with pytest.raises(refusals.TableNotOpen):
        dealt().do(command)


@pytest.mark.parametrize("command", [PlayMove(0, RAISE), ExpireTurn(NOON), DealHand(NOON)])
def test_nothing_is_played_before_the_game(command: Command) -> None:
    with pytest.raises(refusals.GameNotRunning):
        opened().do(command)


@pytest.mark.parametrize(
    "command", [PlayMove(0, RAISE), ExpireTurn(NOON), DealHand(NOON), Abandon(0, "left")]
)
def test_nothing_happens_after_the_game(command: Command) -> None:
    told = dealt()
    told.do(Abandon(0, "left"))
    with pytest.raises(refusals.GameOver):
        told.do(command)


def test_who_gives_up_loses_and_the_score_stands() -> None:
    abandoned, _revealed, finished = dealt().do(Abandon(1, "left"))
    assert abandoned == GameAbandoned(1, "left")
    assert finished == GameFinished(0, (0, 0), "abandoned", 1)


def test_a_game_ended_without_fault_has_no_winner() -> None:
    assert dealt().do(Abandon(None, "cancelled"))[-1] == GameFinished(None, (0, 0), "abandoned", 1)


def test_a_table_closed_before_the_game_has_no_result() -> None:
    told = opened()
    assert told.do(Abandon(0, "closed")) == [GameAbandoned(None, "closed")]
    assert (told.table.phase, told.table.result) == (Phase.ABANDONED, None)


def test_of_three_the_better_of_the_others_wins_when_one_gives_up() -> None:
    told = opened(3, variant="gauderio")
    told.do(StartGame(0))
    told.deal()
    game = told.table.game
    assert game is not None
    told.state = told.table._replace(game=game._replace(score=(2, 5, 9)))
    assert told.do(Abandon(1, "left"))[-1] == GameFinished(2, (2, 5, 9), "abandoned", 1)


def test_the_clock_does_nothing_before_the_time_is_out() -> None:
    told = dealt()
    with pytest.raises(refusals.NotDue):
        told.do(ExpireTurn(NOON + LATE - 1))


def test_out_of_time_on_ones_turn_the_hand_is_given_up() -> None:
    told = dealt()
    timed_out, conceded, scored = told.expire()
    assert timed_out == TurnTimedOut((1,), 1)
    assert conceded == cards.HandConceded(1)
    assert isinstance(scored, cards.HandScored)
    assert scored.winner == 0
    assert told.table.missed == (0, 1)


def test_out_of_time_with_an_offer_open_it_is_refused() -> None:
    told = dealt(4)
    told.do(PlayMove(1, RAISE))
    assert told.table.awaited == (2, 0)
    timed_out, refused, *_ = told.expire()
    assert timed_out == TurnTimedOut((2, 0), 2)
    assert refused == cards.RaiseRefused(2)
    assert told.table.missed == (1, 0, 1, 0)


def test_a_table_may_have_a_card_played_instead() -> None:
    told = dealt(clock=ClockPolicy(10, 30, OnTimeout.PLAY))
    _, played = told.expire()
    assert isinstance(played, cards.CardPlayed)


def test_a_table_may_have_the_game_lost_at_once() -> None:
    told = dealt(clock=ClockPolicy(10, 30, OnTimeout.ABANDON))
    abandoned, revealed, finished = told.expire()[1:]
    assert (abandoned, finished) == (GameAbandoned(1, "timeouts"), GameFinished(0, (0, 0), "abandoned", 1))
    assert isinstance(revealed, HandsRevealed)


def missing(told: Told) -> list[Event]:
    """Let one decision run out, then deal if need be."""
    events = told.expire()
    if told.needs_deal:
        told.deal()
    return events


def test_the_third_decision_missed_in_a_row_loses_the_game() -> None:
    told = dealt(clock=ClockPolicy(10, 30, OnTimeout.PLAY))
    lead = legal_moves(told.table.game)[1][0]  # type: ignore[arg-type]  # the game has begun
    missing(told)
    for _ in range(20):
        seat = told.table.awaited[0]
        if seat == 0:
            told.do(PlayMove(0, legal_moves(told.table.game)[0][0]))  # type: ignore[arg-type]  # as above
            if told.needs_deal:
                told.deal()
            continue
        missing(told)
        if told.table.over:
            break
    assert lead in [play(card) for card in told.table.rules.pack]
    assert told.table.result is not None
    assert (told.table.result.winner, told.table.missed) == (0, (0, 3))


def test_an_action_of_ones_own_forgives_what_was_missed() -> None:
    told = dealt(clock=ClockPolicy(10, 30, OnTimeout.PLAY))
    missing(told)
    assert told.table.missed == (0, 1)
    told.do(PlayMove(0, RAISE))
    moves = legal_moves(told.table.game)[1]  # type: ignore[arg-type]  # the game has begun
    told.do(PlayMove(1, moves[0]))
    assert told.table.missed == (0, 0)


def test_a_person_is_waited_for_where_a_bot_may_answer_as_well() -> None:
    told = Told()
    seats = {0: "user:0", 1: "user:1", 2: "bot:random", 3: "user:3"}
    told.do(OpenTable("paulista", 4, "user:0", clock=CLOCK, seats=seats), StartGame(0))
    told.deal()
    told.do(PlayMove(1, RAISE))
    assert told.expire()[0] == TurnTimedOut((0,), 0)


def test_the_clock_stops_with_the_game() -> None:
    told = dealt()
    told.do(Abandon(0, "left"), after_ms=12_000)
    assert told.table.awaited == ()
    assert told.table.clocks.reserve_ms == (30_000, 28_000)


@pytest.mark.parametrize("seed", range(40))
def test_a_game_left_to_its_players_and_its_clock_always_ends(seed: int) -> None:
    rng = Random(seed)
    players = rng.choice((2, 4, 6))
    told = dealt(players, clock=ClockPolicy(10, 5, rng.choice(list(OnTimeout)[:2]), rng.choice((0, 3))))
    deals = 0
    while not told.table.over:
        assert (deals := deals + 1) < 3_000
        if told.needs_deal:
            told.deal(rng.sample(told.table.rules.pack, len(told.table.rules.pack)))
        elif rng.random() < 0.1:
            told.expire()
        else:
            seat = rng.choice(told.table.awaited)
            moves = legal_moves(told.table.game)[seat]  # type: ignore[arg-type]  # the game has begun
            told.do(PlayMove(seat, rng.choice(moves)), after_ms=rng.randrange(12_000))
    assert told.table.result is not None
    assert isinstance(told.events[-1], GameFinished)
    assert min(told.table.clocks.reserve_ms) >= 0


@pytest.mark.parametrize(
    "refuse", [lambda: opened().do(TakeSeat("user:9")), lambda: dealt().do(ExpireTurn(0))]
)
def test_a_refusal_has_a_stable_code_and_a_status(refuse: Callable[[], object]) -> None:
    with pytest.raises(DomainError) as refusal:
        refuse()
    assert isinstance(refusal.value, Conflict)
    assert refusal.value.code in {"table_full", "not_due"}
