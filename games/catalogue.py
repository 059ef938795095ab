"""The variants in full, for a client that draws its table-creation form and its help from them.

Every text is in the language that is active while it is asked for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as translate
from django.utils.translation import gettext_noop as _

from games.rules.option_list import Option, choices, offered
from games.rules.options import RULES_VERSION, Rules, rules_for
from games.rules.strength import strength_groups
from games.rules.variant import Variant
from games.rules.variants import VARIANTS

Data = dict[str, Any]

_PLAIN = _("The turned card makes the manilhas: the four cards of the next rank.")
_PIECES = _("The turned card names the suit of the pieces, the five best cards.")
_FIXED = _("The best cards are always the same.")


def catalogue() -> list[Data]:
    """Every variant, by name."""
    return [describe(variant) for variant in VARIANTS.values()]


def describe(variant: Variant) -> Data:
    """One variant: who can play it, with which cards, for what, and what may be set."""
    usual = rules_for(variant.id, variant.players[0])
    return {
        "id": variant.id,
        "name": variant.name,
        "summary": translate(variant.summary),
        "rules_version": RULES_VERSION,
        "players": list(variant.players),
        "envido": variant.envido is not None,
        "flor": usual.flor is not None,
        "muestra": variant.muestra is not None,
        "turns_card": usual.turns_vira,
        "ladder": list(usual.ladder),
        "pack": list(usual.pack),
        "strength": _strength(usual),
        "by_players": [_by_players(variant, players) for players in variant.players],
        "signals": [
            {"code": signal.code, "tells": translate(signal.tells), "gesture": translate(signal.gesture)}
            for signal in variant.signals
        ],
    }


def _strength(rules: Rules) -> Data:
    """The cards from the strongest down, as they rank before a card is turned; cards of one group tie."""
    if rules.muestra:
        groups = strength_groups(rules, None)
        special: Data = {"pieces": dict(rules.muestra.pieces), "stand_in": rules.muestra.stand_in}
        return {"rule": translate(_PIECES), "special": special, "groups": [list(g) for g in groups]}
    if rules.manilhas == "vira":
        suits = "".join(reversed(rules.variant.suits))
        ranks = [[r + s for s in rules.variant.suits] for r in reversed(rules.ranks)]
        return {"rule": translate(_PLAIN), "special": {"manilha_suits": suits}, "groups": ranks}
    return {
        "rule": translate(_FIXED),
        "special": {},
        "groups": [list(group) for group in strength_groups(rules, None)],
    }


def _by_players(variant: Variant, players: int) -> Data:
    rules = rules_for(variant.id, players)
    settled = rules.settled()
    known = offered(variant, players)
    return {
        "players": players,
        "scores": rules.scores,
        "target": rules.target,
        "options": [_option(variant, option, settled[name]) for name, option in known.items()],
    }


def _option(variant: Variant, option: Option, default: Any) -> Data:
    """An option with its kind, default, choices and meaning; `range` for numbers."""
    allowed = choices(variant, option)
    described: Mapping[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "default": default,
        "meaning": translate(option.meaning),
    }
    match option.kind:
        case "number":
            return {**described, "range": list(allowed)}
        case "choice":
            return {**described, "choices": list(allowed)}
        case "ladder":
            return {**described, "choices": [list(ladder) for ladder in allowed]}
        case _:
            return dict(described)
