"""Looking everywhere for one reader: at every address of a game, and at every refusal."""

from __future__ import annotations

from random import Random
from typing import Final

from tests.leaks.games import Hunt, latest_of, version_of
from tests.leaks.people import Reader
from tests.leaks.routes import Address, addresses
from tests.leaks.world import filled

QUERIES: Final = {
    "hand-page": ["", "?seat=0", "?seat=1"],
    "game-hand-record": ["", "?signals=true"],
    "game-events": ["?after=0", "?after=3"],
}
HIDDEN: Final = 6
"""How many hidden cards are asked for, to see that the refusals are the same."""
LISTS: Final = ("api/v1/games/", "api/v1/me/games/")


def of_games() -> list[Address]:
    """The addresses that tell of one game, and the lists of games."""
    every = addresses()
    lists = [address for address in every if address.route in LISTS]
    assert len(lists) == len(LISTS)
    return [address for address in every if "game_id" in address.parameters] + lists


def look_everywhere(hunt: Hunt, reader: Reader, chance: Random, *, nothing: bool = False) -> None:
    """All that a reader is told of the game; with `nothing` it may hold no card at all."""
    table, version = latest_of(hunt.game), version_of(hunt.game)
    hands = table.game.hand_no if table.game else 0
    known = {
        "game_id": [hunt.game],
        "number": [str(number) for number in {chance.randint(1, max(1, hands)), max(1, hands), hands + 1}],
        "version": [str(chance.randint(1, version)), str(version)],
        "seat": [str(chance.randrange(table.rules.players))],
    }
    found = of_games()
    values = filled(known, found)
    for address in found:
        for path in address.paths(values):
            for query in QUERIES.get(address.pattern.name or "", [""]):
                look(hunt, reader, path + query, nothing=nothing)
    provoke(hunt, reader, chance, nothing=nothing)


def look(hunt: Hunt, reader: Reader, path: str, *, nothing: bool = False) -> int:
    """One answer; its status."""
    status, told = reader.get(path)
    assert status < 500, (path, told[-500:])
    assert status != 429, "what is refused for being too much is not searched"
    hunt.judge(told, path, reader, nothing=nothing)
    return status


def provoke(hunt: Hunt, reader: Reader, chance: Random, *, nothing: bool = False) -> None:
    """A refusal may tell no more than an answer, and no more of one hidden card than of another."""
    path, version = f"/api/v1/games/{hunt.game}/actions/", version_of(hunt.game)
    now = {"If-Match": f'"{version}"'}
    stale = {"If-Match": f'"{chance.randint(1, max(1, version - 1))}"'}
    for body, headers in (
        ('{"type": "raise"}', stale),
        ('{"type": "play", "card": "none"}', now),
        ("{", now),
    ):
        hunt.judge(reader.send(path, body, **headers)[1], f"{body} at {path}", reader, nothing=nothing)
    if reader.seat is None:
        return
    refusals = set()
    hidden = sorted(hunt.search.pack - hunt.known(reader.seat))
    for card in chance.sample(hidden, min(HIDDEN, len(hidden))):
        status, told = reader.send(path, f'{{"type": "play", "card": "{card}"}}', **now)
        assert status >= 400, f"{reader.kind} can play {card}, which they do not know"
        hunt.judge(told.replace(card, ""), f"{path} with a hidden card", reader, nothing=nothing)
        refusals.add((status, told.partition("\n")[2].replace(card, "")))
    if len(refusals) > 1:
        hunt.found.append(f"{path} tells {reader.kind} hidden cards apart: {sorted(refusals)}")
