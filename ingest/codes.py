"""The stable codes of everything that ingest reports, and one way to report it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ingest.diagnostics import Diagnostic, HexlawError, Place, Severity
from ingest.source import Source

#: Every code with what it means; a code is never given a second meaning.
CODES: Mapping[str, str] = MappingProxyType(
    {
        "empty-source": "the source has no text",
        "source-too-large": "the source is larger than the limit",
        "not-text": "the source is binary, or has NUL characters",
        "wrong-encoding": "the source's bytes do not fit its encoding",
        "misread-encoding": "characters that come of a text once read in a wrong encoding",
        "unknown-document": "the source is no document that a rulebook describes",
        "ambiguous-document": "more than one document's description fits the source",
        "no-such-document": "no rulebook has a document of this id",
        "unknown-shape": "a rulebook asks for a shape that does not exist",
        "unknown-numbering": "a rulebook asks for a numbering that does not exist",
        "no-rules": "the source was recognised, but has no numbered rule",
        "truncated-markup": "the source ends inside an element, a tag or a comment",
        "duplicate-number": "a rule number stands at two rules",
        "number-out-of-order": "a rule stands before one that comes earlier in the numbering",
        "anchor-differs": "the anchor at a rule is not the rule's number",
        "unclosed-bracket": "an exception's bracket is not closed in its paragraph",
        "href-differs": "a link's text names one rule and its href another",
        "unknown-href": "a link leads where no pattern of the rulebook fits",
        "dangling-reference": "a reference to a rule that does not exist in an ingested document",
        "range-backwards": "a range whose end comes before its beginning",
        "range-end-missing": "a range one of whose ends does not exist",
        "outline-malformed": "an outline file cannot be read",
    }
)


def finding(
    code: str,
    severity: Severity,
    message: str,
    source: Source,
    offset: int,
    *,
    hint: str | None = None,
    evidence: str | None = None,
) -> Diagnostic:
    """A diagnostic at a character of a source. The code must be one of `CODES`."""
    assert code in CODES, code
    line, column = source.position(offset)
    return Diagnostic(code, severity, message, Place(source.name, line, column), hint, evidence)


def refusal(
    code: str, message: str, file: str, line: int = 0, column: int = 0, *, hint: str | None = None
) -> HexlawError:
    """The error that ends an ingest of this file. The code must be one of `CODES`."""
    assert code in CODES, code
    return HexlawError(Diagnostic(code, "error", message, Place(file, line, column), hint))
