"""The check "sealed": all that was ever signed still stands, in the tree and in the streams.

It trusts the keys of the ring alone, which are outside the database: they have signed the newest checkpoint,
each checkpoint names the hash of the one before, and their roots fix every head that was ever collected.
Whoever put the whole database back to an earlier state has an older, whole history: only a checkpoint that
was kept elsewhere tells (`manage.py audit --checkpoint FILE`).
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from truco_api.checkpoints import statements
from truco_api.checkpoints.leaves import Head, tag_of
from truco_api.checkpoints.models import Signed
from truco_api.checkpoints.statements import Checkpoint, Statement, is_signed
from truco_api.checkpoints.tree import Growing, Spot
from truco_api.eventstore.audit import Report, register_check
from truco_api.eventstore.hot import streaming

LEAVES = """
SELECT entry.index, entry.checkpoint, entry.stream, entry.version, entry.hash, tag.blind, tag.tag, event.hash,
    entry.version > lag(entry.version, 1, 0) OVER (PARTITION BY entry.stream ORDER BY entry.index) AS grows
FROM checkpoints_entry AS entry
LEFT JOIN checkpoints_tag AS tag USING (stream) LEFT JOIN eventstore_event AS event USING (stream, version)
ORDER BY entry.index
"""
NODES = "SELECT level, place, hash FROM checkpoints_node ORDER BY level, place"
SIGNED = "SELECT number, statement, signatures FROM checkpoints_signed ORDER BY number"
WHERE: Final = "checkpoint"
Data = dict[str, Any]


class Leaf(NamedTuple):
    """An entry of the tree with what stands in the stream at that place."""

    place: int
    checkpoint: int
    stream: str
    version: int
    hash: bytes
    blind: str | None
    tag: str | None
    stored: bytes | None
    grows: bool


def check_sealed(report: Report) -> None:
    """Every checkpoint is signed, follows the one before, and is over heads that the streams still have."""
    for what in ("checkpoints", "heads"):
        report.count(what, 0)
    sums: dict[Spot, bytes] = {}
    last: Statement | None = None
    with streaming(LEAVES) as rows, streaming(SIGNED) as signed:
        leaves = map(Leaf._make, rows)
        grown = Growing()
        for number, text, signatures in signed:
            report.count("checkpoints")
            made = _read(report, number, text, signatures)
            if made is None:
                return
            _follows(report, made, last)
            last = made.statement
            sums |= _grow(report, grown, islice(leaves, max(0, last.size - grown.size)), number)
            if grown.root().hex() != last.root or grown.size != last.size:
                report.find(WHERE, number, "was signed over other heads than the tree has")
                return
        for leaf in leaves:
            report.find(leaf.stream, leaf.version, "stands in the tree behind the last checkpoint")
    _check_nodes(report, sums)
    if last is not None and last.keys[0] not in map(statements.public, statements.ring().all()):
        report.find(WHERE, last.number, "is the last one, and was signed by a key that is not in our ring")


def _read(report: Report, number: int, text: str, signatures: list[str]) -> Checkpoint | None:
    try:
        made = statements.written(text, signatures)
    except ValueError:
        report.find(WHERE, number, "cannot be read")
        return None
    if made.statement.text() != text or made.statement.number != number:
        report.find(WHERE, number, "is not written as it was signed")
    if not is_signed(made):
        report.find(WHERE, number, "has another content than was signed, or a wrong signature")
    return made


def _follows(report: Report, made: Checkpoint, last: Statement | None) -> None:
    said = made.statement
    expected = (last.number + 1, last.digest(), last.log) if last else (1, None, said.log)
    if (said.number, said.previous, said.log) != expected:
        report.find(WHERE, said.number, "does not follow the one before it")
    if last is None:
        return
    if said.size < last.size or said.at < last.at:
        report.find(WHERE, said.number, "is smaller or older than the one before it")
    if said.keys[0] != last.keys[0] and last.keys[0] not in said.keys:
        report.find(WHERE, said.number, "is signed by a new key that the old one has not handed over to")


def _grow(report: Report, grown: Growing, leaves: Iterator[Leaf], number: int) -> dict[Spot, bytes]:
    sums: dict[Spot, bytes] = {}
    for leaf in leaves:
        report.count("heads")
        if leaf.place != grown.size or leaf.checkpoint != number:
            report.find(leaf.stream, leaf.version, f"stands at a wrong place of the tree ({leaf.place})")
        if problem := _problem(leaf):
            report.find(leaf.stream, leaf.version, problem)
        sums |= dict(grown.add(Head(leaf.tag or "", leaf.version, leaf.hash.hex()).leaf()))
    return sums


def _problem(leaf: Leaf) -> str | None:
    """What is wrong with the stream at a place that was signed."""
    if leaf.blind is None or tag_of(leaf.stream, leaf.blind) != leaf.tag:
        return "stands in the tree under a name that is not its own"
    if not leaf.grows:
        return f"is in checkpoint {leaf.checkpoint} behind a later version of its stream"
    if leaf.stored is None:
        return f"was signed in checkpoint {leaf.checkpoint} and is gone: the stream was cut off"
    if leaf.stored != leaf.hash:
        return f"is not the event that was signed in checkpoint {leaf.checkpoint}: it was written anew"
    return None


def _check_nodes(report: Report, sums: dict[Spot, bytes]) -> None:
    with streaming(NODES) as rows:
        for level, place, value in rows:
            if sums.pop(Spot(level, place), None) != value:
                report.find(WHERE, 0, f"has a node of the tree ({level}/{place}) that does not follow")
    for spot in sums:
        report.find(WHERE, 0, f"lacks a node of the tree ({spot.level}/{spot.place})")


def check_kept(report: Report, kept: list[Checkpoint], trusted: frozenset[str]) -> None:
    """Compare checkpoints that were kept elsewhere with what is here.

    `trusted` are keys known from elsewhere; without any, a checkpoint need only be signed by its own.
    """
    newest = Signed.objects.order_by("-number").first()
    for one in kept:
        said = one.statement
        report.count("checkpoints")
        if not is_signed(one):
            report.find(WHERE, said.number, "as it was kept has no right signature: it proves nothing")
        elif trusted and said.keys[0] not in trusted:
            report.find(WHERE, said.number, "as it was kept is signed by a key that you do not trust")
        elif newest is None or said.number > newest.number:
            here = newest.number if newest else 0
            report.find(
                WHERE,
                said.number,
                f"was kept, but the last one here is {here}: what came after it is lost, or this is a backup",
            )
        else:
            _compare(report, said)


def _compare(report: Report, said: Statement) -> None:
    row = Signed.objects.filter(number=said.number).first()
    if row is None:
        report.find(WHERE, said.number, "was kept, and is missing here")
    elif row.statement != said.text():
        found = f"{said.size} heads under {said.root[:16]}…"
        report.find(WHERE, said.number, f"was kept as {found}, but is another here: history was written anew")


register_check("sealed", check_sealed)
