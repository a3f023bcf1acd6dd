"""What goes into rows comes out of them, equal and of the same types, and nothing else does."""

from __future__ import annotations

import inspect
import json
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.rulebook import Contents
from kb.rulefiles import read_contents
from kb.rulelang import codec, tree
from kb.rulelang.codec import CodecError, decode, encode
from kb.rulelang.vocabulary import Verb, Vocabulary
from ontology.books import book_folder, rulebook_ids

SCALARS = st.none() | st.booleans() | st.integers() | st.text() | st.fractions()
CONSTANTS = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)
VALUES = st.recursive(
    CONSTANTS | st.frozensets(st.text(max_size=3), max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def through(value: Any) -> Any:
    """The value after a journey through JSON text."""
    return decode(json.loads(json.dumps(encode(value))))


def written(contents: Contents) -> tuple[Any, ...]:
    return tuple(getattr(contents, name) for name in Contents.__match_args__)


@pytest.fixture(scope="module", params=rulebook_ids())
def contents(request: pytest.FixtureRequest) -> Contents:
    return read_contents(book_folder(request.param))[0]


def test_the_shipped_rulebooks_come_back_as_they_were(contents: Contents) -> None:
    back = Contents(*through(written(contents)))
    for name in Contents.__match_args__:
        if name != "vocabulary":
            assert repr(getattr(back, name)) == repr(getattr(contents, name)), name


def test_so_do_their_vocabularies(contents: Contents) -> None:
    before, after = contents.vocabulary, through(contents.vocabulary)
    assert type(after) is Vocabulary
    for name in Vocabulary.__match_args__:
        old, new = getattr(before, name), getattr(after, name)
        assert repr(new) == repr(old) or new == old, name


def test_what_was_one_thing_is_one_thing_afterwards(contents: Contents) -> None:
    before, after = contents.vocabulary, through(contents.vocabulary)
    for label, (template, _) in after.nouns.items():
        same = before.nouns[label][0] is before.templates[template.id]
        assert (template is after.templates[template.id]) is same, label


@given(VALUES)
def test_any_value_comes_back_as_it_was(value: object) -> None:
    assert through(value) == value


@given(CONSTANTS)
def test_and_with_its_types(value: object) -> None:
    assert repr(through(value)) == repr(value)


def test_every_record_of_the_tree_has_a_place() -> None:
    records = {
        name: record
        for name, record in inspect.getmembers(tree, inspect.isclass)
        if is_dataclass(record) and record.__module__ == tree.__name__
    }
    assert len(records) > 20
    assert {name: codec._RECORDS.get(name) for name in records} == records


def test_equal_records_are_one_afterwards_and_equal_lists_two() -> None:
    atom, word = tree.Atom("frozen", (tree.Var(0),)), ["a"]
    first, second, one, other, again = through((tree.Holds(atom), tree.Conclude(atom), word, ["a"], word))
    assert first.atom is second.atom
    assert one == other
    assert one is not other
    assert one is again


def test_a_truth_and_a_number_stay_two() -> None:
    holds = tree.Holds(tree.Atom("frozen", ()), True)
    odd = tree.Holds(tree.Atom("frozen", ()), 1)  # type: ignore[arg-type]  # equal, but not the same
    assert holds == odd
    assert repr(through((holds, odd, 1, True, Fraction(1)))) == repr((holds, odd, 1, True, Fraction(1)))


def test_a_marked_verb_stays_one() -> None:
    elements = through((Verb("affects"), "affects"))
    assert [type(element) for element in elements] == [Verb, str]


def test_lots_are_readable() -> None:
    numbers = (tree.Number(Fraction(1, 2), "MF"), tree.Number(Fraction(2), None))
    assert encode(numbers) == [
        ["1", "2", "MF", None],
        ["fraction", 2, [0, 1], [1, 0]],
        ["Number", 2, [4, 5], [2, 3]],
        ["tuple", 1, [6], [7]],
        ["tuple", 1, [8]],
    ]


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [object(), 1.5, b"a", {1}, Text("a"), tree.Holds, range(2)],
    ids=lambda value: type(value).__name__,
)
def test_other_values_have_no_lots(value: object) -> None:
    with pytest.raises(CodecError) as caught:
        encode((value,))
    assert str(caught.value) == f"{value!r} has no row"


@pytest.mark.parametrize(
    ("lots", "message"),
    [
        ([], "lot 0 is none: IndexError('list index out of range')"),
        ([[]], "lot 0 is none: IndexError('list index out of range')"),
        ([7], "lot 0 is none: TypeError(\"'int' object is not iterable\")"),
        ([["1"], ["eval", 1, [0]]], "lot 1 is none: KeyError('eval')"),
        ([[], ["tuple", 1, [0]]], "lot 1 is none: IndexError('list index out of range')"),
        ([[], ["tuple", 1], ["Var", 1], ["tuple", 1, [1]]], None),
        (
            [["x"], ["int", 1, [0]]],
            "lot 1 is none: ValueError(\"invalid literal for int() with base 10: 'x'\")",
        ),
        ([["1", "0"], ["fraction", 1, [0], [1]]], "lot 1 is none: ZeroDivisionError('Fraction(1, 0)')"),
        (
            [["a"], ["dict", 1, [0]]],
            "lot 1 is none: ValueError('zip() argument 2 is shorter than argument 1')",
        ),
        ([["a"], ["tuple", 2, [0]]], "lot 1 is none: ValueError('2 values, of columns of other lengths')"),
        (
            [["a"], ["Const", 1, [0], [0]]],
            "lot 1 is none: TypeError('Const.__init__() takes 2 positional arguments but 3 were given')",
        ),
        (
            [["a"], []],
            "lot 1 is none: ValueError('not enough values to unpack (expected at least 2, got 0)')",
        ),
        ([["a"], 7], "lot 1 is none: TypeError('cannot unpack non-iterable int object')"),
        (
            [["a", "b"], ["tuple", 1, [0], [1]]],
            "lot 1 is none: ValueError('too many values to unpack (expected 1)')",
        ),
    ],
)
def test_other_lots_are_refused(lots: Any, message: str | None) -> None:
    with pytest.raises(CodecError) as caught:
        decode(lots)
    if message is not None:
        assert str(caught.value) == message
