"""Letters that stand for words: where a text says for which, and which of its tokens are such letters at all.

Line of Sight (LOS)      the letters behind the words that they begin
LOS (Line of Sight)      the words behind their letters; = : — and "stands for" do as well
UDT                      a rule's title of letters alone, whose words stand in its text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.defining import Defined
from ingest.term_forms import root

_LETTERS = r"[A-Z](?:[-/.&]?[A-Za-z]){0,6}?(?:-?[A-Z]|\.)s?|[A-Z]{2,7}s?"
_IN_BRACKETS = re.compile(
    rf"[(\[](?:or\s+|the\s+|abbreviated\s+|abbr\.?:?\s+|hereafter\s+)?[“\"]?(?P<letters>{_LETTERS})[”\"]?(?:\s+for\s+short)?[)\];,]"
)
_OR_LETTERS = re.compile(
    rf",?\s+(?:or|(?:(?:is|are)\s+)?(?:abbreviated|shortened)(?:\s+(?:as|to))?|(?:is|are)\s+(?:written|noted|marked)(?:\s+as)?|hereafter|henceforth)\s+[“\"]?(?P<letters>{_LETTERS})[”\"]?(?=,|\.|;|\s+for\s+short)"
)
_EXPANDED = re.compile(
    rf"[“\"]?(?P<letters>{_LETTERS})[”\"]?(?:\s+\((?:i\.e\.,?\s+|for\s+|short\s+for\s+)?|\s*[=:]\s*|\s+[—–-]\s+|"
    r",?\s+(?:which\s+)?(?:stands\s+for|(?:is\s+|are\s+)?(?:short|an?\s+abbreviation)\s+(?:for|of))\s+(?:the\s+|an?\s+)?)"
    r"[“\"]?(?P<words>[^\W\d_][^()\[\].,;:“”\"]{2,80})"
)
#: Where the letters of `_EXPANDED` end, and whatever else `_OR_LETTERS` begins with: quick to look for.
_JOINT = re.compile(
    r"[A-Z]s?[”\"]?(?:\s\(|\s?[=:]\s|\s[—–-]\s|,?\s(?:which\s)?(?:stands?\s|(?:is|are)\s(?:short|an\sa)|short\s))"
)
_OR = re.compile(r" or [“\"]?[A-Z](?:[A-Z]|-[A-Z]|[a-z][A-Z])")
_SHORTENED = re.compile(r" (?:abbreviated|shortened|written|noted|marked|hereafter|henceforth) ")
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
    if "(" in text or "[" in text:
        for match in _IN_BRACKETS.finditer(text):
            words = words_before(text, match.start(), match["letters"])
            if words is not None:
                yield Defined(root(match["letters"]), "acronym", words)
    if (" or " in text and _OR.search(text)) or _SHORTENED.search(text):
        for match in _OR_LETTERS.finditer(text):
            words = words_before(text, match.start(), match["letters"])
            if words is not None:
                yield Defined(root(match["letters"]), "acronym", words)
    if _JOINT.search(text) is not None:
        for joint in _JOINT.finditer(text):
            start = joint.start()
            while start and (text[start - 1].isalpha() or text[start - 1] in '-/.&“"'):
                start -= 1
            told = _EXPANDED.match(text, start)
            words = words_of(told["words"], told["letters"]) if told is not None else None
            if told is not None and words is not None:
                yield Defined(root(told["letters"]), "acronym", words)


def of_title(title: str, texts: Sequence[str]) -> Iterator[Defined]:
    """Letters that are a rule's title, if its text has capitalised words that they stand for."""
    for letters in re.split(r"\s*[/,&]\s*", title) if title.isupper() else ():
        if not re.fullmatch(r"[A-Z]{2,6}", letters):
            continue
        pattern = (
            r"\b"
            + r"[\s-]+(?:(?:of|the|and|to|in|for|by)\s+)*".join(rf"{letter}[a-z]+" for letter in letters)
            + r"\b"
        )
        for text in texts:
            if (match := re.search(pattern, text)) is not None:
                yield Defined(letters, "acronym", match[0])
                break


def words_before(text: str, end: int, letters: str) -> str | None:
    """The words that end here and whose first letters these are, or None; small words among them may be left out."""
    window = text[max(0, end - 120) : end].rstrip(" “”\"'’,*_")
    for stop in (". ", "; ", ": ", "(", "["):
        window = window[window.rfind(stop) + len(stop) :] if stop in window else window
    words = list(_WORD.finditer(window))
    wanted = _wanted(letters)
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
