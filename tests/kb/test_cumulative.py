"""Lines of a sum that are not cumulative: of two that would both count, only the larger does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker, load

VOCABULARY = """
    adjective else no: leaky (craft)
    adjective else no: laden (craft)
    adjective else no: old (craft)
    adjective else ?: patched (craft)
    figure base 0: the toll of a craft = pence
    figure base 0: the fare of a craft = pence
    figure else ?: the draught of a craft = pence
"""
RULES = """
    F1.1-s1: add 3 to the toll of a leaky craft.
    F1.1-s2: add 2 to the toll of a laden craft.
    F1.1-s3: add 1 to the toll of an old craft.
    F1.1-s4: add -2 to the toll of a patched craft.
    F1.1-s5: add 4 to the fare of a laden craft.
    F1.2-s1: {}
    F1.3-s1: {}
"""
NOTE = 'note "nothing"'
Book = Callable[..., Ask]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    return lambda first, second=NOTE: asker(tmp_path, monkeypatch, VOCABULARY, RULES.format(first, second))


def toll(ask: Ask, *what: str, patched: bool = False) -> int | None:
    facts = ["P1 is a punt.", *(f"P1 is {each}." for each in what)]
    facts.append("P1 is patched." if patched else "P1 is not patched.")
    value = ask(facts, "What is the toll of P1?")["value"]
    assert value is None or isinstance(value, int)
    return value


def test_of_two_lines_the_larger_counts(book: Book) -> None:
    ask = book("F1.1-s1 is not cumulative with F1.1-s2.")
    assert [toll(ask, "leaky"), toll(ask, "laden"), toll(ask, "leaky", "laden")] == [3, 2, 3]
    assert toll(ask, "leaky", "laden", "old") == 4


def test_it_does_not_matter_which_is_named_first(book: Book) -> None:
    assert toll(book("F1.1-s2 is not cumulative with F1.1-s1."), "leaky", "laden") == 3


def test_any_other_positive_line(book: Book) -> None:
    ask = book("F1.1-s2 is not cumulative with any other positive line.")
    assert toll(ask, "leaky", "laden", "old") == 4  # what is tied is F1.1-s2, which the larger one keeps out
    assert toll(ask, "laden", "old") == 2
    assert toll(ask, "laden", patched=True) == 0


def test_what_is_cumulative_after_all(book: Book) -> None:
    ask = book(
        "F1.1-s2 is not cumulative with any other positive line.", "F1.1-s3 is cumulative with F1.1-s2."
    )
    assert toll(ask, "laden", "old") == 3
    assert toll(ask, "leaky", "laden") == 3


def test_the_line_kept_out_is_a_near_miss(book: Book) -> None:
    ask = book("F1.1-s1 is not cumulative with F1.1-s2.")
    found = ask(["P1 is leaky.", "P1 is laden.", "P1 is not patched."], "What is the toll of P1?")
    assert [(each["statement"], each["why"]) for each in found["near_misses"]][:1] == [
        ("F1.1-s2", "+3 pence to the toll of P1 (F1.1-s1)")
    ]


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("F1.1-s1 is not cumulative with F1.9-s1.", "F1.2-s1 #1 aims at F1.9-s1, but no rule has that id"),
        (
            "F1.1-s1 is not cumulative with F1.4-s1.",
            "F1.2-s1 #1 speaks of F1.4-s1, which adds no number to a figure",
        ),
    ],
)
def test_a_tie_of_what_is_no_line_is_refused(tmp_path: Path, sentence: str, message: str) -> None:
    rules = (
        RULES.format(sentence, NOTE) + "    F1.4-s1: add the draught of the craft to the toll of a craft.\n"
    )
    _, found = load(tmp_path, VOCABULARY, rules)
    assert [each.message for each in found] == [message]
