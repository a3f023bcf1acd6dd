"""Signs that compare (≥, ≤) and seem to be lost, from sentences, steps and tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import Corpus, Fault, fault

_COUNTS = "one|two|three|four|five|six|seven|eight|nine|ten"
_SIGNED_WORD = re.compile(rf"[≥≤<>][\s\xa0]*(?:{_COUNTS})\b")
_SIGNED = re.compile(r"[≥≤<>][\s\xa0]*[\d+−-]")
_ARTICLE_COUNT = re.compile(rf"\b[Aa]n?[\s\xa0]+(?P<count>{_COUNTS})\b(?![-‐–])")
_ARTICLE_FIGURE = re.compile(
    r"\b[Aa]n?[\s\xa0]+(?P<count>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)[\s\xa0]+(?!days|years|minutes|hours|times)(?P<noun>[a-z]{3,}[^s\W]s)\b(?![-'’])"
)
_WRONG_ARTICLE = re.compile(
    r"\b[Aa][\s\xa0]+(?P<a>8|11|18|8\d)(?![\w.-])|\b[Aa]n[\s\xa0]+(?!8|11\b|18\b)(?P<an>\d+)(?![\w.-])"
)
_ROW_ARTICLE = re.compile(
    r"^\s*an?[\s\xa0]+(?P<count>\d+)[\s\xa0]+\w+(?:[\s\xa0]+\w+){0,4}\s*$", re.MULTILINE
)
_COUNTED = re.compile(
    rf"(?P<sign>[≥≤<>][\s\xa0]*)?(?<![\w-])(?P<count>{_COUNTS})[\s\xa0]+(?P<next>[A-Za-z-]+[\s\xa0]+[A-Za-z-]+)"
)
_LOW_SIGNED = re.compile(
    r"[≤<][\s\xa0]?(?P<a>\d+)\b[^.]{1,80}?\b(?P<b>\d+)(?:[\s\xa0]?[-–][\s\xa0]?|[\s\xa0]or[\s\xa0])(?P<c>\d+)\b[^.≥≤]{1,80}?(?<![-–.])\b(?P<d>\d+)\b(?![-–.]\d|[\s\xa0]or)"
)
_HIGH_SIGNED = re.compile(
    r"(?<![≥≤<>])(?<![≥≤<>][\s\xa0])(?<![-–.\w])(?P<a>\d+)\b(?![-–.])[^.≥≤]{1,80}?\b(?P<b>\d+)(?:[\s\xa0]?[-–][\s\xa0]?|[\s\xa0]or[\s\xa0])(?P<c>\d+)\b[^.]{1,80}?[≥>][\s\xa0]?(?P<d>\d+)\b"
)
_GARBLED_SIGN = re.compile(rf"(?<=\s)(?:\?|\ufffd|³|²|&[gl]e;?)[\s\xa0]*(?P<count>\d+|{_COUNTS})\b")


def lost_signs(corpus: Corpus) -> Iterator[Fault]:
    """ "a one" where the text writes "≥ one"; a mark that is no sign before a figure; an end of a table without one."""
    if corpus.count(_SIGNED_WORD) > 1:
        for text, paragraph, match in corpus.find(_ARTICLE_COUNT):
            message = f"“{match[0]}”: an article before a count, where this text has signs"
            yield fault(text, paragraph, match.span(), "lost-sign", message, f"≥ {match['count']}?")
    for text, paragraph, match in corpus.find(_ARTICLE_FIGURE):
        message = f"“{match[0]}”: an article before a count of more than one"
        yield fault(text, paragraph, match.span(), "lost-sign", message, f"≥ {match['count']}?")
    for text, paragraph, match in corpus.find(_GARBLED_SIGN):
        message = f"“{match[0]}”: this mark cannot stand before a figure"
        yield fault(text, paragraph, match.span(), "lost-sign", message, f"≥ or ≤ {match['count']}?")
    for text, paragraph, match in corpus.find(_ROW_ARTICLE):
        message = f"“{' '.join(match[0].split())}”: an article at the beginning of a row"
        yield fault(text, paragraph, match.span("count"), "lost-sign", message, f"≥ or ≤ {match['count']}?")
    if corpus.count(_SIGNED):
        for text, paragraph, match in corpus.find(_WRONG_ARTICLE):
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
