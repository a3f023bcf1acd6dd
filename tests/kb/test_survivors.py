"""Which case notices a change to an encoding, whatever was asked before it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kb.cases import Case
from kb.survivors import LOADER, Tally, tally_of
from tests.kb.fens import load

VOCABULARY = """
    noun else no: drain (hex)
    adjective else no: frozen (hex)
    adjective else no: wet (hex)
    action else yes: a craft enters a hex
"""
RULES = """
    F1.1-s1:  a drain is wet.
    F1.2-s1:  a craft may not enter a wet hex if the craft is one of raft or barge.
    F1.2-x1:  F1.2-s1 does not apply if the hex is frozen.
"""
RAFT = Case("raft", ("Hex 1 is a drain.", "R1 is a raft."), "May R1 enter hex 1?")
BARGE = Case("barge", ("Hex 1 is a drain.", "B1 is a barge."), "May B1 enter hex 1?")
ICE = Case("ice", ("Hex 1 is a drain.", "Hex 1 is frozen.", "R1 is a raft."), "May R1 enter hex 1?")
PUNT = Case("punt", ("Hex 1 is a drain.", "P1 is a punt."), "May P1 enter hex 1?")
LEFT_OUT = "“the craft is a {}” left out"


def tally(tmp_path: Path, cases: Sequence[Case]) -> Tally:
    """What becomes of the mutants of the rules with these cases."""
    book, _ = load(tmp_path, VOCABULARY, RULES)
    return tally_of("fens", book.contents, cases)


def noticed(tally: Tally) -> dict[str, str | None]:
    """By what a mutant does, which case notices it."""
    return {
        f"{each.mutant.id} {each.mutant.kind} {each.mutant.change.partition(':')[0]}": each.noticed_by
        for each in tally.outcomes
    }


@pytest.mark.parametrize("cases", [(RAFT, BARGE), (BARGE, RAFT), (PUNT, RAFT, BARGE)])
def test_a_rule_that_an_earlier_case_came_to_is_bent_for_a_later_one_too(
    tmp_path: Path, cases: Sequence[Case]
) -> None:
    found = noticed(tally(tmp_path, cases))
    for craft in ("raft", "barge"):
        [by] = {by for what, by in found.items() if LEFT_OUT.format(craft) in what}
        assert by == craft


def test_what_no_case_notices_is_listed(tmp_path: Path) -> None:
    alone = tally(tmp_path, (PUNT,))
    assert alone.unnoticed == ("F1.1-s1", "F1.2-x1")
    with_all = tally(tmp_path, (PUNT, RAFT, BARGE, ICE))
    assert with_all.unnoticed == ()
    assert [(mutant.id, mutant.change.partition(":")[0]) for mutant in with_all.survivors] == [
        ("F1.1-s1 #1", "“the hex is a drain” left out")
    ]
    assert round(with_all.score, 1) == 94.4


def test_what_the_loader_refuses_is_noticed(tmp_path: Path) -> None:
    found = noticed(tally(tmp_path, (PUNT,)))
    assert found["F1.2-s1 #1 removed left out"] == LOADER


def test_without_mutants_all_were_noticed(tmp_path: Path) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    none = tally_of("fens", book.contents, (RAFT,), within=lambda statement: False)
    assert (none.outcomes, none.score, none.unnoticed) == ((), 100.0, ())


def test_several_at_once_find_what_one_finds(tmp_path: Path) -> None:
    cases = (PUNT, RAFT, BARGE, ICE)
    done: list[int] = []
    book, _ = load(tmp_path, VOCABULARY, RULES)
    found = tally_of(
        "fens", book.contents, cases, jobs=2, progress=lambda now, of, survived: done.append(now)
    )
    one = tally(tmp_path, cases)
    assert [each.mutant for each in found.outcomes] == [each.mutant for each in one.outcomes]
    assert (found.survivors, found.refused, found.unnoticed) == (one.survivors, one.refused, one.unnoticed)
    assert done == list(range(1, len(found.outcomes) + 1))
