"""Why a card takes a trick, and why one is tied: section 3 of the rules, and each variant's order."""

from games.explain.reasons import Reason, cards, player, ranking, reason
from games.rules.cards import CORINGA, suit
from games.rules.state import Deal, Hand, Play
from games.rules.strength import manilhas, pieces
from games.rules.tricks import best_plays, power_of
from truco_api.errors import gettext_noop as _


def standing(deal: Deal, card: str) -> Reason | None:
    """What lifts a card above the plain ones; None for a plain card."""
    rules, vira = deal.rules, deal.vira
    if card == CORINGA:
        return _joker(deal)
    if rules.muestra and vira and card in pieces(rules, vira):
        return reason("piece", _("{card} is a piece, because the muestra is {vira}."), card=card, vira=vira)
    tops = manilhas(rules, vira)
    if card not in tops:
        return None
    if rules.manilhas == "vira":
        return reason("manilha", _("{card} is a manilha, because the vira is {vira}."), card=card, vira=vira)
    if rules.muestra and vira:
        order = ranking([top for top in tops if top not in pieces(rules, vira)])
        return reason(
            "after_pieces", _("{card} comes right after the pieces: {order}."), card=card, order=order
        )
    return reason(
        "always_high",
        _("{card} is one of the cards that are always the highest here: {order}."),
        card=card,
        order=ranking(tops),
    )


def _joker(deal: Deal) -> Reason:
    if deal.rules.coringa == "top":
        return reason("joker_top", _("{card} is the joker, above every card."), card=CORINGA)
    under = _("{card} is the joker: below the highest cards, above all plain ones.")
    return reason("joker_between", under, card=CORINGA)


def manilhas_of(deal: Deal) -> Reason:
    """Which cards are the highest in this hand."""
    rules, vira = deal.rules, deal.vira
    if rules.muestra and vira:
        order = ranking(tuple(pieces(rules, vira)))
        return reason(
            "pieces", _("The muestra is {vira}, so the pieces are {order}."), vira=vira, order=order
        )
    order = ranking(manilhas(rules, vira))
    if rules.manilhas == "vira" and vira:
        return reason("vira", _("The vira is {vira}, so the manilhas are {order}."), vira=vira, order=order)
    return reason("fixed", _("The highest cards are always {order}."), order=order)


def why_won(hand: Hand, seat: int) -> tuple[Reason, ...]:
    """Why this seat's card takes the trick on the table. Its card is open, so nothing hidden is told."""
    deal, plays = hand.deal, hand.table
    won = next(play for play in plays if play.seat == seat)
    best = best_plays(deal, plays)
    why = [_killed(deal, won, plays) or standing(deal, won.card) or _plain(deal, won.card)]
    if len(best) > 1:
        why.append(_level_partners(best))
    beaten = [play for play in plays if play not in best and not play.covered]
    if beaten:
        why.append(_beats(deal, won, max(beaten, key=lambda play: power_of(deal, play, plays))))
    if any(play.covered for play in plays):
        why.append(reason("covered_loses", _("A covered card loses to every open one.")))
    return tuple(why)


def why_tied(hand: Hand, leader: int) -> tuple[Reason, ...]:
    """Why nobody takes the trick on the table, and why this seat leads the next."""
    best = best_plays(hand.deal, hand.table)
    if best[0].covered:
        level = reason("all_covered", _("Every card is covered, so nobody wins."))
    else:
        names = cards([play.card for play in best])
        level = reason("level", _("{cards} are level, and no card is higher."), cards=names)
    if hand.deal.rules.lead_after_tie == "first_tied":
        leads = reason("first_tied_leads", _("{who} laid the first of them, and leads."), who=player(leader))
    else:
        leads = reason(
            "leads_again", _("After a tie the same player leads again: {who}."), who=player(leader)
        )
    return (level, leads)


def _killed(deal: Deal, won: Play, plays: tuple[Play, ...]) -> Reason | None:
    killer = deal.rules.variant.killer
    if killer is None or won.card not in killer.cards:
        return None
    if not any(play.card == killer.prey and not play.covered for play in plays):
        return None
    return reason(
        "killer",
        _("{card} is the best card in a trick that also holds {prey}, beaten only by {above}."),
        card=won.card,
        prey=killer.prey,
        above=cards(killer.beaten_by),
    )


def _plain(deal: Deal, card: str) -> Reason:
    order = ranking(tuple(reversed(deal.rules.ranks)))
    return reason(
        "plain", _("{card} is the highest on the table; plain cards rank {order}."), card=card, order=order
    )


def _level_partners(best: list[Play]) -> Reason:
    return reason(
        "level_partners",
        _("{cards} are level, but belong to one team; who played first leads: {who}."),
        cards=cards([play.card for play in best]),
        who=player(best[0].seat),
    )


def _beats(deal: Deal, won: Play, other: Play) -> Reason:
    """How the card stands to the best of those it beats."""
    by_vira = deal.rules.manilhas == "vira" and deal.vira is not None
    tops = manilhas(deal.rules, deal.vira)
    if by_vira and won.card in tops and other.card in tops:
        return reason(
            "higher_manilha",
            _("{card} beats {other}: among manilhas the suits rank {order}."),
            card=won.card,
            other=other.card,
            order=ranking([suit(card) for card in tops]),
        )
    return reason(
        "beats", _("{card} beats {other}, the best of the others."), card=won.card, other=other.card
    )
