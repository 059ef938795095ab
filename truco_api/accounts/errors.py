"""What accounts refuse."""

from truco_api.errors import Conflict, gettext_noop
from truco_api.http.errors import NotAuthenticated


class WrongCredentials(NotAuthenticated):
    """Name and password do not belong together; whether the name exists is not said."""

    code = "wrong_credentials"
    message = gettext_noop("This name and password do not belong together.")


class NameTaken(Conflict):
    """Another account has this name, however it is capitalised."""

    code = "name_taken"
    message = gettext_noop("This name is taken.")
