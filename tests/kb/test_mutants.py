"""Each kind of sentence, and every way in which it is taken out or bent."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.mutants import mutants_of
from kb.rulebook import build_rulebook
from tests.kb.fens import load

VOCABULARY = """
    singleton: the dyke
    noun else no: drain (hex)
    noun else no: wet hex (hex)
    adjective else no: frozen (hex)
    adjective else no: laden (unit)
    figure else ?: the width of a hex = fathoms
    figure else ?: the state of the dyke = sound / leaking / breached
    figure base 0: the toll of a craft = pence
    figure else ?: the fee of a craft = pence
    figure else ?: the depth of a hex = fathoms
    relation else no: a craft lies in a hex
    action else yes: a craft enters a hex
"""

SENTENCES = {
    "the depth of a hex is the least width of a drain B where drain B is frozen.": [
        "removed: left out",
        "operation: “least” made “greatest”",
        "connective: “and” made “or”",
        "condition: “the hex B is a drain” left out",
        "negated: “the hex B is a drain” denied",
        "condition: “the drain B is frozen” left out",
        "negated: “the drain B is frozen” denied",
    ],
    "a craft may not enter a drain if the width of the drain is at most 2 fathoms.": [
        "removed: left out",
        "polarity: the conclusion denied",
        "connective: “and” made “or”",
        "condition: “the hex is a drain” left out",
        "negated: “the hex is a drain” denied",
        "condition: “the width of the drain is at most 2 fathoms” left out",
        "negated: “the width of the drain is at most 2 fathoms” denied",
        "comparison: “at most” made “less than” in “the width of the drain is at most 2 fathoms”",
        "number: 2 made 3 in “the width of the drain is at most 2 fathoms”",
        "number: 2 made 1 in “the width of the drain is at most 2 fathoms”",
    ],
    "a hex is a wet hex exactly if the state of the dyke is breached.": [
        "removed: left out",
        "joiner: “exactly if” made “if”",
        "polarity: the conclusion denied",
        "condition: “the state of the dyke is breached” left out",
        "negated: “the state of the dyke is breached” denied",
        "value: breached made sound in “the state of the dyke is breached”",
    ],
    "a drain is each of wet hex and frozen.": [
        "removed: left out",
        "removed: “the drain is a wet hex” left out",
        "removed: “the drain is frozen” left out",
        "polarity: the conclusion denied",
        "condition: “the hex is a drain” left out",
        "negated: “the hex is a drain” denied",
    ],
    "add 2 pence to the toll of a craft if the craft is one of punt or raft.": [
        "removed: left out",
        "number: 2 made 3",
        "number: 2 made 1",
        "condition: “the craft is a punt, or the craft is a raft” left out",
        "connective: “or” made “and”",
        "condition: “the craft is a punt” left out",
        "negated: “the craft is a punt” denied",
        "condition: “the craft is a raft” left out",
        "negated: “the craft is a raft” denied",
    ],
    "limit the toll of a craft to at most 5 pence.": [
        "removed: left out",
        "number: 5 made 6",
        "number: 5 made 4",
        "comparison: “at most” made “at least”",
    ],
    "table the fee of a craft by the toll of the craft: 1 or less: 0 pence, 2..3: 4 pence, 4 or more: 5 pence.": [
        "removed: row left out",
        "number: 0 made 1",
        "number: 0 made -1",
        "number: 4 made 5",
        "number: 4 made 3",
        "removed: row left out",
        "number: 5 made 6",
        "number: 5 made 4",
        "removed: left out: the table of the fee of a craft by the toll of the craft",
        "number: the boundary behind 1 moved to behind 2: the table of the fee of a craft by the toll of the craft",
        "number: the boundary behind 1 moved to behind 0: the table of the fee of a craft by the toll of the craft",
        "number: the boundary behind 3 moved to behind 4: the table of the fee of a craft by the toll of the craft",
        "number: the boundary behind 3 moved to behind 2: the table of the fee of a craft by the toll of the craft",
    ],
    # That a punt is a craft is no condition beside that it is a punt: nothing would change without it.
    "a unit is laden if the unit is a craft, and the unit is a punt.": [
        "removed: left out",
        "polarity: the conclusion denied",
        "connective: “and” made “or”",
        "negated: “the unit is a craft” denied",
        "condition: “the unit is a punt” left out",
        "negated: “the unit is a punt” denied",
    ],
}


def mutants(folder: Path, rules: str) -> list[str]:
    """The mutants of a rulebook's rules, without the sentences that they are of."""
    book, found = load(folder, VOCABULARY, rules)
    assert [str(each) for each in found] == []
    texts = [f": {getattr(item, 'text', '')}" for item in book.contents.items]
    said = []
    for mutant in mutants_of(book.contents):
        change = mutant.change
        for text in texts:
            change = change.removesuffix(text)
        said.append(f"{mutant.kind}: {change}")
    return said


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_taken_out_and_bent(tmp_path: Path, sentence: str) -> None:
    assert mutants(tmp_path, f"F1.1-s1:  {sentence}") == SENTENCES[sentence]


def test_a_rule_that_is_left_in_is_left_out(tmp_path: Path) -> None:
    rules = """
        F1.1-s1: a hex is frozen if but for this rule, the hex is a drain.
        F1.1-s2: a hex is a wet hex if but for this rule, after F1.1-s1, the hex is frozen.
    """
    found = mutants(tmp_path, rules)
    assert [each for each in found if "but for" in each] == [
        "condition: “but for this rule, the hex is a drain” left out",
        "but for: “but for this rule” left out",
        "condition: “but for this rule, after F1.1-s1, the hex is frozen” left out",
        "but for: “but for this rule” left out",
        "but for: “after F1.1-s1” left out",
    ]


def test_exceptions_orders_and_records_are_taken_out_and_bent(tmp_path: Path) -> None:
    rules = """
        F1.1-s1:  a craft may not enter a drain.
        F1.1-s2:  a craft may not enter a frozen hex.
        F1.1-x1:  F1.1-s1 + F1.1-s2 does not apply if the craft is a punt.
        F1.2-s1:  a raft may enter a drain, instead of F1.1-s1.
        F1.3-s1:
          order F1.2-s1 over F1.1-s2 by F1.3-s1.
        F1.4-s1:
          not encoded: missing persistence; touches the depth of a hex
    """
    book, found = load(tmp_path, VOCABULARY, rules)
    assert [str(each) for each in found] == []
    said = [
        (mutant.id, mutant.kind, mutant.change, mutant.line, mutant.about)
        for mutant in mutants_of(book.contents)
        if not mutant.id.startswith("F1.1-s")
    ]
    clause = "F1.1-s1 + F1.1-s2 does not apply if the craft is a punt"
    rule = "a raft may enter a drain, instead of F1.1-s1"
    order = "order F1.2-s1 over F1.1-s2 by F1.3-s1"
    about = frozenset({"may: a craft enters a hex"})
    assert said == [
        ("F1.1-x1 #1", "removed", f"left out: {clause}", 3, about),
        ("F1.1-x1 #1", "exception", f"F1.1-s1 not named: {clause}", 3, about),
        ("F1.1-x1 #1", "exception", f"F1.1-s2 not named: {clause}", 3, about),
        ("F1.1-x1 #1", "condition", f"“the craft is a punt” left out: {clause}", 3, about),
        ("F1.1-x1 #1", "negated", f"“the craft is a punt” denied: {clause}", 3, about),
        ("F1.2-s1 #1", "removed", f"left out: {rule}", 4, about),
        ("F1.2-s1 #1", "instead of", f"“instead of F1.1-s1” left out: {rule}", 4, about),
        ("F1.2-s1 #1", "polarity", f"the conclusion denied: {rule}", 4, about),
        ("F1.2-s1 #1", "connective", f"“and” made “or”: {rule}", 4, about),
        ("F1.2-s1 #1", "condition", f"“it is a raft” left out: {rule}", 4, about),
        ("F1.2-s1 #1", "negated", f"“it is a raft” denied: {rule}", 4, about),
        ("F1.2-s1 #1", "condition", f"“the hex is a drain” left out: {rule}", 4, about),
        ("F1.2-s1 #1", "negated", f"“the hex is a drain” denied: {rule}", 4, about),
        ("F1.3-s1", "removed", f"left out: {order}", 6, about),
        ("F1.3-s1", "order", f"turned round: {order}", 6, about),
        (
            "F1.4-s1",
            "removed",
            "left out: not encoded: missing persistence; touches the depth of a hex",
            8,
            frozenset({"the depth of a hex"}),
        ),
    ]


def test_a_mutant_changes_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    rules = """
        F1.1-s1:  a craft may not enter a drain.
        F1.1-x1:  F1.1-s1 does not apply if the craft is a punt.
    """
    book, _ = load(tmp_path, VOCABULARY, rules)
    for mutant in mutants_of(book.contents):
        contents = mutant.contents(book.contents)
        kept = [item for item in book.contents.items if item in contents.items]
        assert len(kept) == len(book.contents.items) - 1
        _, found = build_rulebook("fens", contents)
        refused = [each.code for each in found]
        assert refused == (["no-target"] if mutant.id == "F1.1-s1 #1" and mutant.kind == "removed" else [])
