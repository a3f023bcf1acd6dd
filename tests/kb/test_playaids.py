"""Play aids checked: Tidewrack's with its known faults, the original's on its covered rows, edits of both."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from api.playaids import findings_lines
from ingest.diagnostics import HexlawError
from kb.playaids.errata import errata
from kb.playaids.findings import fresh
from kb.playaids.mapping import mappings_of, read_mapping
from kb.playaids.record import new_findings, read_accepted, record_of, write_accepted
from kb.playaids.soundness import mapping_problems
from ontology.books import book_folder
from tests.kb.aids import TIDEWRACK, checked, places
from tests.kb.playaid_edits import cells, false_edits, harmless_edits
from tests.kb.playaid_measure import blamed, unnoticed

TEXT = TIDEWRACK.read_text(encoding="utf-8")
FAULTS = tomllib.loads((book_folder("tidewrack") / "cases" / "faults.toml").read_text(encoding="utf-8"))[
    "faults"
]

# The real faults of the original on its covered rows, found by reading the rules: row, column, rule.
ORIGINAL_FAULTS = {
    ("Submerged Reef", "LOS", "G13.431"),  # only a reef that shows is Inherent Terrain
    ("Shallow Water OCEAN", "Movement", "G13.42"),  # what Infantry pays is MF
    ("Exposed Reef", "Soft Sand Movement", "G13.431"),  # so it is there
}
CODES = {"false": "contradicted", "incomplete": "incomplete"}


def test_tidewracks_known_faults_are_found_and_nothing_else() -> None:
    report = checked(TEXT)
    found = {(f.row, f.column, f.code) for f in report.findings}
    assert found == {(fault["row"], fault["column"], CODES[fault["kind"]]) for fault in FAULTS}
    assert len(report.findings) == len(FAULTS)
    assert report.counts() == {
        "supported": 71,
        "partly": 3,
        "contradicted": 7,
        "external": 0,
        "unread": 0,
        "not covered": 0,
    }
    assert (report.uncovered, report.missing) == ([], [])


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault['row']} {fault['column']}")
def test_a_finding_names_the_rules_of_the_fault(fault: dict[str, object]) -> None:
    [finding] = [f for f in checked(TEXT).findings if (f.row, f.column) == (fault["row"], fault["column"])]
    statements = fault["rules"]
    assert isinstance(statements, list)
    assert {statement.partition("-")[0] for statement in statements} <= set(finding.rules)
    assert str(fault["claim"]).casefold() in finding.printed.casefold()


def test_what_a_cell_leaves_out_is_said_with_the_situation() -> None:
    [finding] = [f for f in checked(TEXT).findings if f.column == "Craft" and f.row_title == "Shoal"]
    assert finding.message == ("leaves out an exception where U1 is a punt: No: U1 is not stranded (T4.4).")
    assert finding.should == "except where U1 is a punt"
    assert finding.statements == ("T2.22-s1 #2", "T4.4-x1")
    assert next((each.facts, each.question) for each in finding.situations) == (
        ("Hex 1 is a shoal hex.", "U1 is in hex 1.", "U1 is a punt.", "The tide is Low."),
        "Is U1 stranded?",
    )


def one(old: str, new: str) -> list[tuple[str, str, str]]:
    """What is newly found when one thing in Tidewrack's aid reads otherwise: code, message, rules."""
    assert TEXT.count(old) == 1
    before = {finding.fingerprint for finding in checked(TEXT).findings}
    return [
        (finding.code, finding.message, ", ".join(finding.rules))
        for finding in checked(TEXT.replace(old, new)).findings
        if finding.fingerprint not in before
    ]


def test_an_exception_that_is_dropped() -> None:
    [(code, message, rules)] = one("No raft may enter [EXC: <i>in tow</i>].", "No raft may enter.")
    assert (code, message.partition(": ")[0]) == (
        "incomplete",
        "leaves out an exception where U1 is in tow",
    )
    assert "T2.23" in rules.split(", ")


def test_an_exception_that_there_is_not() -> None:
    [(code, message, rules)] = one("<li>Blocks sight.</li>", "<li>Blocks sight [EXC: on a causeway].</li>")
    assert (code, rules) == ("incomplete", "T6.2")
    assert message == (
        "names an exception that the rules do not make where hex 1 contains a causeway: Yes: hex 1 blocks sight (T6.2)."
    )


def test_a_kind_that_a_list_leaves_out() -> None:
    assert one("Foot gangs and mule teams may enter", "Foot gangs may enter")[0][:2] == (
        "incomplete",
        "leaves out mule team, of which the rules say the same",
    )


def test_a_unit_of_measure() -> None:
    [(code, message, _)] = one("Wading: 3 MP", "Wading: 3 MF")
    assert (code, message) == ("contradicted", "the unit is MP, not MF")


def test_a_citation() -> None:
    assert one("Never dry (2.23)", "Never dry (2.33)") == [
        ("citation", "cites T2.33, but rests on T2.23", "T2.23")
    ]
    assert one("Never dry (2.23)", "Never dry (2.2)") == []


def test_a_finding_names_its_rules_once() -> None:
    report = checked(TEXT.replace("Never dry (2.23)", "Never dry (2.33)"))
    [cited] = [finding for finding in report.findings if finding.code == "citation"]
    assert cited.told == (("cites T2.33, but rests on ", ""), ("T2.23", "T2.23"))
    assert cited.unnamed == ()
    assert errata(report, [cited]).splitlines()[4].endswith("| a citation of T2.23 | — |")
    lines = findings_lines(report.findings)
    assert next(line for line in lines if "cites" in line).endswith(
        "warning citation: cites T2.33, but rests on T2.23"
    )
    [left_out] = [f for f in report.findings if f.column == "Craft" and f.row_title == "Shoal"]
    assert [rule for _, rule in left_out.told if rule] == ["T4.4"]
    assert set(left_out.unnamed) == set(left_out.rules) - {"T4.4"}


def test_words_that_nobody_knows_are_not_read() -> None:
    [(code, message, rules)] = one("Never dry (2.23)", "Never arid (2.23)")
    assert (code, message) == ("unread", "not read: 'arid'")
    assert "T2.23" in rules.split(", ")


def test_what_another_claim_of_the_row_says_is_not_blamed() -> None:
    assert one("<ul><li>All land units: 1 MP</li></ul>", "<ul><li>Any land unit pays 1 MP.</li></ul>") == []


def test_dropping_a_claim_is_not_false() -> None:
    assert one("<li>Mule team: 1 MP</li>", "") == []


def test_a_row_that_is_not_known() -> None:
    report = checked(TEXT.replace("\nDune\t", "\nBog\t"))
    assert report.uncovered == ["row PA.1.1"]
    assert report.missing == ["Dune"]
    assert ("missing-row", "PA.1 has no row 'Dune', which the mapping covers") in [
        (f.code, f.message) for f in report.findings
    ]


def test_fingerprints_do_not_hang_on_order() -> None:
    before = {finding.fingerprint for finding in checked(TEXT).findings}
    lines = TEXT.split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("Dune\t"))
    lines[first : first + 7] = reversed(lines[first : first + 7])
    assert {finding.fingerprint for finding in checked("\n".join(lines)).findings} == before


def test_a_baseline(tmp_path: Path) -> None:
    report = checked(TEXT)
    file = tmp_path / "accepted.json"
    write_accepted(report.findings, file)
    accepted = read_accepted(file)
    assert accepted == {finding.fingerprint for finding in report.findings}
    assert new_findings(report, accepted) == []
    assert len(new_findings(report, accepted - {report.findings[0].fingerprint})) == 1
    assert record_of(report, accepted)["new"] == []


def test_notes_count_only_beside_a_baseline() -> None:
    report = checked(TEXT)
    assert fresh(report.findings, frozenset(), notes=False) == report.findings


def test_the_errata_sheet() -> None:
    report = checked(TEXT)
    lines = errata(report, report.findings).splitlines()
    assert lines[0] == "# Errata: Tidewrack play aid"
    assert "| Mid | Reach | 3 | 2 | T2.3 |" in lines
    assert errata(report, []).splitlines()[-1] == "Nothing is wrong that was not accepted."


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_the_mappings_are_sound(rulebook: str) -> None:
    assert mapping_problems(rulebook) == []


def test_what_is_wrong_with_a_mapping_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "aid.toml"
    path.write_text(
        """
[aspects.tide]
low = ["The tide is Low."]
[predicates.dry]
asks = "Is hex 1 dry?"
aspects = ["fog"]
otherwise = "damp"
[words]
"low tide" = "tide=ebb"
"dry" = ":wet"
"odd" = "what"
[[tables]]
rows = [{ title = "Shoal", fixed = { tide = "high" } }, { titel = "Dune" }]
columns = [{ head = "Notes", bare = "wet", notes = true }, {}]
""",
        encoding="utf-8",
    )
    with pytest.raises(HexlawError) as caught:
        read_mapping(path, "tidewrack")
    assert [diagnostic.message for diagnostic in caught.value.diagnostics] == [
        "predicate 'dry' has a field 'asks'",
        "predicate 'dry' names an aspect 'fog'",
        "predicate 'dry' asks nothing",
        "predicate 'dry' names a predicate 'damp'",
        "the aspect 'tide' has no value 'ebb'",
        "':wet' names no predicate",
        "'what' is no meaning",
        "row '' has a field 'titel'",
        "column 'Notes' has a field 'notes'",
        "a row has no field 'title'",
        "a column has no field 'head'",
        "column 'Notes' names a predicate 'wet'",
        "the aspect 'tide' has no value 'high'",
        "has no field 'document'",
    ]


def test_each_rulebook_with_a_mapping_has_one() -> None:
    assert [(m.document, m.title) for m in mappings_of("tidewrack")] == [("PA", "Tidewrack play aid")]
    assert mappings_of("amphibious-37") == []


def test_edits_that_make_a_claim_false_are_noticed() -> None:
    edits = false_edits(TEXT, "tidewrack")[::11]
    assert (len(edits), [str(edit) for edit in unnoticed(TEXT, "tidewrack", edits)]) == (46, [])


def test_edits_of_words_alone_are_not_blamed() -> None:
    edits = harmless_edits(TEXT, "tidewrack")[::11]
    assert (len(edits), [str(edit) for edit, _ in blamed(TEXT, "tidewrack", edits)]) == (55, [])


def test_the_originals_faults_are_found_and_its_right_claims_not_blamed(originals: Path) -> None:
    report = checked((originals / "g13-play-aid.tsv").read_text(encoding="utf-8"), "asl")
    wrong = [finding for finding in report.findings if finding.severity != "note"]
    found = {(f.row_title, f.column.partition(" (")[0]) for f in wrong}
    assert found == {fault[:2] for fault in ORIGINAL_FAULTS}
    assert len(wrong) == len(ORIGINAL_FAULTS)
    for row, column, rule in ORIGINAL_FAULTS:
        [finding] = [f for f in wrong if f.row_title == row and f.column.startswith(column)]
        assert rule in finding.rules
    assert report.counts()["unread"] == 0
    assert ("Shallow Water OCEAN", "Movement", "misprint") in places(report.findings)


def test_edits_of_the_original_are_noticed(originals: Path) -> None:
    text = (originals / "g13-play-aid.tsv").read_text(encoding="utf-8")
    edits = false_edits(text, "asl")[::9]
    assert len(edits) > 20
    assert [str(edit) for edit in unnoticed(text, "asl", edits)] == []


def test_edits_of_the_originals_words_are_not_blamed(originals: Path) -> None:
    text = (originals / "g13-play-aid.tsv").read_text(encoding="utf-8")
    edits = harmless_edits(text, "asl")[::17]
    assert len(edits) > 25
    assert [str(edit) for edit, _ in blamed(text, "asl", edits)] == []


REEF = "Beach Terrain (G13) Play Aid\n\nTerrain Type\tTEM (Direct/Indirect)\tSoft Sand Movement\nExposed Reef\t{}\t{}\n"
HINDERS = "<ul> Open Ground; not beyond Crag/Gorse -2 TEM to DC, Bombardment vs. unarmoured Partly-Sunk AFV."
COSTS = "<ul> Fully Tracked: 5MP Halftrack: 7MP (Hamm. Immob.) Armored car/motorcycle: 9MP; ALL for horsedrawn Truck: 8MP"


def not_settled(tem: str, costs: str) -> set[str]:
    """By what the claims of a reef are known that rest on rules which are not encoded."""
    report = checked(REEF.format(tem, costs), "asl")
    assert report.counts()["unread"] == 0
    return {finding.fingerprint for finding in report.findings if finding.code == "external"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Crag/Gorse", "Gorse/Crag"),
        ("Crag/Gorse", "gorse or crag"),
        ("DC, Bombardment", "bombardment and demolition charges"),
        ("not beyond", "never beyond"),
        ("-2 TEM", "\u22122\u00a0TEM"),
        ("vs. unarmoured", "against un-armored"),
        ("Partly-Sunk AFV", "partly sunk AFVs"),
        ("Open Ground", "open-ground"),
        ("Fully Tracked", "fully tracked"),
        ("Halftrack:", "half-tracks:"),
        ("7MP (Hamm. Immob.) Armored car/motorcycle", "7 MP (Hamm Immob) motorcycles / arm. car"),
        ("Armored car/motorcycle", "Motorcycles and armored cars"),
        ("Armored car", "armored car"),
        ("Truck", "truck"),
        ("Truck", "Lorries"),
    ],
)
def test_a_claim_that_cannot_be_settled_is_known_by_what_it_says(old: str, new: str) -> None:
    text = REEF.format(HINDERS, COSTS)
    assert text.count(old) == 1
    assert not_settled(HINDERS.replace(old, new), COSTS.replace(old, new)) == not_settled(HINDERS, COSTS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Crag/Gorse", "Crag"),
        ("Crag/Gorse", "Crag/Bamboo"),
        ("not beyond", "beyond"),
        ("-2 TEM", "+2 TEM"),
        ("-2 TEM", "-3 TEM"),
        ("DC, ", ""),
        ("vs. unarmoured", "vs. armoured"),
        ("Fully Tracked: 5MP", "Fully Tracked: 6MP"),
        ("Halftrack: 7MP", "Truck: 7MP"),
        ("car/motorcycle: 9MP", "car/motorcycle: 9MF"),
        ("car/motorcycle", "car"),
    ],
)
def test_a_claim_that_cannot_be_settled_and_says_something_else_is_new(old: str, new: str) -> None:
    assert REEF.format(HINDERS, COSTS).count(old) == 1
    assert not_settled(HINDERS.replace(old, new), COSTS.replace(old, new)) - not_settled(HINDERS, COSTS)


def test_a_misprint_before_a_comma() -> None:
    report = checked(REEF.format("<ul> Open Ground, existing, too.", COSTS), "asl")
    assert [f.message for f in report.findings if f.code == "misprint"] == [
        "misprint: 'existing' for 'exiting'"
    ]


def test_the_generator_knows_its_cells() -> None:
    found = [(cell.row, cell.column) for cell in cells("T\n\nA\tB\tC\nx\t1\t2\n", ["x"])]
    assert found == [("x", "B"), ("x", "C")]
