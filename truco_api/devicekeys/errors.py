"""What is refused about keys and signatures."""

from truco_api.errors import Conflict, Invalid, NotFound, gettext_noop


class SignatureWrong(Invalid):
    """The signature is not one by this key over what docs/sealed-history.md says; nothing has happened."""

    code = "signature_wrong"
    message = gettext_noop("The signature does not fit.")


class SigningKeyUnknown(Invalid):
    """The key is none of this account's, or was revoked."""

    code = "signing_key_unknown"
    message = gettext_noop("This key is not registered to your account, or was revoked.")


class KeyRevoked(Conflict):
    """A key that was revoked does not come back; a device makes a new one."""

    code = "key_revoked"
    message = gettext_noop("This key was revoked. Make a new one.")


class TooManyKeys(Conflict):
    """An account has as many keys as it may; revoke one first."""

    code = "too_many_keys"
    message = gettext_noop("You have too many keys. Revoke one first.")


class KeyNotFound(NotFound):
    """There is no such key of this account."""

    code = "key_not_found"
    message = gettext_noop("You have no such key.")
