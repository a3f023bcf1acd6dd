"""What must hold of ingest whatever comes: a document with every word in its place, or an error that says where."""

from __future__ import annotations

import bisect
import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyoxigraph as ox

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.markup import Words, scan
from ingest.nodes import Claim, Document, Example, Passage, Reference
from ingest.outline import outline_of
from ingest.pipeline import ingest
from ingest.source import Span
from kb.editions import Edition, edition_of_outline, editions_of_documents
from kb.export import FORMATS, KINDS, rows_of_edition
from kb.serialise import GRAPH_FORMATS, quads_of, serialise

NAME = "damaged.txt"

_EMPHASIS = re.compile(
    r"\*\*(?=\S)[^*\n]+?(?<=\S)\*\*|(?<![\w*])\*(?=\S)[^*\n]+?(?<=\S)\*(?![\w*])"
)  # the stars of Markdown, which are no part of a text


_MARKS = re.compile(
    r"<a (?:id|name)=\"[^\"\n]+\"[ \t]*(?:/>|>(?:</a>)?)|\{#[\w.:-]+\}"
    r"|(?<![!\\])\[(?P<words>[^\[\]\n]+)\]\([^()\s]+(?:[ \t]+\"[^\"\n]*\")?\)"
)  # its ids, and all of its links but their words, are none either


#: A graph of more quads is read back from one format only.
_LARGE = 5_000


class Broken(AssertionError):
    """Something that must hold does not."""


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def check(
    data: bytes,
    document: str | None,
    books: Sequence[Mapping[str, Any]],
    *,
    further: bool = True,
    graph: bool = True,
) -> str:
    """Ingest the data as this document (recognised if None), and everything that is done with the result.

    What came of it: the code of an error, or "document". Raises Broken, or whatever ingest should not have raised.
    With `further`, it is linted, kept and exported, too; with `graph`, the graph is written and read back besides.
    """
    try:
        found = ingest(data, NAME, books, as_document=document)
    except HexlawError as error:
        _must(bool(error.diagnostics), "an error without a diagnostic")
        for diagnostic in error.diagnostics:
            _check_diagnostic(diagnostic)
        return error.diagnostics[0].code
    layout = next(
        each.get("layout", {}) for book in books for each in book["documents"] if each["id"] == found.id
    )
    shape = next(each["shape"] for book in books for each in book["documents"] if each["id"] == found.id)
    for diagnostic in found.findings:
        _check_diagnostic(diagnostic, found)
    _check_ids(found)
    _check_words(found, shape, emphasis=layout.get("emphasis", False))
    if not (further or graph):
        return "document"
    try:
        (edition,) = editions_of_documents([found])
    except HexlawError as error:
        raise Broken(f"cannot be kept: {error}") from error
    for each in edition.findings:
        where = Place(each.file, each.line, each.column)
        _check_diagnostic(Diagnostic(each.code, each.severity, each.message, where), found)
    _check_rows(edition)
    _must(Edition.from_line(edition.to_line()) == edition, "the edition does not read back")
    if graph:
        _check_graph(edition)
        _check_graph(edition_of_outline(outline_of(found, {})))
    return "document"


def _check_diagnostic(diagnostic: Diagnostic, document: Document | None = None) -> None:
    _must(bool(diagnostic.code and diagnostic.message), f"says nothing: {diagnostic!r}")
    _must(diagnostic.place.file == NAME, f"names no place: {diagnostic!r}")
    if document is not None:
        lines = document.source.text.count("\n") + 1
        _must(1 <= diagnostic.place.line <= lines, f"no such line: {diagnostic!r}")
        _must(diagnostic.place.column >= 1, f"no such column: {diagnostic!r}")


def _check_ids(document: Document) -> None:
    """Ids are unique, and what refers to an id refers to one that exists."""
    groups: list[Sequence[Any]] = [
        document.nodes, document.statements, document.exceptions, document.examples, document.references, document.passages,
        document.footnotes, document.images, document.terms, document.claims,
    ]  # fmt: skip
    ids = [record.id for group in groups for record in group]
    _must(len(ids) == len(set(ids)), "two records share an id")
    nodes = {node.id for node in document.nodes}
    _must(all(node.parent in nodes for node in document.nodes[1:]), "a node below one that is not there")
    _must([node.order for node in document.nodes] == list(range(len(nodes))), "nodes out of order")
    rules = {
        record.rule
        for group in (document.statements, document.exceptions, document.examples)
        for record in group
    }
    _must(rules <= nodes, "a record of a rule that is not there")
    statements = {statement.id for statement in document.statements}
    narrowed = {clause.qualifies for clause in document.exceptions if clause.qualifies}
    _must(
        narrowed <= statements | nodes | {example.id for example in document.examples},
        "an exception to nothing",
    )


def _check_words(document: Document, shape: str, *, emphasis: bool) -> None:
    """Every record's text is what stands at its place, and every word of the source is in exactly one record."""
    readable = _Readable(document.source.text, shape, emphasis=emphasis)
    owners = [0] * (len(document.source.text) + 1)

    def own(span: Span, by: int = 1) -> None:
        owners[span.start] += by
        owners[span.end] -= by

    examples = [example.span for example in document.examples]
    for statement in document.statements:
        _must(
            readable.at(statement.span, statement.holes) == _bare(statement.text), f"text of {statement.id}"
        )
        own(statement.span)
        for hole in statement.holes:
            own(hole, -1)
    for clause in document.exceptions:
        _must(readable.at(clause.span, clause.holes) == _bare(clause.text), f"text of {clause.id}")
        if clause.kind != "prose" and not any(
            span.start <= clause.span.start < span.end for span in examples
        ):
            own(clause.span)
    whole: list[Example | Passage] = [*document.examples, *document.passages]
    for record in whole:
        # A passage that is nothing but a mark keeps it.
        said = _MARKS.sub(lambda match: match["words"] or "", record.text) if emphasis else record.text
        _must(readable.at(record.span) == _bare(said), f"text of {record.id}")
        own(record.span)
    within: list[Reference | Claim] = [*document.references, *document.claims]
    for placed in within:
        _must(readable.at(placed.span) == _bare(placed.text), f"text of {placed.id}")
    count, position = 0, 0
    for start, end, text in readable.pieces:
        while position <= start:
            count += owners[position]
            position += 1
        _must(count == 1, f"{text!r} at {start} stands in {count} records")
        for inside in range(position, end):
            _must(
                owners[inside] == 0 or not text[inside - start :].strip(), f"cut within {text!r} at {start}"
            )
            count += owners[inside]
        position = max(position, end)


def _bare(text: str) -> str:
    return "".join(text.split())


class _Readable:
    """The words of a text without its markup, each with its place: one piece for a character, or for an entity."""

    def __init__(self, text: str, shape: str, *, emphasis: bool) -> None:
        self.pieces: list[tuple[int, int, str]] = []
        marked = shape in ("html-headings", "tab-tables")
        hidden = {at for match in _EMPHASIS.finditer(text) for at in _stars(match)} if emphasis else set()
        if emphasis:
            for match in _MARKS.finditer(text):
                hidden |= set(range(*match.span())) - set(range(*match.span("words")))
        for start, end, words in _stretches(text, shape) if marked else [(0, len(text), text)]:
            if len(words) == end - start:
                self.pieces += [
                    (start + i, start + i + 1, c)
                    for i, c in enumerate(words)
                    if not c.isspace() and start + i not in hidden
                ]
            elif words.strip():
                self.pieces.append((start, end, words))
        self._starts = [start for start, _, _ in self.pieces]

    def at(self, span: Span, holes: Sequence[Span] = ()) -> str:
        """The words at a span without white space, holes left out."""
        low, high = bisect.bisect_left(self._starts, span.start), bisect.bisect_left(self._starts, span.end)
        kept = (
            text
            for start, _, text in self.pieces[low:high]
            if not any(hole.start <= start < hole.end for hole in holes)
        )
        return _bare("".join(kept))


def _stretches(text: str, shape: str) -> list[tuple[int, int, str]]:
    """The words between tags; in a play aid markup ends with its cell."""
    cells = (
        [(0, text)]
        if shape == "html-headings"
        else [(m.start(), m[0]) for m in re.finditer(r"[^\t\n]+", text)]
    )
    return [
        (offset + event.start, offset + event.end, event.text)
        for offset, cell in cells
        for event in scan(cell)
        if isinstance(event, Words)
    ]


def _stars(match: re.Match[str]) -> list[int]:
    wide = 2 if match[0].startswith("**") else 1
    return [*range(match.start(), match.start() + wide), *range(match.end() - wide, match.end())]


def _check_rows(edition: Edition) -> None:
    """Every record can be exported in every format, and reads back as many rows."""
    for kind in KINDS:
        rows = list(rows_of_edition(kind, edition))
        lines = "".join(FORMATS["jsonl"](kind, rows)).split("\n")[:-1]
        _must(
            [json.loads(line)["rulebook"] for line in lines] == [edition.rulebook] * len(rows),
            f"{kind} as JSON Lines",
        )
        table = "".join(FORMATS["csv"](kind, rows))
        _must(sum(1 for _ in csv.reader(io.StringIO(table, newline=""))) == len(rows) + 1, f"{kind} as CSV")


def _check_graph(edition: Edition) -> None:
    """The edition's graph can be written and reads back whole, whatever the format."""
    quads = list(quads_of([edition], "fuzz"))
    forms = GRAPH_FORMATS if len(quads) < _LARGE else {"trig": GRAPH_FORMATS["trig"]}
    for form, known in forms.items():
        written = serialise(quads, form)
        read = {(q.subject, q.predicate, q.object) for q in ox.parse(written.encode(), format=known)}
        _must(len(read) == len({quad[:3] for quad in quads}), f"the graph as {form}: {len(read)} triples")
