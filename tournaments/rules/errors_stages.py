"""Why a championship refuses what concerns stages, rosters, time and conduct.

Conflict
├── StageRefused     StageNotReady  StageDrawn  NoReentry  NotLevel  GroupsDoNotFit  StagePlayable
├── EntryRefused     RosterLocked  NoSubstitutionLeft
└── MatchRefused     SideBusy  LegRunning  NothingCounts
Invalid              TimeNotUp  UnknownOffence  NotInRoster  InvalidChoice
NotFound             UnknownStage
"""

from tournaments.rules.errors import EntryRefused, MatchRefused
from truco_api.errors import Conflict, Invalid, NotFound, gettext_noop


class SideBusy(MatchRefused):
    """A side of this match is playing another one."""

    code = "side_busy"
    message = gettext_noop("A side of match {match} is still playing match {other}.")


class LegRunning(MatchRefused):
    """A leg is being played; who plays may change only between legs."""

    code = "leg_running"
    message = gettext_noop("A leg of match {match} is being played; players change between legs.")


class NothingCounts(MatchRefused):
    """In a bracket a match is won or lost, and there is nothing that could be counted otherwise."""

    code = "nothing_counts"
    message = gettext_noop("Match {match} is in no table, so nothing of it is counted.")


class StageRefused(Conflict):
    """The stage does not allow this now."""

    code = "stage_refused"
    message = gettext_noop("The stage does not allow this now.")


class StagePlayable(StageRefused):
    """Only a stage that its format cannot play is let pass."""

    code = "stage_playable"
    message = gettext_noop("Enough entries come to stage {stage} to play it.")


class GroupsDoNotFit(StageRefused):
    """The groups of the first stage have stated sizes, and there are more or fewer entries."""

    code = "groups_do_not_fit"
    message = gettext_noop("The groups have room for {room} entries, and there are {count}.")


class StageNotReady(StageRefused):
    """It is not known yet who comes to the stage: stage `awaited` has not ended, or needs lots."""

    code = "stage_not_ready"
    public = ("awaited",)
    message = gettext_noop("Stage {stage} waits for stage {awaited}.")


class StageDrawn(StageRefused):
    """The stage is drawn already."""

    code = "stage_drawn"
    message = gettext_noop("Stage {stage} is drawn already.")


class NoReentry(StageRefused):
    """Nobody, or not this entry, can buy itself into this stage."""

    code = "no_reentry"
    message = gettext_noop("This entry cannot buy itself into stage {stage}.")


class NotLevel(StageRefused):
    """An extra leg parts two who are level, and only where the criteria know of extra legs."""

    code = "not_level"
    message = gettext_noop("{home} and {away} have no extra leg to play.")


class RosterLocked(EntryRefused):
    """Rosters can no longer change."""

    code = "roster_locked"
    message = gettext_noop("Rosters are locked and can no longer change.")


class NoSubstitutionLeft(EntryRefused):
    """The entry has made all substitutions it may make."""

    code = "no_substitution_left"
    message = gettext_noop("This entry has made all its {limit} substitutions.")


class TimeNotUp(Invalid):
    """A leg begins at match point only when the match's time is up, and the regulation has it so."""

    code = "time_not_up"
    message = gettext_noop("Leg {leg} cannot begin at match point: the time of this match is not up.")


class UnknownOffence(Invalid):
    """The regulation has no such offence, or this one needs a match to be punished in."""

    code = "unknown_offence"
    message = gettext_noop("The regulation has no penalty for {offence} here.")


class NotInRoster(Invalid):
    """A person is not where the change needs it: a member taken out, or a reserve put in."""

    code = "not_in_roster"
    message = gettext_noop("{person} cannot be changed in or out here.")


class InvalidChoice(Invalid):
    """What is to stand or to be played again does not rest on this result, or is named twice."""

    code = "invalid_choice"
    message = gettext_noop("{later} does not rest on this result, or is named twice.")


class UnknownStage(NotFound):
    """No such stage in this championship."""

    code = "unknown_stage"
    message = gettext_noop("There is no stage {stage} in this championship.")
