"""Settings. Everything that differs between machines comes from the environment; the defaults are the
embedded database and broker, so that a clone runs as it is."""

import os
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from truco_api.embedded.broker import transport_options
from truco_api.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
TRUCO_DATA = Path(os.environ.get("TRUCO_DATA", BASE_DIR / ".truco"))

DEBUG = os.environ.get("TRUCO_DEBUG", "") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY", "embedded-only-not-for-deployment")
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1],testserver").split(",")

INSTALLED_APPS = [
    "truco_api.accounts",
    "truco_api.eventstore",
    "truco_api.embedded",
    "games",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "pgtrigger",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MIDDLEWARE = [
    "truco_api.logs.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "truco_api.urls"
WSGI_APPLICATION = "truco_api.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "truco_api" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def _database(url: str | None) -> dict[str, object]:
    """Django's database settings for a `postgresql://` URL, or for the embedded server without one."""
    if not url:
        return {"ENGINE": "truco_api.embedded.backend", "NAME": "postgres", "USER": "postgres"}
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


DATABASES = {"default": _database(os.environ.get("DATABASE_URL")) | {"CONN_MAX_AGE": None}}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pt-br", "Português (Brasil)"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "truco_api" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS: list[Path] = []
WHITENOISE_USE_FINDERS = not STATIC_ROOT.is_dir()  # a clone has no collected files; an image has

# Streams: a process of its own. Empty means: at this same address, behind a reverse proxy.
STREAM_URL = os.environ.get("STREAM_URL", "")
STREAM_ORIGINS = os.environ.get("STREAM_ORIGINS", "*").split(",")

# Celery: the embedded broker unless BROKER_URL names another.
BROKER_URL = os.environ.get("BROKER_URL")
CELERY_BROKER_URL = BROKER_URL or "filesystem://localhost//"
if not BROKER_URL:
    CELERY_BROKER_TRANSPORT = "truco_api.embedded.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(TRUCO_DATA / "broker")
elif BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "visibility_timeout": 300}
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(BROKER_URL)  # its broadcast queues would only litter the folder
CELERY_TASK_DEFAULT_QUEUE = "truco"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A request never waits long for a bell: one second to connect, one retry at once.
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0}
# Every entry comes every second, so there is nothing to remember in a file that two beats could fight over.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

LOGGING = logging_config(
    as_json=os.environ.get("LOG_FORMAT") == "json", level=os.environ.get("LOG_LEVEL", "INFO").upper()
)
