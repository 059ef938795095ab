"""Every option on every variant in which it makes sense, and a clear refusal of what makes none."""

from typing import Any

import pytest

from games.rules.errors import InvalidOption, UnknownVariant
from games.rules.option_list import OPTIONS, offered
from games.rules.options import rules_for
from games.rules.variants import VARIANTS
from tests.rulebook.test_variants_order import PLAYERS

POINTS = ("gauderio", "argentino", "uruguaio")
FRENCH = [name for name in PLAYERS if name not in (*POINTS, "catarinense")]
NO_POINTS = [*FRENCH, "catarinense"]
ALL = list(PLAYERS)
JOKER = [name for name in FRENCH if name != "italiano"]
WHERE = {
    "target": ALL,
    "ladder": ALL,
    "deck": FRENCH,
    "manilhas": ALL,
    "coringa": JOKER,
    "all_tied": ALL,
    "lead_after_tie": ALL,
    "raise_timing": ALL,
    "raise_ceiling": ALL,
    "covered": ALL,
    "covered_lead": ALL,
    "canga": ALL,
    "raiser_must_win_canga": ALL,
    "match_point": NO_POINTS,
    "raise_at_match_point": NO_POINTS,
    "iron_hand": NO_POINTS,
    "royal_family": NO_POINTS,
    "three_clowns": NO_POINTS,
    "under_seven": NO_POINTS,
    "cut": ALL,
    "signals": ALL,
    "mazo_pays_envido": POINTS,
    "declaration": POINTS,
    "flor": POINTS,
    "no_low_aces": ["uruguaio"],
    "testa": POINTS,
    "testa_until": POINTS,
}
CHOICES: dict[str, list[Any]] = {
    "target": [1, 15, 100],
    "ladder": [[1, 3, 6, 9, 12], [2, 4], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    "coringa": ["off", "three_and_half", "top"],
    "all_tied": ["redeal", "by_suit"],
    "lead_after_tie": ["same", "first_tied"],
    "raise_timing": ["turn", "any"],
    "raise_ceiling": ["open", "needed"],
    "covered": ["never", "after_first", "always"],
    "canga": ["free", "show_highest"],
    "raiser_must_win_canga": [True, False],
    "match_point": [None, {"at": 5, "stake": 2, "run_cost": 1}],
    "raise_at_match_point": ["illegal", "loses_hand"],
    "iron_hand": ["open", "blind"],
    "royal_family": ["off", "swap", "claim"],
    "three_clowns": [True, False],
    "under_seven": [True, False],
    "cut": ["none", "cut", "take"],
    "signals": ["off", "partner", "watch"],
    "mazo_pays_envido": [True, False],
    "declaration": ["auto", "manual"],
    "flor": [True, False],
    "no_low_aces": [True, False],
    "testa": [True, False],
    "testa_until": [1, 15, 18],
}


@pytest.mark.parametrize("name", CHOICES)
def test_an_option_may_be_set_on_every_variant_in_which_it_makes_sense(name: str) -> None:
    for variant in WHERE[name]:
        players = 6 if name.startswith("testa") else PLAYERS[variant][0]
        for value in CHOICES[name]:
            options = {name: value}
            if name == "target" and value == 1 and variant in NO_POINTS:
                options["match_point"] = None
            rules = rules_for(variant, players, options)
            settled = rules.settled()[name]
            assert settled == value


@pytest.mark.parametrize("name", WHERE)
def test_it_is_refused_by_name_where_it_makes_none(name: str) -> None:
    for variant in set(ALL) - set(WHERE[name]):
        value = CHOICES.get(name, ["standard"])[0]
        with pytest.raises(InvalidOption) as found:
            rules_for(variant, PLAYERS[variant][0], {name: value})
        assert found.value.params["field"] == f"options.{name}"


def test_the_list_of_options_is_complete() -> None:
    assert set(OPTIONS) == set(WHERE)
    for variant in VARIANTS.values():
        for players in variant.players:
            assert set(rules_for(variant.id, players).settled()) == set(offered(variant, players))


@pytest.mark.parametrize(
    ("variant", "deck", "manilhas"),
    [
        ("paulista", ["standard", "dirty", "short"], ["vira", "fixed"]),
        ("inteligente", ["standard", "dirty"], ["vira", "fixed"]),
        ("mineiro", ["standard", "dirty", "short"], ["vira", "fixed"]),
        ("goiano", ["standard", "short"], ["vira", "fixed"]),
        ("cearense", ["standard", "dirty", "short"], ["vira", "fixed"]),
        ("mineiro6", ["standard"], ["fixed"]),
        ("mineiro8", ["standard"], ["fixed"]),
        ("douradinha", ["standard"], ["fixed"]),
        ("douradao", ["standard"], ["fixed"]),
        ("italiano", ["standard"], ["fixed"]),
    ],
)
def test_packs_and_manilhas_are_those_the_order_of_a_variant_allows(
    variant: str, deck: list[str], manilhas: list[str]
) -> None:
    players = PLAYERS[variant][0]
    for name, allowed, every in (
        ("deck", deck, ["standard", "dirty", "short"]),
        ("manilhas", manilhas, ["vira", "fixed"]),
    ):
        for value in every:
            if value in allowed:
                rules_for(variant, players, {name: value})
            else:
                with pytest.raises(InvalidOption):
                    rules_for(variant, players, {name: value})


@pytest.mark.parametrize(
    ("variant", "manilhas"),
    [("catarinense", "vira"), ("gauderio", "fixed"), ("argentino", "fixed"), ("uruguaio", "fixed")],
)
def test_the_spanish_packs_are_as_they_are(variant: str, manilhas: str) -> None:
    for value in ("vira", "fixed"):
        if value == manilhas:
            rules_for(variant, 2, {"manilhas": value})
        else:
            with pytest.raises(InvalidOption):
                rules_for(variant, 2, {"manilhas": value})


def test_inteligente_settles_three_ties_by_redealing_or_by_suit() -> None:
    rules_for("inteligente", 2, {"all_tied": "by_suit"})
    with pytest.raises(InvalidOption):
        rules_for("inteligente", 2, {"all_tied": "mao"})


@pytest.mark.parametrize(
    ("variant", "players", "options", "name"),
    [
        ("paulista", 2, {"covered": "never", "covered_lead": True}, "covered_lead"),
        ("gauderio", 2, {"covered_lead": True}, "covered_lead"),
        ("paulista", 2, {"match_point": {"at": 12, "stake": 3, "run_cost": 1}}, "match_point"),
        ("paulista", 2, {"match_point": None, "iron_hand": "blind"}, "iron_hand"),
        (
            "paulista",
            2,
            {"match_point": None, "raise_at_match_point": "loses_hand"},
            "raise_at_match_point",
        ),
        ("gauderio", 6, {"testa": False, "testa_until": 9}, "testa_until"),
        ("gauderio", 6, {"testa_until": 25}, "testa_until"),
        ("gauderio", 4, {"testa": True}, "testa"),
        ("gauderio", 4, {"testa_until": 9}, "testa_until"),
        ("paulista", 6, {"testa": True}, "testa"),
        ("argentino", 2, {"match_point": None}, "match_point"),
    ],
)
def test_a_combination_that_makes_no_sense_is_refused_by_name(
    variant: str, players: int, options: dict[str, Any], name: str
) -> None:
    with pytest.raises(InvalidOption) as found:
        rules_for(variant, players, options)
    assert found.value.params["field"] == f"options.{name}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0),
        ("target", 101),
        ("target", True),
        ("target", 12.0),
        ("target", "12"),
        ("target", None),
        ("ladder", [1]),
        ("ladder", []),
        ("ladder", [1, 3, 3]),
        ("ladder", [3, 1]),
        ("ladder", [0, 1]),
        ("ladder", [1, 101]),
        ("ladder", [1, True]),
        ("ladder", [1, 3.0]),
        ("ladder", list(range(1, 12))),
        ("ladder", "1369"),
        ("ladder", None),
        ("deck", "clean"),
        ("deck", ["dirty"]),
        ("deck", None),
        ("covered_lead", 1),
        ("covered_lead", "true"),
        ("raiser_must_win_canga", None),
        ("match_point", {}),
        ("match_point", {"at": 11, "stake": 3}),
        ("match_point", {"at": 11, "stake": 3, "run_cost": 1, "more": 1}),
        ("match_point", {"at": 11, "stake": 0, "run_cost": 1}),
        ("match_point", {"at": 11, "stake": 101, "run_cost": 1}),
        ("match_point", {"at": True, "stake": 3, "run_cost": 1}),
        ("match_point", [11, 3, 1]),
        ("match_point", 11),
        ("jokers", 9),
        ("players", 4),
        ("", 1),
        (3, 1),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(name: Any, value: Any) -> None:
    with pytest.raises(InvalidOption) as found:
        rules_for("paulista", 2, {name: value})
    assert found.value.params["field"] == f"options.{name}"


@pytest.mark.parametrize("variant", ["", "truco", "Paulista", None, 3, ["paulista"], {}])
def test_an_unknown_variant_is_refused(variant: Any) -> None:
    with pytest.raises(UnknownVariant):
        rules_for(variant, 2)


@pytest.mark.parametrize("players", [0, 1, 3, 5, 8, 2.0, True, "2", None])
def test_another_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(InvalidOption) as found:
        rules_for("paulista", players)
    assert found.value.params["field"] == "options.players"


def test_equal_rules_are_the_same_object_and_know_what_was_given() -> None:
    one = rules_for("paulista", 2, {"target": 15, "ladder": [1, 3]})
    assert one is rules_for("paulista", 2, {"ladder": (1, 3), "target": 15})
    assert dict(one.given) == {"ladder": [1, 3], "target": 15}
    assert dict(rules_for("paulista", 2).given) == {}


def test_what_is_settled_may_be_given_as_it_is() -> None:
    """A form that is filled with the defaults can be sent without being touched."""
    for variant in VARIANTS.values():
        for players in variant.players:
            settled = rules_for(variant.id, players).settled()
            assert rules_for(variant.id, players, settled).settled() == settled


def test_without_a_match_point_its_options_stay_what_they_are() -> None:
    options = {"match_point": None, "iron_hand": "open", "raise_at_match_point": "illegal"}
    assert rules_for("paulista", 2, options).match_point is None
    assert rules_for("goiano", 2, {"match_point": None}).match_point is None


def test_mineiro_offers_the_ladders_its_players_use() -> None:
    variant = VARIANTS["mineiro"]
    assert variant.ladders == ((2, 4, 6, 10, 12), (2, 4, 6, 8, 12), (1, 3, 6, 9, 12))


@pytest.mark.parametrize(("target", "at"), [(12, 11), (15, 14), (9, 8), (2, 1), (24, 23)])
def test_match_point_keeps_its_distance_from_the_target(target: int, at: int) -> None:
    point = rules_for("paulista", 2, {"target": target}).match_point
    assert point is not None
    assert (point.at, point.stake, point.run_cost) == (at, 3, 1)


def test_a_target_of_one_has_no_match_point() -> None:
    assert rules_for("paulista", 2, {"target": 1}).match_point is None


def test_the_testa_ends_at_half_an_odd_target_rounded_up() -> None:
    assert rules_for("gauderio", 6, {"target": 15}).testa_until == 8
