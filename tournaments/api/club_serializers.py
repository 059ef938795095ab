"""Shapes of clubs, members, persons and invitations in JSON."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.models import Club, Invitation, Membership, Person, Role
from truco_api.accounts.api.serializers import no_controls


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club."""

    class Meta:
        model = Club
        fields = ["id", "name", "city", "about", "time_zone", "created_at"]
        extra_kwargs = {"name": {"validators": [no_controls]}, "city": {"validators": [no_controls]}}

    def validate_time_zone(self, name: str) -> str:
        """A name of the IANA database, such as America/Argentina/Buenos_Aires."""
        if name not in available_timezones():
            raise serializers.ValidationError(_("There is no such time zone."))
        return name


class PersonSerializer(serializers.ModelSerializer[Person]):
    """A person; `has_account` tells whether somebody has claimed them, never who."""

    name = serializers.CharField(source="shown_name", read_only=True)
    has_account = serializers.SerializerMethodField()

    class Meta:
        model = Person
        fields = ["id", "name", "has_account", "created_at"]

    def get_has_account(self, person: Person) -> bool:
        return person.account_id is not None


class PersonNameSerializer(serializers.Serializer[Any]):
    """A person to be registered."""

    name = serializers.CharField(max_length=80, validators=[no_controls])


class PersonWithCodeSerializer(serializers.Serializer[Any]):
    """The answer that shows a claim code, once."""

    person = PersonSerializer()
    claim_code = serializers.CharField(help_text="Good for one claim.")
    claim_until = serializers.DateTimeField(source="person.claim_until", help_text="Until when it is good.")


class ClaimSerializer(serializers.Serializer[Any]):
    """The code, in any case, with or without spaces and hyphens."""

    code = serializers.CharField(max_length=40)


def _roles() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField(choices=Role.choices), allow_empty=False, max_length=len(Role)
    )


class RolesSerializer(serializers.Serializer[Any]):
    """All roles that a member is to have."""

    roles = _roles()


class MemberSerializer(serializers.ModelSerializer[Membership]):
    """A member with the roles."""

    person = PersonSerializer(read_only=True)

    class Meta:
        model = Membership
        fields = ["id", "person", "roles", "joined_at"]


class AddMemberSerializer(serializers.Serializer[Any]):
    """The id of a person whom the club registered."""

    person = serializers.UUIDField()


class InviteSerializer(serializers.Serializer[Any]):
    """Whom to invite, by the name of the account, and to which roles."""

    username = serializers.CharField(max_length=150, validators=[no_controls])
    roles = _roles()


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation and what became of it."""

    username = serializers.CharField(source="account.username", read_only=True)
    club_name = serializers.CharField(source="club.name", read_only=True)

    class Meta:
        model = Invitation
        fields = ["id", "club", "club_name", "username", "roles", "status", "created_at", "answered_at"]
