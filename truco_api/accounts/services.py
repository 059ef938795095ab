"""Opening an account, and signing in to it."""

from datetime import datetime

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from truco_api.accounts import tokens
from truco_api.accounts.errors import NameTaken, SecondFactorRequired, SignUpClosed, WrongCredentials
from truco_api.accounts.models import Token, User


def sign_up(*, name: str, password: str, display_name: str = "", language: str = "") -> User:
    """A new account; NameTaken, or Django's ValidationError for a name or password that does not do.

    SignUpClosed where the operator does not let anybody in.
    """
    if not settings.SIGN_UP_OPEN:
        raise SignUpClosed
    user = User(username=User.normalize_username(name), display_name=display_name, language=language)
    check(user, password)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        raise NameTaken(field="name") from error
    return user


def change_profile(*, user: User, display_name: str | None = None, language: str | None = None) -> User:
    """Change what is given, and nothing else of the row."""
    changes = {"display_name": display_name, "language": language}
    given = {field: value for field, value in changes.items() if value is not None}
    for field, value in given.items():
        setattr(user, field, value)
    user.save(update_fields=list(given))
    return user


def sign_in(*, name: str, password: str, device: str, now: datetime) -> tuple[str, Token]:
    """A token for this device; WrongCredentials in the same words and time for any cause.

    A password is hashed for an unknown name too, so that the answer's delay tells nothing. Raises
    SecondFactorRequired where the password alone is not enough.
    """
    user = authenticate(username=name, password=password)
    if not isinstance(user, User):
        raise WrongCredentials
    if is_mfa_enabled(user):
        raise SecondFactorRequired
    return tokens.issue(user=user, device=device, now=now)


def check(user: User, password: str) -> None:
    """Refuse a name or password that does not do, under the names that the API has for them."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise ValidationError({"password": error.error_list}) from error
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        named = {"name" if field == "username" else field: why for field, why in error.error_dict.items()}
        raise ValidationError(named) from error
