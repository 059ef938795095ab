"""What championships answer, documented for the schema and kept to by `shown`."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.contract import ChampionshipEventField

Doc = serializers.Serializer[Any]


class NamedEntrySerializer(Doc):
    """An entry by id and name."""

    entry = serializers.UUIDField()
    name = serializers.CharField()


class PodiumSerializer(Doc):
    """Who came first, second and third."""

    champion = NamedEntrySerializer(allow_null=True)
    runner_up = NamedEntrySerializer(allow_null=True)
    third = NamedEntrySerializer(allow_null=True)


class EntryCountsSerializer(Doc):
    """How many entries there are."""

    registered = serializers.IntegerField()
    confirmed = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    out = serializers.IntegerField()


class ChampionshipSerializer(Doc):
    """A championship with its regulation."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    phase = serializers.CharField(help_text="created, open, closed, drawn, running, finished or cancelled.")
    check_in = serializers.BooleanField(help_text="Only those who check in are drawn.")
    regulation = serializers.DictField()
    regulation_sha256 = serializers.CharField(allow_null=True, help_text="Set once the draw has frozen it.")
    entries = EntryCountsSerializer()
    podium = PodiumSerializer(allow_null=True)
    stream_url = serializers.CharField(help_text="Server-sent events, as they happen.")
    events_url = serializers.CharField(help_text="The same, waited for.")
    version = serializers.IntegerField()


class MemberNameSerializer(Doc):
    """A member of an entry."""

    person = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class EntrySerializer(Doc):
    """An entry."""

    id = serializers.UUIDField()
    number = serializers.IntegerField(help_text="In the order of registration, from 1.")
    name = serializers.CharField()
    members = MemberNameSerializer(many=True)
    reserves = MemberNameSerializer(many=True)
    club = serializers.CharField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    confirmed = serializers.BooleanField()
    checked_in = serializers.BooleanField()
    out = serializers.CharField(allow_null=True, help_text="withdrawn or disqualified.")
    paid = serializers.BooleanField(allow_null=True, help_text="For organizers and its players; else null.")


class EntryAnswerSerializer(EntrySerializer):
    """An entry after a command, with the championship's version."""

    version = serializers.IntegerField()


class SourceSerializer(Doc):
    """Where a side comes from."""

    kind = serializers.CharField(help_text="entry, winner, loser or nobody.")
    of = serializers.CharField(allow_blank=True)


class SideSerializer(Doc):
    """One side of a match."""

    entry = serializers.UUIDField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    nobody = serializers.BooleanField(help_text="This side stays empty for good.")
    present = serializers.BooleanField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`from` is no name that Python allows for an attribute."""
        return super().get_fields() | {"from": SourceSerializer()}


class LegDetailSerializer(Doc):
    """What the score sheet says of a leg besides its tentos."""

    board = serializers.IntegerField(help_text="Which table of a match of teams.")
    dealer = serializers.IntegerField(allow_null=True, help_text="The side that dealt first.")
    flores = serializers.ListField(child=serializers.IntegerField())
    players = serializers.ListField(child=serializers.UUIDField())
    at_match_point = serializers.BooleanField()


class LegSerializer(Doc):
    """A leg that was played, or awarded."""

    score = serializers.ListField(child=serializers.IntegerField(), help_text="Tentos, home and away.")
    winner = serializers.IntegerField(help_text="0 home, 1 away.")
    ending = serializers.CharField()
    game_id = serializers.UUIDField(allow_null=True)
    detail = LegDetailSerializer(allow_null=True)


class SheetStateSerializer(Doc):
    """A score sheet that waits for an answer."""

    by = serializers.UUIDField(allow_null=True, help_text="The entry that handed it in; null: an official.")
    legs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    details = LegDetailSerializer(many=True)
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    confirmed_by = serializers.ListField(child=serializers.UUIDField())
    disputed_by = serializers.UUIDField(allow_null=True)
    deadline_at = serializers.DateTimeField(allow_null=True)


def _counted() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True
    )


class CountedSerializer(Doc):
    """What a table counts of a match, of home and away; null for what was played."""

    legs = _counted()
    tentos = _counted()
    flores = _counted()
    points = _counted()


class MatchSerializer(Doc):
    """A match and what became of it."""

    id = serializers.CharField()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a field, not an attribute
    best_of = serializers.IntegerField(help_text="Legs at most.")
    first_to = serializers.IntegerField(help_text="Legs that win the match; 0: all are played.")
    level = serializers.CharField(help_text="If nobody has won then: leg (one more), draw or tentos.")
    mode = serializers.CharField(help_text="table or online.")
    dealer = serializers.IntegerField(
        allow_null=True, help_text="The side that deals first in the next leg; null once decided."
    )
    status = serializers.CharField(
        help_text="waiting, ready, frozen, called, playing, reported, disputed, decided or dropped."
    )
    sides = SideSerializer(many=True)
    legs = LegSerializer(many=True)
    score = serializers.ListField(child=serializers.IntegerField(), help_text="Legs won, home and away.")
    game_id = serializers.UUIDField(allow_null=True, help_text="The game being played now.")
    sheet = SheetStateSerializer(allow_null=True)
    winner = serializers.UUIDField(allow_null=True)
    how = serializers.CharField(allow_null=True)
    corrected = serializers.BooleanField()
    counts = CountedSerializer(
        allow_null=True, help_text="What the table counts of it, where an arbiter has laid it down."
    )
    dispute = serializers.CharField(allow_null=True, help_text="The dispute about it that awaits a ruling.")
    frozen_by = serializers.CharField(allow_null=True, help_text="The dispute whose end it waits for.")
    table = serializers.IntegerField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    expired = serializers.CharField(
        allow_null=True, help_text="Once the time was up: match_point, referee or leader."
    )
    deadline_at = serializers.DateTimeField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class MatchAnswerSerializer(MatchSerializer):
    """A match after a command, with the championship's version."""

    version = serializers.IntegerField()


class SheetDetailsSerializer(Doc):
    """What a sheet says for officials and the two sides only."""

    note = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    registered_by = serializers.CharField(allow_null=True, help_text="The name of who handed it in.")


class MatchDetailSerializer(MatchSerializer):
    """A match as it is read by itself."""

    sheet_details = SheetDetailsSerializer(
        allow_null=True, help_text="For officials and the two sides: note, reason of a dispute, by whom."
    )


class ScheduledMatchSerializer(MatchSerializer):
    """A match that is still to be decided."""

    expected_at = serializers.DateTimeField(allow_null=True, help_text="An estimate.")


class RoundSerializer(Doc):
    """A round with its matches."""

    stage = serializers.CharField()
    round = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a field, not an attribute
    open = serializers.BooleanField()
    matches = MatchSerializer(many=True)


class ByeSerializer(NamedEntrySerializer):
    """An entry that the draw put beyond the first round."""

    match = serializers.CharField()
    round = serializers.IntegerField()


class HeadSerializer(Doc):
    """Which championship, and as of which version."""

    version = serializers.IntegerField()
    championship = serializers.UUIDField()
    name = serializers.CharField()
    phase = serializers.CharField()
    regulation_sha256 = serializers.CharField(allow_null=True)


class BracketDrawSerializer(Doc):
    """How the entries of a stage were seeded."""

    algorithm = serializers.CharField()
    method = serializers.CharField()
    seed = serializers.CharField()
    entries = serializers.ListField(child=serializers.UUIDField())
    order = serializers.ListField(child=serializers.UUIDField())
    late = serializers.ListField(child=serializers.UUIDField(), help_text="Who came in after the draw.")


class BracketSerializer(HeadSerializer):
    """The bracket."""

    draw = BracketDrawSerializer(allow_null=True, help_text="Of the stage that was drawn last.")
    rounds = RoundSerializer(many=True)
    byes = ByeSerializer(many=True)
    podium = PodiumSerializer(allow_null=True)


class TakenTableSerializer(Doc):
    """A table in use."""

    table = serializers.IntegerField()
    match = serializers.CharField()


class ScheduleSerializer(HeadSerializer):
    """The schedule."""

    tables = serializers.IntegerField()
    tables_taken = TakenTableSerializer(many=True)
    matches = ScheduledMatchSerializer(many=True)


class PlaceSerializer(Doc):
    """Entries that share a place."""

    place = serializers.IntegerField()
    entries = NamedEntrySerializer(many=True)


class ResultsSerializer(HeadSerializer):
    """The results."""

    matches = MatchSerializer(many=True)
    places = PlaceSerializer(many=True)
    podium = PodiumSerializer(allow_null=True)


class RankedEntrySerializer(Doc):
    """An entry with its rank at the draw."""

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
    late = serializers.ListField(child=serializers.UUIDField(), help_text="Who came in after the draw.")
    regulation_sha256 = serializers.CharField()


class ChampionshipEventsSerializer(Doc):
    """A part of the history."""

    events = serializers.ListField(child=ChampionshipEventField())
    version = serializers.IntegerField(help_text="The newest version of the championship.")
