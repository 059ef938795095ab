"""What accounts refuse."""

from truco_api.errors import Conflict, Forbidden, gettext_noop
from truco_api.http.errors import InvalidToken, NotAuthenticated


class SignUpClosed(Forbidden):
    """The operator of this server opens accounts by hand."""

    code = "sign_up_closed"
    message = gettext_noop("Nobody can open an account here just now.")


class WrongCredentials(NotAuthenticated):
    """Name and password do not belong together; whether the name exists is not said."""

    code = "wrong_credentials"
    message = gettext_noop("This name and password do not belong together.")


class SecondFactorRequired(NotAuthenticated):
    """The password is right, but the account has a second factor: sign in by `/_allauth/app/v1/auth/login`,
    which asks for it.
    """

    code = "second_factor_required"
    message = gettext_noop("This account has a second factor. Sign in with an app that asks for it.")


class NameTaken(Conflict):
    """Another account has this name, however it is capitalised."""

    code = "name_taken"
    message = gettext_noop("This name is taken.")


class RefreshTokenInvalid(InvalidToken):
    """The refresh token is unknown, its device was signed out or has not been used for too long."""

    code = "refresh_token_invalid"
    message = gettext_noop("This refresh token is not valid (any more). Sign in again.")


class RefreshTokenReused(InvalidToken):
    """A refresh token was used a second time: either copy may be stolen, so the device has been signed out.

    To repeat a request whose answer was lost, send the same `Idempotency-Key` with it.
    """

    code = "refresh_token_reused"
    message = gettext_noop("This refresh token was used before. The device was signed out: sign in again.")


class AccessTokenNotEnough(Forbidden):
    """An access token cannot prolong its own life: the refresh token or the device's long-lived token can."""

    code = "access_token_not_enough"
    message = gettext_noop("An access token cannot be used for this.")


class AlreadyClaimed(Conflict):
    """The account is no guest's (any more)."""

    code = "already_claimed"
    message = gettext_noop("This account has a name and a password already.")


class GuestsMayNot(Forbidden):
    """Others will rely on this account, so it must be one that its owner can come back to: claim it first."""

    code = "guests_may_not"
    message = gettext_noop("Guests may not do this. Claim your account first.")


class ScopeMissing(Forbidden):
    """The token was not made for this: `scope` is what it would need, "-" where no token is taken at all."""

    code = "scope_missing"
    message = gettext_noop("This token may not do this. Scope that it needs: {scope}.")
    public = ("scope",)


class TokenOfAnotherClub(Forbidden):
    """The token belongs to another club, whatever its maker may do in this one."""

    code = "token_of_another_club"
    message = gettext_noop("This token is for another club.")
