"""What is sent to championships: the bodies of requests, checked for shape; the rules judge their meaning."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.states import milliseconds
from tournaments.models import ChampionshipRow
from tournaments.rules.commands import Legs
from tournaments.rules.events import LegDetail
from tournaments.services.entries import Member
from truco_api.accounts.api.serializers import no_controls

REASON = 500
TENTOS = 100
LEGS = 200
MEMBERS = 150


class NewChampionshipSerializer(serializers.Serializer[Any]):
    """A championship to be."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=120, validators=[no_controls])
    regulation = serializers.DictField(
        help_text="A document of the format truco-regulation/1; `variant` is needed, all else has defaults."
    )


class NewRegulationSerializer(serializers.Serializer[Any]):
    """The whole regulation, in place of the earlier one."""

    regulation = serializers.DictField()


class ReasonSerializer(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(max_length=REASON)


class OptionalReasonSerializer(serializers.Serializer[Any]):
    """Why, if anybody is to know."""

    reason = serializers.CharField(max_length=REASON, allow_blank=True, default="")


class EntryIdField(serializers.UUIDField):
    """The id of an entry, as text: so the rules have it."""

    def to_internal_value(self, data: Any) -> Any:
        """Text in the canonical form."""
        return str(super().to_internal_value(data))


class PersonIdField(EntryIdField):
    """The id of a person, as text."""


class DrawSerializer(serializers.Serializer[Any]):
    """`order` is for a seeding by hand: ids of entries, best first. The seed is made by the server."""

    order = serializers.ListField(child=EntryIdField(), required=False, allow_null=True, max_length=4096)


class MemberSerializer(serializers.Serializer[Any]):
    """One of: `person` (an id), `username` (of an account), `name` (an organizer registers at the door)."""

    person = serializers.UUIDField(required=False)
    username = serializers.CharField(required=False, max_length=150)
    name = serializers.CharField(required=False, max_length=80, validators=[no_controls])

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the three."""
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Exactly one of person, username and name is needed."))
        return attrs


class NewEntrySerializer(serializers.Serializer[Any]):
    """An entry to be."""

    name = serializers.CharField(max_length=80, validators=[no_controls])
    members = MemberSerializer(many=True, max_length=MEMBERS)  # type: ignore[call-arg]  # with many=True it is one
    club = serializers.CharField(max_length=80, required=False, allow_null=True, validators=[no_controls])
    rank = serializers.IntegerField(min_value=1, max_value=100_000, required=False, allow_null=True)

    def validate_members(self, members: list[dict[str, Any]]) -> list[Member]:
        """Members as the services have them."""
        return [Member(**member) for member in members]


class FeeSerializer(serializers.Serializer[Any]):
    """Whether the fee is paid."""

    paid = serializers.BooleanField()


class RankSerializer(serializers.Serializer[Any]):
    """1 is best; null takes the rank away."""

    rank = serializers.IntegerField(min_value=1, max_value=100_000, allow_null=True)


def _score() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=TENTOS), min_length=2, max_length=2
    )


class WithLegs(serializers.Serializer[Any]):
    """A body with legs, each the tentos of home and away."""

    def validate_legs(self, legs: list[list[int]]) -> Legs:
        """Tuples, as the rules have them."""
        return tuple((home, away) for home, away in legs)


class LegDetailSerializer(serializers.Serializer[Any]):
    """What a score sheet may say of a leg besides its tentos."""

    board = serializers.IntegerField(
        min_value=1, max_value=1000, default=1, help_text="Which table of a match of teams."
    )
    dealer = serializers.IntegerField(
        min_value=0,
        max_value=1,
        allow_null=True,
        default=None,
        help_text="The side that dealt first: 0 home, 1 away.",
    )
    flores = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1000),
        min_length=2,
        max_length=2,
        default=[0, 0],
        help_text="Flores of home and away.",
    )
    players = serializers.ListField(
        child=PersonIdField(), default=list, max_length=20, help_text="The persons who played it."
    )
    at_match_point = serializers.BooleanField(
        default=False, help_text="It began at match point for both, as the time was up."
    )


class SheetSerializer(WithLegs):
    """What the score sheet says; `details` has one for each leg, or there are none."""

    legs = serializers.ListField(child=_score(), min_length=1, max_length=LEGS)
    note = serializers.CharField(max_length=2000, allow_blank=True, default="")
    details = LegDetailSerializer(many=True, default=list, max_length=LEGS)  # type: ignore[call-arg]  # as above
    started_at = serializers.DateTimeField(allow_null=True, default=None)
    ended_at = serializers.DateTimeField(allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """As the rules have it: frozen details, times in milliseconds."""
        details = tuple(
            LegDetail(**{**detail, "flores": tuple(detail["flores"]), "players": tuple(detail["players"])})
            for detail in attrs.pop("details")
        )
        times = {f"{name}_ms": _ms(attrs.pop(f"{name}_at")) for name in ("started", "ended")}
        return attrs | times | {"details": details}


def _ms(at: datetime | None) -> int | None:
    return None if at is None else milliseconds(at)


class RulingSerializer(WithLegs):
    """`legs` with "adjust", `entry` (who loses) with "forfeit", neither with "uphold" and "replay"."""

    ruling = serializers.ChoiceField(choices=["uphold", "adjust", "forfeit", "replay"])
    reason = serializers.CharField(max_length=REASON)
    legs = serializers.ListField(child=_score(), max_length=LEGS, default=list)
    entry = EntryIdField(required=False, allow_null=True, default=None)


class ChoiceSerializer(serializers.Serializer[Any]):
    """What an arbiter says of play that came of the earlier result: it stands, or it is played again.

    A preview tells what there is to choose about.
    """

    stand = serializers.ListField(child=serializers.CharField(max_length=64), default=list, max_length=500)
    replay = serializers.ListField(child=serializers.CharField(max_length=64), default=list, max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Tuples, as the rules have them."""
        return attrs | {key: tuple(attrs[key]) for key in ("stand", "replay")}


class ReopeningSerializer(ChoiceSerializer):
    """Why a result is annulled, and what becomes of later play."""

    reason = serializers.CharField(max_length=REASON)


class CorrectionSerializer(WithLegs, ChoiceSerializer):
    """Either the `legs` as they should be, or the `entry` that forfeits; and what becomes of later play."""

    reason = serializers.CharField(max_length=REASON)
    legs = serializers.ListField(child=_score(), max_length=LEGS, default=list)
    entry = EntryIdField(required=False, allow_null=True, default=None)


def _pair(least: int = 0) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(min_value=least, max_value=10**6),
        min_length=2,
        max_length=2,
        required=False,
        allow_null=True,
        default=None,
        help_text="Of home and away; null for what was played.",
    )


class CountsSerializer(ChoiceSerializer):
    """What the table counts of a match, by an arbiter's word; with none of them, as the regulation has it."""

    reason = serializers.CharField(max_length=REASON)
    legs = _pair()
    tentos = _pair()
    flores = _pair()
    points = _pair(-(10**6))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Tuples, as the rules have them."""
        pairs = {key: attrs[key] and tuple(attrs[key]) for key in ("legs", "tentos", "flores", "points")}
        return super().validate(attrs) | pairs


class ForfeitSerializer(serializers.Serializer[Any]):
    """Who loses, and why."""

    entry = EntryIdField(help_text="Who loses the match.")
    reason = serializers.CharField(max_length=REASON)


class PresenceSerializer(serializers.Serializer[Any]):
    """`side` (0 home, 1 away) is for officials; a player speaks for their own side and leaves it out."""

    side = serializers.ChoiceField(choices=[0, 1], required=False, allow_null=True, default=None)


class ScheduleMatchSerializer(serializers.Serializer[Any]):
    """The earliest time of a call; null for as soon as possible."""

    due_at = serializers.DateTimeField(allow_null=True)


class TableSerializer(serializers.Serializer[Any]):
    """The number of a table."""

    table = serializers.IntegerField(min_value=1, max_value=1000)


class ChampionshipFilterSerializer(serializers.Serializer[Any]):
    """Which championships."""

    club = serializers.UUIDField(required=False)
    phase = serializers.ChoiceField(
        choices=["created", "open", "closed", "drawn", "running", "finished", "cancelled"], required=False
    )


class MatchFilterSerializer(serializers.Serializer[Any]):
    """Which matches."""

    status = serializers.ChoiceField(
        choices=["waiting", "ready", "frozen", "called", "playing", "reported", "disputed", "decided"],
        required=False,
    )


class ChampionshipSummarySerializer(serializers.ModelSerializer[ChampionshipRow]):
    """A championship in a list."""

    class Meta:
        model = ChampionshipRow
        fields = ["id", "club", "name", "phase", "variant", "online", "version", "created_at"]


class EventsQuerySerializer(serializers.Serializer[Any]):
    """Which part of the history."""

    after = serializers.IntegerField(
        min_value=0, max_value=10**9, default=0, help_text="The last version that was seen."
    )
    limit = serializers.IntegerField(min_value=1, max_value=500, default=100)
