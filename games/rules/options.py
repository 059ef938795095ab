"""The rules of one table: a variant with its options settled. `rules_for` is the only way to make them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from games.rules.cards import CORINGA, DIRTY_RANKS, FIXED_MANILHAS, SHORT_RANKS, every
from games.rules.errors import UnknownVariant, invalid_option
from games.rules.option_list import OPTIONS, Option, choices, offered
from games.rules.variant import Envido, Flor, MatchPoint, Muestra, Variant
from games.rules.variants import VARIANTS
from truco_api.errors import gettext_noop as _

RULES_VERSION: Final = 1


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A variant with every option settled, for a number of players; equal rules are the same object."""

    variant: Variant
    players: int
    given: Mapping[str, Any]
    """The options that were set, as they were given (what a record carries)."""
    target: int
    ladder: tuple[int, ...]
    deck: str
    manilhas: str
    coringa: str
    all_tied: str
    lead_after_tie: str
    raise_timing: str
    raise_ceiling: str
    covered: str
    covered_lead: bool
    canga: str
    raiser_must_win_canga: bool
    match_point: MatchPoint | None
    raise_at_match_point: str
    iron_hand: str
    royal_family: str
    three_clowns: bool
    under_seven: bool
    cut: str
    signals: str
    mazo_pays_envido: bool
    declaration: str
    envido: Envido | None
    flor: Flor | None
    muestra: Muestra | None
    no_low_aces: bool
    testa: bool
    testa_until: int
    ranks: tuple[str, ...]
    pack: tuple[str, ...]
    whole: frozenset[str]
    """The same cards as a set: a pack that was shuffled must be just these."""

    @property
    def turns_vira(self) -> bool:
        """Whether a card is turned after the deal."""
        return self.manilhas == "vira" or self.muestra is not None

    @property
    def scores(self) -> int:
        """How many scores are kept: two teams, or one a seat with three players."""
        return 3 if self.players == 3 else 2

    @property
    def swaps(self) -> bool:
        """Whether any hand may be shown and exchanged."""
        return self.three_clowns or self.under_seven or self.royal_family == "swap"

    def settled(self) -> dict[str, Any]:
        """Every option of this variant with its value here, JSON-ready."""
        return dict(_settled(self))


@lru_cache(maxsize=1000)
def _settled(rules: Rules) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name in offered(rules.variant, rules.players):
        value = bool(rules.flor) if name == "flor" else getattr(rules, name)
        out[name] = _jsonable(value)
    return out


def _jsonable(value: Any) -> Any:
    if isinstance(value, MatchPoint):
        return {"at": value.at, "stake": value.stake, "run_cost": value.run_cost}
    return list(value) if isinstance(value, tuple) else value


def rules_for(variant: str, players: int, options: Mapping[str, Any] | None = None) -> Rules:
    """The rules of a table; raises UnknownVariant, or InvalidOption naming the option in `field`."""
    found = VARIANTS.get(variant) if isinstance(variant, str) else None
    if found is None:
        raise UnknownVariant(variant=variant, field="variant")
    if type(players) is not int or players not in found.players:
        allowed = ", ".join(map(str, found.players))
        raise invalid_option("players", _("this variant is played by {allowed}"), allowed=allowed)
    given = options or {}
    known = offered(found, players)
    for name in given:
        if name not in known:
            reason = (
                _("there is no such option")
                if name not in OPTIONS
                else _("it makes no sense in this variant")
            )
            raise invalid_option(str(name), reason)
    checked = tuple((name, _checked(found, known[name], given[name])) for name in sorted(given))
    return _build(found, players, checked)


def _checked(variant: Variant, option: Option, value: Any) -> Any:
    """The value of one option, of its own kind and hashable."""
    match option.kind:
        case "flag":
            if not isinstance(value, bool):
                raise invalid_option(option.name, _("true or false is needed"))
            return value
        case "number":
            low, high = option.choices
            if type(value) is not int or not low <= value <= high:
                raise invalid_option(
                    option.name, _("a whole number from {low} to {high} is needed"), low=low, high=high
                )
            return value
        case "choice":
            allowed = choices(variant, option)
            if not isinstance(value, str) or value not in allowed:
                raise invalid_option(option.name, _("one of {choices} is needed"), choices=", ".join(allowed))
            return value
        case "ladder":
            return _ladder(option, value)
        case "match_point":
            return _match_point(option, value)


def _ladder(option: Option, value: Any) -> tuple[int, ...]:
    rungs = tuple(value) if isinstance(value, list | tuple) else ()
    if not 2 <= len(rungs) <= 10 or any(type(rung) is not int or not 1 <= rung <= 100 for rung in rungs):
        raise invalid_option(option.name, _("a list of two to ten whole numbers from 1 to 100 is needed"))
    if any(low >= high for low, high in pairwise(rungs)):
        raise invalid_option(option.name, _("each rung must be above the one before"))
    return rungs


def _match_point(option: Option, value: Any) -> MatchPoint | None:
    if value is None or isinstance(value, MatchPoint):
        return value
    names = ("at", "stake", "run_cost")
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise invalid_option(option.name, _("an object of at, stake and run_cost, or null, is needed"))
    if any(type(value[name]) is not int or not 1 <= value[name] <= 100 for name in names):
        raise invalid_option(option.name, _("whole numbers from 1 to 100 are needed"))
    return MatchPoint(**value)


@lru_cache(maxsize=4096)
def _build(variant: Variant, players: int, given: tuple[tuple[str, Any], ...]) -> Rules:
    """Settle every option; the combinations that make no sense are refused here."""
    values = {name: option.default for name, option in OPTIONS.items()} | dict(variant.defaults)
    values["ladder"] = variant.ladder
    values["target"] = variant.target_by_players.get(players, variant.target)
    values["match_point"] = variant.match_point
    usual_target = values["target"]
    values |= dict(given)
    explicit = dict(given)
    if "match_point" not in explicit and variant.match_point:
        values["match_point"] = _shifted(variant.match_point, values["target"] - usual_target)
    if values["covered"] == "never" and "covered_lead" not in explicit:
        values["covered_lead"] = False
    if values["testa_until"] is None:
        values["testa_until"] = (values["target"] + 1) // 2
    values["testa"] = values["testa"] and players == 6 and variant.envido is not None
    values["flor"] = variant.flor if values["flor"] else None
    ranks = _ranks(variant, values["deck"])
    pack = _pack(variant, ranks, values)
    rules = Rules(
        variant=variant,
        players=players,
        given=MappingProxyType({name: _jsonable(value) for name, value in given}),
        envido=variant.envido,
        muestra=variant.muestra,
        ranks=ranks,
        pack=pack,
        whole=frozenset(pack),
        **values,
    )
    _refuse_nonsense(rules, explicit)
    return rules


def _shifted(usual: MatchPoint, by: int) -> MatchPoint | None:
    """The hand at match point keeps its distance from the target when the target is set apart."""
    return MatchPoint(usual.at + by, usual.stake, usual.run_cost) if usual.at + by > 0 else None


def _ranks(variant: Variant, deck: str) -> tuple[str, ...]:
    if deck == "standard":
        return variant.ranks
    return DIRTY_RANKS if deck == "dirty" else SHORT_RANKS


def _pack(variant: Variant, ranks: tuple[str, ...], values: Mapping[str, Any]) -> tuple[str, ...]:
    """Every card in play. In the short pack with old manilhas the 4P, 7C and 7O stay (27 cards)."""
    pack = list(every(ranks, variant.suits)) + list(variant.extra_cards)
    if values["deck"] == "short" and values["manilhas"] == "fixed":
        pack += [card for card in FIXED_MANILHAS if card not in pack]
    if values["coringa"] != "off":
        pack.append(CORINGA)
    if values["no_low_aces"]:
        pack = [card for card in pack if card not in ("1C", "1O")]
    return tuple(pack)


def _refuse_nonsense(rules: Rules, given: Mapping[str, Any]) -> None:
    """Combinations that no table could mean, each refused under the option that was set."""
    point = rules.match_point
    if point and point.at >= rules.target:
        raise invalid_option("match_point", _("it must begin below the target"))
    if rules.covered == "never" and rules.covered_lead and "covered_lead" in given:
        raise invalid_option("covered_lead", _("no card may be covered at this table"))
    for name in ("raise_at_match_point", "iron_hand"):
        if point is None and name in given and given[name] != OPTIONS[name].default:
            raise invalid_option(name, _("this table has no hand at match point"))
    if "testa_until" in given and (not rules.testa or rules.testa_until > rules.target):
        raise invalid_option("testa_until", _("it needs the testa and a score up to the target"))
    if rules.players * 3 + rules.turns_vira > len(rules.pack):
        raise invalid_option("deck", _("there are not enough cards for so many players"))
