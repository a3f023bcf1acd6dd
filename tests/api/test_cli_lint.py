from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.checks.codes import CHECKS
from ingest.codes import CODES
from ontology.books import book_folder
from tests.api.conftest import Hexlaw

GROUND = book_folder("tidewrack") / "sources" / "tidewrack-ground.txt"
LANDING = book_folder("tidewrack") / "sources" / "tidewrack-landing.html"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Tidewrack's ground with a doubled word and a dead reference."""
    path = tmp_path / "ground.txt"
    text = GROUND.read_text(encoding="utf-8")
    text = text.replace("A channel hex never falls dry.", "A channel hex hex never falls dry (2.29).")
    path.write_text(text, encoding="utf-8")
    return path


def line_of(path: Path) -> int:
    return path.read_text(encoding="utf-8").split("A channel hex hex")[0].count("\n") + 1


def test_nothing_found_is_0(hexlaw: Hexlaw) -> None:
    for files in [(), (str(GROUND),), (str(GROUND), str(LANDING))]:
        result = hexlaw("lint", *files)
        assert (result.code, result.out, result.err) == (0, "0 findings\n", "")


def test_findings_are_4_each_with_place_evidence_and_what_is_right(hexlaw: Hexlaw, wrong: Path) -> None:
    result = hexlaw("lint", str(wrong))
    line = line_of(wrong)
    assert (result.code, result.err) == (4, "")
    assert result.out.splitlines() == [
        f"{wrong}:{line}:25: warning doubled-word: “hex hex”",
        "    in T2.23: 2.23 CHANNEL: A channel hex hex never falls dry…",
        "    right: hex?",
        f"{wrong}:{line}:50: warning dangling-reference: there is no rule T2.29",
        "    in T2.23: 2.29",
        "    right: nearest: T2.21, T2.22, T2.23",
        "2 findings: 2 warnings",
    ]


def test_a_file_that_cannot_be_used_is_2(hexlaw: Hexlaw, tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    result = hexlaw("lint", str(missing))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{missing}: error file: cannot be read: No such file or directory\n"


def test_json_has_the_fields_of_an_export(hexlaw: Hexlaw, wrong: Path) -> None:
    told = json.loads(hexlaw("lint", "--format", "json", str(wrong)).out)
    assert told["accepted"] == 0
    exported = [json.loads(line) for line in hexlaw("export", "findings", str(wrong)).out.splitlines()]
    assert [dict(sorted(row.items())) for row in told["findings"]] == [
        dict(sorted(r.items())) for r in exported
    ]
    assert (exported[0]["code"], exported[0]["in"], exported[0]["severity"], exported[0]["right"]) == (
        "doubled-word",
        "T2.23",
        "warning",
        "hex?",
    )


def test_sarif(hexlaw: Hexlaw, wrong: Path) -> None:
    result = hexlaw("lint", "--format", "sarif", str(wrong))
    assert result.code == 4
    log = json.loads(result.out)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["dangling-reference", "doubled-word"]
    assert all(
        rule["shortDescription"]["text"] in {*CODES.values(), *(m for _, m in CHECKS.values())}
        for rule in rules
    )
    first = run["results"][0]
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "doubled-word"
    assert first["level"] == "warning"
    assert first["message"]["text"] == "“hex hex” (right: hex?)"
    place = first["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == wrong.as_uri()
    assert place["physicalLocation"]["region"]["startLine"] == line_of(wrong)
    assert place["logicalLocations"] == [{"name": "T2.23", "fullyQualifiedName": "tidewrack:T2.23"}]
    assert json.loads(hexlaw("lint", "--format", "sarif").out)["runs"][0]["results"] == []


def test_what_a_baseline_accepts_is_not_told_again(hexlaw: Hexlaw, wrong: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "accepted.json"
    result = hexlaw("lint", str(wrong), "--write-baseline", str(baseline))
    assert (result.code, result.out) == (0, f"Wrote {baseline}: 2 findings accepted.\n")
    assert "channel" not in baseline.read_text(encoding="utf-8")
    # A line more above does not make them new, another fault does.
    text = wrong.read_text(encoding="utf-8").replace("2. GROUND\n", "2. GROUND\n\n", 1)
    wrong.write_text(text, encoding="utf-8")
    result = hexlaw("lint", str(wrong), "--baseline", str(baseline))
    assert (result.code, result.out) == (0, "0 findings: 2 accepted\n")
    wrong.write_text(text + "\n2.99 It is is so.\n", encoding="utf-8")
    result = hexlaw("lint", str(wrong), "--baseline", str(baseline))
    assert result.code == 4
    assert "in T2.99: 2.99 It is is so." in result.out
    assert result.out.splitlines()[-1].endswith(", 2 accepted")


def test_a_baseline_that_is_none_is_refused(hexlaw: Hexlaw, tmp_path: Path) -> None:
    for text, message in [("eggs", "is not JSON"), ("[]", "is no baseline of format 1")]:
        baseline = tmp_path / "accepted.json"
        baseline.write_text(text)
        result = hexlaw("lint", "--baseline", str(baseline))
        assert (result.code, result.out, result.err) == (
            2,
            "",
            f"{baseline}: error baseline: {message} (`hexlaw lint --write-baseline FILE` writes one)\n",
        )


def test_into_a_file(hexlaw: Hexlaw, wrong: Path, tmp_path: Path) -> None:
    output = tmp_path / "findings.txt"
    result = hexlaw("lint", str(wrong), "-o", str(output))
    assert (result.code, result.out) == (4, "")
    assert output.read_text(encoding="utf-8").endswith("2 findings: 2 warnings\n")
