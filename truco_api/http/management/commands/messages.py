"""`manage.py messages`: bring the catalogues up to date with the sources."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from truco_api.http import messages


class Command(BaseCommand):
    """Find every marked message, merge, compile, and list what is untranslated."""

    help = __doc__
    requires_system_checks = []

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="Change nothing; fail if something is missing."
        )

    @override
    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        found = messages.find_messages()
        missing = 0
        for locale in messages.LOCALES:
            catalogue = messages.merge(messages.catalogue(locale), found)
            untranslated = [entry.msgid for entry in catalogue if not entry.translated()]
            missing += len(untranslated)
            for message in untranslated:
                self.stdout.write(f"{locale}: {message}")
            if not check:
                messages.save(locale, catalogue)
        self.stdout.write(f"{len(found)} messages, {missing} translations missing")
        if check and missing:
            raise CommandError(
                "Translate what is missing in truco_api/locale, then run `manage.py messages`."
            )
