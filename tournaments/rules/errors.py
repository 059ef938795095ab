"""Why a championship refuses: one class a cause, each with a stable code (more in `errors_stages`).

Conflict
├── WrongPhase       the championship is not (or no longer) where this belongs
│                    EntriesClosed  EntriesOpen  CheckInClosed  NotDrawn  AlreadyDrawn  NotRunning
│                    NoPlaceForLateEntry
├── EntryRefused     AlreadyEntered  EntriesFull  EntryOut  EntryNotConfirmed  EntriesExist
├── TooFewEntries, TooManyEntries
└── MatchRefused     MatchNotDue  MatchOver  MatchBegun  NotDecided  ResultExists  NoSheet  DisputeOpen
                     NoDispute  LaterMatchBegun  FollowsFromBracket  TableTaken  WrongMode  ToleranceOver
Invalid              InvalidRegulation  InvalidName  WrongMembers  InvalidRank  InvalidSeed  InvalidOrder
                     InvalidTable  InvalidTime  InvalidLeg  ImplausibleScore  InvalidRuling  ReasonRequired
Forbidden            NotASide  OwnSheet
NotFound             UnknownEntry  UnknownMatch  UnknownLeg
"""

from collections.abc import Sequence

from tournaments.rules.faults import Fault
from truco_api.errors import Conflict, Forbidden, Invalid, NotFound, gettext_noop


class WrongPhase(Conflict):
    """The championship is not in the phase this belongs to; `phase` tells where it is."""

    code = "wrong_phase"
    message = gettext_noop("The championship does not allow this in its present phase ({phase}).")


class EntriesClosed(WrongPhase):
    """Entries are not open."""

    code = "entries_closed"
    message = gettext_noop("Entries are closed.")


class NoPlaceForLateEntry(EntriesClosed):
    """Late entries are let in, and the first stage can take no more: too much of it has been played."""

    code = "no_place_for_late_entry"
    message = gettext_noop("There is no place for a late entry any more.")


class EntriesOpen(WrongPhase):
    """Entries must be closed first."""

    code = "entries_open"
    message = gettext_noop("Entries are still open; close them first.")


class CheckInClosed(WrongPhase):
    """Check-in is not open."""

    code = "check_in_closed"
    message = gettext_noop("Check-in is not open.")


class NotDrawn(WrongPhase):
    """The draw has not been made."""

    code = "not_drawn"
    message = gettext_noop("The draw has not been made yet.")


class AlreadyDrawn(WrongPhase):
    """The draw is made; what it froze cannot change."""

    code = "already_drawn"
    message = gettext_noop("The draw has been made; this can no longer change.")


class NotRunning(WrongPhase):
    """The championship is not being played."""

    code = "not_running"
    message = gettext_noop("The championship is not being played ({phase}).")


class EntryRefused(Conflict):
    """This entry cannot be taken or changed now."""

    code = "entry_refused"
    message = gettext_noop("This entry cannot be taken or changed now.")


class AlreadyEntered(EntryRefused):
    """A person plays for one entry only, and an entry is registered once."""

    code = "already_entered"
    message = gettext_noop("{who} is entered already.")


class EntriesFull(EntryRefused):
    """The regulation allows no more entries."""

    code = "entries_full"
    message = gettext_noop("All {limit} places are taken.")


class EntryOut(EntryRefused):
    """The entry has withdrawn or was disqualified."""

    code = "entry_out"
    message = gettext_noop("This entry is out of the championship.")


class EntryNotConfirmed(EntryRefused):
    """Only an entry the organizer has confirmed can check in."""

    code = "entry_not_confirmed"
    message = gettext_noop("This entry has not been confirmed by the organizer.")


class EntriesExist(EntryRefused):
    """Entries of another kind are registered, so the kind cannot change."""

    code = "entries_exist"
    message = gettext_noop("Entries are registered; the kind of entry can no longer change.")


class TooFewEntries(Conflict):
    """A draw needs at least two entries."""

    code = "too_few_entries"
    message = gettext_noop("A draw needs at least {minimum} entries; there are {count}.")


class TooManyEntries(Conflict):
    """The format cannot take so many entries."""

    code = "too_many_entries"
    message = gettext_noop("At most {maximum} entries can be drawn; there are {count}.")


class MatchRefused(Conflict):
    """The match does not allow this now."""

    code = "match_refused"
    message = gettext_noop("The match does not allow this now.")


class MatchNotDue(MatchRefused):
    """The match has no two sides yet, or its round is not open."""

    code = "match_not_due"
    message = gettext_noop("Match {match} is not due yet.")


class MatchOver(MatchRefused):
    """The match is decided."""

    code = "match_over"
    message = gettext_noop("Match {match} is decided already.")


class NotDecided(MatchRefused):
    """There is no result to correct."""

    code = "match_not_decided"
    message = gettext_noop("Match {match} has no result yet.")


class ResultExists(MatchRefused):
    """A result was reported already; it can be confirmed, disputed or corrected."""

    code = "result_exists"
    message = gettext_noop("Match {match} has a reported result; confirm it or dispute it.")


class NoSheet(MatchRefused):
    """No score sheet waits for an answer."""

    code = "no_sheet"
    message = gettext_noop("No score sheet of match {match} waits for an answer.")


class DisputeOpen(MatchRefused):
    """The result is disputed and waits for an arbiter."""

    code = "dispute_open"
    message = gettext_noop("Match {match} is disputed and waits for an arbiter's ruling.")


class NoDispute(MatchRefused):
    """Nothing is disputed here."""

    code = "no_dispute"
    message = gettext_noop("Match {match} is not disputed.")


class LaterMatchBegun(MatchRefused):
    """What rests on this result has begun, and nobody chose what becomes of it; `later` names the first.

    It is a match ("R2M1"), a round of a stage ("swiss/3") or a whole stage ("final/").
    """

    code = "later_match_begun"
    public = ("later",)
    message = gettext_noop("Match {later}, which rests on this result, has begun.")


class FollowsFromBracket(MatchRefused):
    """Nobody decided this result, it follows from the bracket; correct what it follows from."""

    code = "follows_from_bracket"
    message = gettext_noop(
        "The result of match {match} follows from other matches and cannot be changed itself."
    )


class MatchBegun(MatchRefused):
    """The match has begun."""

    code = "match_begun"
    message = gettext_noop("Match {match} has begun.")


class TableTaken(MatchRefused):
    """Another match is being played on this table."""

    code = "table_taken"
    message = gettext_noop("Table {table} is taken.")


class WrongMode(MatchRefused):
    """An online match takes no score sheet, and a match at a table no game."""

    code = "wrong_mode"
    message = gettext_noop("Match {match} is played another way ({mode}).")


class ToleranceOver(MatchRefused):
    """The time to appear has passed; the clock decides, not the moment a worker comes round."""

    code = "tolerance_over"
    message = gettext_noop("The time to appear for match {match} has passed.")


class InvalidRegulation(Invalid):
    """The regulation has faults: `faults` holds every one, `field` in params is the path of the first."""

    code = "invalid_regulation"
    message = gettext_noop("The regulation has faults, the first at {field}: {fault}")

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(field=faults[0].path, fault=faults[0].text)
        self.faults = tuple(faults)
        self.extra = {"faults": [{"field": fault.path, "detail": fault.text} for fault in faults]}


class WrongMembers(Invalid):
    """The entry has too few or too many members, or one twice."""

    code = "wrong_members"
    message = gettext_noop("An entry of this championship has {needed} different members.")


class InvalidName(Invalid):
    """A name is missing or too long."""

    code = "invalid_name"
    message = gettext_noop("A name has between 1 and {limit} characters.")


class InvalidTime(Invalid):
    """A time must lie ahead."""

    code = "invalid_time"
    message = gettext_noop("This time has passed already.")


class InvalidSeed(Invalid):
    """A draw's seed is 16 bytes or more, in hexadecimal."""

    code = "invalid_seed"
    message = gettext_noop("The seed of a draw is at least 16 bytes in hexadecimal.")


class InvalidOrder(Invalid):
    """A seeding by hand names every drawn entry once and no other."""

    code = "invalid_order"
    message = gettext_noop("The order must name every entry of the draw exactly once.")


class InvalidTable(Invalid):
    """There is no such table."""

    code = "invalid_table"
    message = gettext_noop("Tables are numbered from 1 to {tables}.")


class InvalidRank(Invalid):
    """A rank is a whole number from 1, or none."""

    code = "invalid_rank"
    message = gettext_noop("A rank is a whole number from 1 on.")


class InvalidLeg(Invalid):
    """A leg is won by side 0 or 1, in a game that has an id."""

    code = "invalid_leg"
    message = gettext_noop("A leg needs the id of its game, a winning side (0 or 1) and the tentos of both.")


class ImplausibleScore(Invalid):
    """The legs cannot have ended like this under the regulation; `field` names the leg."""

    code = "implausible_score"
    message = gettext_noop("These legs cannot have ended so.")


class ReasonRequired(Invalid):
    """A decision of this weight needs a reason."""

    code = "reason_required"
    message = gettext_noop("A reason is required.")


class InvalidRuling(Invalid):
    """A ruling is to uphold, adjust, forfeit or replay, with what each of them needs."""

    code = "invalid_ruling"
    message = gettext_noop("A ruling is one of uphold, adjust (with legs), forfeit (with a side) or replay.")


class NotASide(Forbidden):
    """Only the sides of a match may do this."""

    code = "not_a_side"
    message = gettext_noop("Only a side of match {match} may do this.")


class OwnSheet(Forbidden):
    """Nobody confirms or disputes the sheet they handed in themselves."""

    code = "own_sheet"
    message = gettext_noop("The other side answers this score sheet.")


class UnknownEntry(NotFound):
    """No such entry in this championship."""

    code = "unknown_entry"
    message = gettext_noop("There is no entry {entry} in this championship.")


class UnknownMatch(NotFound):
    """No such match in this championship."""

    code = "unknown_match"
    message = gettext_noop("There is no match {match} in this championship.")


class UnknownLeg(NotFound):
    """No leg of this match was opened with this game."""

    code = "unknown_leg"
    message = gettext_noop("Game {game} is no leg of match {match}.")
