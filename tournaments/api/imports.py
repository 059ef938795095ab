"""Entries from a spreadsheet: tried out first, then taken as a whole."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiRequest, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import entry_lists
from tournaments.api._base import COMMAND, MemberView, answered, asked, valid
from tournaments.api._files import ListParser
from tournaments.api.championships import organized
from tournaments.api.entries import named_all, with_names
from tournaments.api.public_serializers import EntrySerializer
from tournaments.services import imports
from truco_api.problems import localized

LIST = OpenApiRequest(
    OpenApiTypes.STR,
    examples=[
        OpenApiExample(
            "Two pairs",
            value="dupla;jogador 1;jogador 2;clube\\nOs Zés;José;@ze;Copas\\nAs Marias;Maria;Rita;",
        )
    ],
)


class ImportQuerySerializer(serializers.Serializer[Any]):
    """What is done with every entry."""

    confirm = serializers.BooleanField(default=True, help_text="Confirm the entries at once.")


class LineFaultSerializer(serializers.Serializer[Any]):
    """What is wrong with a line: `field` is "lines.<number>.<column>"."""

    field = serializers.CharField()
    detail = serializers.CharField(help_text="In the caller's language.")


class ImportPreviewSerializer(serializers.Serializer[Any]):
    """What an import would do."""

    separator = serializers.CharField()
    ignored = serializers.ListField(
        child=serializers.CharField(), help_text="Headings that mean nothing to us."
    )
    entries = EntrySerializer(many=True)
    faults = LineFaultSerializer(many=True)


class ImportedSerializer(serializers.Serializer[Any]):
    """The entries that were taken."""

    entries = EntrySerializer(many=True)
    version = serializers.IntegerField()


class ImportView(MemberView):
    """A list as a spreadsheet saves it: UTF-8 or Latin-1, separated by comma, semicolon or tab."""

    parser_classes = [ListParser]


def _read(request: Request) -> entry_lists.EntryList:
    """The list in the body, which the parser has made text of."""
    body = cast("dict[str, str]", request.data)
    return entry_lists.read(body.get("list", ""))


@extend_schema(tags=["entries"])
class ImportPreviewView(ImportView):
    """What an import would do."""

    serializer_class = ImportPreviewSerializer

    @extend_schema(
        operation_id="entries_preview_import",
        parameters=[ImportQuerySerializer],
        request={"text/csv": LIST},
        responses=ImportPreviewSerializer,
    )
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Try a list of entries out: what would be entered, and every faulty line (owner, organizer)."""
        championship = organized(request, championship_id)
        found = _read(request)
        tried = imports.preview(
            championship_id=championship_id,
            club_id=championship.club_id,
            by=asked(request),
            found=found,
            **valid(ImportQuerySerializer(data=request.query_params)),
        )
        faults = [{"field": fault.path, "detail": localized(fault.text)} for fault in tried.faults]
        entries = [with_names(entry, tried.names) for entry in tried.entries]
        body = {"separator": found.separator, "ignored": found.ignored, "entries": entries, "faults": faults}
        return Response(ImportPreviewSerializer(body).data)


@extend_schema(tags=["entries"])
class ImportEntriesView(ImportView):
    """Entries from a list."""

    serializer_class = ImportedSerializer

    @extend_schema(
        operation_id="entries_import",
        parameters=[*COMMAND, ImportQuerySerializer],
        request={"text/csv": LIST},
        responses={201: ImportedSerializer},
    )
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Enter every line of a list, or none of them if one has a fault (owner, organizer).

        A player is a name, or `@` and the name of an account; a name that the club has registered before is
        that person again.
        """
        championship = organized(request, championship_id)
        answer = imports.commit(
            championship_id=championship_id,
            club_id=championship.club_id,
            by=asked(request),
            found=_read(request),
            **valid(ImportQuerySerializer(data=request.query_params)),
        )
        body = answer.body | {"entries": named_all(answer.body["entries"])}
        return answered(answer._replace(body=body))
