"""The WSGI entry point."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_api.settings")

application = get_wsgi_application()
# Django imports every view at the first request: a second that no player should wait for.
import_module(settings.ROOT_URLCONF)
