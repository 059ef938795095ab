"""What is remembered of each event. `evolve` never refuses and never judges: it only writes down."""

from collections.abc import Iterable

from games.rules import events as ev
from games.rules.evolve_extras import RareEvent, evolve_extras
from games.rules.options import Rules
from games.rules.state import (
    Cut,
    Deal,
    Extras,
    Game,
    Hand,
    Offer,
    Outcome,
    Play,
    Trick,
)


def replay(game: Game, events: Iterable[ev.Event]) -> Game:
    """The game after all these events."""
    for event in events:
        game = evolve(game, event)
    return game


def evolve(game: Game, event: ev.Event) -> Game:
    """The game after this event."""
    match event:
        case ev.HandDealt():
            return _dealt(game, event)
        case ev.PackReady():
            return _pack_ready(game, event)
        case ev.HandScored():
            return _scored(game, event)
        case ev.GameWon(winner=winner):
            return game._replace(winner=winner)
        case _:
            hand = game.hand
            return game if hand is None else game._replace(hand=evolve_hand(hand, event))


HandEvent = (
    ev.CardPlayed
    | ev.TrickWon
    | ev.TrickTied
    | ev.StakeRaised
    | ev.RaiseAccepted
    | ev.RaiseRefused
    | ev.RaisedAtMatchPoint
    | ev.HandConceded
    | ev.MatchPointAccepted
    | ev.MatchPointRefused
    | RareEvent
)


def evolve_hand(hand: Hand, event: HandEvent) -> Hand:
    """The hand after an event that concerns only it."""
    match event:
        case ev.CardPlayed(seat, card, covered):
            held = hand.held
            left = tuple(own for own in held[seat] if own != card)
            return hand._replace(
                held=(*held[:seat], left, *held[seat + 1 :]),
                table=(*hand.table, Play(seat, card, covered)),
                turn=hand.after(seat),
            )
        case ev.TrickWon(seat):
            return _trick_over(hand, seat, seat)
        case ev.TrickTied(leader):
            return _trick_over(hand, None, leader)
        case ev.StakeRaised(seat):
            return _raised(hand, seat)
        case ev.RaiseAccepted():
            offer = hand.offer
            return (
                hand
                if offer is None
                else hand._replace(rung=offer.rung, raiser=hand.deal.sides[offer.seat], offer=None)
            )
        case ev.RaiseRefused() | ev.RaisedAtMatchPoint() | ev.HandConceded():
            return hand
        case ev.MatchPointAccepted() | ev.MatchPointRefused():
            return hand._replace(deciding=None)
        case _:
            return evolve_extras(hand, event)


def _trick_over(hand: Hand, winner: int | None, leader: int) -> Hand:
    return hand._replace(
        tricks=(*hand.tricks, Trick(hand.leader, hand.table, winner)), table=(), leader=leader, turn=leader
    )


def _raised(hand: Hand, seat: int) -> Hand:
    """A new offer; one that answers another has accepted it."""
    before = hand.offer
    if before is None:
        return hand._replace(offer=Offer(seat, hand.rung + 1))
    return hand._replace(
        rung=before.rung, raiser=hand.deal.sides[before.seat], offer=Offer(seat, before.rung + 1)
    )


def _pack_ready(game: Game, event: ev.PackReady) -> Game:
    deal = make_deal(game.rules, game.score, event.number, event.dealer, None, event.duel)
    empty: tuple[tuple[str, ...], ...] = ((),) * game.rules.players
    extras = Extras(points=(0,) * game.rules.scores, cut=Cut(event.pack, salt=event.salt, mix=event.mix))
    hand = Hand(deal, empty, empty, None, None, deal.order[0], deal.order[0], extras=extras)
    return game._replace(hand=hand, hand_no=event.number)


def _dealt(game: Game, event: ev.HandDealt) -> Game:
    deal = make_deal(game.rules, game.score, event.number, event.dealer, event.vira, event.duel)._replace(
        blind=event.blind
    )
    extras = _NO_EXTRAS if game.rules.scores == 2 else Extras(points=(0, 0, 0))
    before = game.hand
    if before and before.outcome is None and before.extras.cut:
        extras = extras._replace(cut=before.extras.cut._replace(settled=True))
    hand = Hand(
        deal,
        event.cards,
        event.cards,
        event.stock,
        _who_decides(deal),
        deal.order[0],
        deal.order[0],
        extras=extras,
    )
    return game._replace(hand=hand, hand_no=event.number)


_NO_EXTRAS = Extras()


def make_deal(
    rules: Rules, score: tuple[int, ...], number: int, dealer: int, vira: str | None, duel: tuple[int, ...]
) -> Deal:
    """The frame of a hand: play order from the mão, sides, and whether it is played at match point."""
    round_table = tuple((dealer + 1 + step) % rules.players for step in range(rules.players))
    order = tuple(seat for seat in round_table if seat in duel) if duel else round_table
    if rules.players == 3:
        sides = tuple(0 if seat == dealer else 1 for seat in range(3))
    else:
        sides = tuple(seat % 2 if seat in order else -1 for seat in range(rules.players))
    return Deal(rules, number, dealer, order, sides, vira, kind_of_hand(rules, score), False, score, duel)


def kind_of_hand(rules: Rules, score: tuple[int, ...]) -> str:
    """`match_point` when one team stands at match point, `iron` when both do, else `normal`."""
    point = rules.match_point
    if point is None or max(score) < point.at:
        return "normal"
    return "iron" if min(score) >= point.at else "match_point"


def _who_decides(deal: Deal) -> int | None:
    return deal.score.index(max(deal.score)) if deal.kind == "match_point" else None


def _scored(game: Game, event: ev.HandScored) -> Game:
    """The hand is over; the deal passes on unless nobody won, and the next round is set."""
    hand = game.hand
    if hand is None:
        return game
    ended = hand._replace(outcome=Outcome(event.winner, event.points, event.reason))
    if event.winner is None:
        return game._replace(hand=ended, score=event.score)
    dealer, duels = next_round(game, event.score)
    return game._replace(hand=ended, score=event.score, dealer=dealer, duels=duels)


def next_round(game: Game, score: tuple[int, ...]) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Who deals next and the duels to be played: hands together alternate with three duels of one dealer,
    until a team has the score that ends the testa."""
    rules, hand = game.rules, game.hand
    passed_on = (game.dealer + 1) % rules.players
    if not rules.testa or hand is None or max(score) >= rules.testa_until:
        return passed_on, ()
    if not hand.deal.duel:
        first = passed_on + 1
        seats = [((first + step) % 6, (first + step + 3) % 6) for step in range(3)]
        return passed_on, tuple((min(pair), max(pair)) for pair in seats)
    left = game.duels[1:]
    return (game.dealer, left) if left else (passed_on, ())
