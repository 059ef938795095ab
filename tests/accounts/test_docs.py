"""docs/accounts.md is so: its lines run against a server, its numbers and names are those of the code."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from truco_api.accounts import api_tokens, refreshing
from truco_api.accounts.models import Scope

TEXT = (Path(settings.BASE_DIR) / "docs" / "accounts.md").read_text()
LINES = "\n".join(re.findall(r"<!-- run -->\n```sh\n(.*?)```", TEXT, re.DOTALL))


@pytest.mark.django_db(transaction=True)
def test_the_lines_run_one_after_the_other(live_server: LiveServer) -> None:
    assert LINES.count("post ") >= 10
    environment = {**os.environ, "BASE": live_server.url}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", LINES], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    printed = done.stdout.splitlines()
    assert printed[0] == "False"  # no guest any more
    assert printed[1].startswith(refreshing.PREFIX)
    assert printed[2].startswith("zeca-")
    assert re.fullmatch(r"[0-9A-Z]{12}", printed[3])


def test_every_scope_and_every_rate_stands_in_its_table() -> None:
    assert all(f"| `{scope}` |" in TEXT for scope in Scope.values)
    rates = [*settings.REQUEST_RATES, "sign_up", "sign_in", "sign_in_name", "claim", "deletion"]
    assert all(f"`RATE_{rate.upper()}`" in TEXT for rate in rates)
    assert api_tokens.PREFIX in TEXT


def test_the_numbers_are_those_of_the_code() -> None:
    assert settings.ACCESS_TOKEN_SECONDS == 15 * 60
    assert (settings.TOKEN_IDLE_DAYS, settings.CLAIM_CODE_DAYS) == (90, 90)
    assert settings.REQUEST_RATES["token"] == (1200, 60)
    assert settings.REQUEST_RATES["address"] == (20_000, 60)
