"""What goes in and out of disputes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.hand_serializers import RecordSerializer
from tournaments.api.championship_serializers import REASON, RulingSerializer
from tournaments.api.contract import ChampionshipEventField
from tournaments.api.public_serializers import Doc, NamedEntrySerializer
from tournaments.api.stage_serializers import PreviewSerializer
from tournaments.rules.dispute_opening import HANDS_LIMIT, PHOTO_LIMIT, TEXT_LIMIT


class ClaimSerializer(Doc):
    """What is disputed, as far as it is named (all from 1)."""

    leg = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    action = serializers.IntegerField(
        allow_null=True, help_text="Online the step of the hand's replay, else the action of the hand record."
    )
    game_id = serializers.UUIDField(allow_null=True)
    version = serializers.IntegerField(allow_null=True, help_text="The event of the game that the action is.")
    score = serializers.ListField(child=serializers.IntegerField(), help_text="Before the hand; or empty.")
    dealer = serializers.IntegerField(allow_null=True)


class RulingStateSerializer(Doc):
    """A ruling."""

    instance = serializers.CharField(help_text="arbiter, organizer or clock.")
    ruling = serializers.CharField(help_text="uphold, adjust, forfeit or replay.")
    legs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    entry = serializers.UUIDField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_null=True)
    ruled_at = serializers.DateTimeField()
    appeal_until_at = serializers.DateTimeField(allow_null=True, help_text="Null: it is the last word.")


class AppealStateSerializer(Doc):
    """The appeal."""

    by = NamedEntrySerializer()
    appealed_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_null=True, help_text="For officials and the two sides.")


class VerdictInShortSerializer(Doc):
    """What the rules said of a hand record."""

    status = serializers.CharField()
    score = serializers.ListField(child=serializers.IntegerField())
    points = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    error = serializers.DictField(required=False, help_text="The first illegal action and its code.")


class EvidenceStateSerializer(Doc):
    """Something that was said or shown."""

    by = NamedEntrySerializer(allow_null=True, help_text="Null: an official.")
    text = serializers.CharField(allow_blank=True)
    record = serializers.DictField(allow_null=True, help_text="A hand record, `truco-hand/1`.")
    verdict = VerdictInShortSerializer(allow_null=True)
    photos = serializers.ListField(child=serializers.CharField(), help_text="SHA-256 of pictures.")
    shown_at = serializers.DateTimeField()


class DisputeSerializer(Doc):
    """A dispute."""

    championship = serializers.UUIDField(required=False)
    id = serializers.CharField()
    match = serializers.CharField()
    status = serializers.CharField(help_text="open, lapsed, ruled, appealed, closed or withdrawn.")
    by = NamedEntrySerializer()
    sides = NamedEntrySerializer(many=True)
    of_sheet = serializers.BooleanField(help_text="The score sheet as a whole is disputed.")
    claim = ClaimSerializer()
    instance = serializers.CharField(allow_null=True, help_text="Who has to rule: arbiter or organizer.")
    arbiter = serializers.CharField(allow_null=True, help_text="Who was asked to rule from outside.")
    opened_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(allow_null=True)
    then = serializers.CharField(
        allow_null=True, help_text="What happens then: organizer (rules instead), upheld, or final."
    )
    frozen = serializers.ListField(child=serializers.CharField(), help_text="Matches that wait for its end.")
    rulings = RulingStateSerializer(many=True)
    appeal = AppealStateSerializer(allow_null=True)
    accepted = serializers.ListField(child=serializers.UUIDField(), help_text="Entries that will not appeal.")
    evidence = EvidenceStateSerializer(
        many=True, allow_null=True, help_text="For officials and the two sides."
    )


class DisputeAnswerSerializer(DisputeSerializer):
    """A dispute, with the championship's version."""

    version = serializers.IntegerField()


class ShownSerializer(serializers.Serializer[Any]):
    """A hand record from a table, and pictures by the SHA-256 that sending them was answered with."""

    record = RecordSerializer(
        required=False, allow_null=True, default=None, help_text="Of a hand at a table."
    )
    photos = serializers.ListField(
        child=serializers.RegexField(r"\A[0-9a-f]{64}\Z"), max_length=PHOTO_LIMIT, default=list
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The record as it was sent: the rules read it, and `x-…` keys are kept."""
        record = self.initial_data.get("record")
        return attrs | {"record": record if isinstance(record, dict) else None}


class OpenDisputeSerializer(ShownSerializer):
    """Why, and about which leg, hand and action (all from 1)."""

    reason = serializers.CharField(max_length=TEXT_LIMIT)
    leg = serializers.IntegerField(min_value=1, max_value=1000, required=False, allow_null=True, default=None)
    hand = serializers.IntegerField(
        min_value=1, max_value=HANDS_LIMIT, required=False, allow_null=True, default=None
    )
    action = serializers.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        allow_null=True,
        default=None,
        help_text="Online the step of the hand's replay, else the action of the hand record.",
    )


class EvidenceSerializer(ShownSerializer):
    """Something to say or to show."""

    text = serializers.CharField(max_length=TEXT_LIMIT, allow_blank=True, default="")


class RuleOnDisputeSerializer(RulingSerializer):
    """A ruling, and what becomes of later play that came of a result it changes."""

    stand = serializers.ListField(child=serializers.CharField(max_length=64), default=list, max_length=500)
    again = serializers.ListField(child=serializers.CharField(max_length=64), default=list, max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Tuples, as the rules have them."""
        found: dict[str, Any] = super().validate(attrs)
        return found | {key: tuple(found[key]) for key in ("stand", "again")}


class RulingPreviewSerializer(Doc):
    """What a ruling would change beyond its match; null where it changes no result."""

    changes = PreviewSerializer(allow_null=True)


class NameArbiterSerializer(serializers.Serializer[Any]):
    """Whom to ask, by the name of the account."""

    username = serializers.CharField(max_length=150)


class AppealSerializer(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(max_length=REASON)


class DisputeFilterSerializer(serializers.Serializer[Any]):
    """Which disputes."""

    match = serializers.CharField(max_length=32, required=False)
    pending = serializers.BooleanField(required=False, allow_null=True, default=None)


class PhotoSerializer(Doc):
    """A picture that was kept."""

    sha256 = serializers.CharField(help_text="Of the bytes that are kept, not of those that were sent.")
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class MatchHistorySerializer(Doc):
    """All that happened in a match."""

    events = serializers.ListField(child=ChampionshipEventField())
