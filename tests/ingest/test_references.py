import pytest

from ingest.numbering import Number, parse_number
from ingest.references.grammar import Grammar, Mention
from ingest.references.resolve import KnownRules, disagreement, read_href, resolve

GRAMMAR = Grammar("ABCEFGKLM", "G")


def rules(mention: Mention | None) -> tuple[str, list[str]]:
    assert mention is not None
    return mention.form, [str(number) for number in mention.numbers]


@pytest.mark.parametrize(
    ("text", "form", "numbers"),
    [
        ("13.4", "single", ["G13.4"]),
        ("A4.133", "single", ["A4.133"]),
        ("B.6", "single", ["B.6"]),
        ("13.441-.447", "range", ["G13.441", "G13.447"]),
        ("13.441-. 447", "range", ["G13.441", "G13.447"]),
        ("13.441 – 13.447", "range", ["G13.441", "G13.447"]),
        ("B20.9-.98", "range", ["B20.9", "B20.98"]),
        ("G.9-.9D", "range", ["G.9", "G.9D"]),
        ("E8.23-.232", "range", ["E8.23", "E8.232"]),
        ("C1.82-.821", "range", ["C1.82", "C1.821"]),
        ("13.624/13.625", "list", ["G13.624", "G13.625"]),
        ("13.624/.625", "list", ["G13.624", "G13.625"]),
        ("A9.22, C2.6, and C7.22", "list", ["A9.22", "C2.6", "C7.22"]),
        ("E5.", "section", ["E5"]),
        ("F7", "section", ["F7"]),
        ("Section F7", "section", ["F7"]),
    ],
)
def test_every_form_is_read(text: str, form: str, numbers: list[str]) -> None:
    assert rules(GRAMMAR.parse(text)) == (form, numbers)


@pytest.mark.parametrize(
    "text", ["", "see", "7E2", "1080", "13.4 and so on", "4-4-7", "Q3.1", "British Note 37"]
)
def test_what_is_no_reference_is_none(text: str) -> None:
    assert GRAMMAR.parse(text) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("it freezes (25.5; see 6.42).", ["25.5", "6.42"]),
        ("as in A9.22, C2.6 and C7.22, it", ["A9.22, C2.6 and C7.22"]),
        ("13.2, 13.4-.49/13.5", ["13.2", "13.4-.49", "13.5"]),
        ("B20.9-.98, .99 and 13.1-.2", ["B20.9-.98", ".99", "13.1-.2"]),
        ("boats (E5.) under Section F7. Then", ["E5.", "Section F7"]),
        ("hexes 7E2, 23H2, 8CC8, 24L9-M9, AA10 and 1080, enter H9.", []),
        ("on 12.5.1943 in version 11.08.05", []),
        ("roll ≤ 1.5, +1.2, -2.1 or ×0.5", []),
        ("a 4-4-7 with 5.5 tons, 2.5 MP or 1.5 times 2.5%", []),
        ("at the end, 21.4.", ["21.4"]),
    ],
)
def test_references_are_found_in_running_text(text: str, found: list[str]) -> None:
    worded = [text[start:end] for start, end, _ in GRAMMAR.find(text)]
    assert worded == [name.removeprefix("Section ") for name in found]


KNOWN = KnownRules(
    number
    for text in ("K7", "K7.2", "K7.21", "K7.211", "K7.22", "K7.3")
    if (number := parse_number(text)) is not None
)


def target(text: str) -> tuple[list[str], str | None, str | None, tuple[tuple[str, str, str | None], ...]]:
    mention = Grammar("KL", "K").parse(text)
    assert mention is not None
    found = resolve(mention, KNOWN)
    ends = (str(found.first) if found.first else None, str(found.last) if found.last else None)
    return [str(rule) for rule in found.rules], *ends, found.problems


def test_ranges_expand_over_what_exists() -> None:
    assert target("7.21-.22") == (["K7.21", "K7.211", "K7.22"], "K7.21", "K7.22", ())


def test_ranges_outside_have_their_two_ends() -> None:
    assert target("L3.1-.14") == (["L3.1", "L3.14"], "L3.1", "L3.14", ())


def test_a_list_is_one_target_each() -> None:
    assert target("7.2/L3.1/7.2") == (["K7.2", "L3.1"], None, None, ())


def test_a_missing_rule_is_no_target_and_a_problem() -> None:
    problem = ("dangling-reference", "there is no rule K7.29", "nearest: K7.21, K7.22, K7.2")
    assert target("7.29") == ([], None, None, (problem,))


def test_a_missing_end_bounds_the_range() -> None:
    problem = ("range-end-missing", "there is no rule K7.25", "nearest: K7.21, K7.22, K7.2")
    assert target("7.22-.25") == (["K7.22"], "K7.22", "K7.25", (problem,))


def test_a_backward_range_is_its_two_ends_and_a_problem() -> None:
    problem = ("range-backwards", "K7.2 comes before K7.3", "K7.2 to K7.3?")
    assert target("7.3-.2") == (["K7.3", "K7.2"], "K7.3", "K7.2", (problem,))


def test_hrefs_are_read_by_the_first_pattern_that_fits() -> None:
    forms = [
        {"kind": "rule", "pattern": r"^(?P<chapter>[a-z])(?P<section>\d+)?\.htm#\d*\.(?P<digits>\w+)$"},
        {"kind": "footnote", "pattern": "^notes"},
    ]
    rule = read_href("k7.htm#7.21", forms)
    assert rule is not None
    assert rule.number == Number("K", "7", "21")
    note = read_href("notes.htm#4", forms)
    assert note is not None
    assert (note.kind, note.number) == ("footnote", None)
    assert read_href("https://example.invalid/", forms) is None
    single = Mention("single", (Number("K", "7", "2"),))
    assert disagreement(single, rule) == "the text says K7.2, the href K7.21"
    assert disagreement(Mention("single", (Number("K", "7", "21"),)), rule) is None
    assert disagreement(single, note) is None
