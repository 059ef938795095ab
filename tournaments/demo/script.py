"""What happens in the demonstration, scene by scene: everything a club does, over the public API."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rich.progress import Progress

from tournaments.demo import cast, table
from tournaments.demo.api import Json
from tournaments.demo.cast import Cast, Pair

REGULATION: dict[str, Any] = {
    "format": "truco-regulation/1",
    "variant": "paulista",
    "entry_kind": "pair",
    "fee": "R$ 40 por dupla",
    "tables": 4,
    "presence": "marked",
    "tolerance_minutes": {"default": 5, "rounds": {"1": 1}},
    "disputes": {"appeal_minutes": None},
    "stages": [
        {
            "id": "main",
            "format": "single_elimination",
            "seeding": "draw",
            "third_place": True,
            "mode": {"default": "online", "rounds": {"third_place": "table"}},
        }
    ],
}
ABSENT = 4
"""This pair checks in and is not there when its first match is called."""
TABLES_AT_ONCE = 4
POLL_SECONDS = 0.25
LIMIT_SECONDS = 300.0


@dataclass(slots=True)
class Played:
    """The championship as it ended, and what it took."""

    championship: str
    bracket: Json
    actions: int
    hands: int


@dataclass(slots=True)
class Stage:
    """The running championship: who plays, and what has been taken in hand already."""

    cast: Cast
    championship: str
    progress: Progress
    pool: ThreadPoolExecutor
    rng: Random = field(default_factory=Random)
    games: dict[str, Future[table.Game]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)

    def pair(self, entry: str) -> Pair:
        """The pair of an entry."""
        return next(pair for pair in self.cast.pairs if pair.entry == entry)


def run(url: str, progress: Progress) -> Played:
    """From sign-up to the champion."""
    task = progress.add_task("accounts for 34 people", total=3)
    people = cast.sign_up(url)
    progress.update(task, advance=1, description="entries, fees, check-in, draw")
    championship = prepare(people)
    progress.update(task, advance=1, description="the draw is made")
    with ThreadPoolExecutor(TABLES_AT_ONCE) as pool:
        stage = Stage(people, championship, progress, pool)
        bracket = play_all(stage)
        games = [game.result() for game in stage.games.values()]
    progress.update(task, advance=1, description="registration and draw")
    actions, hands = sum(game.actions for game in games), sum(game.hands for game in games)
    return Played(championship, bracket, actions, hands)


def prepare(people: Cast) -> str:
    """The club, its arbiter, the championship, and the entries from registration to the draw."""
    organizer = people.organizer.api
    club = organizer.post("clubs/", {"name": "Clube do Zap", "city": "Campinas"})
    invited = {"username": people.arbiter.name, "roles": ["arbiter"]}
    invitation = organizer.post(f"clubs/{club['id']}/invitations/", invited)
    people.arbiter.api.post(f"invitations/{invitation['id']}/accept/")
    wish = {"club": club["id"], "name": "Torneio do Zap", "regulation": REGULATION}
    address = f"championships/{organizer.post('championships/', wish)['id']}/"
    organizer.post(f"{address}open/")
    for pair in people.pairs:
        members = [{"username": player.name} for player in pair.players]
        pair.entry = pair.players[0].api.post(f"{address}entries/", {"name": pair.name, "members": members})[
            "id"
        ]
        organizer.post(f"{address}entries/{pair.entry}/confirm/")
        organizer.call("PUT", f"{address}entries/{pair.entry}/fee/", {"paid": True})
    organizer.post(f"{address}close/")
    organizer.post(f"{address}check-in/")
    for pair in people.pairs:
        pair.players[1].api.post(f"{address}entries/{pair.entry}/check-in/")
    organizer.post(f"{address}draw/")
    organizer.post(f"{address}start/")
    return address


def play_all(stage: Stage) -> Json:
    """Follow the public bracket and do what each match asks for, until there is a champion."""
    public = stage.cast.organizer.api
    task = stage.progress.add_task("matches decided", total=len(stage.cast.pairs))
    end = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < end:
        bracket = public.get(f"{stage.championship}bracket/")
        matches = [match for entry in bracket["rounds"] for match in entry["matches"]]
        stage.progress.update(task, completed=sum(match["status"] == "decided" for match in matches))
        if bracket["phase"] == "finished":
            return bracket
        for match in matches:
            attend(stage, match)
        raise_failures(stage)
        time.sleep(POLL_SECONDS)
    raise TimeoutError(f"no champion after {LIMIT_SECONDS:.0f} seconds")


def raise_failures(stage: Stage) -> None:
    """A game that broke off must not be waited for."""
    for game in stage.games.values():
        if game.done():
            game.result()


def attend(stage: Stage, match: Json) -> None:
    """Whatever the people of this match would do now."""
    if match["status"] == "called" and once(stage, f"{match['id']} called"):
        appear(stage, match)
    elif match["status"] == "playing" and match["mode"] == "table" and once(stage, f"{match['id']} sheet"):
        sheet(stage, match)
    elif match["status"] == "playing" and match["game_id"] and once(stage, match["game_id"]):
        players = [player for side in match["sides"] for player in stage.pair(side["entry"]).players]
        stage.games[match["game_id"]] = stage.pool.submit(table.play, match["game_id"], players, stage.rng)


def once(stage: Stage, what: str) -> bool:
    """Whether this is done for the first time."""
    fresh = what not in stage.done
    stage.done.add(what)
    return fresh


def appear(stage: Stage, match: Json) -> None:
    """Both sides say that they are there; the absent pair does not."""
    for side in match["sides"]:
        pair = stage.pair(side["entry"])
        if pair is not stage.cast.pairs[ABSENT]:
            pair.players[0].api.post(f"{stage.championship}matches/{match['id']}/presence/")


def sheet(stage: Stage, match: Json) -> None:
    """The match for third place is played at a table: one side hands in the sheet with the legs the wrong
    way round, the other disputes it, and the arbiter rules."""
    address = f"{stage.championship}matches/{match['id']}/"
    home, away = (stage.pair(side["entry"]) for side in match["sides"])
    home.players[0].api.post(f"{address}sheet/", {"legs": [[12, 9]], "note": "third place"})
    away.players[0].api.post(f"{address}dispute/", {"reason": "We won 12 to 9: the columns were swapped."})
    ruling = {"ruling": "adjust", "legs": [[9, 12]], "reason": "The carbon copy says 12 to 9 for the guests."}
    stage.cast.arbiter.api.post(f"{address}ruling/", ruling)
