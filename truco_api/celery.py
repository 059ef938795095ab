"""The Celery application. Celery wakes, delivers and schedules; it never decides, and it is never the only
memory of anything: every deadline is a row, and every sweep finds by itself what is due. So a message may be
lost or come twice."""

import functools
import logging
import os
import time
import warnings
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")

log = logging.getLogger(__name__)

BELL_EXPIRES_SECONDS = 10
_QUIET_SECONDS = 5.0
_silent_until = 0.0


# It warns of a worker that runs as root because pickled messages could do anything there; ours are JSON.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("truco")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _leave_logging_alone(**_options: object) -> None:
    """Being connected is all: Celery then keeps to the `LOGGING` of the settings."""


def ring_on_commit(task: str, *args: Any, **kwargs: Any) -> None:
    """Ring once the transaction is committed; whether the bell can be rung never matters to the command."""
    transaction.on_commit(functools.partial(ring, task, *args, **kwargs), robust=True)


def ring(task: str, *args: Any, **kwargs: Any) -> None:
    """Send a task its message now, or give up at once; after a failure, stay silent for five seconds."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        app.send_task(task, args, kwargs, expires=BELL_EXPIRES_SECONDS)
    except Exception as error:
        _silent_until = time.monotonic() + _QUIET_SECONDS
        log.warning("broker unreachable, sweeps take over: %s", error)


def _every_second(task: str) -> dict[str, Any]:
    """A beat entry whose message is worth nothing once the next one is due, so that no backlog builds up."""
    return {"task": task, "schedule": 1.0, "options": {"expires": 2}}


app.conf.beat_schedule = {
    "relay events into the feed": _every_second("truco_api.eventstore.tasks.relay"),
    "deliver the feed to subscribers": _every_second("truco_api.eventstore.tasks.deliver"),
    "forget devices and guests that nobody comes back to": {
        "task": "truco_api.accounts.tasks.forget",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "sweep the deadlines of games": _every_second("games.tasks.sweep"),
    "seat who waits for a quick match": _every_second("games.tasks.pair_up"),
    "sweep the deadlines of championships": _every_second("tournaments.tasks.sweep"),
    "sign the heads of all streams": {
        "task": "truco_api.checkpoints.tasks.sign",
        "schedule": float(settings.CHECKPOINT_SECONDS),
        "options": {"expires": settings.CHECKPOINT_SECONDS},
    },
    "tell whoever a game waits for": _every_second("games.tasks.look_for_turns"),
    "sweep notices and wake-ups": _every_second("truco_api.notices.tasks.sweep"),
    "sweep what is to be sent to webhooks": _every_second("truco_api.webhooks.tasks.sweep"),
    "forget old notices": {
        "task": "truco_api.notices.tasks.forget",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "forget old messages to webhooks": {
        "task": "truco_api.webhooks.tasks.forget",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "forget what nobody will repeat": {
        "task": "truco_api.eventstore.tasks.forget",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
}
