"""What stands around a span of a source, as a reader sees it: without tags, white space folded."""

from __future__ import annotations

import html
import re

from ingest.nodes import fold
from ingest.source import Source, Span
from kb.records import At

_CONTEXT = 32  # characters of context on either side of a quote


class Surroundings:
    """The surroundings of all spans of one source."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._markup = source.text.lstrip("\ufeff \t\r\n").startswith("<")

    def at(self, span: Span) -> At:
        """The place of the span."""
        return At(span.start, span.end, self._source.position(span.start)[0])

    def around(self, span: Span) -> tuple[str, str]:
        """The words before the span and behind it."""
        # A tag takes room, so that more is looked at than is kept.
        reach = _CONTEXT * (8 if self._markup else 2)
        before = self._source.text[max(0, span.start - reach) : span.start]
        after = self._source.text[span.end : span.end + reach]
        if self._markup:
            before = html.unescape(re.sub(r"^[^<>]*>|<[^<>]*>", " ", before))
            after = html.unescape(re.sub(r"<[^<>]*>|<[^<>]*$", " ", after))
        return fold(before)[-_CONTEXT:], fold(after)[:_CONTEXT]
