"""The addresses of games, under /api/v1/."""

from django.urls import path

from games import converters  # noqa: F401 - it registers `number`
from games.api import (
    catalogue,
    conduct,
    deals,
    express,  # noqa: F401 - it opens the short way
    history,
    invitations,
    play,
    quick,
    sealed,
    signals,
    tables,
)

urlpatterns = [
    # First the address that a running game asks for at every move.
    path("games/<uuid:game_id>/actions/", play.ActionsView.as_view(), name="game-actions"),
    path("quick-matches/", quick.QuickMatchesView.as_view(), name="quick-matches"),
    path("quick-matches/<uuid:request_id>/", quick.QuickMatchView.as_view(), name="quick-match"),
    path("games/", tables.TablesView.as_view(), name="games"),
    path("me/table-invitations/", invitations.OwnInvitationsView.as_view(), name="own-invitations"),
    path("table-invitations/<slug:code>/", invitations.InvitationView.as_view(), name="invitation"),
    path("table-invitations/<slug:code>/qr/", invitations.InvitationQrView.as_view(), name="invitation-qr"),
    path("conduct-reports/", conduct.ReportsView.as_view(), name="conduct-reports"),
    path("me/games/", tables.OwnGamesView.as_view(), name="own-games"),
    path("games/<uuid:game_id>/", tables.GameView.as_view(), name="game"),
    path("games/<uuid:game_id>/seats/", tables.SeatsView.as_view(), name="game-seats"),
    path("games/<uuid:game_id>/seats/<number:seat>/", tables.SeatView.as_view(), name="game-seat"),
    path("games/<uuid:game_id>/start/", tables.StartView.as_view(), name="game-start"),
    path(
        "games/<uuid:game_id>/invitations/",
        invitations.GameInvitationsView.as_view(),
        name="game-invitations",
    ),
    path(
        "games/<uuid:game_id>/invitations/<uuid:invitation_id>/",
        invitations.GameInvitationView.as_view(),
        name="game-invitation",
    ),
    path("games/<uuid:game_id>/reports/", conduct.GameReportsView.as_view(), name="game-reports"),
    path("games/<uuid:game_id>/rematch/", tables.RematchView.as_view(), name="game-rematch"),
    path("games/<uuid:game_id>/signals/", signals.SignalsView.as_view(), name="game-signals"),
    path("games/<uuid:game_id>/promise/", deals.PromiseView.as_view(), name="game-promise"),
    path("games/<uuid:game_id>/seeds/", deals.SeedsView.as_view(), name="game-seeds"),
    path("games/<uuid:game_id>/resign/", play.ResignView.as_view(), name="game-resign"),
    path("games/<uuid:game_id>/events/", play.EventsView.as_view(), name="game-events"),
    path("games/<uuid:game_id>/states/<number:version>/", history.StateView.as_view(), name="game-state"),
    path("games/<uuid:game_id>/hands/", history.HandsView.as_view(), name="game-hands"),
    path("games/<uuid:game_id>/audit/", sealed.AuditView.as_view(), name="game-audit"),
    path("games/<uuid:game_id>/proof/", sealed.ProofView.as_view(), name="game-proof"),
    path(
        "games/<uuid:game_id>/hands/<number:number>/record/",
        history.RecordView.as_view(),
        name="game-hand-record",
    ),
    path(
        "games/<uuid:game_id>/hands/<number:number>/replay/",
        history.ReplayView.as_view(),
        name="game-hand-replay",
    ),
    path(
        "games/<uuid:game_id>/hands/<number:number>/fairness/",
        deals.FairnessView.as_view(),
        name="game-hand-fairness",
    ),
    path("variants/", catalogue.VariantsView.as_view(), name="variants"),
    path("variants/<slug:variant>/", catalogue.VariantView.as_view(), name="variant"),
    path("verdicts/", history.VerdictsView.as_view(), name="verdicts"),
]
