"""Rights: what the application may do with the tables, whoever breaks into it.

Processes enter as members of the role `truco_app`, which may read events and add to them, no more; the
owner of the tables (who runs the migrations) is stopped by the triggers alone. Two ways in:

- a login of its own that is a member of the role: `manage.py grant_app <login>` after the migrations;
- the owner's login with `DATABASE_APP_ROLE=truco_app`: each connection begins in the role.
"""

import logging

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.utils import CursorWrapper

APP_ROLE = "truco_app"

# Before anything else goes: everything. Then what the application does not need is taken back.
GRANTS = """
GRANT USAGE ON SCHEMA public TO truco_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO truco_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO truco_app;
REVOKE UPDATE, DELETE ON eventstore_event, eventstore_feed FROM truco_app;
REVOKE DELETE ON eventstore_head, eventstore_checkpoint FROM truco_app;
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM truco_app;
"""
CREATE_ROLE = """
DO $$ BEGIN
    CREATE ROLE truco_app NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$
"""
MAY_CREATE = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"

log = logging.getLogger(__name__)


class RightsError(Exception):
    """The database does not let us, or it would be of no use; the message says which."""


def grant_rights(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Give the application's role its rights on all tables there are; False if there is no such role and
    this login may not create it."""
    with transaction.atomic(using), connections[using].cursor() as cursor:
        if not _exists(cursor, APP_ROLE):
            cursor.execute(MAY_CREATE)
            if not cursor.fetchone()[0]:
                log.warning("The role %s is missing and cannot be created by this login.", APP_ROLE)
                return False
            cursor.execute(CREATE_ROLE)
        cursor.execute(GRANTS)
    return True


def admit(login: str, using: str = DEFAULT_DB_ALIAS) -> None:
    """Make a login a member of the application's role; raises RightsError if that cannot be or would not
    bind it."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        for role in (APP_ROLE, login):
            if not _exists(cursor, role):
                raise RightsError(f"There is no role {role}.")
        cursor.execute("SELECT rolsuper OR rolname = current_user FROM pg_roles WHERE rolname = %s", (login,))
        if cursor.fetchone()[0]:
            raise RightsError(f"{login} is the owner or a superuser: rights would not bind it.")
        cursor.execute(f"GRANT {APP_ROLE} TO {connection.ops.quote_name(login)}")


def _exists(cursor: CursorWrapper, role: str) -> bool:
    cursor.execute("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = %s)", (role,))
    return bool(cursor.fetchone()[0])
