"""What would be so without a rule: "but for this rule", also after another rule that is left in."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reason import engine
from tests.kb.fens import Answer, asker, load
from tests.kb.opinions import agree, compiled_alike

VOCABULARY = """
noun else no: fen hex (hex)
adjective else no: flooded (hex); staked (hex); passable (hex)
relation else no: a hex contains rubble; a hex contains a spring
"""
RULES = """
F1.1-s1: a fen hex is flooded.
F1.2-s1:
  a hex is not flooded, instead of F1.1-s1, if the hex contains rubble, and but for this rule, the hex is flooded.
F1.3-s1:
  a hex is flooded, instead of F1.2-s1, if the hex contains a spring, and but for this rule, after F1.2-s1, the hex is not
  flooded.
"""


def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, *facts: str) -> list[Answer]:
    put = asker(tmp_path, monkeypatch, VOCABULARY, rules)
    return [put(each.replace("; ", "\n"), "Is hex 1 flooded?") for each in facts]


FACTS = (
    "Hex 1 is a fen hex.",
    "Hex 1 is a fen hex.; Hex 1 contains rubble.",
    "Hex 1 is a fen hex.; Hex 1 contains rubble.; Hex 1 contains a spring.",
    "Hex 1 contains a spring.",
)


def test_a_rule_that_is_named_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = answers(tmp_path, monkeypatch, RULES, *FACTS)
    assert [each["answer"] for each in found] == ["yes", "no", "yes", "yes"]
    assert found[2]["cites"] == ["F1.1", "F1.2", "F1.3"]


def test_without_the_name_both_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = answers(tmp_path, monkeypatch, RULES.replace("after F1.2-s1, ", ""), *FACTS)
    assert [each["answer"] for each in found] == ["yes", "no", "no", "yes"]


def test_the_other_opinions_and_compiled_slices_know_each_world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = """
        F1.4-s1: a hex is passable if but for this rule, after F1.2-s1 + F1.3-s1, the hex is flooded.
        F1.5-s1: a hex is not passable, instead of F1.4-s1, if but for this rule, the hex is flooded, and the hex is staked.
        F1.6-s1: a hex is staked if but for this rule, after F1.2-s1, the hex is not flooded, and the hex is a fen hex.
    """
    book, found = load(tmp_path, VOCABULARY, RULES + "\n".join(line.strip() for line in more.splitlines()))
    assert [str(each) for each in found] == []
    counts = agree(book, 300)
    assert min(counts["yes"], counts["no"]) > 20
    monkeypatch.setattr(engine, "ASKED_OFTEN", 1)
    assert compiled_alike(book, 100)[True] > 50


@pytest.mark.parametrize(
    ("named", "finding"),
    [
        (
            "F1.9-s1",
            (
                "no-target",
                "F1.3-s1 #1 aims at F1.9-s1, but no rule has that id",
                "name a statement that is encoded",
            ),
        ),
        (
            "F1.1-s1",
            (
                "but-for-after",
                "F1.3-s1 #1 comes after F1.1-s1, which has no 'but for this rule' and is never left out",
                "leave out 'after F1.1-s1'",
            ),
        ),
        (
            "F1.3-s1",
            (
                "but-for-after",
                "F1.3-s1 #1 comes after F1.3-s1, which is the same rule",
                "name another rule, or one sentence of the statement by its number: 'after F1.1-s1 #2'",
            ),
        ),
    ],
)
def test_what_is_named_must_be_left_out_otherwise(
    tmp_path: Path, named: str, finding: tuple[str, str, str]
) -> None:
    _, found = load(tmp_path, VOCABULARY, RULES.replace("after F1.2-s1", f"after {named}"))
    assert [(each.code, each.message, each.hint) for each in found] == [finding]
