"""The terms that rules define: where a sentence says so, and where a rule's title is what its first sentence explains.

… is termed a Beach-OCEAN hexside      explicit: the words behind termed, referred to as, known as, considered
A Watercraft is defined as any LC      explicit: the words before is defined as, is defined to mean, means
CANAL: A canal is a man-made …         implicit: the title, taken up by "A … is"
Beach-Hinterland (B-H)                 implicit: letters in parentheses behind the words that they begin
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ingest.nodes import RuleNode, Statement, Term
from ingest.source import Span

_ARTICLE = r"(?:(?:an?|the|any|each|all|either(?: an?)?|as)\s+)*"
_END = (
    r"(?=\s+(?:if|when|whenever|unless|until|for|as|by|in|with|that|which|who|depending|regardless|while|but|so|where|at|on)\b"
    r"|\s*[,;.:()\[\]—]|\s+and\b|\Z)"
)
_WORDS = r"(?P<%s>[\w“\"'][^\s,;.:()\[\]—]*(?:\s+[^\s,;.:()\[\]—]+){0,4}?)"
_BEHIND = re.compile(
    r"\b(?:termed|referred\s+to\s+as|known\s+as|(?:is|are|be)\s+(?:also\s+)?called|(?:is|are)\s+(?:also\s+)?considered"
    rf"(?:\s+to\s+be)?)\s+{_ARTICLE}{_WORDS % 'term'}(?:\s+or\s+{_ARTICLE}{_WORDS % 'other'})?{_END}"
)
_BEFORE = re.compile(
    rf"(?:(?<=[.,;]\s)|^)(?:while\s+)?{_ARTICLE}{_WORDS % 'term'}\s+"
    r"(?:(?:is|are)\s+defined\s+(?:as|to\s+mean)|means?)\s+(?=[\"“\w])",
    re.IGNORECASE,
)
_LETTERS = re.compile(
    r"(?P<words>[A-Z][\w]*(?:[-\s][A-Za-z][\w]*){1,4})\s+\((?P<letters>[A-Z](?:-?[A-Z]){1,5})\)"
)
_NO_TERM = re.compile(
    r"(?:to|part|equivalent|being|not|it|this|they|one|having|have|if|in|on|at|through|over|firing|moving)\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"(?<=hex)es\Z|(?<=hexside)s\Z")


def find_terms(nodes: Sequence[RuleNode], statements: Sequence[Statement]) -> list[Term]:
    """The terms in printed order; one that a rule defines twice is told once. Ids are `G13.2-d1` and so on."""
    titles: Mapping[str, str] = {node.id: node.title for node in nodes}
    terms: list[Term] = []
    seen: set[tuple[str, str]] = set()
    counts: dict[str, int] = {}
    for statement in statements:
        for term, explicit in _terms(statement, titles.get(statement.rule, "")):
            if (statement.rule, term.casefold()) in seen:
                continue
            seen.add((statement.rule, term.casefold()))
            number = counts[statement.rule] = counts.get(statement.rule, 0) + 1
            span = Span(statement.span.start, statement.span.end)
            terms.append(
                Term(f"{statement.rule}-d{number}", term, statement.rule, explicit, statement.id, span)
            )
    return terms


def _terms(statement: Statement, title: str) -> Iterator[tuple[str, bool]]:
    text = statement.text
    for match in _BEFORE.finditer(text):
        if (term := _plain(match["term"])) is not None:
            yield term, True
    for match in _BEHIND.finditer(text):
        for group in ("term", "other"):
            if match[group] and (term := _plain(match[group])) is not None:
                yield term, True
    if title and statement.id.endswith("-s1"):
        for name in re.split(r"[/,]", title):
            opening = rf"(?:An?|The)\s+[\w/]*{re.escape(name.strip())}\b[^,.;]{{0,24}}?\s+(?:is|are)\b"
            if name.strip() and re.match(opening, text, re.IGNORECASE):
                yield name.strip().lower() if name.isupper() else name.strip(), False
    for match in _LETTERS.finditer(text):
        initials = "".join(word[0] for word in re.split(r"[-\s]", match["words"]))
        letters = match["letters"].replace("-", "")
        if initials.upper().endswith(letters):
            yield match["letters"], False


def _plain(words: str) -> str | None:
    """The term in the singular without quotation marks, or None if these words are none."""
    term = _PLURAL.sub("", words.strip().strip("\"“”'"))
    return None if not term or _NO_TERM.match(term) else term
