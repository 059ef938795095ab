"""What MkDocs does beside building: the order of the pages, and diagrams as pictures."""

import importlib.util
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
# By heading, the pages in their order; those that are not there (yet) are left out, others come at the end.
ORDER = {
    "Building an app": [
        "first-hand", "life-of-a-game", "api", "errors", "reconnecting", "clocks", "redaction", "clients",
        "accounts", "tables", "live", "notifications", "fair-deal", "versions",
    ],
    "A club": ["club-site", "webhooks", "regulations", "formats", "standings", "disputes", "replay"],
    "Truco": ["rules", "variants", "hand-record", "bots", "comparison"],
    "Running and changing it": ["architecture", "sealed-secrets", "checkpoints"],
}  # fmt: skip
_DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def _sequence() -> Any:
    """The neighbour module: hooks are loaded by their path, not as a package."""
    spec = importlib.util.spec_from_file_location("sequence", HERE / "sequence.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    __import__("sys").modules["sequence"] = module
    spec.loader.exec_module(module)
    return module


def on_config(config: Any) -> Any:
    """Put every page there is into the navigation."""
    there = {path.stem for path in Path(config["docs_dir"]).glob("*.md")} - {"index"}
    nav: list[Any] = [{"Truco": "index.md"}]
    for heading, pages in ORDER.items():
        nav.append({heading: [f"{page}.md" for page in pages if page in there]})
    if rest := sorted(there - {page for pages in ORDER.values() for page in pages}):
        nav.append({"More": [f"{page}.md" for page in rest]})
    config["nav"] = nav
    return config


def on_page_markdown(markdown: str, **_rest: Any) -> str:
    """Draw the diagrams."""
    svg = _sequence().svg
    return _DIAGRAM.sub(lambda found: f'<figure markdown="0">{svg(found[1])}</figure>', markdown)
