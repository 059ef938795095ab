"""Exits with 0 if this container's server says that it is ready: `python docker/healthcheck.py 8000`."""

import sys
import urllib.error
import urllib.request


def is_ready(port: int) -> bool:
    """Whether the server on this port is up, and its database with it."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(0 if is_ready(int(sys.argv[1])) else 1)
