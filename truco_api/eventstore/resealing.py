"""Retiring keys of the ring: what was sealed under them is sealed under the newest as well, then they can go.

Events never change, so their new seals stand in a table beside them, which is asked only for an event whose
own key is not in the ring. Everything else that is sealed is sealed anew where it stands; whoever keeps such
boxes in tables of their own registers a function that does it.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db import connection, transaction

from truco_api.eventstore.chain import parse
from truco_api.eventstore.hot import hot
from truco_api.eventstore.models import Receipt, Resealed
from truco_api.eventstore.projections import HOLD_COMMANDS
from truco_api.eventstore.sealing import SEALED, place_of, resealed_boxes, ring, seal_text, unseal_text

BATCH: Final = 500
SEALED_EVENTS = """
SELECT event.stream, event.version, type, data, beside.box FROM eventstore_event AS event
LEFT JOIN eventstore_resealed AS beside USING (stream, version)
WHERE (event.stream, event.version) > (%(stream)s, %(version)s) AND position('"sealed":{"box":"' in data) > 0
    AND position(%(newest)s in coalesce(beside.box, data)) = 0
ORDER BY event.stream, event.version LIMIT %(limit)s
"""

Boxes = Callable[[], int]
_BOXES: dict[str, Boxes] = {}


def register_boxes(name: str, reseal: Boxes) -> None:
    """Let every retirement call `reseal`, which seals anew what is not under the newest key: how many."""
    _BOXES[name] = reseal


def is_newest(box: str) -> bool:
    """Whether a box is sealed under the newest key."""
    return box.startswith(f"{ring().all()[0].ident}.")


def anew(box: str, scope: str, place: str) -> str:
    """The same, sealed under the newest key; raises SealBrokenError."""
    return seal_text(unseal_text(box, scope, place), scope, place)


def reseal() -> dict[str, int]:
    """Seal everything under the newest key: how much of each kind had not been.

    At last with all commands held, so that none that had begun before is missed.
    """
    done = {name: fn() for name, fn in _BOXES.items()}
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(HOLD_COMMANDS)
        for name, fn in _BOXES.items():
            done[name] += fn()
    return done


def _events() -> int:
    count = 0
    for rows in _batches():
        fresh = [Resealed(stream=stream, version=version, box=box) for stream, version, box in rows]
        with transaction.atomic():
            Resealed.objects.bulk_create(
                fresh,
                update_conflicts=True,
                unique_fields=["stream", "version"],
                update_fields=["box"],
            )
        count += len(fresh)
    return count


def _batches() -> Iterator[list[tuple[str, int, str]]]:
    """Events whose seals are not under the newest key, with what they hold in a new seal."""
    stream, version = "", 0
    newest = f"{ring().all()[0].ident}."
    while True:
        values: dict[str, Any] = {"stream": stream, "version": version, "newest": newest, "limit": BATCH}
        rows = hot().rows(SEALED_EVENTS, values)
        if not rows:
            return
        yield [
            (name, number, anew(beside or parse(data)[SEALED]["box"], name, place_of(name, number, kind)))
            for name, number, kind, data, beside in rows
        ]
        stream, version = rows[-1][:2]


def _receipts() -> int:
    count = 0
    newest = f"{ring().all()[0].ident}."
    for receipt in Receipt.objects.exclude(answer__startswith=newest).iterator():
        scope, place = f"receipts {receipt.actor}", f"{receipt.actor} {receipt.key}"
        told = anew(receipt.answer, scope, place)
        count += Receipt.objects.filter(actor=receipt.actor, key=receipt.key).update(answer=told)
    return count


def drop_old_keys() -> str:
    """Take all keys but the newest out of the ring; what the environment is to hold then."""
    resealed_boxes.cache_clear()
    return ring().keep_newest()


register_boxes("events", _events)
register_boxes("receipts", _receipts)
