"""A program to be killed: appends to streams of its own and prints what has been acknowledged.

`python -m tests.faults.writer <writer>`; a line is "<stream> <version> <hash>".
"""

import os
import sys
from itertools import cycle

import django


def main(writer: str) -> None:
    """Append until killed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")
    django.setup()
    from truco_api.eventstore import NewEvent, unit_of_work

    for stream in cycle([f"ledger-{writer}-{number}" for number in range(3)]):
        with unit_of_work(stream, actor="system:writer") as unit:
            first, second = unit.append([NewEvent("noted/1", {"by": writer})] * 2)
        sys.stdout.write(f"{first.stream} {first.version} {first.hash}\n")
        sys.stdout.write(f"{second.stream} {second.version} {second.hash}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
