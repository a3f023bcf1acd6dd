"""How numbered rulebooks usually look: the patterns that count where `book.toml` gives none of its own.

    4. MOVEMENT        4.0 Movement      [4.0] MOVEMENT       # 4 Movement       Section 4: Movement
    4.2 Stacking       ## 4.2 Stacking   **4.2** Stacking     (4.2) STACKING     alone on its line: a title
    4.2.1 Limits. No more than two …     4.21 LIMITS: No …                       a title in front of the text
    4.2.1 No more than two …             [4.21] No …          4.2a No …          text alone

A title has its words, but for the small ones, in capitals or with a capital. The number is one of the document's numbering.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ingest.levels import sections_of
from ingest.references.atoms import SECTIONS

_SMALL = r"(?:of|the|and|or|in|to|for|a|an|on|at|by|from|with|without|into|per|vs\.?|as|not|under|versus)\b"
_WORD = r"(?:[A-Z0-9“\"‘+-]|\((?=[A-Z0-9]))(?:[\w’'()/“”\"‘&+-]|\.(?=[A-Za-z]))*?"
_CITES = r"(?!See\b|[^\n.:]{0,80}\b(?:[Rr]ules?|[Ss]ections?|[Cc]ases?|[Ss]ee)[ \t]+\d)"
#: Between two words of a title; told apart from what may stand in a word, so that no text takes long.
_BETWEEN = r"(?:[ \t]*,[ \t]*|[ \t]+[&–—-][ \t]+|[–—]|[ \t]+)"
_TITLE = rf"{_CITES}(?=[A-Z(“\"‘])(?:{_WORD})(?:{_BETWEEN}(?:{_SMALL}|{_WORD})){{0,11}}"
_WORDED = r"(?:(?:Rule|RULE|Section|SECTION|Chapter|CHAPTER|Case|CASE|Article|ARTICLE|Appendix|APPENDIX|Annex|ANNEX|§)[ \t]*)?"
_MARKS = r"(?:#{1,6}[ \t]+)?(?:\*{1,2}|_{1,2})?"
_CLOSE = r"(?:\*{1,2}|_{1,2})?"
_GAP = r"(?:[ \t\xa0]*[:–—-][ \t\xa0]*|[ \t\xa0]+)"
_NUMBERS = {
    "decimal-digits": r"\d{1,6}[A-Z]?",
    "dotted-integers": r"\d{1,3}(?:\.\d{1,3}){0,5}",
    "lettered": r"\d{1,4}(?:\.\d{1,3}){0,4}(?:[a-z]{1,2}|[A-Z])?",
    "named": r"(?:[A-Z]|\d{1,3}[a-z]?|[a-z])(?:\.(?:[A-Z]|\d{1,3}[a-z]?|[a-z])){0,4}",
}

#: How an example begins.
EXAMPLE = r"(?:EX|EXAMPLE|Example)S?(?:\s+\d+)?\s*[:.]"
_PAGE_NUMBER = r"(?:[Pp]age[ \t]+)?[-–—]?[ \t]*\d{1,3}(?:[ \t]+of[ \t]+\d{1,3})?[ \t]*[-–—]?"
#: What stands at the head or foot of a page.
FURNITURE = rf"(?:{_PAGE_NUMBER}|[^\n\[]*[ \t]\[[Pp]age[ \t]+\d{{1,4}}\])[ \t]*(?=\n|\Z)"
_OF = r"(?:[ \t]+(?:of|to)[ \t][^\n.]{1,50}?)?"
_BACK = rf"(?:index|glossary){_OF}|credits|acknowledge?ments|(?:foot|end)?notes|bibliography|designer['’]?s['’]? notes"
#: Words that open what is no rule any more: behind the last rule they stand for the book as a whole.
BACK = rf"(?:#{{1,6}}[ \t]+)?\**(?i:{_BACK})\**[ \t]*$"
#: An index: a list of places, not of references.
INDEX = rf"(?:#{{1,6}}[ \t]+)?\**(?i:index){_OF}\**[ \t]*$"


def usual_rules(document: Mapping[str, Any]) -> list[str]:
    """The patterns of a rule's beginning in this document: group `number`, perhaps `title`; the first that fits counts.

    They hold for one line of text; what stands behind the match is the rule's own text.
    """
    any_section = SECTIONS[sections_of(document, document["chapter"])]
    section = re.escape(document["section"]) if document["section"] else any_section
    chapter = re.escape(document["chapter"])
    letter = rf"(?:{chapter})?" if chapter else ""
    number = rf"(?P<number>{letter}{section}\.{_NUMBERS[document['numbering']]})"
    whole = rf"(?P<number>{letter}{section})"
    end = r"[ \t]*(?=\n|\Z)"

    # A group's name may stand once in a pattern: each bracket is one of its own.
    def each(number: str, behind: str, words: str = "") -> list[str]:
        forms = (rf"\[{number}\]", rf"\({number}\)", rf"{number}[.:)]?")
        return [rf"{_MARKS}{words}{form}{_CLOSE}{behind}" for form in forms]

    title_line = rf"{_GAP}{_CLOSE}(?P<title>{_TITLE})[.:]?{_CLOSE}{end}"
    return [
        *(
            rf"#{{1,6}}[ \t]+{p}"
            for p in each(number, rf"{_GAP}{_CLOSE}(?P<title>[^\n]+?)[.:]?{_CLOSE}{end}", _WORDED)
        ),
        *(
            []
            if document["section"]
            else (rf"#{{1,6}}[ \t]+{p}" for p in each(whole, rf"{_GAP}(?P<title>[^\n]+?){end}", _WORDED))
        ),
        *each(number, title_line, _WORDED),
        *each(number, rf"{_GAP}{_CLOSE}(?P<title>{_TITLE})[.:]{_CLOSE}(?=\s)"),
        *each(number, r"(?=[ \t\xa0]+[\"“'‘(\[*_A-Z0-9≤≥+-])"),
        *each(number, end),
        *([] if document["section"] else each(whole, title_line, _WORDED)),
        *(
            []
            if document["section"]
            else each(whole, rf"{_GAP}(?P<title>[A-Z][^\n.;:!?]{{0,58}}[^\n.;:,!?\s]){end}", _WORDED)
        ),
    ]


def usual_small(document: Mapping[str, Any]) -> str:
    """The pattern of a rule whose text begins with a small letter: group `number`; it counts only in its turn."""
    section = re.escape(document["section"]) or SECTIONS[sections_of(document, document["chapter"])]
    letter = rf"(?:{re.escape(document['chapter'])})?" if document["chapter"] else ""
    number = rf"(?P<number>{letter}{section}\.{_NUMBERS[document['numbering']]})"
    return rf"{_MARKS}{number}[.:)]?{_CLOSE}[ \t\xa0]+(?=[a-z])"


def usual_turn(document: Mapping[str, Any]) -> str:
    """The pattern of a section whose text begins on the line of its number: groups `number`, perhaps `title`."""
    if document["section"]:
        return ""
    title = rf"(?:(?P<title>{_TITLE})(?<!\.[A-Z])[.:](?=[ \t]+\S)|(?=[A-Z“\"]))"
    return rf"(?P<number>\d{{1,3}})\.[ \t]+{title}"


#: A section's heading that says what it is, so that no rule of it need follow.
NAMED_SECTION = re.compile(
    rf"(?:#{{1,6}}[ \t]|{_MARKS}(?:Chapter|CHAPTER|Section|SECTION|Article|ARTICLE|Appendix|APPENDIX|Annex|ANNEX)[ \t])"
)


def usual_headings(document: Mapping[str, Any]) -> list[str]:
    """The patterns of a rule's number in an HTML heading, whatever its title looks like: group `number`."""
    any_section = SECTIONS[sections_of(document, document["chapter"])]
    section = re.escape(document["section"]) if document["section"] else any_section
    letter = rf"(?:{re.escape(document['chapter'])})?" if document["chapter"] else ""
    number = rf"(?P<number>{letter}{section}\.{_NUMBERS[document['numbering']]})"
    numbers = [number, *([] if document["section"] else [rf"(?P<number>{letter}{section})"])]
    forms = [form for n in numbers for form in (rf"\[{n}\]", rf"\({n}\)", rf"{n}[.:)]?")]
    return [rf"{_WORDED}{form}(?:{_GAP}|\Z)" for form in forms]


def usual_title() -> str:
    """The pattern of a title behind a rule's number, with the space before it: group `title`."""
    return rf"{_GAP}(?P<title>{_TITLE})"


def usual_root(document: Mapping[str, Any]) -> str:
    """The pattern of the heading of a document that is one section: group `title`; none for a document of many."""
    if not document["section"]:
        return ""
    number = rf"(?:{re.escape(document['chapter'])})?{re.escape(document['section'])}(?:\.0)?"
    form = rf"(?:\[{number}\]|\({number}\)|{number}[.:)]?)"
    return rf"{_MARKS}{_WORDED}{form}{_CLOSE}{_GAP}{_CLOSE}(?P<title>{_TITLE})[.:]?{_CLOSE}[ \t]*(?=\n|\Z)"


def is_contents(rules: int, lines: int) -> bool:
    """Whether so many rules in so many lines are a table of contents: hardly anything else stands among them."""
    return rules > 1 and rules * 2 > lines
