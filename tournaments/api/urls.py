"""Addresses of clubs, persons and championships, below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import (
    championships,
    clubs,
    conduct,
    corrections,
    entries,
    matches,
    persons,
    printing,
    public,
    stages,
)

CHAMPIONSHIP = "championships/<uuid:championship_id>/"
ENTRY = CHAMPIONSHIP + "entries/<uuid:entry_id>/"
STAGE = CHAMPIONSHIP + "stages/<slug:stage_id>/"
MATCH = CHAMPIONSHIP + "matches/<slug:match_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.api.standings_urls")),
    path("", include("tournaments.api.regulation_urls")),
    path("clubs/", clubs.ClubsView.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>/", clubs.ClubView.as_view(), name="club"),
    path("clubs/<uuid:club_id>/members/", clubs.MembersView.as_view(), name="club-members"),
    path(
        "clubs/<uuid:club_id>/members/<uuid:membership_id>/",
        clubs.MemberDetailView.as_view(),
        name="club-member",
    ),
    path("clubs/<uuid:club_id>/invitations/", clubs.ClubInvitationsView.as_view(), name="club-invitations"),
    path(
        "clubs/<uuid:club_id>/invitations/<uuid:invitation_id>/",
        clubs.ClubInvitationView.as_view(),
        name="club-invitation",
    ),
    path("clubs/<uuid:club_id>/persons/", persons.ClubPersonsView.as_view(), name="club-persons"),
    path(
        "clubs/<uuid:club_id>/persons/<uuid:person_id>/claim-code/",
        persons.ClaimCodeView.as_view(),
        name="claim-code",
    ),
    path("persons/", persons.MyPersonsView.as_view(), name="my-persons"),
    path("persons/claim/", persons.ClaimView.as_view(), name="claim-person"),
    path("invitations/", persons.MyInvitationsView.as_view(), name="my-invitations"),
    path(
        "invitations/<uuid:invitation_id>/accept/",
        persons.AcceptInvitationView.as_view(),
        name="accept-invitation",
    ),
    path(
        "invitations/<uuid:invitation_id>/decline/",
        persons.DeclineInvitationView.as_view(),
        name="decline-invitation",
    ),
    path("championships/", championships.ChampionshipsView.as_view(), name="championships"),
    path(CHAMPIONSHIP, championships.ChampionshipView.as_view(), name="championship"),
    path(CHAMPIONSHIP + "regulation/", championships.RegulationView.as_view(), name="regulation"),
    path(CHAMPIONSHIP + "open/", championships.OpenEntriesView.as_view(), name="open-entries"),
    path(CHAMPIONSHIP + "close/", championships.CloseEntriesView.as_view(), name="close-entries"),
    path(CHAMPIONSHIP + "check-in/", championships.OpenCheckInView.as_view(), name="open-check-in"),
    path(CHAMPIONSHIP + "draw/", championships.DrawView.as_view(), name="draw"),
    path(CHAMPIONSHIP + "start/", championships.StartView.as_view(), name="start"),
    path(CHAMPIONSHIP + "cancel/", championships.CancelView.as_view(), name="cancel"),
    path(CHAMPIONSHIP + "bracket/", public.BracketView.as_view(), name="bracket"),
    path(CHAMPIONSHIP + "schedule/", public.ScheduleView.as_view(), name="schedule"),
    path(CHAMPIONSHIP + "results/", public.ResultsView.as_view(), name="results"),
    path(CHAMPIONSHIP + "events/", public.EventsView.as_view(), name="championship-events"),
    path(CHAMPIONSHIP + "penalties/", conduct.PenaltiesView.as_view(), name="penalties"),
    path(CHAMPIONSHIP + "stages/", stages.StagesView.as_view(), name="stages"),
    path(STAGE + "standings/", stages.StandingsOfStageView.as_view(), name="stage-standings"),
    path(STAGE + "draw/", stages.DrawStageView.as_view(), name="stage-draw"),
    path(STAGE + "lots/", stages.LotsView.as_view(), name="stage-lots"),
    path(STAGE + "reentries/", stages.ReentryView.as_view(), name="stage-reentries"),
    path(CHAMPIONSHIP + "print/sheets.pdf", printing.SheetsView.as_view(), name="print-sheets"),
    path(CHAMPIONSHIP + "print/bracket.pdf", printing.PrintedBracketView.as_view(), name="print-bracket"),
    path(CHAMPIONSHIP + "print/groups.pdf", printing.PrintedGroupsView.as_view(), name="print-groups"),
    path(CHAMPIONSHIP + "print/schedule.pdf", printing.PrintedScheduleView.as_view(), name="print-schedule"),
    path(CHAMPIONSHIP + "entries/", entries.EntriesView.as_view(), name="entries"),
    path(ENTRY, entries.EntryView.as_view(), name="entry"),
    path(ENTRY + "confirm/", entries.ConfirmEntryView.as_view(), name="confirm-entry"),
    path(ENTRY + "fee/", entries.FeeView.as_view(), name="fee"),
    path(ENTRY + "rank/", entries.RankView.as_view(), name="rank"),
    path(ENTRY + "reserves/", conduct.ReservesView.as_view(), name="reserves"),
    path(ENTRY + "check-in/", entries.CheckInView.as_view(), name="check-in"),
    path(ENTRY + "withdraw/", entries.WithdrawEntryView.as_view(), name="withdraw-entry"),
    path(ENTRY + "disqualify/", entries.DisqualifyView.as_view(), name="disqualify-entry"),
    path(CHAMPIONSHIP + "matches/", matches.MatchesView.as_view(), name="matches"),
    path(MATCH, matches.MatchView.as_view(), name="match"),
    path(MATCH + "presence/", matches.PresenceView.as_view(), name="presence"),
    path(MATCH + "sheet/", matches.SheetView.as_view(), name="sheet"),
    path(MATCH + "confirm/", matches.ConfirmSheetView.as_view(), name="confirm-sheet"),
    path(MATCH + "dispute/", matches.DisputeView.as_view(), name="dispute"),
    path(MATCH + "ruling/", matches.RulingView.as_view(), name="ruling"),
    path(MATCH + "forfeit/", matches.ForfeitView.as_view(), name="forfeit"),
    path(MATCH + "correction/", corrections.CorrectionView.as_view(), name="correction"),
    path(
        MATCH + "correction/preview/",
        corrections.CorrectionPreviewView.as_view(),
        name="correction-preview",
    ),
    path(MATCH + "reopening/", corrections.ReopenView.as_view(), name="reopening"),
    path(MATCH + "reopening/preview/", corrections.ReopenPreviewView.as_view(), name="reopening-preview"),
    path(MATCH + "substitution/", conduct.SubstitutionView.as_view(), name="substitution"),
    path(MATCH + "time-up/", conduct.TimeUpView.as_view(), name="time-up"),
    path(MATCH + "time/", matches.MatchTimeView.as_view(), name="match-time"),
    path(MATCH + "sheet.pdf", printing.MatchSheetView.as_view(), name="match-sheet"),
    path(MATCH + "table/", matches.MatchTableView.as_view(), name="match-table"),
]
