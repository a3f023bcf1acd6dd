"""The text as a whole: missing numbers, repeated and broken paragraphs, what is still to be filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import PICTURE, Corpus, Fault, Paragraph, Text, fault
from ingest.nodes import RuleNode

_PLACEHOLDER = re.compile(
    r"(?:\b(?:[Rr]ules?|[Ss]ections?|[Tt]ables?|[Pp]ages?|[Ss]ee|and)[\s\xa0]+)?"
    r"(?:\?{2,}(?:\.\?+)?|#{2,}|#\.#+|\$\{[a-z_]*\}|\{\{[^{}]*\}\}|(?<![\w_])_{2,}(?![\w_])|@{2,}"
    r"|\b(?:TBD|TBA|TBC|TODO|FIXME|XXX+|tbd|tba|lorem ipsum)\b"
    r"|(?<![\w.])(?:[xX]{1,3}\.[xX]{1,3}|[nN]{1,2}\.[nN]{1,2}|0{1,2}\.0{1,2})(?!\w|\.\w|%|[\s\xa0]?(?:[A-Z]{2}|mm|cm|points?))"
    r"|[\[<{](?:x?ref|insert|rule|section|number|page|citation|cite|todo|\?)\b[^\]>}\n\d]{0,20}[\]>}]"
    r"|Error! (?:Reference source|Bookmark) not (?:found|defined))"
)
_EMPTY = re.compile(r"\(\s*\)")
_UNFILLED = re.compile(
    r"\(\s*(?:[Ss]ee(?: also)?|[Pp]er|[Rr]ules?|[Ss]ections?|(?:[Ss]ee|[Pp]er) (?:rule|section))?\s*\)"
    r"|\b(?:see|per) (?:[Rr]ules?|[Ss]ections?)[\s\xa0]*(?=[.;)\]])|\b(?:[Rr]ules?|[Ss]ections?)[\s\xa0]+X{1,2}\b(?!\.?\d)"
    r"|\((?:[Ss]ee[\s\xa0]+(?:XX|NN)|(?:[Ss]ee[\s\xa0]+)?(?:xx|nn))\)"
)


def placeholders(corpus: Corpus) -> Iterator[Fault]:
    """ "Rule ???", "TBD", "[ref]", "x.x", "(see )": one fault each."""
    empty = corpus.count(_EMPTY)
    for pattern in (_PLACEHOLDER, _UNFILLED):
        for text, paragraph, match in corpus.find(pattern):
            what = " ".join(match[0].split())
            behind = paragraph.text[match.end() : match.end() + 1]
            if what in ("()", "( )"):
                before = paragraph.before(match.start())[-1:]
                if empty > 2 or not before.isspace() or not (behind.isspace() or behind in ".,;"):
                    continue  # a call in some code
            if "#.#" not in what and re.fullmatch(r"#+|_+|@+", what) and not paragraph.prose:
                continue  # a line to write on, or a rule across the page
            message = f"“{what}” is still to be filled in"
            yield fault(text, paragraph, match.span(), "placeholder", message, "the number")


def number_gaps(corpus: Corpus) -> Iterator[Fault]:
    """A number that is missing among the children of one rule: 4, 6 without 5; c, e without d."""
    for text in corpus.texts:
        children: dict[tuple[str, str], list[tuple[int, RuleNode]]] = {}
        for node in text.document.nodes:
            step = _step(node)
            if step is not None and node.parent is not None:
                children.setdefault((node.parent, step[0]), []).append((step[1], node))
        for same in children.values():
            yield from _gaps(text, sorted(same, key=lambda pair: pair[0]))


def _step(node: RuleNode) -> tuple[str, int] | None:
    """What the rule's number adds to its parent's, as the kind of step and how far: 37.B.6 is 6, 37.a is 1 of letters."""
    if node.parent is None:
        return None
    if node.number.isdigit():
        return "section", int(node.number)
    root = re.sub(r"^[A-Z]+(?=\d)", "", node.parent)
    number = node.number if node.number.startswith(root) else re.sub(r"^[A-Z]+(?=\d)", "", node.id)
    if not number.startswith(root):
        # Dotted integers: 10.10 stands below 10, and its own text begins with no other rule's number.
        return None
    added = number[len(root) :]
    dotted, added = added.startswith("."), added.lstrip(".")
    if re.fullmatch(r"[1-9]\d*", added) and (dotted or len(added) == 1):
        return "figure", int(added)
    if re.fullmatch(r"[a-z]", added):
        return "small", ord(added) - 96
    if re.fullmatch(r"[A-Z]", added):
        return "capital", ord(added) - 64
    match = re.fullmatch(r"([A-Z]+)([1-9]\d*)", added)
    return (match[1], int(match[2])) if match else None


def _gaps(text: Text, steps: list[tuple[int, RuleNode]]) -> Iterator[Fault]:
    if len(steps) < 2:
        return
    expected = steps[0][0]
    for position, (at, node) in enumerate(steps):
        missing = list(range(expected, min(at, expected + 4)))
        letters = not node.number[-1].isdigit()
        skipped = [number for number in missing if not (letters and number in (9, 12, 15))]
        if position and skipped and len(missing) < 4:
            before = steps[position - 1][1]
            names = ", ".join(_name(node, number, at) for number in missing)
            message = f"between {before.id} and {node.id} there is no {names}"
            evidence = f"{before.id}, {node.id}"
            yield Fault(
                text, node.span.start, "number-gap", message, evidence, f"is {names} missing, or misnumbered?"
            )
        expected = max(expected, at + 1)


def _name(node: RuleNode, number: int, at: int) -> str:
    """The id of the missing brother of this rule."""
    last = str(at) if node.id[-1].isdigit() else node.id[-1]
    added = str(number) if node.id[-1].isdigit() else chr(ord(node.id[-1]) - at + number)
    return node.id[: -len(last)] + added


_NUMBERED = re.compile(r"^\W*(?:[A-Z]?\d+(?:\.\w+)*\.?|\(?\w{1,2}\)|EX:|[A-Z][A-Z/&' -]+:)\s*")


def repeated_paragraphs(corpus: Corpus) -> Iterator[Fault]:
    """A paragraph of sentences, its number and title aside, that stands in the same document before."""
    for text in corpus.texts:
        first: dict[str, tuple[int, int]] = {}
        bare = [_bare(p) if p.prose and not p.cell else "" for p in text.paragraphs]
        often = Counter(bare)
        for index, (paragraph, words) in enumerate(zip(text.paragraphs, bare, strict=True)):
            count = len(words.split())
            if count < 7:
                continue
            start = paragraph.flow.span(0, 1).start
            if words in first:
                at, earlier = first[words]
                # A short sentence may well hold under two headings, and one that stands everywhere is a formula.
                if (count < 12 and index - earlier > 3) or (count < 20 and often[words] > 2):
                    continue
                line, _ = text.source.position(at)
                message = f"this paragraph stands in line {line} already"
                yield fault(
                    text, paragraph, _beginning(paragraph), "repeated-paragraph", message, "one of the two"
                )
            else:
                first[words] = (start, index)


def _bare(paragraph: Paragraph) -> str:
    words = " ".join(paragraph.text.split())
    for _ in range(3):
        words = _NUMBERED.sub("", words, count=1)
    return words.casefold().strip(" .")


def _beginning(paragraph: Paragraph) -> tuple[int, int]:
    start = len(paragraph.text) - len(paragraph.text.lstrip())
    return start, min(len(paragraph.text), start + 40)


def broken_paragraphs(corpus: Corpus) -> Iterator[Fault]:
    """A paragraph without its end before one that begins with a small letter; a line of marks without a word."""
    for text in corpus.texts:
        for paragraph in text.paragraphs:
            words = paragraph.text.strip()
            marks = words and not paragraph.cell and not re.search(rf"[\w{PICTURE}]", words)
            if marks and not re.fullmatch(r"[-=_*~.|:+\s]{3,}", words):
                message = f"“{words}” alone on a line"
                yield fault(text, paragraph, _beginning(paragraph), "stray-mark", message)
        for _, paragraph in _broken(text):
            message = "this paragraph goes on with the sentence of the one before"
            yield fault(text, paragraph, _beginning(paragraph), "broken-paragraph", message, "one paragraph")


def _broken(text: Text) -> Iterator[tuple[Paragraph, Paragraph]]:
    """Two paragraphs that are one sentence's."""
    before: Paragraph | None = None
    for paragraph in text.paragraphs:
        words = paragraph.text.strip()
        if not paragraph.cell and not re.search(rf"[\w{PICTURE}]", words):
            continue
        if (
            before is not None
            and before.prose
            and not paragraph.cell
            and re.match(r"[a-z]+[,\s]+[\w(]", words)
        ):
            last = before.text.rstrip()
            if last[-1:].isalnum() or last.endswith((",", "-")):
                yield before, paragraph
        before = None if paragraph.cell else paragraph


_ENDED = re.compile(r"(?:[,;][\s]+)?\b(?:and|or)\s*$|,\s*$|[.!?:;…][\s\"'”’)\]*_]*$|[)\]\"”*_][\s]*$")


def unended_paragraphs(corpus: Corpus) -> Iterator[Fault]:
    """A paragraph of sentences without a mark at its end, where nearly all others have one."""
    for text in corpus.texts:
        marks = {str(word) for word in re.findall(r"(\S+)\s*$", "\n".join(_lasts(text)), re.MULTILINE)}
        goes_on = {id(one) for one, _ in _broken(text)}
        prose = [p for p in text.paragraphs if p.prose and not p.cell and p.text.rstrip()[-1:] != PICTURE]
        prose = [paragraph for paragraph in prose if id(paragraph) not in goes_on]
        prose = [paragraph for paragraph in prose if not set("/<>@=") & set(paragraph.text.split()[-1])]
        open_ended = [p for p in prose if not _ENDED.search(p.text) and p.text.split()[-1] not in marks]
        if len(open_ended) * 10 > len(prose):
            continue
        for paragraph in open_ended:
            end = len(paragraph.text.rstrip())
            span = (paragraph.text.rindex(paragraph.text.split()[-1]), end)
            message = "this paragraph ends without a mark"
            yield fault(
                text, paragraph, span, "punctuation", message, "a full stop, or is something missing?"
            )


def _lasts(text: Text) -> Iterator[str]:
    """Words that stand behind the last full stop of more than one paragraph: marks of the edition."""
    seen: dict[str, int] = {}
    for paragraph in text.paragraphs:
        match = re.search(r"[.!?)\]]\s+(\S+)\s*$", paragraph.text)
        if match:
            seen[match[1]] = seen.get(match[1], 0) + 1
    yield from (word for word, count in seen.items() if count > 1)
