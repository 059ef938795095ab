"""Webhooks as their owners see them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.rules.announcements import KINDS
from truco_api.webhooks.models import Attempt, Delivery, Endpoint
from truco_api.webhooks.services import PING

TYPES = sorted(KINDS)
LOGGED = [PING, *TYPES]
OVERLAP_HOURS = 24
MOST_OVERLAP_HOURS = 24 * 7


class _TypesField(serializers.ListField):
    def __init__(self, **options: Any) -> None:
        child = serializers.ChoiceField(choices=TYPES)
        super().__init__(child=child, max_length=len(TYPES), **options)


class WebhookSerializer(serializers.ModelSerializer[Endpoint]):
    """An endpoint; `event_types` that is empty means all of them."""

    event_types = _TypesField(
        source="types", required=False, help_text="Which events it is told of; none named, all of them."
    )
    url = serializers.URLField(max_length=2000)
    enabled = serializers.BooleanField(required=False)
    disabled = serializers.ChoiceField(
        choices=Endpoint.Why.choices,
        read_only=True,
        allow_null=True,
        help_text="Why it is switched off: by an `owner`, since it was `gone` (410), or `failing` for days.",
    )

    class Meta:
        model = Endpoint
        fields = (
            "id",
            "url",
            "description",
            "event_types",
            "enabled",
            "disabled",
            "disabled_at",
            "failing_since",
            "created_at",
        )
        read_only_fields = ("id", "disabled_at", "failing_since", "created_at")

    def to_representation(self, instance: Endpoint) -> dict[str, Any]:
        """As declared, with null where nothing has switched it off."""
        told: dict[str, Any] = super().to_representation(instance)
        return told | {"disabled": instance.disabled or None}


class NewWebhookSerializer(serializers.ModelSerializer[Endpoint]):
    """A new endpoint."""

    event_types = _TypesField(
        source="types", required=False, help_text="Which events it is told of; none named, all of them."
    )
    url = serializers.URLField(max_length=2000)

    class Meta:
        model = Endpoint
        fields = ("url", "description", "event_types")


class WebhookSecretSerializer(serializers.Serializer[Any]):
    """A secret, told this once."""

    secret = serializers.CharField(help_text="`whsec_…`: what a receiver verifies signatures with.")


class WebhookWithSecretSerializer(serializers.Serializer[Any]):
    """A new endpoint and its secret, told this once."""

    webhook = WebhookSerializer()
    secret = serializers.CharField(help_text="`whsec_…`: what a receiver verifies signatures with.")


class RotateSerializer(serializers.Serializer[Any]):
    """How long the secrets before it go on signing along."""

    overlap_hours = serializers.IntegerField(min_value=0, max_value=MOST_OVERLAP_HOURS, default=OVERLAP_HOURS)


class RedeliverSerializer(serializers.Serializer[Any]):
    """From when on, and whether what was delivered is sent again as well."""

    since = serializers.DateTimeField()
    delivered_too = serializers.BooleanField(default=False)


class RedeliveredSerializer(serializers.Serializer[Any]):
    """How much will be sent."""

    deliveries = serializers.IntegerField()


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """One try."""

    problem = serializers.CharField(
        allow_null=True,
        help_text="`target_refused`, `host_unknown`, `not_connected`, `tls_failed`, `timeout`, "
        "`broken_answer` or `redirected`.",
    )

    class Meta:
        model = Attempt
        fields = ("number", "at", "duration_ms", "status", "problem", "excerpt")

    def to_representation(self, instance: Attempt) -> dict[str, Any]:
        """As declared, with null for no problem."""
        told: dict[str, Any] = super().to_representation(instance)
        return told | {"problem": instance.problem or None}


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """One message, and what became of it; `due_at` is when it is tried next."""

    webhook_id = serializers.CharField(source="message.webhook_id", help_text="As in the header.")
    event_type = serializers.ChoiceField(choices=LOGGED, source="message.type")
    happened_at = serializers.DateTimeField(source="message.happened_at")
    attempts = AttemptSerializer(many=True)

    class Meta:
        model = Delivery
        fields = ("id", "webhook_id", "event_type", "happened_at", "status", "due_at", "done_at", "attempts")


class DeliveryWithBodySerializer(DeliverySerializer):
    """The same with the body, as every attempt has sent it."""

    body = serializers.SerializerMethodField()

    class Meta(DeliverySerializer.Meta):
        fields = (*DeliverySerializer.Meta.fields, "body")  # type: ignore[assignment]  # one more than before

    @extend_schema_field({"type": "string", "contentMediaType": "application/json"})
    def get_body(self, found: Delivery) -> str:
        """The bytes that are signed, as text."""
        return found.message.body


class LogQuerySerializer(serializers.Serializer[Any]):
    """What of the log."""

    status = serializers.ChoiceField(choices=Delivery.Status.choices, required=False)
    event_type = serializers.ChoiceField(choices=LOGGED, required=False)
