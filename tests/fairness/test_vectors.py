"""The protocol "deal/1" is what its vectors say, in Python, in JavaScript, and written out by hand."""

import hashlib
import hmac
import json
from typing import Any

import pytest

from games.rules import fair
from games.rules.options import rules_for
from tests.fairness.conftest import run_node
from tests.fairness.make_vectors import VECTORS

ALL: dict[str, Any] = json.loads(VECTORS.read_text())
HANDS: list[dict[str, Any]] = ALL["hands"]


def secret_of(hand: dict[str, Any]) -> fair.Secret:
    return fair.Secret(hand["salt"], tuple(hand["server_pack"]))


def cut_of(hand: dict[str, Any]) -> fair.Cut | None:
    return hand["cut"] and (hand["cut"]["at"], hand["cut"]["from"])


def test_the_vectors_are_of_the_protocol_that_is_played() -> None:
    assert ALL["protocol"] == fair.PROTOCOL


@pytest.mark.parametrize("one", ALL["links"], ids=str)
def test_links(one: dict[str, Any]) -> None:
    assert fair.link(one["game"], one["value"]) == one["link"]


@pytest.mark.parametrize("one", ALL["promises"], ids=lambda one: f"{one['hand']} {one['fits']}")
def test_promises(one: dict[str, Any]) -> None:
    chain = fair.Chain(**one["promise"])
    assert fair.fits(one["game"], chain, one["hand"], one["seed"]) is one["fits"]


@pytest.mark.parametrize("one", ALL["bounds"], ids=lambda one: str(one["bound"]))
def test_numbers_below_a_bound(one: dict[str, Any]) -> None:
    words = fair._words(bytes.fromhex(one["key"]))
    assert [fair._below(one["bound"], words) for _ in one["drawn"]] == one["drawn"]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["variant"])
def test_hands(hand: dict[str, Any]) -> None:
    game, number, secret = hand["game"], hand["hand"], secret_of(hand)
    rules = rules_for(hand["variant"], len(hand["seeds"]), hand["options"])
    assert sorted(secret.pack) == sorted(hand["pack"]) == sorted(rules.pack)
    assert fair.commitment(game, number, secret) == hand["commitment"]
    servers = [fair.server_seed(game, number, seat, secret.salt) for seat in range(len(hand["seeds"]))]
    assert servers == hand["server_seeds"]
    assert fair.shuffled(game, number, secret, hand["seeds"], cut_of(hand)) == tuple(hand["pack"])


def test_one_hand_written_out_from_the_document() -> None:
    """Nothing of ours is used here: only what docs/fair-deal.md says, in the words of hashlib and hmac."""
    hand = HANDS[3]
    salt, game = bytes.fromhex(hand["salt"]), hand["game"]
    lines = ["truco deal/1 commitment", game, "4", hand["salt"], " ".join(hand["server_pack"])]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == hand["commitment"]
    parts = []
    for seat, seed in enumerate(hand["seeds"]):
        if seed is None:
            text = f"truco deal/1 seed\n{game}\n4\n{seat}"
            parts.append(f"{seat} server {hmac.new(salt, text.encode(), 'sha256').hexdigest()}")
        else:
            parts.append(f"{seat} device {seed}")
    message = "\n".join(["truco deal/1 pack", game, "4", "cut 12 top", *parts])
    key = hmac.new(salt, message.encode(), "sha256").digest()
    blocks = b"".join(hmac.new(key, str(number).encode(), "sha256").digest() for number in range(5))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    pack = hand["server_pack"][12:] + hand["server_pack"][:12]
    for last in range(39, 0, -1):
        word = words.pop(0)
        while word >= 2**32 // (last + 1) * (last + 1):
            word = words.pop(0)
        chosen = word % (last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    assert pack == hand["pack"]


def test_the_javascript_implementation_agrees_with_every_vector() -> None:
    assert run_node(str(VECTORS)) == (0, ["every vector holds"])


@pytest.mark.parametrize(
    ("part", "name"), [("links", "link"), ("promises", "fits"), ("bounds", "drawn"), ("hands", "pack")]
)
def test_and_notices_a_vector_that_says_something_else(part: str, name: str, tmp_path: Any) -> None:
    changed = json.loads(VECTORS.read_text())
    was = changed[part][0][name]
    changed[part][0][name] = not was if isinstance(was, bool) else was[::-1]
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps(changed))
    code, lines = run_node(str(file))
    assert code == 1
    assert lines[0].startswith(f"{part} 0")
