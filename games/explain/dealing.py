"""What is said of packs and cards changing hands: the cut, the deal, exchanges, claims."""

from games.explain.reasons import Explanation, Reason, cards, player, reason, side
from games.explain.tricks import manilhas_of
from games.rules import events as ev
from games.rules.legal import cutter
from games.rules.state import Deal, Hand
from truco_api.errors import gettext_noop as _


def pack_ready(_event: ev.PackReady, hand: Hand) -> Explanation:
    """A pack lies ready."""
    return Explanation(reason("pack_ready", _("The pack is shuffled; {who} cuts."), who=player(cutter(hand))))


def pack_cut(event: ev.PackCut, _hand: Hand) -> Explanation:
    """The pack was cut."""
    who = player(event.seat)
    if event.end == "top":
        says = reason("cut_top", _("{who} cuts at {at} and deals from the top."), who=who, at=event.at)
    else:
        says = reason("cut_bottom", _("{who} cuts at {at} and deals from the bottom."), who=who, at=event.at)
    return Explanation(says)


def pack_mixed(_event: ev.PackMixed, _hand: Hand) -> Explanation:
    """The cut pack was shuffled."""
    return Explanation(reason("pack_mixed", _("The cut pack is shuffled with everybody's seeds.")))


def card_taken(event: ev.CardTaken, _hand: Hand) -> Explanation:
    """A card was taken and looked at."""
    return Explanation(reason("take", _("{who} takes a card and looks at it."), who=player(event.seat)))


def taking_ended(event: ev.TakingEnded, _hand: Hand) -> Explanation:
    """What became of the taken cards."""
    who = player(event.seat)
    if event.burnt:
        burnt = cards(event.burnt)
        return Explanation(reason("burn", _("{who} burns {cards} face up."), who=who, cards=burnt))
    if event.kept and event.passed:
        return Explanation(reason("keep_one", _("{who} keeps one card and passes the other."), who=who))
    if event.kept:
        return Explanation(reason("keep", _("{who} keeps the card."), who=who))
    if event.passed:
        return Explanation(reason("pass", _("{who} passes the card to the partner."), who=who))
    return Explanation(reason("take_none", _("{who} takes no card."), who=who))


def hand_dealt(event: ev.HandDealt, hand: Hand) -> Explanation:
    """A hand was dealt: which cards are high in it, who plays it, and whether it is played at match point."""
    dealer = player(event.dealer)
    says = reason("deal", _("{who} deals hand {number}."), who=dealer, number=event.number)
    first = reason("plays_first", _("{who} plays first."), who=player(hand.deal.order[0]))
    return Explanation(says, (manilhas_of(hand.deal), *_who_plays(hand.deal), *_kind(hand), first))


def _who_plays(deal: Deal) -> tuple[Reason, ...]:
    """Of three, one against two; of six now and then, one against one."""
    if deal.rules.scores == 3:
        alone = _("{who} deals and plays alone; the other two are a pair for this hand.")
        return (reason("alone", alone, who=player(deal.dealer)),)
    if not deal.duel:
        return ()
    one, other = map(player, deal.duel)
    duel = reason("duel", _("This is a duel of {one} and {other}."), one=one, other=other)
    until = deal.rules.testa_until
    turns = _("Duels take turns with hands of all six until a team has {until}.")
    return duel, reason("duels_until", turns, until=until)


def _kind(hand: Hand) -> tuple[Reason, ...]:
    deal, point = hand.deal, hand.deal.rules.match_point
    if deal.kind == "normal" or point is None:
        return ()
    if deal.kind == "match_point":
        who = side(deal, hand.deciding or 0)
        told = reason(
            "match_point",
            _("{who} stands at {at}: seeing each other's cards, play for {stake} or run for {cost}."),
            who=who,
            at=point.at,
            stake=point.stake,
            cost=point.run_cost,
        )
        return (told,)
    iron = reason(
        "iron_hand", _("Both teams stand at {at}: whoever wins this hand wins the game."), at=point.at
    )
    return (iron, reason("blind", _("Nobody sees any card before it is played."))) if deal.blind else (iron,)


def laid_aside(event: ev.CardLaidAside, _hand: Hand) -> Explanation:
    """The fourth card of three goes."""
    says = reason("lay_aside", _("{who} lays a card aside, face down."), who=player(event.seat))
    return Explanation(says, (reason("fourth_card", _("Who plays alone is dealt a fourth card.")),))


def swapped(event: ev.CardsSwapped, _hand: Hand) -> Explanation:
    """A hand was shown and exchanged."""
    shown = cards(event.shown)
    says = reason(
        "swap", _("{who} shows {cards} and draws three new cards."), who=player(event.seat), cards=shown
    )
    return Explanation(says, (reason("may_swap", _("Such a hand may be exchanged at this table.")),))


def claimed(event: ev.RoyalFamilyClaimed, _hand: Hand) -> Explanation:
    """Three figures, it is said."""
    says = reason("claim", _("{who} claims the royal family."), who=player(event.seat))
    return Explanation(says, (reason("may_doubt", _("The others may believe it or doubt it.")),))


def claim_accepted(event: ev.ClaimAccepted, _hand: Hand) -> Explanation:
    """It was believed."""
    says = reason(
        "claim_believed",
        _("{who} believes it, and {claimer} draws three new cards."),
        who=player(event.seat),
        claimer=player(event.claimer),
    )
    return Explanation(says)


def claim_doubted(event: ev.ClaimDoubted, _hand: Hand) -> Explanation:
    """It was doubted, and the cards were shown."""
    shown, claimer = cards(event.shown), player(event.claimer)
    says = reason(
        "claim_doubted",
        _("{who} doubts it, and {claimer} shows {cards}."),
        who=player(event.seat),
        claimer=claimer,
        cards=shown,
    )
    if event.true:
        return Explanation(says, (reason("claim_true", _("All of them are figures: the claim was true.")),))
    return Explanation(says, (reason("claim_false", _("Not all of them are figures: the claim was false.")),))
