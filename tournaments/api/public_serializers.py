"""What championships answer, documented for the schema and kept to by `shown`."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

Doc = serializers.Serializer[Any]


class NamedEntrySerializer(Doc):
    entry = serializers.UUIDField()
    name = serializers.CharField()


class PodiumSerializer(Doc):
    champion = NamedEntrySerializer(allow_null=True)
    runner_up = NamedEntrySerializer(allow_null=True)
    third = NamedEntrySerializer(allow_null=True)


class EntryCountsSerializer(Doc):
    registered = serializers.IntegerField()
    confirmed = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    out = serializers.IntegerField()


class ChampionshipSerializer(Doc):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    phase = serializers.CharField(help_text="created, open, closed, drawn, running, finished or cancelled.")
    check_in = serializers.BooleanField(help_text="Only those who check in are drawn.")
    regulation = serializers.DictField()
    regulation_sha256 = serializers.CharField(allow_null=True, help_text="Set once the draw has frozen it.")
    entries = EntryCountsSerializer()
    podium = PodiumSerializer(allow_null=True)
    version = serializers.IntegerField()


class MemberNameSerializer(Doc):
    person = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class EntrySerializer(Doc):
    id = serializers.UUIDField()
    number = serializers.IntegerField(help_text="In the order of registration, from 1.")
    name = serializers.CharField()
    members = MemberNameSerializer(many=True)
    club = serializers.CharField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    confirmed = serializers.BooleanField()
    checked_in = serializers.BooleanField()
    out = serializers.CharField(allow_null=True, help_text="withdrawn or disqualified.")
    paid = serializers.BooleanField(allow_null=True, help_text="For organizers and its players; else null.")


class EntryAnswerSerializer(EntrySerializer):
    version = serializers.IntegerField()


class SourceSerializer(Doc):
    kind = serializers.CharField(help_text="entry, winner, loser or nobody.")
    of = serializers.CharField(allow_blank=True)


class SideSerializer(Doc):
    entry = serializers.UUIDField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    nobody = serializers.BooleanField(help_text="This side stays empty for good.")
    present = serializers.BooleanField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`from` is no name that Python allows for an attribute."""
        return super().get_fields() | {"from": SourceSerializer()}


class LegSerializer(Doc):
    score = serializers.ListField(child=serializers.IntegerField(), help_text="Tentos, home and away.")
    winner = serializers.IntegerField(help_text="0 home, 1 away.")
    ending = serializers.CharField()
    game_id = serializers.UUIDField(allow_null=True)


class SheetStateSerializer(Doc):
    by = serializers.UUIDField(allow_null=True, help_text="The entry that handed it in; null: an official.")
    legs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    confirmed_by = serializers.ListField(child=serializers.UUIDField())
    disputed_by = serializers.UUIDField(allow_null=True)
    deadline_at = serializers.DateTimeField(allow_null=True)


class MatchSerializer(Doc):
    id = serializers.CharField()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a field, not an attribute
    best_of = serializers.IntegerField()
    mode = serializers.CharField(help_text="table or online.")
    status = serializers.CharField(
        help_text="waiting, ready, called, playing, reported, disputed or decided."
    )
    sides = SideSerializer(many=True)
    legs = LegSerializer(many=True)
    score = serializers.ListField(child=serializers.IntegerField(), help_text="Legs won, home and away.")
    game_id = serializers.UUIDField(allow_null=True, help_text="The game being played now.")
    sheet = SheetStateSerializer(allow_null=True)
    winner = serializers.UUIDField(allow_null=True)
    how = serializers.CharField(allow_null=True)
    corrected = serializers.BooleanField()
    table = serializers.IntegerField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    deadline_at = serializers.DateTimeField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class MatchAnswerSerializer(MatchSerializer):
    version = serializers.IntegerField()


class SheetDetailsSerializer(Doc):
    note = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class MatchDetailSerializer(MatchSerializer):
    sheet_details = SheetDetailsSerializer(
        allow_null=True, help_text="For officials and the two sides: the sheet's note, the dispute's reason."
    )


class ScheduledMatchSerializer(MatchSerializer):
    expected_at = serializers.DateTimeField(allow_null=True, help_text="An estimate.")


class RoundSerializer(Doc):
    stage = serializers.CharField()
    round = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a field, not an attribute
    open = serializers.BooleanField()
    matches = MatchSerializer(many=True)


class ByeSerializer(NamedEntrySerializer):
    match = serializers.CharField()
    round = serializers.IntegerField()


class HeadSerializer(Doc):
    version = serializers.IntegerField()
    championship = serializers.UUIDField()
    name = serializers.CharField()
    phase = serializers.CharField()
    regulation_sha256 = serializers.CharField(allow_null=True)


class BracketDrawSerializer(Doc):
    algorithm = serializers.CharField()
    method = serializers.CharField()
    seed = serializers.CharField()
    entries = serializers.ListField(child=serializers.UUIDField())
    order = serializers.ListField(child=serializers.UUIDField())


class BracketSerializer(HeadSerializer):
    draw = BracketDrawSerializer(allow_null=True)
    rounds = RoundSerializer(many=True)
    byes = ByeSerializer(many=True)
    podium = PodiumSerializer(allow_null=True)


class TakenTableSerializer(Doc):
    table = serializers.IntegerField()
    match = serializers.CharField()


class ScheduleSerializer(HeadSerializer):
    tables = serializers.IntegerField()
    tables_taken = TakenTableSerializer(many=True)
    matches = ScheduledMatchSerializer(many=True)


class PlaceSerializer(Doc):
    place = serializers.IntegerField()
    entries = NamedEntrySerializer(many=True)


class ResultsSerializer(HeadSerializer):
    matches = MatchSerializer(many=True)
    places = PlaceSerializer(many=True)
    podium = PodiumSerializer(allow_null=True)


class RankedEntrySerializer(Doc):
    entry = serializers.UUIDField()
    rank = serializers.IntegerField(allow_null=True)


class DrawAnswerSerializer(Doc):
    """The draw, to be repeated: sort `entries` by id, shuffle them by `algorithm` from `seed`."""

    version = serializers.IntegerField()
    algorithm = serializers.CharField()
    method = serializers.CharField()
    seed = serializers.CharField()
    entries = RankedEntrySerializer(many=True)
    order = NamedEntrySerializer(many=True, help_text="Best seed first.")
    regulation_sha256 = serializers.CharField()


class EventSerializer(Doc):
    version = serializers.IntegerField()
    type = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    hash = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]  # a field, not an attribute


class EventsSerializer(Doc):
    events = EventSerializer(many=True)
    version = serializers.IntegerField(help_text="The newest version of the championship.")
