"""The addresses of keys, under /api/v1/."""

from django.urls import path

from truco_api.devicekeys.api import views

urlpatterns = [
    path("me/keys/", views.KeysView.as_view(), name="own-keys"),
    path("me/keys/<uuid:key_id>/", views.KeyView.as_view(), name="own-key"),
]
