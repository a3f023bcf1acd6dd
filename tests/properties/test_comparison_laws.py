"""What holds for any two editions: nothing differs from itself, the mirror, and that exactly the edit is reported."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.comparison.asdata import as_data
from kb.comparison.comparing import Comparison, compare
from kb.comparison.likeness import features_of, likeness
from kb.comparison.order import displaced
from kb.comparison.words import shortened, word_difference
from tests.kb.editions_of import (
    Book,
    book,
    changed,
    free,
    leaves,
    renumbered,
    sentence,
    side_of,
    text_of,
    with_rule,
    without,
    written,
)

SEEDS = st.integers(0, 10**6)
SIZES = st.integers(3, 25)
Kinds = list[tuple[str | None, str | None, tuple[str, ...]]]


def compared(old: Book, new: Book) -> Comparison:
    return compare(side_of(old), side_of(new))


def kinds(comparison: Comparison) -> Kinds:
    return [(*change.ids, change.kinds) for change in comparison.rules]


def _swapped(value: Any) -> Any:
    """The JSON of a comparison as that of the other way round; the wordings word by word left out."""
    other = {"old": "new", "new": "old"}
    if isinstance(value, dict):
        return {other.get(key, key): _swapped(each) for key, each in value.items() if key != "words"}
    if isinstance(value, list):
        return [_swapped(each) for each in value]
    return {"added": "removed", "removed": "added"}.get(value, value)


def _sorted(rules: list[dict[str, Any]]) -> list[str]:
    for rule in rules:
        for pieces in rule.values():
            if isinstance(pieces, list):
                pieces.sort(key=lambda each: json.dumps(each, sort_keys=True))
    return sorted(json.dumps(rule, sort_keys=True) for rule in rules)


def mirrored(comparison: Comparison) -> list[str]:
    return _sorted(_swapped(as_data(comparison)["rules"]))


def plain(comparison: Comparison) -> list[str]:
    rules: list[dict[str, Any]] = json.loads(json.dumps(as_data(comparison)["rules"]))
    return _sorted([_swapped(_swapped(rule)) for rule in rules])


@given(SEEDS, SIZES)
@settings(max_examples=15, deadline=None)
def test_nothing_differs_from_itself(seed: int, size: int) -> None:
    rules = book(seed, size)
    comparison = compared(rules, rules)
    assert comparison.same
    assert (comparison.rules, comparison.references, comparison.encodings) == ((), (), ())


@given(SEEDS, SIZES)
@settings(max_examples=20, deadline=None)
def test_one_rule_taken_out_or_put_in_is_that(seed: int, size: int) -> None:
    rules = book(seed, size)
    leaf = random.Random(seed).choice(leaves(rules))
    shorter = without(rules, leaf.digits)
    if not shorter:
        return
    identifier = f"L3.{leaf.digits}"
    assert kinds(compared(rules, shorter)) == [(identifier, None, ("removed",))]
    assert kinds(compared(shorter, rules)) == [(None, identifier, ("added",))]


@given(SEEDS, SIZES)
@settings(max_examples=20, deadline=None)
def test_one_rule_renumbered_is_that_with_all_below_it(seed: int, size: int) -> None:
    rules = book(seed, size)
    dice = random.Random(seed)
    rule = dice.choice(rules)
    numbers = free(rules, rule.digits[:-1])
    # The number may be free because its parent is not there; then another rule would stand above it.
    if not numbers or (rule.digits[:-1] and rule.digits[:-1] not in {each.digits for each in rules}):
        return
    number = dice.choice(numbers)
    if any(each.digits.startswith(number) for each in rules):
        return
    found = compared(rules, renumbered(rules, rule.digits, number))
    below = [each.digits for each in rules if each.digits.startswith(rule.digits)]
    assert sorted(kinds(found)) == sorted(
        (f"L3.{digits}", f"L3.{number}{digits[len(rule.digits) :]}", ("renumbered",)) for digits in below
    )
    top = (f"L3.{rule.digits}", f"L3.{number}")
    assert {change.along for change in found.rules if change.ids != top} <= {top}
    assert [change.along for change in found.rules if change.ids == top] == [None]


@given(SEEDS, st.integers(0, 8))
@settings(max_examples=20, deadline=None)
def test_a_rule_put_in_pushes_the_others_on_and_is_the_only_new_one(seed: int, at: int) -> None:
    dice = random.Random(seed)
    rules = tuple(written(digit, dice) for digit in "12345678")
    pushed = [replace(rule, digits=str(int(rule.digits) + (index >= at))) for index, rule in enumerate(rules)]
    longer = with_rule(tuple(pushed), written(str(at + 1), dice))
    expected: set[tuple[str | None, str | None, tuple[str, ...]]] = {(None, f"L3.{at + 1}", ("added",))}
    expected |= {(f"L3.{n}", f"L3.{n + 1}", ("renumbered",)) for n in range(at + 1, 9)}
    assert set(kinds(compared(rules, longer))) == expected
    taken_out = {(new, old, ("removed",) if old is None else ("renumbered",)) for old, new, _ in expected}
    assert set(kinds(compared(longer, rules))) == taken_out


@given(SEEDS, SIZES)
@settings(max_examples=20, deadline=None)
def test_a_rule_taken_out_above_others_leaves_them_below_the_next(seed: int, size: int) -> None:
    rules = book(seed, size)
    rule = random.Random(seed).choice(rules)
    shorter = without(rules, rule.digits)
    if not shorter:
        return
    below = [r.digits for r in shorter if r.digits[:-1] == rule.digits]
    found = compared(rules, shorter)
    assert sorted(kinds(found), key=str) == sorted(
        [
            (f"L3.{rule.digits}", None, ("removed",)),
            *((f"L3.{digits}", f"L3.{digits}", ("moved",)) for digits in below),
        ],
        key=str,
    )
    above = f"L3.{rule.digits[:-1]}" if rule.digits[:-1] else "L3"
    parents = [change.parents for change in found.rules if change.kinds == ("moved",)]
    assert parents == [(f"L3.{rule.digits}", above)] * len(below)


@given(SEEDS, SIZES)
@settings(max_examples=20, deadline=None)
def test_one_rule_changed_is_that(seed: int, size: int) -> None:
    rules = book(seed, size)
    dice = random.Random(seed)
    rule = dice.choice(rules)
    identifier = f"L3.{rule.digits}"
    at = dice.randrange(len(rule.sentences))
    words = rule.sentences[at].split()
    words.insert(len(words) - 1, "always")
    for sentences, change, old, new in (
        ((*rule.sentences[:at], " ".join(words), *rule.sentences[at + 1 :]), "changed", at, at),
        ((*rule.sentences[:at], sentence(dice), *rule.sentences[at:]), "added", None, at),
        ((*rule.sentences[:at], sentence(dice), *rule.sentences[at + 1 :]), "changed", at, at),
    ):
        found = compared(rules, changed(rules, rule.digits, sentences))
        assert kinds(found) == [(identifier, identifier, ("changed",))]
        pieces = [
            (piece.change, piece.old and piece.old.id, piece.new and piece.new.id)
            for piece in found.rules[0].pieces
        ]
        ids = tuple(None if index is None else f"{identifier}-s{index + 1}" for index in (old, new))
        assert pieces == [(change, *ids)]


@given(SEEDS, SIZES)
@settings(max_examples=20, deadline=None)
def test_a_rule_renumbered_and_changed_is_known_again(seed: int, size: int) -> None:
    rules = book(seed, size)
    dice = random.Random(seed)
    leaf = dice.choice(leaves(rules))
    number = next((n for n in free(rules, "") if not any(r.digits.startswith(n) for r in rules)), None)
    if number is None or leaf.digits[:-1]:
        return
    words = leaf.sentences[0].split()
    words[0] = "Never"
    other = changed(rules, leaf.digits, (" ".join(words), *leaf.sentences[1:]))
    found = compared(rules, renumbered(other, leaf.digits, number))
    assert kinds(found) == [(f"L3.{leaf.digits}", f"L3.{number}", ("renumbered", "changed"))]
    assert (found.rules[0].alike or 0) >= 0.6


def _edited(rules: Book, dice: random.Random) -> Book:
    """The book after one edit, whatever it does."""
    rule = dice.choice(rules)
    kind = dice.randrange(6)
    if kind == 0 and len(rules) > 1:
        return without(rules, rule.digits)
    if kind == 1 and (numbers := free(rules, rule.digits)):
        return with_rule(rules, written(dice.choice(numbers), dice))
    if kind == 2:
        number = dice.choice("123456789")
        if not any(each.digits.startswith(number) for each in rules):
            return renumbered(rules, rule.digits, number)
    if kind == 3:
        return changed(rules, rule.digits, (*rule.sentences[1:], rule.sentences[0]))
    if kind == 4:
        return changed(rules, rule.digits, (sentence(dice), *rule.sentences))
    words = rule.sentences[-1].split()
    return changed(rules, rule.digits, (*rule.sentences[:-1], " ".join([*words[1:], words[0]])))


@given(SEEDS, SIZES, st.integers(0, 12))
@settings(max_examples=40, deadline=None)
def test_the_other_way_round_is_the_mirror(seed: int, size: int, edits: int) -> None:
    dice = random.Random(seed)
    old = new = book(seed, size)
    for _ in range(edits):
        new = _edited(new, dice)
    there, back = compared(old, new), compared(new, old)
    assert mirrored(there) == plain(back)
    assert as_data(there) == as_data(compared(old, new))
    assert there.same == (text_of(old) == text_of(new)) or not edits


@given(st.permutations(range(8)))
def test_what_is_displaced_is_the_same_from_either_side(row: Sequence[int]) -> None:
    inverse = [row.index(value) for value in range(len(row))]
    found = displaced(row)
    assert {row[index] for index in found} == displaced(inverse)
    rest = [value for index, value in enumerate(row) if index not in found]
    assert rest == sorted(rest)
    assert (found == frozenset()) == (list(row) == sorted(row))


@given(st.text("ab .", max_size=30), st.text("ab .", max_size=30))
def test_likeness_is_the_same_from_either_side(one: str, other: str) -> None:
    mine, its = features_of(one), features_of(other)
    assert likeness(mine, its) == likeness(its, mine)
    assert likeness(mine, mine) == (1.0 if mine else 0.0)
    assert 0.0 <= likeness(mine, its) <= 1.0


@given(st.lists(st.sampled_from("abcd"), max_size=30), st.lists(st.sampled_from("abcd"), max_size=30))
def test_the_difference_of_two_wordings_holds_both(one: Sequence[str], other: Sequence[str]) -> None:
    runs = word_difference(" ".join(one), " ".join(other))
    assert " ".join(text for sign, text in runs if sign != "+").split() == list(one)
    assert " ".join(text for sign, text in runs if sign != "-").split() == list(other)
    assert [run for run in shortened(runs) if run[0] != "="] == [run for run in runs if run[0] != "="]
