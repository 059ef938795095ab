"""`manage.py rotate_checkpoint_key`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from truco_api.checkpoints import statements
from truco_api.checkpoints.models import Signed
from truco_api.checkpoints.proofs import key_id


class Command(BaseCommand):
    """Puts a new key first, to sign from the next checkpoint on, where the one before hands over to it."""

    help = "Sign with a new key from now on; --retire afterwards, to take the old ones out of the ring."

    def add_arguments(self, parser: CommandParser) -> None:
        """One switch."""
        parser.add_argument(
            "--retire", action="store_true", help="drop the keys before the one that signs now"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the file, or print what the environment is to hold."""
        keys = statements.ring()
        text = self._retired() if options["retire"] else keys.rotate()
        if keys.fixed:
            self.stdout.write(f"TRUCO_CHECKPOINT_KEYS={text}")
            self.stderr.write("Give this to every worker and start them again; nothing has changed yet.")
            return
        newest, *before = keys.all()
        self.stdout.write(
            f"{key_id(statements.public(newest))} signs from the next checkpoint on; "
            f"{len(before)} before it in the ring {settings.TRUCO_CHECKPOINT_KEYS_FILE}."
        )

    def _retired(self) -> str:
        """Only the newest key is left; CommandError before it has taken over."""
        keys = statements.ring()
        last = Signed.objects.order_by("-number").first()
        newest = keys.all()[0]
        used = last and statements.written(last.statement, last.signatures).statement.keys[0]
        if used and used != statements.public(newest):
            raise CommandError(
                "The new key has signed nothing yet: in the next checkpoint the old one hands over to it."
            )
        return keys.keep_newest()
