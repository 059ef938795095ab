"""Where mail goes when no server for it is named: into a folder that only the operator reads.

Not onto the console: mails hold codes and links that open an account, and logs are read by many.
"""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.filebased import EmailBackend
from typing_extensions import override

logger = logging.getLogger(__name__)


class FolderBackend(EmailBackend):
    """Django's own backend over files, in a folder of mode 0700; the log only says that there is mail."""

    def __init__(self, **kwargs: Any) -> None:
        folder = str(getattr(settings, "EMAIL_FILE_PATH", ""))
        Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)
        super().__init__(**kwargs)

    @override
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write them down."""
        sent = super().send_messages(email_messages)
        if sent:
            logger.info("No mail server is set: %d mail(s) lie in %s.", sent, self.file_path)
        return sent


def mail_settings(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for `smtp://user:password@host:587/?tls=1` or `smtps://…:465`; a folder without."""
    if not url:
        return {"EMAIL_BACKEND": "truco_api.accounts.mail.FolderBackend", "EMAIL_FILE_PATH": str(folder)}
    parts = urlsplit(url)
    secure = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if secure else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": not secure and dict(parse_qsl(parts.query)).get("tls", "1") == "1",
        "EMAIL_TIMEOUT": 10,
    }
