"""What makes the deals of a table fair: promises and seeds taken or refused, and what is to happen when."""

from enum import StrEnum

from games.rules import events as cards
from games.rules import fair
from games.rules.commands import Deal, Mix
from games.rules.decide import decide as decide_cards
from games.rules.errors import MoveNotAllowed
from games.rules.fair import Secret
from games.rules.state import Game
from games.rules.table.deals import Reveal
from games.rules.table.errors import (
    GameOver,
    NotDue,
    PromiseStands,
    SeedNotAwaited,
    SeedNotPromised,
    SeedUnfit,
)
from games.rules.table.events import (
    HandCommitted,
    HandsRevealed,
    PackShuffled,
    RevealedSecret,
    SeedGiven,
    SeedPromised,
)
from games.rules.table.state import Phase, Table, is_bot


class Due(StrEnum):
    """What the table is to do by itself."""

    COMMIT = "commit"
    DEAL = "deal"


def due(table: Table, at_ms: int) -> Due | None:
    """What is to happen now, before anybody acts; None while somebody is to act or a seed is waited for."""
    ends_ms = wait_ends_ms(table)
    return _next(table) if ends_ms is None or at_ms >= ends_ms else None


def wait_ends_ms(table: Table) -> int | None:
    """Until when the deal waits for devices; None when it does not."""
    if not waited_for(table):
        return None
    return table.deals.since_ms + table.deals.terms.seed_seconds * 1000


def waited_for(table: Table) -> tuple[int, ...]:
    """The seats whose devices the deal waits for: those who have promised a seed. Before the first hand of a
    table whose places were assigned also the others, who had no occasion to promise."""
    deals, step = table.deals, _next(table)
    if step is None or not deals.terms.seed_seconds:
        return ()
    if step is Due.DEAL:
        return tuple(s for s in deals.missing if not deals.silent[s]) if seeds_taken(table) else ()
    if deals.committed or table.origin is None:
        return ()
    people = (seat for seat, holder in enumerate(table.seats) if not is_bot(holder))
    return tuple(seat for seat in people if deals.chains[seat] is None)


def seeds_taken(table: Table) -> bool:
    """Whether seeds for the next hand are taken now: once it is committed to; where one cuts, after that."""
    if table.deals.next is None or table.game is None or table.over:
        return False
    return table.rules.cut == "none" or table.game.needs_mix


def _next(table: Table) -> Due | None:
    game = table.game
    if table.phase is not Phase.PLAYING or game is None:
        return None
    if table.deals.next is None:
        return Due.COMMIT
    return Due.DEAL if game.needs_deal or game.needs_mix else None


def promise(table: Table, seat: int, anchor: str) -> tuple[SeedPromised, ...]:
    """The promise of a device; nothing when it is the one that stands."""
    if table.over:
        raise GameOver
    if not fair.is_value(anchor):
        raise SeedUnfit(field="anchor")
    standing = table.deals.chains[seat]
    if standing is not None and standing.base == table.deals.committed:
        if standing.value != anchor:
            raise PromiseStands
        return ()
    return (SeedPromised(seat, anchor),)


def give(table: Table, seat: int, number: int, seed: str) -> tuple[SeedGiven, ...]:
    """The seed of a device; nothing when it is in already."""
    deals = table.deals
    if table.over:
        raise GameOver
    if deals.next is None or deals.next.number != number or not seeds_taken(table):
        raise SeedNotAwaited(hand=number)
    promised = deals.next.promises[seat]
    if promised is None:
        raise SeedNotPromised(hand=number)
    if deals.seeds[seat] == seed:
        return ()
    if not fair.is_value(seed) or not fair.fits(deals.game, promised, number, seed):
        raise SeedUnfit(field="seed")
    return (SeedGiven(seat, number, seed),)


def commit(table: Table, secret: Secret, at_ms: int) -> tuple[HandCommitted, ...]:
    """The commitment to the next hand, and to the promises that count in it."""
    if due(table, at_ms) is not Due.COMMIT:
        raise NotDue
    if sorted(secret.pack) != sorted(table.rules.pack) or not fair.is_value(secret.salt):
        raise MoveNotAllowed
    deals = table.deals
    number = deals.committed + 1
    commitment = fair.commitment(deals.game, number, secret)
    return (HandCommitted(number, fair.PROTOCOL, commitment, deals.chains, secret.salt, secret.pack),)


def deal(table: Table, at_ms: int) -> tuple[PackShuffled | cards.Event, ...]:
    """The deal that follows from commitment and seeds. A pack to be cut is laid as the server committed to
    it, and shuffled with the seeds after the cut."""
    if due(table, at_ms) is not Due.DEAL:
        raise NotDue
    game, deals = _running(table), table.deals
    assert deals.next is not None, "a deal is due once there is a commitment"
    number, secret = deals.next.number, deals.secret
    salt = fair.event_salt(deals.game, number, secret.salt)
    if game.needs_deal and table.rules.cut != "none":
        return decide_cards(game, Deal(secret.pack, salt, mix=True))
    pack = fair.shuffled(deals.game, number, secret, deals.seeds, deals.cut)
    shuffled = PackShuffled(number, fair.PROTOCOL, deals.next.commitment, deals.seeds)
    return (shuffled, *decide_cards(game, Mix(pack) if game.needs_mix else Deal(pack, salt)))


def reveal_hand(table: Table) -> tuple[HandsRevealed, ...]:
    """What is revealed when a hand has ended and the game goes on."""
    last = table.deals.last
    if table.deals.terms.reveal is not Reveal.HAND or last is None:
        return ()
    return _revealed(table, last.committed.number)


def reveal_all(table: Table) -> tuple[HandsRevealed, ...]:
    """What is revealed when the game has ended: every secret that is left, dealt from or not."""
    return _revealed(table, table.deals.committed)


def _revealed(table: Table, up_to: int) -> tuple[HandsRevealed, ...]:
    hands = tuple(RevealedSecret(n, *secret) for n, secret in table.deals.kept if n <= up_to)
    return (HandsRevealed(hands),) if hands else ()


def _running(table: Table) -> Game:
    assert table.game is not None, "asked for while the game runs"
    return table.game
