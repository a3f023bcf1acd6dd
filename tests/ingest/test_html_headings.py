import pytest

from ingest.nodes import Document
from ingest.pipeline import ingest
from tests.ingest.samples import BOOK, FERRIES, check_places, nodes_text, plain


@pytest.fixture(scope="module")
def ferries() -> Document:
    return ingest(FERRIES.encode(), "ferries.html", [BOOK])


def page(body: str) -> Document:
    head = "<html><title>K7 Ferries</title><h1>7. FERRIES</h1>"
    return ingest(f"{head}\n{body}</html>".encode(), "page.html", [BOOK])


def rule(number: str, text: str) -> str:
    return f'<p><a id="{number}"></a><span class="f_Strong">{number} TITLE:</span> {text}</p>\n'


def test_rules_titles_and_parents(ferries: Document) -> None:
    assert (ferries.rulebook, ferries.id, ferries.title) == ("kestrel", "K7", "FERRIES")
    assert [(n.id, n.number, n.title, n.parent, n.order, n.anchor) for n in ferries.nodes] == [
        ("K7", "7", "FERRIES", None, 0, None),
        ("K7.1", "7.1", "LANDING STAGE", "K7", 1, "7.1"),
        ("K7.2", "7.2", "CROSSING", "K7", 2, "7.2"),
        ("K7.21", "7.21", "ICE", "K7.2", 3, "7.21"),
        ("K7.22", "7.22", "NIGHT", "K7.2", 4, "7.22"),
    ]


def test_statements_leave_brackets_titles_and_marks_out(ferries: Document) -> None:
    assert [(s.id, s.text) for s in ferries.statements] == [
        ("K7.1-s1", "A ferry hex is any hex with a stage (see 7.21-.22)."),
        ("K7.1-s2", "A unit in it (e.g., a cart) may board & leave, at once."),
        ("K7.1-s3", "(It cannot swim; 7.2.)"),
        ("K7.1-s4", "All carts, except sledges, may wait unless told otherwise elsewhere."),
        ("K7.2-s1", "Crossing costs 3 MP as per M4. and Section M5."),
        ("K7.2-s2", "It ends the U.S. Army turn; a 2-1-3 rows on."),
        ("K7.2-s3", "See 7.3 <or> see 7.21/7.22 and K.4."),
        ("K7.21-s1", "Unless the river is frozen, none of this applies."),
        ("K7.22-s1", "Nothing crosses at night (K.4-.4C)."),
    ]


def test_exceptions_count_in_printed_order_brackets_of_examples_too(ferries: Document) -> None:
    assert [(x.id, x.kind, x.qualifies, x.text) for x in ferries.exceptions] == [
        ("K7.1-x1", "bracket", "K7.1-s2", "[EXC: oxen [brown and white]; L3.2]"),
        ("K7.1-x2", "prose", "K7.1-s4", "except sledges"),
        ("K7.1-g1", "prose", "K7.1-s4", "unless told otherwise elsewhere"),
        ("K7.1-x3", "bracket", "K7.1-e1", "[EXC: not at night]"),
        ("K7.21-x1", "prose", "K7.21-s1", "Unless the river is frozen"),
    ]
    assert [x.id for x in ferries.exceptions if x.generic] == ["K7.1-g1"]


def test_an_example_over_two_paragraphs_is_one(ferries: Document) -> None:
    assert [(e.id, e.text) for e in ferries.examples] == [
        ("K7.1-e1", "EX: A cart boards in 7C4 [EXC: not at night]. It waits. Then it leaves for 1080.")
    ]


def test_passages_hold_what_is_no_sentence(ferries: Document) -> None:
    assert [(p.id, p.kind, p.text) for p in ferries.passages] == [
        ("K7-p1", "front", "K7 Ferries"),
        ("K7-p2", "front", "K7 Ferries"),
        ("K7-p3", "heading", "7. FERRIES"),
        ("K7.1-p1", "heading", "7.1 LANDING STAGE:"),
        ("K7.1-p2", "footnote mark", "4"),
        ("K7.2-p1", "heading", "7.2 CROSSING:"),
        ("K7.2-p2", "chart link", "K7.2 Crossing DR"),
        ("K7.21-p1", "heading", "7.21 ICE:"),
        ("K7.21-p2", "table", "Oars MP 2 4 (7.2)"),
        ("K7.22-p1", "heading", "7.22 NIGHT"),
    ]


def test_references_say_where_they_stand_and_where_they_lead(ferries: Document) -> None:
    assert [(r.id, r.within, r.part, r.text, r.kind, r.targets) for r in ferries.references] == [
        ("K7.1-r1", "K7.1-s1", "statement", "7.21-.22", "range", ("K7.21", "K7.22")),
        ("K7.1-r2", "K7.1-s1", "statement", "4", "footnote", ()),
        ("K7.1-r3", "K7.1-x1", "exception", "L3.2", "link", ("L3.2",)),
        ("K7.1-r4", "K7.1-s3", "statement", "7.2", "link", ("K7.2",)),
        ("K7.2-r1", "K7.2", "title", "K7.2 Crossing DR", "chart", ()),
        ("K7.2-r2", "K7.2-s1", "statement", "M4.", "section", ("M4",)),
        ("K7.2-r3", "K7.2-s1", "statement", "M5", "section", ("M5",)),
        ("K7.2-r4", "K7.2-s3", "statement", "7.3", "link", ()),
        ("K7.2-r5", "K7.2-s3", "statement", "7.21/7.22 and K.4", "list", ("K7.21", "K7.22", "K.4")),
        ("K7.21-r1", "K7.21-s1", "statement", "7.2", "link", ("K7.2",)),
        ("K7.22-r1", "K7.22-s1", "statement", "K.4-.4C", "range", ("K.4", "K.4C")),
    ]
    assert [(r.first, r.last) for r in ferries.references if r.kind == "range"] == [
        ("K7.21", "K7.22"),
        ("K.4", "K.4C"),
    ]
    assert ferries.references[2].href == "l3.htm#3.2"


def test_findings_name_the_place_and_what_would_be_right(ferries: Document) -> None:
    line = next(i for i, text in enumerate(FERRIES.split("\n"), 1) if ">7.3<" in text)
    column = FERRIES.split("\n")[line - 1].index("7.3") + 1
    assert [str(finding) for finding in ferries.findings] == [
        f"ferries.html:{line}:{column}: warning href-differs: the text says K7.3, the href K7.1 (the text is taken)",
        f"ferries.html:{line}:{column}: warning dangling-reference: there is no rule K7.3"
        " (nearest: K7.1, K7.2, K7.21)",
    ]
    assert ferries.findings[0].evidence == "7.3 → k7.htm#7.1"


def test_every_place_is_exact_and_nothing_is_lost(ferries: Document) -> None:
    check_places(ferries)
    assert nodes_text(ferries) == "".join(plain(FERRIES).split())


def test_a_number_at_two_rules_is_found_and_nothing_of_it_lost() -> None:
    document = page(rule("7.1", "One.") + rule("7.2", "Two.") + rule("7.1", "Three."))
    assert [str(f) for f in document.findings] == [
        "page.html:4:43: warning duplicate-number: rule K7.1 stands here a second time; its text goes on counting"
        " where the first ended (one of the two has a wrong number)"
    ]
    assert [(s.id, s.text) for s in document.statements] == [
        ("K7.1-s1", "One."),
        ("K7.2-s1", "Two."),
        ("K7.1-s2", "Three."),
    ]
    check_places(document)


def test_rules_out_of_order_keep_their_printed_place() -> None:
    document = page(rule("7.2", "Two.") + rule("7.1", "One."))
    assert [node.id for node in document.nodes] == ["K7", "K7.2", "K7.1"]
    assert [f"{f.code}: {f.message}" for f in document.findings] == [
        "number-out-of-order: rule K7.1 stands after K7.2"
    ]


def test_an_anchor_that_is_not_the_number() -> None:
    document = page('<p><a id="7.2"></a><span class="f_Strong">7.1 A:</span> One.</p>')
    assert [f"{f.code}: {f.message}" for f in document.findings] == [
        "anchor-differs: the anchor of rule K7.1 is '7.2'"
    ]


def test_an_open_bracket_is_found_and_nothing_lost() -> None:
    document = page(rule("7.1", "One [EXC: two. Three.") + rule("7.2", "Four."))
    assert [f"{f.code}: {f.message}: {f.evidence}" for f in document.findings] == [
        "unclosed-bracket: this exception's bracket is not closed in its paragraph: [EXC: two. Three."
    ]
    assert [s.text for s in document.statements] == ["One", "Four."]
    check_places(document)


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("", "the source ends before <span> is closed"),
        ("</span></p><!-- ", "the source ends inside a comment that begins here"),
        ("</span></p><script>", "the source ends inside a script that begins here"),
        ("</span></p>", "the source ends before <html> is closed"),
        ("</span></p><p class='x", "the source ends inside a tag that begins here"),
    ],
)
def test_a_truncated_page_is_found_and_nothing_lost(end: str, message: str) -> None:
    text = f"<html><title>K7</title><h1>7. FERRIES</h1>{rule('7.1', 'One.')}<p><span>Two.{end}"
    document = ingest(text.encode(), "page.html", [BOOK])
    assert ("truncated-markup", message) in [(f.code, f.message) for f in document.findings]
    assert [s.text for s in document.statements][:2] == ["One.", "Two."]


def test_layout_tables_are_read_through_and_data_tables_kept_together() -> None:
    layout = f"<table><tr><td>{rule('7.1', 'One.')}</td><td><p>Two.</p></td></tr></table>"
    data = "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"
    document = page(layout + data)
    assert [s.text for s in document.statements] == ["One.", "Two."]
    assert [p.text for p in document.passages if p.kind == "table"] == ["a b c d"]
    check_places(document)


def test_text_outside_paragraphs_list_items_and_headings_are_kept() -> None:
    document = page(
        f"{rule('7.1', 'One:')}<ul><li>two</li><li>three</li></ul>four <h2>FIVE</h2><h2>7.2 SIX</h2>seven"
    )
    assert [(s.id, s.text) for s in document.statements] == [
        ("K7.1-s1", "One:"),
        ("K7.1-s2", "two"),
        ("K7.1-s3", "three"),
        ("K7.1-s4", "four"),
        ("K7.2-s1", "seven"),
    ]
    assert [(n.id, n.title) for n in document.nodes][-1] == ("K7.2", "SIX")
    assert [p.text for p in document.passages if p.rule == "K7.1"] == ["7.1 TITLE:", "FIVE"]
    check_places(document)
