"""Dataclasses whose methods are written late are what `dataclasses` makes, to everybody who uses them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from ingest import late_dataclasses


@late_dataclasses.dataclass(frozen=True, slots=True)
class Hex:
    """A record whose fields have defaults of both kinds."""

    name: str
    terrain: str = "open"
    units: list[str] = late_dataclasses.field(default_factory=list, compare=False)


@late_dataclasses.dataclass
class Stack:
    """A record that may be changed."""

    hex: Hex
    seen: dict[str, int] = late_dataclasses.field(default_factory=dict, init=False, repr=False, compare=False)
    above: Stack | None = None


@late_dataclasses.dataclass(slots=True)
class Counted:
    """A record that does something once it is made, with a field that is set then."""

    words: tuple[str, ...]
    count: int = late_dataclasses.field(init=False)

    def __post_init__(self) -> None:
        self.count = len(self.words)


@late_dataclasses.dataclass(eq=False)
class Same:
    """A record that is equal to itself alone."""

    name: str


@late_dataclasses.dataclass(frozen=True, slots=True)
class Nothing:
    """A record without fields."""


def theirs(mine: Any, **parameters: bool) -> Any:
    """The same class as the standard library makes it."""
    made: dict[str, Any] = {"__annotations__": dict(mine.__annotations__), "__qualname__": mine.__qualname__}
    for each in dataclasses.fields(mine):
        made[each.name] = dataclasses.field(
            default=each.default,
            default_factory=each.default_factory,
            init=each.init,
            repr=each.repr,
            compare=each.compare,
        )
    if hasattr(mine, "__post_init__"):
        made["__post_init__"] = mine.__post_init__
    return dataclasses.dataclass(type(mine.__name__, (), made), **parameters)


PAIRS = [
    (Hex, theirs(Hex, frozen=True, slots=True), ("1079", "sea", ["T1"])),
    (Stack, theirs(Stack), (Hex("1079"),)),
    (Counted, theirs(Counted, slots=True), (("a", "b"),)),
    (Same, theirs(Same, eq=False), ("a",)),
    (Nothing, theirs(Nothing, frozen=True, slots=True), ()),
]


@pytest.mark.parametrize(("mine", "other", "arguments"), PAIRS)
def test_a_class_is_as_the_standard_library_makes_it(mine: Any, other: Any, arguments: Any) -> None:
    one, two = mine(*arguments), other(*arguments)
    assert repr(one) == repr(two)
    assert mine.__match_args__ == other.__match_args__
    assert hasattr(one, "__dict__") == hasattr(two, "__dict__")
    assert (mine(*arguments) == one) is (other(*arguments) == two)
    assert one != two
    assert (mine.__hash__ is None) is (other.__hash__ is None)
    assert [each.name for each in dataclasses.fields(one)] == [each.name for each in dataclasses.fields(two)]
    assert list(dataclasses.asdict(one).values()) == list(dataclasses.asdict(two).values())
    for given in ((*arguments, 1, 2, 3, 4), () if arguments else (1,)):
        with pytest.raises(TypeError) as refused:
            mine(*given)
        with pytest.raises(TypeError) as theirs_refused:
            other(*given)
        assert str(refused.value) == str(theirs_refused.value)


def test_defaults_are_made_anew_and_names_may_be_given() -> None:
    one, other = Hex(name="1"), Hex("1", units=["T1"])
    assert (one.terrain, one.units, other.units) == ("open", [], ["T1"])
    assert Hex("1").units is not one.units
    assert one == other
    assert hash(one) == hash(other)
    assert one != Hex("2")


def test_what_is_frozen_stays() -> None:
    one = Hex("1")
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'name'"):
        one.name = "2"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'name'"):
        del one.name
    assert one.name == "1"


def test_a_record_that_holds_itself_can_be_shown() -> None:
    stack = Stack(Hex("1"))
    stack.above = stack
    assert repr(stack) == "Stack(hex=Hex(name='1', terrain='open', units=[]), above=...)"


@pytest.mark.parametrize("changed", [late_dataclasses.replace, dataclasses.replace])
def test_a_record_is_replaced_by_one_with_other_fields(changed: Any) -> None:
    assert changed(Hex("1", "sea", ["T1"]), name="2") == Hex("2", "sea")
    assert changed(Counted(("a",)), words=("a", "b")).count == 2


def test_our_replace_takes_records_of_the_standard_library() -> None:
    other = theirs(Hex, frozen=True)
    assert late_dataclasses.replace(other("1", "sea"), name="2") == other("2", "sea")


def test_records_are_copied_and_pickled() -> None:
    one = Hex("1", "sea", ["T1"])
    for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (again, again.units) == (one, ["T1"])


def test_a_class_is_matched_by_its_fields() -> None:
    match Hex("1", "sea"):
        case Hex(name, "sea"):
            assert name == "1"
        case _:
            pytest.fail("it does not match")
