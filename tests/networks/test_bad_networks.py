"""Through a bad network every action takes effect exactly once, and everybody ends with the same game.

`TRUCO_NETWORK_GAMES` is the number of games; 200 take some minutes.
"""

import asyncio
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import httpx
import pytest
from django.utils import timezone

from games.models import Game
from games.states import stream_of
from tests.networks.phones import Phone
from tests.networks.proxy import FAULTS, PASS, Proxy
from tests.servers import running_parts
from truco_api.accounts import tokens
from truco_api.accounts.models import User
from truco_api.embedded.parts import Address
from truco_api.eventstore import load

GAMES = int(os.environ.get("TRUCO_NETWORK_GAMES", "10"))
AT_ONCE = 5
SEED = 20261130
ACTED = ("card_played/1", "stake_raised/1", "raise_accepted/1", "raise_refused/1", "hand_conceded/1")


@dataclass
class Match:
    """A game that was played, by two phones, with what each saw at the end."""

    game: str
    phones: tuple[Phone, Phone]
    views: list[dict[str, Any]]


@pytest.fixture
def web(part_environment: Mapping[str, str]) -> Iterator[Address]:
    """The real web part."""
    with running_parts(part_environment, "web") as address:
        yield address


async def play_all(web: Address, players: list[str], games: int, *, keyed: bool) -> tuple[list[Match], Proxy]:
    """So many games through one bad network, a few at a time."""
    proxy = Proxy(web.port, Random(SEED))
    room = asyncio.Semaphore(AT_ONCE)
    async with proxy.listening() as api:

        async def play(number: int) -> Match:
            async with room:
                ana, bia = (
                    Phone(api, token, Random(f"{SEED}/{number}/{token}"), keyed=keyed) for token in players
                )
                game = await ana.open("gauderio" if number % 2 else "paulista")
                await bia.sit(game)
                views = await asyncio.gather(ana.play(game), bia.play(game))
                return Match(game, (ana, bia), list(views))

        matches = await asyncio.gather(*(play(number) for number in range(games)))
    return matches, proxy


def sign_up(name: str) -> str:
    """The token of a new account."""
    user = User.objects.create_user(name)
    return tokens.issue(user=user, device="", now=timezone.now())[0]


def amiss(match: Match, players: list[str], web: Address) -> list[str]:
    """What did not take effect exactly once, or is not known to a phone as to the server."""
    faults = []
    stored = load(stream_of(UUID(match.game)))
    acknowledged = [version for phone in match.phones for versions in phone.taken for version in versions]
    if len(acknowledged) != len(set(acknowledged)):
        faults.append("two acknowledged actions share an event")
    by_players = {event.version for event in stored if event.type in ACTED}
    if lost := by_players - set(acknowledged):
        faults.append(f"{len(lost)} actions took effect and were not acknowledged")
    for phone, view, token in zip(match.phones, match.views, players, strict=True):
        if phone.known != {event.version: event.type for event in stored}:
            faults.append("a phone knows other events than the server")
        headers = {"Authorization": f"Bearer {token}"}
        whole = httpx.get(f"{web.url}/api/v1/games/{match.game}/", headers=headers).json()
        if [whole[name] for name in ("version", "view", "result")] != [
            view[name] for name in ("version", "view", "result")
        ]:
            faults.append("a phone sees another game than the server")
    return faults


def test_through_a_bad_network_every_action_takes_effect_exactly_once(web: Address) -> None:
    players = [sign_up("ana"), sign_up("bia")]
    matches, proxy = asyncio.run(play_all(web, players, GAMES, keyed=True))
    assert {match.game: faults for match in matches if (faults := amiss(match, players, web))} == {}
    assert {view["phase"] for match in matches for view in match.views} == {"finished"}
    assert Game.objects.count() == GAMES == len(matches)
    assert {PASS, *FAULTS} <= set(proxy.seen), proxy.seen
    print(f"{GAMES} games, {sum(proxy.seen.values())} requests: {dict(proxy.seen)}")


def test_without_keys_the_same_network_does_harm(web: Address) -> None:
    players = [sign_up("ana"), sign_up("bia")]
    matches, _ = asyncio.run(play_all(web, players, 3, keyed=False))
    assert any("not acknowledged" in fault for match in matches for fault in amiss(match, players, web))
