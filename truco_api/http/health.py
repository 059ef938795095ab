"""Whether this process lives, and whether it can work: for those who supervise it."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse


def alive(_request: HttpRequest) -> JsonResponse:
    """`{"status": "ok"}` as long as the process answers at all; asks nobody else."""
    return JsonResponse({"status": "ok"})


def ready(_request: HttpRequest) -> JsonResponse:
    """The same when the database answers too, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "without": ["database"]}, status=503)
    return JsonResponse({"status": "ok"})
