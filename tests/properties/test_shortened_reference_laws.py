"""However a reference is shortened or spaced, it means what its whole writing means."""

from hypothesis import given
from hypothesis import strategies as st

from ingest.numbering import Number
from ingest.references.grammar import Grammar, Mention

DIGITS = Grammar("ABGK", "G")
LETTERED = Grammar("", "", "lettered")
NAMED = Grammar("", "", "named")
DOTTED = Grammar("", "", "dotted-integers")

dashes = st.sampled_from(["-", "–", " - ", "—"])
spaces = st.sampled_from([" ", "  ", "\n"])
sections = st.integers(1, 999).map(str)
letters = st.sampled_from("bcdefghijklmnopqrstuvwxyz")


def found(grammar: Grammar, printed: str) -> list[tuple[str, Mention]]:
    text = f"It waits ({printed}) and goes."
    return [(text[start:end], mention) for start, end, mention in grammar.find(text)]


@given(sections, st.integers(1, 99).map(str), letters, letters, dashes)
def test_a_range_may_go_on_with_its_letter(section: str, digits: str, one: str, two: str, dash: str) -> None:
    first, last = Number("", section, digits + one), Number("", section, digits + two)
    short, whole = (
        f"{section}.{digits}{one}{dash}{two}",
        f"{section}.{digits}{one}{dash}{section}.{digits}{two}",
    )
    mention = Mention("range", (first, last))
    assert LETTERED.parse(short) == LETTERED.parse(whole) == mention
    assert found(LETTERED, short) == [(short, mention)]


@given(sections, st.integers(1, 99).map(str), st.lists(letters, min_size=2, max_size=4, unique=True))
def test_a_list_may_go_on_with_its_letters(section: str, digits: str, members: list[str]) -> None:
    numbers = tuple(Number("", section, digits + letter) for letter in members)
    mention = Mention("list", numbers)
    first = f"{section}.{digits}{members[0]}"
    for printed in (
        "/".join((first, *members[1:])),
        ", ".join((first, *members[1:-1])) + f" and {members[-1]}",
        ", ".join((first, *members[1:-1], f"or {members[-1]}")),
    ):
        assert LETTERED.parse(printed) == mention
        assert found(LETTERED, printed) == [(printed, mention)]


@given(st.integers(1, 99).map(str), st.integers(10, 9999), st.integers(10, 9999), dashes)
def test_a_range_may_leave_out_its_point(section: str, one: int, two: int, dash: str) -> None:
    printed = f"{section}.{one}{dash}{two}"
    first, last = Number("G", section, str(one)), Number("G", section, str(two))
    if len(str(one)) == len(str(two)) and one < two:
        assert DIGITS.parse(printed) == Mention("range", (first, last))
    else:  # the figure behind the dash is something else
        assert DIGITS.parse(printed) is None


@given(sections, st.integers(1, 98), st.integers(1, 98), st.sampled_from(["", "."]))
def test_a_range_of_items_keeps_its_upper_levels(section: str, one: int, two: int, point: str) -> None:
    low, high = sorted((one, two))
    if low < high:
        printed = f"{section}.B.{low}-{point}{high}"
        ends = Number("", section, f"B.{low}"), Number("", section, f"B.{high}")
        assert NAMED.parse(printed) == Mention("range", ends)
        printed = f"{section}.4.{low}-{point}{high}"
        ends = Number("", section, f"4.{low}"), Number("", section, f"4.{high}")
        assert DOTTED.parse(printed) == Mention("range", ends)


@given(
    sections.filter(lambda s: len(s) < 3),
    st.integers(1, 9999).map(str),
    st.integers(1, 9999).map(str),
    spaces,
)
def test_stray_spaces_are_passed_over(section: str, one: str, two: str, space: str) -> None:
    single = Mention("single", (Number("G", section, one),))
    for printed in (f"{section}.{space}{one}", f"{section}{space}.{one}"):
        assert DIGITS.parse(printed) == single
        assert found(DIGITS, printed) == [(printed, single)]
    ranged = Mention("range", (Number("G", section, one), Number("G", section, two)))
    for printed in (f"{section}.{one}-.{space}{two}", f"{section}.{one}{space}-{space}.{two}"):
        assert found(DIGITS, printed) == [(printed, ranged)]


@given(sections.filter(lambda s: len(s) < 3), st.integers(1, 999).map(str), st.integers(1, 999).map(str))
def test_a_range_in_words(section: str, one: str, two: str) -> None:
    mention = Mention("range", (Number("G", section, one), Number("G", section, two)))
    for word in ("to", "through"):
        printed = f"{section}.{one} {word} {section}.{two}"
        assert found(DIGITS, printed) == [(printed, mention)]


@given(st.lists(st.tuples(st.sampled_from("ABGK"), st.integers(1, 99).map(str)), min_size=2, max_size=4))
def test_sections_in_a_list_are_a_mention_each(names: list[tuple[str, str]]) -> None:
    printed = [chapter + section for chapter, section in names]
    expected = [
        (name, Mention("section", (Number(chapter, section, ""),)))
        for name, (chapter, section) in zip(printed, names, strict=True)
    ]
    assert found(DIGITS, f"Sections {', '.join(printed[:-1])} and {printed[-1]}") == expected
    assert found(DIGITS, f"Section {'/'.join(printed)}") == expected


@given(st.lists(st.tuples(sections, st.integers(1, 999).map(str)), min_size=1, max_size=6))
def test_numbers_in_a_margin_are_a_mention_each(lines: list[tuple[str, str]]) -> None:
    text = "\n".join(f"{section}.{digits}" for section, digits in lines)
    numbers = [mention.numbers for _, _, mention in DOTTED.find(text)]
    assert numbers == [(Number("", section, digits),) for section, digits in lines]


def test_what_is_no_further_letter_or_number() -> None:
    for printed, grammar, expected in [
        ("601.2c, a cart", LETTERED, "601.2c"),
        ("601.2c and a cart", LETTERED, "601.2c"),
        ("601.2c-wise", LETTERED, None),
        ("13.4 to 7 carts", DIGITS, "13.4"),
        ("13.4-7 carts", DIGITS, "13.4"),
        ("13.441-12", DIGITS, "13.441"),
        ("rule 10, 11 carts", DOTTED, "10"),
    ]:
        got = [written for written, _ in found(grammar, printed)]
        assert got == ([] if expected is None else [expected])
