"""The sentences nearest to one that is not understood: those that share what tells most."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.rulelang.nearest import nearest_sentences, stem
from tests.kb.fens import load

VOCABULARY = """
action else yes: a unit poles into a hex | a unit poles through a hex | a unit poles across a hex
action else yes: a unit makes an~Anchoring~Attempt in a hex
relation else no: a unit is in a hex
relation else no: a unit sees a hex
relation else no: a friendly unit is in a hex
relation else no: it is told that a unit is in a hex
figure else ?: the mooring of a unit = hex
"""


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # Of each template one sentence, and whatever form a word has.
        (
            "May the unit be poling?",
            ("a unit poles into a hex", "a unit may pole into a hex"),
        ),
        (
            "The unit poled past.",
            ("a unit poles into a hex", "a unit may pole into a hex"),
        ),
        # What a word tells counts, not that many sentences are about things of its class.
        ("The unit was seeing hex 4 already.", ("a unit sees a hex", "a friendly unit is in a hex")),
        # Marks of the vocabulary are not shown.
        (
            "Did the unit attempt it?",
            ("a unit makes an Anchoring Attempt in a hex", "a unit may make an Anchoring Attempt in a hex"),
        ),
        ("What is the mooring?", ("the mooring of a unit is a hex",)),
        # What only says that something is told is nothing to say.
        ("The told unit.", ()),
        (
            "The unit has one attenpt left.",
            ("a unit makes an Anchoring Attempt in a hex", "a unit may make an Anchoring Attempt in a hex"),
        ),
        ("It is so.", ()),
    ],
)
def test_what_comes_nearest(tmp_path: Path, sentence: str, expected: tuple[str, ...]) -> None:
    book, _ = load(tmp_path, VOCABULARY, "F1.1-s1: note a clash.")
    assert nearest_sentences(book.vocabulary, sentence) == expected


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ("wade wades waded wading Wading", "wad"),
        ("swim swims swimming", "swim"),
        ("fall falls falling", "fall"),
        ("see sees seeing", "see"),
        ("pass passes passed passing", "pass"),
        ("carries", "carry"),
        ("ice", "ice"),
    ],
)
def test_what_the_forms_of_a_word_have_in_common(forms: str, expected: str) -> None:
    assert {stem(form) for form in forms.split()} == {expected}
