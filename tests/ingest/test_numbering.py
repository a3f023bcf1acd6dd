import pytest

from ingest.numbering import (
    Number,
    expand_range,
    is_below,
    members,
    nearest,
    order_key,
    parent_of,
    parse_number,
)


def numbers(*texts: str) -> list[Number]:
    parsed = [parse_number(text) for text in texts]
    assert None not in parsed
    return [number for number in parsed if number is not None]


@pytest.mark.parametrize(
    ("text", "chapter", "number"),
    [
        ("G13.4221", "", Number("G", "13", "4221")),
        ("13.4221", "G", Number("G", "13", "4221")),
        ("13", "G", Number("G", "13", "")),
        ("G.9D", "", Number("G", "", "9D")),
        (".9D", "G", Number("G", "", "9D")),
        ("2.1", "", Number("", "2", "1")),
    ],
)
def test_numbers_are_read(text: str, chapter: str, number: Number) -> None:
    assert parse_number(text, chapter) == number


@pytest.mark.parametrize(
    "text", ["", ".", "G", ".9", "13.", "7E2", "0.5", "1234.5", "13.4.1", "24L9-M9", "12.5.1943"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert parse_number(text) is None


def test_a_number_prints_with_and_without_its_chapter() -> None:
    assert (str(Number("G", "13", "4")), Number("G", "13", "4").printed) == ("G13.4", "13.4")
    assert str(Number("G", "13", "")) == "G13"


def test_order_is_digit_by_digit_and_by_section_as_a_number() -> None:
    ordered = numbers("B2.1", "B13", "B13.1", "B13.11", "B13.2", "B13.4", "B13.401", "B13.41", "G1.1")
    assert sorted({*ordered}, key=order_key) == ordered


@pytest.mark.parametrize(
    ("number", "parent"),
    [
        ("G13.4221", "G13.422"),
        ("G13.422", "G13.4"),
        ("G13.401", "G13.4"),
        ("G13.4", "G13"),
        ("G13.12", "G13.1"),
    ],
)
def test_the_parent_is_the_longest_prefix_that_exists(number: str, parent: str) -> None:
    existing = numbers("G13", "G13.1", "G13.12", "G13.4", "G13.401", "G13.422", "G13.4221")
    [child], [wanted] = numbers(number), numbers(parent)
    assert parent_of(child, existing) == wanted


def test_a_root_has_no_parent() -> None:
    assert parent_of(Number("G", "13", ""), {Number("G", "13", "")}) is None


def test_a_range_takes_along_what_is_below_its_members() -> None:
    existing = numbers("K7", "K7.2", "K7.21", "K7.211", "K7.22", "K7.221", "K7.23", "K7.3")
    [first, last] = numbers("K7.21", "K7.22")
    assert [str(n) for n in expand_range(first, last, existing)] == ["K7.21", "K7.211", "K7.22", "K7.221"]
    assert expand_range(last, first, existing) == ()
    [above, child] = numbers("K7.2", "K7.21")
    assert [str(n) for n in expand_range(above, child, existing)] == ["K7.2", "K7.21", "K7.211"]
    assert members("K7.21", "K7.22", [str(n) for n in existing]) == ("K7.21", "K7.211", "K7.22", "K7.221")
    assert members("K7.21", "nowhere", ["K7.21"]) == ()


def test_below_is_within_one_section() -> None:
    [rule, child, other] = numbers("K7.2", "K7.21", "K8.21")
    assert (is_below(child, rule), is_below(rule, rule), is_below(other, rule)) == (True, False, False)


def test_the_nearest_share_the_longest_beginning() -> None:
    [wanted] = numbers("K7.29")
    assert [str(n) for n in nearest(wanted, numbers("K7.1", "K7.2", "K7.21", "K7.3"), 2)] == ["K7.21", "K7.2"]
