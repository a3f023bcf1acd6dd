"""For each code that `hexlaw lint` reports, a small example of the fault and how to put it right."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ingest.checks.codes import CHECKS
from ingest.codes import CODES

#: Code to example and remedy; those of ingest that end it (a source that cannot be read) are not among them.
ADVICE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # References and links
        "href-differs": ("a link over 3.12 that leads to #3.2", "decide which of the two is meant"),
        "unknown-href": ("a link to /old/page7", "link to a rule, or give its pattern in book.toml"),
        "dangling-reference": (
            "(3.9) where 3.8 is the last",
            "cite a rule that exists, or read its document too",
        ),
        "ambiguous-reference": ("(3.2) where two rules are 3.2", "number the two rules apart"),
        "range-backwards": ("3.4-.2", "exchange the two ends"),
        "range-end-missing": ("3.2-.9 where 3.8 is the last", "end the range at a rule that exists"),
        "range-spans-parents": ("3.12-.21", "write two ranges, or say that this one is meant"),
        "title-differs": ("3.2 (Heath) where 3.2 is Bog", "cite the rule of that title, or its title"),
        "citation-differs": (
            "“mooring lines (4.3)”, elsewhere “(4.31)”",
            "cite the same rule in both places",
        ),
        "unlinked-reference": ("3.2 as plain words among links", "link it"),
        "hex-as-rule": ("see 7E2", "cite a rule, or say that a hex is meant"),
        "placeholder": ("Rule ???, TBD, [ref], x.x, (see )", "fill it in"),
        # The text as a whole
        "duplicate-number": ("3.2 at two rules", "number one of them anew"),
        "number-gap": ("3.4, then 3.6", "add what is missing, or number anew"),
        "number-out-of-order": ("3.5 before 3.4", "put them in order, or number anew"),
        "anchor-differs": ('id="3.2" at rule 3.3', "give the rule its own anchor"),
        "repeated-paragraph": ("a paragraph that stands twice", "take one of the two out"),
        "broken-paragraph": ("a paragraph that ends in the middle of its sentence", "join the two"),
        "truncated-markup": ("a page that ends inside a tag", "fetch the page again"),
        "misread-encoding": ("â‰¤ 4 where ≤ 4 stood", "save the original as UTF-8 again"),
        "unclosed-bracket": ("[EXC: at night; 3.2", "close it"),
        "unbalanced-bracket": ("a cart (or an ox may go", "close or open it"),
        "unclosed-element": ("<ul> without </ul>", "close it"),
        "leftover-markup": ("\\geq one, &nbsp;", "put the character itself"),
        "stray-mark": ("| alone on a line", "take it out"),
        # Figures and signs
        "lost-sign": ("a one such hex; 2-5 bog, 6 pond", "put ≥ or ≤ before the figure"),
        "doubled-sign": ("- # -1 For each cart", "leave one sign"),
        "bullet-or-sign": ("- 1 Old boat, beside - + 2 New boat", "give each item a bullet and a sign"),
        "table-step": ("rows 2-4 and 6", "let the rows follow each other"),
        "letter-for-digit": ("1O MP, l MP, Level O", "put the digit"),
        "digit-for-letter": ("a p0nd", "put the letter"),
        "split-number": ("(3. 12), 1 2 carts, + 1", "take the space out"),
        "stray-digit": ("pon4ds, (33.2) for (3.2)", "take the digit out"),
        "number-punctuation": ("(3..1), (3,1), 13.441-447", "put one point"),
        "unit-differs": ("Infantry: 2 MP, elsewhere MF; 4 +COT", "put the unit that fits"),
        "cell-missing": ("a row of 4 cells in a table of 5", "add the cell, or a mark such as NA"),
        # Words
        "now-for-non": ("now-wooded, nor-wooded, not-wooded", "write non-wooded"),
        "doubled-word": ("the the, of the of the, a the", "take one out"),
        "article": ("an hex, a infantry", "put the article that fits"),
        "neither-or": ("neither swim or wade", "write nor"),
        "likely-slip": ("is existing a pond, elsewhere is exiting", "put the other word, if it is meant"),
        "split-word": ("hex-side, Water- craft, BH for B-H", "write it as elsewhere"),
        "punctuation": ("no stop at the end; pond(such as", "add or take out the mark"),
    }
)


def meaning(code: str) -> str:
    """What a code means, in one line."""
    return CHECKS[code][1] if code in CHECKS else CODES.get(code, code)


def severity(code: str) -> str:
    """How grave a finding of this code is, where it does not say itself: error, warning or note."""
    return CHECKS[code][0] if code in CHECKS else "warning"


def table() -> str:
    """All of it as a Markdown table."""
    rows = [
        "| code | severity | what is wrong | for example | how to put it right |",
        "|---|---|---|---|---|",
    ]
    for code in sorted(ADVICE):
        example, remedy = (words.replace("|", "\\|") for words in ADVICE[code])
        rows.append(f"| `{code}` | {severity(code)} | {meaning(code)} | {example} | {remedy} |")
    return "\n".join(rows) + "\n"
