"""The addresses of checkpoints, under /api/v1/."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from truco_api.checkpoints.api import views


class NumberConverter(IntConverter):
    """A number that a checkpoint can have, so that no larger one reaches the database."""

    regex = "[0-9]{1,15}"


register_converter(NumberConverter, "checkpoint")

urlpatterns = [
    path("checkpoints/", views.CheckpointsView.as_view(), name="checkpoints"),
    path("checkpoints/latest/", views.LatestView.as_view(), name="checkpoint-latest"),
    path("checkpoints/keys/", views.KeysView.as_view(), name="checkpoint-keys"),
    path("checkpoints/entries/", views.EntriesView.as_view(), name="checkpoint-entries"),
    path("checkpoints/<checkpoint:number>/", views.CheckpointView.as_view(), name="checkpoint"),
    path(
        "checkpoints/<checkpoint:before>/to/<checkpoint:number>/",
        views.ConsistencyView.as_view(),
        name="checkpoint-consistency",
    ),
]
