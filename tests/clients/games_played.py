"""What a client that has played must have seen, beside what the server knows."""

import json
from typing import Any

from games.models import Game

VARIANTS = ("paulista", "gauderio")


def played(output: str) -> list[dict[str, Any]]:
    """The games that a client says it has played, each compared with what is in the database."""
    told: list[dict[str, Any]] = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    assert [game["variant"] for game in told] == list(VARIANTS)
    for game in told:
        kept = Game.objects.get(id=game["id"])
        assert (kept.phase, kept.version, kept.score) == ("finished", game["version"], game["score"])
        assert kept.winner == game["winner"]
        assert game["events"] == list(range(1, kept.version + 1))
        assert game["actions"] > 10
        assert {"card_played/1", "hand_scored/1"} <= set(game["kinds"])
        assert game["verdict"] == "finished"
    return told
