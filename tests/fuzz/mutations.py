"""Ways to damage a text: bytes in, bytes out, the same for the same chance."""

from __future__ import annotations

import codecs
import random
import re
from collections.abc import Callable, Sequence

Mutation = Callable[[random.Random, bytes], bytes]

#: A result longer than this is cut, so that many mutations upon another stay quick.
LONGEST = 20_000

_BRACKETS = [
    b"[", b"]", b"(", b")", b"[EXC: ", b"[EXC: [EXC: ", b"(EX: ", b"EX: ", b"]]", b"))", b"(EXC: ", b"[EXC:]", b"{", b"}",
]  # fmt: skip
_TAGS = [
    b"<", b">", b"<p>", b"</p>", b"<p", b"<ul>", b"</ul>", b"<li>", b"</li>", b"<table><tr><td>", b"</table>", b"<h1>",
    b"</h1>", b"<b>", b"</span>", b'<a id="4.2">', b'<a href="tw_ch2.htm#2.1">', b"</a>", b"<!--", b"-->", b"<script>",
    b"</script>", b"<style>", b"<![CDATA[", b"<?x", b"<a href='", b'<p class="', b"<br/>", b"<img src=x alt='", b"<th>",
    b"&amp;", b"&#0;", b"&#xD800;", b"&#1114112;", b"&nbsp", b"&", b"&#x2028;", b"<title>", b"</title>", b"<sup>2</sup>",
]  # fmt: skip
_NUMBERS = [
    b"2.1", b"4.22-.24", b"2.2-.23", b"2.", b".2", b"..", b"2.33333333333333", b"999999999999999999999.1", b"2.1-1.2",
    b"5.B.4", b"5.A-5.C", b"6.10", b"6.101", b"Rule ???", b"T2.3/2.36", b"see 2.", b"2.1, 2.2 and 2.2", b"\n2.1 AGAIN: ",
    b"\n\n- z) ", b"\n- 13) ", b"\nTable 9 ", b"\n5.Z. NEW.\n", b"Section T2", b"T2.3-T4.2", b"2.3-\n.36", b"\t",
    b"\n6.3 Dune\xc2\xb6\n",
    b"1.", b"0", b"-", b"+ #", b"\n- + 1 ", b"\nResults:\n", b"\nModifiers\n", b"\nS*: It: ", b"2.3A", b"4.2 .1", b"1 MP; 2 MP",
]  # fmt: skip
_LETTERS = (
    "²½Ⅷ٣৪〇ªβßİıſﬀ￼\u200b\u200d\u2060\ufeff\u00ad\u202e\u2066\u0301\u0e33\U0001f600\U00010348\U000e0041"
    "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\x1f\x01\x1b\x7f\u3000\xa0\u2007¶§…–—‑×≤≥“”‘’�"
)
_ENCODINGS = [
    "utf-16-le",
    "utf-16-be",
    "utf-16",
    "utf-8-sig",
    "utf-32",
    "latin-1",
    "cp1252",
    "cp437",
    "utf-7",
    "utf-8",
]
_CHARSETS = [
    b"utf-16",
    b"latin-1",
    b"no-such",
    b"utf-7",
    b"base64",
    b"rot13",
    b"idna",
    b"unicode_escape",
    b"hex",
    b"cp037",
]


def place(chance: random.Random, data: bytes) -> int:
    """A place in the data: anywhere, or where something begins or ends."""
    kind = chance.randrange(6)
    if kind == 0 or not data:
        return chance.randint(0, len(data))
    pattern = [rb"<|>", rb"[\[\]()]", rb"\n", rb"\d", rb"[\x80-\xff]|&\w"][kind - 1]
    ends = [match.start() + chance.randint(0, 1) for match in re.finditer(pattern, data)]
    return chance.choice(ends) if ends else chance.randint(0, len(data))


def _piece(chance: random.Random, data: bytes, longest: int = 400) -> tuple[int, int]:
    start = place(chance, data)
    return start, min(len(data), start + chance.randint(1, longest))


def _insert(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at:]


def flip(chance: random.Random, data: bytes) -> bytes:
    """A few bytes changed, each in one bit or in all."""
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 3, 20])):
        if changed:
            at = chance.randrange(len(changed))
            changed[at] ^= chance.choice([1, 2, 4, 8, 16, 32, 64, 128, 255])
    return bytes(changed)


def insert_bytes(chance: random.Random, data: bytes) -> bytes:
    """A few bytes put in, whatever they are."""
    return _insert(data, place(chance, data), chance.randbytes(chance.choice([1, 2, 30])))


def truncate(chance: random.Random, data: bytes) -> bytes:
    """The end or the beginning left out, from any place or any kind of border on."""
    at = place(chance, data)
    return data[:at] if chance.random() < 0.8 else data[at:]


def leave_out(chance: random.Random, data: bytes) -> bytes:
    """A piece left out."""
    start, end = _piece(chance, data)
    return data[:start] + data[end:]


def repeat(chance: random.Random, data: bytes) -> bytes:
    """A piece put in again, there or elsewhere, once or often."""
    start, end = _piece(chance, data)
    return _insert(
        data, chance.choice([end, place(chance, data)]), data[start:end] * chance.choice([1, 1, 2, 40])
    )


def brackets(chance: random.Random, data: bytes) -> bytes:
    """Brackets put in, closed or not."""
    for _ in range(chance.choice([1, 2, 8])):
        data = _insert(data, place(chance, data), chance.choice(_BRACKETS))
    return data


def unclose(chance: random.Random, data: bytes) -> bytes:
    """One bracket, tag or quote left out."""
    places = [match.span() for match in re.finditer(rb"[\[\]()\"<>]|</?\w+>|\*\*?", data)]
    if not places:
        return data
    start, end = chance.choice(places)
    return data[:start] + data[end:]


def tags(chance: random.Random, data: bytes) -> bytes:
    """Tags and entities put in, whole and broken."""
    for _ in range(chance.choice([1, 2, 8])):
        data = _insert(data, place(chance, data), chance.choice(_TAGS))
    return data


def nest(chance: random.Random, data: bytes) -> bytes:
    """Something opened hundreds of times, and perhaps closed as often."""
    opening, closing = chance.choice(
        [(b"[EXC: ", b"]"), (b"(", b")"), (b"[", b"]"), (b"<ul><li>", b"</li></ul>"), (b"<b>", b"</b>"),
         (b"<table><tr><td>", b"</td></tr></table>"), (b"*", b"*"), (b"(EX: ", b")"), (b"\xe2\x80\x9c", b"\xe2\x80\x9d")]
    )  # fmt: skip
    times = chance.choice([3, 50, 400])
    start, end = _piece(chance, data)
    closed = closing * chance.choice([times, times, 0, times - 1])
    return data[:start] + opening * times + data[start:end] + closed + data[end:]


def nul(chance: random.Random, data: bytes) -> bytes:
    """NUL put in."""
    return _insert(data, place(chance, data), b"\0" * chance.choice([1, 1, 100]))


def recode(chance: random.Random, data: bytes) -> bytes:
    """The text in another encoding, read in a wrong one, or said to be in another."""
    kind = chance.randrange(3)
    text = data.decode("utf-8", "replace")
    if kind == 0:
        return text.encode(chance.choice(_ENCODINGS), "replace")
    if kind == 1:
        return data.decode(chance.choice(["latin-1", "cp437"])).encode("utf-8")
    charset = chance.choice(_CHARSETS)
    said = re.sub(rb"charset=[\w-]+", b"charset=" + charset, data)
    return said if said != data else b'<meta charset="' + charset + b'">' + data


def marks(chance: random.Random, data: bytes) -> bytes:
    """A byte order mark in front, or where none belongs."""
    mark = chance.choice([codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE])
    return _insert(data, chance.choice([0, 0, place(chance, data)]), mark)


def line_ends(chance: random.Random, data: bytes) -> bytes:
    """Other line ends, the same everywhere or mixed."""
    ends = [b"\n", b"\r\n", b"\r", b"\n\r", b"\x0b", b"\xe2\x80\xa8", b" \n", b"\n\n", b""]
    if chance.random() < 0.6:
        return data.replace(b"\n", chance.choice(ends))
    return b"".join(line + chance.choice(ends) for line in data.split(b"\n"))


def long_line(chance: random.Random, data: bytes) -> bytes:
    """A line of thousands of characters."""
    if chance.random() < 0.3:
        return data.replace(b"\n", b" ")
    start, end = _piece(chance, data, 40)
    unit = (
        chance.choice(
            [data[start:end], b"a", b" ", b"2.1 ", b"\t", b"[", b"<", b"-", b"A.", b"&", b"2.", b"=", b'"']
        )
        or b"x"
    )
    return _insert(data, end, unit * (8_000 // len(unit)))


def reorder(chance: random.Random, data: bytes) -> bytes:
    """Paragraphs or lines in another order."""
    between = chance.choice([b"\n\n", b"\n", b"<p>", b"\t"])
    parts = data.split(between)
    if chance.random() < 0.5:
        chance.shuffle(parts)
    else:
        one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
        parts[one], parts[other] = parts[other], parts[one]
    return between.join(parts)


def letters(chance: random.Random, data: bytes) -> bytes:
    """Characters of any kind put in or in the place of others: digits of other scripts, marks, controls, separators."""
    for _ in range(chance.choice([1, 3, 10])):
        letter = (
            chance.choice(_LETTERS)
            if chance.random() < 0.8
            else chr(chance.choice([*range(0xD800), *range(0xE000, 0x110000)]))
        )
        at = place(chance, data)
        data = data[:at] + letter.encode() + data[at + chance.randint(0, 1) :]
    return data


def numbers(chance: random.Random, data: bytes) -> bytes:
    """Rule numbers, marks of lists and tables, digits: put in, or one in the place of another."""
    for _ in range(chance.choice([1, 2, 5])):
        if chance.random() < 0.4 and (found := list(re.finditer(rb"\d+", data))):
            match = chance.choice(found)
            new = str(chance.choice([0, 1, 2, 9, 10, 99, 10**30, 10**4000])).encode()
            data = data[: match.start()] + new + data[match.end() :]
        else:
            data = _insert(data, place(chance, data), chance.choice(_NUMBERS))
    return data


MUTATIONS: Sequence[Mutation] = (
    flip, insert_bytes, truncate, leave_out, repeat, brackets, unclose, tags, nest, nul, recode, marks, line_ends, long_line,
    reorder, letters, numbers,
)  # fmt: skip


def mutate(chance: random.Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """The data damaged in one to four ways, perhaps with a piece of another text in it."""
    if others and chance.random() < 0.1:
        other = chance.choice(others)
        start, end = _piece(chance, other)
        data = _insert(data, place(chance, data), other[start:end])
    for _ in range(chance.choice([1, 1, 2, 3, 4])):
        data = chance.choice(MUTATIONS)(chance, data)[:LONGEST]
    if chance.random() < 0.5:  # else many would end as bytes that are no text, and go no further
        data = data.decode("utf-8", "replace").replace("\0", " ").encode()
    return data
