"""Whichever sentence of a document changes, exactly its encodings become stale; and what happens where sentences come or go.

Every encoded statement and exception clause of Tidewrack, and of the originals where they are, is changed in turn, in
memory; nothing of the originals' text is written here, or shown where a test fails.

A statement is known by its place in its rule, so that a sentence put in, or taken out, moves those behind it in the same rule
to other numbers. Their encodings are then stale as well, for what has their number now is another sentence; so is the
encoding of a number that is no more. No other rule is touched, and a sentence put in at a rule's end touches nothing.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from api.ingestion import files_in
from ingest.nodes import Document, ExceptionClause, Statement
from ingest.pipeline import ingest
from ingest.source import Span
from kb.answer import ask
from kb.cache import rulebook_of
from kb.editions import edition_of_document
from kb.quotes import Quotes, quotes_of
from ontology.books import book_folder, load_book
from tests.kb.derivations import records
from tests.kb.test_water_obstacles import ROWS

Piece = Statement | ExceptionClause
Case = Mapping[str, Any]

MARKS = re.compile(r"EXC|EX|except|unless|other|than|exception|for|example|instance|e\.g|NOTE", re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class Subject:
    """A rulebook, the documents that its encodings were written against, and its cases."""

    rulebook: str
    documents: tuple[Document, ...]
    cases: tuple[Case, ...]

    @cached_property
    def written(self) -> Mapping[str, str]:
        """The hash that each encoded statement was written against."""
        return {name: text for name, text in rulebook_of(self.rulebook).hashes.items() if text}

    @cached_property
    def book(self) -> Mapping[str, Any]:
        return load_book(book_folder(self.rulebook))

    @cached_property
    def using(self) -> Mapping[str, list[int]]:
        """The cases whose derivations use a statement."""
        quotes = self.quotes()
        found: dict[str, list[int]] = defaultdict(list)
        for index, case in enumerate(self.cases):
            answer = self.asked(case, quotes)
            assert not any(flag["kind"] == "stale" for flag in answer.get("flags", [])), case
            for name in _used(answer):
                found[name].append(index)
        return found

    def asked(self, case: Case, quotes: Quotes) -> dict[str, Any]:
        return ask(
            {"rulebook": self.rulebook, "facts": case["facts"], "question": case["question"]}, quotes=quotes
        )

    def again(self, document: Document, text: str) -> Document:
        """The document with another text."""
        return ingest(text.encode(), document.source.name, [self.book])

    def quotes(self, changed: Document | None = None) -> Quotes:
        """What an ingest of the documents gives, one of them changed."""
        documents = [
            changed if changed is not None and changed.id == document.id else document
            for document in self.documents
        ]
        return Quotes(json.loads(quotes_of([edition_of_document(document) for document in documents])))

    def stale(self, quotes: Quotes) -> set[str]:
        """The encoded statements whose encodings are stale."""
        return {name for name, text in self.written.items() if quotes.differs(self.rulebook, name, text)}


def _used(answer: Mapping[str, Any]) -> set[str]:
    found = {record["statement"] for record in records(answer) if "statement" in record}
    found |= {look["statement"] for record in records(answer) for look in record.get("exceptions", ())}
    return {part.partition(" #")[0] for statements in found for part in statements.split(" + ")}


def _cases(rulebook: str) -> tuple[Case, ...]:
    return tuple(
        json.loads(line)
        for path in sorted((book_folder(rulebook) / "cases").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    )


MOST_CASES = 1500
"""How many cases are asked: of a rulebook that has more, each second, third … one, for a statement is in many of them."""


def _subject(rulebook: str, files: Sequence[Path], more: Sequence[Case] = ()) -> Subject:
    book = load_book(book_folder(rulebook))
    documents = tuple(ingest(path.read_bytes(), path.name, [book]) for path in files)
    cases = _cases(rulebook)
    return Subject(rulebook, documents, (*cases[:: -(-len(cases) // MOST_CASES)], *more))


@pytest.fixture(scope="module", params=["tidewrack", "asl"])
def subject(request: pytest.FixtureRequest) -> Subject:
    if request.param == "tidewrack":
        return _subject("tidewrack", files_in(book_folder("tidewrack") / "sources"))
    folder: Path = request.getfixturevalue("originals")
    files = [path for path in files_in(folder) if path.name.startswith(("g13-beaches", "b21-"))]
    rows = [{"facts": list(row.facts), "question": row.question} for row in ROWS]
    return _subject("asl", files, rows)


def _hashes(document: Document) -> dict[str, str]:
    return {piece.id: piece.hash for piece in _pieces(document)}


def _pieces(document: Document) -> Iterator[Piece]:
    yield from document.statements
    yield from document.exceptions


def _holds(piece: Piece, span: Span) -> bool:
    """Whether a stretch of the source is among the piece's own words."""
    inside = piece.span.start <= span.start and span.end <= piece.span.end
    return inside and not any(hole.start < span.end and span.start < hole.end for hole in piece.holes)


def _words(document: Document, piece: Piece) -> list[Span]:
    """The words of a piece, those in small letters and the longest first: no markup, no mark of an exception.

    At the end stand last digits of numbers, for a bracket may have nothing else.
    """
    text = document.source.text[piece.span.start : piece.span.end]
    blanked = re.sub(r"<[^<>]*>|&\w+;", lambda found: " " * len(found[0]), text)
    spans = [
        Span(piece.span.start + found.start(), piece.span.start + found.end())
        for found in re.finditer(r"(?<![\w'’&-])[A-Za-z]+(?![\w'’-])|\d(?!\d)", blanked)
        if not MARKS.fullmatch(found[0])
    ]
    own = [span for span in spans if _holds(piece, span)]
    source = document.source.text
    return sorted(own, key=lambda span: (not source[span.start].islower(), span.start - span.end, span.start))


def _reworded(text: str, word: Span) -> str:
    """The text with one letter more in a word, or with another digit."""
    if text[word.start].isdigit():
        return f"{text[: word.start]}{(int(text[word.start]) + 1) % 10}{text[word.end :]}"
    more = "q" if text[word.end - 1].islower() else "Q"
    return f"{text[: word.end - 1]}{more}{text[word.end - 1 :]}"


def test_one_sentence_changed(subject: Subject) -> None:
    unused = 0
    tried = 0
    for document in subject.documents:
        before = _hashes(document)
        # A line that heads a part of a table is known by its very words: another would be no head.
        heads = {node.id for node in document.nodes if node.kind == "header"}
        for piece in _pieces(document):
            if piece.id not in subject.written:
                continue
            tried += 1
            if piece.rule in heads:
                continue
            alone = [
                word
                for word in _words(document, piece)
                if sum(_holds(other, word) for other in _pieces(document)) == 1
            ]
            # Where every word of a clause is one of its sentence too, both change.
            word = next(iter([*alone, *_words(document, piece)]), None)
            assert word is not None, piece.id
            owners = {other.id for other in _pieces(document) if _holds(other, word)}
            changed = subject.again(document, _reworded(document.source.text, word))
            after = _hashes(changed)
            assert set(after) == set(before), piece.id
            assert {name for name in before if after[name] != before[name]} == owners, piece.id
            quotes = subject.quotes(changed)
            assert subject.stale(quotes) == owners & subject.written.keys(), piece.id
            assert piece.id in owners
            using = subject.using.get(piece.id, [])
            unused += not using
            for index in using[:2]:
                answer = subject.asked(subject.cases[index], quotes)
                flagged = {flag["statement"] for flag in answer["flags"] if flag["kind"] == "stale"}
                assert flagged == owners & _used(answer), piece.id
            other = next(
                (i for i in range(len(subject.cases)) if all(i not in subject.using[o] for o in owners)), None
            )
            if other is not None:
                flags = subject.asked(subject.cases[other], quotes).get("flags", [])
                assert [flag for flag in flags if flag["kind"] == "stale"] == [], piece.id
    assert tried == len(subject.written)
    assert unused < tried / 2


def _of_rule(document: Document, rule: str) -> set[str]:
    return {piece.id for piece in _pieces(document) if piece.rule == rule}


def _differing(document: Document, changed: Document) -> tuple[set[str], set[str]]:
    """The ids of a document that have another text or none in the changed one; and those that only that one has."""
    before, after = _hashes(document), _hashes(changed)
    return {name for name in before if after.get(name) != before[name]}, set(after) - set(before)


def _rules(document: Document) -> Iterator[tuple[str, list[Statement]]]:
    """The rules with statements; a play aid's cells are no place to put a sentence into."""
    rules: dict[str, list[Statement]] = defaultdict(list)
    kinds = {node.id: node.kind for node in document.nodes}
    for statement in document.statements:
        if kinds[statement.rule] == "rule":
            rules[statement.rule].append(statement)
    yield from rules.items()


def test_a_sentence_put_in_behind_the_others(subject: Subject) -> None:
    tried = 0
    for document in subject.documents:
        text = document.source.text
        for rule, statements in _rules(document):
            end = statements[-1].span.end
            if text[end - 1] != "." or text[end : end + 1] not in ("", "\n", "<"):
                continue  # a bracket or an example behind it
            tried += 1
            changed = subject.again(document, f"{text[:end]} Grey herons sleep.{text[end:]}")
            differing, new = _differing(document, changed)
            assert (differing, new) == (set(), {f"{rule}-s{len(statements) + 1}"}), rule
            assert subject.stale(subject.quotes(changed)) == set(), rule
    assert tried > 20


def test_a_sentence_put_in_before_the_others(subject: Subject) -> None:
    for document in subject.documents:
        text = document.source.text
        for rule, statements in _rules(document):
            start = statements[0].span.start
            changed = subject.again(document, f"{text[:start]}Grey herons sleep. {text[start:]}")
            differing, _ = _differing(document, changed)
            # The sentences of this rule move on by one; whatever has its old text under its old number is not stale.
            assert {statement.id for statement in statements} >= differing, rule
            assert f"{rule}-s1" in differing, rule
            stale = subject.stale(subject.quotes(changed))
            assert stale == differing & subject.written.keys(), rule


def test_a_sentence_taken_out(subject: Subject) -> None:
    gone = 0
    for document in subject.documents:
        text = document.source.text
        for rule, statements in _rules(document):
            statement = statements[0]
            if (
                len(statements) < 2
                or statement.holes
                or "<" in text[statement.span.start : statement.span.end]
            ):
                continue
            if text[statement.span.end - 1] != "." or text[statement.span.end] != " ":
                continue
            changed = subject.again(document, text[: statement.span.start] + text[statement.span.end + 1 :])
            differing, new = _differing(document, changed)
            assert differing <= _of_rule(document, rule), rule
            assert new == set(), rule
            last = statements[-1].id
            assert last in differing, rule
            stale = subject.stale(subject.quotes(changed))
            assert stale == differing & subject.written.keys(), rule
            gone += last in stale
    assert gone
