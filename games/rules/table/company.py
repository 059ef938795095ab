"""Who plays on when somebody leaves, and who plays once more: what the house rules decide."""

from games.rules.clocks import OnTimeout
from games.rules.table.errors import (
    GameNotRunning,
    GameOver,
    GameStillOn,
    InvalidTerms,
    NoSuchSeat,
    RematchClosed,
    SeatNotHeld,
)
from games.rules.table.events import (
    HouseTermsSet,
    RematchAgreed,
    RematchOpened,
    RematchWithdrawn,
    ScoreGiven,
    SeatLent,
    SeatReturned,
)
from games.rules.table.house import (
    LONGEST_DELAY,
    MOST_HANDS,
    REMATCH_MS,
    STAND_IN,
    HouseTerms,
    OnLeave,
)
from games.rules.table.state import Phase, Table, is_bot


def settle(terms: HouseTerms) -> tuple[HouseTermsSet, ...]:
    """The house rules, where they are not the usual ones; InvalidTerms for a delay out of range."""
    for field, most in (("spectator_seconds", LONGEST_DELAY), ("spectator_hands", MOST_HANDS)):
        if not 0 <= getattr(terms, field) <= most:
            raise InvalidTerms(field=field, least=0, most=most)
    if terms == HouseTerms():
        return ()
    return (
        HouseTermsSet(
            terms.on_leave.value, terms.spectator_seconds, terms.spectator_hands, terms.by_invitation
        ),
    )


def give_score(table: Table, score: tuple[int, ...], reason: str) -> tuple[ScoreGiven, ...]:
    """Another score, with which the game is won by nobody yet; GameOver once it has ended."""
    if table.over:
        raise GameOver
    if table.game is None:
        raise GameNotRunning
    paid = table.game.hand.extras.points if table.game.hand else (0,) * table.rules.scores
    most = table.rules.target - 1
    if len(score) != table.rules.scores:
        raise InvalidTerms(field="score", least=table.rules.scores, most=table.rules.scores)
    if any(not 0 <= own <= most - more for own, more in zip(score, paid, strict=True)):
        raise InvalidTerms(field="score", least=0, most=most)
    return (ScoreGiven(tuple(score), reason),)


def may_lend(table: Table, seat: int) -> bool:
    """Whether somebody who sits here may leave the running game, as a bot would play on."""
    if table.phase is not Phase.PLAYING or table.house.on_leave is not OnLeave.BOT:
        return False
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeat(field="seat", last=len(table.seats) - 1)
    if is_bot(table.seats[seat]):
        raise SeatNotHeld(seat=seat)
    return True


def lend(table: Table, seats: tuple[int, ...], reason: str) -> tuple[SeatLent, ...]:
    """Bots play on at these places; nothing where the house does not want that, or nobody else would be left.

    Where the first time-out loses the game by the clock's own terms, that stands.
    """
    if table.house.on_leave is not OnLeave.BOT:
        return ()
    if reason == "timeouts" and table.clock.on_timeout is OnTimeout.ABANDON:
        return ()
    stay = [seat for seat, holder in enumerate(table.seats) if seat not in seats and not is_bot(holder)]
    leaving = [(seat, table.seats[seat]) for seat in seats]
    if not stay:
        return ()
    return tuple(SeatLent(seat, holder, STAND_IN, reason) for seat, holder in leaving if holder)


def come_back(table: Table, holder: str, seat: int | None) -> tuple[SeatReturned, ...]:
    """Somebody for whom a bot plays takes the place again; nothing for anybody else."""
    lent = next((lent for lent in table.lent if lent.holder == holder), None)
    if lent is None or table.over or seat not in (None, lent.seat):
        return ()
    return (SeatReturned(lent.seat, holder),)


def agree(
    table: Table, seat: int, *, agreed: bool, at_ms: int
) -> tuple[RematchAgreed | RematchWithdrawn, ...]:
    """A player wants to play once more, or no more; nothing when that is known."""
    _may_rematch(table)
    if at_ms - table.ended_ms > REMATCH_MS:
        raise RematchClosed
    holder = table.seats[seat] or ""
    if (seat in table.rematch.agreed) is agreed:
        return ()
    return (RematchAgreed(seat, holder) if agreed else RematchWithdrawn(seat, holder),)


def all_agreed(table: Table) -> bool:
    """Whether everybody who plays here wants to play once more. Bots always do."""
    people = [seat for seat, holder in enumerate(table.seats) if not is_bot(holder)]
    return bool(people) and set(people) <= set(table.rematch.agreed)


def open_rematch(table: Table, game: str) -> tuple[RematchOpened, ...]:
    """They play once more."""
    _may_rematch(table)
    if not all_agreed(table):
        raise RematchClosed
    return (RematchOpened(game),)


def next_dealer(table: Table) -> int:
    """Who deals first when they play once more: whose turn it would have been."""
    if table.game is None:
        raise GameNotRunning
    return (table.game.dealer + 1) % len(table.seats)


def _may_rematch(table: Table) -> None:
    if not table.over:
        raise GameStillOn
    if table.result is None or table.origin is not None or table.rematch.game is not None:
        raise RematchClosed
