"""What the API takes of devices for the deals, and what it tells of them."""

from typing import Any, Final

from rest_framework import serializers

from games.api.cards import Described
from games.rules.table.deals import LONGEST_WAIT, Reveal

VALUE: Final = r"^[0-9a-f]{64}$"


def value(help_text: str, *, required: bool = True, allow_null: bool = False) -> serializers.RegexField:
    """32 bytes in small hexadecimal digits."""
    return serializers.RegexField(VALUE, required=required, allow_null=allow_null, help_text=help_text)


class DealTermsSerializer(Described):
    """The terms of a table's deals."""

    seed_seconds = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        required=False,
        help_text="For how long a deal waits for promised seeds.",
    )
    reveal = serializers.ChoiceField(
        choices=[when.value for when in Reveal],
        required=False,
        help_text="Secrets, and with them all cards, are shown when the game has ended, or after each hand.",
    )


class AnchorSerializer(Described):
    """The promise of a device's seeds: the end of a chain of hashes."""

    anchor = value("The value that the seeds lead to; see docs/fair-deal.md.")


class SeedSerializer(Described):
    """The seed of a device for one hand."""

    hand = serializers.IntegerField(min_value=1, max_value=10**9)
    seed = value("The value that leads to what was promised.")


class PromiseSerializer(Described):
    """What was promised: the seed for hand `base + n`, linked n times, is `value`."""

    base = serializers.IntegerField()
    value = serializers.CharField()


def sources(**options: Any) -> serializers.ListField:
    """By seat, whose seed it was."""
    child = serializers.ChoiceField(choices=["device", "server"])
    return serializers.ListField(child=child, help_text="By seat: whose seed it was.", **options)


class DealtHandSerializer(Described):
    """The hand dealt last."""

    number = serializers.IntegerField()
    commitment = serializers.CharField()
    seeds = sources()


class NextHandSerializer(Described):
    """The hand that is committed to and not dealt yet."""

    number = serializers.IntegerField()
    commitment = serializers.CharField()
    promised = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats whose promise counts in it."
    )
    given = serializers.ListField(child=serializers.IntegerField(), help_text="Those whose seed is in.")
    taken = serializers.BooleanField(help_text="Whether seeds are taken now: where one cuts, after the cut.")


class DealSerializer(Described):
    """Where the deals stand."""

    protocol = serializers.CharField()
    reveal = serializers.ChoiceField(choices=[when.value for when in Reveal])
    seed_seconds = serializers.IntegerField()
    dealt = DealtHandSerializer(allow_null=True)
    next = NextHandSerializer(allow_null=True)
    waiting_for = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats whose devices the deal waits for."
    )
    waits_until = serializers.DateTimeField(allow_null=True)
    your_promise = PromiseSerializer(allow_null=True, help_text="The newest known value of your own chain.")


class MadeCutSerializer(Described):
    """Where the pack was cut."""

    at = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With `from`, which is a word of the language."""
        return {**super().get_fields(), "from": serializers.ChoiceField(choices=["top", "bottom"])}


class SecretSerializer(Described):
    """What the server had committed to."""

    salt = serializers.CharField()
    pack = serializers.ListField(child=serializers.CharField())


class DealtCardsSerializer(Described):
    """To a seat, in the order of dealing."""

    seat = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField())


class DealtPackSerializer(Described):
    """What was dealt from the pack: the cards taken after a cut, the hands, the card turned, the rest."""

    taken = serializers.ListField(child=serializers.CharField())
    hands = DealtCardsSerializer(many=True)
    vira = serializers.CharField(allow_null=True)
    rest = serializers.ListField(child=serializers.CharField())


class DealVersionsSerializer(Described):
    """At which versions of the game what happened: nothing can have come in another order."""

    committed = serializers.IntegerField()
    seeds = serializers.ListField(child=serializers.IntegerField())
    laid = serializers.IntegerField(required=False)
    cut = serializers.IntegerField(required=False)
    shuffled = serializers.IntegerField(required=False)
    dealt = serializers.IntegerField(required=False)


class FairnessSerializer(Described):
    """All that is needed to check a deal by oneself (docs/fair-deal.md)."""

    game = serializers.UUIDField()
    number = serializers.IntegerField()
    protocol = serializers.CharField()
    players = serializers.IntegerField()
    commitment = serializers.CharField()
    promises = serializers.ListField(child=PromiseSerializer(allow_null=True))
    seeds = serializers.ListField(child=serializers.CharField(allow_null=True), allow_null=True)
    sources = sources(allow_null=True)
    cut = MadeCutSerializer(allow_null=True)
    revealed = SecretSerializer(allow_null=True)
    pack = serializers.ListField(child=serializers.CharField(), allow_null=True)
    dealt = DealtPackSerializer(allow_null=True)
    versions = DealVersionsSerializer()
