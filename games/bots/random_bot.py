"""A player without a thought: any legal action, each as likely as the next."""

from random import Random
from typing import Any


def choose(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One of `view["legal"]`; only asked when there is one."""
    move: dict[str, Any] = rng.choice(view["legal"])
    return move
