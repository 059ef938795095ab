"""A Python client is generated from the description, type-checked, and plays whole games."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.clients.games_played import VARIANTS, played
from tests.servers import run
from truco_api.embedded.parts import Address

HERE = Path(__file__).with_name("python")
MYPY = """[mypy]
strict = True
[mypy-truco_client.client]
# The generator's own part, which is not made from the description.
ignore_errors = True
"""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory, description: Path) -> Path:
    """A folder with the generated package, made without a warning, and the program that uses it."""
    tmp_path = tmp_path_factory.mktemp("python")
    shutil.copy(HERE / "play.py", tmp_path)
    (tmp_path / "mypy.ini").write_text(MYPY)
    wish = ("--path", str(description), "--config", str(HERE / "config.yml"), "--meta", "none")
    command = [sys.executable, "-m", "openapi_python_client", "generate", *wish]
    said = run([*command, "--output-path", "truco_client"], cwd=str(tmp_path))
    assert "WARNING" not in said, said
    return tmp_path


def test_a_generated_python_client_plays_whole_games(workshop: Path, server: Address) -> None:
    run([sys.executable, "-m", "mypy", "play.py"], cwd=str(workshop))
    played(run([sys.executable, "play.py", server.url, *VARIANTS], cwd=str(workshop)))


def test_a_generated_client_passes_over_events_that_it_does_not_know(workshop: Path) -> None:
    later = {
        "version": 9,
        "type": "crowd_cheered/1",
        "at": "2026-01-01T00:00:00+00:00",
        "data": {"loud": True},
    }
    program = (
        "from truco_client.models import GameEvents, OtherEvent\n"
        f"[event] = GameEvents.from_dict({{'events': [{later!r}]}}).events\n"
        "assert isinstance(event, OtherEvent) and event.version == 9, event\n"
    )
    run([sys.executable, "-c", program], cwd=str(workshop))
