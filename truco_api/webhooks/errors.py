"""What webhooks refuse.

NotFound    WebhookNotFound, WebhookDeliveryNotFound
Conflict    TooManyWebhooks, WebhookDisabled
Invalid     WebhookTargetRefused, WebhookTargetUnknown
"""

from truco_api.errors import Conflict, Invalid, NotFound, gettext_noop


class WebhookNotFound(NotFound):
    """The club has no webhook of this id."""

    code = "webhook_not_found"
    message = gettext_noop("There is no such webhook.")


class WebhookDeliveryNotFound(NotFound):
    """The webhook has no delivery of this id (any more: they are forgotten after some weeks)."""

    code = "webhook_delivery_not_found"
    message = gettext_noop("There is no such delivery.")


class TooManyWebhooks(Conflict):
    """A club may only have so many webhooks."""

    code = "too_many_webhooks"
    message = gettext_noop("A club may have {most} webhooks.")


class WebhookDisabled(Conflict):
    """Nothing is sent to a webhook that is switched off: switch it on first."""

    code = "webhook_disabled"
    message = gettext_noop("This webhook is switched off.")


class WebhookTargetRefused(Invalid):
    """An address that is not one of a server on the public internet, or not by https; it says no more, so
    that nobody can explore the operator's network with it."""

    code = "webhook_target_refused"
    message = gettext_noop("Webhooks are sent to public addresses by https only, not to this one.")


class WebhookTargetUnknown(Invalid):
    """The address names a host that cannot be found."""

    code = "webhook_target_unknown"
    message = gettext_noop("No host of this name can be found.")
