"""Inputs that were once read wrongly, cut down to what matters, each with what must come of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kept:
    """An input: the document it is read as, and the outcome: "document", or the code of an error.

    What a seed makes of a text changes with the text and with the mutations, so the input stands here itself.
    """

    name: str
    document: str
    data: bytes
    outcome: str


_GROUND = b"2. GROUND\n\n2.1 DRY AND WET: Dune is dry.\n\n2.2 WATER: Creeks are wet"
_LANDING = b'<html><title>T4 Landing</title><h1>4. LANDING</h1><p><span class="f_Strong">4.1 CRAFT:</span> Barges float'

KEPT = [
    # LookupError: Python's codecs that are none of text.
    Kept(
        "base64-is-no-charset",
        "T6",
        b'<meta charset="base64">\n6. Sight and Shelter\xc2\xb6\n',
        "wrong-encoding",
    ),
    Kept("rot13-is-no-charset", "T2", b'<meta charset="rot13">\n' + _GROUND, "wrong-encoding"),
    Kept("hex-is-no-charset", "T2", b'<meta charset="hex">\n' + _GROUND, "wrong-encoding"),
    # UnicodeError that is no UnicodeDecodeError.
    Kept("undefined-is-no-charset", "T4", b'<meta charset="undefined">' + _LANDING, "wrong-encoding"),
    Kept("idna-is-no-charset", "T4", b'<meta charset="idna">' + _LANDING, "wrong-encoding"),
    # Time by the square of the length: minutes for each of these.
    Kept("ten-thousand-open-examples", "T2", _GROUND + b" (EX: " * 10_000 + b".\n", "document"),
    Kept("nested-examples-closed", "T2", _GROUND + b" (EX: " * 5_000 + b")" * 5_000 + b".\n", "document"),
    Kept("a-word-of-signs", "T2", _GROUND + b"=" * 100_000 + b" and so on.\n", "document"),
    Kept("a-word-of-letters", "T4", _LANDING + b"a" * 100_000 + b" and so on.</p>", "document"),
    Kept("a-gap", "T2", _GROUND + b" " * 100_000 + b"and so on.\n", "document"),
    Kept(
        "a-gap-in-an-outline",
        "T5",
        b"5. SALVAGE. (V 1)\n\n5.A. WORTH.\n\nOne" + b" " * 8_000 + b"two.\n",
        "document",
    ),
    # OverflowError: numbers between two that are far apart.
    Kept(
        "a-gap-without-end",
        "T6",
        b"6. Sight and Shelter\xc2\xb6\n6.1 A\xc2\xb6\n6.1" + b"0" * 30 + b" B\xc2\xb6\n6.3 C\xc2\xb6\n",
        "document",
    ),
    # The words of the later cells were lost.
    Kept(
        "style-in-a-row",
        "PA",
        b"Tidewrack Play Aid\n\nA\tB\nx\tOne\n<style>Dune\t<ul><li>Foot gang: 1 MP</li></ul>\n",
        "document",
    ),
    Kept(
        "a-cost-of-spaces-and-digits",
        "PA",
        b"Tidewrack Play Aid\n\nA\tB\nx\tCart: " + b"1" * 20_000 + b"\xc2\xa0" * 20_000 + b"x\n",
        "document",
    ),
    Kept("cdata-in-the-heads", "PA", b"Tidewrack Play Aid\n\nA <![CDATA[b\tB\nx\tOne\n", "document"),
]
