"""A played hand as a hand record: the way back from events to `truco-hand/1`."""

from collections.abc import Callable, Iterable
from typing import Any

from games.rules import events as ev
from games.rules.moves import Move, to_json
from games.rules.options import Rules
from games.rules.record import FORMAT

Actor = tuple[int, Move]


def export_record(rules: Rules, score: tuple[int, ...], events: Iterable[ev.Event]) -> dict[str, Any]:
    """The record of one hand from its events (from its pack or deal to its end) and the score before it.

    It holds every card: only for those who may see them all. Judged again it gives the same verdict."""
    told = list(events)
    deal = next(event for event in told if isinstance(event, ev.HandDealt))
    taken = tuple(event.card for event in told if isinstance(event, ev.CardTaken))
    record: dict[str, Any] = {
        "format": FORMAT,
        "variant": rules.variant.id,
        "options": dict(rules.given),
        "players": rules.players,
        "score": list(score),
        "dealer": deal.dealer,
    }
    if deal.vira is not None:
        record["vira"] = deal.vira
    record["cards"] = [list(cards) for cards in _dealt_by_dealer(deal, told)]
    if taken or any(isinstance(event, ev.CardsSwapped | ev.RoyalFamilyClaimed) for event in told):
        record["stock"] = [*taken, *(deal.stock or ())]
    if deal.duel:
        record["duel"] = list(deal.duel)
    record["actions"] = [{"seat": seat, **to_json(move)} for seat, move in actions_of(rules, deal, told)]
    return record


def _dealt_by_dealer(deal: ev.HandDealt, events: list[ev.Event]) -> tuple[tuple[str, ...], ...]:
    """The cards of the deal alone, without those taken from the cut pack before it."""
    taken = {event.card for event in events if isinstance(event, ev.CardTaken)}
    return tuple(tuple(card for card in cards if card not in taken) for cards in deal.cards)


def actions_of(rules: Rules, deal: ev.HandDealt, events: Iterable[ev.Event]) -> Iterable[Actor]:
    """The actions that these events of a hand came of, each with its seat; judgements come of none."""
    for event in events:
        if isinstance(event, ev.CardPlayed) and deal.blind:
            yield event.seat, Move("play", place=deal.cards[event.seat].index(event.card))
        elif isinstance(event, ev.TakingEnded) and not _could_take(rules, deal, event.seat):
            continue
        elif (back := _BACK.get(type(event))) is not None:
            yield getattr(event, "seat"), back(event)  # noqa: B009  # judgements have no seat and no way back


def _could_take(rules: Rules, deal: ev.HandDealt, cutter: int) -> bool:
    """Whether the cutter chose to end the taking; where nothing could be taken the cut itself ended it."""
    return rules.cut == "take" and (not deal.duel or cutter in deal.duel)


def _taking(event: ev.TakingEnded) -> Move:
    if event.kept and event.passed:
        return Move("keep", card=event.kept[0])
    if event.kept:
        return Move("keep")
    if event.passed:
        return Move("pass")
    return Move("burn") if event.burnt else Move("refuse")


def _declared(event: ev.PointsDeclared) -> Move:
    return Move("declare", good=True) if event.points is None else Move("declare", points=event.points)


def _plain(kind: str) -> Callable[[Any], Move]:
    move = Move(kind)
    return lambda _event: move


_BACK: dict[type, Callable[[Any], Move]] = {
    ev.PackCut: lambda event: Move("cut", at=event.at, end=event.end),
    ev.CardTaken: _plain("take"),
    ev.TakingEnded: _taking,
    ev.CardLaidAside: lambda event: Move("lay_aside", card=event.card),
    ev.CardPlayed: lambda event: Move("play", card=event.card, covered=event.covered),
    ev.StakeRaised: _plain("raise"),
    ev.RaisedAtMatchPoint: _plain("raise"),
    ev.RaiseAccepted: _plain("accept"),
    ev.RaiseRefused: _plain("refuse"),
    ev.HandConceded: _plain("concede"),
    ev.MatchPointAccepted: _plain("accept"),
    ev.MatchPointRefused: _plain("refuse"),
    ev.CardsSwapped: _plain("swap"),
    ev.RoyalFamilyClaimed: _plain("claim_royal_family"),
    ev.ClaimAccepted: _plain("accept"),
    ev.ClaimDoubted: _plain("refuse"),
    ev.EnvidoCalled: lambda event: Move(event.call),
    ev.EnvidoAccepted: _plain("accept"),
    ev.EnvidoRefused: _plain("refuse"),
    ev.PointsDeclared: _declared,
    ev.FlorCalled: _plain("flor"),
    ev.FlorDeclined: lambda event: Move(event.how),
    ev.ContraflorCalled: lambda event: Move("contraflor_resto" if event.resto else "contraflor"),
    ev.ContraflorAnswered: lambda event: Move("accept" if event.accepted else "refuse"),
}
