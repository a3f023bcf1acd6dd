"""What one edition has of a thing whose IRI does not depend on the edition: its text and its place.

A `Value` is what a triple may say of its subject; IRIs and plain Python values, so that only `kb.store` knows which store
takes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from kb.records import At
from ontology import vocab as v
from ontology.vocab import IRI

Value = IRI | str | int | bool | datetime
Triple = tuple[IRI, IRI, Value]


def edition_text(subject: IRI, text: IRI, graph: IRI, at: At | None) -> Iterator[Triple]:
    """That `text` is what the edition `graph` has of the subject, and where."""
    yield text, v.TYPE, v.EDITION_TEXT
    yield text, v.TYPE, v.SPECIFIC_RESOURCE
    yield text, v.IS_VERSION_OF, subject
    yield text, v.HAS_SOURCE, graph
    if at is not None:
        position = IRI(f"{text}:position")
        yield text, v.LINE, at.line
        yield text, v.HAS_SELECTOR, position
        yield position, v.TYPE, v.TEXT_POSITION_SELECTOR
        yield position, v.START, at.start
        yield position, v.END, at.end


def quote(text: IRI, exact: str, prefix: str = "", suffix: str = "") -> Iterator[Triple]:
    """The words of it, and what stands before and behind them."""
    selector = IRI(f"{text}:quote")
    yield text, v.HAS_SELECTOR, selector
    yield selector, v.TYPE, v.TEXT_QUOTE_SELECTOR
    yield selector, v.EXACT, exact
    if prefix:
        yield selector, v.PREFIX, prefix
    if suffix:
        yield selector, v.SUFFIX, suffix
