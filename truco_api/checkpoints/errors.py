"""What is refused about checkpoints."""

from truco_api.errors import NotFound, gettext_noop


class CheckpointNotFound(NotFound):
    """There is no checkpoint of this number."""

    code = "checkpoint_not_found"
    message = gettext_noop("There is no checkpoint of this number.")


class NotSealedYet(NotFound):
    """No checkpoint has it yet; one is made every minute in which something happens."""

    code = "not_sealed_yet"
    message = gettext_noop("No checkpoint holds this yet. Try again in a minute.")
