"""The words of English that mean the same on every play aid: what joins, limits, negates, and what says nothing.

Everything that a game means by a word stands in the mapping of an aid, which is data.
"""

from __future__ import annotations

import re

_SPELLINGS = (
    (re.compile(r"\bw/\s?in\b", re.IGNORECASE), "within"),
    (re.compile(r"\bw/o\b", re.IGNORECASE), "without"),
    (re.compile(r"\bw/(?=\s?\w)", re.IGNORECASE), "with "),
    (re.compile(r"\b(vs|v|adj|incl)\.", re.IGNORECASE), r"\1"),
    (re.compile(r"\be\.g\.|\bi\.e\.", re.IGNORECASE), " "),
    (re.compile(r"\bn\.?/?a\.?(?![\w.])", re.IGNORECASE), "NA"),
    (re.compile(r"(?<=\w)n['’]t\b", re.IGNORECASE), " not"),
    (re.compile(r"\(un\)\s?-?", re.IGNORECASE), ""),
    (re.compile(r"\b(un)-(?=[a-z])", re.IGNORECASE), r"\1"),
    (re.compile(r"&|＋"), " and "),
    (re.compile(r"(?<![\w-])(?:a|an|the)\s+(?=[\w⅝])", re.IGNORECASE), ""),
    (re.compile(r"(?<=\d)\s?[−–‑‐-]\s?(?=\d)"), " to "),
    (re.compile(r"[−–‑‐](?=\d)"), "-"),
    (re.compile(r"[‑‐–—]"), "-"),
    (re.compile(r"≥\s*"), " at least "),
    (re.compile(r"≤\s*"), " at most "),
    (re.compile(r"×\s*(?=\d)"), " times "),
)
_BRITISH = {
    "armour": "armor",
    "armoured": "armored",
    "colour": "color",
    "harbour": "harbor",
    "manoeuvre": "maneuver",
    "grey": "gray",
    "centre": "center",
    "metre": "meter",
    "defence": "defense",
    "waggon": "wagon",
    "programme": "program",
    "towards": "toward",
    "afterwards": "afterward",
}
# What each phrase does, by its kind; the phrases are compared as the mapping's are, number and spelling apart.
OPERATORS = {
    "neg": "no; none; never; neither; nor; NA; not allowed; not permitted; cannot; can not; may not; must not; "
    "prohibited; forbidden; barred; banned; not possible; impossible; disallowed; under no circumstances; nothing; "
    "denied; unable to; not able to; have no; has no; ineligible",
    "not": "not; is not; are not; do not; does not; need not; needs not; non",
    "only": "only; solely; exclusively; none but; no one but; nobody but; nothing but; alone; just",
    "except": "EXC; except; except that; excepting; excluding; exception; exceptions; other than; apart from; "
    "excepted; excluded; save; save for; bar; but not; but no; aside from; with the exception of; not counting; except for",
    "unless": "unless; if not; except if; except when; except where; other than when; other than if",
    "without": "without; outside; outside of; if no; where no; with no; lacking; not in; when not in",
    "or": "or; and; as well as; and also; plus also; and/or; or else; nor",
    "but": "but; yet; although; though",
    "less": "less; fewer; lower; cheaper; reduced by; minus",
    "more": "more; additional; further; higher; dearer; increased by",
    "twice": "double; doubled; twice; x2; times 2; doubles; two times; 2 times; twofold; twice as much",
    "half": "half; halved; halves; x1/2; halve",
    "see": "see; see also; refer to; consult; cf",
    "fill": "a; an; the; this; that; these; those; of; to; in; into; on; onto; at; by; for; from; with; be; is; are; "
    "was; were; being; been; it; its; their; them; they; any; all; each; every; may; can; will; would; do; does; did; "
    "if; when; whenever; while; during; where; wherever; which; who; whose; as; such; also; however; always; ever; "
    "considered; counted; treated; deemed; regarded; counts; thus; then; there; here; both; either; able; allowed; "
    "permitted; made; make; makes; has; have; had; having; so; still; note; now; too; even; e; i; per; "
    "whatever; kind; type; types; kinds; be able; provided; long; case; cases; said; possible; normally; itself; "
    "themselves; whether; otherwise; same; own; become; becomes; act; time; times; receive; receives; get; gets; "
    "using; uses; used; use; up; undergo; undergoes; take; takes; taken; incur; incurs; show; shows; shown; in order; order; "
    "there is; there are; it is; make it; "
    "give; gives; given; giving; offer; offers; provide; provides; grants; grant; let; lets; "
    "allow; allows; permit; permits; find; finds; come; comes; go; goes; amount; equal; equals; against; vs; versus; v; "
    "across; along",
}


def respelled(text: str) -> str:
    """The text with abbreviations of English written out and its signs as plain ones."""
    for pattern, instead in _SPELLINGS:
        text = pattern.sub(instead, text)
    return text


def stem(word: str) -> str:
    """A word without its plural and possessive, in small letters and American spelling."""
    word = word.lower().replace("’", "'")
    word = word.removesuffix("'s").rstrip("'")
    word = _american(word)
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return _american(word[:-1])
    return word


def _american(word: str) -> str:
    """A word in American spelling, with "un" before it or without."""
    plain = word.removeprefix("un")
    return word.removesuffix(plain) + _BRITISH.get(plain, plain)
