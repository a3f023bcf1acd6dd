"""Letters that stand for words: where a text says for which, and which of its tokens are such letters at all.

Line of Sight (LOS)      the letters behind the words that they begin
LOS (Line of Sight)      the words behind their letters; = : — and "stands for" do as well
UDT                      a rule's title of letters alone, whose words stand in its text
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterator, Sequence

from ingest.defining import Defined
from ingest.term_forms import root

_LETTERS = r"[A-Z](?:[-/.&]?[A-Za-z]){0,6}?(?:-?[A-Z]|\.)s?|[A-Z]{2,7}s?"
_IN_BRACKETS = re.compile(
    rf"[(\[](?:or\s+|the\s+|abbreviated\s+|abbr\.?:?\s+|hereafter\s+)?[“\"]?(?P<letters>{_LETTERS})[”\"]?(?:\s+for\s+short)?[)\];,]"
)
_OR_LETTERS = re.compile(
    r"\s(?:or|abbreviated(?:\s(?:as|to))?|shortened\sto|(?:written|noted|marked)(?:\sas)?|hereafter|henceforth)\s"
    rf"[“\"]?(?P<letters>{_LETTERS})[”\"]?(?=,|\.|;|\s+for\s+short)"
)
_EXPANDED = re.compile(
    rf"[“\"]?(?P<letters>{_LETTERS})[”\"]?(?:\s+\((?:i\.e\.,?\s+|for\s+|short\s+for\s+)?|\s*[=:]\s*|\s+[—–-]\s+|"
    r",?\s+(?:which\s+)?(?:stands\s+for|(?:is\s+|are\s+)?(?:short|an?\s+abbreviation)\s+(?:for|of))\s+(?:the\s+|an?\s+)?)"
    r"[“\"]?(?P<words>[^\W\d_][^()\[\].,;:“”\"\n]{2,80})"
)
#: Where the letters of `_EXPANDED` end, and whatever else `_OR_LETTERS` begins with: quick to look for.
_JOINT = re.compile(
    r"[A-Z]s?[”\"]?(?:\s\(|\s?[=:]\s|\s[—–-]\s|,?\s(?:which\s)?(?:stands?\s|(?:is|are)\s(?:short|an\sa)|short\s))"
)
_OR = re.compile(r" or [“\"]?[A-Z](?:[A-Z]|-[A-Z]|[a-z][A-Z])")
_SHORTENED = (
    " abbreviated ",
    " shortened ",
    " written ",
    " noted ",
    " marked ",
    " hereafter ",
    " henceforth ",
)
#: Without one of these nothing fits `_JOINT`.
_RUN = re.compile(r"[A-Z][a-z]+(?:[\s-](?:(?:of|the|and|to|in|for|by)\s)?[A-Z][a-z]+)+")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset(
    ("of", "the", "and", "or", "a", "an", "to", "in", "on", "for", "by", "at", "with", "per", "from")
)
#: A token that is letters: capitals, perhaps with a small letter among or behind them ("APh", "LCs").
TOKEN = re.compile(
    r"(?<![\w.&'’/-])(?P<letters>[A-Z](?:-[A-Z])+|[A-Z]{1,5}[a-z]?[A-Z]{0,4})(?P<end>s|h)?(?![\w&-]|['’](?!s)|\.[\w])"
)


def explained(text: str) -> Iterator[Defined]:
    """Letters and the words that the text says, or shows, they stand for."""
    return (defined for _, defined in explained_in((text,)))


def explained_in(texts: Sequence[str]) -> Iterator[tuple[int, Defined]]:
    """The same for many texts, each without line breaks: which of them, and what it explains.

    They are looked through as one, which takes half the time.
    """
    starts = [0, *itertools.accumulate(len(text) + 2 for text in texts)]
    text = "\n\n".join(texts)
    places = [match.start() for match in _OR.finditer(text)]
    for cue in _SHORTENED:
        place = text.find(cue)
        while place >= 0:
            places.append(place)
            place = text.find(cue, place + 1)
    shortened = (_OR_LETTERS.match(text, place) for place in places)
    for match in (*_IN_BRACKETS.finditer(text), *shortened):
        if match is None:
            continue
        start = match.start()
        if text[start : match.end()].strip()[0].isalpha():
            start -= 3 * text.endswith(" is", 0, start) + 4 * text.endswith(" are", 0, start)
        words = words_before(text, start, match["letters"])
        if words is not None:
            yield _text_at(starts, start), Defined(root(match["letters"]), "acronym", words)
    for joint in _JOINT.finditer(text):
        start = joint.start()
        while start and (text[start - 1].isalpha() or text[start - 1] in '-/.&“"'):
            start -= 1
        told = _EXPANDED.match(text, start)
        words = words_of(told["words"], told["letters"]) if told is not None else None
        if told is not None and words is not None:
            yield _text_at(starts, start), Defined(root(told["letters"]), "acronym", words)


def _text_at(starts: Sequence[int], place: int) -> int:
    return bisect.bisect_right(starts, place) - 1


def of_title(title: str, texts: Sequence[str]) -> Iterator[Defined]:
    """Letters that are a rule's title, if its text has capitalised words that they stand for."""
    if not texts or not title.isupper() or (len(title) > 6 and not re.search("[/,&]", title)):
        return
    for letters in re.split(r"\s*[/,&]\s*", title):
        word = letters.lower()
        if not 1 < len(letters) < 7 or not letters.isalpha() or any(word in text.lower() for text in texts):
            continue
        runs = (run[0] for text in texts for run in _RUN.finditer(text))
        phrases = (run[at.start() :] for run in runs for at in _WORD.finditer(run))
        words = next((words for phrase in phrases if (words := words_of(phrase, letters)) is not None), None)
        if words is not None:
            yield Defined(letters, "acronym", words)


def words_before(text: str, end: int, letters: str) -> str | None:
    """The words that end here and whose first letters these are, or None; small words among them may be left out."""
    window = text[max(0, end - 120) : end].rstrip(" “”\"'’,*_")
    for stop in ("\n", ". ", "; ", ": ", "(", "["):
        window = window[window.rfind(stop) + len(stop) :] if stop in window else window
    wanted = _wanted(letters)
    words = list(_WORD.finditer(window))[-2 * len(wanted) - 4 :]
    if len(wanted) < 2 or not words or words[-1].end() != len(window):
        return None
    last = words[-1][0].casefold()
    if last[0] == wanted[0] and re.match(".*".join(wanted), last) and len(wanted) < 4:  # Headquarters (HQ)
        return words[-1][0]
    start = _matched([word[0] for word in words], wanted)
    return None if start is None else " ".join(window[words[start].start() :].split())


def words_of(phrase: str, letters: str) -> str | None:
    """The words at the beginning of a phrase whose first letters these are, or None."""
    wanted = _wanted(letters)
    if len(wanted) < 2 or phrase[0].casefold() != wanted[0]:
        return None
    words = list(_WORD.finditer(phrase))
    if len(words) == 1 and len(wanted) < 4 and re.match(".*".join(wanted), words[0][0].casefold()):
        return words[0][0]  # HQ: headquarters
    for count in range(1, min(len(words), len(wanted) + 4) + 1):
        if _matched([word[0] for word in words[:count]], wanted) == 0:
            further = words[count : count + 1]
            # "MP: Movement Point cost" goes on; "LOS Line of sight" does not.
            if further and further[0][0][0].isupper() and phrase[words[count - 1].end()] == " ":
                continue
            return " ".join(phrase[: words[count - 1].end()].split())
    return None


def _wanted(letters: str) -> str:
    return re.sub(r"[^A-Za-z]", "", root(letters)).casefold()


def _matched(words: Sequence[str], wanted: str) -> int | None:
    """Where the last of these words begin that the letters stand for: the index of the first of them, or None.

    Each letter begins a word, the last word among them; small words may be passed over. A letter may also stand inside
    the word of the letter before it ("DRM: dice roll modifier", "SitRep"), but only where that word begins with one.
    """

    def fits(word: int, letter: int) -> int | None:
        if letter < 0:
            return word + 1
        if word < 0:
            return None
        text = words[word].casefold()
        if text[0] == wanted[letter]:
            found = fits(word - 1, letter - 1)
            if found is not None:
                return found
        if letter and text[0] == wanted[letter - 1] and wanted[letter] in text[1:]:
            found = fits(word - 1, letter - 2)
            if found is not None:
                return found
        return fits(word - 1, letter) if text in _SMALL and word < len(words) - 1 else None

    start = fits(len(words) - 1, len(wanted) - 1)
    return start if start is not None and start < len(words) - (0 if len(wanted) < 2 else 1) else None
