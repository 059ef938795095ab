"""Signatures of devices in the events of games: each fits, and its key was the actor's at that time."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from truco_api.devicekeys.events import CODEC, KIND, DeviceKeyRegistered, DeviceKeyRevoked
from truco_api.devicekeys.text import fits
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.audit import Report
from truco_api.eventstore.codec import SIGNED


class Keys:
    """The keys of accounts, as their streams tell; each stream is read once."""

    def __init__(self) -> None:
        self._known: dict[str, list[Recorded]] = {}

    def add(self, stream: str, events: Iterable[Recorded]) -> None:
        """Know these events of a stream of keys, so that it need not be read."""
        self._known[stream] = list(events)

    def check(self, report: Report, recorded: Sequence[Recorded]) -> None:
        """Look at every signature in one game."""
        game = recorded[0].stream.partition("-")[2]
        for event in recorded:
            told = event.data.get(SIGNED)
            if told is None:
                continue
            report.count("signatures")
            seat = event.data.get("seat", _seat_of(recorded, event.actor))
            if not fits(told, game=game, seat=seat):
                report.find(event.stream, event.version, "carries a signature that does not fit")
            elif not self._holds(event.actor, told["key"], event.at):
                report.find(event.stream, event.version, "is signed by a key that was not the player's then")

    def _holds(self, actor: str, key: str, at: datetime) -> bool:
        stream = f"{KIND}-{actor.partition(':')[2]}"
        if stream not in self._known:
            self._known[stream] = load(stream)
        held = False
        for event in self._known[stream]:
            if event.at > at:
                break
            match CODEC.decode(event):
                case DeviceKeyRegistered(key=known) if known == key:
                    held = True
                case DeviceKeyRevoked(key=known) if known == key:
                    held = False
        return held


def _seat_of(recorded: Iterable[Recorded], actor: str) -> int:
    """Where somebody sits, for an action whose event names no seat."""
    seats = [event.data["seat"] for event in recorded if event.data.get("holder") == actor]
    return int(seats[-1]) if seats else -1
