"""Looks and references as they are met in rulebooks of many kinds: lists with whole sections, titles side by side."""

import pytest

from ingest.references.grammar import Grammar
from tests.ingest.test_usual_looks import cited, read


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rules 4.1.2, 2, and 1.1.1 apply", ["4.1.2", "2", "1.1.1"]),
        ("Sections 4, 5.2 and 6.", ["4", "5.2", "6"]),
        ("sections 1, 2.1-2.3, 5", ["1", "2.1-2.3", "5"]),
        ("Rules 4.1 and 7 hexes off", ["4.1"]),
        ("Rules 4.1 and A player", ["4.1"]),
        ("Appendices A, B and C apply", ["A", "B", "C"]),
        ("rule 4.1, 2 or 3 times", ["4.1"]),
    ],
)
def test_whole_sections_in_a_list_of_rules(text: str, found: list[str]) -> None:
    grammar = Grammar("", "", "dotted-integers", sections="letters")
    assert [text[start:end] for start, end, _ in grammar.find(text)] == found


@pytest.mark.parametrize("text", ["704.5k–aa", "704.5k-aa"])
def test_a_range_from_one_letter_to_two(text: str) -> None:
    mention = Grammar("", "", "lettered").parse(text)
    assert mention is not None
    assert (mention.form, [str(number) for number in mention.numbers]) == ("range", ["704.5k", "704.5aa"])


FENS = """Fens

1. Ways

1.1 Dry Ways

See Floods or “Reed Beds”, and the Dry Ways chart. A dike holds 0.125 of a boat.

1.2 Floods

See the Floods table on the map, then see Reed Beds.

1.3 Reed Beds

Refer to Floods, Dry Ways and Reed cutting.
"""


def test_titles_side_by_side_and_other_names_that_begin_as_they_do() -> None:
    document = read(FENS, "dotted-integers")
    assert cited(document) == [
        ("1.1", "Floods", ("1.2",)),
        ("1.1", "Reed Beds", ("1.3",)),
        ("1.2", "Reed Beds", ("1.3",)),
        ("1.3", "Floods", ("1.2",)),
        ("1.3", "Dry Ways", ("1.1",)),
    ]
    assert document.findings == ()
