"""Reads what is stored: prints "<stream> <version> <hash>" for every event, places all in the feed, audits.

A program of its own, because the database it looks at is not that of the tests. Exit status 1 from the
audit.
"""

import os
import sys

import django


def main() -> None:
    """Print, place, audit."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")
    django.setup()
    from django.core.management import call_command

    from truco_api.eventstore.feed import relay_once
    from truco_api.eventstore.store import streams

    while relay_once():
        pass
    for stream, events in streams("ledger"):
        for event in events:
            sys.stdout.write(f"{stream} {event.version} {event.hash}\n")
    call_command("audit", stdout=sys.stderr)


if __name__ == "__main__":
    main()
