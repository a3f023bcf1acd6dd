import pytest

from ingest.exception_clauses import Clause, find_brackets, find_prose


def test_brackets_may_hold_brackets() -> None:
    text = "Carts [EXC: oxen [brown]; 3.2] wait (EXC: mules), [note] and [ EXC : sledges]."
    assert [(c.kind, text[c.start : c.end]) for c in find_brackets(text)] == [
        ("bracket", "[EXC: oxen [brown]; 3.2]"),
        ("paren", "(EXC: mules)"),
        ("bracket", "[ EXC : sledges]"),
    ]


def test_an_open_bracket_runs_to_the_end() -> None:
    assert find_brackets("A [EXC: b [c] d. ") == [Clause("bracket", 2, 16, closed=False)]


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        ("All carts (except sledges) wait.", ["(except sledges)"]),
        ("All carts, except sledges and sleighs, may wait.", ["except sledges and sleighs"]),
        ("Carts wait, except at night; oxen do not.", ["except at night"]),
        ("Unless the owner objects, carts wait.", ["Unless the owner objects"]),
        (
            "Nothing waits other than carts (or, say, oxen) in ruts.",
            ["other than carts (or, say, oxen) in ruts"],
        ),
        ("No hexside (other than its own) counts unless frozen.", ["(other than its own)", "unless frozen"]),
        ("Carts wait only if it rains, otherwise there is no effect.", []),
        ("This is exceptional.", []),
    ],
)
def test_prose_clauses_end_where_they_should(sentence: str, clauses: list[str]) -> None:
    assert [sentence[c.start : c.end] for c in find_prose(sentence) if not c.generic] == clauses


@pytest.mark.parametrize(
    "sentence",
    [
        "Carts wait except as stated otherwise below.",
        "Unless stated otherwise, carts wait.",
        "Carts wait, unless told otherwise.",
        "Carts wait unless otherwise unable to.",
        "Except where noted, carts wait.",
    ],
)
def test_clauses_without_a_case_of_their_own_are_generic(sentence: str) -> None:
    assert [clause.generic for clause in find_prose(sentence)] == [True]
