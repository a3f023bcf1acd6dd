from pathlib import Path

import pytest

from ingest.diagnostics import HexlawError
from ingest.outline import outline_of, read_outline, render_outline, write_outline
from ingest.pipeline import ingest
from tests.ingest.samples import BOOK, FERRIES

LABELS = {"K7": "Ferries", "K7.1": "Stages", "K7.2": "Rowing over"}


def test_an_outline_has_numbers_labels_and_hashes(tmp_path: Path) -> None:
    document = ingest(FERRIES.encode(), "ferries.html", [BOOK])
    outline = outline_of(document, LABELS)
    assert (outline.title, outline.sha256) == ("Ferries", document.source.sha256)
    assert [(n.id, n.label) for n in outline.nodes] == [
        ("K7", "Ferries"),
        ("K7.1", "Stages"),
        ("K7.2", "Rowing over"),
        ("K7.21", ""),
        ("K7.22", ""),
    ]
    assert [(s.id, s.hash) for s in outline.statements] == [(s.id, s.hash) for s in document.statements]
    write_outline(outline, tmp_path / "outline.json")
    assert read_outline(tmp_path / "outline.json") == outline


def test_an_outline_has_one_record_a_line_and_no_prose() -> None:
    document = ingest(FERRIES.encode(), "ferries.html", [BOOK])
    text = render_outline(outline_of(document, LABELS))
    assert document.images
    assert document.footnotes
    assert sum(line.startswith('{"id"') for line in text.split("\n")) == sum(
        (5 + 9 + 5 + 1 + 11, len(document.images), len(document.footnotes), len(document.tables))
    )
    assert not [s.text for s in document.statements if s.text in text]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON: Expecting property name enclosed in double quotes"),
        ("[]", "is not an object"),
        (
            '{"rulebook": "x"}',
            "has no document, title, sha256, nodes, statements, exceptions, examples, references",
        ),
        (
            '{"rulebook": "x", "document": "", "title": "", "sha256": "", "nodes": [{"id": 1}], "statements": [],'
            ' "exceptions": [], "examples": [], "references": []}',
            'nodes: a record does not have the fields it should: {"id": 1}',
        ),
    ],
)
def test_a_malformed_outline_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "outline.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HexlawError) as caught:
        read_outline(file)
    [diagnostic] = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.message) == ("outline-malformed", message)


def test_a_missing_outline_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(
        HexlawError, match="error outline-malformed: cannot be read: No such file or directory"
    ):
        read_outline(tmp_path / "none.json")
