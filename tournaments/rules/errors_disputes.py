"""Why a championship refuses what concerns disputes.

Conflict
└── MatchRefused     DisputeTooLate  DisputeDecided  FrozenByDispute
    └── DisputeRefused   RulingGiven  RulingTooLate  RulingTooSoon  AppealRefused  AppealTooLate  DisputeOver
                         TooMuchEvidence
Invalid              InvalidClaim  InvalidEvidence
Forbidden            ArbiterNotNeutral  OwnRuling  NotTheirDispute
NotFound             UnknownDispute
"""

from tournaments.rules.errors import MatchRefused
from truco_api.errors import Forbidden, Invalid, NotFound, gettext_noop


class DisputeTooLate(MatchRefused):
    """The time in which the result could be disputed is over."""

    code = "dispute_too_late"
    message = gettext_noop(
        "Match {match} could be disputed for {minutes} minutes after its end; they are over."
    )


class DisputeDecided(MatchRefused):
    """The same was disputed and ruled on before."""

    code = "dispute_decided"
    message = gettext_noop("This was disputed before, and ruled on: {dispute}.")


class FrozenByDispute(MatchRefused):
    """The match depends on a dispute that is pending."""

    code = "frozen_by_dispute"
    public = ("dispute",)
    message = gettext_noop("This waits for the end of dispute {dispute}.")


class DisputeRefused(MatchRefused):
    """The dispute does not allow this now."""

    code = "dispute_refused"
    message = gettext_noop("The dispute does not allow this now.")


class RulingGiven(DisputeRefused):
    """Nobody is asked for a ruling (any more)."""

    code = "ruling_given"
    message = gettext_noop("Dispute {dispute} does not wait for a ruling.")


class RulingTooLate(DisputeRefused):
    """The time for this ruling is over."""

    code = "ruling_too_late"
    message = gettext_noop("The time for this ruling on dispute {dispute} is over.")


class RulingTooSoon(DisputeRefused):
    """It is still the arbiter who rules."""

    code = "ruling_too_soon"
    message = gettext_noop("An arbiter rules on dispute {dispute} first.")


class AppealRefused(DisputeRefused):
    """There is no ruling of an arbiter that this side may appeal: not yet, or not again."""

    code = "appeal_refused"
    message = gettext_noop("There is nothing in dispute {dispute} that you may appeal.")


class AppealTooLate(DisputeRefused):
    """The time to appeal is over."""

    code = "appeal_too_late"
    message = gettext_noop("The time to appeal the ruling on dispute {dispute} is over.")


class DisputeOver(DisputeRefused):
    """The dispute is over."""

    code = "dispute_over"
    message = gettext_noop("Dispute {dispute} is over.")


class TooMuchEvidence(DisputeRefused):
    """There is a limit to what is added to one dispute."""

    code = "too_much_evidence"
    message = gettext_noop("Nothing more can be added to dispute {dispute}: {limit} is the most.")


class InvalidClaim(Invalid):
    """What is disputed does not exist, or is not named well enough."""

    code = "invalid_claim"
    message = gettext_noop("There is no such leg, hand or action in this match.")


class InvalidEvidence(Invalid):
    """A text is missing or too long, or there are too many pictures."""

    code = "invalid_evidence"
    message = gettext_noop("Say or show something: up to {characters} characters, up to {photos} pictures.")


class ArbiterNotNeutral(Forbidden):
    """The regulation wants an arbiter who belongs to neither club."""

    code = "arbiter_not_neutral"
    message = gettext_noop("By the regulation no member of {club} may rule on this dispute.")


class OwnRuling(Forbidden):
    """Nobody hears the appeal against their own ruling."""

    code = "own_ruling"
    message = gettext_noop("Somebody else must hear the appeal against your own ruling.")


class NotTheirDispute(Forbidden):
    """Only who opened a dispute takes it back."""

    code = "not_their_dispute"
    message = gettext_noop("Only the side that opened the dispute can take it back.")


class UnknownDispute(NotFound):
    """No dispute has this name here."""

    code = "unknown_dispute"
    message = gettext_noop("There is no such dispute: {dispute}.")
