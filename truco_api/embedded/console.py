"""What `up` shows: every line marked with the part that said it, in colour on a terminal."""

import os
import sys
from collections import defaultdict, deque
from typing import TextIO

_COLOURS = ("36", "33", "35", "32", "34", "96")
_WIDTH = 8
_REMEMBERED_LINES = 60


class Console:
    """Prints the lines of many parts. While `quiet`, the parts' own lines are only remembered."""

    def __init__(self, out: TextIO | None = None, *, quiet: bool = False) -> None:
        self.out = out or sys.stdout
        self.quiet = quiet
        self._colours: dict[str, str] = {}
        self._recent: defaultdict[str, deque[str]] = defaultdict(lambda: deque(maxlen=_REMEMBERED_LINES))
        self._coloured = self.out.isatty() and "NO_COLOR" not in os.environ

    def heard(self, part: str, line: str) -> None:
        """A part said something."""
        self._recent[part].append(line)
        if not self.quiet:
            self.say(part, line)

    def say(self, part: str, line: str) -> None:
        """Print a line at once, marked with `part`."""
        mark = f"{part:<{_WIDTH}} |"
        if self._coloured:
            colour = self._colours.setdefault(part, _COLOURS[len(self._colours) % len(_COLOURS)])
            mark = f"\x1b[{colour}m{mark}\x1b[0m"
        self.out.write(f"{mark} {line}\n")
        self.out.flush()

    def show_remembered(self, part: str) -> None:
        """Print what a part said while it was not shown, because now it matters."""
        if self.quiet:
            for line in self._recent.pop(part, ()):
                self.say(part, line)


class PartStream:
    """A text stream whose lines go to the console as those of one part."""

    def __init__(self, console: Console, part: str) -> None:
        self._console, self._part, self._line = console, part, ""

    def write(self, text: str) -> None:
        """Take text; whole lines are passed on."""
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self._console.heard(self._part, line)

    def flush(self) -> None:
        """Nothing waits here but the line that is not finished."""
