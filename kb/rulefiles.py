"""The files of a rulebook: what its ontology, its vocabulary and its encodings say, checked, and what is wrong with them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.collecting import uncollected
from kb.reason.cycles import LoopFinder
from kb.rulebook import Contents, HeldApart, Rulebook, build_rulebook, statement_order
from kb.rulelang import tree
from kb.rulelang.declarations import Line, declare, is_declaration
from kb.rulelang.entries import Entries, EntryReader, is_header
from kb.rulelang.once import used_once
from kb.rulelang.render import article
from kb.rulelang.shared import shared_sentences
from kb.rulelang.stamp import outlined_hashes, unknown_statements
from kb.rulelang.vocabulary import Template, Vocabulary, VocabularyError
from kb.rulelang.words import with_article
from ontology.owl import WARGAME, Ontology, load_ontology


def load_rulebook(rulebook: str, folder: Path) -> Rulebook:
    """A rulebook ready to answer. Raises `HexlawError` with everything that is wrong in its files."""
    loaded, found = read_rulebook(rulebook, folder)
    errors = [diagnostic for diagnostic in found if diagnostic.severity == "error"]
    if errors:
        raise HexlawError(*errors)
    return loaded


def read_rulebook(rulebook: str, folder: Path) -> tuple[Rulebook, list[Diagnostic]]:
    """Read a rulebook from its files and build it.

    The diagnostics are all that is wrong, errors included; a rulebook with errors must not answer (see `load_rulebook`).
    """
    with uncollected():
        return _read(rulebook, folder)


def _read(rulebook: str, folder: Path) -> tuple[Rulebook, list[Diagnostic]]:
    contents, found = read_contents(folder)
    loaded, problems = build_rulebook(rulebook, contents)
    finder = LoopFinder()
    problems = [*found, *problems, *finder.loops(loaded.program)]
    for reading in (each for group in loaded.readings for each in group if not each.default and each.id):
        variant, more = build_rulebook(rulebook, contents, reading.id)
        loaded.take(variant)
        # That a rule aims at one which only another reading has is no mistake.
        own = [
            each for each in (*more, *finder.loops(variant.program)) if each.code not in _OF_ANOTHER_READING
        ]
        problems.extend(each for each in own if each not in problems)
    return loaded, problems


_OF_ANOTHER_READING = frozenset({"no-target", "idle-instead", "idle-widening"})


def read_contents(folder: Path) -> tuple[Contents, list[Diagnostic]]:
    """Read a rulebook's files: the ontology, then every vocabulary, then every encoding. The diagnostics are what is wrong."""
    found: list[Diagnostic] = []
    owl = folder / "ontology.ttl"
    paths = [WARGAME, *([owl] if owl.exists() else [])]
    ontology = load_ontology(paths)
    vocabulary = Vocabulary()
    found.extend(_classes(vocabulary, ontology, owl))
    files = sorted(folder.glob("*.rules"), key=lambda path: (path.name != "vocabulary.rules", path.name))
    digest = hashlib.sha256()
    for path in (*paths, *files):
        digest.update(path.read_bytes())
    texts = [(path.name, path.read_text(encoding="utf-8").splitlines()) for path in files]
    blocks: list[tuple[str, list[Line]]] = []
    for name, lines in texts:
        parts, problems = _blocks(name, lines)
        blocks.extend(parts)
        found.extend(problems)
    declared: dict[str, Place] = {}
    for name, block in blocks:
        if is_declaration(block[0].text):
            for line in _joined(block):
                before = len(vocabulary.templates)
                found.extend(declare(vocabulary, line, name))
                for template in islice(reversed(vocabulary.templates), len(vocabulary.templates) - before):
                    declared[template] = Place(name, line.number, 1)
    entries = Entries()
    reader = EntryReader(vocabulary, entries)
    try:
        for one, other, sentence in shared_sentences(vocabulary):
            found.append(
                Diagnostic(
                    "shared-sentence",
                    "error",
                    f"'{sentence}' could be '{one.id}' or '{other.id}'",
                    declared.get(other.id, Place("vocabulary.rules")),
                    "word one of them differently: what a sentence means is never guessed from the kinds of its things",
                )
            )
    except VocabularyError as error:
        found.append(Diagnostic("vocabulary-entry", "error", str(error), Place("vocabulary.rules")))
        blocks = []
    for name, block in blocks:
        if not is_declaration(block[0].text):
            reader.read(block, name)
    found.extend(entries.diagnostics)
    found.extend(used_once(vocabulary, entries.items))
    found.extend(unknown_statements(entries.places, outlined_hashes(folder)))
    axioms, apart, problems = _axioms(vocabulary, ontology, owl.name)
    found.extend(problems)
    statements = list(dict.fromkeys((*(s for a in axioms for s in a.statements), *entries.statements)))
    statements.sort(key=statement_order)
    contents = Contents(
        vocabulary,
        tuple(entries.items),
        tuple(axioms),
        apart,
        tuple(statements),
        entries.statements,
        digest.hexdigest()[:16],
    )
    return contents, found


# -- files --------------------------------------------------------------------------------------------------------


def _blocks(file: str, lines: Sequence[str]) -> tuple[list[tuple[str, list[Line]]], list[Diagnostic]]:
    """The entries and declarations of a file: each starts at the margin and goes on while lines are indented."""
    blocks: list[tuple[str, list[Line]]] = []
    found: list[Diagnostic] = []
    for number, text in enumerate(lines, 1):
        if not text.strip() or text.lstrip().startswith("-- ") or text.strip() == "--":
            continue
        if text[0] in " \t":
            if blocks:
                blocks[-1][1].append(Line(number, text))
            else:
                found.append(_stray(file, number, text))
            continue
        if text.strip() in ("vocabulary", "rules"):
            continue
        if is_declaration(text) or is_header(text):
            blocks.append((file, [Line(number, text)]))
        else:
            found.append(_stray(file, number, text))
    return blocks, found


def _stray(file: str, number: int, text: str) -> Diagnostic:
    return Diagnostic(
        "stray-line",
        "error",
        f"'{text.strip()}' is neither a declaration nor an entry",
        Place(file, number, 1),
        "start an entry with its statement and a colon, as in 'G13.4-s1: …', and indent what belongs to it",
    )


def _joined(block: Sequence[Line]) -> list[Line]:
    return [Line(block[0].number, " ".join(line.text.strip() for line in block))]


# -- the ontology -------------------------------------------------------------------------------------------------


def _classes(vocabulary: Vocabulary, ontology: Ontology, owl: Path) -> Iterable[Diagnostic]:
    labels = {c.iri: c.label for c in ontology.classes}
    direct: dict[str, set[str]] = {}
    for axiom in ontology.axioms:
        if axiom.kind == "subclass":
            direct.setdefault(labels[axiom.subject], set()).update(labels[o] for o in axiom.objects)
        elif axiom.kind == "union":
            for part in axiom.objects:
                direct.setdefault(labels[part], set()).add(labels[axiom.subject])
        else:
            members = [labels[axiom.subject], *(labels[o] for o in axiom.objects)]
            status = {c.label for c in ontology.classes if c.status}
            for one in members:
                others = frozenset(m for m in members if m != one and m not in status)
                if one not in status:
                    vocabulary.hold_apart(one, frozenset(others))
    for cls in ontology.classes:
        template = Template(cls.label, "kind", (), "open", (), plural=cls.plural, mass=cls.mass)
        try:
            vocabulary.add_class(template, _ancestors(cls.label, direct), cls.synonyms)
        except VocabularyError as error:
            yield Diagnostic("ontology-class", "error", str(error), Place(owl.name))


def _ancestors(label: str, direct: dict[str, set[str]]) -> frozenset[str]:
    seen: set[str] = set()
    queue = list(direct.get(label, ()))
    while queue:
        parent = queue.pop()
        if parent not in seen:
            seen.add(parent)
            queue.extend(direct.get(parent, ()))
    return frozenset(seen - {label})


def _axioms(
    vocabulary: Vocabulary, ontology: Ontology, file: str
) -> tuple[list[tree.Rule], dict[str, tuple[HeldApart, ...]], list[Diagnostic]]:
    """The axioms that act as rules: those of which one side is a status that rules confer."""
    labels = {c.iri: c.label for c in ontology.classes}
    statuses = {c.label for c in ontology.classes if c.status}
    rules: list[tree.Rule] = []
    apart: dict[str, tuple[HeldApart, ...]] = {}
    found: list[Diagnostic] = []
    for status in sorted(statuses):
        if vocabulary.templates[status].kind == "kind":
            found.append(
                Diagnostic(
                    "undeclared-status",
                    "error",
                    f"the ontology calls '{status}' a status, but the vocabulary does not declare it",
                    Place("vocabulary.rules"),
                    f"write 'noun else no: {status} (hex)' with the class that it is said of",
                )
            )
    for axiom in ontology.axioms:
        subject, objects = labels[axiom.subject], [labels[o] for o in axiom.objects]
        cite = (axiom.cite,) if axiom.cite else ()
        if axiom.kind == "disjoint":
            members = [subject, *objects]
            for one in members:
                for other in members:
                    if one != other and (one in statuses or other in statuses):
                        apart[one] = (*apart.get(one, ()), (other, cite))
        elif axiom.kind == "subclass" and objects[0] in statuses:
            rules.append(_axiom_rule(vocabulary, objects[0], [subject], True, cite, file))
        elif axiom.kind == "union" and subject in statuses:
            rules.append(_axiom_rule(vocabulary, subject, objects, True, cite, file))
            if axiom.negative:
                rules.append(_axiom_rule(vocabulary, subject, objects, False, cite, file))
    return rules, apart, found


def _axiom_rule(
    vocabulary: Vocabulary, head: str, parts: Sequence[str], positive: bool, cite: tuple[str, ...], file: str
) -> tree.Rule:
    kind = vocabulary.base_kind(vocabulary.templates[head])
    variable = tree.Var(0)
    holds = tuple(tree.Holds(tree.Atom(part, (variable,))) for part in parts)
    condition: tree.Condition = holds[0] if len(holds) == 1 else tree.AnyOf(holds)
    names = [article(vocabulary.templates[part]) for part in parts]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    whole = article(vocabulary.templates[head])
    one = with_article(kind)
    if positive:
        text = f"{one} is {whole} if the {kind} is {listed}"
    else:
        condition = tree.NoneOf((condition,))
        text = f"{one} is {whole} only if the {kind} is {listed}"
    label = cite[0] if cite else f"ontology: {text}"
    return tree.Rule(
        label,
        cite,
        tree.Conclude(tree.Atom(head, (variable,)), positive),
        condition,
        (tree.Variable(kind, "", kind),),
        1,
        (),
        text,
        file,
        0,
    )
