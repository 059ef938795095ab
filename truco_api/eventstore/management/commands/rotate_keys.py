"""`manage.py rotate_keys`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from truco_api.eventstore.sealing import ring


class Command(BaseCommand):
    """Puts a new key first: from now on it seals, and the others only open what they have sealed."""

    help = "Seal with a new key from now on; the keys before it stay in the ring."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write the file, or print what the environment is to hold."""
        keys = ring()
        text = keys.rotate()
        if keys.fixed:
            self.stdout.write(f"TRUCO_KEYS={text}")
            self.stderr.write("Give this to every process and start them again; nothing has changed yet.")
        else:
            newest, *before = keys.all()
            self.stdout.write(f"{newest.ident} seals from now on; {len(before)} before it in the ring.")
            self.stdout.write(
                f"The ring is in {settings.TRUCO_KEYS_FILE}: back it up apart from the database."
            )
