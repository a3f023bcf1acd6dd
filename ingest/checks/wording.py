"""Misprints in words: doubled ones, wrong prefixes, slips of a letter, broken hyphens, brackets without their half."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import PICTURE, TAG, Corpus, Fault, Paragraph, Text, fault

_DOUBLED = re.compile(r"(?<![\w-])(?P<word>[A-Za-z]+)[\s\xa0]+(?P=word)(?![\w-])", re.IGNORECASE)
_PHRASE = re.compile(r"(?<![\w-])(?P<phrase>[A-Za-z]+[\s\xa0]+[A-Za-z]+)[\s\xa0]+(?P=phrase)(?![\w-])")
_ARTICLES = re.compile(
    r"(?<![\w.-])(?:a[\s\xa0]+(?:an?|the)|an[\s\xa0]+(?:a|the)|the[\s\xa0]+(?:an?|the))(?=\s+[a-z])"
)
_RIGHTLY_TWICE = frozenset({"that", "had", "so"})


def doubled_words(corpus: Corpus) -> Iterator[Fault]:
    """ "the the", "of the of the", "a the"; not what may rightly stand twice ("that that"), nor what stands three times."""
    for text, paragraph, match in corpus.find(_DOUBLED):
        word = match["word"]
        if len(word) == 1 and word != "a":
            continue
        same = match[0].split()
        if same[0] != same[1] and not (same[0][0].isupper() and same[1].islower()):
            continue  # "Level level": a term and the plain word
        thrice = paragraph.text[match.end() : match.end() + 40].split()[:1] == same[1:]
        if (
            word.casefold() in _RIGHTLY_TWICE
            or thrice
            or paragraph.before(match.start()).split()[-1:] == same[:1]
        ):
            continue
        yield fault(text, paragraph, match.span(), "doubled-word", f"“{match[0]}”", f"{same[0]}?")
    for text, paragraph, match in corpus.find(_PHRASE):
        yield fault(text, paragraph, match.span(), "doubled-word", f"“{match[0]}”", f"{match['phrase']}?")
    for text, paragraph, match in corpus.find(_ARTICLES):
        yield fault(text, paragraph, match.span(), "doubled-word", f"two articles: “{match[0]}”", None)


_A_VOWEL = re.compile(
    r"(?<![\w.'’+-])a[\s\xa0]+(?P<word>(?!one\b|once\b|eu|ewe|uni|us[aeiu]|uti|ubi|ura|u\b)[aeiou][a-z]{2,})\b"
)
_AN_CONSONANT = re.compile(
    r"(?<![\w.'’-])an[\s\xa0]+(?P<word>(?!hou|hon|heir|x|[b-df-hj-np-tv-xz]{3})[b-df-hj-np-tv-z][a-z]{2,})\b"
)
_A_PLURAL = re.compile(
    r"(?<![\w.'’-])an?[\s\xa0]+(?:[a-z]+-[a-z]+[\s\xa0]+)?(?P<word>[a-z]+(?:[^\Wsui]s|xes|ches))(?=[.,;:)]|[\s\xa0]+(?:is|are|in|of|may|must|on|to|that)\b)"
)
_NEITHER_SLASH = re.compile(
    r"\bneither\b[\s\xa0](?!of\b|is\b|may\b|can\b)(?P<rest>[^.;:,)\]]*)", re.IGNORECASE
)
_NEITHER = re.compile(r"\bneither\b(?P<rest>[^.;:)\]]*)", re.IGNORECASE)


def grammar(corpus: Corpus) -> Iterator[Fault]:
    """ "a infantry", "an hex", "an occupied hexes", "neither … or"."""
    for pattern, right in ((_A_VOWEL, "an"), (_AN_CONSONANT, "a")):
        for text, paragraph, match in corpus.find(pattern):
            yield fault(
                text, paragraph, match.span(), "article", f"“{match[0]}”", f"{right} {match['word']}?"
            )
    for text, paragraph, match in corpus.find(_A_PLURAL):
        word = match["word"]
        singular = next((one for one in (word[:-1], word[:-2]) if corpus.words[one] > 1), None)
        if singular is not None and corpus.words[word] > 1:
            message = f"“{match[0]}”: an article before a plural"
            yield fault(text, paragraph, match.span(), "article", message, f"{singular}?")
    for text, paragraph, match in corpus.find(_NEITHER):
        if re.search(r"\bor\b", match["rest"]) and not re.search(r"\bnor\b", match["rest"]):
            yield fault(text, paragraph, match.span(), "neither-or", "“neither … or”", "neither … nor?")
    for text, paragraph, match in corpus.find(_NEITHER_SLASH):
        rest = re.split(r"[.;:)\]]", paragraph.text[match.start() : match.start() + 300], maxsplit=1)[0]
        if re.search(r"[a-z]/[a-z]", match["rest"]) and not re.search(r"\b(?:n?or)\b", rest):
            yield fault(text, paragraph, match.span(), "neither-or", "“neither … /”", "neither … nor?")


_PREFIX = re.compile(
    r"(?<![\w-])(?P<prefix>now|nom|nan|noon|nun|mon|nor|not|no|on)-(?P<word>[A-Za-z]{3,})", re.IGNORECASE
)


_AFTER_NOT = frozenset(
    re.findall(r"\w+", "for so yet too quite very only just even in on at to the all any every much")
)


def prefixes(corpus: Corpus) -> Iterator[Fault]:
    """ "now-Waterproofed", where the text has the same word, or many others, with "non-"."""
    non = Counter(word for word in corpus.words.elements() if word.startswith("non-"))
    many = len(non) > 2
    for text, paragraph, match in corpus.find(_PREFIX):
        prefix, word = match["prefix"].casefold(), match["word"].casefold()
        again = prefix == "not" and corpus.words[match[0].casefold()] > 2
        if match["prefix"] not in (prefix, prefix.capitalize()) or again:
            continue  # a name, or the author's own way
        known = non[f"non-{word}"] > 0
        usual = prefix in ("now", "nom", "nan", "mon", "nun", "nor") or (
            prefix == "not" and word not in _AFTER_NOT
        )
        if (known and prefix not in ("on", "no")) or (many and usual):
            message = f"“{match[0]}” looks like a misprint of “non-{match['word']}”"
            yield fault(text, paragraph, match.span(), "now-for-non", message, f"non-{match['word']}?")


_HYPHENED = re.compile(r"(?<![\w-])(?P<left>[A-Za-z]+)-(?P<right>[a-z]+)(?![\w-])")
_OPEN = re.compile(r"(?<![\w-])(?P<left>[A-Za-z]*[a-z])-[\s\xa0]+(?P<right>[a-z]+)(?![\w-])")


def split_words(corpus: Corpus) -> Iterator[Fault]:
    """A word with a hyphen that stands without one five times as often; a hyphen with a space behind it."""
    for text, paragraph, match in corpus.find(_HYPHENED):
        joined = (match["left"] + match["right"]).casefold()
        without, having = corpus.words[joined], corpus.words[match[0].casefold()]
        if without > 2 and without >= 5 * having:
            message = f"“{match[0]}”, {without} times elsewhere “{joined}”"
            yield fault(text, paragraph, match.span(), "split-word", message, f"{joined}?")
        elif _stem_joined(corpus, match):
            message = f"“{match[0]}” has a hyphen that its kin have not"
            yield fault(
                text, paragraph, match.span(), "split-word", message, f"{match['left']}{match['right']}?"
            )
    for text, paragraph, match in corpus.find(_OPEN):
        joined = (match["left"] + match["right"]).casefold()
        hyphened = f"{match['left']}-{match['right']}".casefold()
        known = joined if corpus.words[joined] else hyphened if corpus.words[hyphened] else None
        if (
            known
            and match["right"] not in ("and", "or", "to", "nor")
            and not _broken_line(text, paragraph, match)
        ):
            yield fault(text, paragraph, match.span(), "split-word", f"“{match[0]}”", f"{known}?")


def _stem_joined(corpus: Corpus, match: re.Match[str]) -> bool:
    """Whether the right part is an ending, so that the hyphen can only be a line's."""
    endings = ("able", "ing", "ed", "ment", "tion", "ness", "ly", "er", "ers", "es")
    left = match["left"].casefold()
    return match["right"] in endings and corpus.words[left] > 1 and corpus.words[match[0].casefold()] == 1


def slips(corpus: Corpus) -> Iterator[Fault]:
    """A word that stands once, between words that elsewhere have another between them that looks much like it."""
    rare: dict[Around, Counter[str]] = {}
    found: list[tuple[Text, Paragraph, re.Match[str], list[Around]]] = []
    for text, paragraph, match, word, around in _in_context(corpus):
        if corpus.words[word] < 3:
            found.append((text, paragraph, match, around))
            rare.update((each, Counter()) for each in around)
    for _, _, _, word, around in _in_context(corpus):
        for each in around:
            if each in rare:
                rare[each][word] += 1
    for text, paragraph, match, around in found:
        word = match[0].casefold()
        for index, each in enumerate(around):
            if sum(map(bool, each)) < 3:
                continue
            likely = [
                (count, other)
                for other, count in rare[each].items()
                if other != word and corpus.words[other] > 2 * corpus.words[word] and _near(word, other)
            ]
            if not likely:
                continue
            count, other = max(likely)
            # The shorter the word and the less stands around it, the more often must the other have stood there.
            enough = 3 if index == 2 else 2 if len(word) < 5 else 1
            if count >= enough and (index < 2 or len(word) > 5):
                message = f"“{match[0]}” where the same words elsewhere have “{other}”"
                yield fault(text, paragraph, match.span(), "likely-slip", message, f"{other}?")
                break


Around = tuple[str, str, str, str]


def _in_context(corpus: Corpus) -> Iterator[tuple[Text, Paragraph, re.Match[str], str, list[Around]]]:
    """Every word of three letters or more, with three ways to say what stands around it."""
    for text, paragraph in corpus.paragraphs():
        plain = ["", "", *(match[0].casefold() for match in paragraph.words), "", ""]
        for index, match in enumerate(paragraph.words, start=2):
            if len(plain[index]) > 2:
                two, one, next_one, next_two = (
                    plain[index - 2],
                    plain[index - 1],
                    plain[index + 1],
                    plain[index + 2],
                )
                around = [("", one, next_one, next_two), (two, one, next_one, ""), (two, one, "", "<")]
                yield text, paragraph, match, plain[index], around


#: Small words that look alike and are all right in the same places.
_SMALL = frozenset(
    re.findall(
        r"\w+",
        """all also any are both can each else ever even for form from had has have her here him his how its may more
        most much must nor not now once one only other our out over per she some such than that the their them then
        there these they this those thus very was were what when where which who will with would""",
    )
)


def _near(word: str, other: str) -> bool:
    """Whether one slip makes the one of the other, and it is not an ending or a beginning of its own."""
    if len(word) < 3 or len(other) < 3 or abs(len(word) - len(other)) > 1:
        return False
    if word in _SMALL and other in _SMALL:
        return False
    if "'" in word + other or "’" in word + other:
        return False
    for suffix in ("s", "d", "r", "n", "y"):
        if word == other + suffix or other == word + suffix:
            return False
    if len(word) == len(other):
        wrong = [i for i, (a, b) in enumerate(zip(word, other, strict=True)) if a != b]
        if len(wrong) == 1:
            return len(word) > 3 or wrong[0] > 0
        swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1
        return swapped and word[wrong[0]] == other[wrong[1]] and word[wrong[1]] == other[wrong[0]]
    short, long = sorted((word, other), key=len)
    return len(short) > 3 and any(long[:i] + long[i + 1 :] == short for i in range(1, len(long)))


_SLASH = re.compile(r"(?<![\w-])(?P<left>[A-Z]{2,5})[Il1][\s\xa0]+(?P<right>[A-Z][A-Za-z]{2,})")
_EXPANDED = re.compile(r"(?P<words>\b[A-Z][\w]*(?:[ -][A-Z]\w*){1,4}) \((?P<short>[A-Z][A-Z-]{1,6})\)")
_TIMES = re.compile(r"(?<!\w)x(?=\d)")
_TIMES_APART = re.compile(r"(?<!\w)x\s\d")


def names(corpus: Corpus) -> Iterator[Fault]:
    """A letter for a slash behind a short name; a name that is shortened in two ways; "x3" among "x 3"."""
    for text, paragraph, match in corpus.find(_SLASH):
        written = match[0].split()[0]
        if corpus.words[written.casefold()] < 2 and corpus.words[match["left"].casefold()] > 9:
            message = f"“{match[0]}” has a letter for a slash"
            yield fault(
                text, paragraph, match.span(), "likely-slip", message, f"{match['left']}/{match['right']}?"
            )
    shortened: dict[str, Counter[str]] = {}
    wrong: dict[str, str] = {}
    for _, _, match in corpus.find(_EXPANDED):
        shortened.setdefault(match["words"].casefold(), Counter())[match["short"]] += 1
    for _, _, match in corpus.find(_EXPANDED):
        ways = shortened[match["words"].casefold()]
        usual = max(ways, key=lambda short: corpus.words[short.casefold()])
        alike = match["short"].replace("-", "") == usual.replace("-", "")
        if match["short"] != usual and alike and match["short"] not in wrong:
            wrong[match["short"]] = usual
    for short, usual in wrong.items():
        for text, paragraph, match in corpus.find(re.compile(rf"(?<![\w-]){re.escape(short)}(?![\w-])")):
            message = f"“{short}”, elsewhere “{usual}”"
            yield fault(text, paragraph, match.span(), "split-word", message, f"{usual}?")
    for text in corpus.texts:
        tight = [(p, match) for p in text.paragraphs for match in _TIMES.finditer(p.text)]
        if 0 < len(tight) * 4 <= sum(len(_TIMES_APART.findall(p.text)) for p in text.paragraphs):
            for paragraph, match in tight:
                yield fault(
                    text, paragraph, match.span(), "punctuation", "no space behind x", "x and a space"
                )


_BRACKETS = re.compile(r"[()\[\]]")
_ITEM = re.compile(r"\s*(?:[-*•|]\s*)*\(?(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})\)")
_PAIRS = {")": "(", "]": "["}
_LIST_MARK = re.compile(r"(?:^|[\s:;])(?:\d{1,2}|[a-z]|[ivx]{2,4})$")
_EXC = re.compile(r"\bEXC:")


def brackets(corpus: Corpus) -> Iterator[Fault]:
    """A bracket that neither its paragraph nor the next one closes, or that was never opened."""
    for text in corpus.texts:
        lonely: list[tuple[int, Paragraph, re.Match[str]]] = []
        for number, paragraph in enumerate(text.paragraphs):
            for match in _unpaired(paragraph):
                _, before, other = lonely[-1] if lonely else (0, None, None)
                if other and other[0] == _PAIRS.get(match[0]) and lonely[-1][0] == number - 1 and before:
                    lonely.pop()  # a parenthesis of two paragraphs
                else:
                    lonely.append((number, paragraph, match))
        for _, paragraph, match in lonely:
            yield _lonely(text, paragraph, match)
        exceptions = [(p, match) for p in text.paragraphs for match in _EXC.finditer(p.text)]
        bare = [
            (p, match) for p, match in exceptions if p.before(match.start()).rstrip()[-1:] not in ("[", "(")
        ]
        if len(bare) * 4 < len(exceptions):
            for paragraph, match in bare:
                message = "an exception without its bracket"
                yield fault(text, paragraph, match.span(), "unbalanced-bracket", message, "[EXC: …]")


def _unpaired(paragraph: Paragraph) -> Iterator[re.Match[str]]:
    """The brackets without their other half in a paragraph, those of "a)" and "1)" left out."""
    opened: list[re.Match[str]] = []
    item = _ITEM.match(paragraph.text)
    for match in _BRACKETS.finditer(paragraph.text, item.end() if item else 0):
        if match[0] in "([":
            opened.append(match)
        elif any(each[0] == _PAIRS[match[0]] for each in opened[-9:]):
            while opened[-1][0] != _PAIRS[match[0]]:
                yield opened.pop()
            opened.pop()
        elif match[0] == "]" or _LIST_MARK.search(paragraph.before(match.start(), 6)) is None:
            yield match
    yield from opened


def _lonely(text: Text, paragraph: Paragraph, match: re.Match[str]) -> Fault:
    what = "closed" if match[0] in "([" else "opened"
    return fault(
        text, paragraph, match.span(), "unbalanced-bracket", f"“{match[0]}” is not {what} in its paragraph"
    )


_MARKUP = re.compile(r"\\[A-Za-z]{2,}(?:\{[^{}]*\})*|&(?:[a-z]{2,8}|#\d+);|\ufffd|[ÃÂ][\x80-\xbf]|â€.?|\{\\")
_TIGHT = re.compile(r"(?<=[a-z]{3})\((?!s\)|es\)|e?s\)|[a-z]{1,3}\)|\w\))(?=\w+[\s,)])")
_BEHIND = re.compile(
    r"(?<=[\w)\]])[\s\xa0]+[,;](?=\s)|(?<=[a-z)\]])[\s\xa0]+\.(?=\s|$)(?!(?:[\s\xa0]\.){2})|(?<=[a-z]),,|(?<=[a-z])\.\.(?!\.)(?=\s|$)"
)
_DASH = re.compile(r"(?<![\w-])[a-z]{4,}-(?:the|an?|this|that|it|they|but|which)(?=[\s\xa0]+[a-z])")
_BEFORE_BRACKET = re.compile(r"(?<=[a-z]{3})-\((?=[A-Z]?\d)")
_TIGHT_SLASH = re.compile(r"(?<=\w)/(?=\w)")
_LOOSE_SLASH = re.compile(r"(?<=[A-Za-z])(?<!\bw)(?:/[\s\xa0]|[\s\xa0]/)(?=[A-Za-z])")
_LOOSE_EQUALS = re.compile(r"(?<=\w)(?:=[\s\xa0]|[\s\xa0]=)(?=\w)")
_ABBREVIATION = re.compile(r"\b(?:i\.e|e\.g)(?![.\w])|\b(?:ie|eg)\.(?=[\s,])")


def marks(corpus: Corpus) -> Iterator[Fault]:
    """Leftovers of markup; spaces and stops too many or too few."""
    for text, paragraph, match in corpus.find(_MARKUP):
        message = f"“{match[0]}” is left over from some markup or encoding"
        yield fault(text, paragraph, match.span(), "leftover-markup", message)
    for text, paragraph, match in corpus.find(TAG):
        message = f"“{match[0]}” is left over from some markup or encoding"
        yield fault(text, paragraph, match.span(), "leftover-markup", message)
    for text, paragraph, match in corpus.find(_TIGHT):
        yield fault(text, paragraph, match.span(), "punctuation", "no space before the parenthesis")
    for text, paragraph, match in corpus.find(_BEHIND):
        if PICTURE not in paragraph.text[max(0, match.start() - 1) : match.end() + 1]:
            yield fault(
                text,
                paragraph,
                match.span(),
                "punctuation",
                f"“{match[0].strip()}” too many, or a space before it",
            )
    for text, paragraph, match in corpus.find(_ABBREVIATION):
        yield fault(text, paragraph, match.span(), "punctuation", f"“{match[0]}” without its stops")
    for text, paragraph, match in corpus.find(_DASH):
        yield _dash(text, paragraph, match)
        stop = paragraph.text.find(". ", match.end())
        for other in _HYPHENED.finditer(
            paragraph.text, match.end(), stop if stop > 0 else len(paragraph.text)
        ):
            # A dash has a second half: two words that stand joined here alone.
            halves = corpus.words[other["left"].casefold()] > 1 and corpus.words[other["right"]] > 0
            if halves and corpus.words[other[0].casefold()] == 1 and other["right"].endswith(("ing", "ed")):
                yield _dash(text, paragraph, other)
                break
    for text, paragraph, match in corpus.find(_BEFORE_BRACKET):
        yield fault(text, paragraph, match.span(), "punctuation", "a hyphen before a parenthesis", "a space?")
    tight = corpus.count(_TIGHT_SLASH)
    for pattern, what, usual in ((_LOOSE_SLASH, "slash", tight), (_LOOSE_EQUALS, "equals sign", 1)):
        loose = list(corpus.find(pattern))
        if loose and len(loose) * 8 <= max(usual, 8):
            for text, paragraph, match in loose:
                if _broken_line(text, paragraph, match):
                    continue
                message = f"a space on one side of the {what} alone"
                yield fault(text, paragraph, match.span(), "punctuation", message)


def _broken_line(text: Text, paragraph: Paragraph, match: re.Match[str]) -> bool:
    """Whether the space in a match is the end of a line in the source."""
    span = paragraph.flow.span(match.start(), match.end())
    return "\n" in text.source.text[span.start : span.end]


def _dash(text: Text, paragraph: Paragraph, match: re.Match[str]) -> Fault:
    return fault(
        text, paragraph, match.span(), "punctuation", f"“{match[0]}”: a hyphen for a dash", "a dash?"
    )


_ELEMENT = re.compile(r"<(?P<close>/)?(?P<name>ul|ol|table|i|b|em|strong|span|div)\b[^<>]*>", re.IGNORECASE)


def unclosed_elements(corpus: Corpus) -> Iterator[Fault]:
    """An element in the cells of plain text that is opened and never closed: one fault for each element."""
    for text in corpus.texts:
        if "<html" in text.source.text[:2000].casefold() or "<" not in text.source.text:
            continue
        opened: dict[str, int] = {}
        counts: Counter[str] = Counter()
        for match in _ELEMENT.finditer(text.source.text):
            name = match["name"].casefold()
            opened.setdefault(name, match.start())
            counts[name] += -1 if match["close"] else 1
        for name, count in counts.items():
            if count > 0:
                message = f"<{name}> is opened {count} times without being closed"
                yield Fault(text, opened[name], "unclosed-element", message, f"<{name}", f"</{name}>")
