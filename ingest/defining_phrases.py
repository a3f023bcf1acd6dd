"""The phrases by which English defines a term: pieces first, then their combinations, each with the form that it reads.

TERM is what is found; the groups of a pattern that have no other meaning are terms too. A term is what stands in
quotation marks, else up to seven words that end where a clause does. `ingest.defining` reads them.
"""

from __future__ import annotations

import re

OPEN, CLOSE = '[“‘"]', '[”’"]'
QUOTED = rf"{OPEN}(?=[^\W_])[^“”\"()]{{1,50}}?{CLOSE}(?!\w)"
WORD = r"[^\s,;:.()\[\]“”\"—=]+(?:\.\d+)?"
ARTICLE = r"(?:(?:an?|the|any|each|all|every|another|either(?:\s+an?)?|such|as)\s+)*"
STOPS = (
    "if|when|whenever|unless|until|for|as|by|in|with|within|that|which|who|whose|depending|regardless|while|but|so|"
    "where|at|on|from|instead|because|since|during|after|before|only|until|once|even|rather|except|is|are|was|were|"
    "may|must|can|cannot|will|would|has|have|does|do|than|under|upon|through|throughout|except|hereafter|henceforth|"
    "respectively|collectively|here|herein|plus|whether|and/or|not"
)
END = (
    rf"(?=\s+(?:{STOPS})\b|\s*[,;:()\[\]—]|\s*\.(?!\w)|\s*[!?]|\s+to\s+(?:an?|the|each|any|all|every|be|\W|(?-i:[A-Z]))"
    r"|\s+(?:and|or|nor)\b|\s*\Z)"
)
SHORT = rf"(?:{QUOTED}|{WORD}(?:\s+{WORD}){{0,4}}?)"
PHRASE = rf"(?:{QUOTED}|{WORD}(?:\s+{WORD}){{0,6}}?{END})"
NAME = rf"(?:{QUOTED}|[A-Z][\w-]*(?:\s[A-Z][\w-]*){{0,3}})"
#: What a defining verb is followed by: TERM, or TERM or TERM, or TERM and the TERM.
TERMS = (
    rf"{ARTICLE}(?P<term>{PHRASE})"
    rf"(?:,?\s+or\s+{ARTICLE}(?P<other>{PHRASE})|\s+\(or\s+{ARTICLE}(?P<bracketed>{PHRASE})"
    rf"|\s+and\s+(?:an?\s+|the\s+)?(?P<further>{QUOTED}|[A-Z][\w-]*(?:\s[\w-]+){{0,3}})(?=[.,;]|\Z|\s+respectively))?"
)
BE = r"(?:is|are|be|being|been|was|were)"
ADVERBS = (
    r"(?:(?:also|then|thus|hence|only|always|often|sometimes|hereafter|henceforth|hereinafter|thereafter|still|simply|"
    r"just|so|now|here|together|both|each|all|[a-z]+ly)\s+)*"
)
CALLED = (
    r"(?:termed|dubbed|referred\s+to\s+(?:\w+ly\s+|together\s+|hereafter\s+|henceforth\s+|hereinafter\s+|here\s+)*as|"
    r"(?:well\s+|better\s+|also\s+)?known\s+(?:\w+ly\s+|together\s+|simply\s+)?as|called|styled|"
    r"designated(?:\s+as)?(?=\s+(?:the\s+|an?\s+)?[“\"A-Z])|said\s+to\s+be|"
    r"named(?=\s+(?:the\s+|an?\s+)?[“\"])|labell?ed(?:\s+as)?(?=\s+[“\"])|"
    r"described\s+as(?=\s+(?:the\s+|an?\s+)?[“\"]))"
)
# "is termed a TERM", "are collectively known as TERM", ", called a TERM,"
BEHIND = re.compile(
    rf"(?P<plural>\bare\s+)?(?<!not\s)(?<!never\s)(?<!so-)\b{ADVERBS}{CALLED}\s+{ADVERBS}{TERMS}"
)
# "is considered a TERM", "Considered TERM"; what is so described may be many things
STATUS = re.compile(
    rf"(?:\b(?P<plural>are)|\b{BE},?|(?P<opening>^|(?<=[.;:]\s)))\s*+{ADVERBS}(?:for\s[^,.;]{{1,40}},\s+)?"
    rf"(?P<verb>considered|deemed|regarded\s+as|classed\s+as|classified\s+as)\s+(?:to\s+be\s+|as\s+)?{ADVERBS}(?:the\s+equivalent\s+of\s+)?{TERMS}",
    re.IGNORECASE,
)
# "(hereafter TERM)", ", henceforth called the TERM,"
HENCEFORTH = re.compile(
    r"(?P<bracket>\()?(?:(?<=\()|(?<=,\s)|(?<=—)|(?<=–\s))\s*(?:or\s+)?"
    r"(?:hereafter|henceforth|hereinafter|hereunder|from\s+(?:here|now)\s+on|for\s+short|abbreviated(?:\s+(?:as|to))?|"
    r"in\s+short|short|abbr\.)\s*[:,]?\s+"
    rf"(?:{BE}\s+)?{ADVERBS}(?:{CALLED}\s+)?{ADVERBS}{TERMS}",
    re.IGNORECASE,
)
# "… (the “TERM”)", "(“TERM”)", "(or “TERM”)", ", or “TERM” for short"
BRACKETED = re.compile(
    rf"(?:(?<=\w)|(?<=\w[”’\"]))(?:,\s+or\s+(?P<or>{QUOTED})(?=[,.;])|"
    r"\s+\((?:or|the|an?|collectively|together|each|a\.k\.a\.|aka|i\.e\.,?)?(?:,?\s+(?:the|an?))?"
    rf"\s*(?P<term>{QUOTED})(?:\s+for\s+short)?\))"
)
FOR_SHORT = re.compile(
    rf",?\s*\(?\bor\s+(?:just\s+|simply\s+)?(?P<term>{QUOTED}|[\w-]+(?:\s[\w-]+)?)(?:,)?\s+for\s+short\b"
)
WE_CALL = re.compile(
    rf"\b(?:calls?|terms?|dubs?|name)\s+(?:this|these|it|them|such\s+(?:an?\s+)?[\w-]+(?:\s[\w-]+)?)\s+"
    rf"(?:(?:an?|the)\s+(?P<term>{PHRASE})|(?P<quoted>{QUOTED})|(?P<capital>[A-Z][\w-]*(?:\s[A-Z][\w-]*)*))"
)
# "By TERM is meant …", "We define TERM as …", "Define TERM as …"
MEANT = re.compile(
    rf"\bBy\s+(?:the\s+(?:term|word)\s+)?{ARTICLE}(?P<term>{SHORT})\s+(?:is|are|we|one)\s+mean[ts]?\b"
    r"|(?:^|\b[Ww]e\s+|\brules?\s+|\bgame\s+)[Dd]efines?\s+(?:the\s+(?:term|word)\s+)?"
    rf"{ARTICLE}(?P<other>{SHORT})\s+(?:as|to\s+be|to\s+mean)\b"
)
THE_TERM = (
    r"(?:(?:the|a|this)\s+)?(?:terms?|words?|phrases?|expressions?|names?|abbreviations?|acronyms?|letters|designations?|"
    r"results?|codes?)\s+(?:of\s+(?:an?\s+)?)?"
)
SUBJECT = rf"{ARTICLE}(?P<term>{QUOTED}(?:\s+(?P<noun>[\w-]+(?:\s[\w-]+)?))??|{WORD}(?:\s+{WORD}){{0,5}}?)"
DEFINES = (
    rf"(?:is|are|was|were|shall\s+be)\s+{ADVERBS}(?:defined|understood|taken|used|meant|interpreted)\s+{ADVERBS}"
    r"(?:as|to\s+(?:mean|be|include|refer\s+to|denote|describe)|by|here\s+as)\b"
    r"|(?:always\s+|here\s+|only\s+|shall\s+|will\s+|simply\s+|also\s+)*"
    r"(?:means?|denotes?|signif(?:y|ies)|designates?|stands?\s+for)\b"
    r"(?!\s+(?:that|it|they|you|he|there|no|nothing|of|to)\b)"
    rf"|{BE}\s+(?:an?\s+|the\s+)?(?:short|shorthand|abbreviation|acronym|terms?|names?|words?|collective\s+(?:term|name))\s+"
    r"(?:\w+\s+){0,2}?(?:for|of|to)\b"
)
# "A TERM is defined as …", "TERM means …", "The word TERM denotes …"
BEFORE = re.compile(
    r"(?:^|(?<=[.,;:]\s)|(?<=[—–]\s)|(?<=—))"
    r"(?:(?:and|while|but|whereas|however|thus|likewise|here|herein|in\s+these\s+rules|"
    rf"for\s+(?:rules|game|all|our)\s+purposes)\b,?\s+)?(?P<word>{THE_TERM})?{SUBJECT}\s*,?\s+(?:{DEFINES})",
    re.IGNORECASE,
)
# "the term TERM refers only to …": only of what is called a term, or stands in quotation marks
REFERS = re.compile(
    rf"(?:(?P<word>\b{THE_TERM}){ARTICLE}(?P<term>{SHORT})|(?:^|(?<=[.,;:]\s)){ARTICLE}(?P<other>{QUOTED}))\s+"
    r"(?:(?:always|only|here|solely|also|simply|shall|will)\s+)*(?:refers?(?:\s+\w+ly|\s+only)?\s+to|applies\s+to|"
    r"includes?|describes?|covers?|indicates?|represents?|means?|denotes?)\b",
    re.IGNORECASE,
)
# "A “TERM” unit is …": what a sentence is about, marked
MARKED = re.compile(
    rf"(?:^|(?<=[.;:,]\s))(?:(?:an?|the|any|each|all|every)\s+)?(?P<term>{QUOTED})"
    r"(?:\s+\([^()]{1,12}\))?(?:\s+[\w-]+){0,3}\s+(?:is|are|has|have|consists?|occurs?|results?|comprises?)\b",
    re.IGNORECASE,
)
# "… is a “TERM”", "becomes “TERM”"
IS_MARKED = re.compile(
    r"\b(?:(?<!\b[Ii]t\s)(?<!\b[Tt]his\s)is|(?<!\b[Tt]hey\s)are|becomes?|constitutes?|forms?)\s+"
    rf"(?:(?:an?|the)\s+(?P<term>{QUOTED})(?:\s+(?P<noun>[\w-]+))?|(?P<bare>{QUOTED}))"
    r"(?=\s*(?:[.,;(]|\Z|\s(?:if|when|while|until|unless|and|or|for|by|to)\b))"
)
# "refer to such a hex as a TERM", "the term for it is TERM", "the so-called TERM", "is defined to be TERM"
NAMED_AS = re.compile(
    rf"\brefers?\s+to\s+(?:\w+\s+){{1,6}}?as\s+(?:an?\s+|the\s+)?(?P<refer>{NAME})"
    rf"|\b(?:term|name|word)\s+(?:for|of|given\s+to)\s[^,.;]{{1,50}}?\s(?:is|are)\s+(?:an?\s+|the\s+)?(?P<word>{NAME})"
    rf"|\b(?:is|are)\s+(?:hereafter|henceforth|hereinafter)\s+(?:an?\s+|the\s+)?(?P<hence>{NAME})"
    rf"|\bdefine[sd]?\s+(?P<defines>{QUOTED})"
    rf"|\bso-called\s+(?P<so>{NAME})"
    rf"|\b(?:is|are)\s+defined\s+(?:to\s+be|as)\s+(?:an?\s+|the\s+)?(?P<defined>{NAME}){END}"
)
# "TERM: any unit that …"
#: What stands before a colon and is no term.
NO_HEAD = r"(?!(?i:notes?|examples?|exceptions?|ex|exc|hint|thus|also|step|important|remark)\b)"
COLON = re.compile(
    rf"{NO_HEAD}"
    r"(?P<term>[A-Z][\w’'-]*(?:\s[\w’'-]+){0,3}):\s+"
    r"(?:[Aa]n?|[Aa]ny|[Oo]ne)\s[^.;]*?\b(?:that|which|whose|who|of|with|used|made|from|in|on|between)\b"
)
# "is defined as TERM, TERM or TERM": the values that something may have
VALUES = re.compile(
    r"\bdefined?\s+(?:[^.;:]{0,40}?\s)?as\s+(?:being\s+)?(?:either\s+)?"
    r"(?P<first>(?:[\w-]+,\s+)*[\w-]+),?\s+or\s+(?P<last>[\w-]+)(?=[.,;]|\Z|\s(?:by|if|when|in|for)\b)"
)
# "To TERM is to …", "To TERM means to …" (what players do)
TO_DO = re.compile(r"To\s+(?P<term>[a-z]+)(?:\s+[\w’']+){0,4}?\s+(?:is|means)\s+to\s", re.IGNORECASE)
# "Any unit that … is a TERM": a class by what its members have
CLASS = re.compile(
    r"(?:Any|Each|Every|All|An?)\s[^.;:]{0,60}?\b(?:that|which|whose|who|with|having)\b[^.;:]{0,120}?\s(?:is|are)\s(?:an?\s)?"
    r"(?P<term>[A-Z][\w-]*(?:\s(?!(?:if|when|unless|for|as|and)\b)[\w-]+){0,3})(?=[.,;]|\Z|\s\()"
)
# "… and each of its hexes is a TERM"
EACH_OF = re.compile(
    r"\band\s+(?:each|all)\s+of\s+its\s[^,.;]{1,60}?\s(?:is|are)\s+(?:an?\s)?"
    r"(?P<term>[A-Z][\w-]*(?:\s[\w-]+){0,3})(?=[.,;]|\Z|\s\()"
)
# "TERM (any unit that …)", "an TERM (i.e., …) still uses"
EXPLAINED = re.compile(r"\s\((?:any|meaning|defined\s+as|that\s+is\s+an?|those)\s")
LAST_WORDS = re.compile(r"(?P<term>[^\W\d_][\w-]*(?:\s[^\W\d_][\w-]*){0,3})\Z")
#: What a term of "TERM (any unit that …)" does not reach over.
BOUND = re.compile(rf"\b(?:of|an?|the|for|with|and|or|to|into|by|{STOPS})\s", re.IGNORECASE)
ID_EST = re.compile(r"An?\s(?P<term>[\w-]+(?:\s[\w-]+){0,3})\s\(i\.e\.,?\s(?:an?|any|the|one)\s")
# "… (a plateau)"
NAMED = re.compile(r"(?<=[a-z])\s\((?:an?|the)\s(?P<term>[a-z][a-z-]+)\)")
# "A TERM is a thing that …"
COPULA = re.compile(
    r"(?P<article>An?|The)\s(?P<term>[\w-]+(?:\s[\w-]+){0,2}?)\s(?:is|are)\s"
    r"(?:essentially\s|simply\s|also\s)?(?:an?|any|one\sof|the)\s"
    r"(?P<what>[^.;]{0,200})"
)
RELATIVE = re.compile(
    r"\b(?:that|which|whose|who|used|made|consisting|composed|containing|large|having|with|representing)\b"
)
FORM_OF = re.compile(
    r"(?P<term>[A-Z][\w-]*(?:\s[\w-]+){0,2})\s(?:is|are)\s(?:an?|any|the)\s(?:special\s)?"
    r"(?:form|kind|type|sort|class)s?\sof\b"
)
OBJECT = re.compile(
    r"An?\s(?P<term>[\w-]+(?:\s[\w-]+){0,2}?)\s(?:represents|comprises|consists\sof|denotes)\s(?!no\b)"
)

NO_TERM = re.compile(
    r"(?:to|part|equivalent|equal|being|not|it|its|this|that|these|those|they|there|one|two|having|have|if|in|on|at|"
    r"through|over|under|firing|moving|same|identical|adjacent|subject|immune|able|unable|as|by|for|upon|out|off|up|"
    r"of|when|where|while|unless|until|once|what|which|who|whatever|may|must|can|cannot|will|would|is|are|was|were|be|"
    r"been|and|or|nor|but|he|she|you|we|only|more|less|because|since|so|such|instead|both|neither|either|none|no|"
    r"nothing|anything|how|doing|due|also|above|below|within|whether|from|with|previously|otherwise|yes|at|all|"
    r"his|her|their|your|our|eligible|likely|legal|illegal|possible|impossible|necessary|any|attack|attacker's)\b",
    re.IGNORECASE,
)
NO_SUBJECT = re.compile(
    r"(?:to|it|its|this|that|these|those|they|there|if|in|on|at|through|over|under|by|for|upon|of|when|where|while|"
    r"unless|until|once|what|which|who|whatever|is|are|and|or|but|he|she|you|we|because|since|so|such|both|neither|none|"
    r"nothing|how|due|whether|from|with|whose|as|having|being|doing|\S+\s(?:that|which|who|from|of\s\d))\b",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"(?:doing|having|being|failing|failure|result|results?\s+of|roll|dr)\b", re.IGNORECASE)
ARTICLES = re.compile(rf"\A{ARTICLE}", re.IGNORECASE)
REFERENCE = re.compile(
    r"\s*\((?:see\s+(?:also\s+)?|per\s+|re\s+)?(?:rules?\s+|section\s+)?[A-Z]?[\d.,;/–-]*+[a-z]?\)"
)
ASIDE = re.compile(r"—not\b[^—]{1,40}—")
