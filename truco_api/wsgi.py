"""The WSGI entry point."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")

ordinary = get_wsgi_application()
# Django imports every view at the first request: a second that no player should wait for.
import_module(settings.ROOT_URLCONF)

from truco_api.http.express import ExpressWay  # noqa: E402 - it needs Django set up

application = ExpressWay(ordinary)

# What is there by now stays for good, and what a request makes is gone with it: to look through all of it
# again and again, as is usual, costs a move a tenth of its processor time.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
