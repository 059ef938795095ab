"""What is remembered of each event. `evolve` never refuses and never judges: it only writes down."""

from collections.abc import Iterable
from typing import assert_never

from games.rules import events as ev
from games.rules.options import Rules
from games.rules.state import (
    Award,
    Cut,
    Deal,
    EnvidoState,
    Extras,
    FlorState,
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
    | ev.CardLaidAside
    | ev.PackCut
    | ev.CardTaken
    | ev.TakingEnded
    | ev.CardsSwapped
    | ev.RoyalFamilyClaimed
    | ev.ClaimAccepted
    | ev.ClaimDoubted
    | ev.EnvidoCalled
    | ev.EnvidoAccepted
    | ev.EnvidoRefused
    | ev.PointsDeclared
    | ev.FlorCalled
    | ev.FlorDeclined
    | ev.ContraflorCalled
    | ev.ContraflorAnswered
    | ev.PointsAwarded
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
            return _evolve_extras(hand, event)


RareEvent = (
    ev.CardLaidAside
    | ev.PackCut
    | ev.CardTaken
    | ev.TakingEnded
    | ev.CardsSwapped
    | ev.RoyalFamilyClaimed
    | ev.ClaimAccepted
    | ev.ClaimDoubted
    | ev.EnvidoCalled
    | ev.EnvidoAccepted
    | ev.EnvidoRefused
    | ev.PointsDeclared
    | ev.FlorCalled
    | ev.FlorDeclined
    | ev.ContraflorCalled
    | ev.ContraflorAnswered
    | ev.PointsAwarded
)


def _evolve_extras(hand: Hand, event: RareEvent) -> Hand:
    match event:
        case ev.EnvidoCalled() | ev.EnvidoAccepted() | ev.EnvidoRefused() | ev.PointsDeclared():
            return _with(hand, envido=_envido(hand, event))
        case ev.FlorCalled() | ev.FlorDeclined() | ev.ContraflorCalled() | ev.ContraflorAnswered():
            return _flor(hand, event)
        case ev.PointsAwarded():
            return _awarded(hand, event)
        case ev.CardLaidAside(seat, card):
            return _with(
                hand._replace(held=_instead(hand.held, seat, _less(hand.held[seat], card))), aside=card
            )
        case ev.CardsSwapped(seat, shown, drawn):
            extras = hand.extras
            return _with(
                _new_cards(hand, seat, drawn),
                swapped=(*extras.swapped, seat),
                shown=(*extras.shown, (seat, shown)),
            )
        case ev.RoyalFamilyClaimed(seat):
            return _with(hand, claimer=seat)
        case ev.ClaimAccepted(_, claimer, drawn):
            return _with(_new_cards(hand, claimer, drawn), claimer=None)
        case ev.ClaimDoubted(_, claimer, shown):
            return _with(hand, claimer=None, shown=(*hand.extras.shown, (claimer, shown)))
        case ev.PackCut() | ev.CardTaken() | ev.TakingEnded():
            return hand if hand.extras.cut is None else _with(hand, cut=_cut(hand.extras.cut, event))
        case _:
            assert_never(event)


def _with(hand: Hand, **changes: object) -> Hand:
    return hand._replace(extras=hand.extras._replace(**changes))  # type: ignore[arg-type]  # named at each call


def _instead(
    rows: tuple[tuple[str, ...], ...], seat: int, row: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(own for own in cards if own != card)


def _new_cards(hand: Hand, seat: int, drawn: tuple[str, ...]) -> Hand:
    """The seat's three cards go, three from the top of the rest come."""
    return hand._replace(
        dealt=_instead(hand.dealt, seat, drawn),
        held=_instead(hand.held, seat, drawn),
        stock=(hand.stock or ())[len(drawn) :],
    )


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


def _envido(
    hand: Hand, event: ev.EnvidoCalled | ev.EnvidoAccepted | ev.EnvidoRefused | ev.PointsDeclared
) -> EnvidoState | None:
    state = hand.extras.envido
    match event:
        case ev.EnvidoCalled(seat, call):
            return EnvidoState((*state.chain, call) if state else (call,), seat)
        case ev.EnvidoAccepted(_, worth):
            return state and state._replace(stage="declaring", worth=worth)
        case ev.EnvidoRefused():
            return state and state._replace(stage="done")
        case ev.PointsDeclared(seat, points):
            if state is None:
                return None
            spoken = (*state.spoken, (seat, points))
            stage = "pending" if len(spoken) == len(hand.deal.order) else "declaring"
            return state._replace(spoken=spoken, stage=stage)
        case _:
            assert_never(event)


def _flor(
    hand: Hand, event: ev.FlorCalled | ev.FlorDeclined | ev.ContraflorCalled | ev.ContraflorAnswered
) -> Hand:
    """A flor sung cancels an envido that is not settled."""
    state = hand.extras.flor
    match event:
        case ev.FlorCalled(seat):
            cancelled = hand.extras.envido
            if cancelled and cancelled.stage == "open":
                hand = _with(hand, envido=cancelled._replace(stage="done"))
            return _with(hand, flor=_sung(state, seat))
        case ev.ContraflorCalled(seat, resto) if state:
            called = state.called if seat in state.called else (*state.called, seat)
            return _with(hand, flor=FlorState(called, seat, "resto" if resto else "contraflor"))
        case _:
            return hand


def _sung(state: FlorState | None, seat: int) -> FlorState:
    if state is None:
        return FlorState((seat,), seat)
    stage = "comparing" if state.stage == "asked" else state.stage
    return state._replace(called=(*state.called, seat), stage=stage)


def _awarded(hand: Hand, event: ev.PointsAwarded) -> Hand:
    """Points paid at once, to every score of the side (with three players the pair's both)."""
    extras = hand.extras
    points = credited(hand.deal, extras.points, event.team, event.points)
    changes: dict[str, object] = {
        "points": points,
        "awards": (*extras.awards, Award(event.team, event.points, event.purpose, event.spoken)),
    }
    if event.purpose == "flor" and extras.flor:
        changes["flor"] = extras.flor._replace(stage="done", winner=event.team)
    if event.purpose == "envido" and extras.envido:
        changes["envido"] = extras.envido._replace(stage="done")
    return _with(hand, **changes)


def credited(deal: Deal, points: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    """These points with more for a side: its one score, or each seat's own with three players."""
    if deal.rules.scores == 2:
        return (points[0] + more, points[1]) if side == 0 else (points[0], points[1] + more)
    return tuple(own + more if deal.sides[seat] == side else own for seat, own in enumerate(points))


def _cut(cut: Cut, event: ev.PackCut | ev.CardTaken | ev.TakingEnded) -> Cut:
    match event:
        case ev.PackCut(_, at, end):
            if cut.cards is not None:
                return cut._replace(done=True)
            pack = cut.pack[at:] + cut.pack[:at]
            return cut._replace(done=True, pack=pack if end == "top" else pack[::-1])
        case ev.CardTaken(_, card):
            return cut._replace(taken=(*cut.taken, card), pack=cut.pack[1:])
        case ev.TakingEnded(_, kept, passed, partner, burnt):
            return cut._replace(settled=True, kept=kept, passed=passed, partner=partner, burnt=burnt)
        case _:
            assert_never(event)


def _pack_ready(game: Game, event: ev.PackReady) -> Game:
    deal = make_deal(game.rules, game.score, event.number, event.dealer, None, event.duel)
    empty: tuple[tuple[str, ...], ...] = ((),) * game.rules.players
    extras = Extras(points=(0,) * game.rules.scores, cut=Cut(event.pack, salt=event.salt))
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
