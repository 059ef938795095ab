"""Championships for tests, made through the API alone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from tests.tournaments.shell.world import Somebody, World
from tournaments.rules.regulation import KIND_SIZE
from tournaments.services import legs

PAIRS = {"variant": "paulista", "entry_kind": "pair", "tables": 8}
SINGLES = PAIRS | {"entry_kind": "single"}
ONLINE = SINGLES | {
    "presence": "assumed",
    "stages": [{"mode": "online", "third_place": False}],
}


class Cup:
    """A championship of the world's club; entries are called E1, E2, … and play alone or in pairs."""

    def __init__(
        self, world: World, regulation: dict[str, Any] | None = None, name: str = "Copa do Zap"
    ) -> None:
        self.world = world
        self.boss = world["organizer"]
        self.regulation = regulation or SINGLES
        body = {"club": str(world.club.id), "name": name, "regulation": self.regulation}
        self.id = self.boss.post("/championships/", body, 201)["id"]
        self.path = f"/championships/{self.id}"
        self.entries: dict[str, str] = {}

    def do(self, verb: str, body: Any = None, expect: int = 200) -> Any:
        """A command of the organizer's."""
        return self.boss.post(f"{self.path}/{verb}/", body, expect)

    def do_put(self, path: str, body: Any, expect: int = 200) -> Any:
        """A command of the organizer's by PUT."""
        return self.boss.put(f"{self.path}/{path}/", body, expect)

    def players(self, name: str) -> list[str]:
        """The accounts that play in an entry."""
        size = KIND_SIZE[str(self.regulation.get("entry_kind", "pair"))]
        return [f"{name.lower()}{letter}" for letter in "abc"[:size]]

    def player(self, name: str) -> Somebody:
        """The first player of an entry."""
        return self.world.add(self.players(name)[0])

    def register(self, *names: str) -> None:
        """Open, enter and confirm."""
        self.do("open")
        for name in names:
            for player in self.players(name):
                self.world.add(player)
            members = [{"username": player} for player in self.players(name)]
            answer = self.do("entries", {"name": name, "members": members}, 201)
            self.entries[name] = answer["id"]
            self.do(f"entries/{answer['id']}/confirm")

    def started(self, count: int) -> Cup:
        """With `count` entries, drawn and started."""
        self.register(*(f"E{number}" for number in range(1, count + 1)))
        for verb in ("close", "draw", "start"):
            self.do(verb)
        return self

    def match(self, match: str) -> Any:
        """A match as everybody sees it."""
        return self.world["anonymous"].get(f"{self.path}/matches/{match}/")

    def side(self, match: str, side: int) -> Somebody:
        """A player of one side of a match."""
        return self.player(self.match(match)["sides"][side]["name"])

    def advance(self) -> int:
        """Let the clock do what is due."""
        return legs.advance(championship_id=UUID(self.id))

    def playing(self, count: int) -> Cup:
        """Started, with the first matches called."""
        self.started(count)
        self.advance()
        return self

    def play(self, count: int = 1000) -> Cup:
        """Let home win up to so many matches, as they are called, in as few legs as it takes."""
        while count and self.advance() | len(self.open_matches()):
            for match in self.open_matches()[:count]:
                self.decide(match["id"], [[12, 7]] * (match["first_to"] or match["best_of"]))
                count -= 1
        return self

    def open_matches(self) -> list[Any]:
        """All matches that are called or being played."""
        found = self.world["anonymous"].get(f"{self.path}/matches/")["results"]
        return [match for match in found if match["status"] in ("called", "playing")]

    def hand_in(
        self, match: str, legs: list[list[int]], by: Somebody | None = None, expect: int = 200
    ) -> Any:
        """Hand in a sheet, as a scorer unless somebody else does."""
        by = by or self.world["scorer"]
        return by.post(f"{self.path}/matches/{match}/sheet/", {"legs": legs}, expect)

    def decide(self, match: str, legs: list[list[int]]) -> Any:
        """A sheet of the scorer's, settled by the scorer."""
        self.hand_in(match, legs)
        return self.world["scorer"].post(f"{self.path}/matches/{match}/confirm/")
