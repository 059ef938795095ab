"""The secret key of an installation that nobody has configured: random, made at the first need, and kept."""

import os
import secrets
from pathlib import Path


def embedded_secret(file: Path) -> str:
    """The text in the file, which only its owner may read; of several that make it at once, one wins."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, file)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text(encoding="ascii")
