"""Who sees what: allow-lists. What is not named here, nobody sees.

A covered card is seen by its owner until the game ends; unplayed cards by their owner, in a blind hand not
even by them. While a team decides at match point, and only then, its players see each other's cards."""

from collections.abc import Callable
from typing import Any

from games.rules import events as ev
from games.rules.legal import hand_moves, waited_for
from games.rules.moves import to_json
from games.rules.state import Extras, Game, Hand, Play

Data = dict[str, Any]


def view(game: Game, seat: int | None, *, open_cards: bool = False) -> Data:
    """The game as a seat sees it (None: an outsider), JSON-ready; `open_cards` once the game has ended."""
    rules = game.rules
    return {
        "variant": rules.variant.id,
        "players": rules.players,
        "options": rules.settled(),
        "target": rules.target,
        "score": list(game.score),
        "dealer": game.dealer,
        "hand_no": game.hand_no,
        "winner": game.winner,
        "hand": None if game.hand is None else _hand(game.hand, seat, open_cards),
        "legal": [] if game.hand is None or seat is None else _legal(game.hand, seat),
    }


def _legal(hand: Hand, seat: int) -> list[Data]:
    return [to_json(move) for move in hand_moves(hand).get(seat, ())]


def _hand(hand: Hand, seat: int | None, open_cards: bool) -> Data:
    deal = hand.deal
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "order": list(deal.order),
        "duel": list(deal.duel),
        "vira": deal.vira,
        "kind": deal.kind,
        "blind": deal.blind,
        "stake": hand.stake,
        "turn": hand.turn,
        "to_act": sorted({*waited_for(hand), *hand_moves(hand)}),
        "deciding": hand.deciding,
        "raised_by": hand.raiser,
        "offer": _offer(hand),
        "cards": [_cards(hand, own, seat, open_cards) for own in range(deal.rules.players)],
        "tricks": [
            {
                "leader": trick.leader,
                "plays": [_play(play, seat, open_cards) for play in trick.plays],
                "winner_seat": trick.winner,
                "winner_team": None if trick.winner is None else deal.sides[trick.winner],
            }
            for trick in hand.tricks
        ],
        "table": [_play(play, seat, open_cards) for play in hand.table],
        **_extras(hand.extras, seat, deal.dealer, open_cards),
        "outcome": None
        if hand.outcome is None
        else hand.outcome._asdict() | {"points": list(hand.outcome.points)},
    }


def _offer(hand: Hand) -> Data | None:
    if hand.offer is None:
        return None
    return {"seat": hand.offer.seat, "to": hand.deal.rules.ladder[hand.offer.rung]}


def may_see(hand: Hand, owner: int, seat: int | None) -> bool:
    """Whether a seat may see another's (or its own) unplayed cards now."""
    if seat is None or hand.deal.blind:
        return False
    if owner == seat:
        return True
    sides = hand.deal.sides
    return hand.deciding is not None and sides[owner] == sides[seat] == hand.deciding


def _cards(hand: Hand, owner: int, seat: int | None, open_cards: bool) -> list[str | None]:
    """The owner's unplayed cards; those the seat may not see are null, in a blind hand in their places."""
    held = hand.held[owner]
    seen = open_cards or may_see(hand, owner, seat)
    return [card if seen else None for card in held]


def _play(play: Play, seat: int | None, open_cards: bool) -> Data:
    seen = not play.covered or play.seat == seat or open_cards
    return {"seat": play.seat, "card": play.card if seen else None, "covered": play.covered}


def _extras(extras: Extras, seat: int | None, dealer: int, open_cards: bool) -> Data:
    envido, flor, cut = extras.envido, extras.flor, extras.cut
    own_aside = extras.aside if open_cards or seat == dealer else None
    return {
        "points": list(extras.points),
        "awards": [award_json(award) for award in extras.awards],
        "envido": envido
        and {"chain": list(envido.chain), "seat": envido.seat, "stage": envido.stage, "worth": envido.worth}
        | {"spoken": {str(own): points for own, points in envido.spoken}},
        "flor": flor and {"called": list(flor.called), "asker": flor.asker, "stage": flor.stage},
        "claimer": extras.claimer,
        "swapped": list(extras.swapped),
        "shown": [{"seat": own, "cards": list(cards)} for own, cards in extras.shown],
        "laid_aside": own_aside,
        "cut": cut
        and {"done": cut.done, "taken": len(cut.taken), "burnt": list(cut.burnt), "settled": cut.settled},
    }


def award_json(award: Any) -> Data:
    """An award as the hand record writes it."""
    return {
        "team": award.team,
        "points": award.points,
        "for": award.purpose,
        "values": {str(seat): points for seat, points in award.spoken},
    }


def see(event: ev.Event, seat: int | None, *, open_cards: bool = False) -> Data:
    """The data of an event as a seat sees it (None: an outsider); `open_cards` once the game has ended."""
    shown = _SEEN.get(type(event))
    if shown is not None:
        return shown(event, seat, open_cards)
    return _whole(event) if type(event) in _PUBLIC else {}


def _whole(event: ev.Event) -> Data:
    return {name: _plain(getattr(event, name)) for name in event.__slots__}


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


_PUBLIC = frozenset(
    {
        ev.PackCut,
        ev.TrickWon,
        ev.TrickTied,
        ev.StakeRaised,
        ev.RaiseAccepted,
        ev.RaiseRefused,
        ev.RaisedAtMatchPoint,
        ev.HandConceded,
        ev.MatchPointAccepted,
        ev.MatchPointRefused,
        ev.RoyalFamilyClaimed,
        ev.ClaimDoubted,
        ev.EnvidoCalled,
        ev.EnvidoAccepted,
        ev.EnvidoRefused,
        ev.PointsDeclared,
        ev.FlorCalled,
        ev.FlorDeclined,
        ev.ContraflorCalled,
        ev.ContraflorAnswered,
        ev.PointsAwarded,
        ev.HandScored,
        ev.GameWon,
    }
)


def _pack_ready(event: ev.PackReady, _seat: int | None, open_cards: bool) -> Data:
    data: Data = {"number": event.number, "dealer": event.dealer, "duel": list(event.duel)}
    return data | {"pack": list(event.pack)} if open_cards else data


def _mixed(event: ev.PackMixed, _seat: int | None, open_cards: bool) -> Data:
    data: Data = {"number": event.number}
    return data | {"pack": list(event.pack)} if open_cards else data


def _dealt(event: ev.HandDealt, seat: int | None, open_cards: bool) -> Data:
    return {
        "number": event.number,
        "dealer": event.dealer,
        "vira": event.vira,
        "duel": list(event.duel),
        "blind": event.blind,
        "cards": [
            [card if open_cards or (own == seat and not event.blind) else None for card in cards]
            for own, cards in enumerate(event.cards)
        ],
    }


def _played(event: ev.CardPlayed, seat: int | None, open_cards: bool) -> Data:
    seen = open_cards or not event.covered or event.seat == seat
    return {"seat": event.seat, "card": event.card if seen else None, "covered": event.covered}


def _own(event: ev.CardTaken | ev.CardLaidAside, seat: int | None, open_cards: bool) -> Data:
    return {"seat": event.seat, "card": event.card if open_cards or event.seat == seat else None}


def _taking(event: ev.TakingEnded, seat: int | None, open_cards: bool) -> Data:
    kept = open_cards or seat == event.seat
    passed = kept or (seat is not None and seat == event.partner)
    return {
        "seat": event.seat,
        "kept": [card if kept else None for card in event.kept],
        "passed": [card if passed else None for card in event.passed],
        "partner": event.partner,
        "burnt": list(event.burnt),
    }


def _swapped(event: ev.CardsSwapped, seat: int | None, open_cards: bool) -> Data:
    drawn = _drawn(event.drawn, event.seat, seat, open_cards)
    return {"seat": event.seat, "shown": list(event.shown), "drawn": drawn}


def _believed(event: ev.ClaimAccepted, seat: int | None, open_cards: bool) -> Data:
    drawn = _drawn(event.drawn, event.claimer, seat, open_cards)
    return {"seat": event.seat, "claimer": event.claimer, "drawn": drawn}


def _drawn(cards: tuple[str, ...], owner: int, seat: int | None, open_cards: bool) -> list[str | None]:
    return [card if open_cards or owner == seat else None for card in cards]


_SEEN: dict[type, Callable[[Any, int | None, bool], Data]] = {
    ev.PackReady: _pack_ready,
    ev.PackMixed: _mixed,
    ev.HandDealt: _dealt,
    ev.CardPlayed: _played,
    ev.CardTaken: _own,
    ev.CardLaidAside: _own,
    ev.TakingEnded: _taking,
    ev.CardsSwapped: _swapped,
    ev.ClaimAccepted: _believed,
}
