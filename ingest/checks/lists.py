"""Lists and rows: bullets and signs that cannot be told apart, signs too many, stops that one item alone lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.checks.corpus import Corpus, Fault, Paragraph, Text, fault

_SIGN = r"[-+−–]"
_BOTH = re.compile(r"\s*[-*•–][\s\xa0]+[+−][\s\xa0]?[\d#]|\s*[-*•–][\s\xa0]+-[\s\xa0]?\d")
_ONE = re.compile(r"\s*-[\s\xa0]+\d{1,2}[\s\xa0]+[A-Z]")
_TWO_SIGNS = re.compile(
    rf"^\s*(?:[*•][\s\xa0]+)?{_SIGN}?[\s\xa0]?[#\d]+[\s\xa0]+{_SIGN}[\s\xa0]?\d+(?=[\s\xa0]+[A-Z])|(?<![\w+−-])(?:[+−]{{2}}|\+-|-\+)[\s\xa0]?\d+(?!\w)"
)
_ITEM = re.compile(r"\s*(?:[-*•][\s\xa0]|[-+][\s\xa0]?[\d#]|\(?\w{1,2}\)[\s\xa0])")
_STOPPED = re.compile(r"[.!?:;][\s\"'”’)\]*_]*$")


def signs_of_modifiers(corpus: Corpus) -> Iterator[Fault]:
    """Items with a bullet and a sign beside items with one mark that may be either; two signs at one item."""
    for text in corpus.texts:
        for run in _runs(text):
            both = [paragraph for paragraph in run if _BOTH.match(paragraph.text)]
            one = [paragraph for paragraph in run if _ONE.match(paragraph.text)]
            if both and one:
                message = f"{len(one)} items have one dash where {len(both)} have a bullet and a sign: bullet or minus?"
                yield fault(
                    text, one[0], _head(one[0]), "bullet-or-sign", message, "a bullet and a sign at each"
                )
            elif len(one) > 2 and any(re.match(r"\s*\+[\s\xa0]?\d", p.text) for p in run):
                message = f"{len(one)} items have a dash and a space, others a plus sign: bullet or minus?"
                yield fault(
                    text, one[0], _head(one[0]), "bullet-or-sign", message, "a bullet and a sign at each"
                )
        for paragraph in text.paragraphs:
            match = _TWO_SIGNS.search(paragraph.text)
            if match is not None:
                message = f"“{' '.join(match[0].split())}” has a sign too many"
                yield fault(text, paragraph, match.span(), "doubled-sign", message, "one sign and one figure")


def _runs(text: Text) -> Iterator[list[Paragraph]]:
    """Paragraphs that follow each other and begin as items of a list do."""
    run: list[Paragraph] = []
    for paragraph in text.paragraphs:
        if not paragraph.cell and _ITEM.match(paragraph.text):
            run.append(paragraph)
        else:
            yield run
            run = []
    yield run


def _head(paragraph: Paragraph) -> tuple[int, int]:
    start = len(paragraph.text) - len(paragraph.text.lstrip())
    return start, min(len(paragraph.text), start + 12)


def unended_items(corpus: Corpus) -> Iterator[Fault]:
    """An item or a cell without a stop among others of its list or table that nearly all have one."""
    for text in corpus.texts:
        for run in [*_runs(text), *_columns(text)]:
            worded = [p for p in run if len(re.findall(r"[A-Za-z]{2,}", p.text)) > 2]
            open_ended = [p for p in worded if not _STOPPED.search(p.text)]
            if len(worded) < 6 or not open_ended or len(open_ended) * 10 > len(worded):
                continue
            for paragraph in open_ended:
                words = paragraph.text.rstrip()
                if re.search(rf"[,;]\s+(?:and|or)$|[,–—-]$|{chr(0xFFFC)}$", words):
                    continue
                span = (words.rindex(words.split()[-1]), len(words))
                message = "this item ends without a stop, the others of its list with one"
                yield fault(text, paragraph, span, "punctuation", message, "a full stop")


def _columns(text: Text) -> Iterator[list[Paragraph]]:
    """The last cells of the rows that follow each other in plain text, a table's column of words."""
    if "\t" not in text.source.text or "<td" in text.source.text:
        return
    run: list[Paragraph] = []
    line = 0
    for paragraph in text.paragraphs:
        if not paragraph.cell:
            if len(paragraph.text.strip()) > 1:
                yield run
                run = []
            continue
        here, _ = text.source.position(paragraph.flow.span(0, 1).start)
        if run and here == line:
            run[-1] = paragraph
        else:
            if run and here > line + 1:
                yield run
                run = []
            run.append(paragraph)
        line = here
    yield run


_NOTE = re.compile(r"(?P<before>[\w)\]])(?P<space>[\s\xa0]+)[*_]{0,2}(?:Note|NOTE|EX|Exception):(?=[\s\xa0])")


def unended_before_notes(corpus: Corpus) -> Iterator[Fault]:
    """A sentence that ends without a stop before "Note:" in the same paragraph."""
    for text, paragraph, match in corpus.find(_NOTE):
        if len(re.findall(r"[A-Za-z]{2,}", paragraph.text[: match.end("before")])) < 3:
            continue
        if match["before"] in ")]" and re.search(
            r"(?:[.!]|[^?]\?)[)\]]$", paragraph.text[: match.end("before")]
        ):
            continue
        message = "no stop before the note"
        yield fault(text, paragraph, match.span(), "punctuation", message, "a full stop")
