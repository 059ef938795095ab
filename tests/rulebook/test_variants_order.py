"""Section 4: the packs and the order of strength of every variant, and what each starts from."""

from typing import Any

import pytest

from games.rules.options import rules_for
from games.rules.variants import VARIANTS
from tests.rulebook.order import order_of

PLAYERS = {
    "paulista": (2, 4, 6),
    "inteligente": (2,),
    "mineiro": (2, 4),
    "goiano": (2, 4),
    "mineiro6": (6,),
    "mineiro8": (8,),
    "douradinha": (6,),
    "douradao": (8,),
    "cearense": (2, 4),
    "catarinense": (2, 4, 6),
    "italiano": (2, 4),
    "gauderio": (2, 3, 4, 6),
    "argentino": (2, 3, 4, 6),
    "uruguaio": (2, 4, 6),
}


def test_these_are_the_variants_and_the_numbers_of_players() -> None:
    assert {variant.id: variant.players for variant in VARIANTS.values()} == PLAYERS


def written(lines: str) -> list[frozenset[str]]:
    """An order written from the top, groups that tie on one line or apart by commas."""
    return [frozenset(group.split()) for group in lines.replace("\n", ",").split(",") if group.strip()]


MINEIRO6 = """2O, AO, KO, 7P, 4E, 4P, 7C, AE, 7O
3P 3C 3E 3O, 2P 2C 2E, AP AC, KP KC KE, JP JC JE JO, QP QC QE QO, 7E
6P 6C 6E 6O, 5P 5C 5E 5O, 4C 4O"""
MINEIRO8 = """COPAO, LETRADO, TACAO, 10O, 9O, 8O, 7P, 4E, 4P, 7C, AE, 7O
3P 3C 3E 3O, 2P 2C 2E 2O, AP AC AO, KP KC KE KO, JP JC JE JO, QP QC QE QO, 7E
6P 6C 6E 6O, 5P 5C 5E 5O, 4C 4O"""
DOURADINHA = """QO, JP, 2P, AP, 5P, 4P, 7C, AE, 7O
3P 3C 3E 3O, 2C 2E 2O, AC AO, KP KC KE KO, JC JE JO, QP QC QE, 7P 7E
6P 6C 6E 6O, 5C 5E 5O, 4C 4E 4O"""
DOURADAO = """AO, KO, JO, QO, JP, 2P, AP, 5P, 4P, 7C, AE, 7O
3P 3C 3E 3O, 2C 2E 2O, AC, KP KC KE, JC JE, QP QC QE, 7P 7E
6P 6C 6E 6O, 5C 5E 5O, 4C 4E 4O"""
CEGO = """1E, 1B, 7E, 7O
3B 3C 3E 3O, 2B 2C 2E 2O, 1C 1O, 12B 12C 12E 12O, 11B 11C 11E 11O, 10B 10C 10E 10O, 7C 7B
6B 6C 6E 6O, 5B 5C 5E 5O, 4B 4C 4E 4O"""
FIXED = """4P, 7C, AE, 7O
3P 3C 3E 3O, 2P 2C 2E 2O, AP AC AO, KP KC KE KO, JP JC JE JO, QP QC QE QO, 7P 7E
6P 6C 6E 6O, 5P 5C 5E 5O, 4C 4E 4O"""


@pytest.mark.parametrize(
    ("variant", "players", "order"),
    [
        ("mineiro", 4, FIXED),
        ("mineiro6", 6, MINEIRO6),
        ("mineiro8", 8, MINEIRO8),
        ("douradinha", 6, DOURADINHA),
        ("douradao", 8, DOURADAO),
        ("gauderio", 2, CEGO),
        ("argentino", 2, CEGO),
    ],
)
def test_the_order_of_strength_from_the_top(variant: str, players: int, order: str) -> None:
    assert order_of(variant, players) == written(order)


def test_mineiro_for_eight_is_played_with_46_cards() -> None:
    assert len(rules_for("mineiro8", 8).pack) == 46
    assert len(rules_for("douradao", 8).pack) == len(rules_for("mineiro6", 6).pack) == 40


COMMON = {
    "target": 12,
    "ladder": [1, 3, 6, 9, 12],
    "deck": "standard",
    "manilhas": "vira",
    "coringa": "off",
    "all_tied": "redeal",
    "lead_after_tie": "same",
    "raise_timing": "turn",
    "raise_ceiling": "open",
    "covered": "after_first",
    "covered_lead": True,
    "canga": "free",
    "raiser_must_win_canga": False,
    "match_point": {"at": 11, "stake": 3, "run_cost": 1},
    "raise_at_match_point": "illegal",
    "iron_hand": "open",
    "royal_family": "off",
    "three_clowns": False,
    "under_seven": False,
    "cut": "none",
    "signals": "off",
}
_MINEIRO = {
    "manilhas": "fixed",
    "ladder": [2, 4, 8, 10, 12],
    "match_point": {"at": 10, "stake": 4, "run_cost": 2},
    "canga": "show_highest",
}
_GOIANO = {
    "manilhas": "fixed",
    "canga": "show_highest",
    "iron_hand": "blind",
    "raise_at_match_point": "loses_hand",
}
DIFFERS: dict[str, dict[str, Any]] = {
    "paulista": {},
    "inteligente": {"covered": "always", "covered_lead": False, "iron_hand": "blind"},
    "mineiro": _MINEIRO,
    "goiano": _GOIANO,
    "mineiro6": _MINEIRO,
    "mineiro8": _MINEIRO,
    "douradinha": _GOIANO,
    "douradao": _MINEIRO,
    "cearense": {"royal_family": "claim", "iron_hand": "blind"},
    "catarinense": {},
    "italiano": _GOIANO,
}
_POINTS = {
    "mazo_pays_envido": False,
    "declaration": "auto",
    "manilhas": "fixed",
    "ladder": [1, 2, 3, 4],
    "all_tied": "mao",
    "covered": "never",
    "covered_lead": False,
    "flor": True,
}
_WITHOUT = ("match_point", "raise_at_match_point", "iron_hand", "royal_family", "three_clowns", "under_seven")


@pytest.mark.parametrize("variant", DIFFERS)
def test_a_variant_differs_from_the_common_rules_where_its_row_says_so(variant: str) -> None:
    for players in PLAYERS[variant]:
        settled = rules_for(variant, players).settled()
        stated = COMMON | DIFFERS[variant]
        assert {name: stated[name] for name in settled} == settled


@pytest.mark.parametrize(
    ("variant", "targets", "more"),
    [
        ("gauderio", {2: 18, 3: 24, 4: 24, 6: 24}, {}),
        ("argentino", {2: 30, 3: 30, 4: 30, 6: 30}, {"flor": False}),
        ("uruguaio", {2: 30, 4: 24, 6: 30}, {"no_low_aces": False}),
    ],
)
def test_the_games_of_points_have_no_match_point_and_targets_of_their_own(
    variant: str, targets: dict[int, int], more: dict[str, Any]
) -> None:
    for players, target in targets.items():
        settled = rules_for(variant, players).settled()
        stated = COMMON | _POINTS | more | {"target": target}
        stated |= {"testa": True, "testa_until": target // 2} if players == 6 else {}
        assert {name: stated[name] for name in settled} == settled
        assert not set(_WITHOUT) & set(settled)
