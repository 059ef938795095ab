"""Addresses of the pages."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from tournaments.pages import desk, disputes, match, public
from truco_api.accounts.pages import SignInPage

CHAMPIONSHIP = "championships/<uuid:championship_id>/"
MATCH = CHAMPIONSHIP + "matches/<slug:match_id>/"
DISPUTE = CHAMPIONSHIP + "disputes/<slug:dispute_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.pages.webhook_urls")),
    path("", public.start, name="start-page"),
    path("clubs/", public.all_clubs, name="clubs-page"),
    path("clubs/<uuid:club_id>/", public.club, name="club-page"),
    path(CHAMPIONSHIP, public.championship, name="championship-page"),
    path(CHAMPIONSHIP + "bracket/", public.bracket, name="bracket-page"),
    path(CHAMPIONSHIP + "tables/", public.tables, name="tables-page"),
    path(CHAMPIONSHIP + "schedule/", public.schedule, name="schedule-page"),
    path(CHAMPIONSHIP + "results/", public.results, name="results-page"),
    path(CHAMPIONSHIP + "rankings/", public.rankings, name="rankings-page"),
    path("seasons/<uuid:season_id>/", public.season, name="season-page"),
    path(CHAMPIONSHIP + "entries/", public.entries, name="entries-page"),
    path(MATCH, match.match, name="match-page"),
    path(MATCH + "presence/", match.presence, name="match-page-presence"),
    path(MATCH + "sheet/", match.sheet, name="match-page-sheet"),
    path(MATCH + "confirm/", match.confirm, name="match-page-confirm"),
    path(MATCH + "dispute/", match.dispute, name="match-page-dispute"),
    path(MATCH + "history/", disputes.history, name="match-history-page"),
    path(MATCH + "disputes/", disputes.protest, name="protest-page"),
    path(MATCH + "photos/<slug:sha256>/", disputes.photo, name="photo-page"),
    path(DISPUTE, disputes.dispute, name="dispute-page"),
    path(DISPUTE + "evidence/", disputes.evidence, name="dispute-page-evidence"),
    path(DISPUTE + "withdrawal/", disputes.withdraw, name="dispute-page-withdraw"),
    path(DISPUTE + "appeal/", disputes.appeal, name="dispute-page-appeal"),
    path(DISPUTE + "acceptance/", disputes.accept, name="dispute-page-accept"),
    path(DISPUTE + "arbiter/", desk.name, name="dispute-page-arbiter"),
    path(DISPUTE + "ruling/", desk.rule, name="dispute-page-rule"),
    path("desk/", desk.desk, name="desk-page"),
    path("sign-in/", SignInPage.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(next_page="/"), name="sign-out"),
    path("language/", set_language, name="set-language"),
]
