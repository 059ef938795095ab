"""The documentation is built as a site without a warning, and needs nothing from other hosts."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, all_blocks

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class _Loads(HTMLParser):
    """Collects what a page makes a browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is fetched by this tag; a canonical link is only named."""
        values = dict(attrs)
        if tag in LOADED and values.get("rel") != "canonical":
            self.found.append(values.get(LOADED[tag]) or "")


def test_every_page_is_in_the_site(site: Path) -> None:
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")} - {"index"}
    assert {page for page in pages if not (site / page / "index.html").exists()} == set()
    home = (site / "index.html").read_text()
    assert {page for page in pages if f'href="{page}/"' not in home} == set()


def test_no_page_fetches_anything_from_another_host(site: Path) -> None:
    for page in site.rglob("*.html"):
        loads = _Loads()
        loads.feed(page.read_text())
        assert [address for address in loads.found if re.match(r"(https?:)?//", address)] == []
    for sheet in site.rglob("*.css"):
        assert re.findall(r"url\([\"']?(?:https?:)?//", sheet.read_text()) == []


def test_every_diagram_is_a_picture_with_words(site: Path) -> None:
    page = (site / "life-of-a-game" / "index.html").read_text()
    diagrams = [block for block in all_blocks("mermaid") if block.page == "life-of-a-game.md"]
    assert page.count('<svg class="sequence"') == len(diagrams) >= 5
    assert "sequenceDiagram" not in page
    for block in diagrams:
        for name in re.findall(r"participant \w+ as (.+)", block.text):
            assert f'class="name">{name.replace(chr(39), "&#x27;")}</text>' in page
