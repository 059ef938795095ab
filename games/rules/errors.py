"""Why the rules refuse: one class a cause, each with its stable code.

DomainError
├── Invalid
│   ├── UnknownVariant, InvalidOption, InvalidMove
│   └── UnreadableRecord
└── IllegalMove
    ├── NotYourTurn, AnswerFirst, NothingToAnswer, HandOver
    ├── CardNotInHand, CoveredNotAllowed, MustShowHighest, PlayByPlace
    ├── RaiseNotAllowed, EnvidoNotAllowed, FlorNotAllowed, SwapNotAllowed
    └── ClaimNotAllowed, CutNotAllowed, SignalNotAllowed, MoveNotAllowed
"""

from typing import Any

from truco_api.errors import IllegalMove, Invalid
from truco_api.errors import gettext_noop as _


class UnknownVariant(Invalid):
    """There is no variant of this name."""

    code = "unknown_variant"
    message = _("There is no variant “{variant}”.")


class InvalidOption(Invalid):
    """An option is unknown, of the wrong kind, or makes no sense here; `field` names it."""

    code = "invalid_option"
    message = _("The option “{field}” cannot be set so: {reason}")


class InvalidMove(Invalid):
    """An action is not shaped as the hand record says; `field` names the culprit."""

    code = "invalid_action"
    message = _("The action is not well formed: {reason}")


class UnreadableRecord(Invalid):
    """A record that could not have been dealt, or is no record; `field` names the culprit."""

    code = "unreadable_record"
    message = _("The record cannot be read at {field}: {reason}")

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field=field, reason=reason)


class NotYourTurn(IllegalMove):
    """Somebody else is to act."""

    code = "not_your_turn"
    message = _("It is not this seat's turn.")


class AnswerFirst(IllegalMove):
    """An offer is open and must be answered before anything else."""

    code = "answer_first"
    message = _("An offer is open: it must be answered first.")


class NothingToAnswer(IllegalMove):
    """Nothing was offered that could be answered so."""

    code = "nothing_to_answer"
    message = _("There is no offer to answer.")


class HandOver(IllegalMove):
    """The hand has ended, or none has been dealt."""

    code = "hand_over"
    message = _("The hand is over.")


class CardNotInHand(IllegalMove):
    """The card is not among the seat's cards."""

    code = "card_not_in_hand"
    message = _("This card is not in the seat's hand.")


class CoveredNotAllowed(IllegalMove):
    """The card may not be covered now."""

    code = "covered_not_allowed"
    message = _("The card may not be played covered here.")


class MustShowHighest(IllegalMove):
    """After a tied first trick the higher card must be shown."""

    code = "must_show_highest"
    message = _("After a tied first trick the higher card must be played.")


class PlayByPlace(IllegalMove):
    """In a blind hand a card is played by its place; in an open one by its name."""

    code = "play_by_place"
    message = _("In a blind hand cards are played by their place, in an open hand by their name.")


class RaiseNotAllowed(IllegalMove):
    """The stake may not be raised by this team now."""

    code = "raise_not_allowed"
    message = _("This team may not raise now.")


class EnvidoNotAllowed(IllegalMove):
    """No envido can be called by this seat now."""

    code = "envido_not_allowed"
    message = _("Envido cannot be called now.")


class FlorNotAllowed(IllegalMove):
    """No flor can be called by this seat now."""

    code = "flor_not_allowed"
    message = _("Flor cannot be called now.")


class SwapNotAllowed(IllegalMove):
    """The hand may not be exchanged now."""

    code = "swap_not_allowed"
    message = _("The cards cannot be exchanged now.")


class ClaimNotAllowed(IllegalMove):
    """The royal family cannot be claimed now."""

    code = "claim_not_allowed"
    message = _("The royal family cannot be claimed now.")


class CutNotAllowed(IllegalMove):
    """Nothing can be cut or taken so now."""

    code = "cut_not_allowed"
    message = _("The pack cannot be cut or drawn from so now.")


class SignalNotAllowed(IllegalMove):
    """The table plays without this signal."""

    code = "signal_not_allowed"
    message = _("This signal cannot be given at this table.")


class MoveNotAllowed(IllegalMove):
    """The action has no place at this point of the hand."""

    code = "move_not_allowed"
    message = _("This action has no place here.")


def invalid_option(field: str, reason: str, **params: Any) -> InvalidOption:
    """The refusal of one option, naming it as `options.<name>`."""
    return InvalidOption(field=f"options.{field}", reason=reason.format(**params))
