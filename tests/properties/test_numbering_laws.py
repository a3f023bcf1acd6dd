"""Laws of numbers, on generated ones."""

from hypothesis import given
from hypothesis import strategies as st

from ingest.numbering import Number, expand_range, is_below, order_key, parent_of, parse_number

digits = st.text("0123456789", min_size=1, max_size=5)
sections = st.integers(1, 99).map(str)
rules = st.builds(Number, st.sampled_from(["", "A", "G"]), sections, digits)
in_one_section = st.builds(Number, st.just("G"), st.just("7"), digits)


@given(rules)
def test_parsing_undoes_printing(number: Number) -> None:
    assert parse_number(str(number)) == number
    assert parse_number(number.printed, number.chapter) == number


@given(rules, rules)
def test_order_is_total_and_agrees_with_equality(one: Number, other: Number) -> None:
    assert (order_key(one) == order_key(other)) == (one == other)


@given(st.sets(in_one_section, min_size=1))
def test_a_parent_exists_comes_before_and_is_above(existing: set[Number]) -> None:
    for number in existing:
        parent = parent_of(number, existing)
        if parent is not None:
            assert parent in existing
            assert is_below(number, parent)
            assert order_key(parent) < order_key(number)
            assert not any(is_below(number, other) and is_below(other, parent) for other in existing)


@given(st.sets(in_one_section, min_size=1), in_one_section, in_one_section)
def test_a_range_is_closed_downwards_and_keeps_document_order(
    existing: set[Number], first: Number, last: Number
) -> None:
    ordered = sorted(existing, key=order_key)
    found = expand_range(first, last, ordered)
    assert list(found) == [number for number in ordered if number in found]
    for number in existing:
        if order_key(first) <= order_key(number) <= order_key(last):
            assert number in found
        if any(is_below(number, member) and not is_below(last, member) for member in found):
            assert number in found
    if order_key(first) > order_key(last):
        assert found == ()
