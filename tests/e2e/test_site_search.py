"""The search of a site on a disk, which needs its script."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from api.assets import asset

ROWS = [
    [
        "rule",
        "tidewrack",
        "T2.3",
        "MARSH",
        f"A word before. {'The tide floods marshes. ' * 20}",
        "tidewrack/rules/T2.3.html",
    ],
    ["vocabulary", "tidewrack", "the tide", "the tide is *", "the water is *", "tidewrack/vocabulary.html"],
]
PAGE = """<!doctype html><meta charset="utf-8"><title>Search</title><form class="docs-search" hidden><input></form>
<p class="docs-count"></p>
<ol class="docs-results"></ol><script src="data.js"></script><script src="docs-search.js"></script>"""


def test_the_words_are_marked_and_no_word_is_cut(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "search.html").write_text(PAGE)
    (tmp_path / "data.js").write_text(f"window.hexlawSearch = {json.dumps(ROWS)};")
    (tmp_path / "docs-search.js").write_bytes(asset("docs-search.js"))
    page = browser.new_page()
    page.goto((tmp_path / "search.html").as_uri())
    page.locator("input").fill("tide")
    first, second = page.locator("li").all()
    assert second.locator("p").inner_text().endswith(("marshes. …", "floods …", "tide …", "The …"))
    assert set(second.locator("mark").all_inner_texts()) == {"tide"}
    assert first.locator("a").inner_text() == "the tide is *"
    page.locator("input").fill("marsh")
    assert page.locator("li a mark").all_inner_texts() == ["MARSH"]
    assert set(page.locator("li p mark").all_inner_texts()) == {"marshes."}
    page.close()
