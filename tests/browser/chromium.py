"""Which browser the tests drive, and what to say when there is none."""

import os
import shutil
from pathlib import Path
from typing import Final

NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
HINT: Final = (
    "no Chromium was found. Install one (Debian: `apt-get install chromium`; anywhere: `playwright install "
    "chromium`) or name one you have in TRUCO_CHROMIUM=/path/to/it"
)


def chromium() -> str | None:
    """The path of a Chromium, or of a browser made of it; None when there is none."""
    named = os.environ.get("TRUCO_CHROMIUM")
    if named:
        return named
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or next((place for place in PLACES if Path(place).exists()), None) or _downloaded()


def required() -> bool:
    """Whether it is a failure that there is no browser."""
    return os.environ.get("TRUCO_BROWSER_TESTS") == "required" or "TRUCO_CHROMIUM" in os.environ


def _downloaded() -> str | None:
    """The one that `playwright install` has fetched."""
    home = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache" / "ms-playwright"))
    built = (*home.glob("chromium-*/chrome-linux*/chrome"), *home.glob("chromium-*/chrome-mac*/**/Chromium"))
    return str(max(built)) if built else None
