"""One writer of the append benchmark: one event a transaction until its time is up, then says how many."""

import random
import sys
import time

import django


def main(seconds: float, seed: int) -> None:
    """Say "ready", wait for a line, write, say how many appends were acknowledged."""
    django.setup()
    from truco_api.eventstore import NewEvent, unit_of_work

    rng = random.Random(seed)
    event = NewEvent("card_played/1", {"seat": 1, "card": "4P", "covered": False})
    count = 0

    def once() -> None:
        with unit_of_work(f"bench-{rng.randint(1, 2000)}", actor="user:bench") as unit:
            unit.append([event])

    once()
    print("ready", flush=True)
    sys.stdin.readline()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        once()
        count += 1
    print(count, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
