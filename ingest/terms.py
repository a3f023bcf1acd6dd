"""The terms that rules define: what their sentences say, what their titles announce, and what their letters stand for.

… is termed a Beach-OCEAN hexside      explicit: the sentence says so (`ingest.defining`), or a glossary (`ingest.glossary`)
… is considered Open Ground            status: the sentence says what is so regarded
CANAL: A canal is a man-made …         implicit: the title, taken up by "A … is"
Beach-Hinterland (B-H)                 acronym: letters behind the words that they begin (`ingest.acronyms`)
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from ingest.acronyms import explained, explained_in, of_title, words_of
from ingest.cut import CutBlock, Cutting
from ingest.defining import Defined, defined_terms
from ingest.defining_phrases import NO_HEAD
from ingest.glossary import Entry, glossary_entries, tabled_entries
from ingest.nodes import Example, ExceptionClause, RuleNode, Statement, Table, Term
from ingest.source import Source, Span
from ingest.term_forms import key_part, root, tokens

_MARK = re.compile(
    r"<(?P<tag>b|i|em|strong|dfn|u)(?:\s[^<>]*)?>\s*(?P<run>[^<>]{2,50}?)\s*</(?P=tag)>|(?<![*\w])(?P<stars>\*{1,3})(?P<starred>[^*\n]{2,50})(?P=stars)(?![*\w])",
    re.IGNORECASE,
)
_OPEN_MARK = re.compile(r"(?:<[^<>]*>|\*)+\Z")
#: No sentence: what is longer is some other text, and marks in it are not looked for.
_LONG = 4000
_MARKUP = re.compile(r"<(?:b|i|em|strong|dfn|u)[\s>]")
_OPENING = re.compile(
    r"(?:An?|The)\s+(?P<subject>[\w/’'-]+(?:\s[\w/’'-]+){0,3}?)(?:\s+for\s[^,.;]{0,24}?)?\s+(?:is|are)\b"
)
_MEANING = re.compile(r"(?:an?|any|one|the)\s")
_TITLE = re.compile(rf"{NO_HEAD}\w")
_NO_SUBJECT = re.compile(r"\b(?:of|that|which|whose|who|in|on|with)\b")
_RANK = {"explicit": 0, "status": 1, "acronym": 2, "implicit": 3, "listed": 4}

_Found = tuple[str, str, Span, Defined]


def find_terms(
    cutting: Cutting, source: Source, tables: Sequence[Table], listed: Mapping[str, str] | None = None
) -> list[Term]:
    """The terms in printed order; one that a rule defines twice is told once. Ids are `G13.2-d1` and so on.

    `listed` are letters and what they stand for, as `book.toml` tells them: those that the document uses and does not
    explain itself are terms of its root, in the order of their first use, behind the others.
    """
    records: Sequence[Statement | ExceptionClause | Example] = sorted(
        (*cutting.statements, *cutting.exceptions, *cutting.examples), key=lambda record: record.span.start
    )
    glossary = list(_in_glossary(cutting))
    found = [
        *glossary,
        *_in_sentences(cutting, source),
        *_in_titles(cutting),
        *_in_codes(cutting),
        *_in_tables(tables, cutting),
    ]
    position = {record.id: (record.span.start, index) for index, record in enumerate(records)}
    for index, node in enumerate(cutting.nodes):
        position[node.id] = (node.span.start, index)
    for index, table in enumerate(tables):
        position[table.id] = (table.span.start, index)
    texts = {record.id: record.text for record in records}
    best: dict[tuple[str, str], _Found] = {}
    entries = {(within, defined.term.casefold()): defined.term for _, within, _, defined in glossary}
    for each in found:
        if entries.get((each[1], each[3].term.casefold()), each[3].term) != each[3].term:
            continue  # an entry's own line in capitals
        known = best.get((each[0], _spelling(each[3].term)))
        if known is None or _rank(each[3]) < _rank(known[3]):
            best[each[0], _spelling(each[3].term)] = each
    counts: dict[str, int] = {}
    terms: list[Term] = []
    for rule, within, span, defined in sorted(
        best.values(), key=lambda each: (*position[each[1]], texts.get(each[1], "").find(each[3].term))
    ):
        terms.append(_term(counts, rule, within, span, defined))
    if listed:
        explained_here = {term.term for term in terms if term.kind == "acronym"}
        wanted = {letters: words for letters, words in listed.items() if letters not in explained_here}
        terms.extend(_listed(cutting.nodes[0].id, records, wanted, counts))
    return terms


def _term(counts: dict[str, int], rule: str, within: str, span: Span, defined: Defined) -> Term:
    counts[rule] = number = counts.get(rule, 0) + 1
    explicit = defined.kind in ("explicit", "status", "acronym")
    return Term(
        f"{rule}-d{number}", defined.term, rule, explicit, within, span, defined.kind, defined.expansion
    )


def _rank(defined: Defined) -> int:
    """What is kept of one term told twice in a rule: the words of its letters, then whatever says more of it."""
    return -1 if defined.expansion else _RANK[defined.kind]


def _spelling(term: str) -> str:
    """What makes two terms of a rule one: the same words, a first capital apart."""
    words = [root(token) for token in tokens(term)]
    return "".join(word.casefold() if word[1:].islower() or word.islower() else word for word in words)


def _in_sentences(cutting: Cutting, source: Source) -> Iterator[_Found]:
    first: dict[str, Statement] = {}
    titles = {node.id: node for node in cutting.nodes}
    marked = "*" in source.text or _MARKUP.search(source.text) is not None
    texts: list[str] = []
    for statement in cutting.statements:
        text = _with_marks(statement, source) if marked else statement.text
        texts.append(text)
        for defined in defined_terms(text):
            yield statement.rule, statement.id, statement.span, defined
        if first.setdefault(statement.rule, statement) is statement:
            node = titles[statement.rule]
            if _TITLE.match(node.title) and _MEANING.match(statement.text):  # "Craft: any punt that …"
                term = node.title.lower() if node.title.isupper() else node.title
                yield statement.rule, statement.id, statement.span, Defined(term, "explicit")
            for term in _announced(statement.text, node):
                yield statement.rule, statement.id, statement.span, Defined(term, "implicit")
    for clause in cutting.exceptions:
        for defined in defined_terms(clause.text, said_only=True):
            yield clause.rule, clause.id, clause.span, defined
    others: list[ExceptionClause | Example] = [*cutting.exceptions, *cutting.examples]
    records: list[Statement | ExceptionClause | Example] = [*cutting.statements, *others]
    for index, defined in explained_in([*texts, *(record.text for record in others)]):
        record = records[index]
        yield record.rule, record.id, record.span, defined


def _with_marks(statement: Statement, source: Source) -> str:
    """The text with what is set in bold or italics between quotation marks."""
    text, place = statement.text, 0
    if len(text) > _LONG:
        return text
    start = statement.span.start
    before = source.text[max(0, start - 60) : start]
    opening = _OPEN_MARK.search(before)  # the sentence may begin with a marked word
    for match in _MARK.finditer(source.text, start - len(opening[0] if opening else ""), statement.span.end):
        run = " ".join((match["run"] or match["starred"]).split()).strip(".:,;")
        at = text.find(run, place)
        if at < 0 or len(run.split()) > 5 or text[at - 1 : at] in ("“", '"'):
            continue
        end = at + len(run)
        while at and text[at - 1] == "*":
            at -= 1
        while text[end : end + 1] == "*":
            end += 1
        text = f"{text[:at]}“{run}”{text[end:]}"
        place = at + len(run)
    return text


def _announced(text: str, node: RuleNode) -> Iterator[str]:
    """The titles of a rule that its first sentence takes up as what it is about, as they are printed there."""
    names = [name.strip() for name in re.split(r"[/,&()]|\band\b", node.title) if name.strip()]
    if not names:
        return
    opening = _OPENING.match(text) if text.startswith(("A", "The")) else None
    if opening is not None and not _NO_SUBJECT.search(opening["subject"]):
        subject = [key_part(token) for token in tokens(opening["subject"])]
        for name in names:
            wanted = [key_part(token.lower() if token.isupper() else token) for token in tokens(name)]
            if wanted and any(subject[at : at + len(wanted)] == wanted for at in range(len(subject))):
                own = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", opening["subject"], re.IGNORECASE)
                yield own[0] if own and "/" in opening["subject"] else opening["subject"]


def _in_titles(cutting: Cutting) -> Iterator[_Found]:
    texts: dict[str, list[Statement]] = {}
    for statement in cutting.statements:
        texts.setdefault(statement.rule, []).append(statement)
    for node in cutting.nodes:
        own = texts.get(node.id, ())
        for defined in of_title(node.title, [statement.text for statement in own]):
            within = next(each for each in own if (defined.expansion or "") in each.text)
            yield node.id, within.id, within.span, defined
        for defined in explained(node.title) if "(" in node.title else ():
            yield node.id, node.id, node.span, defined


def _in_codes(cutting: Cutting) -> Iterator[_Found]:
    """Letters that head a paragraph of their own and the words behind them: "NE: No Effect: …"."""
    for block in cutting.blocks:
        text = block.block.flow.text[:160]
        if block.block.kind in ("rule", "text") and (match := re.match(r"[\s*•-]*(?=[A-Z]{2,6}:\s)", text)):
            for defined in explained(text[match.end() :]):
                if text.startswith(defined.term, match.end()):
                    within, span = _record_at(block, 0, cutting)
                    yield block.rule, within, span, defined


def _in_glossary(cutting: Cutting) -> Iterator[_Found]:
    for entry in glossary_entries(cutting.blocks, cutting.nodes):
        within, span = _record_at(entry.block, entry.start, cutting)
        yield entry.block.rule, within, span, Defined(_as_used(entry, cutting), "explicit")


def _in_tables(tables: Sequence[Table], cutting: Cutting) -> Iterator[_Found]:
    for table, term, meaning in tabled_entries(tables, cutting.blocks, cutting.nodes):
        words = words_of(meaning, term) if re.fullmatch(r"[A-Z][A-Za-z-]{1,6}", term) else None
        defined = Defined(term, "explicit") if words is None else Defined(term, "acronym", words)
        yield table.rule, table.id, table.span, defined


def _as_used(entry: Entry, cutting: Cutting) -> str:
    """A term in capitals as the running text would write it; letters that stand for words stay capitals."""
    term = entry.term
    if not term.isupper() or len(term) < 4:
        return term
    again = re.compile(rf"(?<![\w-]){re.escape(term)}(?![\w-])(?!\s*[:.—=])")
    return term if any(again.search(statement.text) for statement in cutting.statements) else term.lower()


def _record_at(block: CutBlock, start: int, cutting: Cutting) -> tuple[str, Span]:
    """The statement at or behind a place of a block, else the rule."""
    regions = [region for region in block.regions if region.part == "statement" and region.end > start]
    if not regions:
        return block.rule, block.block.span
    region = min(regions, key=lambda region: region.start)
    return region.record, block.block.flow.span(region.start, region.end)


def _listed(
    document: str,
    records: Sequence[Statement | ExceptionClause | Example],
    wanted: Mapping[str, str],
    counts: dict[str, int],
) -> Iterator[Term]:
    """The listed letters that occur, each with the record of its first use."""
    starts = [0, *itertools.accumulate(len(record.text) + 1 for record in records)]
    text = "\n".join(record.text for record in records)
    first: list[tuple[int, str]] = []
    for letters in wanted:
        at = text.find(letters)
        while at >= 0 and not _is_word(text, at, at + len(letters)):
            at = text.find(letters, at + 1)
        if at >= 0:
            first.append((at, letters))
    for at, letters in sorted(first):
        record = records[bisect.bisect_right(starts, at) - 1]
        yield _term(counts, document, record.id, record.span, Defined(letters, "listed", wanted[letters]))


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether letters stand alone there, or in the plural."""
    if text.startswith("s", end):
        end += 1
    before, behind = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() or behind.isalnum() or (behind == "-" and text[end + 1 : end + 2].isalpha()))
