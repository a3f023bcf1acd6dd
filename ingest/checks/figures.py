"""Misprints in figures: letters for digits, spaces and strays inside numbers, units that do not fit."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import Corpus, Fault, Paragraph, Text, fault

_DIGIT_LETTER = re.compile(r"(?<![\w.])(?:\d+\.)?\d*(?:\d[OolI]|[OolI]\d)\d*(?:\.\d+)?(?![\w])")
_DOTTED = re.compile(r"(?<![\w.])(?:[A-Z]?\d{1,3}\.\d*[OolI]\d*|(?:[A-Z]?\d)?[OolI]\d*\.\d+)(?!\w)")
_ALONE = re.compile(r"(?<=[\s(])(?P<letter>[loO])(?=[\s,;.)]|$)(?!\.\w)")
_AFTER_SIGN = re.compile(
    r"(?<![\w)])[+±≥≤−][\s\xa0]?(?P<letter>[OolI]\d?|\d[OolI])(?![\w'’]|\.\w)|(?<=\s)-(?P<minus>[OlI])(?=[\s,;.)])"
)
_HEX = re.compile(r"(?<!\w)\d{0,2}[A-Z]{1,2}\d{1,2}(?!\w)")
_FIGURE_WORD = re.compile(
    r"\b(?P<word>[A-Za-z]{2,})[\s\xa0]+(?P<figure>[+−-]?\d+|[Ool])(?![\w'’-])(?!\.[\dA-Za-z])"
)
_MIXED = re.compile(r"(?<!\w)[A-Za-z]*(?:[A-Za-z][01]|[01][A-Za-z])[A-Za-z01]*(?!\w)")


_BEFORE_WORD = re.compile(r"(?<![\w.])\d+[\s\xa0]?(?P<next>[A-Za-z]{2,})(?!\w)")
_LETTER_BEFORE = re.compile(r"(?:(?<=[\s(])|^)(?P<letter>[OolI])[\s\xa0](?P<next>[A-Za-z]{2,})(?!\w)")
_OTHER_FIGURE = re.compile(
    r"(?<![\w.])\d+[\s\xa0]*(?:or|and|to|,)[\s\xa0]+(?P<letter>[OolI]\d|\d[OolI])(?![\w.])"
)
_HEX_LETTER = re.compile(r"(?<![\w-])\d{0,2}[A-Z]{1,2}\d[OolI](?![\w-])")
_CHAPTER_LETTER = re.compile(r"(?<![\w.])(?P<letter>[OI])\d+\.\d+(?!\w)")
_VERBS = frozenset(
    re.findall(
        r"\w+",
        "is am are was were may must can will shall would should have had do did and or of to in on for",
    )
)


def _next_word(paragraph: Paragraph, end: int) -> str | None:
    match = re.compile(r"[\s\xa0]([A-Za-z]{2,})(?!\w)").match(paragraph.text, end)
    return match[1] if match else None


def letters_for_digits(corpus: Corpus) -> Iterator[Fault]:
    """O, o, l or I inside a number, behind a sign, or behind a word that only figures follow; 0 or 1 inside a word."""
    hexes = Counter(match[0] for _, _, match in corpus.find(_HEX))
    counted = Counter(match["next"] for _, _, match in corpus.find(_BEFORE_WORD))
    units = frozenset(word for word, count in counted.items() if count > 2)
    for text, paragraph, match in corpus.find(_LETTER_BEFORE):
        named = match["letter"] == "I" and match["next"].istitle()  # I Corps
        if match["next"] in units and match["next"] not in _VERBS and not named:
            yield _letter(text, paragraph, match.span("letter"), match["letter"])
    for text, paragraph, match in corpus.find(_OTHER_FIGURE):
        yield _letter(text, paragraph, match.span("letter"), match["letter"])
    if hexes.total() > 2:
        for text, paragraph, match in corpus.find(_HEX_LETTER):
            yield _letter(text, paragraph, match.span(), match[0])
    chapters = Counter(match["letter"] for _, _, match in corpus.find(_CHAPTER_LETTER))
    for text, paragraph, match in corpus.find(_CHAPTER_LETTER):
        # A chapter O or I is cited more than once; and its rules look like no others of this text.
        digit = "0" if match["letter"] == "O" else "1"
        section = match[0].replace(match["letter"], digit, 1).split(".")[0]
        if (
            chapters[match["letter"]] == 1
            and digit == "1"
            and (len(section) > 1 or corpus.cited_sections["1"])
        ):
            yield _letter(text, paragraph, match.span(), match[0])
    seen: set[tuple[str, int]] = set()
    for pattern in (_DOTTED, _DIGIT_LETTER):
        for text, paragraph, match in corpus.find(pattern):
            written = match[0]
            column = re.fullmatch(r"(\d{0,2})[OI]\d{1,2}", written)
            measured = _next_word(paragraph, match.end()) in units
            if (
                column
                and not measured
                and any(re.match(rf"{column[1]}[A-Z]", name) for name in hexes if name != written)
            ):
                continue  # a hex of column O
            if re.fullmatch(r"\d+\.\d+[A-Z]", written) or (
                not measured and re.fullmatch(r"[OI]\d+(?:\.\d+)?", written)
            ):
                continue  # a rule's number with its letter; a chapter's letter before a number
            place = (text.source.name, paragraph.flow.span(match.start(), match.start() + 1).start)
            if place in seen:
                continue
            seen.add(place)
            yield _letter(text, paragraph, match.span(), written)
    for text, paragraph, match in corpus.find(_AFTER_SIGN):
        yield _letter(text, paragraph, match.span(), match[0])
    followed = Counter(
        _singular(match["word"]) for _, _, match in corpus.find(_FIGURE_WORD) if match["figure"][-1].isdigit()
    )
    for text, paragraph, match in corpus.find(_FIGURE_WORD):
        if not match["figure"][-1].isdigit() and followed[_singular(match["word"])] > 2:
            yield _letter(text, paragraph, match.span("figure"), match["figure"])
    for text, paragraph, match in corpus.find(_ALONE):
        before = paragraph.before(match.start()).split()[-1:]
        named = match["letter"] == "O" and (not before or not before[0].islower())
        if not named and not (
            match["letter"] == "l" and paragraph.text[match.end() : match.end() + 2].startswith(")")
        ):
            yield _letter(text, paragraph, match.span("letter"), match["letter"])
    for text, paragraph, match in corpus.find(_MIXED):
        letters = (
            match[0].replace("0", "o").casefold(),
            match[0].replace("0", "o").replace("1", "l").casefold(),
        )
        known = next(
            (word for word in (*letters, match[0].replace("1", "i").casefold()) if corpus.words[word] > 1),
            None,
        )
        if known and len(known) > 2 and sum(c.isalpha() for c in match[0]) > 1:
            message = f"“{match[0]}” has a digit for a letter"
            yield fault(text, paragraph, match.span(), "digit-for-letter", message, f"{known}?")


def _singular(word: str) -> str:
    return word.casefold().removesuffix("s")


def _letter(text: Text, paragraph: Paragraph, span: tuple[int, int], written: str) -> Fault:
    right = written.translate(str.maketrans("OolI", "0011"))
    message = f"“{written.strip()}” has a letter for a digit"
    return fault(text, paragraph, span, "letter-for-digit", message, f"{right.strip()}?")


_SPLIT_TAIL = re.compile(
    r"(?<![\w.])[A-Z]?[\d.]*\d(?:[\s\xa0]*[-–][\s\xa0]*\.[\s\xa0]+\d+|[\s\xa0]+[-–][\s\xa0]*\.\d+|[-–][\s\xa0]+\.\d+)"
)
_SPLIT_DOT = re.compile(
    r"(?<![\w.])(?P<left>[A-Z]?\d{1,3})(?:[\s\xa0]+\.[\s\xa0]*|\.[\s\xa0]+)(?P<right>\d+[A-Z]?)(?![\w])"
)
_BEGINS = re.compile(
    r"^\s*(?:(?P<first>\d)[\s\xa0]+(?P<rest>\d*\.\w+)|(?P<left>\d+)\.[\s\xa0]+(?P<right>\d+)[\s\xa0]+(?=[A-Z]))"
)
_CITED = re.compile(
    r"(?:(?<=\()|(?<=;[\s\xa0]))(?:[A-Z]?\d[\s\xa0]\d?\.\d+|[A-Z]?\d{1,3}\.[\s\xa0]+\d+)(?=[);,\]])"
)
_CITING = re.compile(
    r"(?:[(;,/]|\b(?:see|per|rules?|by|in|also|and|or|to|re|Section))[\s\xa0]*$", re.IGNORECASE
)
_TWO_FIGURES = re.compile(
    r"(?<![\w.,/+±×x-])(?P<first>\d+(?:\.\d+)?)[\s\xa0](?P<second>\d+)(?![\w/]|\.\d|[-–]\d)"
)
_MONTH = re.compile(r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?[\s\xa0]*$")
_COUNTER = re.compile(
    r"(?<![\w-])\d+(?:-\d+)*(?:[\s\xa0]+-\d+|-[\s\xa0]+\d+)(?:-\d+)+(?![\w])|(?<![\w-])\d+(?:-\d+)+(?:-[\s\xa0]+\d+)(?![\w])"
)
_SIGN_TIGHT = re.compile(r"(?<![\w)\]+-])[+−](?=\d)")
_SIGN_LOOSE = re.compile(r"(?<=[a-z(][\s\xa0])[+−][\s\xa0]\d+|(?<=\()[+−][\s\xa0]\d+")


def split_numbers(corpus: Corpus) -> Iterator[Fault]:
    """A space in a range, inside a rule number, between two figures, inside a counter, behind a sign."""
    for text, paragraph, match in corpus.find(_SPLIT_TAIL):
        yield _split(text, paragraph, match.span(), match[0])
    for text, paragraph, match in corpus.find(_SPLIT_DOT):
        joined = f"{match['left']}.{match['right']}"
        tight_dot = match[0][len(match["left"])] == "."
        if joined in corpus.numbers and (not tight_dot or _CITING.search(paragraph.before(match.start()))):
            yield _split(text, paragraph, match.span(), match[0])
    for text, paragraph, match in corpus.find(_TWO_FIGURES, prose=True):
        before = paragraph.before(match.start())
        cited = match["first"] + match["second"] in corpus.numbers
        cited = cited or bool(
            _CITING.search(before) and re.match(r"[);\],]", paragraph.text[match.end() : match.end() + 2])
        )
        if not _MONTH.search(before) and (cited or "." not in match["first"]) and before.strip(" -•*#("):
            yield _split(text, paragraph, match.span(), match[0])
    for text, paragraph, match in corpus.find(_APART):
        if match["left"] + match["right"] in corpus.numbers:
            yield _split(text, paragraph, match.span(), match[0])
    for text, paragraph, match in corpus.find(_CITED):
        yield _split(text, paragraph, match.span(), match[0])
    for text in corpus.texts:
        section = text.document.nodes[0].number + "."
        for paragraph in text.paragraphs:
            begun = _BEGINS.match(paragraph.text)
            if begun and "".join(begun[0].split()).startswith(section):
                yield _split(text, paragraph, begun.span(), begun[0])
    for text, paragraph, match in corpus.find(_COUNTER):
        yield _split(text, paragraph, match.span(), match[0])
    for text in corpus.texts:
        # Told for each text: some print a space behind every sign.
        loose = [(p, match) for p in text.paragraphs for match in _SIGN_LOOSE.finditer(p.text)]
        tight = sum(len(_SIGN_TIGHT.findall(p.text)) for p in text.paragraphs)
        if len(loose) * 5 <= tight:
            for paragraph, match in loose:
                yield _split(text, paragraph, match.span(), match[0])


def _split(text: Text, paragraph: Paragraph, span: tuple[int, int], written: str) -> Fault:
    joined = "".join(written.split())
    return fault(
        text,
        paragraph,
        span,
        "split-number",
        f"“{' '.join(written.split())}” has a space inside",
        f"{joined}?",
    )


_IN_WORD = re.compile(r"(?<![\w.])[A-Za-z]*[a-z]{2}\d+[a-z]+(?!\w)|(?<![\w.])\d[a-z]{3,}(?!\w)")
_AT_END = re.compile(r"(?<![\w./-])(?P<word>[A-Za-z]?[a-z]{2,})(?P<digits>\d{1,2})(?![\w.-])")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|mm|cm|km|kph|mph|lbs?|hrs?|pts?|hex|hexes|dr)", re.IGNORECASE)
_DOTS = re.compile(r"(?<![\w.])[A-Z]?\d{1,3}\.\.+\d+(?!\w)|(?<![\w.])[A-Z]?\d{1,3}(?:\.,|,\.)\d+(?!\w)")
_RANGE_END = re.compile(r"(?<![\w.])(?P<first>[A-Z]?(?P<section>\d{1,3})\.\d+)[-–](?P<last>\d{2,6})(?![\w.])")
_LONG = re.compile(r"(?<![\w.])(?P<section>\d{4,5})(?P<rest>\.\d+[a-z]{0,2})(?!\w|\.\w)")
_APART = re.compile(r"(?<![\w.])(?P<left>[A-Z]?\d{1,3}\.\d+)[\s\xa0](?P<right>[a-z])(?=[-–),;/\]])")
_MARKED = re.compile(r"(?<![\w.,])(?P<left>[A-Z]?\d{1,3})[,;'](?P<right>\d+[A-Z]?)(?![\w]|\.\d|,\d)")


def stray_digits(corpus: Corpus) -> Iterator[Fault]:
    """A digit inside a word or at the end of one that the text has without it; a wrong mark inside a rule number."""
    for text, paragraph, match in corpus.find(_IN_WORD):
        letters = re.sub(r"\d", "", match[0])
        inside = re.search(r"[A-Za-z]{2}\d+[a-z]{2}", match[0])
        if not _ORDINAL.fullmatch(match[0]) and (inside or corpus.words[letters.casefold()]):
            message = f"“{match[0]}” has a digit inside"
            yield fault(text, paragraph, match.span(), "stray-digit", message, f"{letters}?")
    for text, paragraph, match in corpus.find(_LONG):
        section = match["section"]
        shorter = (f"{section[:i]}{section[i + 1 :]}{match['rest']}" for i in range(len(section)))
        meant = next((number for number in shorter if number in corpus.numbers), None)
        if meant:
            message = f"“{match[0]}” has a digit more than the rule {meant}"
            yield fault(text, paragraph, match.span(), "stray-digit", message, f"{meant}?")
    for text, paragraph, match in corpus.find(_DOTS):
        right = re.sub(r"[.,]+", ".", match[0])
        message = f"“{match[0]}” has a mark too many"
        yield fault(text, paragraph, match.span(), "number-punctuation", message, f"{right}?")
    for text, paragraph, match in corpus.find(_MARKED):
        joined = f"{match['left']}.{match['right']}"
        cited = _CITING.search(paragraph.before(match.start())) is not None
        if joined in corpus.numbers and len(match["right"]) != 3 and cited:
            message = f"“{match[0]}” has another mark than the rule number {joined}"
            yield fault(text, paragraph, match.span(), "number-punctuation", message, f"{joined}?")
    for text, paragraph, match in corpus.find(_RANGE_END):
        if f"{match['section']}.{match['last']}" in corpus.numbers:
            right = f"{match['first']}-.{match['last']}?"
            message = f"“{match[0]}”: the range's end lacks its point"
            yield fault(text, paragraph, match.span(), "number-punctuation", message, right)
    ends = [int(match["digits"]) for _, _, match in corpus.find(_AT_END)]
    rising = sum(low < high for low, high in itertools.pairwise(ends))
    if len(ends) > 4 and rising * 5 >= 4 * (len(ends) - 1):
        return  # the marks of footnotes
    ended = Counter(match["word"] for _, _, match in corpus.find(_AT_END))
    for text, paragraph, match in corpus.find(_AT_END):
        if ended[match["word"]] < 3 and corpus.words[match["word"].casefold()] > 2:
            message = f"“{match[0]}” has a digit at its end"
            yield fault(text, paragraph, match.span(), "stray-digit", message, f"{match['word']}?")


_MEASURED = re.compile(
    r"(?P<label>[A-Z][A-Za-z /.]{1,30}?)[\s\xa0]*[:=][\s\xa0]*[+-]?\d+(?:/\d+)?[\s\xa0]*(?P<unit>[A-Z]{2,4})\b"
)
_MEASURED_FOR = re.compile(
    r"(?<![\w.])\d+[\s\xa0]?(?P<unit>[A-Z]{2,4})(?:[\s\xa0]\([^()]{1,40}\))?[\s\xa0]for[\s\xa0](?P<label>[A-Z][a-z]{2,})"
)


def units(corpus: Corpus) -> Iterator[Fault]:
    """A figure behind a label whose figures otherwise have another unit: "Infantry: 1 MP" among "Infantry: 2 MF"."""
    used: dict[str, Counter[str]] = {}
    for _, _, match in corpus.find(_MEASURED):
        used.setdefault(_label(match), Counter())[match["unit"]] += 1
    for text, paragraph, match in corpus.find(_MEASURED_FOR):
        label = next((each for each in used if each.startswith(match["label"].casefold())), None)
        usual, most = used[label].most_common(1)[0] if label else ("", 0)
        if most > 2 and match["unit"] != usual and match["unit"] in used[label or ""]:
            message = f"{match['label']} in {match['unit']}, {most} times elsewhere in {usual}"
            yield fault(text, paragraph, match.span(), "unit-differs", message, f"{usual}?")
    for text, paragraph, match in corpus.find(_MEASURED):
        counts = used[_label(match)]
        usual, most = counts.most_common(1)[0]
        if match["unit"] != usual and most > 2 and counts[match["unit"]] * 3 <= most * 2:
            message = f"{match['label'].strip()} in {match['unit']}, {most} times elsewhere in {usual}"
            yield fault(text, paragraph, match.span(), "unit-differs", message, f"{usual}?")


_WITH_UNIT = re.compile(r"(?<![\w.])\d+[\s\xa0]?[A-Z]{2,3}[\s\xa0]*\+[\s\xa0]?(?P<added>[A-Z]{2,5})\b")
_WITHOUT_UNIT = re.compile(r"(?<![\w.])\d+[\s\xa0]?\+[\s\xa0]?(?P<added>[A-Z]{2,5})\b")


def missing_units(corpus: Corpus) -> Iterator[Fault]:
    """ "4 +COT" where the text has "4 MP +COT" again and again."""
    having = Counter(match["added"] for _, _, match in corpus.find(_WITH_UNIT))
    lacking = Counter(match["added"] for _, _, match in corpus.find(_WITHOUT_UNIT))
    for text, paragraph, match in corpus.find(_WITHOUT_UNIT):
        added = match["added"]
        if having[added] > 4 and lacking[added] * 3 <= having[added]:
            message = (
                f"“{match[0]}” without a unit; {having[added]} times elsewhere there is one before {added}"
            )
            yield fault(text, paragraph, match.span(), "unit-differs", message, "a unit of measure")


_UNIT = re.compile(r"(?<![\w.])\d+[\s\xa0]?(?P<unit>[A-Z]{2,4})(?![\w-])")


def rare_units(corpus: Corpus) -> Iterator[Fault]:
    """A unit that stands once or twice, beside one a letter apart that stands many times."""
    used = Counter(match["unit"] for _, _, match in corpus.find(_UNIT))
    for text, paragraph, match in corpus.find(_UNIT):
        unit = match["unit"]
        for usual, most in used.most_common(3):
            apart = len(usual) == len(unit) and sum(a != b for a, b in zip(usual, unit, strict=True)) == 1
            if apart and used[unit] < 3 and corpus.words[unit.casefold()] < 3 and most >= 3 * used[unit]:
                message = f"{unit}, {used[unit]} of {most + used[unit]} times in place of {usual}"
                yield fault(text, paragraph, match.span("unit"), "unit-differs", message, f"{usual}?")
                break


def _label(match: re.Match[str]) -> str:
    return " ".join(match["label"].casefold().split())
