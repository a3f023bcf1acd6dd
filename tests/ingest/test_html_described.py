"""HTML with headings, ids and links of an author's own, described in `book.toml` alone."""

import pytest

from ingest.nodes import Document
from ingest.pipeline import ingest
from tests.ingest.outlines import HARBOUR, LINKED
from tests.ingest.samples import check_places


@pytest.fixture(scope="module")
def harbour() -> Document:
    return ingest(HARBOUR.encode(), "harbour.html", [LINKED])


def test_headings_with_ids(harbour: Document) -> None:
    assert [(n.id, n.title, n.parent, n.anchor) for n in harbour.nodes] == [
        ("HB", "Harbour", None, None),
        ("1", "Boats", "HB", "boats"),
        ("1.9", "Sinking", "1", "sink"),
        ("1.10", "Swimming", "1", "swim"),
        ("2", "Land", "HB", "land"),
        ("2.1", "Quays", "2", "two"),
        ("2.1.10", "Cranes", "2.1", "ten"),
    ]
    check_places(harbour)


def test_links_lead_to_ids(harbour: Document) -> None:
    assert [(r.within, r.text, r.kind, r.href, r.targets) for r in harbour.references] == [
        ("1-s1", "Sinking", "link", "#sink", ("1.9",)),
        ("1-s1", "2.1", "link", "#two", ("2.1",)),
        ("1.9-s1", "2.1.10", "plain", None, ("2.1.10",)),
        ("1.10-s1", "there", "link", "#gone", ()),
        ("2-s1", "1.10", "link", "#sink", ("1.10",)),
        ("2.1.10-s2", "1.9-1.10", "range", None, ("1.9", "1.10")),
    ]
    assert [(f.code, f.message) for f in harbour.findings] == [
        ("unknown-href", "leads where no pattern of the rulebook fits"),
        ("href-differs", "the text says 1.10, the href 1.9"),
    ]
