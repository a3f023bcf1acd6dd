"""The reference of the language says what the language does: every example on it is asked, and the page compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.language import CONSTRUCTS, PAGE, answer_of, page


def test_the_reference_is_up_to_date(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(tmp_path / "books"))
    answers = [answer_of(construct, tmp_path / "books") for construct in CONSTRUCTS]
    assert not [a["text"] for a in answers if a["answer"] == "not understood"]
    assert PAGE.read_text(encoding="utf-8") == page(answers)  # python -m tests.kb.language
