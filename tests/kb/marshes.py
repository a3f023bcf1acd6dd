"""Small documents of an invented game, cut by hand, for the tests of the graph."""

from __future__ import annotations

from ingest.diagnostics import Diagnostic, Place
from ingest.nodes import (
    Document,
    Example,
    ExceptionClause,
    ExceptionKind,
    Part,
    Reference,
    ReferenceKind,
    RuleNode,
    Statement,
    text_hash,
)
from ingest.source import Source, Span

BOOK = "fen"

FEN_TEXT = """\
<h1>M1 Fens</h1>
<p><b>1.1 REEDS:</b> A reed hex hides <i>whoever</i> lies in it (1.2). [EXC: not a punt]</p>
<p><b>1.2 MUD:</b> Mud slows a cart. It stops a gun (1.21-.23, W4.1).</p>
<p>1.21 A cart pays 2. 1.22 A gun pays 3. 1.23 A punt pays 1. EX: A cart in mud pays 2 (1.21).</p>
<p><b>1.3 FROST:</b> See Rule ??? and <a href="#1.2">1.2</a>.</p>
"""


class Cut:
    """Cuts a text into records by the words they hold."""

    def __init__(self, name: str, text: str) -> None:
        self.source = Source.of(name, text)
        self.nodes: list[RuleNode] = []
        self.statements: list[Statement] = []
        self.exceptions: list[ExceptionClause] = []
        self.examples: list[Example] = []
        self.references: list[Reference] = []

    def span(self, words: str) -> Span:
        start = self.source.text.index(words)
        return Span(start, start + len(words))

    def rule(self, identifier: str, number: str, title: str, parent: str | None, words: str) -> None:
        anchor = number or None
        self.nodes.append(
            RuleNode(identifier, number, title, parent, len(self.nodes), self.span(words), anchor)
        )

    def statement(self, identifier: str, words: str, text: str | None = None) -> None:
        text = text or words
        rule = identifier.rsplit("-", 1)[0]
        self.statements.append(Statement(identifier, rule, text, text_hash(text), self.span(words)))

    def exception(
        self, identifier: str, words: str, qualifies: str | None, kind: ExceptionKind = "bracket"
    ) -> None:
        rule = identifier.rsplit("-", 1)[0]
        self.exceptions.append(
            ExceptionClause(identifier, rule, kind, words, text_hash(words), qualifies, self.span(words))
        )

    def example(self, identifier: str, words: str) -> None:
        rule = identifier.rsplit("-", 1)[0]
        self.examples.append(Example(identifier, rule, words, text_hash(words), self.span(words)))

    def reference(
        self,
        identifier: str,
        words: str,
        within: str,
        *targets: str,
        kind: ReferenceKind = "plain",
        part: Part = "statement",
        ends: tuple[str, str] | None = None,
        href: str | None = None,
    ) -> None:
        rule = identifier.rsplit("-", 1)[0]
        first, last = ends or (None, None)
        self.references.append(
            Reference(
                identifier, rule, within, part, words, kind, href, targets, first, last, self.span(words)
            )
        )

    def document(self, identifier: str, title: str, findings: tuple[Diagnostic, ...] = ()) -> Document:
        return Document(
            BOOK,
            identifier,
            title,
            self.source,
            tuple(self.nodes),
            tuple(self.statements),
            tuple(self.exceptions),
            tuple(self.examples),
            tuple(self.references),
            findings,
        )


def fens(text: str = FEN_TEXT, name: str = "fens.html") -> Document:
    """Seven rules: a bracket that qualifies a statement, a range, an external target, and one that leads nowhere."""
    cut = Cut(name, text)
    cut.rule("M1", "1", "Fens", None, "M1 Fens")
    cut.rule("M1.1", "1.1", "REEDS", "M1", "1.1 REEDS:")
    cut.rule("M1.2", "1.2", "MUD", "M1", "1.2 MUD:")
    cut.rule("M1.21", "1.21", "", "M1.2", "1.21 A cart")
    cut.rule("M1.22", "1.22", "", "M1.2", "1.22 A gun")
    cut.rule("M1.23", "1.23", "", "M1.2", "1.23 A punt")
    cut.rule("M1.3", "1.3", "FROST", "M1", "1.3 FROST:")
    cut.statement(
        "M1.1-s1",
        "A reed hex hides <i>whoever</i> lies in it (1.2).",
        "A reed hex  hides whoever lies in it (1.2).",
    )
    cut.statement("M1.2-s1", "Mud slows a cart.")
    cut.statement("M1.2-s2", "It stops a gun (1.21-.23, W4.1).")
    cut.statement("M1.21-s1", "A cart pays 2.")
    cut.statement("M1.22-s1", "A gun pays 3.")
    cut.statement("M1.23-s1", "A punt pays 1.")
    cut.statement("M1.3-s1", 'See Rule ??? and <a href="#1.2">1.2</a>.', "See Rule ??? and 1.2.")
    cut.exception("M1.1-x1", "[EXC: not a punt]", "M1.1-s1")
    cut.example("M1.23-e1", "EX: A cart in mud pays 2 (1.21).")
    cut.reference("M1.1-r1", "1.2", "M1.1-s1", "M1.2")
    cut.reference(
        "M1.2-r1", "1.21-.23", "M1.2-s2", "M1.21", "M1.22", "M1.23", kind="range", ends=("M1.21", "M1.23")
    )
    cut.reference("M1.2-r2", "W4.1", "M1.2-s2", "W4.1")
    cut.reference("M1.23-r1", "1.21", "M1.23-e1", "M1.21", part="example")
    cut.reference("M1.3-r1", "Rule ???", "M1.3-s1", kind="placeholder")
    cut.reference("M1.3-r2", "1.2", "M1.3-s1", "M1.2", kind="link", href="#1.2")
    finding = Diagnostic("reference-placeholder", "warning", "leads nowhere", Place(name, 5, 1))
    return cut.document("M1", "Fens", (finding,))


WEIR_TEXT = """\
W4 Weirs
4.1 A weir turns a punt (M1.23).
4.2 A sluice is a weir (4.1 and Z9.5-Z10.1).
"""


def weirs() -> Document:
    """Three rules of a second document, which the first one cites."""
    cut = Cut("weirs.txt", WEIR_TEXT)
    cut.rule("W4", "4", "Weirs", None, "W4 Weirs")
    cut.rule("W4.1", "4.1", "", "W4", "4.1 A weir")
    cut.rule("W4.2", "4.2", "", "W4", "4.2 A sluice")
    cut.statement("W4.1-s1", "A weir turns a punt (M1.23).")
    cut.statement("W4.2-s1", "A sluice is a weir (4.1 and Z9.5-Z10.1).")
    cut.reference("W4.1-r1", "M1.23", "W4.1-s1", "M1.23")
    cut.reference("W4.2-r1", "4.1", "W4.2-s1", "W4.1")
    cut.reference("W4.2-r2", "Z9.5-Z10.1", "W4.2-s1", "Z9.5", "Z10.1", kind="range", ends=("Z9.5", "Z10.1"))
    return cut.document("W4", "Weirs")


def many(rules: int, identifier: str = "B7") -> Document:
    """A document of as many rules, each with one statement and one reference to the rule before it."""
    lines = [f"{number} Bog {number} is deeper than {number - 1}." for number in range(1, rules + 1)]
    cut = Cut("bogs.txt", "\n".join(lines))
    for number, line in enumerate(lines, 1):
        rule = f"{identifier}.{number}"
        cut.rule(rule, str(number), "", None, line)
        cut.statement(f"{rule}-s1", line)
        cut.reference(f"{rule}-r1", str(number - 1), f"{rule}-s1", f"{identifier}.{number - 1}")
    return cut.document(identifier, "Bogs")
