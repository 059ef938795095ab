"""From a shuffled pack to the hands: the cut, the cards taken from it, the deal, the fourth card of three."""

from games.rules import events as ev
from games.rules.cards import CORINGA
from games.rules.commands import Deal, Mix
from games.rules.errors import HandOver, MoveNotAllowed
from games.rules.evolve import kind_of_hand
from games.rules.legal import cutter
from games.rules.moves import Move
from games.rules.options import Rules
from games.rules.state import Cut, Game, Hand
from games.rules.story import Story


def deal(story: Story, command: Deal) -> None:
    """Deal the next hand, or lay the pack ready to be cut; the pack must be the whole pack in play."""
    game = story.game
    if not game.needs_deal:
        raise MoveNotAllowed if game.winner is None else HandOver
    _check_whole(game.rules, command.pack)
    duel = game.duels[0] if game.duels else ()
    if game.rules.cut != "none":
        story.tell(ev.PackReady(game.hand_no + 1, game.dealer, command.pack, duel, command.salt, command.mix))
        return
    _deal_from(story, command.pack, {}, command.salt, game.hand_no + 1, duel)


def mix(story: Story, command: Mix) -> None:
    """Let the cut pack lie in this order, and go on with what follows a cut."""
    if not story.game.needs_mix:
        raise MoveNotAllowed
    _check_whole(story.game.rules, command.pack)
    story.tell(ev.PackMixed(story.game.hand_no, command.pack))
    _after_cut(story, cutter(story.hand))


def _check_whole(rules: Rules, pack: tuple[str, ...]) -> None:
    if len(pack) != len(rules.pack) or rules.whole != set(pack):
        raise MoveNotAllowed


def _deal_from(
    story: Story,
    pack: tuple[str, ...],
    held: dict[int, tuple[str, ...]],
    salt: str,
    number: int,
    duel: tuple[int, ...],
) -> None:
    """Fill every hand to three from the front of the pack, then turn the next card where one is turned."""
    game, rules = story.game, story.game.rules
    hands: list[tuple[str, ...]] = [()] * rules.players
    at = 0
    for seat in _receivers(game, duel):
        need = hand_size(rules, seat, game.dealer) - len(held.get(seat, ()))
        hands[seat] = held.get(seat, ()) + pack[at : at + need]
        at += need
    vira, rest = _turn(rules, pack[at:])
    story.tell(ev.HandDealt(number, game.dealer, tuple(hands), vira, rest, duel, blind(game), salt))


def blind(game: Game) -> bool:
    """Whether the next hand is an iron hand that nobody may look at."""
    return game.rules.iron_hand == "blind" and kind_of_hand(game.rules, game.score) == "iron"


def _receivers(game: Game, duel: tuple[int, ...]) -> list[int]:
    players = game.rules.players
    table = [(game.dealer + 1 + step) % players for step in range(players)]
    return [seat for seat in table if not duel or seat in duel]


def hand_size(rules: Rules, seat: int, dealer: int) -> int:
    """Three cards; with three players the lone dealer gets a fourth."""
    return 4 if rules.players == 3 and seat == dealer else 3


def _turn(rules: Rules, rest: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """The next card is turned; a joker makes no manilha, so the card after it is turned instead."""
    if not rules.turns_vira:
        return None, rest
    place = next(i for i, card in enumerate(rest) if card != CORINGA)
    return rest[place], rest[:place] + rest[place + 1 :]


def lay_aside(story: Story, _hand: Hand, seat: int, move: Move) -> None:
    """The lone player of three lays one of the four cards aside."""
    story.tell(ev.CardLaidAside(seat, move.card or ""))


def cut(story: Story, _hand: Hand, seat: int, move: Move) -> None:
    """Cut at a position and say whether the cards come from the top or the bottom."""
    story.tell(ev.PackCut(seat, move.at or 0, move.end or "top"))
    if not story.game.needs_mix:
        _after_cut(story, seat)


def _after_cut(story: Story, seat: int) -> None:
    """Only who plays the hand may take cards: in a duel the cutter may be sitting out."""
    deal = story.hand.deal
    if deal.rules.cut == "cut" or seat not in deal.order:
        _finish(story, seat)


def take(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    """Take the next card and look at it."""
    pack = hand.extras.cut.pack if hand.extras.cut else ()
    story.tell(ev.CardTaken(seat, pack[0]))


def take_none(story: Story, _hand: Hand, seat: int) -> None:
    """Leave the pack as it was cut."""
    _finish(story, seat)


def keep(story: Story, hand: Hand, seat: int, move: Move) -> None:
    """Keep the taken card; of two, keep this one and pass the other to the partner."""
    taken = _taken(hand)
    if len(taken) == 1:
        _finish(story, seat, kept=taken)
        return
    other = tuple(card for card in taken if card != move.card)
    _finish(story, seat, kept=(move.card or "",), passed=other, partner=_partner(hand, seat))


def pass_on(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    """Give the taken card to the partner."""
    _finish(story, seat, passed=_taken(hand), partner=_partner(hand, seat))


def burn(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    """Turn the taken card face up: it is out of the hand."""
    _finish(story, seat, burnt=_taken(hand))


def _taken(hand: Hand) -> tuple[str, ...]:
    return hand.extras.cut.taken if hand.extras.cut else ()


def _partner(hand: Hand, seat: int) -> int:
    """The partner nearest in play order."""
    return (seat + 2) % hand.deal.rules.players


def _finish(
    story: Story,
    seat: int,
    kept: tuple[str, ...] = (),
    passed: tuple[str, ...] = (),
    partner: int | None = None,
    burnt: tuple[str, ...] = (),
) -> None:
    """The taking is over, the dealer deals the rest."""
    story.tell(ev.TakingEnded(seat, kept, passed, partner, burnt))
    hand = story.hand
    settled = hand.extras.cut
    if settled is None:
        return
    held = {seat: settled.kept} | ({} if settled.partner is None else {settled.partner: settled.passed})
    if settled.cards is not None:
        _deal_recorded(story, hand, settled, held)
        return
    _deal_from(story, settled.pack, held, settled.salt, hand.deal.number, hand.deal.duel)


def _deal_recorded(story: Story, hand: Hand, cut: Cut, held: dict[int, tuple[str, ...]]) -> None:
    """A record says what the dealer dealt; the cards taken before come first, and no hand is overfilled."""
    rules, deal = hand.deal.rules, hand.deal
    dealt = tuple(
        (held.get(seat, ()) + cards)[: hand_size(rules, seat, deal.dealer)]
        for seat, cards in enumerate(cut.cards or ())
    )
    story.tell(
        ev.HandDealt(
            deal.number, deal.dealer, dealt, cut.vira, cut.pack, deal.duel, blind(story.game), cut.salt
        )
    )
