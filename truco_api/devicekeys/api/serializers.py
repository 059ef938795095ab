"""What keys look like in JSON."""

from typing import Any

from rest_framework import serializers

from truco_api.accounts.api.serializers import no_controls
from truco_api.devicekeys.models import DeviceKey

PUBLIC_KEY = r"^[0-9a-f]{64}$"
SIGNATURE = r"^[0-9a-f]{128}$"


class DeviceKeySerializer(serializers.ModelSerializer[DeviceKey]):
    """A key of one's own."""

    class Meta:
        model = DeviceKey
        fields = ["id", "public_key", "name", "registered_at", "revoked_at"]
        read_only_fields = fields


class NewDeviceKeySerializer(serializers.Serializer[Any]):
    """A key to register; the device shows that it holds it by signing the account's id with it."""

    public_key = serializers.RegexField(PUBLIC_KEY, help_text="Ed25519, 64 small hexadecimal digits.")
    signature = serializers.RegexField(
        SIGNATURE, help_text="By the key, over `truco key/1`, the account's id and the key, a line each."
    )
    name = serializers.CharField(max_length=80, allow_blank=True, default="", validators=[no_controls])


class ActionSignatureSerializer(serializers.Serializer[Any]):
    """A device's signature under an action; see docs/sealed-history.md for what is signed."""

    key = serializers.RegexField(PUBLIC_KEY, help_text="The public key, registered to the account.")
    value = serializers.RegexField(SIGNATURE, help_text="The signature, 128 small hexadecimal digits.")
    nonce = serializers.RegexField(
        r"^[\x21-\x7e]{1,64}$", required=False, allow_null=True, help_text="Whatever the device likes."
    )
