"""What everybody may read of checkpoints, and that it is enough to check them without trusting the server."""

from typing import Any

import pytest
from django.test import Client

from tests.checkpoints.conftest import OTHER, STREAM, collected
from tests.eventstore.conftest import append
from tests.games.conftest import Seating
from tests.games.players import Person, good, refused
from truco_api.checkpoints.leaves import Head, tag_of
from truco_api.checkpoints.models import Entry, Tag
from truco_api.checkpoints.statements import Checkpoint, is_signed, read
from truco_api.checkpoints.tree import Growing, continues, includes
from truco_api.eventstore import load

pytestmark = pytest.mark.django_db
Body = dict[str, Any]


def ask(path: str) -> Body:
    """What anybody is told."""
    return good(Client().get(f"/api/v1/{path}"))  # type: ignore[arg-type]  # django's own test client


def test_the_newest_comes_first_and_each_can_be_asked_for(three: list[Checkpoint]) -> None:
    published = [one.json() for one in three]
    assert ask("checkpoints/latest/") == published[2]
    assert ask("checkpoints/2/") == published[1]
    assert ask("checkpoints/")["results"] == published[::-1]
    assert ask("checkpoints/?before=3&limit=1")["results"] == published[1:2]


def test_before_anything_is_sealed_there_is_nothing_to_give(db: None) -> None:
    refused(Client().get("/api/v1/checkpoints/latest/"), 404, "not_sealed_yet")  # type: ignore[arg-type]
    refused(Client().get("/api/v1/checkpoints/7/"), 404, "checkpoint_not_found")  # type: ignore[arg-type]


def test_with_the_public_leaves_anybody_computes_every_root(three: list[Checkpoint]) -> None:
    roots, grown = {}, Growing()
    entries = [
        *ask("checkpoints/entries/?limit=3")["entries"],
        *ask("checkpoints/entries/?start=3")["entries"],
    ]
    for entry in entries:
        list(grown.add(Head(entry["tag"], entry["version"], entry["hash"]).leaf()))
        roots[grown.size] = grown.root().hex()
    assert [roots[one.statement.size] for one in three] == [one.statement.root for one in three]


def test_the_public_leaves_name_no_stream(three: list[Checkpoint]) -> None:
    told = str(ask("checkpoints/entries/"))
    assert not any(part in told for stream in (STREAM, OTHER) for part in (stream, stream.partition("-")[2]))
    assert {tag_of(stream, "") for stream in (STREAM, OTHER)}.isdisjoint(
        Tag.objects.values_list("tag", flat=True)
    )


def test_one_checkpoint_is_proved_to_continue_another(three: list[Checkpoint]) -> None:
    told = ask("checkpoints/1/to/3/")
    old, new = read(told["from"]), read(told["to"])
    path = [bytes.fromhex(step) for step in told["path"]]
    roots = [bytes.fromhex(one.statement.root) for one in (old, new)]
    assert (old, new) == (three[0], three[2])
    assert continues(old.statement.size, roots[0], new.statement.size, roots[1], path)
    assert ask("checkpoints/3/to/1/") == told


def test_keys_are_told_with_who_handed_over(three: list[Checkpoint]) -> None:
    from django.core.management import call_command

    call_command("rotate_checkpoint_key")
    append("7P", stream=STREAM)
    collected()
    newest, oldest = ask("checkpoints/keys/")["keys"]
    assert (newest["first"], newest["last"], newest["current"]) == (4, 4, True)
    assert (oldest["first"], oldest["last"], oldest["current"]) == (1, 3, False)
    assert newest["handed_over_by"] == oldest["id"]
    assert oldest["public_key"] == three[0].statement.keys[0]


def test_a_game_is_proved_to_be_in_the_newest_checkpoint(ana: Person) -> None:
    game = ana.open_table()["id"]
    refused(ana.get(game, "proof/"), 404, "not_sealed_yet")
    collected()
    append("4P", stream=OTHER)
    collected()
    told = good(ana.get(game, "proof/"))
    checkpoint = read(told["checkpoint"])
    assert is_signed(checkpoint)
    assert told["hash"] == load(told["stream"])[told["version"] - 1].hash
    leaf = Head(tag_of(f"game-{game}", told["blind"]), told["version"], told["hash"]).leaf()
    path = [bytes.fromhex(step) for step in told["path"]]
    root, size = bytes.fromhex(checkpoint.statement.root), checkpoint.statement.size
    assert includes(root, size, told["index"], leaf, path)


def test_signals_are_collected_only_when_their_game_has_ended(seated: Seating) -> None:
    game, people = seated(players=4, variant="mineiro", options={"signals": "partner"})
    sign = {"type": "signal", "sign": "zap"}
    good(people[0].client.post(f"/api/v1/games/{game}/signals/", sign), 201)
    collected()
    assert not Entry.objects.filter(stream=f"signals-{game}").exists()
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    collected()
    assert Entry.objects.filter(stream=f"signals-{game}").exists()
