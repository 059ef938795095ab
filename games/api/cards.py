"""What the cards look like in JSON. These serializers describe answers; the rules write them
(`games.rules.seats`), and nothing is passed through them on the way out."""

from typing import Any

from rest_framework import serializers

from games.api.contract import ActionField

Described = serializers.Serializer[Any]


class PlayedSerializer(Described):
    """A card on the table; null when it is covered and not the viewer's."""

    seat = serializers.IntegerField()
    card = serializers.CharField(allow_null=True)
    covered = serializers.BooleanField()


class TrickSerializer(Described):
    """A finished trick; without a winner it was tied."""

    leader = serializers.IntegerField()
    plays = PlayedSerializer(many=True)
    winner_seat = serializers.IntegerField(allow_null=True)
    winner_team = serializers.IntegerField(allow_null=True)


class OfferSerializer(Described):
    """A raise that awaits its answer."""

    seat = serializers.IntegerField()
    to = serializers.IntegerField(help_text="The stake that is offered.")


class AwardSerializer(Described):
    """Points paid apart from the hand, with what was spoken by seat."""

    team = serializers.IntegerField()
    points = serializers.IntegerField()
    values = serializers.DictField(child=serializers.IntegerField(allow_null=True))

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With `for`, which is a word of the language."""
        return {**super().get_fields(), "for": serializers.ChoiceField(choices=["envido", "flor"])}


class EnvidoSerializer(Described):
    """The calls of envido so far, and where they stand."""

    chain = serializers.ListField(child=serializers.CharField())
    seat = serializers.IntegerField()
    stage = serializers.ChoiceField(choices=["open", "declaring", "pending", "done"])
    worth = serializers.IntegerField()
    spoken = serializers.DictField(child=serializers.IntegerField(allow_null=True))


class FlorSerializer(Described):
    """The flores sung so far, and where they stand."""

    called = serializers.ListField(child=serializers.IntegerField())
    asker = serializers.IntegerField()
    stage = serializers.ChoiceField(choices=["asked", "contraflor", "resto", "comparing", "done"])


class ShownSerializer(Described):
    """Cards that a seat has shown to everybody."""

    seat = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField())


class CutSerializer(Described):
    """The pack before the deal."""

    done = serializers.BooleanField()
    taken = serializers.IntegerField(help_text="How many cards were taken from it.")
    burnt = serializers.ListField(child=serializers.CharField())
    settled = serializers.BooleanField()


class OutcomeSerializer(Described):
    """How a hand ended."""

    winner = serializers.IntegerField(allow_null=True)
    points = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()


class HandSerializer(Described):
    """A hand as one seat sees it: what it may not see is null."""

    number = serializers.IntegerField()
    dealer = serializers.IntegerField()
    order = serializers.ListField(child=serializers.IntegerField(), help_text="The seats from the mão on.")
    duel = serializers.ListField(child=serializers.IntegerField())
    vira = serializers.CharField(allow_null=True, help_text="The turned card; also the muestra.")
    kind = serializers.ChoiceField(choices=["normal", "match_point", "iron"])
    blind = serializers.BooleanField()
    stake = serializers.IntegerField()
    turn = serializers.IntegerField()
    to_act = serializers.ListField(child=serializers.IntegerField())
    deciding = serializers.IntegerField(allow_null=True, help_text="The team that must go or run.")
    raised_by = serializers.IntegerField(allow_null=True, help_text="The team of the last accepted raise.")
    offer = OfferSerializer(allow_null=True)
    cards = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_null=True)),
        help_text="By seat, the cards not yet played.",
    )
    tricks = TrickSerializer(many=True)
    table = PlayedSerializer(many=True, help_text="The trick that is being played.")
    points = serializers.ListField(child=serializers.IntegerField())
    awards = AwardSerializer(many=True)
    envido = EnvidoSerializer(allow_null=True)
    flor = FlorSerializer(allow_null=True)
    claimer = serializers.IntegerField(allow_null=True)
    swapped = serializers.ListField(child=serializers.IntegerField())
    shown = ShownSerializer(many=True)
    laid_aside = serializers.CharField(allow_null=True)
    cut = CutSerializer(allow_null=True)
    outcome = OutcomeSerializer(allow_null=True)


class CardsSerializer(Described):
    """The game of cards as one seat sees it, with everything that the seat may do now."""

    seat = serializers.IntegerField(allow_null=True, help_text="Whose view it is; null for an outsider.")
    variant = serializers.CharField()
    players = serializers.IntegerField()
    options = serializers.DictField(help_text="Every option with its value.")
    target = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField(), help_text="By team; by seat of three.")
    dealer = serializers.IntegerField()
    hand_no = serializers.IntegerField()
    winner = serializers.IntegerField(allow_null=True)
    hand = HandSerializer(allow_null=True)
    legal = serializers.ListField(
        child=ActionField(), help_text="An action is legal if and only if it is listed here."
    )
