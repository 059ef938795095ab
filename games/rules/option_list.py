"""Every option a table or a tournament may set, with its kind, its choices and where it makes sense."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.rules.cards import FRENCH_SUITS
from games.rules.variant import Variant
from truco_api.errors import gettext_noop as _

Kind = Literal["choice", "flag", "number", "ladder", "match_point"]
Applies = Callable[[Variant, int], bool]


def _always(_variant: Variant, _players: int) -> bool:
    return True


def _without_envido(variant: Variant, _players: int) -> bool:
    return variant.envido is None


def _with_envido(variant: Variant, _players: int) -> bool:
    return variant.envido is not None


def _french(variant: Variant, _players: int) -> bool:
    return variant.suits == FRENCH_SUITS


def _with_flor(variant: Variant, _players: int) -> bool:
    return variant.flor is not None


def _with_muestra(variant: Variant, _players: int) -> bool:
    return variant.muestra is not None


def _six_with_envido(variant: Variant, players: int) -> bool:
    return variant.envido is not None and players == 6


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its kind, default and choices, what it means, and which variants it makes sense for."""

    name: str
    kind: Kind
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()
    applies: Applies = _always


OPTIONS: Final[Mapping[str, Option]] = {
    option.name: option
    for option in (
        Option("target", "number", 12, _("Points that win the game."), (1, 100)),
        Option("ladder", "ladder", None, _("What the hand is worth, rung by rung.")),
        Option(
            "deck",
            "choice",
            "standard",
            _("The pack: 40 cards; 52 with the 8, 9 and 10; or short, without 4 to 7."),
            ("standard", "dirty", "short"),
            _french,
        ),
        Option(
            "manilhas",
            "choice",
            "vira",
            _("The best cards: the rank after the turned card, or always the same four."),
            ("vira", "fixed"),
        ),
        Option(
            "coringa",
            "choice",
            "off",
            _("A joker in the pack: between the manilhas and the 3s, or above every card."),
            ("off", "three_and_half", "top"),
            _french,
        ),
        Option(
            "all_tied",
            "choice",
            "redeal",
            _("When all three tricks are tied: nobody scores, the highest suit wins, or the mão wins."),
            ("redeal", "by_suit", "mao"),
        ),
        Option(
            "lead_after_tie",
            "choice",
            "same",
            _("Who leads after a tied trick: the same player, or who laid the first of the tying cards."),
            ("same", "first_tied"),
        ),
        Option(
            "raise_timing",
            "choice",
            "turn",
            _("When a raise may be called: on one's own turn, or at any moment no offer is open."),
            ("turn", "any"),
        ),
        Option(
            "raise_ceiling",
            "choice",
            "open",
            _("Whether the stake may be raised beyond what the team that is behind needs to win."),
            ("open", "needed"),
        ),
        Option(
            "covered",
            "choice",
            "after_first",
            _("When a card may be played face down: never, in the second and third trick, or always."),
            ("never", "after_first", "always"),
        ),
        Option("covered_lead", "flag", True, _("Whether the first card of a trick may be face down.")),
        Option(
            "canga",
            "choice",
            "free",
            _("After a tied first trick: any card, or the higher of the two that are left."),
            ("free", "show_highest"),
        ),
        Option(
            "raiser_must_win_canga",
            "flag",
            False,
            _("Whether the team that raised last loses the hand when the first two tricks are tied."),
        ),
        Option(
            "match_point",
            "match_point",
            None,
            _("The hand one step from the target: from which score, its stake, and what running costs."),
            (),
            _without_envido,
        ),
        Option(
            "raise_at_match_point",
            "choice",
            "illegal",
            _("What a raise does in that hand: it is refused, or it loses the hand."),
            ("illegal", "loses_hand"),
            _without_envido,
        ),
        Option(
            "iron_hand",
            "choice",
            "open",
            _("How the hand is played when both teams stand there: with open eyes, or blind."),
            ("open", "blind"),
            _without_envido,
        ),
        Option(
            "royal_family",
            "choice",
            "off",
            _("Queen, jack and king: no privilege, new cards when shown, or a claim that may be doubted."),
            ("off", "swap", "claim"),
            _without_envido,
        ),
        Option(
            "three_clowns",
            "flag",
            False,
            _("Whether three cards out of A, K, J and Q may be shown and exchanged."),
            (),
            _without_envido,
        ),
        Option(
            "under_seven",
            "flag",
            False,
            _("Whether a 4, a 5 and a 6 may be shown and exchanged."),
            (),
            _without_envido,
        ),
        Option(
            "cut",
            "choice",
            "none",
            _("Before the deal: nothing, the pack is cut, or it is cut and cards may be taken."),
            ("none", "cut", "take"),
        ),
        Option(
            "signals",
            "choice",
            "off",
            _("Signals: none, seen by partners only, or seen by whoever watches the signaller."),
            ("off", "partner", "watch"),
        ),
        Option(
            "mazo_pays_envido",
            "flag",
            False,
            _("Whether giving up in the first trick, before any envido, pays one point more."),
            (),
            _with_envido,
        ),
        Option(
            "declaration",
            "choice",
            "auto",
            _("How envido points are spoken: by the server, or by the players, who may err and pay for it."),
            ("auto", "manual"),
            _with_envido,
        ),
        Option(
            "flor", "flag", True, _("Whether three cards of one suit may be sung as flor."), (), _with_flor
        ),
        Option(
            "no_low_aces",
            "flag",
            False,
            _("Whether the aces of cups and coins leave the pack."),
            (),
            _with_muestra,
        ),
        Option(
            "testa",
            "flag",
            True,
            _("Six players: whether hands together alternate with rounds of three duels."),
            (),
            _six_with_envido,
        ),
        Option(
            "testa_until",
            "number",
            None,
            _("The score that ends the duels; half the target unless set."),
            (1, 100),
            _six_with_envido,
        ),
    )
}


def offered(variant: Variant, players: int) -> dict[str, Option]:
    """The options that make sense for this variant with so many players."""
    return {
        name: option
        for name, option in OPTIONS.items()
        if option.applies(variant, players) and variant.offers.get(name, ("some",)) != ()
    }


def choices(variant: Variant, option: Option) -> tuple[Any, ...]:
    """What the option may be set to in this variant; for a ladder, the ladders its players use."""
    if option.kind == "ladder":
        return (variant.ladder, *variant.ladders)
    return variant.offers.get(option.name, option.choices)
