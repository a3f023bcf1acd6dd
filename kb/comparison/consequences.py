"""What follows elsewhere from a change of rules: references that lead nowhere or astray, encodings that became stale."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kb.comparison.matching import Matching
from kb.comparison.rules import paired_citations
from kb.comparison.sides import Side
from kb.editions import Citation, Edition

Trouble = Literal["dangling", "elsewhere", "range"]


@dataclass(frozen=True, slots=True)
class Misled:
    """A reference of the new edition, or of another document, whose target is not what it was.

    `dangling`: there is no rule `target` any more; `elsewhere`: there is, but another one. `meant` is the rule that it
    led to as it is numbered now, None if that was removed. `range`: its ends are as they were, but it takes in the rules
    `gained` and no longer the rules `lost`.
    """

    trouble: Trouble
    document: str
    citation: Citation
    target: str | None = None
    meant: str | None = None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StaleEncoding:
    """An encoding that does not fit the new edition.

    `changed`: its statement has another text, under `now`; `gone`: the statement was removed, even if
    another has its id now; `renumbered`: the text it was written against stands unchanged under `now`. `candidates` are
    all the statements with that text where there are several. `before` says that it did not fit the old edition either.
    `places` are the lines of the rules files that name the statement, as `file:line`.
    """

    statement: str
    kind: Literal["changed", "gone", "renumbered"]
    now: str | None = None
    candidates: tuple[str, ...] = ()
    before: bool = False
    places: tuple[str, ...] = ()


def misled_references(
    old: Side, new: Side, matching: Matching, others: Iterable[Edition] = ()
) -> tuple[Misled, ...]:
    """References to rules that were removed, or whose number another rule has now; `others` are the other documents.

    A reference that the new edition words anew is taken to know the new numbers, unless its target does not exist.
    """
    found: list[Misled] = []
    for rule in new.rules.values():
        before = matching.to_old.get(rule.id)
        known = old.rules[before].citations if before is not None else []
        pairs, _, _ = paired_citations(known, rule.citations)
        was = {now.id: then for then, now in pairs}
        for citation in rule.citations:
            then = was.get(citation.id)
            told = list(_ends(new.document, citation, then, old, new, matching))
            if not told and then is not None:
                told = list(_grown(new.document, then, citation, matching))
            found += told
    for edition in others:
        for citation in edition.citations:
            found += _ends(edition.document, citation, citation, old, new, matching)
    return tuple(found)


def _ends(
    document: str, now: Citation, then: Citation | None, old: Side, new: Side, matching: Matching
) -> Iterable[Misled]:
    """What is wrong with the rules that a reference names: its targets, of a range its two ends.

    `then` is the same reference in the old edition: what leads nowhere now has its target there only.
    """
    targets = [end for each in (now, then) if each is not None for end in _named(each)]
    for target in dict.fromkeys(targets):
        if target not in old.rules:
            continue
        meant = matching.to_new.get(target)
        if target not in new.rules:
            yield Misled("dangling", document, now, target, meant)
        elif meant != target and then is not None:
            yield Misled("elsewhere", document, now, target, meant)


def _named(citation: Citation) -> Iterable[str]:
    """The rules that a reference prints."""
    if citation.first is not None and citation.last is not None:
        return citation.first, citation.last
    return citation.targets


def _grown(document: str, then: Citation, now: Citation, matching: Matching) -> Iterable[Misled]:
    """A range whose ends are as they were, but which takes in other rules."""
    if not (then.is_range and now.is_range) or then.href != now.href:
        return
    expected = {matching.to_new.get(target, target) for target in then.targets}
    gained = tuple(target for target in now.targets if target not in expected)
    lost = tuple(target for target in then.targets if matching.to_new.get(target, target) not in now.targets)
    if gained or lost:
        yield Misled("range", document, now, gained=gained, lost=lost)


def stale_encodings(
    old: Side,
    new: Side,
    pairs: Mapping[str, str],
    encoded: Mapping[str, str | None],
    places: Mapping[str, tuple[str, ...]],
) -> tuple[StaleEncoding, ...]:
    """The encodings whose statement is not what they were written against, in the order of `encoded`.

    `pairs` says which piece of the old edition is which of the new; `encoded` has the hash of the text that each
    statement was encoded from, None where the encoding names none: then the old edition's counts.
    """
    before, after = old.hashes, new.hashes
    by_hash: dict[tuple[str, str], list[str]] = defaultdict(list)
    for identifier, digest in after.items():
        by_hash[_role(identifier), digest].append(identifier)
    came = set(pairs.values())
    found = []
    for statement, named in encoded.items():
        rule = statement.rpartition("-")[0]
        if rule not in old.rules and rule not in new.rules:
            continue
        written = named or before.get(statement)
        if written is None or after.get(statement) == written:
            continue
        misfit = before.get(statement) != written
        at = places.get(statement, ())
        same = by_hash.get((_role(statement), written), [])
        now = pairs.get(statement)
        if same and (now in same or len(same) == 1):
            where = now if now in same else same[0]
            found.append(StaleEncoding(statement, "renumbered", where, (), misfit, at))
        elif now is not None or (statement in after and statement not in came):
            found.append(StaleEncoding(statement, "changed", now or statement, tuple(same), misfit, at))
        else:
            found.append(StaleEncoding(statement, "gone", None, tuple(same), misfit, at))
    return tuple(found)


def places_of(folder: Path, statements: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Where the rules files of a folder name each of these statements, as `file:line`."""
    wanted = set(statements)
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.rules")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for word in dict.fromkeys(re.findall(r"[\w.]+-[sx]\d+", line)):
                if word in wanted:
                    found[word].append(f"{path.name}:{number}")
    return {statement: tuple(at) for statement, at in found.items()}


def _role(identifier: str) -> str:
    """The letter of a statement's id: s or x."""
    return identifier.rpartition("-")[2][:1]
