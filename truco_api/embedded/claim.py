"""Who runs here: one `up` a data folder. The claim is a lock that the kernel drops with its holder, so a
killed `up` leaves nothing stale; a note beside it tells the others where to find the holder."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from truco_api.embedded.locks import locked


@dataclass(frozen=True, slots=True)
class Holder:
    """A running `up`: its process number, and the addresses of its web and stream parts."""

    pid: int
    url: str
    stream_url: str


@contextmanager
def claimed(folder: Path) -> Iterator[bool]:
    """Whether `folder` is ours for as long as the block runs; False when another `up` holds it."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        try:
            held.enter_context(locked(folder / "up.lock", wait=False))
        except BlockingIOError:
            yield False
            return
        _note(folder).unlink(missing_ok=True)  # of one that was killed
        held.callback(_note(folder).unlink, missing_ok=True)
        yield True


def tell(folder: Path, url: str, stream_url: str) -> None:
    """Leave a note of where the holder of `folder`, this process, can be found."""
    draft = _note(folder).with_suffix(".draft")
    draft.write_text(json.dumps(asdict(Holder(os.getpid(), url, stream_url))))
    draft.rename(_note(folder))


def holder(folder: Path) -> Holder | None:
    """Who holds `folder`, as far as it has said so yet."""
    try:
        return Holder(**json.loads(_note(folder).read_text()))
    except (OSError, ValueError, TypeError):
        return None


def _note(folder: Path) -> Path:
    return folder / "up.json"
