"""The inbox and what its owner wishes, as JSON."""

import re
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from truco_api.notices import kinds
from truco_api.notices.models import Device, Level, Notice, Platform, Wishes

KINDS = sorted(kinds.KINDS)
_REQUIRED = _("A browser's subscription needs this.")
_NOT_FOR_THIS = _("Only a browser's subscription has this.")
_NO_TOKEN = _("This is not a device token.")
_NO_ZONE = _("This is no time zone.")
_HEX = re.compile(r"[0-9a-fA-F]{2,200}")


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """Something to know. `text` is in the reader's language; `link` is where it can be looked at."""

    kind = serializers.ChoiceField(choices=KINDS)
    text = serializers.SerializerMethodField()
    link = serializers.CharField(help_text="An address of this API, relative to the server.")
    params = serializers.DictField(child=serializers.JSONField(), help_text="What fills the text.")

    class Meta:
        model = Notice
        fields = ("id", "kind", "text", "params", "link", "appeared_at", "read_at")

    def get_text(self, found: Notice) -> str:
        """The text in the reader's language."""
        return kinds.written(found.kind, found.params)


class UnreadSerializer(serializers.Serializer[Any]):
    """How many were not read."""

    unread = serializers.IntegerField()


class ReadAllSerializer(serializers.Serializer[Any]):
    """Up to when; the `appeared_at` of the newest that was shown, so that none is read unseen."""

    until = serializers.DateTimeField(required=False)


class InboxQuerySerializer(serializers.Serializer[Any]):
    """What of the inbox."""

    unread = serializers.BooleanField(default=False, help_text="Only what was not read.")


class WishesSerializer(serializers.ModelSerializer[Wishes]):
    """What a person wishes. A kind that is not in `levels` is `push`."""

    time_zone = serializers.CharField(max_length=64, help_text="A name as in `America/Sao_Paulo`.")
    quiet_from = serializers.TimeField(allow_null=True)
    quiet_until = serializers.TimeField(allow_null=True)
    levels = serializers.SerializerMethodField()

    class Meta:
        model = Wishes
        fields = ("time_zone", "quiet_from", "quiet_until", "levels")

    @extend_schema_field(
        {
            "type": "object",
            "properties": {kind: {"type": "string", "enum": Level.values} for kind in KINDS},
            "required": KINDS,
        }
    )
    def get_levels(self, found: Wishes) -> dict[str, str]:
        """Every kind with its level."""
        return {kind: found.level(kind) for kind in KINDS}


class ChangeWishesSerializer(serializers.Serializer[Any]):
    """What is to be changed; quiet hours are by the clock of the time zone, and may go over midnight."""

    time_zone = serializers.CharField(max_length=64, required=False)
    quiet_from = serializers.TimeField(allow_null=True, required=False)
    quiet_until = serializers.TimeField(allow_null=True, required=False)
    levels = serializers.DictField(child=serializers.ChoiceField(choices=Level.choices), required=False)

    def validate_time_zone(self, name: str) -> str:
        """A zone that this server knows."""
        if name not in available_timezones():
            raise serializers.ValidationError(_NO_ZONE)
        return ZoneInfo(name).key

    def validate_levels(self, levels: dict[str, str]) -> dict[str, str]:
        """Of kinds that there are."""
        for kind in levels:
            serializers.ChoiceField(choices=KINDS).run_validation(kind)
        return levels


class PushSerializer(serializers.Serializer[Any]):
    """By which services this server can wake devices."""

    fcm = serializers.BooleanField()
    apns = serializers.BooleanField()
    webpush_public_key = serializers.CharField(
        allow_null=True, help_text="`applicationServerKey` of a browser's subscription; null without."
    )


class PushDeviceSerializer(serializers.ModelSerializer[Device]):
    """A device that can be woken; its address is not told again."""

    name = serializers.CharField(source="signed_in.device", help_text="As it was signed in.")

    class Meta:
        model = Device
        fields = ("id", "platform", "name", "created_at")


class RegisterPushDeviceSerializer(serializers.Serializer[Any]):
    """The address of this device at its push service."""

    platform = serializers.ChoiceField(choices=Platform.choices)
    token = serializers.CharField(
        max_length=1000, help_text="FCM's registration token, APNs's device token, a browser's endpoint."
    )
    p256dh = serializers.CharField(max_length=88, required=False, help_text="Of a browser.")
    auth = serializers.CharField(max_length=24, required=False, help_text="Of a browser.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A browser has two keys, and nothing else has them; the token of an iPhone is hexadecimal."""
        browser = attrs["platform"] == Platform.WEBPUSH
        for name in ("p256dh", "auth"):
            if browser != (name in attrs):
                raise serializers.ValidationError({name: [_REQUIRED if browser else _NOT_FOR_THIS]})
        if attrs["platform"] == Platform.APNS and not _HEX.fullmatch(attrs["token"]):
            raise serializers.ValidationError({"token": [_NO_TOKEN]})
        return attrs
