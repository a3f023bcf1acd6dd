"""What goes over the wire, as models for the OpenAPI document: requests, answers, rules, problems.

The models describe and are not used to build or to check what is sent: the engine checks requests itself, with better
messages, and its answers leave as they are. Tests hold the answers against these models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Verdict = Literal[
    "yes",
    "no",
    "value",
    "set",
    "split",
    "undetermined",
    "conflict",
    "not encoded",
    "ill-founded",
    "not understood",
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TemplateFact(_Model):
    """A fact as a template of the vocabulary and what fills its slots."""

    template: str = Field(description="the id of what is said; GET /vocabulary/{rulebook} lists them")
    args: list[str] = Field(default=[], description="names of things, as in sentences: T1, hex 1079")
    value: str | int | None = Field(default=None, description="the value of a figure")
    holds: bool = Field(default=True, description="false where it is told not to be so")


class AskRequest(_Model):
    """A question about some facts."""

    rulebook: str = Field(description="the id of the rulebook; GET /health lists them")
    facts: list[str | TemplateFact] = Field(default=[], description="sentences of the rulebook's vocabulary")
    question: str
    map: None = Field(default=None, description="a map; none is understood yet")
    flips: bool = Field(
        default=True,
        description="whether to look for what would flip the answer, which takes longer than the answer",
    )


class ExceptionLookedAt(BaseModel):
    """An exception that was looked at on the way, and whether it applies."""

    model_config = ConfigDict(extra="allow")
    rule: str
    statement: str
    applies: Literal["yes", "no", "unknown"]
    because: list[str] = []


class Step(BaseModel):
    """One step of a derivation; `because` and the exceptions name further steps."""

    model_config = ConfigDict(extra="allow")
    sentence: str
    verdict: str
    rule: str | None = None
    statement: str | None = None
    quote: str | None = None
    because: list[str] = []
    exceptions: list[ExceptionLookedAt] = []
    assumes: list[Any] = []


class Derivation(_Model):
    """The steps by id, and which of them is the answer's own."""

    root: str | None = None
    steps: dict[str, Step]


class Answer(BaseModel):
    """An answer; what does not apply is left out."""

    model_config = ConfigDict(extra="forbid")
    answer: Verdict
    value: Any = None
    unit: str | None = None
    set: list[Any] | None = None
    members: list[dict[str, Any]] = Field(
        default=[], description="of a question for several things: each with its own answer"
    )
    whatever: list[str] = Field(default=[], description="what is not told and makes no difference")
    text: str
    cites: list[str] = []
    derivation: Derivation | None = None
    split: list[dict[str, Any]] = []
    deciding: list[dict[str, Any]] = []
    complete: bool | None = None
    flips: list[Any] = []
    odds: list[dict[str, Any]] = []
    near_misses: list[Any] = []
    options: dict[str, Any] | None = None
    purposes: list[dict[str, Any]] = []
    causes: list[dict[str, Any]] = []
    assumed_absent: list[dict[str, Any]] = []
    readings: list[dict[str, Any]] = []
    flags: list[dict[str, Any]] = []
    not_understood: list[dict[str, Any]] = []
    receipt: dict[str, Any] = {}


class ProblemError(_Model):
    """One thing that is wrong with a request."""

    code: str | None = None
    pointer: str | None = Field(default=None, description="a JSON pointer into the request's body")
    parameter: str | None = Field(default=None, description="the parameter of the address")
    detail: str
    hint: str | None = None


class ProblemDocument(_Model):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[ProblemError] = []
    nearest: list[str] = Field(default=[], description="for a rule that does not exist: the nearest numbers")


class RuleLink(_Model):
    """A rule by id, with our label and the original's title where they are known; external: in no document here."""

    id: str
    label: str | None
    title: str | None
    external: bool


class RuleEdition(_Model):
    """The edition of the rule's document; its origin is `original` or `outline`."""

    document: str
    title: str
    sha256: str
    origin: Literal["original", "outline"]
    source: str | None
    run: str


class RuleSegment(_Model):
    """A statement, exception or example; without text where only its outline is known."""

    id: str
    hash: str
    text: str | None
    line: int | None
    kind: str | None
    qualifies: str | None


class RuleReference(_Model):
    """A reference as printed in the rule; with first and last it is a range."""

    id: str
    text: str
    kind: str
    within: str
    part: str
    href: str | None
    targets: list[RuleLink]
    first: str | None
    last: str | None


class RuleCitation(_Model):
    """A reference elsewhere that leads here, perhaps through a range."""

    id: str
    rule: RuleLink
    text: str
    kind: str
    within: str
    part: str
    through_range: bool
    first: str | None
    last: str | None


class Encoding(_Model):
    """What statements mean, in controlled English."""

    statements: str
    text: str


class Yielding(_Model):
    """An encoding of other rules that stands against one of this rule, or yields to it."""

    rules: list[str]
    statements: str
    of: str = Field(description="the statements of this rule whose encoding it is about")
    how: Literal["instead of", "does not apply", "stands above"]
    kind: Literal["withdraws", "restores", "denies", "replaces", "not cumulative", "outranks"]
    by: str | None = Field(description="of an order: the statement that ranks the two, or convention")
    text: str = Field(description="the sentence that stands against the other")
    of_text: str = Field(description="the sentence that yields")


class RuleReading(_Model):
    """One way to read a disputed or misprinted statement; without further word the default one is taken."""

    of: str
    reading: str
    default: bool
    erratum: bool
    printed: str | None
    because: str | None
    by: str | None
    on: str | None
    encodings: list[Encoding] = Field(description="what is encoded under this reading alone")


class RuleTerm(_Model):
    """A term that the rule defines; explicit: the text says that it is defined."""

    id: str
    term: str
    kind: str
    explicit: bool
    within: str
    expansion: str | None


class RuleTermUse(_Model):
    """A defined term that the rule uses, and the definitions that may be meant."""

    term: str
    text: str
    within: str
    definitions: list[str]


class RuleFootnote(_Model):
    """A footnote's mark."""

    id: str
    within: str
    text: str | None
    href: str | None
    targets: list[str]


class RuleTable(_Model):
    """A table; without columns and rows where only its outline is known."""

    id: str
    title: str | None
    columns: list[str] | None
    rows: list[list[str]] | None
    row_ids: list[str]


class RuleImage(_Model):
    """An image."""

    id: str
    alt: str | None
    src: str | None


class RuleClaim(_Model):
    """What a cell of a play aid says."""

    id: str
    kind: str
    column: str | None
    text: str | None


class RuleFinding(_Model):
    """What is wrong in the text of the rule, as `hexlaw lint` tells it."""

    code: str
    severity: str
    message: str
    evidence: str | None
    right: str | None
    line: int | None


class RuleCoverage(_Model):
    """What has become of a statement or exception clause: encoded, a definition, open, …"""

    id: str
    status: str
    why: str | None


class RuleDocument(_Model):
    """A rule: what stands in it, what it points to, who cites it, what it means."""

    rulebook: str
    id: str
    iri: str
    number: str | None
    label: str | None
    title: str | None
    external: bool
    order: int | None
    parent: RuleLink | None
    children: list[RuleLink]
    edition: RuleEdition | None
    statements: list[RuleSegment]
    exceptions: list[RuleSegment]
    examples: list[RuleSegment]
    references: list[RuleReference]
    cited_by: list[RuleCitation]
    path: str
    kind: str | None
    text: str | None = Field(description="its own words, from the user's edition alone")
    previous: str | None
    next: str | None
    terms: list[RuleTerm]
    uses: list[RuleTermUse]
    footnotes: list[RuleFootnote]
    tables: list[RuleTable]
    images: list[RuleImage]
    claims: list[RuleClaim]
    findings: list[RuleFinding]
    encodings: list[Encoding]
    readings: list[RuleReading]
    stale: list[str] = Field(description="statements whose encoding was written against another text")
    yields_to: list[Yielding]
    overrides: list[Yielding]
    coverage: list[RuleCoverage]


class RuleEntry(_Model):
    """A rule in the list of its rulebook."""

    id: str
    label: str | None
    title: str | None
    parent: str | None
    document: str


class RuleList(_Model):
    """The rules of a rulebook in document order."""

    rulebook: str
    rules: list[RuleEntry]


class Health(_Model):
    """The state of the service; generation is null before any ingest."""

    status: Literal["ok"]
    version: str
    generation: str | None
    rulebooks: list[str]


class CiteRequest(_Model):
    """A text in which rules may be cited."""

    rulebook: str = Field(description="the id of the rulebook; GET /health lists them")
    text: str
    document: str | None = Field(
        default=None, description="the document that a bare number belongs to; any of them unless it is named"
    )


class CiteTarget(_Model):
    """A rule that is cited; external: in no document here."""

    id: str
    label: str | None
    external: bool
    path: str | None


class Citation(_Model):
    """A citation at `[start, end)` characters of the text; with first and last it is a range."""

    start: int
    end: int
    text: str
    kind: str
    targets: list[CiteTarget]
    part: str | None = Field(description="the statement, exception clause or example that is named by its id")
    first: str | None
    last: str | None
    unknown: list[str] = Field(
        description="numbers that no rule has, where all rules of their section are known"
    )
    nearest: list[str]
    ambiguous: bool = Field(description="several chapters have a rule of this number; all are targets")


class CiteAnswer(_Model):
    """The citations of a text in order."""

    rulebook: str
    citations: list[Citation]
    unknown: list[str]


PlayAidVerdict = Literal["supported", "partly", "contradicted", "external", "unread", "not covered"]


class PlayAidRequest(_Model):
    """A play aid to check."""

    text: str = Field(description="tables in tab-separated lines, or a page of HTML with tables")
    rulebook: str | None = Field(
        default=None, description="whose aid it is; recognised by its first line unless it is named"
    )
    accepted: list[str] | None = Field(
        default=None,
        description="fingerprints of findings that are not new; where it is given, notes count as new, too",
    )


class PlayAidAnswer(_Model):
    """What the rules answer in the situation that shows a claim right or wrong."""

    answer: str
    value: int | str | None = None
    unit: str | None = None
    text: str
    cites: list[str] = []
    derivation: Derivation | None = None


class PlayAidException(_Model):
    """An exception of a rule that the claim rests on, and that its cell does not cite."""

    rule: str
    statement: str
    says: str


class PlayAidClaim(_Model):
    """A claim of a cell, its verdict, and the question that it came to."""

    id: str
    row: str
    row_title: str
    column: str
    text: str
    verdict: PlayAidVerdict
    why: str
    rules: list[str]
    facts: list[str]
    question: str | None
    answer: PlayAidAnswer | None
    left_out: list[PlayAidException]
    findings: list[str] = Field(description="the fingerprints of what is wrong with it")


class PlayAidSituation(_Model):
    """A situation in which the rules answer otherwise than a claim; differs: what in it is not as usual."""

    facts: list[str]
    differs: list[str]
    question: str
    answer: str
    text: str
    rules: list[str]


class PlayAidFinding(_Model):
    """Something wrong with a claim; its fingerprint stays the same when the claim moves or is said in other words."""

    fingerprint: str
    code: Literal["contradicted", "incomplete", "unread", "citation", "external", "misprint", "missing-row"]
    severity: Literal["error", "warning", "note"]
    row: str
    row_title: str
    column: str
    claim: str
    printed: str
    message: str
    should: str
    rules: list[str]
    statements: list[str]
    situations: list[PlayAidSituation]


class PlayAidReport(_Model):
    """A play aid held against the rules that it summarises."""

    rulebook: str
    document: str
    title: str
    covers: str
    counts: dict[str, int] = Field(description="how many claims have which verdict")
    claims: list[PlayAidClaim]
    findings: list[PlayAidFinding]
    new: list[str] = Field(description="the fingerprints of the findings that are not accepted")
    not_covered: list[str]
    missing: list[str]


class Highlights(_Model):
    """Where the words of the query stand, each `[start, end)` in characters."""

    title: list[tuple[int, int]]
    text: list[tuple[int, int]]


class SearchResult(_Model):
    """Something that was found; `path` is that of its rule."""

    kind: Literal["rule", "term", "encoding", "vocabulary"]
    rulebook: str
    document: str | None
    id: str
    rule: str | None
    path: str | None
    title: str
    text: str = Field(description="a part of the text; rules have one in the user's own edition alone")
    highlights: Highlights
    score: float


class SearchAnswer(_Model):
    """What fits a query, the best first; total is how many there are. meant is the query in words that stand somewhere, where
    some of its words do not and near ones do.
    """

    query: str
    total: int
    offset: int
    limit: int
    results: list[SearchResult]
    meant: str | None = None


class Wording(BaseModel):
    """One thing that can be said, in all its wordings, and what silence about it means; further fields may come."""

    model_config = ConfigDict(extra="allow")
    id: str
    kind: str
    sentences: list[str]
    values: list[str] = []
    unit: str | None = None
    silence: str
    statement: str | None = None


class VocabularyAnswer(_Model):
    """What can be said about a rulebook's world."""

    rulebook: str
    wordings: list[Wording]


class CompletionAnswer(_Model):
    """Sentences for what somebody has begun to type, the likeliest first."""

    rulebook: str
    complete: str
    sentences: list[Completed]


class Completed(_Model):
    """A sentence that can be told or asked, the template that it says, and the statement that defines that."""

    sentence: str
    template: str
    statement: str | None


class RulebookEntry(_Model):
    """A rulebook: its documents, and whether the user's own copy of any is ingested."""

    id: str
    title: str
    documents: list[str]
    rules: int
    original: bool


class RulebookList(_Model):
    """The rulebooks there are."""

    rulebooks: list[RulebookEntry]


class CoveredStatement(_Model):
    """What has become of a statement or exception clause, and where its entry says so; what does not apply is left out."""

    id: str
    rule: str
    document: str
    status: str
    file: str | None = None
    line: int | None = None
    why: str | None = None


class CoverageShare(_Model):
    """How many statements are not encodable, whole and in part, and how many in a hundred may be."""

    statements: int
    in_part: int
    of: int
    percent: float
    bar: int


class CoverageAnswer(_Model):
    """What has become of each statement of a rulebook; counts by document and status."""

    rulebook: str
    statements: list[CoveredStatement]
    counts: dict[str, dict[str, int]]
    not_encodable: CoverageShare
    complete: list[str]
    unfinished: list[str]


class Found(RuleFinding):
    """A finding, and in which rule of which document it is."""

    rule: str | None
    document: str


class FindingsAnswer(_Model):
    """What is wrong in the texts of a rulebook; the texts of an outline are not looked at."""

    rulebook: str
    counts: dict[str, int] = Field(description="how many findings each code has")
    findings: list[Found]


class BatchRequest(_Model):
    """Several questions, each with its own facts."""

    questions: list[AskRequest]


class BatchProblem(_Model):
    """In the place of an answer: why the question cannot be asked, with pointers into the batch."""

    problem: ProblemDocument


class BatchAnswer(_Model):
    """The answers in the order of the questions."""

    answers: list[Answer | BatchProblem]


class WhyNotRequest(AskRequest):
    """A question, and the answer that was expected."""

    wanted: str | None = Field(
        default=None,
        description="yes, no, or a value; unless given the other one of yes and no, or whatever decides",
    )


class ObstacleRule(_Model):
    """A rule that stands against another."""

    rule: str | None
    statement: str | None
    says: str | None


class Obstacle(_Model):
    """A rule or an exception that does not lead to the answer wanted; `unmet` is what it would need."""

    rule: str | None
    statement: str | None
    says: str | None
    why: str
    unmet: list[str]
    against: list[ObstacleRule] = Field(description="the exceptions that stand against it")
    because: list[str] = Field(description="steps of the derivation")


class WhyNotAnswer(_Model):
    """Why the answer is not the one wanted; reached: it is."""

    answer: Verdict
    wanted: str | None
    reached: bool
    text: str
    obstacles: list[Obstacle]
    changes: list[dict[str, Any]] = Field(description="the smallest changes of facts that lead there")
    deciding: list[dict[str, Any]] = Field(description="missing facts that lead there")
    value: Any = None
    unit: str | None = None
    set: list[Any] | None = None
    cites: list[str] = []
    derivation: Derivation | None = None
    not_understood: list[dict[str, Any]] = []
    receipt: dict[str, Any] = {}
