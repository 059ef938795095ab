"""The Celery application. Celery wakes, delivers and schedules; it never decides, and it is never the only
memory of anything: every deadline is a row, and every sweep finds by itself what is due. So a message may be
lost or come twice."""

import functools
import logging
import os
import time
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")

log = logging.getLogger(__name__)

_QUIET_SECONDS = 5.0
_silent_until = 0.0


class DoorbellTask(DjangoTask[Any, Any]):
    """A task to ring after a commit: a bell that cannot be rung never fails or holds up the command."""

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]  # as at run time
        """Ring once the transaction is committed; with the broker away, a sweep will do the work instead."""
        transaction.on_commit(functools.partial(self.ring, *args, **kwargs), robust=True)

    def ring(self, *args: Any, **kwargs: Any) -> None:
        """Send the message now, or give up at once: after a failure, bells stay silent for five seconds."""
        global _silent_until
        if time.monotonic() < _silent_until:
            return
        try:
            self.apply_async(args, kwargs, expires=10)
        except Exception as error:
            _silent_until = time.monotonic() + _QUIET_SECONDS
            log.warning("broker unreachable, sweeps take over: %s", error)


app = Celery("truco", task_cls=DoorbellTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _every_second(task: str) -> dict[str, Any]:
    """A beat entry whose message is worth nothing once the next one is due, so that no backlog builds up."""
    return {"task": task, "schedule": 1.0, "options": {"expires": 2}}


app.conf.beat_schedule = {
    "relay events into the feed": _every_second("truco_api.eventstore.tasks.relay"),
    "deliver the feed to subscribers": _every_second("truco_api.eventstore.tasks.deliver"),
    "sweep the deadlines of games": _every_second("games.tasks.sweep"),
    "sweep the deadlines of championships": _every_second("tournaments.tasks.sweep"),
}
