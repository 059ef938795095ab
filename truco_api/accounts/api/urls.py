"""The addresses of accounts, under /api/v1/."""

from django.urls import path

from truco_api.accounts.api import access, deletion, guests, views

urlpatterns = [
    path("accounts/", views.AccountsView.as_view(), name="accounts"),
    path("accounts/me/", views.OwnAccountView.as_view(), name="account-me"),
    path("accounts/me/deletion/", deletion.DeletionView.as_view(), name="account-deletion"),
    path("accounts/me/claim/", guests.ClaimAccountView.as_view(), name="account-claim"),
    path("guests/", guests.GuestsView.as_view(), name="guests"),
    path("accounts/me/devices/", views.DevicesView.as_view(), name="account-devices"),
    path("accounts/me/devices/<uuid:token_id>/", views.DeviceView.as_view(), name="account-device"),
    path("tokens/", views.TokensView.as_view(), name="tokens"),
    path("tokens/access/", access.AccessView.as_view(), name="token-access"),
    path("tokens/refresh/", access.RefreshView.as_view(), name="token-refresh"),
    path("tokens/current/", views.CurrentTokenView.as_view(), name="token-current"),
]
