"""`manage.py grant_app`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from truco_api.eventstore.rights import APP_ROLE, RightsError, admit, grant_rights


class Command(BaseCommand):
    """Lets a login of the database work for the application, with the application's rights only."""

    help = f"Make a database login a member of the role {APP_ROLE}; run it as the owner, after migrate."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The name of a login that exists."""
        parser.add_argument("login")

    def handle(self, *_args: Any, login: str, **_options: Any) -> None:
        """Bring the rights up to date and admit the login."""
        if not grant_rights():
            raise CommandError(f"The role {APP_ROLE} is missing and cannot be created by this login.")
        try:
            admit(login)
        except RightsError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{login} may now work as {APP_ROLE}.")
