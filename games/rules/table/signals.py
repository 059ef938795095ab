"""Signals at a table. They are kept beside the game and never touch it: everybody is given the same versions
of a game, so whatever stood in its own stream would be known to all.

decide(table, version, signals, seat, move) -> event    what is given, or why it may not be
evolve(signals, event, at_ms) -> signals                whom each player watches, and when who signalled
see(event, seat, opened) -> data | None                 what a seat sees of it; None is nothing at all
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.rules.moves import Move
from games.rules.signals import check, first_watched, seen_by
from games.rules.table.errors import GameNotRunning, GameOver
from games.rules.table.state import Table

AT_MOST: Final = 5
WITHIN_MS: Final = 10_000
"""No player signals or looks about more often than so many times in so long."""


@dataclass(frozen=True, slots=True)
class SignalGiven:
    """`seat` makes the sign `sign`, after the game's event `game_version`; `seen_by` are all who see it."""

    seat: int
    sign: str
    seen_by: tuple[int, ...]
    game_version: int


@dataclass(frozen=True, slots=True)
class WatchTurned:
    """`seat` watches `target` from now on, after the game's event `game_version`; nobody else knows."""

    seat: int
    target: int
    game_version: int


SignalEvent = SignalGiven | WatchTurned

ALL: Final[dict[str, type[SignalEvent]]] = {"signal_given/1": SignalGiven, "watch_turned/1": WatchTurned}


class Signals(NamedTuple):
    """What is remembered of the signals of a game: who turned to whom, and each seat's last moments."""

    watching: dict[int, int] = {}  # never changed, only replaced
    moments: dict[int, tuple[int, ...]] = {}

    def wait_ms(self, seat: int, now_ms: int) -> int:
        """How long this seat must keep still before its next signal; 0 when it need not."""
        moments = self.moments.get(seat, ())
        return 0 if len(moments) < AT_MOST else max(0, moments[0] + WITHIN_MS - now_ms)


def decide(table: Table, version: int, signals: Signals, seat: int, move: Move) -> SignalEvent:
    """The signal as it is given, the game standing at `version`; refused unless the table plays with it."""
    if table.over:
        raise GameOver
    if table.game is None:
        raise GameNotRunning
    check(table.rules, seat, move)
    if move.target is not None:
        return WatchTurned(seat, move.target, version)
    assert move.sign is not None, "a signal without a sign cannot be read"
    seats = seen_by(table.rules, signals.watching, seat, lone(table))
    return SignalGiven(seat, move.sign, tuple(sorted(seats)), version)


def evolve(signals: Signals, event: SignalEvent, at_ms: int) -> Signals:
    """The same with what happened at `at_ms` (since 1970)."""
    moments = (*signals.moments.get(event.seat, ()), at_ms)[-AT_MOST:]
    watching = signals.watching
    if isinstance(event, WatchTurned):
        watching = watching | {event.seat: event.target}
    return Signals(watching, signals.moments | {event.seat: moments})


def move_of(event: SignalEvent) -> Move:
    """The action that the event came of, as a record has it."""
    if isinstance(event, SignalGiven):
        return Move("signal", sign=event.sign)
    return Move("watch", target=event.target)


def watched_by(table: Table, signals: Signals, seat: int) -> int | None:
    """Whom this seat watches; None where nobody need choose."""
    if table.rules.signals != "watch":
        return None
    return signals.watching.get(seat, first_watched(table.rules, seat, lone(table)))


def lone(table: Table) -> int | None:
    """Who plays alone against a pair now: of three, the dealer."""
    if table.rules.scores != 3 or table.game is None:
        return None
    return table.game.dealer if table.game.hand is None else table.game.hand.deal.dealer


def see(event: SignalEvent, seat: int | None, *, opened: bool) -> dict[str, Any] | None:
    """What a seat sees of it (None: an outsider); `opened` once the game is over.

    Who sees a signal is not told who else does: that would tell who watches whom."""
    match event:
        case SignalGiven(by, sign, seats, version):
            seen = {"seat": by, "sign": sign, "game_version": version}
            if opened:
                return seen | {"seen_by": list(seats)}
            return seen if seat in seats else None
        case WatchTurned(by, target, version):
            return {"seat": by, "target": target, "game_version": version} if opened or seat == by else None
