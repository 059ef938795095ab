"""Bundles: streams as they are stored, with their proofs, in one file that can be checked without the server.

docs/sealed-history.md describes the format, and `truco_api/static/check_truco.py` checks it. There is nothing
in it that nobody checks.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from truco_api.checkpoints import proofs
from truco_api.checkpoints.errors import NotSealedYet
from truco_api.checkpoints.statements import Checkpoint
from truco_api.devicekeys.events import stream_of as keys_of
from truco_api.eventstore.chain import canonical, instant, parse
from truco_api.eventstore.codec import SIGNED
from truco_api.eventstore.hot import hot
from truco_api.eventstore.sealing import SEALED, opened
from truco_api.eventstore.store import FOREVER, LOAD

FORMAT: Final = "truco bundle/1"
Data = dict[str, Any]


class Sight(NamedTuple):
    """What a viewer may see of a stream: its events up to a version, with what is hidden in them or without.

    Fields that `private` names for a type and that are stored open are for those who see what is hidden."""

    until: int = FOREVER
    open: bool = False
    private: Callable[[str], set[str]] = lambda _type: set()


class Making:
    """A bundle in the making; every stream is proved in the same checkpoint."""

    def __init__(self) -> None:
        self._signers: dict[str, None] = {}
        self.streams: list[str] = []
        self.checkpoint = _newest()

    def text(self, subject: Data, parts: Iterable[Iterator[Data]]) -> Iterator[str]:
        """The bundle piece by piece, as canonical JSON; the keys of who signed come last."""
        checkpoint = canonical(self.checkpoint.json()) if self.checkpoint else "null"
        before = f'{{"checkpoint":{checkpoint},"format":"{FORMAT}","streams":['
        for streams in (*parts, self._keys()):
            for stream in streams:
                yield f"{before}{canonical(stream)}"
                before = ","
        yield f'],"subject":{canonical(subject | {"streams": self.streams})}}}'

    def stream(self, name: str, sight: Sight) -> Iterator[Data]:
        """A stream; nothing if it is empty, as far as the viewer may see."""
        rows = hot().rows(LOAD, {"stream": name, "after": 0, "until": sight.until})
        if not rows:
            return
        events = [self._event(name, sight, row) for row in rows]
        last = rows[-1]
        self.streams.append(name)
        yield {
            "closed": sum("sealed" in event.get("data", ()) and "hidden" not in event for event in events),
            "events": events,
            "head": bytes(last[-1]).hex(),
            "proof": self.checkpoint and proofs.proof(name, self.checkpoint, last[0]),
            "stream": name,
        }

    def _event(self, stream: str, sight: Sight, row: tuple[Any, ...]) -> Data:
        version, name, text, at, actor, digest = row
        data = parse(text)
        if not sight.open and sight.private(name) & data.keys():
            return {"version": version, "withheld": bytes(digest).hex()}
        event = {"actor": actor, "at": instant(at), "data": data, "type": name, "version": version}
        if SEALED in data and sight.open:
            whole = opened(data, stream, version, name)
            event["hidden"] = {field: value for field, value in whole.items() if field not in data}
        if SIGNED in data or SIGNED in event.get("hidden", ()):
            self._signers[actor.partition(":")[2]] = None
        return event

    def _keys(self) -> Iterator[Data]:
        """The keys of everybody who signed something that is in the bundle."""
        for account in self._signers:
            yield from self.stream(keys_of(account), Sight())


def _newest() -> Checkpoint | None:
    try:
        return proofs.latest()
    except NotSealedYet:
        return None
