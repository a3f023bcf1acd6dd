"""The words of a claim: phrases that the mapping or English knows, numbers, citations, signs; and what nobody knows.

Phrases are compared by their letters alone: capitals, hyphens, spaces, the plural and full stops inside of them make no
difference. The longest phrase that fits wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.playaids.conditions import Atom
from kb.playaids.english import OPERATORS, respelled, stem
from kb.playaids.mapping import AidMapping, Meaning, Numbered
from kb.rulelang.words import NUMBER_WORDS

Kind = Literal["word", "number", "cite", "open", "close", "sign"]

_RAW = re.compile(
    r"(?P<cite>\x01\d+\x02)"
    r"|(?P<pair>[+-]?\d{1,6}/[+-]?\d{1,6}(?!\d))"
    r"|(?P<number>(?<![\w.])[+-]?\d{1,6}(?:\.\d{1,6})?(?!\d))"
    r"|(?P<word>[A-Za-z\u00c0-\u024f⅝½#∆]+(?:['’][A-Za-z]+)?|\d+)"
    r"|(?P<open>[\[(])|(?P<close>[\])])"
    r"|(?P<sign>[;,.:/=+*])"
)
_WHOLE = re.compile(r"[a-z]{6}\Z")
_PLUS_NOTHING = re.compile(r"\+(?=0(?![\d.]))")
_PAIR = re.compile(r"[+-]?\d+/[+-]?\d+")
_JOINS = frozenset(".-+=")
_LONGEST = 10


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a claim: its text as printed, and what it means."""

    kind: str
    text: str
    meanings: tuple[Meaning, ...] = ()
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Raw:
    kind: str
    text: str
    key: str


class Lexicon:
    """The phrases of a mapping and of English."""

    def __init__(self, mapping: AidMapping) -> None:
        self.mapping = mapping
        self.written_out = [
            (re.compile(rf"(?<!\w){_loosely(words)}(?!\w)", re.IGNORECASE), letters)
            for letters, words in sorted(mapping.letters.items(), key=lambda entry: -len(entry[1]))
        ]
        self.plain: dict[str, tuple[Meaning, ...]] = {}
        self.numbered: dict[str, list[tuple[tuple[str, ...], tuple[Meaning, ...]]]] = {}
        for kind, phrases in OPERATORS.items():
            for phrase in phrases.split("; "):
                self.plain[_key(phrase)] = (Meaning(operator=kind),)
        for phrase, meanings in mapping.words:
            if "#" in phrase:
                parts = tuple(
                    _key(part) if part != "#" else "#" for part in re.split(r"(#)", phrase) if part.strip()
                )
                self.numbered.setdefault(parts[0], []).append((parts, meanings))
            else:
                self.plain[_key(phrase)] = meanings
                self.plain.setdefault(_key(self._in_letters(phrase)), meanings)

    def tokens(self, text: str, cites: Sequence[str]) -> list[Token]:
        """The pieces of a claim's text; `cites` are its citations as printed."""
        raws = list(_raw(respelled(self._in_letters(_masked(text, cites))), cites))
        return list(self._tokens(raws))

    def _in_letters(self, text: str) -> str:
        """The text with what is written out in its letters: "landing craft" is LC."""
        for pattern, letters in self.written_out:
            text = pattern.sub(letters, text)
        return text

    def _tokens(self, raws: list[_Raw]) -> Iterator[Token]:
        at = 0
        while at < len(raws):
            raw = raws[at]
            if raw.kind in ("open", "close", "cite"):
                yield Token(raw.kind, raw.text)
                at += 1
                continue
            found = self._phrase(raws, at)
            if found is not None:
                end, meanings, numbers = found
                yield Token("word", " ".join(r.text for r in raws[at:end]), meanings, numbers)
                at = end
                continue
            if raw.kind == "sign":
                yield Token("sign", raw.text)
                at += 1
                continue
            end, numbers = _numbers(raws, at)
            if end > at:
                yield Token("number", " ".join(r.text for r in raws[at:end]), (), numbers)
                at = end
                continue
            yield Token("unknown", raw.text)
            at += 1

    def _phrase(self, raws: list[_Raw], at: int) -> tuple[int, tuple[Meaning, ...], tuple[str, ...]] | None:
        best: tuple[int, tuple[Meaning, ...], tuple[str, ...]] | None = None
        joined = ""
        for end in range(at, min(at + _LONGEST, len(raws))):
            raw = raws[end]
            if raw.kind in ("open", "close", "cite") or (
                raw.kind == "sign" and raw.text not in _JOINS and raw.text != "/"
            ):
                break
            joined += raw.key
            if raw.kind != "sign" and joined in self.plain:
                best = (end + 1, self.plain[joined], ())
        for start in ("#", *(self._starts(raws, at))):
            for parts, meanings in self.numbered.get(start, ()):
                found = self._fit(raws, at, parts)
                if found is not None and (best is None or found[0] > best[0]):
                    best = (found[0], meanings, found[1])
        return best

    def _starts(self, raws: list[_Raw], at: int) -> Iterator[str]:
        joined = ""
        for raw in raws[at : at + _LONGEST]:
            if raw.kind not in ("word", "sign") or (raw.kind == "sign" and raw.text not in _JOINS):
                return
            joined += raw.key
            if joined in self.numbered:
                yield joined

    def _fit(self, raws: list[_Raw], at: int, parts: Sequence[str]) -> tuple[int, tuple[str, ...]] | None:
        numbers: list[str] = []
        for part in parts:
            if part == "#":
                end, found = _numbers(raws, at)
                if end == at:
                    return None
                numbers += found
                at = end
                continue
            joined = ""
            while joined != part:
                if (
                    at >= len(raws)
                    or raws[at].kind not in ("word", "sign", "number")
                    or not part.startswith(joined)
                ):
                    return None
                joined += raws[at].key
                at += 1
        return at, tuple(numbers)


def atoms_of(token: Token, meaning: Meaning, mapping: AidMapping) -> list[Atom]:
    """The atoms of a meaning, its numbers filled in; of "heights above 3", those of the aspect that are more."""
    found = []
    for atom in meaning.atoms:
        if isinstance(atom, Numbered):
            found.append(Atom(atom.aspect, _fitting(mapping, atom, token.numbers)))
        else:
            found.append(atom)
    return found


def _fitting(mapping: AidMapping, atom: Numbered, numbers: Sequence[str]) -> tuple[str, ...]:
    values = mapping.aspects[atom.aspect].values
    if atom.op == "=":
        return tuple(number.lstrip("+") for number in numbers)
    bound = float(numbers[-1])
    found = tuple(value for value in values if _is_number(value) and _fits(float(value), atom.op, bound))
    # The number itself is kept where no value of the aspect is beyond it, so that another number reads otherwise.
    return found or (f"{atom.op}{numbers[-1]}",)


def _fits(value: float, op: str, bound: float) -> bool:
    if op in ("<=", ">=") and value == bound:
        return True
    return value < bound if op.startswith("<") else value > bound


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+", text) is not None


def _loosely(words: str) -> str:
    """A pattern for words written out, with hyphens or in the plural."""
    return r"[\s-]+".join(re.escape(word) for word in words.split()) + "(?:e?s)?"


def _key(phrase: str) -> str:
    return "".join(raw.key for raw in _raw(respelled(phrase), ()))


def _masked(text: str, cites: Sequence[str]) -> str:
    """The text with each citation as a mark that no word looks like."""
    text = text.replace("\x01", " ").replace("\x02", " ")
    for number, cite in enumerate(cites):
        pattern = re.compile(rf"(?<![\w.]){re.escape(cite)}(?![\w])(?!\.\d)")
        text = pattern.sub(f"\x01{number}\x02", text, count=1)
    return text


def _raw(text: str, cites: Sequence[str]) -> Iterator[_Raw]:
    for match in _RAW.finditer(text):
        kind = match.lastgroup or ""
        word = match[0]
        if kind == "cite":
            yield _Raw("cite", cites[int(word[1:-1])], "")
        elif kind == "sign":
            if word != "." or _ends(text, match.end()):
                yield _Raw(kind, word, "" if word in ".=" else word)
        elif kind == "number" or kind == "pair":
            plain = _PLUS_NOTHING.sub("", word)
            yield _Raw("number" if kind == "number" else "word", plain, plain)
        else:
            yield _Raw("word" if kind == "word" else kind, word, stem(word))


def _ends(text: str, at: int) -> bool:
    """Whether a full stop there ends a sentence: what follows, if anything does, begins one, or the word before it is too
    long for an abbreviation."""
    behind = text[at:].lstrip()
    if _WHOLE.search(text, 0, at - 1) is not None and text[at : at + 1].isspace():
        return True
    return not behind or behind[0].isupper() or behind[0] in "\x01([" or behind[0].isdigit()


def _number(raw: _Raw) -> str | None:
    if raw.kind == "number":
        return raw.text
    if raw.kind == "word" and raw.key in NUMBER_WORDS:
        return str(NUMBER_WORDS[raw.key])
    return None


def _numbers(raws: list[_Raw], at: int) -> tuple[int, tuple[str, ...]]:
    """A number, a list or a range of them: where it ends, and the numbers."""
    if at < len(raws) and raws[at].kind == "word" and _PAIR.fullmatch(raws[at].text):
        return at + 1, tuple(raws[at].text.split("/"))
    first = _number(raws[at]) if at < len(raws) else None
    if first is None:
        return at, ()
    found, end = [first], at + 1
    while end + 1 < len(raws):
        joint, behind = raws[end], end + 1
        while behind < len(raws) and raws[behind].key in ("and", "or") and joint.text in (",", "/"):
            behind += 1
        following = _number(raws[behind]) if behind < len(raws) else None
        if following is None or (following[0] in "+-" and joint.key != "to"):
            break
        if joint.key in ("to", "through"):
            low, high = int(float(found[-1])), int(float(following))
            found += [str(number) for number in range(low + 1, min(high, low + 50) + 1)]
        elif joint.key in ("and", "or") or joint.text in (",", "/"):
            found.append(following)
        else:
            break
        end = behind + 1
    if end < len(raws) and raws[end].kind == "number" and raws[end].text.startswith("-") and len(found) == 1:
        low, high = int(float(found[0])), int(float(raws[end].text[1:]))
        if low < high:
            found += [str(number) for number in range(low + 1, min(high, low + 50) + 1)]
            end += 1
    return end, tuple(found)
