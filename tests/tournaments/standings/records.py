"""Short ways to write standings records in tests."""

from typing import Any

from tournaments.rules.standings_record import answer, read_record


def record(**fields: Any) -> dict[str, Any]:
    """A record of D1, D2, D3, ordered by points and then lots, with whatever differs from that."""
    return {
        "format": "truco-standings/1",
        "entries": ["D1", "D2", "D3"],
        "points": {"win": 3, "draw": 1, "loss": 0},
        "criteria": ["points", "lots"],
        "matches": [],
        **fields,
    }


def played(home: str, away: str, *legs: tuple[int, int], **fields: Any) -> dict[str, Any]:
    """A match that was played, leg by leg."""
    return {"home": home, "away": away, "outcome": "played", "legs": [list(leg) for leg in legs], **fields}


def won(winner: str, loser: str) -> dict[str, Any]:
    """A match won by one leg, 12–6."""
    return played(winner, loser, (12, 6))


def table(data: dict[str, Any]) -> dict[str, Any]:
    """The answer to a record."""
    return answer(read_record(data).standings())


def places(data: dict[str, Any]) -> list[tuple[int, str]]:
    """Rank and entry of each row."""
    return [(row["rank"], row["entry"]) for row in table(data)["rows"]]


def value(data: dict[str, Any], entry: str, criterion: str) -> Any:
    """What one row says on one criterion."""
    return next(row["values"][criterion] for row in table(data)["rows"] if row["entry"] == entry)
