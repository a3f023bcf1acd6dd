"""One thing written in two ways: a name with and without its hyphen, a possessive without its mark, two numbers cited."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import Corpus, Fault, Paragraph, Text, fault
from ingest.nodes import Reference

_POSSESSIVE = re.compile(
    r"\b(?P<owner>[a-z]{3,})['’]s[\s\xa0]+(?P<next>[A-Za-z]+)(?:[\s\xa0]+(?P<noun>[A-Za-z]+))?"
)
_PLURAL = re.compile(
    r"\b(?P<before>[Tt]he|[Aa]n?|each|its|this|that)[\s\xa0]+(?P<owner>[a-z]{3,})s[\s\xa0]+(?P<next>[A-Za-z]+)(?:[\s\xa0]+(?P<noun>[a-z]+))?"
)


def possessives(corpus: Corpus) -> Iterator[Fault]:
    """ "the players pool" where the text has "the player's pool"."""
    owned = {
        (match["owner"], noun)
        for _, _, match in corpus.find(_POSSESSIVE)
        for noun in (match["next"], match["noun"] if match["next"].isupper() else None)
        if noun and len(noun) > 3 and noun.casefold() not in _NO_NOUNS
    }
    for text, paragraph, match in corpus.find(_PLURAL):
        noun = match["noun"] if match["next"].isupper() else match["next"]
        if (match["owner"], noun) in owned:
            written = match[0].split()[1]
            message = f"“{written}” where the text elsewhere has “{match['owner']}'s”"
            start = match.start("owner")
            span = (start, start + len(written))
            yield fault(text, paragraph, span, "likely-slip", message, f"{match['owner']}'s?")


#: Words that may well stand behind a plural: "the players each", "the crates that".
_NO_NOUNS = frozenset(
    re.findall(
        r"\w+",
        """also always another before being between both during each either from have into itself must never only other
        over own same shall should since such than that their them then there these they this those though through
        under until upon were what when where whether which while will with within without would type types lead leads
        move moves need needs cost costs value values attack attacks defend rest stack turn turns""",
    )
)


_INITIALS = re.compile(r"(?<![\w-])(?P<a>[A-Z])-(?P<b>[A-Z])(?![\w-])")
_TOGETHER = re.compile(r"(?<![\w-])(?P<short>[A-Z]{2})(?=[\s\xa0-][A-Za-z][a-z])")
_CAPITALS = re.compile(
    r"(?<![\w-])(?P<left>[A-Z][A-Za-z]{3,})(?P<mark>-|[\s\xa0])(?P<right>[A-Z][A-Za-z]{3,})(?![\w-])"
)


def short_names(corpus: Corpus) -> Iterator[Fault]:
    """ "BH" where the text has "B-H" before the same words; "Sand Hill" where it has "Sand-Hill" again and again."""
    hyphened = Counter(match["a"] + match["b"] for _, _, match in corpus.find(_INITIALS))
    followed = {
        (match["a"] + match["b"], word[1].casefold())
        for _, p, match in corpus.find(_INITIALS)
        if (word := re.match(r"[\s\xa0)-]+([A-Za-z]+)", p.text[match.end() : match.end() + 30]))
    }
    together = Counter(match["short"] for _, _, match in corpus.find(_TOGETHER))
    for text, paragraph, match in corpus.find(_TOGETHER):
        short = match["short"]
        behind = re.match(r"[\s\xa0-]([A-Za-z]+)", paragraph.text[match.end() : match.end() + 30])
        if (
            behind is None
            or (short, behind[1].casefold()) not in followed
            or hyphened[short] <= together[short]
        ):
            continue
        right = f"{short[0]}-{short[1]}"
        yield fault(
            text, paragraph, match.span(), "split-word", f"“{short}”, elsewhere “{right}”", f"{right}?"
        )
    pairs = Counter(match[0] for _, _, match in corpus.find(_CAPITALS))
    for text, paragraph, match in corpus.find(_CAPITALS):
        joined = f"{match['left']}-{match['right']}"
        if match["mark"] != "-" and pairs[match[0]] == 1 and pairs[joined] > 4:
            message = f"“{match[0]}”, {pairs[joined]} times elsewhere “{joined}”"
            yield fault(text, paragraph, match.span(), "split-word", message, f"{joined}?")


_HYPHEN = re.compile(
    r"(?P<before>[A-Za-z]+)[\s\xa0](?P<word>(?P<left>[a-z]{2,})-(?P<right>[a-z]{2,}))[\s\xa0/](?P<after>[A-Za-z]+)"
)


def hyphens(corpus: Corpus) -> Iterator[Fault]:
    """A word with a hyphen that, between the same words, has none elsewhere and is otherwise the usual one."""
    with_hyphen: dict[tuple[str, str, str], list[tuple[Text, Paragraph, re.Match[str]]]] = {}
    for text, paragraph in corpus.paragraphs():
        for match in _HYPHEN.finditer(paragraph.text):
            key = (match["before"].casefold(), match["left"] + match["right"], match["after"].casefold())
            with_hyphen.setdefault(key, []).append((text, paragraph, match))
    if not with_hyphen:
        return
    written = {match["word"] for found in with_hyphen.values() for _, _, match in found}
    apart = {word.replace("-", " ", 1) for word in written}
    often: Counter[str] = Counter()
    without: set[tuple[str, str, str]] = set()
    for _, paragraph in corpus.paragraphs():
        words = [match[0].casefold() for match in paragraph.words]
        for index in range(len(words)):
            one = words[index]
            two = " ".join(words[index : index + 2])
            often[one] += 1
            if two in apart:
                often[two] += 1
            before = words[index - 1] if index else ""
            if index + 1 < len(words):
                without.add((before, one, words[index + 1]))
            if two in apart and index + 2 < len(words):
                without.add((before, two.replace(" ", ""), words[index + 2]))
    for key, found in with_hyphen.items():
        for text, paragraph, match in found:
            joined, spaced = key[1], f"{match['left']} {match['right']}"
            usual = joined if often[joined] >= often[spaced] else spaced
            rarely = 4 * often[match["word"]] <= often[usual]
            alone = usual == joined and often[match["word"]] == 1 and often[usual] > 1
            if key in without and (rarely or alone):
                message = f"“{match['word']}” between the same words as “{usual}” elsewhere"
                yield fault(text, paragraph, match.span("word"), "split-word", message, f"{usual}?")


_CITED = re.compile(r"(?P<words>[A-Za-z-]{4,}[\s\xa0]+[A-Za-z-]{4,})[\s\xa0]*[(\[](?:see[\s\xa0]+)?$")


def cited_alike(corpus: Corpus) -> Iterator[Fault]:
    """The same words before two numbers in brackets that differ in a digit: the one that stands less often."""
    found: dict[str, list[tuple[Text, Reference]]] = {}
    for text in corpus.texts:
        for reference in text.document.references:
            if len(reference.targets) != 1 or reference.kind not in ("plain", "link", "section"):
                continue
            source = text.source.text
            before = re.sub(
                r"<[^<>]*>", "", source[max(0, reference.span.start - 160) : reference.span.start]
            )
            behind = re.sub(r"^(?:<[^<>]*>)+", "", source[reference.span.end : reference.span.end + 60])
            match = _CITED.search(before[-60:])
            if match and behind.startswith((")", "]")):
                found.setdefault(" ".join(match["words"].casefold().split()), []).append((text, reference))
    for words, cited in found.items():
        counts = Counter(reference.targets[0] for _, reference in cited)
        if len(counts) < 2:
            continue
        for text, reference in cited:
            target = reference.targets[0]
            for other, count in counts.items():
                shorter = len(other) > len(target) or count > counts[target]
                if other != target and count >= counts[target] and shorter and _digit_apart(target, other):
                    message = f"“{words}” is {target} here, {other} elsewhere"
                    evidence = (
                        reference.text if reference.href is None else f"{reference.text} → {reference.href}"
                    )
                    yield Fault(
                        text, reference.span.start, "citation-differs", message, evidence, f"{other}?"
                    )
                    break


def _digit_apart(number: str, other: str) -> bool:
    """Whether the two differ in one character, or the one has one more at its end or inside."""
    if len(number) == len(other):
        return sum(a != b for a, b in zip(number, other, strict=True)) == 1
    short, long = sorted((number, other), key=len)
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


_DIRECTION = re.compile(r"[\s\xa0]*\)?[\s\xa0]*,?[\s\xa0]*(?P<way>below|above)\b")


def directions(corpus: Corpus) -> Iterator[Fault]:
    """ "see 3.2 below" where 3.2 stands above; a rule that refers to itself."""
    for text in corpus.texts:
        order = {node.id: node.order for node in text.document.nodes}
        for reference in text.document.references:
            if (
                len(reference.targets) != 1
                or reference.targets[0] not in order
                or reference.rule not in order
            ):
                continue
            behind = re.sub(r"<[^<>]*>", "", text.source.text[reference.span.end : reference.span.end + 80])
            match = _DIRECTION.match(behind)
            here, there = order[reference.rule], order[reference.targets[0]]
            if match is None or here == there:
                continue
            right = "below" if there > here else "above"
            if match["way"] != right:
                message = f"{reference.targets[0]} stands {right}, not {match['way']}"
                yield Fault(
                    text,
                    reference.span.start,
                    "citation-differs",
                    message,
                    f"{reference.text} {match['way']}",
                    right,
                )


def picture_names(corpus: Corpus) -> Iterator[Fault]:
    """The alternative text of a picture that is a letter off its rule's title."""
    for text in corpus.texts:
        titles = {node.id: node.title for node in text.document.nodes}
        for image in text.document.images:
            alt = image.alt.casefold()
            for word in re.findall(r"[A-Za-z]{5,}", titles.get(image.rule, "")):
                if (
                    alt.isalpha()
                    and alt != word.casefold()
                    and not corpus.words[alt]
                    and _slip(alt, word.casefold())
                ):
                    message = f"the picture is called “{image.alt}”, the rule “{word}”"
                    yield Fault(text, image.span.start, "likely-slip", message, image.alt, f"{word}?")


def _slip(word: str, other: str) -> bool:
    return len(word) == len(other) and sum(a != b for a, b in zip(word, other, strict=True)) == 1
