"""Files that are made while they are sent."""

from collections.abc import Iterator

from django.http import StreamingHttpResponse


def as_file(parts: Iterator[str], name: str) -> StreamingHttpResponse:
    """The parts of a JSON text as a file; the first is made at once, so that what is refused is refused."""
    first = next(parts)

    def written() -> Iterator[bytes]:
        yield first.encode()
        for part in parts:
            yield part.encode()

    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(written(), content_type="application/json", headers=headers)
