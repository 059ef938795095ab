"""What the shell around the rules refuses: who may not, and what is not there.

NotFound
├── GameNotFound       no such game                                       404
├── NoSuchVariant      no such variant is played here                     404
├── NoSuchVersion      the game has not come so far                       404
├── NoSuchHand         no such hand has been dealt                        404
├── MatchRequestNotFound   no such request for a quick match              404
└── InvitationNotFound     no such invitation, or it is over              404
Forbidden
├── NotSeated          this person does not play here                     403
├── NotYourSeat        the place is somebody else's                       403
├── NotYourTable       only who opened the table may do this              403
├── InvitationNeeded   one sits down here when invited                    403
└── SeatsAssigned      a championship gives the places of this table      403
Conflict
├── AlreadyWaiting     this person waits for another quick match          409
├── AlreadyReported    this player was reported for this game before      409
├── StaleGame          something has happened since; it comes along       412
└── RecordSealed       hidden cards are shown when the game has ended     409
Throttled
├── TooManyReports     nobody reports all the time                        429
└── TooManySignals     a player may not wink all the time                 429
"""

from typing import Any

from truco_api.errors import Conflict, Forbidden, NotFound
from truco_api.errors import gettext_noop as _
from truco_api.eventstore import StaleVersion
from truco_api.http.errors import Throttled


class GameNotFound(NotFound):
    """No game has this id."""

    code = "game_not_found"
    message = _("There is no such game.")


class NoSuchVariant(NotFound):
    """No variant has this id."""

    code = "no_such_variant"
    message = _("There is no variant “{variant}”.")


class NoSuchVersion(NotFound):
    """The game has not come to this version."""

    code = "no_such_version"
    message = _("The game has not come to this version.")


class NoSuchHand(NotFound):
    """No hand of this number has been dealt in this game."""

    code = "no_such_hand"
    message = _("No hand of this number has been dealt.")


class MatchRequestNotFound(NotFound):
    """No request for a quick match of this account has this id."""

    code = "match_request_not_found"
    message = _("There is no such request for a quick match.")


class InvitationNotFound(NotFound):
    """No invitation that still holds, for this account, has this code."""

    code = "invitation_not_found"
    message = _("There is no such invitation, or it no longer holds.")


class AlreadyWaiting(Conflict):
    """A person waits for one quick match at a time."""

    code = "already_waiting"
    message = _("You are waiting for another quick match already.")


class AlreadyReported(Conflict):
    """One report of a player for a game is enough."""

    code = "already_reported"
    message = _("You have reported this player for this game already.")


class TooManyReports(Throttled):
    """Ten reports a day from one account at most."""

    code = "too_many_reports"
    message = _("You have reported too often today.")


class NotSeated(Forbidden):
    """Only who holds a place may act."""

    code = "not_seated"
    message = _("You hold no place at this table.")


class NotYourSeat(Forbidden):
    """The place named is not the caller's."""

    code = "not_your_seat"
    message = _("This place is not yours.")


class NotYourTable(Forbidden):
    """Only who opened the table may seat bots, remove them, and begin."""

    code = "not_your_table"
    message = _("Only who opened the table may do this.")


class SeatsAssigned(Forbidden):
    """The places of a championship's table are given by the championship."""

    code = "seats_assigned"
    message = _("The places of this table are given by the championship.")


class InvitationNeeded(Forbidden):
    """Only who is invited may take a place of this table."""

    code = "invitation_needed"
    message = _("One sits down at this table by invitation.")


class RecordSealed(Conflict):
    """A hand record shows every card, so there is none before the game has ended."""

    code = "record_sealed"
    message = _("The cards of this hand are shown when the game has ended.")


class TooManySignals(Throttled):
    """A player gives five signals in ten seconds at most, looking about included; `Retry-After` says when the
    next may follow."""

    code = "too_many_signals"
    message = _("You have signalled too often just now.")


class StaleGame(StaleVersion):
    """The game has moved on: `current_version`, and the events missed as the caller's seat may see them."""

    public = ("current_version",)

    def __init__(self, *, current_version: int, events: list[dict[str, Any]]) -> None:
        super().__init__(current_version=current_version)
        self.extra = {"events": events}
