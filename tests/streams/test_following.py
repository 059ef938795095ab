"""Server-sent events: each event once, in order, with its version as id; nothing else has an id."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from truco_api.streams import following
from truco_api.streams.following import Follower, Standing, frames, wait_for_events
from truco_api.streams.hub import Hub
from truco_api.streams.reading import Around, Source

IDENT = uuid.uuid4()
STREAM = f"thing-{IDENT}"


class Story:
    """A stream in memory, which the test lets grow."""

    def __init__(self, length: int) -> None:
        self.hub = Hub()
        self.length = length
        self.reads = 0

    def follower(self, after: int) -> Follower:
        """Someone who knows the events up to `after`."""
        return Follower(Source("thing", self._read), IDENT, None, after)

    def _read(self, ident: uuid.UUID, viewer: Any, after: int, limit: int) -> list[dict[str, Any]]:
        self.reads += 1
        return [{"version": number} for number in range(after + 1, min(self.length, after + limit) + 1)]

    async def events(self, follower: Follower) -> list[dict[str, Any]]:
        """What the server's threads would read."""
        return follower.read()

    async def standing(self, follower: Follower) -> Standing:
        """How far the follower is."""
        behind = not 0 <= self.length - follower.after <= following.RESYNC_BEHIND
        return Standing(self.length, behind)

    async def around(self, follower: Follower) -> Around | None:
        """What is told beside the events."""
        return follower.around()

    def grow(self) -> None:
        """One more event, and the news of it."""
        self.length += 1
        self.hub.hear(f"{STREAM}:{self.length}")

    def frames(self, after: int) -> AsyncIterator[str]:
        """What a client is sent that knows the events up to `after`."""
        return frames(self.hub, self.follower(after), self)


def _told(story: Story, after: int, count: int, meanwhile: Callable[[], None] = lambda: None) -> list[str]:
    """The first `count` frames after the greeting."""

    async def listen() -> list[str]:
        asyncio.get_running_loop().call_later(0.1, meanwhile)
        sent = story.frames(after)
        assert await anext(sent) == "retry: 2000\n\n"
        return [await asyncio.wait_for(anext(sent), 5) for _ in range(count)]

    return asyncio.run(listen())


def _event(version: int) -> str:
    return f'id: {version}\ndata: {{"version":{version}}}\n\n'


def test_events_follow_the_version_that_the_client_knows() -> None:
    assert _told(Story(4), 2, 2) == [_event(3), _event(4)]


def test_events_are_sent_as_they_come() -> None:
    story = Story(4)
    assert _told(story, 4, 1, meanwhile=story.grow) == [_event(5)]


def test_several_pages_follow_without_a_gap() -> None:
    count = following.PAGE * 2 + 5
    assert _told(Story(count), 0, count) == [_event(version) for version in range(1, count + 1)]


def test_silence_is_broken_by_a_comment_without_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "HEARTBEAT_SECONDS", 0.05)
    assert _told(Story(4), 4, 2) == [": nothing new\n\n"] * 2


@pytest.mark.parametrize(("after", "length"), [(0, following.RESYNC_BEHIND + 1), (9, 5)])
def test_who_is_too_far_behind_or_ahead_is_told_to_fetch_the_view_again(after: int, length: int) -> None:
    story = Story(length)
    resync, event = _told(story, after, 2, meanwhile=story.grow)
    assert resync == f'event: resync\ndata: {{"version":{length}}}\n\n'
    assert event == _event(length + 1)


def test_a_stream_ends_after_a_while_so_that_it_is_authorized_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LONGEST_STREAM_SECONDS", 0.1)
    monkeypatch.setattr(following, "HEARTBEAT_SECONDS", 0.05)

    async def listen() -> list[str]:
        return [frame async for frame in Story(1).frames(1)]

    assert asyncio.run(listen())[0] == "retry: 2000\n\n"


def test_a_frame_is_one_line_of_json_whatever_a_name_contains() -> None:
    frame = following._frame({"name": "Zé\n\r\u2028data: x"}, ident=1)
    [line] = [line for line in frame.split("\n") if line.startswith("data: ")]
    assert json.loads(line.removeprefix("data: ")) == {"name": "Zé\n\r\u2028data: x"}


def test_waiting_ends_with_the_first_event() -> None:
    story = Story(1)

    async def wait() -> list[dict[str, Any]]:
        asyncio.get_running_loop().call_later(0.1, story.grow)
        return await wait_for_events(story.hub, story.follower(1), story, 10)

    assert asyncio.run(wait()) == [{"version": 2}]


def test_waiting_for_nothing_ends_empty_and_reads_once() -> None:
    story = Story(1)
    assert asyncio.run(wait_for_events(story.hub, story.follower(1), story, 0.1)) == []
    assert story.reads == 1


def test_stopping_ends_every_wait() -> None:
    story = Story(1)

    async def wait() -> list[dict[str, Any]]:
        asyncio.get_running_loop().call_later(0.1, story.hub.stop)
        return await asyncio.wait_for(wait_for_events(story.hub, story.follower(1), story, 25), 5)

    assert asyncio.run(wait()) == []
