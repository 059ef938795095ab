"""Measuring: CPU time of this process, and rows that say a figure beside its yardstick."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """Things done per second of CPU time: whole ones (hands) and the steps they took."""

    name: str
    whole: float
    steps: float = 0.0


def per_cpu_second(name: str, once: Callable[[], int], seconds: float) -> Rate:
    """How often `once` runs in a second of this process's CPU time; it returns the steps it took."""
    once()
    whole = steps = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += once()
        whole += 1
    return Rate(name, whole / spent, steps / spent)


def rows(title: str, unit: str, rates: list[Rate], yardstick: Rate | None = None) -> list[str]:
    """A table: each rate and, where there is a yardstick, the ratio to it."""
    lines = [title]
    for rate in rates:
        line = f"  {rate.name:<34}{rate.whole:>12,.0f} {unit}"
        if rate.steps:
            line += f"{rate.steps:>14,.0f} steps/s"
        if yardstick is not None and rate is not yardstick and yardstick.whole:
            line += f"   {rate.whole / yardstick.whole:>6.2f} × {yardstick.name}"
        lines.append(line)
    return lines
