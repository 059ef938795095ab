"""What may stand in the addresses of games."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class VersionConverter(IntConverter):
    """A number that a version, a hand or a seat can have, so that no larger one reaches the database."""

    regex = "[0-9]{1,9}"


register_converter(VersionConverter, "number")
