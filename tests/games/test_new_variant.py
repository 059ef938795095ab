"""A regional variant is one file of data: nothing else is changed, and it is described, played, explained,
judged and signalled in like any other."""

import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from rest_framework.test import APIClient

from games.rules import variants
from tests.games.conftest import Seating
from tests.games.players import Body, good, play_on

MANEZINHO = '''"""Truco manezinho: Spanish cards without the 4s, three copas on top, to nine."""

from games.rules.cards import SPANISH_SUITS
from games.rules.variant import SIGNALS_PAULISTA, MatchPoint, Variant

VARIANT = Variant(
    id="manezinho",
    name="Truco manezinho",
    summary="Fixed manilhas of copas, a short pack, to nine.",
    players=(2, 4),
    ranks=("5", "6", "7", "10", "11", "12", "1", "2", "3"),
    suits=SPANISH_SUITS,
    tops=("7C", "1C", "12C"),
    ladder=(1, 2, 4, 9),
    target=9,
    match_point=MatchPoint(8, 2, 1),
    defaults={"manilhas": "fixed", "covered": "never"},
    offers={"manilhas": ("fixed",)},
    signals=SIGNALS_PAULISTA,
)
'''


@pytest.fixture
def _dropped_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file lies beside the other variants, as when the processes are started again."""
    (tmp_path / "manezinho.py").write_text(MANEZINHO)
    known = variants.VARIANTS
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    found = variants._load()
    for module in list(sys.modules.values()):
        if isinstance(module, ModuleType) and getattr(module, "VARIANTS", None) is known:
            monkeypatch.setattr(module, "VARIANTS", found)


def get(path: str) -> Body:
    """Something that anybody may read."""
    return good(APIClient().get(f"/api/v1/{path}"))


@pytest.mark.usefixtures("_dropped_in")
def test_a_new_variant_is_one_file(seated: Seating, chance: Random) -> None:
    described = get("variants/manezinho/")
    assert described in get("variants/")["variants"]
    assert described["strength"]["groups"][:3] == [["7C"], ["1C"], ["12C"]]
    assert len(described["pack"]) == 36
    game, people = seated(4, variant="manezinho", options={"signals": "partner"})
    good(people[0].client.post(f"/api/v1/games/{game}/signals/", {"type": "signal", "sign": "zap"}), 201)
    end = play_on(game, people, chance)
    assert max(end["result"]["score"]) == 9
    for hand in get(f"games/{game}/hands/")["hands"]:
        number = hand["number"]
        verdict = good(APIClient().post("/api/v1/verdicts/", get(f"games/{game}/hands/{number}/record/")))
        assert (verdict["points"], verdict["reason"]) == (hand["points"], hand["reason"])
        assert get(f"games/{game}/hands/{number}/replay/")["steps"][0]["why"][0]["code"] == "fixed"


@pytest.mark.usefixtures("_dropped_in")
def test_bots_play_a_new_variant_at_once() -> None:
    from games.bots import random_bot, sensible_bot
    from tests.games.test_bots import play

    rng = Random(1)
    wins = [play("manezinho", 2, {}, [sensible_bot.choose, random_bot.choose], rng).winner for _ in range(10)]
    assert wins.count(0) >= 8
