"""The checks of the reference doctor, each on a few invented lines, and on texts in which nothing is wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from ingest.checks.codes import CHECKS
from ingest.codes import CODES
from ingest.lint import lint
from ingest.pipeline import ingest
from ontology.books import book_folder, load_books
from tests.ingest.outlines import KITES, LETTERED
from tests.ingest.samples import BOOK

SOURCES = book_folder("tidewrack") / "sources"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(SOURCES.iterdir())}


def found(lines: str) -> list[tuple[str, str | None, str | None]]:
    """Code, rule and what would be right of every finding in a text that begins with rule 3.1."""
    text = f"3. MOORS\n\n3.1 HEATH: {lines}\n"
    document = ingest(text.encode(), "moors.txt", [BOOK])
    return [(f.diagnostic.code, f.rule, f.diagnostic.hint) for f in lint([document])]


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_wrong_with_tidewrack(name: str) -> None:
    assert lint([ingest(TEXTS[name].encode(), name, load_books())]) == []


def test_no_code_has_two_meanings() -> None:
    assert set(CHECKS) & set(CODES) == set()


SIGNS = "It takes ≥ one cart. It takes ≥ two carts. "


@pytest.mark.parametrize(
    ("text", "code", "right"),
    [
        (SIGNS + "It is beside a one such pond.", "lost-sign", "≥ one?"),
        (SIGNS + "It counts a 3 ponds for this.", "lost-sign", "≥ 3?"),
        ("It counts a three ponds for this.", "lost-sign", "≥ three?"),
        ("It goes (3.2).\n\n3.2 BOG: It goes (33.2).", "stray-digit", "3.2?"),
        ("A cart is fa6st in the pond.", "stray-digit", "fast?"),
        (SIGNS + "It lies beside ≥ pond or heath.", "lost-sign", "≥ one?"),
        ("It is ≤ 1 for a bog, 2-5 for a fen, & 6 for a pond.", "lost-sign", "≥ 6?"),
        ("It is 1 for a bog, 2-5 for a fen, & ≥ 6 for a pond.", "lost-sign", "≤ 1?"),
        ("Roll and look.\n\n≤ 1 bog\n2-5 fen\n6 pond", "lost-sign", "≥ 6?"),
        ("Roll and look.\n\n1 bog\n2-5 fen\n≥ 6 pond", "lost-sign", "≤ 1?"),
        ("Roll and look.\n\n≤ 1 bog\n2-5 fen\na 6 pond", "lost-sign", "≥ or ≤ 6?"),
        ("Roll and look.\n\n≤ 1 bog\n2-4 fen\n≥ 6 pond", "table-step", "5?"),
        ("Roll and look.\n\n≤ 1 bog\n2-6 fen\n≥ 6 pond", "table-step", "7?"),
        ("Roll and look.\n\n6 bog\n5 fen\n3 moor\n2 pond", "table-step", "4?"),
        ("A non-wooded hex is open. A now-wooded hex is open.", "now-for-non", "non-wooded?"),
        ("It stands at Level 1, Level 2, Level 3 or Level O.", "letter-for-digit", "0?"),
        ("It costs 1O more than that.", "letter-for-digit", "10?"),
        ("It costs l more than that.", "letter-for-digit", "1?"),
        ("It costs +l. That is all of it.", "letter-for-digit", "+1?"),
        ("A pond is a pond. A p0nd is deep.", "digit-for-letter", "pond?"),
        ("It waits (3. 1) and goes on.", "split-number", "3.1?"),
        ("It waits (as per 3. 1) and goes on.", "split-number", "3.1?"),
        ("It waits as per 3.1-. 14 and goes on.", "split-number", "3.1-.14?"),
        ("It then costs 1 2 more of them.", "split-number", "12?"),
        ("A 4- 6-7 cart goes with it.", "split-number", "4-6-7?"),
        ("It costs +1, +2, +1, +3 or +4, and a + 1 more.", "split-number", "+1?"),
        ("A cart in the pon4ds is lost.", "stray-digit", "ponds?"),
        ("It waits (3..1) and goes on.", "number-punctuation", "3.1?"),
        ("It waits (3,1) and goes on.", "number-punctuation", "3.1?"),
        ("It costs 1 MP, 2 MP, 3 MP or 2 MF.", "unit-differs", "MP?"),
        ("It goes to the the pond.", "doubled-word", "the?"),
        ("It goes over a the pond.", "doubled-word", None),
        ("It enters an pond and stays.", "article", "a pond?"),
        ("It enters a empty pond.", "article", "an empty?"),
        ("It may neither swim or wade.", "neither-or", "neither … nor?"),
        ("A hexside, a hexside, a hexside, a hexside, a hexside, a hex-side.", "split-word", "hexside?"),
        ("A cart (or an ox may go there.", "unbalanced-bracket", None),
        ("A cart or an ox) may go there.", "unbalanced-bracket", None),
        ("It must be \\geq the other.", "leftover-markup", None),
        ("It goes to the pond(such as that one).", "punctuation", None),
        ("It waits (Rule ???) for the rest.", "placeholder", "the number"),
        (
            "It goes over the open moor to\n\nthe pond, then, and it may stay there.\n\nIt goes.",
            "broken-paragraph",
            None,
        ),
        (
            "It may go on over the moor in fog.\n\nIt may go on over the moor in fog.",
            "repeated-paragraph",
            "one of the two",
        ),
        ("It goes.\n\n|\n\nIt stays.", "stray-mark", None),
        ("It goes to hex L3.1 and on.", "hex-as-rule", "a hex"),
        ("It goes.\n\n3.2 FEN: It stays.\n\n3.4 BOG: It sinks.", "number-gap", None),
        ("It goes (3.2).\n\n3.2 FEN: It stays.\n\n3.2 BOG: It sinks.", "ambiguous-reference", None),
        (
            "It goes (3.11-.21).\n\n3.11 FEN: No.\n\n3.2 BOG: No.\n\n3.21 POND: No.",
            "range-spans-parents",
            None,
        ),
        ("It goes (3.2-.1).\n\n3.2 BOG: No.", "range-backwards", "L3.1 to L3.2?"),
        ("It goes (3.9).", "dangling-reference", None),
        ("Inf: 1 MF. Inf: 2 MF. Inf: 3 MF. Inf: 1 MP or so.", "unit-differs", "MF?"),
        ("Inf: 1 MF. Inf: 2 MF. Inf: 3 MF. Inf: 3 MP or 2 MP for Inf.", "unit-differs", "MF?"),
        ("A Beach-Hill (B-H) side. The B-H side. The B-H. A Beach-Hill (BH) side.", "split-word", "B-H?"),
        ("LC, LC, LC, LC, LC, LC, LC, LC, LC, LC. An LCI BOAT.", "likely-slip", "LC/BOAT?"),
        ("x 2 is so, x 3 is so, x 4 is so, x 5 is so, x6 is so.", "punctuation", "x and a space"),
        ("It goes down the moor-the one with a pond.", "punctuation", "a dash?"),
        ("It must stop there, and then it may go on (i.e, it may).", "punctuation", None),
        ("It goes (3.2 (Heath)).\n\n3.2 BOG: No.", "title-differs", "L3.1?"),
    ],
)
def test_a_fault_is_found(text: str, code: str, right: str | None) -> None:
    codes = found(text)
    assert code in [each for each, _, _ in codes]
    if right is not None:
        assert right in [hint for each, _, hint in codes if each == code]


@pytest.mark.parametrize(
    "text",
    [
        SIGNS + "An original 12 is a 12. A roll of a 9 or 10 is high.",
        SIGNS + "It crosses a one-hex pond.",
        "Roll and look.\n\n1 bog\n2-5 fen\n6 pond",
        "Roll and look.\n\n≤ 1 bog\n2-5 fen\n≥ 6 pond",
        "Roll and look.\n\n10 bog\n20 fen\n30 moor\n40 pond",
        "It counts 1-3 for this, 4-6 for that.",
        "It is at 7O5, not at 7N5. Hex O5 is one.",
        "It happened on Aug 1 41, or that day.",
        "It knew that that was so, and had had enough.",
        "The High- and Low-Tide marks stay.",
        "It costs the unit(s) and hex(es) in it.",
        "It goes (i.e., at once) and so on (e.g., now).",
        "a) It may go. b) It may stay.",
        "An honest hour is a useful unit, as a one is.",
        "A 4-4-7 and a 2-8 X stand in 24L9-M9.",
        "It may neither swim nor wade, or so it says.",
        "It goes (3.2 (Bog)).\n\n3.2 BOG: No.",
        "It goes (3.11-.12).\n\n3.11 FEN: No.\n\n3.12 POND: No.",
    ],
)
def test_what_is_right_is_no_fault(text: str) -> None:
    assert found(text) == []


def test_what_is_usual_is_told_by_all_documents_of_a_rulebook() -> None:
    first = "3. MOORS\n\n3.1 HEATH: A cart that is exiting a deep pond must stop. "
    first += "It is exiting a deep pond. It is exiting a fen.\n"
    second = (
        '<html><head><title>K7 Ferries</title></head><body><h1>7. FERRIES</h1><p><a id="7.1"></a>'
        '<span class="f_Strong">7.1 LAND:</span> A cart that is existing a deep pond is slow.</p></body></html>'
    )
    documents = [ingest(first.encode(), "moors.txt", [BOOK]), ingest(second.encode(), "ferries.html", [BOOK])]
    [finding] = lint(documents)
    assert (finding.document, finding.rule) == ("K7", "K7.1")
    assert str(finding.diagnostic) == (
        "ferries.html:1:144: warning likely-slip: “existing” where the same words elsewhere have “exiting” "
        "(exiting?)"
    )
    assert lint(documents[1:]) == []


@pytest.mark.parametrize(
    ("right", "wrong", "code", "message"),
    [
        ("102.1b", "102.1c–b", "range-backwards", "102.1b comes before 102.1c"),
        ("102.1b", "102.1d", "dangling-reference", "there is no rule 102.1d"),
        ("102.1b", "1102.1b", "stray-digit", "“1102.1b” has a digit more than the rule 102.1b"),
        ("102.1b", "102.1 b;", "split-number", "“102.1 b” has a space inside"),
        ("102.1b", "1O2.1", "letter-for-digit", "“1O2.1” has a letter for a digit"),
        ("102.1. A", "102.1. A gale.\n\n102.3. A", "number-gap", "between 102.1 and 102.3 there is no 102.2"),
    ],
)
def test_numbers_with_letters(right: str, wrong: str, code: str, message: str) -> None:
    text = KITES.replace(right, wrong, 1)
    told = [
        (f.diagnostic.code, f.diagnostic.message)
        for f in lint([ingest(text.encode(), "kites.txt", [LETTERED])])
    ]
    assert (code, message) in told


def page(body: str) -> list[tuple[str, str]]:
    """Code and message of every finding in a page with two rules, the second with this text."""
    text = (
        "<html><head><title>K7 Ferries</title></head><body><h1>7. FERRIES</h1>"
        '<p><a id="7.1"></a><span class="f_Strong">7.1 STAGE:</span> It goes.</p>'
        f'<p><a id="7.2"></a><span class="f_Strong">7.2 RAFT:</span> {body}</p></body></html>'
    )
    findings = lint([ingest(text.encode(), "ferries.html", [BOOK])])
    return [(finding.diagnostic.code, finding.diagnostic.message) for finding in findings]


LINK = '<a href="k7.htm#7.1">7.1</a>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"It goes ({LINK}).", []),
        ('It goes (<a href="k7.htm#7.2">7.1</a>).', [("href-differs", "the text says K7.1, the href K7.2")]),
        ('It goes (<a href="k7.htm#7.1">7. 1</a>).', [("split-number", "“7. 1” has a space inside")]),
        (
            'It goes as <a href="notes.htm#5">Note 4</a> says.',
            [("href-differs", "the text says 4, the href 5")],
        ),
        ('It goes as <a href="notes.htm#4">Note 4</a> says.', []),
        (
            'It goes (<a href="k7.htm#7.1">Raft</a>).',
            [("title-differs", "K7.1 is “STAGE”; “Raft” is the title of K7.2")],
        ),
        ('It goes (<a href="k7.htm#7.1">Stage</a>).', []),
        (
            f"It goes ({'; '.join([LINK] * 25)}; 7.1).",
            [("unlinked-reference", "a reference without a link, where all others have one")],
        ),
        (
            "It goes <i>over</i> the &amp;nbsp; moor.",
            [("leftover-markup", "“&nbsp;” is left over from some markup or encoding")],
        ),
        ('It has a <img src="a.gif" alt="a">, and <sup>3</sup> so on.', []),
    ],
)
def test_links_and_markup_of_a_page(body: str, expected: list[tuple[str, str]]) -> None:
    assert page(body) == expected


def test_wrapped_lines_are_one_paragraph() -> None:
    lines = [
        "3.1 HEATH: A cart that goes over the open moor in the fog must stay on the road (and the",
        "the road is what the map shows as one, whether there is a cart on it or there is none",
        "at all) until the fog is gone again from the whole of the open moor and the fen by it.",
    ]
    text = "3. MOORS\n\n" + "\n".join(lines) + "\n"
    document = ingest(text.encode(), "moors.txt", [BOOK])
    codes = [(f.diagnostic.code, f.diagnostic.place.line) for f in lint([document])]
    assert codes == [("doubled-word", 3)]


Injection = Callable[[random.Random, str], "tuple[str, int] | None"]


def one_of(pattern: str, new: Callable[[re.Match[str]], str]) -> Injection:
    """Put a misprint where the pattern fits, outside tags; the text and where it was put."""

    def inject(chance: random.Random, text: str) -> tuple[str, int] | None:
        places = [
            match
            for match in re.finditer(pattern, text)
            if match.start() > 300 and re.match(r"[^<>]*>", text[match.start() :]) is None
        ]
        if not places:
            return None
        match = chance.choice(places)
        return text[: match.start()] + new(match) + text[match.end() :], match.start()

    return inject


INJECTIONS: dict[str, Injection] = {
    "lost-sign": one_of(r"[≥≤] (?=\d)", lambda match: ""),
    "letter-for-digit": one_of(
        r"(?<=level )0|(?<=\d\.)0(?=\d)|(?<= )1(?= MP)", lambda m: "O" if m[0] == "0" else "l"
    ),
    "split-number": one_of(r"(?<=\(\d\.)(?=\d\d?[);])", lambda match: " "),
    "stray-digit": one_of(r"(?<=[a-z]{2})(?=[a-z]{2})", lambda match: "7"),
    "doubled-word": one_of(r" (?:the|a|may|hex|marsh|tide)(?= )", lambda match: match[0] * 2),
    "placeholder": one_of(r"(?<=\()\d\.\d+(?=[);])", lambda match: "???"),
    "dangling-reference": one_of(r"(?<=\((?:2|4)\.)\d+(?=\))", lambda match: f"{match[0]}99"),
    "number-gap": one_of(r"(?m)^2\.3[1-5] ", lambda match: f"2.3{int(match[0][3:]) + 4} "),
}


@pytest.mark.parametrize("code", INJECTIONS)
def test_misprints_put_into_tidewrack_are_found(code: str) -> None:
    read = [ingest(text.encode(), name, load_books()) for name, text in TEXTS.items()]
    told, put = 0, 0
    for index, (name, text) in enumerate(TEXTS.items()):
        for seed in range(8):
            injected = INJECTIONS[code](random.Random(seed), text)
            if injected is None:
                continue
            wrong, at = injected
            documents = [*read[:index], ingest(wrong.encode(), name, load_books()), *read[index + 1 :]]
            line = wrong.count("\n", 0, at) + 1
            put += 1
            told += any(abs(finding.diagnostic.place.line - line) < 8 for finding in lint(documents))
    assert put
    assert told >= 0.9 * put
