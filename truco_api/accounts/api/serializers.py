"""What accounts look like in JSON."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from truco_api.accounts.models import Token, User
from truco_api.accounts.names import NAME_VALIDATORS, no_hidden


def no_controls(text: str) -> None:
    """Refuse characters that cannot be seen, and what consists of nothing else."""
    no_hidden(text)


class AccountSerializer(serializers.ModelSerializer[User]):
    """One's own account."""

    name = serializers.CharField(source="username", read_only=True)
    joined_at = serializers.DateTimeField(source="date_joined", read_only=True)
    stream_url = serializers.SerializerMethodField(help_text="Where everything that concerns you is told.")
    events_url = serializers.SerializerMethodField(help_text="The same, waited for.")

    language = serializers.ChoiceField(
        choices=settings.LANGUAGES, allow_blank=True, help_text="Empty: as each request asks."
    )

    class Meta:
        model = User
        fields = [
            "id", "name", "display_name", "language", "joined_at", "guest", "stream_url", "events_url"
        ]  # fmt: skip
        read_only_fields = fields

    def get_stream_url(self, _account: User) -> str:
        """One's own stream, at the stream process."""
        return f"{settings.STREAM_URL}/api/v1/me/stream/"

    def get_events_url(self, _account: User) -> str:
        """The same, to wait at."""
        return f"{settings.STREAM_URL}/api/v1/me/events/"


class ProfileSerializer(serializers.Serializer[Any]):
    """What an account may change about itself."""

    display_name = serializers.CharField(
        max_length=80,
        allow_blank=True,
        required=False,
        validators=[no_controls],
        help_text="What others read; the name when empty.",
    )
    language = serializers.ChoiceField(
        choices=settings.LANGUAGES,
        allow_blank=True,
        required=False,
        help_text="For messages, when a request has no Accept-Language.",
    )


class SignUpSerializer(ProfileSerializer):
    """A new account, and what to call the device that opens it."""

    name = serializers.CharField(max_length=150, validators=[*NAME_VALIDATORS])
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)
    device = serializers.CharField(max_length=80, allow_blank=True, default="", validators=[no_controls])


class NewAccountSerializer(AccountSerializer):
    """An account just opened, with the token of the device that opened it."""

    token = serializers.CharField(read_only=True, help_text="Send it as `Authorization: Bearer <token>`.")

    class Meta(AccountSerializer.Meta):
        fields = [*AccountSerializer.Meta.fields, "token"]
        read_only_fields = fields


class SignInSerializer(serializers.Serializer[Any]):
    """Name and password, and what to call this device in the list of devices."""

    name = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)
    device = serializers.CharField(max_length=80, allow_blank=True, default="", validators=[no_controls])


class DeviceSerializer(serializers.ModelSerializer[Token]):
    """A signed-in device, without its token."""

    class Meta:
        model = Token
        fields = ["id", "device", "created_at", "seen_on"]
        read_only_fields = fields


class SignedInSerializer(DeviceSerializer):
    """A device that has just signed in: the only answer that holds its token."""

    token = serializers.CharField(read_only=True, help_text="Send it as `Authorization: Bearer <token>`.")
    account = AccountSerializer(source="user", read_only=True)

    class Meta(DeviceSerializer.Meta):
        fields = [*DeviceSerializer.Meta.fields, "token", "account"]
        read_only_fields = fields


class AccessSerializer(serializers.Serializer[Any]):
    """An access token: stateless, for a quarter of an hour."""

    access_token = serializers.CharField(help_text="Send it as `Authorization: Bearer <access_token>`.")
    expires_in = serializers.IntegerField(help_text="For how many seconds it is good.")


class PairSerializer(AccessSerializer):
    """An access token, and the refresh token that gets the next one."""

    refresh_token = serializers.CharField(help_text="Good for one use; the answer holds the next.")


class RefreshSerializer(serializers.Serializer[Any]):
    """The refresh token that was given last."""

    refresh_token = serializers.CharField(max_length=200)
