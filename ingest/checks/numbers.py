"""Numbers of rules that are misspelled: what is written is no rule's number, but one slip away from one that exists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import Corpus, Fault, Paragraph, Text, fault

_GAP = r"[\s\xa0]"
#: Anything that may be meant as a number of two levels or more: a letter for a digit, a space, a mark too many.
_TOKEN = re.compile(
    rf"(?<![\w.,/+±≥≤<>=$£€])(?<!(?<!\d)-)(?:[A-Z]{_GAP}?)?[\dOoIl]+"
    rf"(?:(?:{_GAP}*[.,;]{{1,2}}{_GAP}*|{_GAP})[\dOoIl]+){{1,3}}(?:{_GAP}?[a-z]{{1,2}}|[A-Z])?(?![\w%]|[.,]\d|{_GAP}?/{_GAP}?\d)"
)
_LETTERS = str.maketrans({"O": "0", "o": "0", "I": "1", "l": "1"})
_SEE = re.compile(
    r"(?:\b(?:see(?:[\s\xa0]also)?|per|re|by|in|of|under|with|and|or|to|from|rules?|sections?|paragraphs?|unless|if|as|what|whatever|where|than)[\s\xa0]+|[(\[;:,/–-][\s\xa0]*|§[\s\xa0]?)$",
    re.IGNORECASE,
)
_STRONG = re.compile(r"\b(?:see(?:[\s\xa0]also)?|per|rules?|sections?)[\s\xa0]+$", re.IGNORECASE)
_CLOSED = re.compile(
    r"[\s\xa0]*(?:[);,\]/]|[.](?:\s|$)|\(|and\b|or\b|is\b|are\b|may\b|does\b|applies\b|apply\b|says?\b|tells?\b|gives?\b|asks\b|keeps\b)"
)
#: A number that goes on with a capital letter: 5.A, 37.B.6.
_NAMED = re.compile(
    r"(?<![\w.])(?P<left>\d{1,3})(?P<mark>\.\.|,|[ ]\.[ ]?|\.[ ])(?P<right>[A-Z](?:\.\d{1,3})?)(?=[);,\]]|\.(?:\s|$))"
)
_UNIT = re.compile(r"[\s\xa0]*(?:%|[A-Z]{2,3}\b|points?\b|hex|levels?\b|turns?\b|dice\b|dr\b)")


def misspelled_numbers(corpus: Corpus) -> Iterator[Fault]:
    """A letter for a digit, a space, a wrong or doubled mark, a doubled digit in the number of a rule that exists."""
    sections = Counter(number.split(".")[0] for number in corpus.numbers if "." in number)
    for text in corpus.texts:
        for paragraph in text.paragraphs:
            for match in _TOKEN.finditer(paragraph.text):
                yield from _misspelled(corpus, text, paragraph, match, sections)
            for match in _NAMED.finditer(paragraph.text):
                number = f"{match['left']}.{match['right']}"
                if number not in corpus.numbers or not _SEE.search(paragraph.before(match.start())):
                    continue
                spaced = match["mark"] != match["mark"].replace(" ", "")
                what, code = (
                    ("has a space inside", "split-number")
                    if spaced
                    else ("has a wrong mark", "number-punctuation")
                )
                message = f"“{match[0]}” {what}"
                yield fault(text, paragraph, match.span(), code, message, f"{number}?")


def _misspelled(
    corpus: Corpus, text: Text, paragraph: Paragraph, match: re.Match[str], sections: Counter[str]
) -> Iterator[Fault]:
    written, span = match[0], match.span()
    for ending in (_NEXT_SENTENCE, _NEXT_WORD):
        if _meant(corpus, written) is not None:
            break
        ended = ending.search(written)
        if ended is not None and re.search(r"\d\.[\dOoIl]", written[: ended.start()]):
            written, span = written[: ended.start()], (span[0], span[0] + ended.start())
    behind = paragraph.text[span[1] : span[1] + 24]
    if written in corpus.numbers or not paragraph.before(span[0]).strip(" \xa0-•*#"):
        return
    # "rule 3.1 a cart" and "4.2 I": the last piece may be a word.
    tight = "".join(written.split())
    spaced = tight != written
    lettered = re.search(r"[OoIl]", tight) is not None
    plain = tight.translate(_LETTERS) if lettered else tight
    pointed = re.sub(r"[.,;:]{1,2}", ".", plain)
    meant = _known(corpus, pointed) or _likely(corpus, written, pointed)
    if meant is None and not spaced and not lettered:
        yield from _doubled(corpus, text, paragraph, match, sections)
        return
    if meant is None or (_UNIT.match(behind) and not lettered):
        return
    cited = _SEE.search(paragraph.before(span[0])) is not None
    closed = _CLOSED.match(behind) is not None or _titled(corpus, meant, paragraph.text[span[1] :])
    if lettered:
        if re.search(r"[\s\xa0](?:I|o)$|^I[\s\xa0]", written):
            return
        message = f"“{written}” has a letter for a digit"
        yield fault(text, paragraph, span, "letter-for-digit", message, f"{meant}?")
    elif re.search(r"[.,;:]", tight) is None:
        return
    elif pointed != plain:
        # "1,500" and "at 3,1 and 4" are figures; a number of a rule stands where one is cited.
        figure = re.fullmatch(r"\d{1,3}(?:,\d{3})+|\d,\d,\d", written) is not None
        rolled = re.search(
            r"\b(?:roll|die|dice|dr|DR|result|levels?|hex(?:es)?)s?\b[^.;(\[]{0,12}$",
            paragraph.before(span[0], 24),
        )
        if rolled is not None or re.match(r"[\s\xa0]*(?:,\d|or\b|and[\s\xa0]\d)", behind):
            return  # the one or the other figure
        if (cited or closed) and not figure and not (spaced and re.search(r"[,;:]\s", written)):
            message = f"“{' '.join(written.split())}” has another mark than the rule number {meant}"
            code = "number-punctuation"
            yield fault(text, paragraph, span, code, message, f"{meant}?")
    elif spaced and cited and (closed or _STRONG.search(paragraph.before(span[0]))):
        if re.search(r"\.[\s\xa0]+\d", written) and not _SEE.search(paragraph.before(span[0])):
            return
        if re.search(r"[\s\xa0][a-z]{1,2}$", written) and not re.match(r"[);,\]–-]|[.](?:\s|$)", behind):
            return  # "3.1 a cart"
        message = f"“{' '.join(written.split())}” has a space inside"
        yield fault(text, paragraph, span, "split-number", message, f"{meant}?")


_NEXT_SENTENCE = re.compile(r"\.[\s\xa0]+[\dOoIl]+$")
_NEXT_WORD = re.compile(r"[\s\xa0]+[a-z]{1,2}$")


def _meant(corpus: Corpus, written: str) -> str | None:
    """The rule whose number this is when letters, spaces and marks are put right."""
    plain = "".join(written.split())
    if re.search(r"[OoIl]", plain):
        plain = plain.translate(_LETTERS)
    return _known(corpus, re.sub(r"[.,;:]{1,2}", ".", plain))


def _known(corpus: Corpus, number: str) -> str | None:
    """The rule that this number is, if there is one of two levels or more."""
    return number if number in corpus.numbers and "." in number else None


def _titled(corpus: Corpus, number: str, behind: str) -> bool:
    """Whether the rule's own title follows."""
    title = corpus.titles.get(number, "").casefold()
    return bool(title) and behind.lstrip(" \xa0:,–-").casefold().startswith(title)


def _likely(corpus: Corpus, written: str, number: str) -> str | None:
    """A number of a section that is cited again and again, though no text here has it; as written none is cited."""
    section, point, _ = number.partition(".")
    if not point or not section.isdigit() or corpus.cited_sections[section] < 3:
        return None
    tail = re.search(r"(\d+)\.\w+$", written)
    alone = tail is None or tail[1] == section or corpus.cited_sections[tail[1]] < 2
    broken = re.match(r"[\dOolI]*[OolI][\dOolI]*\.", written) or re.match(r"\d+[\s\xa0]+\d+\.", written)
    return number if alone and broken else None


def _doubled(
    corpus: Corpus, text: Text, paragraph: Paragraph, match: re.Match[str], sections: Counter[str]
) -> Iterator[Fault]:
    """A digit twice in the part before the point, where no rule or reference is to such a section."""
    written = match[0]
    section = written.split(".")[0]
    if sections[section] or re.fullmatch(r"\d+(?:\.\w+)+", written) is None:
        return
    if not _SEE.search(paragraph.before(match.start())) or _UNIT.match(paragraph.text[match.end() :]):
        return
    if corpus.cited_sections[section] > 1:
        return
    for index in range(1, len(section)):
        if section[index] == section[index - 1]:
            meant = _known(corpus, section[:index] + written[index + 1 :])
            if meant is not None:
                message = f"“{written}” has a digit more than the rule {meant}"
                yield fault(text, paragraph, match.span(), "stray-digit", message, f"{meant}?")
                return
