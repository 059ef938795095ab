"""What the API of games takes, and what its answers look like."""

from typing import Any, Final

from rest_framework import serializers

from games.api.cards import CardsSerializer, Described
from games.api.contract import GameEventField
from games.api.deal_serializers import DealSerializer, DealTermsSerializer, value
from games.models import Game
from games.rules.clocks import LONGEST_RESERVE, LONGEST_TURN, OnTimeout
from games.rules.table import BOTS, Phase
from games.rules.table.house import LONGEST_DELAY, MOST_HANDS, OnLeave
from truco_api.devicekeys.api.serializers import ActionSignatureSerializer

PHASES: Final = [phase.value for phase in Phase]


class ClockTermsSerializer(Described):
    """The terms of the clock: a time for every decision, then a reserve for the whole game."""

    turn_seconds = serializers.IntegerField(min_value=1, max_value=LONGEST_TURN, required=False)
    reserve_seconds = serializers.IntegerField(min_value=0, max_value=LONGEST_RESERVE, required=False)
    on_timeout = serializers.ChoiceField(
        choices=[policy.value for policy in OnTimeout],
        required=False,
        help_text="Out of time: refuse or concede, refuse or play a card, or lose the game.",
    )
    abandon_after = serializers.IntegerField(
        min_value=0, max_value=100, required=False, help_text="Missed decisions in a row that lose the game."
    )


class HouseTermsSerializer(Described):
    """The house rules of a table."""

    on_leave = serializers.ChoiceField(
        choices=[policy.value for policy in OnLeave],
        required=False,
        help_text="When a player leaves a running game, or misses too many decisions: `keep` their place, or "
        "let a `bot` play until they come back.",
    )
    spectator_seconds = serializers.IntegerField(
        min_value=0, max_value=LONGEST_DELAY, required=False, help_text="Others see everything so much later."
    )
    spectator_hands = serializers.IntegerField(
        min_value=0,
        max_value=MOST_HANDS,
        required=False,
        help_text="Others see a hand when so many have been played to their end, it included.",
    )
    by_invitation = serializers.BooleanField(
        required=False, help_text="Only who is invited, or has an invitation's code, may sit down."
    )


class NewTableSerializer(DealTermsSerializer, HouseTermsSerializer):
    """A table to open."""

    variant = serializers.CharField(max_length=40)
    players = serializers.IntegerField(min_value=2, max_value=8)
    options = serializers.DictField(
        required=False, help_text="Only those that differ from the variant's own."
    )
    clock = ClockTermsSerializer(required=False)
    public = serializers.BooleanField(default=True, help_text="Listed for anybody; else only by its address.")
    auto_start = serializers.BooleanField(default=False, help_text="Begin when the last place is taken.")
    seat = serializers.IntegerField(
        default=0, min_value=0, max_value=7, allow_null=True, help_text="Your own place; null to stand by."
    )


class TakeSeatSerializer(Described):
    """A place to take, or to give to a bot; without a number, the first that is free."""

    seat = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=7)
    bot = serializers.ChoiceField(choices=list(BOTS), required=False, allow_null=True)
    anchor = value("The promise of your device's seeds.", required=False, allow_null=True)


class GameSeatSerializer(Described):
    """A place and who holds it."""

    seat = serializers.IntegerField()
    team = serializers.IntegerField()
    holder = serializers.CharField(allow_null=True, help_text="`user:<id>`, `bot:<kind>`, or nobody.")
    bot = serializers.BooleanField()
    away = serializers.CharField(allow_null=True, help_text="Whose the place is, while a bot plays for them.")
    reserve_ms = serializers.IntegerField()
    missed = serializers.IntegerField(help_text="Decisions in a row that the clock took.")


class PresenceSerializer(Described):
    """Whether a player is connected: a fact about the connection. Nothing in the game follows from it."""

    connected = serializers.BooleanField()
    since = serializers.DateTimeField(allow_null=True, help_text="Connected, or away, since; null: unknown.")


class NamedSeatSerializer(GameSeatSerializer):
    """A place, its holder, what they are called, and whether they are there."""

    name = serializers.CharField(allow_null=True)
    presence = PresenceSerializer(allow_null=True)


class GameClockSerializer(Described):
    """The server's clocks; times in UTC, the rest in milliseconds."""

    server_now = serializers.DateTimeField()
    awaited = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats that are to decide."
    )
    deadline_at = serializers.DateTimeField(allow_null=True)
    left_ms = serializers.IntegerField(allow_null=True, help_text="Turn and reserve together.")
    turn_left_ms = serializers.IntegerField(allow_null=True)
    reserve_ms = serializers.ListField(child=serializers.IntegerField(), help_text="By seat.")
    turn_seconds = serializers.IntegerField()
    reserve_seconds = serializers.IntegerField()
    on_timeout = serializers.ChoiceField(choices=[policy.value for policy in OnTimeout])
    abandon_after = serializers.IntegerField()


class GameResultSerializer(Described):
    """How a game ended."""

    winner = serializers.IntegerField(allow_null=True)
    score = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.ChoiceField(choices=["target", "abandoned"])


class GameEventsSerializer(Described):
    """Events in order."""

    events = serializers.ListField(child=GameEventField())


class ResignationSerializer(Described):
    """A resignation: nothing need be said."""

    signature = ActionSignatureSerializer(required=False, allow_null=True)


class HeadingSerializer(Described):
    """What every answer about one game begins with."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    phase = serializers.ChoiceField(choices=PHASES)
    changed_at = serializers.DateTimeField()
    result = GameResultSerializer(allow_null=True)
    you = serializers.IntegerField(allow_null=True, help_text="Your own seat.")
    clock = GameClockSerializer()
    view = CardsSerializer(allow_null=True)


class HouseSerializer(HouseTermsSerializer):
    """The house rules as they are."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Every one of them is told."""
        fields = super().get_fields()
        for field in fields.values():
            field.required = True
        return fields


class RematchSerializer(Described):
    """Whether the players want to play once more."""

    agreed = serializers.ListField(child=serializers.IntegerField(), help_text="Seats.")
    game = serializers.UUIDField(allow_null=True, help_text="The game that came of it.")


class GameSerializer(HeadingSerializer):
    """A game as one viewer sees it."""

    variant = serializers.CharField()
    options = serializers.DictField()
    players = serializers.IntegerField()
    public = serializers.BooleanField()
    auto_start = serializers.BooleanField()
    owner = serializers.CharField()
    origin = serializers.CharField(allow_null=True)
    opened_at = serializers.DateTimeField()
    seats = NamedSeatSerializer(many=True)
    deal = DealSerializer()
    house = HouseSerializer()
    rematch = RematchSerializer()
    stream_url = serializers.CharField()
    events_url = serializers.CharField()


class ActedSerializer(HeadingSerializer):
    """What an action did, and what it led to."""

    deal = DealSerializer()
    events = serializers.ListField(child=GameEventField())


class ListedPlaceSerializer(Described):
    """A taken place of a listed game."""

    seat = serializers.IntegerField()
    holder = serializers.CharField()


class ListedGameSerializer(serializers.ModelSerializer[Game]):
    """A game in a list."""

    options = serializers.DictField()
    places = ListedPlaceSerializer(many=True)

    class Meta:
        model = Game
        fields = [
            "id",
            "version",
            "phase",
            "variant",
            "options",
            "players",
            "public",
            "owner",
            "origin",
            "free_seats",
            "score",
            "hands",
            "winner",
            "awaited",
            "opened_at",
            "changed_at",
            "places",
        ]
        read_only_fields = fields


class GameFilterSerializer(Described):
    """Which games to list."""

    variant = serializers.CharField(required=False, max_length=40)
    players = serializers.IntegerField(required=False, min_value=2, max_value=8)


class OpenTableFilterSerializer(GameFilterSerializer):
    """Which open tables to list."""

    free_seats = serializers.IntegerField(
        required=False, min_value=1, max_value=8, help_text="At least so many, for friends who come along."
    )
    bots = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="`false`: only tables without bots."
    )
    options = serializers.JSONField(
        required=False, help_text="A JSON object: only tables where these options are set so."
    )

    def validate_options(self, options: Any) -> dict[str, Any]:
        """An object, as when a table is opened."""
        if not isinstance(options, dict):
            raise serializers.ValidationError("An object is needed.")
        return options


class OwnGameFilterSerializer(GameFilterSerializer):
    """Which of one's own games to list."""

    phase = serializers.ChoiceField(choices=PHASES, required=False)


class CursorSerializer(Described):
    """From which event on, and how long to wait for one."""

    after = serializers.IntegerField(default=0, min_value=0, max_value=2**31 - 1)
    wait = serializers.IntegerField(default=0, min_value=0, max_value=25, help_text="Seconds.")


def checked(serializer: type[Described], data: Any) -> dict[str, Any]:
    """The validated input, or a problem that names the fields."""
    asked = serializer(data=data)
    asked.is_valid(raise_exception=True)
    valid: dict[str, Any] = asked.validated_data
    return valid
