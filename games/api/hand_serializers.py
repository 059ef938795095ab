"""What hands look like afterwards: listed, as records, step by step, and judged."""

from typing import Any

from rest_framework import serializers

from games.api.cards import AwardSerializer, Described, PlayedSerializer
from games.api.contract import ActionField, RecordedActionField
from games.api.serializers import GameSeatSerializer, HeadingSerializer


class GameStateSerializer(HeadingSerializer):
    """A game as it stood at a version."""

    seats = GameSeatSerializer(many=True)


class HandEntrySerializer(Described):
    """A hand of a game, in short."""

    number = serializers.IntegerField()
    dealer = serializers.IntegerField()
    score_before = serializers.ListField(child=serializers.IntegerField())
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    winner = serializers.IntegerField(allow_null=True)
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField(allow_null=True)
    finished = serializers.BooleanField()
    first_version = serializers.IntegerField()
    last_version = serializers.IntegerField()


class HandListSerializer(Described):
    """The hands of a game."""

    hands = HandEntrySerializer(many=True)


class RecordSerializer(Described):
    """A hand record, `truco-hand/1`."""

    format = serializers.ChoiceField(choices=["truco-hand/1"])
    variant = serializers.CharField()
    options = serializers.DictField(required=False)
    players = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    dealer = serializers.IntegerField()
    vira = serializers.CharField(required=False)
    cards = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    stock = serializers.ListField(child=serializers.CharField(), required=False)
    duel = serializers.ListField(child=serializers.IntegerField(), required=False)
    actions = serializers.ListField(child=RecordedActionField())
    id = serializers.CharField(required=False, help_text="Anything; only carried along.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With `x-deal`; other members that begin with `x-` are passed over as well."""
        deal = serializers.DictField(required=False, help_text="How the cards came about.")
        return {**super().get_fields(), "x-deal": deal}


class RecordWishSerializer(Described):
    """What a record should hold beside the hand itself."""

    signals = serializers.BooleanField(
        default=False, help_text="The signals too, among the actions in the order it all happened."
    )


class WhySerializer(Described):
    """A reason: a stable code with what it is about, and its words in the caller's language."""

    code = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField()


class HandNextSerializer(Described):
    """Who may do what after a step."""

    to_act = serializers.ListField(child=serializers.IntegerField())
    may_raise = serializers.ListField(child=serializers.IntegerField())
    why = WhySerializer(many=True)


class HandStepSerializer(Described):
    """One step of a hand: what happened, in words, and why. `type` and `data` are those of a `GameEvent`."""

    version = serializers.IntegerField()
    type = serializers.CharField(help_text="For example `card_played/1`.")
    at = serializers.DateTimeField()
    data = serializers.DictField()  # type: ignore[assignment]  # DRF takes the fields out of the class
    says = WhySerializer()
    why = WhySerializer(many=True)
    score = serializers.ListField(child=serializers.IntegerField())
    stake = serializers.IntegerField(allow_null=True)
    next = HandNextSerializer()


class HandReplaySerializer(Described):
    """A hand step by step."""

    hand = HandEntrySerializer()
    variant = serializers.CharField()
    open_cards = serializers.BooleanField(help_text="Whether every card is shown.")
    steps = HandStepSerializer(many=True)


class VerdictTrickSerializer(Described):
    """A trick in a verdict."""

    leader = serializers.IntegerField()
    plays = PlayedSerializer(many=True)
    winner_seat = serializers.IntegerField(allow_null=True)
    winner_team = serializers.IntegerField(allow_null=True)
    tied = serializers.BooleanField()


class SeatMovesSerializer(Described):
    """A seat and all that it may do."""

    seat = serializers.IntegerField()
    legal = serializers.ListField(child=ActionField())


class IllegalSerializer(Described):
    """The first illegal action."""

    action = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()


class VerdictSerializer(Described):
    """What a recorded hand is worth."""

    status = serializers.ChoiceField(choices=["in_progress", "finished", "illegal"])
    score = serializers.ListField(child=serializers.IntegerField())
    points = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    game_over = serializers.BooleanField()
    stake = serializers.IntegerField()
    tricks = VerdictTrickSerializer(many=True)
    awards = AwardSerializer(many=True)
    next = SeatMovesSerializer(many=True)
    error = IllegalSerializer(required=False)
