"""Signs that compare (≥, ≤) and seem to be lost, from sentences, steps and tables.

A sign that is lost leaves no trace of itself. What tells is what stands beside it: an article where none fits, the
other end of the same steps, and the same words elsewhere, where they have a sign.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.checks.corpus import Corpus, Fault, Paragraph, Text, fault

_COUNTS = "one|two|three|four|five|six|seven|eight|nine|ten"
#: A sign as printed, or as typed on a keyboard that has none.
SIGN = r"(?:>=|<=|=>|=<|[≥≤≧≦⩾⩽<>])"
_SIGNED_WORD = re.compile(rf"{SIGN}[\s\xa0]*(?:{_COUNTS})\b")
_SIGNED = re.compile(rf"{SIGN}[\s\xa0]*[\d+−-]")
_ARTICLE_COUNT = re.compile(rf"\b[Aa]n?[\s\xa0]+(?P<count>{_COUNTS})\b(?![-‐–])")
_ARTICLE_FIGURE = re.compile(
    r"\b[Aa]n?[\s\xa0]+(?P<count>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)[\s\xa0]+"
    r"(?!days|years|minutes|hours|times)(?P<noun>[a-z]{3,}[^s\W]s|M[PF]|FP|hexes|dice)\b(?![-'’])"
)
_NO_ARTICLE = re.compile(
    r"\b[Aa][\s\xa0]+(?P<a>8|11|18|8\d)(?![\w.-])|\b[Aa]n[\s\xa0]+(?!8|11\b|18\b)(?P<an>\d+)(?![\w.-])"
)
_ROW_ARTICLE = re.compile(
    r"^\s*an?[\s\xa0]+(?P<count>\d+)[\s\xa0]+\w+(?:[\s\xa0]+\w+){0,4}\s*$", re.MULTILINE
)
_COUNTED = re.compile(
    rf"(?P<sign>{SIGN}[\s\xa0]*)?(?<![\w-])(?P<count>{_COUNTS})[\s\xa0]+(?P<next>[A-Za-z-]+[\s\xa0]+[A-Za-z-]+)"
)
_BETWEEN = r"(?:[\s\xa0]?[-–][\s\xa0]?|[\s\xa0]or[\s\xa0])"
_LOW_SIGNED = re.compile(
    rf"(?:[≤<]|<=)[\s\xa0]?(?P<a>\d+)\b[^.]{{1,80}}?\b(?P<b>\d+){_BETWEEN}(?P<c>\d+)\b"
    r"[^.≥≤]{1,80}?(?<![-–.])\b(?P<d>\d+)\b(?![-–.]\d|[\s\xa0]or)"
)
_HIGH_SIGNED = re.compile(
    r"(?<![≥≤<>=])(?<![≥≤<>=][\s\xa0])(?<![-–.\w])(?P<a>\d+)\b(?![-–.])[^.≥≤]{1,80}?"
    rf"\b(?P<b>\d+){_BETWEEN}(?P<c>\d+)\b[^.]{{1,80}}?(?:[≥>]|>=)[\s\xa0]?(?P<d>\d+)\b"
)
_GARBLED_SIGN = re.compile(rf"(?<=\s)(?:\?|\ufffd|³|²|&[gl]e;?)[\s\xa0]*(?P<count>\d+(?:mm)?|{_COUNTS})\b")
_OPEN_END = (
    r"(?:[\s\xa0]+or[\s\xa0]+(?:more|less|fewer|higher|lower|greater|better|above|below|over|under|up|down)\b"
    r"|\+(?!\w)|[\s\xa0]+and[\s\xa0]+(?:above|up|below|under|over)\b)"
)
_SPACES = r"[\s\xa0]*"
_FIGURE = re.compile(
    rf"(?P<sign>{SIGN}{_SPACES})?(?<![\w.,/+*±×=−“\"-])(?P<figure>\d{{1,3}}|{_COUNTS})(?P<open>{_OPEN_END})?"
    rf"(?![\w%°\"”½¼]|[.,/:]\d|[\s\xa0]?[-–][\s\xa0]?\w"
    rf"|{_SPACES}(?:or|and|to|x|×)[\s\xa0]+(?:\d|(?:{_COUNTS})\b))",
    re.IGNORECASE,
)
#: Words before a figure that say themselves how it is meant, or that it is a name or one of several.
_BOUND = re.compile(
    r"\b(?:at[\s\xa0]+(?:least|most)|(?:more|less|fewer|greater|higher|lower|other|rather)[\s\xa0]+than|up[\s\xa0]+to"
    r"|only|exactly|any|all|each|every|the|these|those|first|last|next|other|levels?|rule|step|case|table|note|type"
    r"|class|player|side|\d|or|and|to)[\s\xa0]*$",
    re.IGNORECASE,
)
_AN = re.compile(r"\b[Aa]n?[\s\xa0]+$")
_WORDS = re.compile(r"[A-Za-z]+|[.;:,()\[\]]|\d+")
_ROLLED = re.compile(
    r"(?P<before>\b(?:Original|natural|unmodified|Colou?red)\s+)?"
    r"\b(?P<what>dr|DR|[Rr]oll|[Rr]esult|[Ss]core|[Tt]otal)\b"
    rf"(?P<between>(?:[\s\xa0]+(?:is|of|equals|was|that|on|an?))*[\s\xa0]+)(?P<sign>{SIGN}{_SPACES})?"
    rf"(?P<figure>\d{{1,2}})(?P<open>{_OPEN_END})?"
    r"(?![\w%]|\.\d|[\s\xa0]?[-–/][\s\xa0]?\d|[\s\xa0]*(?:or|and|to|,)[\s\xa0]+\d|[\s\xa0]*,[\s\xa0]*\d)"
)
_SENTENCE = re.compile(r"[^.]+(?:\.(?=\w)[^.]+)*")
_TWO_SPACES = re.compile(rf"(?<=[a-z,(])(?P<gap>  )(?P<figure>\d{{1,3}}|(?:{_COUNTS}))(?![\w.]\d?)")
_MEASURE_ALONE = re.compile(
    r"\b[Aa]n?[\s\xa0]+(?P<measure>\d+[\s\xa0]?(?:mm|cm|km|M[PF]|FP|hexes))(?=[,.;)]|[\s\xa0](?:or|and)\b)"
)
#: What the dice themselves can show least and most, so that it may well be meant alone.
_EXTREMES = {"dr": (1, 6), "DR": (2, 12)}


def lost_signs(corpus: Corpus) -> Iterator[Fault]:
    """ "a one" where the text writes "≥ one"; a mark that is no sign before a figure; an end of a table without one."""
    if corpus.count(_SIGNED_WORD) > 1:
        for text, paragraph, match in corpus.find(_ARTICLE_COUNT):
            message = f"“{match[0]}”: an article before a count, where this text has signs"
            yield fault(text, paragraph, match.span(), "lost-sign", message, f"≥ {match['count']}?")
    for text, paragraph, match in corpus.find(_ARTICLE_FIGURE):
        if re.search(r"\b(?:half|such|many|what|quite)[\s\xa0]+$", paragraph.before(match.start())):
            continue
        message = f"“{match[0]}”: an article before a count of more than one"
        if match["count"] == "1" or match["count"] == "one":
            message = f"“{match[0]}”: an article before a count"
        yield fault(text, paragraph, match.span(), "lost-sign", message, f"≥ {match['count']}?")
    for text, paragraph, match in corpus.find(_GARBLED_SIGN):
        message = f"“{match[0]}”: this mark cannot stand before a figure"
        yield fault(text, paragraph, match.span(), "lost-sign", message, f"≥ or ≤ {match['count']}?")
    for text, paragraph, match in corpus.find(_ROW_ARTICLE):
        message = f"“{' '.join(match[0].split())}”: an article at the beginning of a row"
        yield fault(text, paragraph, match.span("count"), "lost-sign", message, f"≥ or ≤ {match['count']}?")
    if corpus.count(_SIGNED):
        for text, paragraph, match in corpus.find(_NO_ARTICLE):
            message = f"“{match[0]}”: no article that fits, where this text has signs"
            yield fault(
                text, paragraph, match.span(), "lost-sign", message, f"≥ or ≤ {match['a'] or match['an']}?"
            )
    for pattern, at, sign in ((_LOW_SIGNED, "d", "≥"), (_HIGH_SIGNED, "a", "≤")):
        for text, paragraph, match in corpus.find(pattern):
            a, b, c, d = (int(match[name]) for name in "abcd")
            if b == a + 1 and d == c + 1 and c > b:
                message = f"the steps go to an open end at one side, not at {match[at]}"
                yield fault(text, paragraph, match.span(at), "lost-sign", message, f"{sign} {match[at]}?")
    yield from _unsigned(corpus)
    yield from _at_least_one(corpus)
    yield from _unlike(corpus)
    yield from _one_sided(corpus)


def _unsigned(corpus: Corpus) -> Iterator[Fault]:
    """A count without a sign, once, before words that have it with a sign more than once."""
    signed: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    for _, _, match in corpus.find(_COUNTED):
        key = f"{match['count']} {match['next']}".casefold()
        (signed if match["sign"] else plain)[key] += 1
    for text, paragraph, match in corpus.find(_COUNTED):
        key = f"{match['count']} {match['next']}".casefold()
        before = paragraph.before(match.start()).split()[-1:]
        if (
            match["sign"]
            or plain[key] > 1
            or signed[key] < 2
            or before in (["only"], ["exactly"], ["a"], ["an"])
        ):
            continue
        message = f"“{match['count']} {match['next']}”, elsewhere {signed[key]} times with a sign"
        yield fault(text, paragraph, match.span("count"), "lost-sign", message, f"≥ {match['count']}?")


_ONE = re.compile(
    rf"\b(?P<word>contain(?:s|ing)?|when|if|unless|has|have|exists?)[\s\xa0]+(?P<sign>{SIGN}[\s\xa0]*)?one[\s\xa0]+(?!of\b|or\b|is\b|and\b|more\b|such\b)(?=[A-Za-z])",
    re.IGNORECASE,
)


def _at_least_one(corpus: Corpus) -> Iterator[Fault]:
    """ "contains one", once, in a text that has "≥ one" again and again and also behind this word."""
    if corpus.count(_SIGNED_WORD) < 5:
        return
    signed: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    for _, _, match in corpus.find(_ONE):
        (signed if match["sign"] else plain)[match["word"].casefold()[:7]] += 1
    for text, paragraph, match in corpus.find(_ONE):
        word = match["word"].casefold()[:7]
        if not match["sign"] and plain[word] == 1 and signed[word]:
            message = f"“{' '.join(match[0].split())}”, elsewhere “{match['word']} ≥ one”"
            start = match.start() + match[0].casefold().rindex("one")
            yield fault(text, paragraph, (start, start + 3), "lost-sign", message, "≥ one?")


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure in a sentence: its place, whether it has a sign or an open end, and what stands around it."""

    text: Text
    paragraph: Paragraph
    span: tuple[int, int]
    sign: str
    keys: tuple[tuple[str, ...], ...]


def _figures(corpus: Corpus) -> Iterator[_Figure]:
    """The figures that may have a sign, with three ways to say what stands around each."""
    for text, paragraph in corpus.paragraphs():
        for match in _FIGURE.finditer(paragraph.text):
            before = _AN.sub("", paragraph.before(match.start(), 40))
            if _BOUND.search(before):
                continue
            left = [word.casefold() for word in _WORDS.findall(before)[-2:]]
            right = [
                word.casefold() for word in _WORDS.findall(paragraph.text[match.end() : match.end() + 40])[:2]
            ]
            if len(left) < 2 or not left[-1].isalpha():
                continue
            nexts = right[0] if right and right[0].isalpha() else ""
            keys = [(*left, "")]
            if nexts:
                keys.append((left[-1], nexts, "around"))
            if len(right) == 2 and nexts and right[1].isalpha():
                keys.append((*right, "behind"))
            sign = (match["sign"] or match["open"] or "").strip()
            span = match.span("figure")
            article = _AN.search(paragraph.before(match.start(), 40))
            if article is not None:
                span = (span[0] - len(article[0]), span[1])
            yield _Figure(text, paragraph, span, sign, tuple(keys))


def _unlike(corpus: Corpus) -> Iterator[Fault]:
    """A figure without a sign between words that nearly always have one with a sign between them."""
    figures = list(_figures(corpus))
    signed: dict[tuple[str, ...], Counter[str]] = {}
    plain: Counter[tuple[str, ...]] = Counter()
    for each in figures:
        for key in each.keys:
            if each.sign:
                signed.setdefault(key, Counter())[each.sign] += 1
            else:
                plain[key] += 1
    for each in figures:
        if each.sign:
            continue
        for key in each.keys:
            signs = signed.get(key)
            if signs is None:
                continue
            total = sum(signs.values())
            if total > 2 and total >= 4 * plain[key]:
                shown = each.paragraph.text[each.span[0] : each.span[1]]
                message = (
                    f"“{shown}”: {total} times elsewhere a sign or an open end stands between these words"
                )
                usual = signs.most_common(1)[0][0]
                figure = shown.split()[-1]
                right = f"{usual} {figure}?" if re.match(SIGN, usual) else f"{figure} {usual}?"
                yield fault(each.text, each.paragraph, each.span, "lost-sign", message, right)
                break


def _one_sided(corpus: Corpus) -> Iterator[Fault]:
    """A result of a roll without an open end: beside one with such an end in its sentence, or the only one of the text."""
    alone: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    for _, _, match in corpus.find(_ROLLED):
        if match["sign"] or match["open"]:
            ended[match["what"]] += 1
        elif not match["before"]:
            alone[match["what"]] += 1
    few = alone.total() * 2 <= ended.total() + 1
    if ended.total() < 2:
        return
    for text, paragraph in corpus.paragraphs():
        for sentence in _SENTENCE.finditer(paragraph.text):
            rolls = list(_ROLLED.finditer(paragraph.text, *sentence.span()))
            other = next((each for each in rolls if each["sign"] or each["open"]), None)
            for match in rolls:
                value, what = int(match["figure"]), match["what"]
                if match["sign"] or match["open"] or match["before"] or value in _extremes(what):
                    continue
                only = alone[what] == 1 and ended[what] > 2
                if not (other and few) and not only:
                    continue
                shown = f"“{' '.join(match[0].split())}”"
                message = f"{shown}: all other results of this kind have a sign or an open end"
                if other and few:
                    message = f"{shown} beside “{' '.join(other[0].split())}”"
                right = f"{value} or more, or less?" if other and not other["sign"] else f"≤ or ≥ {value}?"
                yield fault(text, paragraph, match.span("figure"), "lost-sign", message, right)


def _extremes(what: str) -> tuple[int, ...]:
    return _EXTREMES.get(what, (1, 2, 6, 12))


def lost_places(corpus: Corpus) -> Iterator[Fault]:
    """Two spaces before a figure, or an article before a measure without its noun, where this text has signs."""
    if corpus.count(_SIGNED) + corpus.count(_SIGNED_WORD) < 2:
        return
    doubled = []
    for text, paragraph, match in corpus.find(_TWO_SPACES, prose=True):
        span = paragraph.flow.span(match.start("gap"), match.end("gap"))
        if text.source.text[span.start : span.end] == "  ":
            doubled.append((text, paragraph, match))
    if len(doubled) < 4:
        for text, paragraph, match in doubled:
            message = f"two spaces before “{match['figure']}”: is a sign lost between them?"
            right = f"≥ or ≤ {match['figure']}?"
            yield fault(text, paragraph, match.span(), "lost-sign", message, right)
    for text, paragraph, match in corpus.find(_MEASURE_ALONE):
        message = f"“{match[0]}”: an article before a measure"
        yield fault(text, paragraph, match.span(), "lost-sign", message, f"≥ {match['measure']}?")


_SIGN_ALONE = re.compile(r"(?P<before>[A-Za-z]*)(?P<space>[\s\xa0(]*)[≥≤][\s\xa0]*(?P<after>[A-Za-z]+)")


def signs_alone(corpus: Corpus) -> Iterator[Fault]:
    """A sign that compares nothing: "adjacent to ≥ hex", where signs stand before figures; not "is ≥ its own"."""
    if corpus.count(_SIGNED_WORD) + corpus.count(_SIGNED) < 2:
        return
    for text, paragraph, match in corpus.find(_SIGN_ALONE):
        after, before = match["after"].casefold(), match["before"].casefold()
        if re.fullmatch(rf"{_COUNTS}|half|levels?", after) or re.fullmatch("is|are|be|was|were|if", before):
            continue
        message = f"“{match[0].strip()}”: a sign without its figure"
        yield fault(
            text, paragraph, match.span(), "lost-sign", message, "≥ one?" if "≥" in match[0] else "≤ one?"
        )
