"""Where terms are used, and which terms nothing defines: exact results on invented texts, laws on Tidewrack."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.ingestion import shipped_files
from ingest.nodes import Document, TermUse
from ingest.pipeline import ingest
from ingest.term_forms import key
from ingest.term_uses import find_uses
from ingest.undefined_terms import find_undefined
from ontology.books import load_books
from tests.ingest.samples import BOOK, FERRIES, plain


def moors(text: str) -> Document:
    return ingest(f"3. MOORS\n\n{text}\n".encode(), "moors.txt", [BOOK])


def found(*documents: Document) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Where, the term, the form as printed and what it may mean."""
    return [(use.within, use.term, use.text, use.definitions) for use in find_uses(documents)]


def test_forms_are_found_and_the_longest_wins() -> None:
    text = """3.1 Wet ground is termed Bog. Ground beside it is termed a Bog edge.

3.2 Bogs sink. A unit crosses the bog edge, a Bog's middle or two Bog edges [EXC: Bog-edges at night].

EX: The cart is in a Bog. It cannot leave the Bog edge."""
    assert found(moors(text)) == [
        ("L3.2-s1", "Bog", "Bogs", ("L3.1-d1",)),
        ("L3.2-s2", "Bog", "Bog's", ("L3.1-d1",)),
        ("L3.2-s2", "Bog edge", "Bog edges", ("L3.1-d2",)),
        ("L3.2-x1", "Bog edge", "Bog-edges", ("L3.1-d2",)),
        ("L3.2-e1", "Bog", "Bog", ("L3.1-d1",)),
        ("L3.2-e1", "Bog edge", "Bog edge", ("L3.1-d2",)),
    ]


def test_case_tells_terms_apart() -> None:
    text = """3.1 The term "Lake" refers only to still water, while "LAKE" is defined to mean "any water".

3.2 Lakes are wet. A LAKE is wet. A lake is wet.

3.3 A path is defined as a line of dots. Paths end. A PATH ends."""
    assert found(moors(text)) == [
        ("L3.2-s1", "Lake", "Lakes", ("L3.1-d1",)),
        ("L3.2-s2", "LAKE", "LAKE", ("L3.1-d2",)),
        ("L3.3-s2", "path", "Paths", ("L3.3-d1",)),
    ]


def test_a_heading_in_capitals_is_read_without_regard_to_case() -> None:
    text = """3.1 BOG: Wet ground is termed a Bog.

3.2 BOG: A cart stops.

3.3 BOGS AND CARTS: A cart stops."""
    assert found(moors(text)) == [
        ("L3.2", "Bog", "BOG", ("L3.1-d1",)),
        ("L3.3", "Bog", "BOGS", ("L3.1-d1",)),
    ]


def test_the_nearest_definition_is_meant_and_equals_are_ambiguous() -> None:
    text = """3.1 Wet ground is termed Mire.

3.2 Soft ground is termed Mire.

3.21 A Mire slows.

3.3 A Mire stops.

3.4 A hex with rain is considered Mire. A Mire dries."""
    assert found(moors(text)) == [
        ("L3.21-s1", "Mire", "Mire", ("L3.2-d1",)),
        ("L3.3-s1", "Mire", "Mire", ("L3.1-d1", "L3.2-d1")),
        ("L3.4-s2", "Mire", "Mire", ("L3.4-d1",)),
    ]
    assert [use.ambiguous for use in find_uses([moors(text)])] == [False, True, False]


def test_letters_are_found_with_their_words() -> None:
    text = """3.1 A Line of Sight (LOS) is straight.

3.2 Two LOS cross. Lines of sight bend; a Line of Sight does not. The LOSS is yours."""
    assert found(moors(text)) == [
        ("L3.2-s1", "LOS", "LOS", ("L3.1-d1",)),
        ("L3.2-s2", "LOS", "Line of Sight", ("L3.1-d1",)),
    ]


def test_one_adjective_alone_is_a_term_before_the_words_of_its_statement_only() -> None:
    text = """3.1 All moss without rain is considered Low.

3.2 A Low moss burns. Low Moss burns. A Low Crawl does not."""
    assert found(moors(text)) == [
        ("L3.2-s1", "Low", "Low", ("L3.1-d1",)),
        ("L3.2-s2", "Low", "Low", ("L3.1-d1",)),
    ]


def test_documents_of_a_rulebook_share_their_terms() -> None:
    ferries = ingest(
        FERRIES.replace("Then it leaves", "The Mire is deep. Then it leaves").encode(), "ferries.html", [BOOK]
    )
    text = "3.1 Wet ground is termed Mire."
    uses = find_uses([ferries, moors(text)])
    assert [(u.document, u.within, u.text, u.definitions) for u in uses] == [
        ("K7", "K7.1-e1", "Mire", ("L3.1-d1",))
    ]
    assert find_uses([ferries]) == []


@pytest.fixture(scope="module")
def tidewrack() -> list[Document]:
    books = load_books()
    documents = [ingest(path.read_bytes(), path.name, books) for path in shipped_files()]
    return [document for document in documents if document.rulebook == "tidewrack"]


def check_uses(documents: Sequence[Document], uses: Sequence[TermUse]) -> None:
    """What holds for the uses in any documents."""
    sources = {(document.rulebook, document.id): document for document in documents}
    terms = {(d.rulebook, term.id): term for d in documents for term in d.terms}
    assert len({(use.rulebook, use.document, use.id) for use in uses}) == len(uses)
    for use in uses:
        document = sources[use.rulebook, use.document]
        printed = document.source.text[use.span.start : use.span.end]
        assert " ".join(plain(printed).split()) == use.text
        meant = [terms[use.rulebook, definition] for definition in use.definitions]
        assert use.term == meant[0].term
        for term in meant:
            forms = {key(form) for form in (term.term, term.expansion) if form}
            assert {key(use.text), key(use.text.lower())} & forms
            assert use.within != term.within
    by_document: dict[tuple[str, str], list[TermUse]] = {}
    for use in uses:
        by_document.setdefault((use.rulebook, use.document), []).append(use)
    for own in by_document.values():
        assert all(one.span.end <= other.span.start for one, other in pairwise(own))


def test_laws_on_tidewrack(tidewrack: list[Document]) -> None:
    uses = find_uses(tidewrack)
    check_uses(tidewrack, uses)
    assert len(uses) > 50
    shoalcraft = [use for use in uses if use.term == "shoalcraft"]
    assert {use.definitions for use in shoalcraft} == {("T4.11-d1",)}
    assert {use.document for use in shoalcraft} >= {"T2", "T4"}


def test_a_term_renamed_everywhere_is_used_where_it_was(tidewrack: list[Document]) -> None:
    books = load_books()
    renamed = [
        ingest(
            re.sub("shoalcraft", "fenrunner", d.source.text).replace("Shoalcraft", "Fenrunner").encode(),
            d.source.name,
            books,
        )
        for d in tidewrack
    ]
    before, after = find_uses(tidewrack), find_uses(renamed)
    assert [u.id for u in before if u.term == "shoalcraft"] == [u.id for u in after if u.term == "fenrunner"]
    assert [(u.id, u.definitions) for u in before] == [(u.id, u.definitions) for u in after]


NAMES = st.lists(st.sampled_from(["Brim", "Calder", "Dorn", "Esk"]), min_size=1, max_size=3).map(" ".join)


@given(NAMES, st.lists(st.sampled_from(["Brim", "Dorn", "goes", "by", "a", "Calder,", "Esk."]), max_size=20))
def test_every_use_reads_as_its_term(name: str, words: list[str]) -> None:
    document = moors(f"3.1 Wet ground is termed a {name}.\n\n3.2 It goes on and on, {' '.join(words)} ends.")
    uses = find_uses([document])
    check_uses([document], uses)
    text = " ".join(words)
    assert len(uses) >= len(re.findall(rf"(?<!\w){name}(?!\w)", text)) - text.count(f"{name} {name}") * 2


def undefined(text: str) -> list[tuple[str, str, str, int]]:
    return [(term.term, term.kind, term.within, term.uses) for term in find_undefined([moors(text)])]


def test_letters_that_nothing_explains() -> None:
    text = """3.1 BOG: A unit pays 2 MP. It may NOT pay MPs twice, and not in the EXC.

3.2 A Line of Sight (LOS) is no XYZ. The LOS ends. One XYZ is enough; an ABC stands once.

3.3 Each APh ends; no APh begins in 7AA10. II and II."""
    assert undefined(text) == [
        ("MP", "acronym", "L3.1-s1", 2),
        ("XYZ", "acronym", "L3.2-s1", 2),
        ("APh", "acronym", "L3.3-s1", 2),
    ]


def test_words_with_capitals_and_in_quotation_marks() -> None:
    text = """3.1 A cart in Deep Moss stops. In Deep Moss a horse stops too, and so does Deep Moss itself.

3.2 Carts that Amble turn "weary" soon. Some Amble; some amble, some amble, some amble. All Amble.

3.3 HEAVY RAIN: Then Heavy Rain falls, and Heavy Rain, and once more Heavy Rain.

3.4 See Case 1, then Case 2, and finally Case 3. The "7" is no word."""
    assert undefined(text) == [
        ("Deep Moss", "capitalised", "L3.1-s1", 3),
        ("weary", "quoted", "L3.2-s1", 1),
    ]


def test_what_any_document_defines_is_defined() -> None:
    text = "3.1 A cart pays 2 MP. A horse pays 3 MP."
    assert [term.term for term in find_undefined([moors(text)])] == ["MP"]
    other = ingest(
        FERRIES.replace("It cannot swim", "A Mud Point (MP) is kept").encode(), "ferries.html", [BOOK]
    )
    assert [t.term for t in find_undefined([other, moors(text)]) if t.document == "L3"] == []
    assert [t.term for t in find_undefined([moors(text)], ordinary={"MP"})] == []


def test_tidewrack_leaves_no_letters_unexplained(tidewrack: list[Document]) -> None:
    assert [term.term for term in find_undefined(tidewrack) if term.kind == "acronym"] == []
