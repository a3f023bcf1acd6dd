"""`parse(print(reference)) = reference`, and what is printed is found again in running text."""

from hypothesis import given
from hypothesis import strategies as st

from ingest.numbering import Number
from ingest.references.grammar import Grammar, Mention

CHAPTERS = "ABGK"
GRAMMAR = Grammar(CHAPTERS, "G")

digits = st.text("0123456789", min_size=1, max_size=5)
sections = st.integers(1, 99).map(str)
rules = st.builds(Number, st.sampled_from(CHAPTERS), st.one_of(sections, st.just("")), digits)
mentions = st.one_of(
    st.builds(lambda number: Mention("single", (number,)), rules),
    st.builds(lambda numbers: Mention("list", tuple(numbers)), st.lists(rules, min_size=2, max_size=5)),
    st.builds(lambda first, last: Mention("range", (first, last)), rules, rules),
    st.builds(lambda c, s: Mention("section", (Number(c, s, ""),)), st.sampled_from(CHAPTERS), sections),
)


@given(mentions)
def test_parsing_undoes_printing(mention: Mention) -> None:
    assert GRAMMAR.parse(GRAMMAR.print(mention)) == mention


@given(mentions)
def test_what_is_printed_is_found_in_a_parenthesis(mention: Mention) -> None:
    printed = GRAMMAR.print(mention)
    text = f"It waits (as told; {printed}) and goes."
    assert [(text[start:end], found) for start, end, found in GRAMMAR.find(text)] == [(printed, mention)]


@given(st.text())
def test_any_text_is_read_without_complaint(text: str) -> None:
    position = 0
    for start, end, mention in GRAMMAR.find(text):
        assert position <= start < end <= len(text)
        assert mention.numbers
        position = end
