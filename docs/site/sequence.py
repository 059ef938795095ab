"""Sequence diagrams as pictures that need no script: a small part of Mermaid's words becomes SVG.

Understood are `participant A as Name`, `A->>B: words` (an arrow), `A-->>B: words` (dashed, an answer),
`A--xB: words` (lost), and `Note over A: words`. GitHub shows the same text by itself.
"""

import re
import textwrap
from dataclasses import dataclass
from html import escape

LANE, ROW, LINE, TOP = 250, 26, 16, 64
_PERSON = re.compile(r"participant (\w+) as (.+)")
_ARROW = re.compile(r"(\w+)(->>|-->>|--x)(\w+): ?(.+)")
_NOTE = re.compile(r"Note over (\w+): ?(.+)")


class UnknownLineError(ValueError):
    """A line that is none of the understood ones."""


@dataclass(frozen=True, slots=True)
class Step:
    """One arrow, or a note (without `to`)."""

    start: str
    to: str | None
    kind: str
    words: list[str]

    @property
    def height(self) -> int:
        """The room it takes."""
        return ROW + LINE * len(self.words)


def svg(source: str) -> str:
    """The picture of a diagram, with its text for whoever has it read aloud."""
    people, steps = _read(source)
    lanes = {name: LANE // 2 + number * LANE for number, name in enumerate(people)}
    height = TOP + sum(step.height for step in steps) + 24
    width = LANE * len(people)
    parts = [_lane(people[name], x, height) for name, x in lanes.items()]
    y = TOP
    for step in steps:
        y += step.height
        parts.append(_arrow(step, lanes, y) if step.to else _note(step, lanes[step.start], y))
    told = " ".join(" ".join(step.words) + "." for step in steps)
    return (
        f'<svg class="sequence" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg" aria-label="{escape(told)}">{_MARKERS}{"".join(parts)}</svg>'
    )


def _read(source: str) -> tuple[dict[str, str], list[Step]]:
    people: dict[str, str] = {}
    steps: list[Step] = []
    for line in map(str.strip, source.splitlines()):
        if line in ("", "sequenceDiagram"):
            continue
        if found := _PERSON.fullmatch(line):
            people[found[1]] = found[2]
        elif found := _ARROW.fullmatch(line):
            steps.append(Step(found[1], found[3], found[2], _wrapped(found[4], 34)))
        elif found := _NOTE.fullmatch(line):
            steps.append(Step(found[1], None, "note", _wrapped(found[2], 30)))
        else:
            raise UnknownLineError(line)
    return people, steps


def _wrapped(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, width, break_long_words=False)


def _lane(name: str, x: int, height: int) -> str:
    return (
        f'<rect x="{x - 80}" y="8" width="160" height="34" rx="6" class="who"/>'
        f'<text x="{x}" y="30" class="name">{escape(name)}</text>'
        f'<line x1="{x}" y1="42" x2="{x}" y2="{height - 8}" class="life"/>'
    )


def _arrow(step: Step, lanes: dict[str, int], y: int) -> str:
    start, end = lanes[step.start], lanes[step.to or step.start]
    middle = (start + end) // 2
    lost = step.kind == "--x"
    tip = end if not lost else (start + 3 * end) // 4
    dashed = "" if step.kind == "->>" else " dashed"
    marker = "lost" if lost else "tip"
    words = _lines(step.words, middle, y - 6 - LINE * (len(step.words) - 1))
    return (
        f'<line x1="{start}" y1="{y}" x2="{tip}" y2="{y}" class="arrow{dashed}" '
        f'marker-end="url(#{marker})"/>{words}'
    )


def _note(step: Step, x: int, y: int) -> str:
    high = LINE * len(step.words) + 8
    words = _lines(step.words, x, y - high + LINE)
    return f'<rect x="{x - 118}" y="{y - high}" width="236" height="{high}" rx="3" class="note"/>{words}'


def _lines(words: list[str], x: int, y: int) -> str:
    lines = (
        f'<tspan x="{x}" y="{y + LINE * number}">{escape(line)}</tspan>' for number, line in enumerate(words)
    )
    return f'<text class="said">{"".join(lines)}</text>'


_MARKERS = (
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" '
    'orient="auto"><path d="M0 0 10 5 0 10z" class="tip"/></marker>'
    '<marker id="lost" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="12" markerHeight="12" '
    'orient="auto"><path d="M1 1 9 9M9 1 1 9" class="lost"/></marker></defs>'
)
