"""The catalogue: all that a client needs to draw its form for a new table and its help."""

import json
from functools import cache
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.games.players import Body, Person, good, refused

LANGUAGES = ("en", "pt-BR", "es")
NUMBER, CHOICE, FLAG, LADDER, POINT = "number", "choice", "flag", "ladder", "match_point"
COMMON: dict[str, tuple[str, Any]] = {
    "target": (NUMBER, 12),
    "ladder": (LADDER, [1, 3, 6, 9, 12]),
    "deck": (CHOICE, "standard"),
    "manilhas": (CHOICE, "vira"),
    "coringa": (CHOICE, "off"),
    "all_tied": (CHOICE, "redeal"),
    "lead_after_tie": (CHOICE, "same"),
    "raise_timing": (CHOICE, "turn"),
    "raise_ceiling": (CHOICE, "open"),
    "covered": (CHOICE, "after_first"),
    "covered_lead": (FLAG, True),
    "canga": (CHOICE, "free"),
    "raiser_must_win_canga": (FLAG, False),
    "match_point": (POINT, {"at": 11, "stake": 3, "run_cost": 1}),
    "raise_at_match_point": (CHOICE, "illegal"),
    "iron_hand": (CHOICE, "open"),
    "royal_family": (CHOICE, "off"),
    "three_clowns": (FLAG, False),
    "under_seven": (FLAG, False),
    "cut": (CHOICE, "none"),
    "signals": (CHOICE, "off"),
}
"""Every option of a game without envido, with its kind and what it is unless the variant says otherwise."""
POINTS: dict[str, tuple[str, Any]] = {
    "mazo_pays_envido": (FLAG, False),
    "declaration": (CHOICE, "auto"),
    "flor": (FLAG, True),
    "no_low_aces": (FLAG, False),
    "testa": (FLAG, True),
    "testa_until": (NUMBER, 15),
}
"""What the games of points have beside or instead, as it is in uruguaio."""


@cache
def variants(language: str) -> dict[str, Body]:
    """The catalogue in a language, by variant."""
    answer = APIClient().get("/api/v1/variants/", headers={"Accept-Language": language})
    return {variant["id"]: variant for variant in good(answer)["variants"]}


def options(variant: str, players: int, language: str = "en") -> dict[str, Body]:
    """The options of a variant for so many players, by name."""
    row = next(row for row in variants(language)[variant]["by_players"] if row["players"] == players)
    return {option["name"]: option for option in row["options"]}


pytestmark = pytest.mark.django_db


def test_every_variant_is_there_with_its_players() -> None:
    assert {name: variant["players"] for name, variant in variants("en").items()} == {
        "argentino": [2, 3, 4, 6],
        "catarinense": [2, 4, 6],
        "cearense": [2, 4],
        "douradao": [8],
        "douradinha": [6],
        "gauderio": [2, 3, 4, 6],
        "goiano": [2, 4],
        "inteligente": [2],
        "italiano": [2, 4],
        "mineiro": [2, 4],
        "mineiro6": [6],
        "mineiro8": [8],
        "paulista": [2, 4, 6],
        "uruguaio": [2, 4, 6],
    }


def test_a_game_without_envido_tells_every_option_with_its_kind_and_default() -> None:
    told = {name: (option["kind"], option["default"]) for name, option in options("paulista", 4).items()}
    assert told == COMMON


def test_a_game_of_points_tells_its_own() -> None:
    told = options("uruguaio", 6)
    french = {"deck", "coringa"}
    at_match_point = {"match_point", "raise_at_match_point", "iron_hand"}
    exchanges = {"royal_family", "three_clowns", "under_seven"}
    assert set(told) == (set(COMMON) | set(POINTS)) - french - at_match_point - exchanges
    assert {name: (told[name]["kind"], told[name]["default"]) for name in POINTS} == POINTS
    assert set(options("gauderio", 4)) == set(told) - {"no_low_aces", "testa", "testa_until"}


def test_what_may_be_set_is_told_with_every_option() -> None:
    for variant in variants("en").values():
        for row in variant["by_players"]:
            for option in row["options"]:
                _check_range(option)


def _check_range(option: Body) -> None:
    default = option["default"]
    match option["kind"]:
        case "choice":
            assert default in option["choices"]
        case "number":
            low, high = option["range"]
            assert low <= default <= high
        case "ladder":
            assert default in option["choices"]
        case "flag":
            assert isinstance(default, bool)
        case kind:
            assert kind == "match_point"
            assert set(default) == {"at", "stake", "run_cost"}


def texts(variant: Body) -> dict[str, str]:
    """Every text of a variant by what it belongs to."""
    told = {"summary": variant["summary"], "rule": variant["strength"]["rule"]}
    for row in variant["by_players"]:
        told |= {f"option {option['name']}": option["meaning"] for option in row["options"]}
    return told | {f"gesture {signal['code']}": signal["gesture"] for signal in variant["signals"]}


def test_every_text_is_told_in_three_languages() -> None:
    for name in variants("en"):
        in_each = [texts(variants(language)[name]) for language in LANGUAGES]
        for text in in_each[0]:
            said = [told[text] for told in in_each]
            assert len(set(said)) == 3, said
            assert all(one and "{" not in one for one in said)


def test_only_texts_depend_on_the_language() -> None:
    def bare(value: Any) -> Any:
        match value:
            case dict():
                words = {"summary", "rule", "meaning", "gesture", "tells"}
                return {name: bare(item) for name, item in value.items() if name not in words}
            case list():
                return [bare(item) for item in value]
            case _:
                return value

    english, *others = (json.dumps(bare(variants(language))) for language in LANGUAGES)
    assert all(other == english for other in others)


def test_the_order_of_strength_holds_every_card_of_the_pack_once() -> None:
    for variant in variants("en").values():
        cards = [card for group in variant["strength"]["groups"] for card in group]
        assert sorted(cards) == sorted(variant["pack"])
    assert variants("en")["mineiro8"]["strength"]["groups"][0] == ["COPAO"]
    assert variants("en")["paulista"]["strength"]["special"] == {"manilha_suits": "PCEO"}
    assert variants("en")["uruguaio"]["strength"]["special"]["pieces"]["2"] == 30


def test_the_signals_of_a_table_are_told() -> None:
    for variant in variants("pt-BR").values():
        assert len({signal["code"] for signal in variant["signals"]}) == len(variant["signals"]) >= 9
    full = next(s for s in variants("pt-BR")["paulista"]["signals"] if s["code"] == "full")
    assert full == {"code": "full", "tells": "uma mão muito boa", "gesture": "encher as bochechas"}


def test_one_variant_is_told_as_in_the_list() -> None:
    answer = APIClient().get("/api/v1/variants/mineiro/", headers={"Accept-Language": "es"})
    assert good(answer) == variants("es")["mineiro"]
    refused(APIClient().get("/api/v1/variants/poker/"), 404, "no_such_variant")


def test_a_form_left_as_it_is_opens_a_table(ana: Person) -> None:
    for name, variant in variants("en").items():
        for row in variant["by_players"]:
            filled = {option["name"]: option["default"] for option in row["options"]}
            table = ana.open_table(variant=name, players=row["players"], options=filled)
            assert table["options"] == filled


@pytest.mark.parametrize(
    ("variant", "players", "wish", "option"),
    [
        ("paulista", 2, {"covered": "never", "covered_lead": True}, "covered_lead"),
        ("paulista", 2, {"match_point": {"at": 12, "stake": 3, "run_cost": 1}}, "match_point"),
        ("paulista", 2, {"target": 9, "match_point": {"at": 9, "stake": 3, "run_cost": 1}}, "match_point"),
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
        ("paulista", 2, {"declaration": "manual"}, "declaration"),
        ("paulista", 2, {"no_low_aces": True}, "no_low_aces"),
        ("gauderio", 2, {"no_low_aces": True}, "no_low_aces"),
        ("gauderio", 2, {"iron_hand": "blind"}, "iron_hand"),
        ("gauderio", 2, {"royal_family": "claim"}, "royal_family"),
        ("uruguaio", 2, {"manilhas": "vira"}, "manilhas"),
        ("catarinense", 2, {"coringa": "top"}, "coringa"),
        ("italiano", 2, {"deck": "short"}, "deck"),
        ("inteligente", 2, {"all_tied": "mao"}, "all_tied"),
        ("paulista", 2, {"jokers": 2}, "jokers"),
        ("paulista", 2, {"target": "twelve"}, "target"),
        ("paulista", 3, {}, "players"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_options_name(
    ana: Person, variant: str, players: int, wish: Body, option: str
) -> None:
    answer = ana.client.post("/api/v1/games/", {"variant": variant, "players": players, "options": wish})
    (error,) = refused(answer, 422, "invalid_option")["errors"]
    assert error["field"] == f"options.{option}"
    assert f"options.{option}" in error["detail"]
