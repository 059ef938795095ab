"""`manage.py rotate_keys`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from truco_api.eventstore.resealing import drop_old_keys, reseal
from truco_api.eventstore.sealing import SealBrokenError, ring


class Command(BaseCommand):
    """Puts a new key first: from now on it seals, and the others only open what they have sealed.

    With --retire, everything is sealed under the newest key as well, and the others are taken out.
    """

    help = "Seal with a new key from now on; --retire afterwards, to take the old ones out of the ring."

    def add_arguments(self, parser: CommandParser) -> None:
        """One switch."""
        parser.add_argument(
            "--retire", action="store_true", help="seal all under the newest key, and drop the others"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the file, or print what the environment is to hold."""
        keys = ring()
        text = self._retire() if options["retire"] else keys.rotate()
        if keys.fixed:
            self.stdout.write(f"TRUCO_KEYS={text}")
            self.stderr.write("Give this to every process and start them again; nothing has changed yet.")
        else:
            newest, *before = keys.all()
            self.stdout.write(f"{newest.ident} seals from now on; {len(before)} before it in the ring.")
            self.stdout.write(
                f"The ring is in {settings.TRUCO_KEYS_FILE}: back it up apart from the database."
            )

    def _retire(self) -> str:
        """Seal anew first; only when all is stored are keys dropped."""
        try:
            done = reseal()
        except SealBrokenError as error:
            raise CommandError(f"Something cannot be opened, and no key was dropped: {error}") from error
        counts = ", ".join(f"{number:,} {name}" for name, number in done.items())
        self.stdout.write(f"Sealed anew: {counts}.")
        self.stdout.write("Keep the old keys with the old backups: those need them.")
        return drop_old_keys()
