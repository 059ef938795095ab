"""Addresses of the inbox, below /api/v1/."""

from django.urls import URLPattern, path

from truco_api.notices.api import views

urlpatterns: list[URLPattern] = [
    path("notices/", views.InboxView.as_view(), name="notices"),
    path("notices/unread/", views.UnreadView.as_view(), name="notices-unread"),
    path("notices/read/", views.ReadAllView.as_view(), name="notices-read-all"),
    path("notices/settings/", views.WishesView.as_view(), name="notices-settings"),
    path("push/", views.PushView.as_view(), name="push"),
    path("push/devices/", views.DevicesView.as_view(), name="push-devices"),
    path("push/devices/<uuid:device_id>/", views.DeviceView.as_view(), name="push-device"),
    path("notices/<uuid:notice_id>/read/", views.ReadView.as_view(), name="notice-read"),
]
