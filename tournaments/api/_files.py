"""Files that the API takes and gives: PDF, CSV."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response
from typing_extensions import override

from tournaments.entry_lists import decoded
from truco_api.errors import gettext_noop
from truco_api.http.errors import BodyTooLarge

MAX_LIST = 1024 * 1024


class FileRenderer(BaseRenderer):
    """The bytes of a file as they are; a problem stays JSON, whatever was asked for."""

    charset = None
    render_style = "binary"

    @override
    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The body of the answer."""
        return data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode()


class PdfRenderer(FileRenderer):
    """A PDF."""

    media_type = "application/pdf"
    format = "pdf"


class CsvRenderer(FileRenderer):
    """CSV in UTF-8."""

    media_type = "text/csv"
    format = "csv"


class ListParser(BaseParser):
    """A list as a spreadsheet saves it, up to a megabyte, as text."""

    media_type = "text/csv"

    @override
    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, str]:
        """The text of the body, as `list`."""
        body = stream.read(MAX_LIST + 1)
        if len(body) > MAX_LIST:
            raise BodyTooLarge(gettext_noop("The body is larger than {limit} bytes."), limit=MAX_LIST)
        return {"list": decoded(body)}


def described(media_type: str, words: str) -> dict[tuple[int, str], OpenApiResponse]:
    """The answer that is a file, for the description of the API."""
    return {(200, media_type): OpenApiResponse(OpenApiTypes.BINARY, description=words)}


def file(body: bytes, name: str, *, attached: bool) -> Response:
    """The file under a name, to be shown or (`attached`) to be saved."""
    how = "attachment" if attached else "inline"
    return Response(body, headers={"Content-Disposition": f'{how}; filename="{name}"'})
