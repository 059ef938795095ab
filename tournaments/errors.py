"""What the shell of the tournaments app refuses; what the rules refuse is in `tournaments.rules.errors`.

Forbidden   RoleRequired, NotYourSide, NotYourEntry, ArbiterIsASide
NotFound    ClubNotFound, MemberNotFound, PersonNotFound, InvitationNotFound, ClaimCodeUnknown,
            AccountNotFound, ChampionshipNotFound, SeasonNotFound, NotInSeason, UnknownSeasonStage,
            PhotoNotFound
Conflict    LastOwner, AlreadyAMember, AlreadyInvited, InvitationClosed, PersonAlreadyClaimed, PersonConflict,
            PlayersWithoutAccount, ClubHasChampionships, NothingToPrint, AlreadyInSeason, SeasonStageTaken,
            SeasonFrozen, FinalNotReady, FinalUndecided, TooManyPhotos
Stale       StaleChampionship (412)
Invalid     AccountRequired, SeasonByDocument, NotAPhoto, PhotoTooLarge, RecordOfAnotherGame
"""

from typing import Any

from truco_api.errors import Conflict, Forbidden, Invalid, NotFound, gettext_noop
from truco_api.eventstore import StaleVersion


class StaleChampionship(StaleVersion):
    """The championship has moved on: `current_version`, and the events missed as everybody may see them."""

    public = ("current_version",)

    def __init__(self, *, current_version: int, events: list[dict[str, Any]]) -> None:
        super().__init__(current_version=current_version)
        self.extra = {"events": events}


class RoleRequired(Forbidden):
    """The asker holds none of the roles in the club that this needs."""

    code = "role_required"
    message = gettext_noop("This needs one of these roles in the club: {roles}.")


class NotYourSide(Forbidden):
    """Only a member of one of the two sides, or a scorer, may do this."""

    code = "not_your_side"
    message = gettext_noop("You are on neither side of this match.")


class NotYourEntry(Forbidden):
    """The asker is no player of the entry."""

    code = "not_your_entry"
    message = gettext_noop("You do not play in this entry.")


class ArbiterIsASide(Forbidden):
    """Nobody rules on a match in which they play."""

    code = "arbiter_is_a_side"
    message = gettext_noop("An arbiter who plays in the match may not rule on it.")


class ClubNotFound(NotFound):
    """No club has this id."""

    code = "club_not_found"
    message = gettext_noop("There is no such club.")


class MemberNotFound(NotFound):
    """No membership of this club has this id."""

    code = "member_not_found"
    message = gettext_noop("The club has no such member.")


class PersonNotFound(NotFound):
    """No person whom this club can reach has this id."""

    code = "person_not_found"
    message = gettext_noop("There is no such person: {person}.")


class AccountNotFound(NotFound):
    """No active account has this name."""

    code = "account_not_found"
    message = gettext_noop("There is no account named {username}.")


class InvitationNotFound(NotFound):
    """No invitation of this id is for (or from) whoever asks."""

    code = "invitation_not_found"
    message = gettext_noop("There is no such invitation.")


class ClaimCodeUnknown(NotFound):
    """No unclaimed person has this code."""

    code = "claim_code_unknown"
    message = gettext_noop("The code is not known, or it was used already.")


class ChampionshipNotFound(NotFound):
    """No championship has this id, or it is a draft of a club in whose staff the asker is not."""

    code = "championship_not_found"
    message = gettext_noop("There is no such championship.")


class SeasonNotFound(NotFound):
    """No season has this id."""

    code = "season_not_found"
    message = gettext_noop("There is no such season.")


class NotInSeason(NotFound):
    """The championship does not count for the season."""

    code = "not_in_season"
    message = gettext_noop("The championship does not count for this season.")


class LastOwner(Conflict):
    """A club always has an owner."""

    code = "last_owner"
    message = gettext_noop("The last owner can neither leave the club nor give up the role.")


class AlreadyAMember(Conflict):
    """A person is in a club once."""

    code = "already_a_member"
    message = gettext_noop("This person is a member already.")


class AlreadyInvited(Conflict):
    """One open invitation at a time."""

    code = "already_invited"
    message = gettext_noop("This account has an open invitation to the club already.")


class InvitationClosed(Conflict):
    """An invitation is answered once."""

    code = "invitation_closed"
    message = gettext_noop("The invitation was answered or withdrawn already.")


class PersonAlreadyClaimed(Conflict):
    """A person belongs to one account."""

    code = "person_already_claimed"
    message = gettext_noop("An account has claimed this person already.")


class PersonConflict(Conflict):
    """One account would play twice in one championship."""

    code = "person_conflict"
    message = gettext_noop("Your account plays in a championship of this person already.")


class PlayersWithoutAccount(Conflict):
    """Online matches are played by accounts; who has none must claim their person first."""

    code = "players_without_account"
    message = gettext_noop("These players need an account to play online: {names}.")


class ClubHasChampionships(Conflict):
    """What a club has run stays on record."""

    code = "club_has_championships"
    message = gettext_noop("A club that has run a championship is not deleted.")


class NothingToPrint(Conflict):
    """What is asked for on paper does not exist (yet): no bracket, no match whose sides are known."""

    code = "nothing_to_print"
    message = gettext_noop("There is nothing of this to print yet.")


class UnknownSeasonStage(NotFound):
    """The document of the season has no such stage, or there is no document."""

    code = "unknown_season_stage"
    message = gettext_noop("The season has no stage {stage}.")


class SeasonStageTaken(Conflict):
    """The stage of the season has its championship already."""

    code = "season_stage_taken"
    message = gettext_noop("Stage {stage} of the season has its championship already.")


class SeasonFrozen(Conflict):
    """The document of a season stands once a championship of it was drawn."""

    code = "season_frozen"
    message = gettext_noop("The season cannot be changed any more: a championship of it was drawn.")


class FinalNotReady(Conflict):
    """The final of a season comes when all its stages are over."""

    code = "final_not_ready"
    message = gettext_noop("The final waits for stage {stage}.")


class FinalUndecided(Conflict):
    """Who plays the final cannot be told: entries are level across the line."""

    code = "final_undecided"
    message = gettext_noop("These are level, and not all of them have room in the final: {names}.")


class SeasonByDocument(Invalid):
    """The rules of a season are stated in one way: by `rules`, or by a document they follow from."""

    code = "season_by_document"
    message = gettext_noop("State rules or a document, and change the rules where they were stated.")


class AlreadyInSeason(Conflict):
    """A championship counts once for a season."""

    code = "already_in_season"
    message = gettext_noop("The championship counts for this season already.")


class AccountRequired(Invalid):
    """Only somebody with an account can hold a role that acts."""

    code = "account_required"
    message = gettext_noop("Only a person with an account can hold this role.")


class NotAPhoto(Invalid):
    """The bytes do not open as a picture."""

    code = "not_a_photo"
    message = gettext_noop("This is no picture that we can open: JPEG, PNG or WebP.")


class PhotoTooLarge(Invalid):
    """The picture has too many bytes or pixels."""

    code = "photo_too_large"
    message = gettext_noop("A picture has at most {megabytes} megabytes and {pixels} million pixels.")


class TooManyPhotos(Conflict):
    """One person sends only so many pictures for one match."""

    code = "too_many_photos"
    message = gettext_noop("You have sent {limit} pictures for this match; that is the most.")


class PhotoNotFound(NotFound):
    """No picture of this hash was sent for this match."""

    code = "photo_not_found"
    message = gettext_noop("There is no such picture for this match.")


class RecordOfAnotherGame(Invalid):
    """The hand record is of a hand that is not played here."""

    code = "record_of_another_game"
    message = gettext_noop(
        "The hand record is of another variant, other options, or another number of players."
    )
