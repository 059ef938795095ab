"""The check "signals": every signal is given again to the game as it stood, and must come out word for word:
given by who held the seat, at a table that plays with it, and seen by whom it says."""

from collections.abc import Sequence
from uuid import UUID

from games import signals, states
from games.codec import CODEC
from games.rules.errors import SignalNotAllowed
from games.rules.options import RULES_VERSION
from games.rules.table import Table, evolve
from games.rules.table.errors import GameNotRunning, GameOver
from games.rules.table.signals import SignalEvent, Signals, decide, move_of
from games.rules.table.signals import evolve as remember
from truco_api.eventstore import Recorded, UnknownEventError
from truco_api.eventstore.audit import Report, loaded, register_check
from truco_api.eventstore.models import Head


def check_signals(report: Report) -> None:
    """Look at the signals of every game, one game at a time."""
    for what in ("games", "signals"):
        report.count(what, 0)
    streams = Head.objects.filter(stream__startswith="signals-", version__gt=0).order_by("stream")
    for stream in streams.values_list("stream", flat=True).iterator():
        game_id = UUID(stream.partition("-")[2])
        given, game = loaded(report, stream), loaded(report, states.stream_of(game_id))
        if given:
            check_game(report, given, game)


def check_game(report: Report, recorded: Sequence[Recorded], game: Sequence[Recorded]) -> None:
    """Look at the signals of one game, whose own events are `game`."""
    report.count("games")
    tables = _Tables(game)
    before = Signals()
    for one in recorded:
        report.count("signals")
        try:
            event: SignalEvent = signals.CODEC.decode(one)
            table = tables.at(event.game_version)
        except (UnknownEventError, TypeError, ValueError, KeyError) as error:
            report.find(one.stream, one.version, f"cannot be read, or its game cannot: {error}")
            return
        problem = _judge(table, event, before, one.actor)
        if problem:
            report.find(one.stream, one.version, problem)
            return
        before = remember(before, event, states.milliseconds(one.at))


def _judge(table: Table | None, event: SignalEvent, before: Signals, actor: str) -> str | None:
    """What is wrong with a signal; None when all is as it should be."""
    if table is None:
        return f"is given at version {event.game_version}, which the game had not, or had passed before"
    if table.rules_version != RULES_VERSION:
        return None
    if dict(enumerate(table.seats)).get(event.seat) != actor:
        return f"is given for seat {event.seat} by {actor}, who does not sit there"
    try:
        due = decide(table, event.game_version, before, event.seat, move_of(event))
    except (SignalNotAllowed, GameNotRunning, GameOver) as error:
        return f"is a signal that the rules refuse: {error.code}"
    return None if due == event else f"should be {due} by the rules, but is {event}"


class _Tables:
    """A game, played forward as far as it is asked for."""

    def __init__(self, recorded: Sequence[Recorded]) -> None:
        self._left = iter(recorded)
        self._table: Table | None = None
        self._version = 0

    def at(self, version: int) -> Table | None:
        """The table at that version; None past the end of the game, or when asked back."""
        while self._version < version:
            event = next(self._left, None)
            if event is None:
                return None
            self._table = evolve(self._table, CODEC.decode(event), states.milliseconds(event.at))
            self._version = event.version
        return self._table if self._version == version else None


register_check("signals", check_signals)
