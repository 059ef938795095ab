"""The check "deals": every hand of every game was dealt as its commitment, its seeds and its cut demand.

It knows the arithmetic (`games.rules.fair`) and the events, not the code that dealt; so it sees what a broken
dealer would hide from the check "replay". It looks at hands that are not revealed yet as well.
"""

from collections.abc import Iterator, Sequence
from uuid import UUID

from games.codec import CODEC
from games.fairness import Told
from games.rules import events as cards
from games.rules.fair import PROTOCOL, Chain, Secret, commitment, fits, shuffled
from games.rules.options import Rules, rules_for
from games.rules.table.events import (
    GameFinished,
    HandCommitted,
    HandsRevealed,
    PackShuffled,
    RevealedSecret,
    SeatLeft,
    SeatLent,
    SeedGiven,
    SeedPromised,
    TableOpened,
)
from truco_api.eventstore import Recorded, UnknownEventError
from truco_api.eventstore.audit import Report, loaded, register_check
from truco_api.eventstore.models import Head

OLDER = "hands of other protocols, not checked"


def check_deals(report: Report) -> None:
    """Check the deals of every game, one game at a time."""
    for what in ("hands", "seeds of devices", "seeds of the server", "hands revealed"):
        report.count(what, 0)
    streams = Head.objects.filter(stream__startswith="game-", version__gt=0).order_by("stream")
    for stream in streams.values_list("stream", flat=True).iterator():
        if recorded := loaded(report, stream):
            check_game(report, recorded)


def check_game(report: Report, recorded: Sequence[Recorded]) -> None:
    """Check the deals of one game; an event that cannot be read is left to the check "replay"."""
    check = _Game(report, recorded[0].stream)
    for event in recorded:
        try:
            check.hear(event.version, CODEC.decode(event))
        except (UnknownEventError, TypeError, ValueError, KeyError):
            return
    check.end()


class _Game:
    """The deals of one game, followed from event to event."""

    def __init__(self, report: Report, stream: str) -> None:
        self._report = report
        self._stream = stream
        self._game = str(UUID(stream.partition("-")[2]))
        self._rules: Rules
        self._hands: dict[int, Told] = {}
        self._known: dict[int, Chain] = {}
        self._shown: set[int] = set()
        self._finished = 0

    def hear(self, version: int, event: object) -> None:
        """This happened next."""
        self._note(version, event)
        if isinstance(event, PackShuffled | cards.PackReady | cards.HandDealt) and not self._hands.get(
            event.number
        ):
            self._find(version, f"deals hand {event.number}, which nobody was bound to")
        for hand in list(self._hands.values())[-2:]:  # the one that is played, the one committed to
            hand.hear(version, event)
        if isinstance(event, cards.HandDealt) and event.number in self._hands:
            self._dealt(version, self._hands[event.number])

    def _note(self, version: int, event: object) -> None:
        match event:
            case TableOpened():
                self._opened(version, event)
            case SeatLeft(seat) | SeatLent(seat):
                self._known.pop(seat, None)
            case SeedPromised(seat, anchor):
                self._known[seat] = Chain(len(self._hands), anchor)
            case SeedGiven(seat, number, seed):
                if seat in self._known and self._known[seat].base < number:
                    self._known[seat] = Chain(number, seed)
            case HandCommitted():
                self._committed(version, event)
            case HandsRevealed(hands):
                self._revealed(version, hands)
            case GameFinished():
                self._finished = version

    def end(self) -> None:
        """There is nothing more."""
        hidden = sorted(self._hands.keys() - self._shown)
        if self._finished and hidden:
            self._find(self._finished, f"ends the game, but hands {hidden} were never revealed")

    def _revealed(self, version: int, hands: Sequence[RevealedSecret]) -> None:
        for number, salt, pack in hands:
            self._report.count("hands revealed")
            self._shown.add(number)
            hand = self._hands.get(number)
            if not (hand and hand.committed and (hand.committed.salt, hand.committed.pack) == (salt, pack)):
                self._find(version, f"reveals another secret of hand {number} than was kept")

    def _opened(self, version: int, event: TableOpened) -> None:
        self._rules = rules_for(event.variant, event.players, event.options)
        if event.game != self._game:
            self._find(version, f"binds the deals to another game, {event.game}")

    def _committed(self, version: int, event: HandCommitted) -> None:
        if event.number != len(self._hands) + 1:
            self._find(version, f"commits to hand {event.number} after {len(self._hands)}")
        for seat, promise in enumerate(event.promises):
            if promise != self._known.get(seat):
                self._find(version, f"counts another promise of seat {seat} than was made")
        if event.protocol == PROTOCOL:
            secret = Secret(event.salt, event.pack)
            if commitment(self._game, event.number, secret) != event.commitment:
                self._find(version, "commits to another secret than was kept")
            if sorted(event.pack) != sorted(self._rules.pack):
                self._find(version, "commits to a pack that is not the whole pack")
        self._hands[event.number] = Told(event.number, players=len(event.promises))

    def _dealt(self, version: int, hand: Told) -> None:
        if hand.committed is None or hand.committed.protocol != PROTOCOL:
            self._report.count(OLDER)
            return
        self._report.count("hands")
        for problem in self._problems(hand):
            self._find(version, f"deals hand {hand.number} unfairly: {problem}")

    def _problems(self, hand: Told) -> Iterator[str]:
        """What is wrong with a hand that was dealt."""
        assert hand.committed is not None, "asked of hands that are committed to"
        if hand.shuffled is None:
            yield "it does not say whose seeds are in it"
            return
        given = {event.seat: event.seed for event in hand.given.values()}
        if hand.shuffled.commitment != hand.committed.commitment:
            yield "it names another commitment"
        if given != {seat: seed for seat, seed in enumerate(hand.shuffled.seeds) if seed is not None}:
            yield "its seeds are not those that were given"
        yield from self._seeds(hand)
        secret = Secret(hand.committed.salt, hand.committed.pack)
        pack = shuffled(self._game, hand.number, secret, hand.shuffled.seeds, hand.where_cut)
        if not hand.is_dealt_from(pack):
            yield "its cards do not come from the pack that follows"

    def _seeds(self, hand: Told) -> Iterator[str]:
        assert hand.committed is not None, "asked of hands that are committed to"
        assert hand.shuffled is not None, "asked of hands that were dealt"
        for seat, (seed, promise) in enumerate(
            zip(hand.shuffled.seeds, hand.committed.promises, strict=True)
        ):
            self._report.count("seeds of the server" if seed is None else "seeds of devices")
            if seed is not None and not (promise and fits(self._game, promise, hand.number, seed)):
                yield f"the seed of seat {seat} is not the one that was promised"
        if self._rules.cut != "none" and hand.cut is None:
            yield "it was not cut"
        before = hand.versions.get("cut", hand.versions["committed"])
        if any(version < before for version in hand.given):
            yield "seeds were known before it was fixed what they meet"

    def _find(self, version: int, problem: str) -> None:
        self._report.find(self._stream, version, problem)


register_check("deals", check_deals)
