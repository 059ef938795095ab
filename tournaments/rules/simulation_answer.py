"""A simulation as one JSON object."""

from typing import Any

from tournaments.rules.simulation import Simulated, Spread


def as_json(found: Simulated, seed: str) -> dict[str, Any]:
    """Everything it found; means are in hundredths, minutes whole."""
    return {
        "format": "truco-simulation/1",
        "entries": found.entries,
        "tables": found.tables,
        "boards": found.boards,
        "seed": seed,
        "trials": found.trials,
        "finished": found.finished,
        "stages": [
            {
                "id": stage.id,
                "format": stage.format,
                "entries": stage.entries,
                "rounds": stage.rounds,
                "matches": stage.matches,
            }
            for stage in found.stages
        ],
        "rounds": found.rounds,
        "matches": _spread(found.matches),
        "matches_per_entry": _spread(found.matches_per_entry),
        "way_to_final": found.way_to_final and list(found.way_to_final),
        "minutes": _spread(found.minutes),
        "problems": [{"field": problem.path, "detail": problem.text} for problem in found.problems],
    }


def _spread(spread: Spread) -> dict[str, int]:
    return {"least": spread.least, "mean_x100": spread.mean_x100, "most": spread.most}
