"""What goes out by itself tells no hidden card: webhooks as they arrive, notices, and what is written down on
the way."""

from __future__ import annotations

import json
from random import Random

from pytest_django import Settings

from tests.games.test_sealed_tables import rows
from tests.leaks.games import Hunt, Packs, latest_of
from tests.leaks.people import Reader
from tests.leaks.test_everybody import everybody
from tests.tournaments.shell.cups import ONLINE, Cup
from tests.tournaments.shell.world import World
from tests.webhooks.receiver import receiving
from truco_api.eventstore.feed import relay_once
from truco_api.eventstore.subscriptions import deliver_once
from truco_api.notices.models import Notice
from truco_api.webhooks.drain import drain
from truco_api.webhooks.models import Endpoint


def play(hunt: Hunt, chance: Random, steps: int) -> None:
    """Some actions of whoever is to act."""
    for _ in range(steps):
        seat = chance.choice(latest_of(hunt.game).able)
        reader = next(reader for reader in hunt.readers if reader.seat == seat)
        seen = reader.client.get(f"/api/v1/games/{hunt.game}/").json()
        legal = [move for move in seen["view"]["legal"] if move["type"] == "play"]
        move = json.dumps(chance.choice(legal or seen["view"]["legal"]))
        status, told = reader.send(
            f"/api/v1/games/{hunt.game}/actions/", move, **{"If-Match": f'"{seen["version"]}"'}
        )
        assert status == 200, told
        hunt.judge(told, "the answer to an action", reader)


def test_no_webhook_notice_or_row_tells_a_hidden_card(
    db: None, packs: Packs, chance: Random, log: list[str], settings: Settings
) -> None:
    settings.WEBHOOK_HTTP, settings.WEBHOOK_NETWORKS = True, ["127.0.0.0/8"]
    world, nobody = World(), Reader("nobody", None)
    with receiving() as receiver:
        world["owner"].post(f"/clubs/{world.club.id}/webhooks/", {"url": receiver.url}, 201)
        cup = Cup(world, ONLINE | {"entry_kind": "pair"}).playing(2)
        game = cup.match("R1M1")["game_id"]
        hunt = Hunt(game, latest_of(game).rules, log, everybody(cup, game))
        play(hunt, chance, 3)
        disputed = {"reason": "He looked at my cards.", "leg": 1, "hand": 1}
        cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/disputes/", disputed, 201)
        while relay_once() or deliver_once():
            pass
        for endpoint in Endpoint.objects.all():
            drain(endpoint.pk)
        assert receiver.received
        for sent in receiver.received:
            hunt.judge(f"{sent.headers} {sent.body.decode()}", f"a webhook ({sent.told['type']})", nobody)
    assert Notice.objects.exists()
    for table, row in rows():
        if table != "eventstore_event":  # those are told to each as they may see them
            hunt.judge(row, table, nobody)
    hunt.judge_log()
    assert hunt.found == []
