"""A play aid as it comes: bytes of tab-separated lines or of HTML, read as a document, with the mapping that fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.nodes import Document
from ingest.pipeline import ingest
from kb.cache import rulebook_of
from kb.playaids.asking import Asker
from kb.playaids.checking import Checker, Report
from kb.playaids.mapping import AidMapping, mappings_of
from kb.reason.engine import Timeout
from ontology.books import book_folder, load_book, load_books, rulebook_ids

_SPACES = re.compile(r"[ \u00a0\u2007\u2009\u202f]+")
_MARKUP = re.compile(r"\s*<(?:!doctype|html|head|body|table|h1|title)\b", re.IGNORECASE)

_checkers: dict[tuple[str, str, str], Checker] = {}
_one_at_a_time = Lock()


def check_aid(
    data: bytes,
    name: str,
    rulebook: str | None = None,
    *,
    deadline: Callable[[], bool] | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Report:
    """Check a play aid. `rulebook` says whose it is; else it is recognised by its first line.

    One aid is checked at a time. Raises HexlawError where the aid cannot be read, where its rulebook has no mapping for it,
    and with code `playaid-timeout` where the deadline has come.
    """
    document, mapping = aid_document(data, name, rulebook)
    with _one_at_a_time:
        checker = _checker(mapping)
        checker.asker.deadline = deadline
        try:
            report = checker.check(document, watch)
        except Timeout:
            message = "the play aid was not checked in the time there was"
            hint = "check it with `hexlaw playaid check`, which takes its time"
            raise HexlawError(Diagnostic("playaid-timeout", "error", message, Place(name), hint)) from None
        finally:
            checker.asker.deadline = None
    if all(checked.verdict == "not covered" for checked in report.claims):
        message = f"has no cell that the mapping of {report.title!r} covers"
        raise _refused("not-covered", message, name, f"covered: {report.covers or 'nothing'}")
    return report


def aid_document(data: bytes, name: str, rulebook: str | None = None) -> tuple[Document, AidMapping]:
    """The aid as a document, and its mapping. Raises HexlawError as `check_aid` does."""
    if rulebook is not None and rulebook not in rulebook_ids():
        hint = f"there are: {', '.join(rulebook_ids())}"
        raise _refused("unknown-rulebook", f"there is no rulebook {rulebook!r}", name, hint)
    mappings = [each for book in ([rulebook] if rulebook else rulebook_ids()) for each in mappings_of(book)]
    if not mappings:
        message = (
            f"the rulebook {rulebook!r} has no mapping of a play aid" if rulebook else "no rulebook has one"
        )
        raise _refused("no-mapping", message, name, _KNOWN)
    text = plain_lines(data, name)
    if rulebook is None:
        try:
            document = ingest(text.encode(), name, load_books())
        except HexlawError as error:
            if error.diagnostics[0].code != "unknown-document":
                raise
            known = ", ".join(f"{each.rulebook}:{each.document} ({each.title})" for each in mappings)
            message = "is no play aid that is known by its first line"
            hint = f"known: {known}; else say whose rules it is about"
            raise _refused("unknown-document", message, name, hint) from None
    else:
        document = ingest(
            text.encode(), name, [load_book(book_folder(rulebook))], as_document=mappings[0].document
        )
    for mapping in mappings:
        if (mapping.rulebook, mapping.document) == (document.rulebook, document.id):
            return document, mapping
    message = f"is {document.rulebook}:{document.id}, for which there is no mapping"
    raise _refused("no-mapping", message, name, _KNOWN)


_KNOWN = "a mapping is a file of the folder `playaids` of a rulebook"


def _checker(mapping: AidMapping) -> Checker:
    book = rulebook_of(mapping.rulebook)
    key = (mapping.rulebook, mapping.document, book.digest)
    found = _checkers.get(key)
    if found is None or found.mapping != mapping:
        for old in [each for each in _checkers if each[:2] == key[:2]]:
            del _checkers[old]
        found = _checkers[key] = Checker(mapping, Asker(book))
    return found


def plain_lines(data: bytes, name: str) -> str:
    """The aid as tab-separated lines, spaces of any kind and runs of them as one: the shape of tables looks at such.

    Raises HexlawError where the aid cannot be read.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        place = Place(name, line, 0)
        raise HexlawError(
            Diagnostic("not-utf-8", "error", "the aid is not UTF-8 text", place, "save it as UTF-8")
        ) from None
    if _MARKUP.match(text):
        text = "\n".join(_of_html(text, name))
    return _SPACES.sub(" ", text)


def _of_html(text: str, name: str) -> Iterator[str]:
    """The tables of a page of HTML as tab-separated lines under its title."""
    import lxml.html  # an aid is seldom HTML
    from lxml.etree import ParserError

    try:
        page = lxml.html.document_fromstring(text)
    except ParserError:
        raise _refused("no-table", "the page is empty", name, "a page with a table") from None
    tables = page.xpath("//table[not(.//table)]")
    if not tables:
        raise _refused("no-table", "the page has no table", name, "each row of the aid as a row of a table")
    titles = page.xpath("//h1 | //title")
    yield _inner(titles[0], markup=False) if titles else name
    for table in tables:
        yield ""
        heading = table.xpath("(./caption | preceding::h2[1])[last()]")
        if heading:
            yield _inner(heading[0], markup=False)
            yield ""
        for row in table.xpath(".//tr"):
            yield "\t".join(_inner(cell, markup=True) for cell in row.xpath("./td | ./th"))
    yield ""


def _inner(element: Any, *, markup: bool) -> str:
    """What stands in an element on one line without tabs, with its markup or without."""
    import lxml.html

    if not markup:
        return " ".join(str(element.text_content()).split())
    whole = lxml.html.tostring(element, encoding="unicode", with_tail=False)
    return " ".join(whole[whole.index(">") + 1 : whole.rindex("<")].split())


def _refused(code: str, message: str, name: str, hint: str) -> HexlawError:
    return HexlawError(Diagnostic(code, "error", message, Place(name), hint))
