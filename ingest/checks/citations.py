"""References as a whole book shows them: ambiguous ones, ranges over two parents, titles that are another rule's."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import Corpus, Fault, Text, fault
from ingest.nodes import Reference, RuleNode


def ambiguous(corpus: Corpus) -> Iterator[Fault]:
    """A reference to a number that stands at two rules."""
    for text in corpus.texts:
        twice = {
            match[1]
            for found in text.document.findings
            if found.code == "duplicate-number"
            and (match := re.match(r"rule (\S+) stands here", found.message))
        }
        for reference in text.document.references:
            named = [reference.first, reference.last] if reference.kind == "range" else [*reference.targets]
            for rule in twice.intersection(filter(None, named)):
                message = f"{rule} stands at two rules; which is meant?"
                yield _fault(
                    text, reference, "ambiguous-reference", message, "a number of its own for each rule"
                )


def dangling(corpus: Corpus) -> Iterator[Fault]:
    """A reference from one document to a rule that another one, read together with it, does not have."""
    nodes = {node.id for text in corpus.texts for node in text.document.nodes}
    nearest: dict[str, list[str]] = {}
    roots = {text.document.nodes[0].id: text.document.id for text in corpus.texts}
    for text in corpus.texts:
        for reference in text.document.references:
            ends = [reference.first, reference.last] if reference.kind == "range" else [*reference.targets]
            for rule in filter(None, ends):
                document = next((roots[root] for root in roots if rule.startswith(f"{root}.")), None)
                if document is None or document == text.document.id or rule in nodes:
                    continue
                code = "range-end-missing" if reference.kind == "range" else "dangling-reference"
                near = nearest.get(rule)
                if near is None:
                    section = rule.split(".")[0] + "."
                    among = [node for node in sorted(nodes) if node.startswith(section)][:400]
                    near = nearest[rule] = difflib.get_close_matches(rule, among, 3)
                right = f"nearest: {', '.join(near)}" if near else None
                yield _fault(text, reference, code, f"there is no rule {rule} in {document}", right)


_WITH_LETTER = re.compile(r"\W*[A-Z]?(?P<number>\d+(?:\.\d+)+)(?P<letter>[a-z])\W*")


def missing_items(corpus: Corpus) -> Iterator[Fault]:
    """A reference to an item by its letter (3.1c) where the rule has no such letter below it or in its text."""
    nodes = {node.id: node for text in corpus.texts for node in text.document.nodes}
    homes = {node.id: text for text in corpus.texts for node in text.document.nodes}
    for text in corpus.texts:
        for reference in text.document.references:
            match = _WITH_LETTER.fullmatch(reference.text) if len(reference.targets) == 1 else None
            target = nodes.get(reference.targets[0]) if match is not None else None
            if match is None or target is None or target.number != match["number"]:
                continue
            source = homes[target.id].source.text
            letter = match["letter"]
            own = source[target.span.start : target.span.end]
            if re.search(rf"(?:(?<!\w)\(?{letter}[).]|<li\b)", own) is None:
                message = f"there is no {letter} in {target.id}"
                yield _fault(text, reference, "dangling-reference", message, f"{target.id}?")


def _number_places(text: Text) -> set[int]:
    """Where in the source a reference stands, with a little before and behind each."""
    return {
        place
        for reference in text.document.references
        for place in range(reference.span.start - 2, reference.span.end + 1)
    }


_NUMBERLIKE = re.compile(
    r"\b(?:[Ss]ee(?: also)?|(?:as )?per|of|in|by|under|[Rr]ules?)[\s\xa0]+(?P<number>(?P<section>\d{1,3})\.\d{2,5})"
    r"(?![\w%.,/-]|[.,]\d|[\s\xa0]?(?:%|[A-Z]{2}|mm|cm|km|points?|hex|tons?|inch|metres|meters|miles|feet))"
)


def unread(corpus: Corpus) -> Iterator[Fault]:
    """A number that looks like a rule's of this document, in a place for one, and is none: "the steps of 3.918"."""
    for text in corpus.texts:
        root = text.document.nodes[0].number
        if not root.isdigit():
            continue
        taken: set[int] | None = None
        for paragraph in text.paragraphs:
            for match in _NUMBERLIKE.finditer(paragraph.text):
                if match["section"] != root or match["number"] in corpus.numbers:
                    continue
                taken = _number_places(text) if taken is None else taken
                place = paragraph.flow.span(match.start("number"), match.end("number")).start
                if place not in taken:
                    message = f"there is no rule {match['number']}"
                    yield fault(text, paragraph, match.span("number"), "dangling-reference", message)


_PRINTED = re.compile(r"(?P<chapter>[A-Z]?)(?P<section>\d+)\.(?P<digits>\w+)")


def long_sections(corpus: Corpus) -> Iterator[Fault]:
    """A reference whose section has more digits than any other, and is that of a rule without one of them."""
    for text in corpus.texts:
        told = [
            (reference, match)
            for reference in text.document.references
            if (match := _PRINTED.fullmatch(reference.text))
        ]
        sections = Counter(match["section"] for _, match in told)
        for reference, match in told:
            section = match["section"]
            others = {len(other) for other in sections if other != section}
            if sections[section] > 1 or not others or len(section) <= max(others):
                continue
            if reference.text in corpus.numbers:  # it leads somewhere
                continue
            shorter = [section[:i] + section[i + 1 :] for i in range(len(section))]
            meant = next(
                (
                    f"{one}.{match['digits']}"
                    for one in shorter
                    if f"{one}.{match['digits']}" in corpus.numbers
                ),
                None,
            )
            if meant:
                message = (
                    f"no other reference is to a section as long as {section}, and there is a rule {meant}"
                )
                yield _fault(text, reference, "stray-digit", message, f"{meant}?")


def ranges(corpus: Corpus) -> Iterator[Fault]:
    """A range whose ends both exist and stand below different rules, neither below the other."""
    parents = {node.id: node.parent for text in corpus.texts for node in text.document.nodes}
    for text in corpus.texts:
        for reference in text.document.references:
            first, last = reference.first, reference.last
            if first is None or last is None or first not in parents or last not in parents:
                continue
            if (
                parents[first] == parents[last]
                or first in _above(last, parents)
                or last in _above(first, parents)
            ):
                continue
            message = f"{first} stands below {parents[first]}, {last} below {parents[last]}"
            yield _fault(text, reference, "range-spans-parents", message, "two ranges?")


def _above(rule: str, parents: dict[str, str | None]) -> set[str]:
    above: set[str] = set()
    parent = parents.get(rule)
    while parent is not None and parent not in above:
        above.add(parent)
        parent = parents.get(parent)
    return above


_HEX_BEFORE = re.compile(r"\b(?:hex(?:es|side|sides|spine)?|coordinates?|Locations?)[\s\xa0]+[\"“]?$")
_HEX_NAME = re.compile(r"(?:\d{0,2}[A-Z]{1,2}\d{1,2})(?:-[A-Z]{1,2}\d{1,2})?")


def hex_names(corpus: Corpus) -> Iterator[Fault]:
    """A reference right behind "hex"; a link over a hex's name that leads to a rule; such a name where a rule must be."""
    for text in corpus.texts:
        for reference in text.document.references:
            if reference.kind not in ("plain", "section", "list", "link"):
                continue
            named = _HEX_NAME.fullmatch(reference.text.strip()) is not None
            if reference.kind == "link" or reference.href is not None:
                if named and reference.text.strip() not in corpus.numbers and not _is_section(reference):
                    message = f"“{reference.text}”, the name of a hex, leads to a rule"
                    yield _fault(text, reference, "hex-as-rule", message, "the rule's number, or no link")
            elif _HEX_BEFORE.search(_before(text, reference)):
                message = f"“{reference.text}” behind the word hex is taken for a rule"
                yield _fault(text, reference, "hex-as-rule", message, "a hex")


def _is_section(reference: Reference) -> bool:
    """Whether a link's text names the section that it leads to: F7."""
    return any(target.startswith(reference.text.strip().rstrip(".")) for target in reference.targets)


_CITED_HEX = re.compile(
    r"(?:\b(?:[Ss]ee(?: also)?|(?:as )?per|[Rr]ules?|[Ss]ections?"
    r"|(?:exceptions?|rules?|provisions?|restrictions?)[\s\xa0]+(?:in|of))[\s\xa0]+"
    r"|\((?=\w+\))|\[EXC:[\s\xa0]*(?=\w+\])|;[\s\xa0]|\band[\s\xa0]+(?=\w+[);\]]))"
    r"(?P<hex>\d{1,2}[A-Z]{1,2}\d{1,2})(?![\w-]|\.\w)"
)


_LONE_HEX = re.compile(r"\(\d{1,2}[A-Z]{1,2}\d{1,2}\)")


def cited_hexes(corpus: Corpus) -> Iterator[Fault]:
    """The name of a hex behind "see" or "rule", or in brackets of its own where this text has the numbers of rules."""
    for text in corpus.texts:
        if not text.document.references:
            continue
        lone = sum(len(_LONE_HEX.findall(paragraph.text)) for paragraph in text.paragraphs)
        for paragraph in text.paragraphs:
            for match in _CITED_HEX.finditer(paragraph.text):
                if match["hex"] in corpus.numbers:
                    continue
                words = match[0][: match.start("hex") - match.start()].strip(" \xa0").casefold()
                if words.rstrip() in ("(", ";", "and"):
                    # A hex may stand in brackets behind what lies in it; not where the bracket also cites a rule.
                    behind = paragraph.text[match.end() : match.end() + 1]
                    opened = paragraph.text.rfind("(", 0, match.end("hex"))
                    opened = max(opened, paragraph.text.rfind("[", 0, match.end("hex")))
                    rest = paragraph.text[match.end() : match.end() + 12]
                    verb = words == ";" and re.match(r"\s+(?:applies|apply)\b", rest) is not None
                    if not verb and (opened < 0 or behind not in (")", ";", "]", "/", ",")):
                        continue
                    inside = paragraph.text[opened + 1 : match.start("hex")]
                    if not verb and re.search(r"\bEX\b|hex", inside, re.IGNORECASE):
                        continue
                    if words == "(" and (lone > 1 or _near_hexes(paragraph.text, match)):
                        continue
                message = f"“{match['hex']}”, the name of a hex, where a rule is cited"
                yield fault(text, paragraph, match.span("hex"), "hex-as-rule", message, "the rule's number")


def _near_hexes(text: str, match: re.Match[str]) -> bool:
    """Whether the words right before speak of a hex, a unit or a place on the map."""
    before = text[max(0, match.start() - 40) : match.start()].casefold()
    return (
        re.search(r"\b(?:hex(?:es|side|sides)?|location|coordinates?|overlay|board)\b[^.;]{0,12}$", before)
        is not None
    )


def split_links(corpus: Corpus) -> Iterator[Fault]:
    """A link over a number with a space inside."""
    for text in corpus.texts:
        for reference in text.document.references:
            written = reference.text.strip()
            if reference.href and re.fullmatch(r"[A-Z]?[\d.\s]*\d\s*[.]?\s+[.]?\d[\d.]*", written):
                joined = "".join(written.split())
                yield _fault(text, reference, "split-number", f"“{written}” has a space inside", f"{joined}?")


def numbered_links(corpus: Corpus) -> Iterator[Fault]:
    """A link to a footnote, a note or a chart whose text names another number than its href."""
    for text in corpus.texts:
        for reference in text.document.references:
            if reference.href is None or reference.kind not in ("footnote", "note", "chart"):
                continue
            if reference.kind == "chart":
                said = re.match(r"[A-Z]*[\d.]+", reference.text)
                leads = re.match(r"[a-z]*[\d_]+", reference.href.rsplit("/", 1)[-1])
                pair = (
                    re.sub(r"\D", "", said[0]) if said else "",
                    re.sub(r"\D", "", leads[0]) if leads else "",
                )
            else:
                numbers = re.findall(r"\d+", reference.text)
                fragment = re.search(r"#\D*(\d+)$", reference.href)
                pair = numbers[-1] if numbers else "", fragment[1] if fragment else ""
            if all(pair) and pair[0] != pair[1]:
                message = f"the text says {pair[0]}, the href {pair[1]}"
                yield _fault(text, reference, "href-differs", message, "the one or the other")


_NUMBER_FIRST = re.compile(
    r"\s*(?:(?P<word>[Rr]ules?|[Ss]ections?|[Pp]aragraphs?|§)[\s\xa0]*)?(?P<number>[A-Z]?\d+(?:\.\w+)*)\.?(?P<behind>[\s\xa0:,–-]+\S.*)?$",
    re.DOTALL,
)


def titled_links(corpus: Corpus) -> Iterator[Fault]:
    """A link over a number and a title of which the number is not that of the rule it leads to."""
    nodes = {node.id: node for text in corpus.texts for node in text.document.nodes}
    for text in corpus.texts:
        for reference in text.document.references:
            target = nodes.get(reference.targets[0]) if len(reference.targets) == 1 else None
            match = _NUMBER_FIRST.match(reference.text) if reference.href is not None else None
            if target is None or match is None or not (match["word"] or match["behind"]):
                continue
            if (
                "." not in match["number"]
                and not match["word"]
                and _key(match["behind"] or "") != _key(target.title)
            ):
                continue  # "2 land units"
            if match["number"] in (target.number, target.id):
                continue
            message = f"the text says {match['number']}, the href {target.id}"
            yield _fault(text, reference, "href-differs", message, "the one or the other")


def unlinked(corpus: Corpus) -> Iterator[Fault]:
    """A reference without a link in a text where nearly all have one."""
    for text in corpus.texts:
        told = [
            r for r in text.document.references if r.kind not in ("footnote", "note", "chart", "placeholder")
        ]
        plain = [reference for reference in told if reference.href is None]
        if len(told) - len(plain) > 19 and len(plain) * 20 <= len(told):
            for reference in plain:
                message = "a reference without a link, where all others have one"
                yield _fault(text, reference, "unlinked-reference", message, "a link")


def titles(corpus: Corpus) -> Iterator[Fault]:
    """Words linked to a rule, or in brackets right behind its number, that are another rule's title."""
    nodes = {node.id: node for text in corpus.texts for node in text.document.nodes}
    named: dict[str, list[RuleNode]] = {}
    for node in nodes.values():
        if len(_key(node.title)) > 2:
            named.setdefault(_key(node.title), []).append(node)
    parents = {node.id: node.parent for node in nodes.values()}
    for text in corpus.texts:
        for reference in text.document.references:
            target = nodes.get(reference.targets[0]) if len(reference.targets) == 1 else None
            if target is None:
                continue
            for words in _words_at(text, reference):
                others = named.get(_key(words), [])
                if not others or any(_kin(target.id, other.id, parents) for other in others):
                    continue
                if _key(words) == _key(target.title):
                    continue
                message = f"{target.id} is “{target.title}”; “{words}” is the title of {others[0].id}"
                yield _fault(text, reference, "title-differs", message, f"{others[0].id}?")
                break


def _words_at(text: Text, reference: Reference) -> Iterator[str]:
    """The words of a link, and those in brackets or quotes right behind a number."""
    if reference.href is not None and not re.search(r"\d", reference.text):
        yield reference.text
        return
    if reference.href is not None:
        words = re.sub(r"^[^\s]*\d[^\s]*[\s:,–-]*", "", reference.text).strip(' ()[]"“”')
        if words:
            yield words
    behind = re.sub(r"<[^<>]*>", "", text.source.text[reference.span.end : reference.span.end + 300])
    match = re.match(
        r"[\s\xa0]*,?[\s\xa0]*(?:\((?P<round>[^()\d;,]{3,60})\)|\[(?P<square>[^\[\]\d;,]{3,60})\]|[\"“](?P<quoted>[^\"“”]{3,60})[\"”])",
        behind,
    )
    if match:
        yield next(filter(None, match.groups()))
    before = _before(text, reference)
    match = re.search(
        r"[\"“](?P<quoted>[^\"“”]{3,60})[\"”][\s\xa0]*\((?:see[\s\xa0]+|rules?[\s\xa0]+)?$", before
    )
    if match and behind.lstrip().startswith(")"):
        yield match["quoted"]


def _kin(rule: str, other: str, parents: dict[str, str | None]) -> bool:
    return rule == other or rule in _above(other, parents) or other in _above(rule, parents)


def _key(title: str) -> str:
    return " ".join(re.findall(r"[a-z]+", title.casefold()))


def _before(text: Text, reference: Reference) -> str:
    return re.sub(
        r"<[^<>]*>", "", text.source.text[max(0, reference.span.start - 200) : reference.span.start]
    )


def _fault(text: Text, reference: Reference, code: str, message: str, right: str | None) -> Fault:
    evidence = reference.text if reference.href is None else f"{reference.text} → {reference.href}"
    return Fault(text, reference.span.start, code, message, evidence, right)
