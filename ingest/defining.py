"""The terms that a sentence defines, by the phrases of `ingest.defining_phrases`.

What is in bold or italics the caller gives in quotation marks. Letters behind their words are in `ingest.acronyms`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ingest import defining_phrases as phrases
from ingest.nodes import TermKind
from ingest.term_forms import phrase_in_singular


class Defined(NamedTuple):
    """A term that a sentence defines, and for letters what they stand for."""

    term: str
    kind: TermKind
    expansion: str | None = None


#: A sentence without any of these words, and without quotation marks, says of nothing that it defines it.
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Sentences are many, and few define anything: a phrase is looked for only where one of its words stands.
_BEFORE = _words(
    "defined mean means denote denotes signify signifies designates stand stands understood interpreted taken used short "
    "abbreviation acronym term terms name names word words"
)
_REFERS = _words("term terms word words phrase expression name names letters")
_STATUS = _words("considered deemed regarded classed classified")
_VALUES = _words("define defines defined")
_BEHIND: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (
        phrases.BEHIND,
        _words("termed dubbed referred known called styled designated said named labelled labeled described"),
    ),
    (
        phrases.HENCEFORTH,
        _words("hereafter henceforth hereinafter hereunder now short short) abbreviated abbr."),
    ),
    (phrases.FOR_SHORT, _words("short short)")),
    (phrases.MEANT, _words("meant mean means define defines")),
    (phrases.WE_CALL, _words("call calls term terms dub dubs name")),
    (
        phrases.NAMED_AS,
        _words(
            "refer refers term name word so-called define defines defined hereafter henceforth hereinafter"
        ),
    ),
)
_MARKED = (phrases.BRACKETED, phrases.MARKED, phrases.IS_MARKED)
_SAYING = frozenset().union(_BEFORE, _REFERS, _STATUS, *(words for _, words in _BEHIND))
_REFERRING = (" refer", " appl", "includ", "describ", "cover", "indicat", "represent", " mean", "denot")
_ASIDES = (" (any ", " (meaning ", " (defined as ", " (that is ", " (those ", " (a ", " (an ", " (the ")
_QUOTES = ("“", '"', "‘")


def defined_terms(text: str, *, said_only: bool = False) -> Iterator[Defined]:
    """The terms that a sentence defines, those that it says it defines first; some may come more than once.

    With `said_only` nothing is taken as defined that the sentence does not say to be so.
    """
    cues = _SAYING.intersection(text.lower().replace("(", " ").replace(",", " ").split())
    quoted = "“" in text or '"' in text
    if cues or quoted:
        if "(" in text:
            text = phrases.REFERENCE.sub("", text)
        if "—not" in text:
            text = phrases.ASIDE.sub(" ", text)
        if quoted or cues != cues & _STATUS:
            yield from _before(text, cues, quoted)
            yield from _behind(text, cues, quoted)
    if ":" in text and (named := phrases.COLON.match(text)) is not None:
        yield Defined(named["term"], "explicit")
    if text.startswith("To ") and (done := phrases.TO_DO.match(text)) is not None:
        yield Defined(done["term"], "explicit")
    if not said_only:
        if not cues.isdisjoint(_STATUS):
            for match in phrases.STATUS.finditer(text):
                if match["opening"] is None or match["verb"][0].isupper():
                    yield from _pair(match, "status")
        if not cues.isdisjoint(_VALUES):
            for values in phrases.VALUES.finditer(text):
                for value in (*re.split(r",\s+", values["first"]), values["last"]):
                    if plain_term(value) is not None:
                        yield Defined(value, "implicit")
        yield from _shown(text)


def _any(cues: tuple[str, ...], small: str) -> bool:
    for cue in cues:  # a plain loop: this runs for every sentence  # noqa: SIM110
        if cue in small:
            return True
    return False


def _before(text: str, cues: frozenset[str], quoted: bool) -> Iterator[Defined]:
    """Terms that stand before what defines them."""
    if not cues.isdisjoint(_BEFORE):
        for match in phrases.BEFORE.finditer(text):
            if phrases.PRONOUN.match(match["term"]) and not match["word"]:
                continue
            term = plain_term(match["term"], subject=True)
            if term and (match["word"] or not re.search(r"\d", term)):
                yield Defined(term, "explicit")
    if (quoted or not cues.isdisjoint(_REFERS)) and _any(_REFERRING, text):
        for match in phrases.REFERS.finditer(text):
            if term := plain_term(match["term"] or match["other"]):
                yield Defined(term, "explicit")


def _behind(text: str, cues: frozenset[str], quoted: bool) -> Iterator[Defined]:
    """Terms that stand behind what defines them, or are marked by quotation marks."""
    for pattern, words in _BEHIND:
        if cues.isdisjoint(words):
            continue
        for match in pattern.finditer(text):
            if pattern is phrases.BEHIND or (pattern is phrases.HENCEFORTH and _may_follow(match)):
                yield from _pair(match, "explicit")
            elif pattern is not phrases.HENCEFORTH:
                yield from _marked(match)
    for pattern in _MARKED if quoted else ():
        for match in pattern.finditer(text):
            yield from _marked(match)


def _marked(match: re.Match[str]) -> Iterator[Defined]:
    """The one term of a pattern, whichever of its groups has it."""
    words = next(value for name, value in match.groupdict().items() if value and name != "noun")
    if term := plain_term(words):
        yield Defined(term, "explicit")


def _may_follow(match: re.Match[str]) -> bool:
    """Whether what follows "hereafter" is a name: in a bracket, in quotation marks or with a capital."""
    words: str = match["term"]
    return bool(match["bracket"]) or not words[0].islower() or bool(re.search(phrases.CALLED, match[0]))


def _pair(match: re.Match[str], kind: TermKind) -> Iterator[Defined]:
    """The terms behind a defining verb, in the singular behind "are"; none once one of them is none."""
    together = "collectively" in match[0] or "together" in match[0]
    plural = bool(match.groupdict().get("plural")) and not together
    for group in ("term", "other", "bracketed", "further"):
        words = match[group]
        if not words:
            continue
        term = plain_term(words)
        if term is None or (kind == "status" and not _is_status(term, match, group)):
            return
        yield Defined(phrase_in_singular(term) if plural else term, kind)


def _is_status(term: str, match: re.Match[str], group: str) -> bool:
    """Whether what is "considered" so is a state with a name: not "considered moved", "considered adjacent to …"."""
    before = match.string[match.start() : match.start(group)]
    if re.search(r"\b(?:an?|the)\s+\Z", before) or not term.islower() or match[group][0] in _QUOTES:
        return True
    if match["verb"].startswith("class"):
        return True
    behind = match.string[match.end(group) :]
    return (
        not re.search(r"(?:ed|ing|ly)\Z", term) and not re.match(r"\s+to\b", behind) and len(term.split()) < 4
    )


def _shown(text: str) -> Iterator[Defined]:
    """Terms that a sentence explains without saying that it defines them."""
    found: list[str] = []
    if text.startswith(("A", "E")):
        found.extend(
            match["term"] for match in (phrases.CLASS.match(text), phrases.ID_EST.match(text)) if match
        )
    if "of its" in text:
        found.extend(match["term"] for match in phrases.EACH_OF.finditer(text))
    if "(" in text and _any(_ASIDES, text):
        for match in phrases.EXPLAINED.finditer(text):
            words = phrases.LAST_WORDS.search(text[max(0, match.start() - 80) : match.start()])
            if words is not None and " " in (last := phrases.BOUND.split(words["term"])[-1]):
                found.append(phrase_in_singular(last))
        found.extend(match["term"] for match in phrases.NAMED.finditer(text))
    copula = phrases.COPULA.match(text) if text.startswith(("A", "The ")) else None
    if copula is not None:
        capital = re.search(r"\b[A-Z]", copula["term"]) is not None
        if (capital or copula["article"] != "The") and phrases.RELATIVE.search(copula["what"]):
            found.append(copula["term"])
    if " of " in text and (kind := phrases.FORM_OF.match(text)) is not None:
        found.append(phrase_in_singular(kind["term"]))
    if text.startswith("A") and (object_ := phrases.OBJECT.match(text)) is not None:
        found.append(object_["term"])
    for words_found in found:
        if term := plain_term(words_found):
            yield Defined(term, "implicit")


def plain_term(words: str, *, subject: bool = False) -> str | None:
    """The term without article and quotation marks, or None if these words are none.

    What a sentence begins with is its `subject`: "adjacent" is a term there, but not behind a verb.
    """
    words = words.strip()
    quoted = words.startswith(_QUOTES)
    if quoted:
        inner = re.match(rf"{phrases.OPEN}(.+?){phrases.CLOSE}(?:\s|\Z)", words)
        term = phrases.ARTICLES.sub("", (inner[1] if inner else words).strip(' “”"‘’,.'))
    else:
        term = phrases.ARTICLES.sub("", words).strip(' “”"‘’')
    if not re.search(r"[^\W\d_]", term) or (not quoted and _is_none(term, subject=subject)):
        return None
    return term


def _is_none(term: str, *, subject: bool) -> bool:
    """Whether words begin as no term does; a capital in the middle of a sentence tells that they are one."""
    if subject:
        return phrases.NO_SUBJECT.match(term) is not None
    return not term[0].isupper() and phrases.NO_TERM.match(term) is not None
