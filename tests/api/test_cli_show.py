from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.conftest import Hexlaw


@pytest.fixture
def ingested(hexlaw: Hexlaw) -> Hexlaw:
    hexlaw("ingest")
    return hexlaw


def test_before_any_ingest_the_command_to_run_is_named(hexlaw: Hexlaw, home: Path) -> None:
    result = hexlaw("show", "G13.4")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"{home / 'graph'}: error graph-none: there is no graph yet (`hexlaw ingest` makes one)\n"
    )


def test_an_outlined_rule_has_its_label_and_its_references(ingested: Hexlaw) -> None:
    result = ingested("show", "G13.4")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "G13.4 Deep and shallow OCEAN"
    assert lines[1].startswith("asl, ")
    assert "(outline, edition " in lines[1]
    assert lines[2] == "in: G13 Beaches and the sea"
    assert "  G13.401 What counts as Watercraft" in lines
    assert "  “13.21-.22” (a range): G13.21, G13.22" in lines
    assert "  G13.4-x2 to G13.4-s3" in lines
    assert "  G13.2 How high and steep a beach is" in lines[lines.index("Cited by") :]
    assert lines[-1] == "Only the outline of this rule is known; `hexlaw ingest` reads your own copy of asl."


def test_the_encodings_of_a_rule_are_shown(ingested: Hexlaw) -> None:
    lines = ingested("show", "G13.401").out.splitlines()
    heading = lines.index("What it means")
    assert lines[heading + 1].startswith("  G13.401-s1  ")


@pytest.mark.parametrize("id", ["T4.1-s1", "4.1-s1", "T4.1-s1 #1"])
def test_a_statement_is_shown_by_the_id_that_derivations_name(ingested: Hexlaw, id: str) -> None:
    result = ingested("show", "--rulebook", "tidewrack", id)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("T4.1 ")
    assert any(line.startswith("  T4.1-s1  ") for line in lines)
    assert not any(line.startswith("  T4.1-s2  ") for line in lines)
    [meaning] = [place for place, line in enumerate(lines) if line == "What it means"]
    assert lines[meaning + 1].startswith("  T4.1-s1")


def test_an_exception_clause_is_shown_with_what_it_qualifies(ingested: Hexlaw) -> None:
    lines = ingested("show", "G13.4-s3").out.splitlines()
    assert "  G13.4-x2 to G13.4-s3" in lines
    assert "  G13.4-x2  G13.4-s3 #2 does not apply if the thing is one of boat or LC" not in lines
    lines = ingested("show", "G13.4-x2").out.splitlines()
    assert "  G13.4-x2  G13.4-s3 #2 does not apply if the thing is one of boat or LC" in lines
    assert "  G13.1-g1 to G13.1-s3" in ingested("show", "G13.1-g1").out.splitlines()
    missing = ingested("show", "G13.4-s99")
    assert (missing.code, missing.out) == (2, "")
    assert "there is no rule 'G13.4-s99' in asl" in missing.err


def test_a_citer_through_a_range_is_marked(ingested: Hexlaw) -> None:
    lines = ingested("show", "G13.445").out.splitlines()
    cited = lines[lines.index("Cited by") :]
    assert any(line.endswith("(through the range 13.441-.447)") for line in cited)


def test_a_rule_of_the_users_edition_is_quoted(ingested: Hexlaw) -> None:
    lines = ingested("show", "--rulebook", "tidewrack", "T4.1").out.splitlines()
    assert "(your copy, edition " in lines[1]
    statement = lines[lines.index("Statements") + 1]
    assert statement.startswith("  T4.1-s1  ")
    assert len(statement) > len("  T4.1-s1  ")
    assert "Only the outline" not in "\n".join(lines)


@pytest.mark.parametrize("written", ["G13.4", "g13.4", "13.4", " G13.4 "])
def test_a_number_may_be_written_otherwise(ingested: Hexlaw, written: str) -> None:
    assert ingested("show", written).out.splitlines()[0] == "G13.4 Deep and shallow OCEAN"


def test_json_is_what_the_service_sends(ingested: Hexlaw) -> None:
    rule = json.loads(ingested("show", "G13.401", "--json").out)
    assert (rule["rulebook"], rule["id"], rule["parent"]["id"]) == ("asl", "G13.401", "G13.4")
    assert [statement["id"] for statement in rule["statements"]] == ["G13.401-s1", "G13.401-s2"]


def test_a_rule_that_is_only_cited_says_so(ingested: Hexlaw) -> None:
    result = ingested("show", "G14.53")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[:2] == ["G14.53", "cited in asl, but in no document that is ingested"]
    assert "  G13.4 Deep and shallow OCEAN" in lines


def test_a_rule_that_does_not_exist_names_the_nearest(ingested: Hexlaw) -> None:
    result = ingested("show", "G13.4012")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "rule: error rule-unknown: there is no rule 'G13.4012' in asl (nearest: G13.401, "
    )


@pytest.mark.parametrize("number", ["", "<x>", "a b", "x" * 10_000, "\n", "G13.4>", "💥"])
def test_a_number_that_is_none_is_no_fault(ingested: Hexlaw, number: str) -> None:
    result = ingested("show", number)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("rule: error rule-unknown: there is no rule ")


def test_an_unknown_rulebook_names_those_there_are(ingested: Hexlaw) -> None:
    result = ingested("show", "--rulebook", "als", "G13.4")
    assert (result.code, result.out) == (2, "")
    assert (
        result.err == "rule: error rulebook-unknown: there is no rulebook 'als' "
        "(there are: amphibious-37, asl, squad-terrain, tidewrack)\n"
    )
