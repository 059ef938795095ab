"""Settings. Everything that differs between machines comes from the environment; the defaults are the
embedded database and broker, so that a clone runs as it is."""

import os
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from kombu import Exchange, Queue

from truco_api.accounts import providers
from truco_api.accounts.mail import mail_settings
from truco_api.embedded.broker import transport_options
from truco_api.embedded.secret import embedded_secret
from truco_api.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
TRUCO_DATA = Path(os.environ.get("TRUCO_DATA", BASE_DIR / ".truco"))

DEBUG = os.environ.get("TRUCO_DEBUG", "") == "1"
DEPLOYED = "DATABASE_URL" in os.environ
SECRET_KEY = os.environ.get("SECRET_KEY", "" if DEPLOYED else embedded_secret(TRUCO_DATA / "secret_key"))
if not SECRET_KEY:
    raise ImproperlyConfigured("With DATABASE_URL, SECRET_KEY must be set: one long random text everywhere.")
# The keys that seal hidden cards in the database (docs/sealed-secrets.md): here, or in a file beside it.
TRUCO_KEYS = os.environ.get("TRUCO_KEYS", "")
TRUCO_KEYS_FILE = Path(os.environ.get("TRUCO_KEYS_FILE", TRUCO_DATA / "keys"))
if DEPLOYED and not (TRUCO_KEYS or "TRUCO_KEYS_FILE" in os.environ):
    raise ImproperlyConfigured("With DATABASE_URL, TRUCO_KEYS must be set: the same keys everywhere.")
# The keys that sign the checkpoints (docs/sealed-history.md): only a worker needs them.
TRUCO_CHECKPOINT_KEYS = os.environ.get("TRUCO_CHECKPOINT_KEYS", "")
TRUCO_CHECKPOINT_KEYS_GIVEN = "TRUCO_CHECKPOINT_KEYS_FILE" in os.environ
TRUCO_CHECKPOINT_KEYS_FILE = Path(
    os.environ.get("TRUCO_CHECKPOINT_KEYS_FILE", TRUCO_DATA / "checkpoint-keys")
)
CHECKPOINT_SECONDS = int(os.environ.get("CHECKPOINT_SECONDS", "60"))
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1],testserver").split(",")

# Security. HTTPS=1 says that everybody arrives by https, here or at a reverse proxy.
HTTPS = os.environ.get("HTTPS", "") == "1"
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))  # how many in front write X-Forwarded-*
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # asked from inside, past the proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS", "0"))
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = os.environ.get("HSTS_SUBDOMAINS", "") == "1"
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if origin]
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "truco_api.accounts",
    "truco_api.eventstore",
    "truco_api.checkpoints",
    "truco_api.devicekeys",
    "truco_api.embedded",
    "truco_api.http",
    "truco_api.notices",
    "truco_api.webhooks",
    "truco_api.presence",
    "games",
    "tournaments",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.usersessions",
    *providers.apps(os.environ),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "pgtrigger",
    "push_notifications",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MIDDLEWARE = [
    "truco_api.logs.RequestLog",
    "truco_api.http.middleware.ProblemMiddleware",
    "truco_api.http.limits.RateLimits",
    "django.middleware.security.SecurityMiddleware",
    "truco_api.http.for_pages.WhiteNoiseMiddleware",
    "truco_api.http.for_pages.SessionMiddleware",
    "truco_api.http.language.LocaleMiddleware",
    "truco_api.http.middleware.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "truco_api.http.for_pages.AuthenticationMiddleware",
    "truco_api.http.for_pages.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
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


def _database(url: str | None) -> dict[str, Any]:
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


def _as_role(role: str | None, database: dict[str, Any]) -> dict[str, Any]:
    """The same database, each of whose connections begins as `role` (see `truco_api.eventstore.rights`)."""
    if not role:
        return database
    options = database.get("OPTIONS", {})
    begin = f"{options.get('options', '')} -c role={role}".strip()
    return database | {"OPTIONS": options | {"options": begin}}


DATABASES = {
    "default": _as_role(os.environ.get("DATABASE_APP_ROLE"), _database(os.environ.get("DATABASE_URL")))
    | {"CONN_MAX_AGE": None}
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pt-br", "Português (Brasil)"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "truco_api" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["truco_api.accounts.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["truco_api.http.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["truco_api.http.written.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "truco_api.http.written.Negotiation",
    "DEFAULT_PAGINATION_CLASS": "truco_api.http.pagination.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": "truco_api.http.metadata.NoMetadata",
    "EXCEPTION_HANDLER": "truco_api.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "URL_FORMAT_OVERRIDE": None,
    # Without proxies of ours, X-Forwarded-For is whatever the client likes to say.
    "NUM_PROXIES": TRUSTED_PROXIES,
}


def _rate(name: str, default: str) -> tuple[int, int]:
    """Tries and seconds from the environment, for example RATE_SIGN_IN=120/60."""
    tries, seconds = os.environ.get(f"RATE_{name}", default).split("/")
    return int(tries), int(seconds)


ATTEMPT_RATES = {
    # By address: a club plays behind one router, and so does the demonstration with all its bots.
    "sign_up": _rate("SIGN_UP", "120/60"),
    "sign_in": _rate("SIGN_IN", "120/60"),
    "sign_in_name": _rate("SIGN_IN_NAME", "20/60"),
    "deletion": _rate("DELETION", "10/600"),
    "invitation": _rate("INVITATION", "120/60"),
    "claim": _rate("CLAIM", "20/600"),
}
REQUEST_RATES = {
    "token": _rate("TOKEN", "1200/60"),  # everything but moves
    "address": _rate("ADDRESS", "20000/60"),  # a hall full of phones behind one router
    "refused_moves": _rate("REFUSED_MOVES", "60/60"),
    "unknown_senders": _rate("UNKNOWN_SENDERS", "600/60"),
    "judgements": _rate("JUDGEMENTS", "120/60"),  # verdicts, standings and regulations, without signing in
}
RATE_FILE = Path(os.environ.get("RATE_FILE", TRUCO_DATA / "limits"))
# Programs on this machine itself, such as the demonstration; behind a proxy nobody else seems to be here.
RATE_EXEMPT = frozenset(os.environ.get("RATE_EXEMPT", "127.0.0.1,::1").split(","))
LARGEST_BODY = int(os.environ.get("LARGEST_BODY", str(12 * 1024 * 1024)))
CLAIM_CODE_DAYS = int(os.environ.get("CLAIM_CODE_DAYS", "90"))
TOKEN_IDLE_DAYS = int(os.environ.get("TOKEN_IDLE_DAYS", "90"))
ACCESS_TOKEN_SECONDS = int(os.environ.get("ACCESS_TOKEN_SECONDS", "900"))

# Accounts (docs/accounts.md): allauth does the signing in, `truco_api.accounts` what is ours about it.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
SIGN_UP_OPEN = os.environ.get("SIGN_UP", "open") == "open"
HEADLESS_ONLY = HEADLESS_SERVE_SPECIFICATION = True
HEADLESS_SPECIFICATION_TEMPLATE_NAME = None  # it would load scripts from elsewhere
HEADLESS_CLIENTS = ("app",)
HEADLESS_TOKEN_STRATEGY = "truco_api.accounts.strategy.DeviceTokens"  # noqa: S105 - a class, not a secret
APP_URL = os.environ.get("APP_URL", "").rstrip("/")
HEADLESS_FRONTEND_URLS = {
    "account_confirm_email": f"{APP_URL}/account/confirm-email/{{key}}/",
    "account_reset_password": f"{APP_URL}/account/reset-password/",
    "account_signup": f"{APP_URL}/account/sign-up/",
    "socialaccount_login_error": f"{APP_URL}/sign-in/",
}
ACCOUNT_ADAPTER = "truco_api.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # also where an address is not confirmed yet
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_USERNAME_VALIDATORS = "truco_api.accounts.names.NAME_VALIDATORS"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_ADAPTER = "truco_api.accounts.adapters.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Truco"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not DEPLOYED
USERSESSIONS_ADAPTER = "truco_api.accounts.adapters.UserSessionsAdapter"
USERSESSIONS_TRACK_ACTIVITY = True
SOCIALACCOUNT_PROVIDERS = providers.configuration(os.environ)
SOCIALACCOUNT_ONLY = False

# Mail: `MAIL_URL=smtp://user:password@host:587`, else a folder.
globals().update(mail_settings(os.environ.get("MAIL_URL", ""), TRUCO_DATA / "mail"))
DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM", "truco@localhost")

# What several processes must count together and may lose: tries to sign in, codes that were used.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "accounts_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Truco",
    "DESCRIPTION": "Games and championships of truco. Sign in, then send `Authorization: Bearer <token>`.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]+",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "ConductKindEnum": "games.models.ConductReport.Kind",
        "LanguageEnum": LANGUAGES,
        "GamePhaseEnum": "games.api.serializers.PHASES",
        "GameEndEnum": ["target", "abandoned"],
        "AwardForEnum": ["envido", "flor"],
        "CutFromEnum": ["top", "bottom"],
        "NoticeKindEnum": "truco_api.notices.api.serializers.KINDS",
        "PushPlatformEnum": "truco_api.notices.models.Platform",
        "NoticeLevelEnum": "truco_api.notices.models.Level",
        "WebhookTypeEnum": "tournaments.api.webhook_serializers.TYPES",
        "WebhookLoggedTypeEnum": "tournaments.api.webhook_serializers.LOGGED",
        "WebhookDeliveryStatusEnum": "truco_api.webhooks.models.Delivery.Status",
        "WebhookDisabledEnum": "truco_api.webhooks.models.Endpoint.Why",
    },
    "PATH_CONVERTER_OVERRIDES": {"number": {"type": "integer", "minimum": 0, "maximum": 999_999_999}},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.contract.add_actions_and_events",
        "tournaments.api.contract.add_events",
        "truco_api.streams.schema.add_streams",
        "truco_api.http.schema.add_conventions",
        "truco_api.http.examples.add_examples",
    ],
    "EXTERNAL_DOCS": {
        "url": "/_allauth/openapi.json",
        "description": "Signing up and in, e-mail, passwords, second factors, sessions: /_allauth/app/v1/.",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"persistAuthorization": True},
}

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "truco_api" / "static"]
# A clone has no collected files and serves them from where they lie; an image has collected them.
WHITENOISE_USE_FINDERS = not STATIC_ROOT.is_dir()
warnings.filterwarnings("ignore", message="No directory at: .*staticfiles")

# Streams: a process of its own. Empty means: at this same address, behind a reverse proxy.
STREAM_URL = os.environ.get("STREAM_URL", "")
STREAM_ORIGINS = os.environ.get("STREAM_ORIGINS", "*").split(",")

# For how many seconds a deal waits for the seeds that devices have promised (docs/fair-deal.md).
SEED_SECONDS = int(os.environ.get("SEED_SECONDS", "5"))

# A turn that lasts longer than this is told to whoever it waits for, if they are not connected.
TURN_NOTICE_SECONDS = int(os.environ.get("TURN_NOTICE_SECONDS", "30"))

# Push services by which devices can be woken; without its keys, devices of a kind cannot be registered.
FCM_CREDENTIALS_FILE = os.environ.get("FCM_CREDENTIALS_FILE", "")
_PUSH: dict[str, dict[str, Any]] = {
    "fcm": {"PLATFORM": "FCM"} if FCM_CREDENTIALS_FILE else {},
    "apns": {
        "PLATFORM": "APNS",
        "AUTH_KEY_PATH": os.environ["APNS_KEY_FILE"],
        "AUTH_KEY_ID": os.environ["APNS_KEY_ID"],
        "TEAM_ID": os.environ["APNS_TEAM_ID"],
        "TOPIC": os.environ["APNS_TOPIC"],
        "USE_SANDBOX": os.environ.get("APNS_SANDBOX", "") == "1",
    }
    if "APNS_KEY_FILE" in os.environ
    else {},
    "webpush": {
        "PLATFORM": "WP",
        "PRIVATE_KEY": os.environ["WEBPUSH_PRIVATE_KEY"],
        "CLAIMS": {"sub": os.environ["WEBPUSH_SUBJECT"]},
        "ERROR_TIMEOUT": 10,
    }
    if "WEBPUSH_PRIVATE_KEY" in os.environ
    else {},
}
PUSH_NOTIFICATIONS_SETTINGS: dict[str, Any] = {
    "CONFIG": "push_notifications.conf.AppConfig",
    "UNIQUE_REG_ID": True,
    "APPLICATIONS": {name: service for name, service in _PUSH.items() if service},
}

# Webhooks go to the public internet by https. To try them on one's own machine: WEBHOOK_HTTP=1 and
# WEBHOOK_NETWORKS=127.0.0.0/8, which let anybody who owns a club have requests sent into these networks.
WEBHOOK_HTTP = os.environ.get("WEBHOOK_HTTP", "") == "1"
WEBHOOK_NETWORKS = [network for network in os.environ.get("WEBHOOK_NETWORKS", "").split(",") if network]
WEBHOOK_SECONDS = int(os.environ.get("WEBHOOK_SECONDS", "10"))  # for one attempt, answer and all
WEBHOOK_FAILING_DAYS = int(os.environ.get("WEBHOOK_FAILING_DAYS", "5"))  # then it is switched off
WEBHOOK_KEEP_DAYS = int(os.environ.get("WEBHOOK_KEEP_DAYS", "30"))
WEBHOOKS_A_CLUB = 10

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
# Who sends to strangers waits for strangers: in a queue of its own, so that nothing else waits along. A
# worker that is told no queue takes from both.
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), routing_key=name) for name in ("truco", "outside")]
CELERY_TASK_ROUTES = {
    "truco_api.webhooks.tasks.drain": {"queue": "outside"},
    "truco_api.notices.tasks.send": {"queue": "outside"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
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
