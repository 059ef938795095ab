"""Writes `vectors.json`, once a protocol (`python -m tests.fairness.make_vectors`). What it writes is kept
and never made anew, so that a change of the arithmetic shows as a vector that holds no longer."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.rules import fair
from games.rules.options import rules_for

VECTORS = Path(__file__).with_name("vectors.json")
GAME = "0b9a3c1e-6d0f-4c55-9a39-1d2f0f6f7a10"
OTHER = "7f1c2d34-0000-4000-8000-00000000002a"
HANDS: list[tuple[str, int, dict[str, Any], str, tuple[int, str] | None]] = [
    ("paulista", 2, {}, "ds", None),
    ("paulista", 2, {}, "ss", None),
    ("paulista", 4, {}, "dddd", None),
    ("paulista", 4, {"cut": "cut"}, "dsds", (12, "top")),
    ("paulista", 6, {"cut": "take"}, "sddddd", (39, "bottom")),
    ("goiano", 4, {"deck": "short"}, "dddd", None),
    ("inteligente", 2, {"deck": "dirty"}, "dd", None),
    ("mineiro8", 8, {}, "dddddddd", None),
    ("gauderio", 3, {}, "dsd", None),
    ("uruguaio", 6, {}, "dddddd", None),
]


def value(name: str) -> str:
    """32 bytes that anybody can make again."""
    return sha256(f"vector {name}".encode()).hexdigest()


def hand(
    number: int, variant: str, players: int, options: dict[str, Any], kinds: str, cut: Any
) -> dict[str, Any]:
    """One hand from its secret to its pack."""
    rules, salt = rules_for(variant, players, options), value(f"salt {number}")
    order = sorted(rules.pack, key=lambda card: value(f"server {number} {card}"))
    secret = fair.Secret(salt, tuple(order))
    seeds = [value(f"seed {number} {seat}") if kind == "d" else None for seat, kind in enumerate(kinds)]
    return {
        "game": GAME,
        "hand": number,
        "variant": variant,
        "options": options,
        "salt": salt,
        "server_pack": order,
        "commitment": fair.commitment(GAME, number, secret),
        "seeds": seeds,
        "server_seeds": [fair.server_seed(GAME, number, seat, salt) for seat in range(players)],
        "cut": cut and {"at": cut[0], "from": cut[1]},
        "key": fair._key(GAME, number, salt, seeds, cut).hex(),
        "pack": list(fair.shuffled(GAME, number, secret, seeds, cut)),
    }


def promises() -> list[dict[str, Any]]:
    """A chain of five and what does or does not fit it."""
    values = [value("end of a chain")]
    while len(values) < 6:
        values.append(fair.link(GAME, values[-1]))
    promise = {"base": 2, "value": values[5]}
    cases = [
        (3, values[4]),
        (5, values[2]),
        (7, values[0]),
        (4, values[4]),
        (2, values[5]),
        (3, value("other")),
    ]
    return [
        {"game": game, "promise": promise, "hand": number, "seed": seed, "fits": fits}
        for game, fits_here in ((GAME, True), (OTHER, False))
        for place, (number, seed) in enumerate(cases)
        for fits in [fits_here and place < 3]
    ]


def bounds() -> list[dict[str, Any]]:
    """Numbers below a bound; beyond half of all words, about every other word is passed over."""
    drawn = []
    for name, bound in (("few", 2), ("a pack", 40), ("odd", 27), ("many", 2**31 + 1)):
        words = fair._words(bytes.fromhex(value(name)))
        numbers = [fair._below(bound, words) for _ in range(20)]
        drawn.append({"key": value(name), "bound": bound, "drawn": numbers})
    return drawn


def main() -> None:
    """Write them all."""
    links = [
        {"game": game, "value": value("a"), "link": fair.link(game, value("a"))} for game in (GAME, OTHER)
    ]
    vectors = {
        "protocol": fair.PROTOCOL,
        "links": links,
        "promises": promises(),
        "bounds": bounds(),
        "hands": [hand(number, *case) for number, case in enumerate(HANDS, start=1)],
    }
    VECTORS.write_text(json.dumps(vectors, indent=1) + "\n")


if __name__ == "__main__":
    main()
