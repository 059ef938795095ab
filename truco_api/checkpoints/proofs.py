"""Proofs for those who have no database: a head is in a checkpoint, a checkpoint continues another."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.db import connection

from truco_api.checkpoints import statements
from truco_api.checkpoints.errors import CheckpointNotFound, NotSealedYet
from truco_api.checkpoints.models import Entry, Signed, SigningKey, Tag
from truco_api.checkpoints.statements import Checkpoint
from truco_api.checkpoints.tree import Nodes, Spot, consistency, inclusion
from truco_api.eventstore.store import FOREVER

Data = dict[str, Any]
Walk = Callable[[Nodes], list[bytes]]
ENTRIES = """
SELECT index, tag.tag, version, encode(hash, 'hex') FROM checkpoints_entry
JOIN checkpoints_tag AS tag USING (stream) WHERE index >= %s ORDER BY index LIMIT %s
"""
FETCH = """
SELECT level, place, hash FROM checkpoints_node
WHERE (level, place) IN (SELECT * FROM unnest(%s::smallint[], %s::bigint[]))
"""


def latest() -> Checkpoint:
    """The newest checkpoint; NotSealedYet while there is none."""
    row = Signed.objects.order_by("-number").first()
    if row is None:
        raise NotSealedYet
    return statements.written(row.statement, row.signatures)


def at(number: int) -> Checkpoint:
    """The checkpoint of this number; CheckpointNotFound without one."""
    row = Signed.objects.filter(number=number).first()
    if row is None:
        raise CheckpointNotFound
    return statements.written(row.statement, row.signatures)


def proof(stream: str, checkpoint: Checkpoint, until: int = FOREVER) -> Data | None:
    """How the newest head of a stream, up to a version, is found in a checkpoint; None if it is not in it."""
    said = checkpoint.statement
    entries = Entry.objects.filter(stream=stream, index__lt=said.size, version__lte=until)
    entry = entries.order_by("-version").first()
    if entry is None:
        return None
    path = _walk(lambda nodes: inclusion(entry.index, said.size, nodes))
    return {
        "blind": Tag.objects.get(stream=stream).blind,
        "hash": bytes(entry.hash).hex(),
        "index": entry.index,
        "path": [step.hex() for step in path],
        "version": entry.version,
    }


def proof_json(stream: str, until: int = FOREVER) -> Data:
    """The proof together with the newest checkpoint; NotSealedYet if the stream is in none."""
    checkpoint = latest()
    found = proof(stream, checkpoint, until)
    if found is None:
        raise NotSealedYet
    return {"stream": stream, **found, "checkpoint": checkpoint.json()}


def consistency_json(before: int, number: int) -> Data:
    """That one checkpoint's tree is the beginning of another's."""
    old, new = at(before), at(number)
    if old.statement.size > new.statement.size:
        old, new = new, old
    path = _walk(lambda nodes: consistency(old.statement.size, new.statement.size, nodes))
    return {"from": old.json(), "to": new.json(), "path": [step.hex() for step in path]}


def entries_json(*, start: int, limit: int) -> list[Data]:
    """The leaves from a place on."""
    with connection.cursor() as cursor:
        cursor.execute(ENTRIES, (start, limit))
        rows = cursor.fetchall()
    return [dict(zip(("index", "tag", "version", "hash"), row, strict=True)) for row in rows]


def keys_json() -> list[Data]:
    """Every key that has signed, the newest first, with its first and its last checkpoint."""
    keys = list(SigningKey.objects.order_by("-first"))
    last = Signed.objects.order_by("-number").values_list("number", flat=True).first() or 0
    told: list[Data] = []
    for key in keys:
        told.append(
            {
                "id": key_id(key.public),
                "public_key": key.public,
                "first": key.first,
                "last": last,
                "handed_over_by": key_id(key.before) if key.before else None,
                "current": not told,
            }
        )
        last = key.first - 1
    return told


def key_id(public: str) -> str:
    """A key's name, short enough to read out."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def _walk(walk: Walk) -> list[bytes]:
    """Walk twice: once to see which nodes are asked for, then with all of them read at once."""
    wanted: list[Spot] = []

    def note(spot: Spot) -> bytes:
        wanted.append(spot)
        return b""

    walk(note)
    with connection.cursor() as cursor:
        cursor.execute(FETCH, ([spot.level for spot in wanted], [spot.place for spot in wanted]))
        found = {Spot(level, place): bytes(value) for level, place, value in cursor.fetchall()}
    return walk(found.__getitem__)
