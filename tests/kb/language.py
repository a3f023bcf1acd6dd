"""The constructs of the language, each with a small rulebook, facts, and a question; `kb/rulelang/REFERENCE.md` shows them.

python -m tests.kb.language     writes the page anew
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.answer import ask
from tests.kb.fens import lines, load

PAGE = Path(__file__).resolve().parent.parent.parent / "kb" / "rulelang" / "REFERENCE.md"


@dataclass(frozen=True, slots=True)
class Construct:
    """One construct: what it is for, a vocabulary and rules that use it, and a question under some facts."""

    title: str
    says: str
    vocabulary: str
    rules: str
    facts: tuple[str, ...]
    question: str


HEX = "noun else no: fen hex (hex)\nadjective else no: flooded (hex)\n"
CONSTRUCTS = (
    Construct(
        "A rule",
        "A conclusion, then `if` and its conditions, or none.",
        HEX,
        "F1.1-s1: a hex is flooded if the hex is a fen hex.",
        ("Hex 1 is a fen hex.",),
        "Is hex 1 flooded?",
    ),
    Construct(
        "Only if",
        "Where the conditions fail, the opposite holds.",
        HEX + "action else yes: a unit enters a hex\n",
        "F1.1-s1: a unit may enter a fen hex only if the unit is a punt.",
        ("Hex 1 is a fen hex.", "W1 is a walker."),
        "May W1 enter hex 1?",
    ),
    Construct(
        "Exactly if",
        "Both at once; and who is told the one is thereby told the other.",
        HEX + "adjective else ?: dry (hex)\n",
        "F1.1-s1: a hex is flooded exactly if the hex is not dry.",
        ("Hex 1 is flooded.",),
        "Is hex 1 dry?",
    ),
    Construct(
        "None at all",
        "`no N` in a condition says that there is none such, in a conclusion that whatever is N is not so.",
        HEX + "action else yes: a unit enters a hex\n",
        "F1.1-s1: no punt may enter a fen hex if no hex is flooded.",
        ("P1 is a punt.", "Hex 1 is a fen hex."),
        "May P1 enter hex 1?",
    ),
    Construct(
        "Conditions in blocks",
        "`all of:`, `any of:`, `none of:`, `exactly one of:`, a condition a line, two spaces deeper a level.",
        HEX
        + "adjective else no: staked (hex)\nadjective else no: frozen (hex)\nadjective else no: safe (hex)\n",
        """
        F1.1-s1:
          a hex is safe if all of:
            the hex is staked
            none of:
              the hex is flooded
              the hex is frozen.
        """,
        ("Hex 1 is staked.",),
        "Is hex 1 safe?",
    ),
    Construct(
        "One of, each of",
        "`one of` asks for any of several nouns, `each of` in a conclusion says it of each.",
        HEX + "adjective else no: slow (unit)\n",
        "F1.1-s1: each of punt and barge is slow.",
        ("C1 is a barge.",),
        "Is C1 slow?",
    ),
    Construct(
        "Does not apply",
        "Withdraws a rule where its conditions hold, and concludes nothing.",
        HEX + "adjective else no: dyked (hex)\n",
        "F1.1-s1: a fen hex is flooded.\nF1.1-x1: F1.1-s1 does not apply if the hex is dyked.",
        ("Hex 1 is a fen hex.", "Hex 1 is dyked."),
        "Is hex 1 flooded?",
    ),
    Construct(
        "Instead of",
        "Takes the place of another rule: denies it, or gives another value.",
        HEX + "adjective else no: frozen (hex)\n",
        "F1.1-s1: a fen hex is flooded.\nF1.2-s1: a fen hex is not flooded, instead of F1.1-s1, if the hex is frozen.",
        ("Hex 1 is a fen hex.", "Hex 1 is frozen."),
        "Is hex 1 flooded?",
    ),
    Construct(
        "Order",
        "Ranks rules where nothing else does, by a statement or by convention.",
        HEX + "adjective else no: frozen (hex)\n",
        """
        F1.1-s1: a fen hex is flooded.
        F1.2-s1: a hex is not flooded if the hex is frozen.
        F1.3-s1: order F1.2 over F1.1 by F1.3-s1.
        """,
        ("Hex 1 is a fen hex.", "Hex 1 is frozen."),
        "Is hex 1 flooded?",
    ),
    Construct(
        "A sum",
        "One base, then what is added, multiplied and limited; lines that do not count are near misses.",
        HEX + "figure else ?: the entry cost of a hex = MP\nadjective else no: steep (hex)\n",
        """
        F1.1-s1:
          the entry cost of a hex is 1 MP.
          add 2 MP to the entry cost of a fen hex.
          multiply the entry cost of a hex by 2 if the hex is steep.
        """,
        ("Hex 1 is a fen hex.",),
        "What is the entry cost of hex 1?",
    ),
    Construct(
        "A table",
        "A row for each listed value or range; gaps and overlaps are errors.",
        HEX
        + "figure else ?: the depth of a hex = feet\nfigure else ?: the going of a hex = firm / soft / mire\n",
        "F1.1-s1: table the going of a hex by the depth of the hex: 1 or less: firm, 2..3: soft, 4 or more: mire.",
        ("The depth of hex 1 is 3 feet.",),
        "What is the going of hex 1?",
    ),
    Construct(
        "A roll",
        "Gives its figures and its modifier, and odds where nobody has rolled.",
        "roll: the drift DR of a craft = 2 dice\nrelation else no: a craft runs~aground\n",
        "F1.1-s1: a craft runs aground if the Final drift DR of the craft is at least 11.",
        ("C1 is a punt.",),
        "What are the odds that C1 runs aground?",
    ),
    Construct(
        "A choice",
        "The value is the set of candidates and who chooses; one candidate is simply the value.",
        HEX + "figure else ?: the haven of a craft = hex\n",
        "F1.1-s1: the haven of a craft is chosen by the owner from a hex where the hex is a fen hex.",
        ("C1 is a punt.", "Hexes 1 and 2 are fen hexes."),
        "What is the haven of C1?",
    ),
    Construct(
        "The least and the greatest",
        "`the least FIGURE`, where that opens one thing: of a figure among all of which the condition behind `where` holds. So"
        " `lowest` and `fewest`; `greatest`, `highest` and `most`.",
        "relation else no: a craft is in a hex\nfigure else ?: the speed of a craft = hexes\n"
        "figure else ?: the pace of a hex = hexes\n",
        "F1.1-s1: the pace of a hex is the least speed of a craft where the craft is in the hex.",
        (
            "C1 is a punt.",
            "C2 is a barge.",
            "C1 and C2 are in hex 1.",
            "The speed of C1 is 4 hexes.",
            "The speed of C2 is 2 hexes.",
        ),
        "What is the pace of hex 1?",
    ),
    Construct(
        "The nearest, the fewest",
        "A choice `with the least FIGURE`: of several that are equally near it is a choice or a draw.",
        HEX
        + "figure else ?: the range from a craft to a hex = hexes\nfigure else ?: the drift of a craft = hex\n",
        """
        F1.1-s1:
          the drift of a craft is chosen at random from a fen hex B with the least range from the craft to hex B.
        """,
        (
            "C1 is a punt.",
            "Hexes 1, 2 and 3 are fen hexes.",
            "The range from C1 to hex 1 is 2 hexes.",
            "The range from C1 to hex 2 is 3 hexes.",
            "The range from C1 to hex 3 is 2 hexes.",
        ),
        "What are the odds that the drift of C1 is hex 3?",
    ),
    Construct(
        "A purpose",
        "A sentence for one purpose, hidden from whoever asks without.",
        "purpose: sight, movement\n" + HEX,
        "F1.1-s1: a fen hex is flooded.\nF1.2-s1: a fen hex is not flooded for sight.",
        ("Hex 1 is a fen hex.",),
        "Is hex 1 flooded for sight?",
    ),
    Construct(
        "For a thing",
        "What can be said for a thing is declared under `purpose`; where nothing is, it is as in general.",
        "noun else no: fen hex (hex)\nfigure else ?: the level of a hex = level\nrelation else no: a craft faces a hex\n"
        "purpose: the level of a hex for a craft\n",
        """
        F1.1-s1: the level of a fen hex is level -1.
        F1.2-s1: the level of a hex is level 0 for a craft if the craft faces the hex.
        """,
        ("Hex 1 is a fen hex.", "C1 is a punt.", "C1 faces hex 1."),
        "What is the level of hex 1 for C1?",
    ),
    Construct(
        "But for this rule",
        "A condition as it would be without this rule: for what ends because of itself.",
        HEX + "relation else no: a hex contains rubble\n",
        """
        F1.1-s1: a fen hex is flooded.
        F1.2-s1:
          a hex is not flooded, instead of F1.1-s1, if the hex contains rubble, and but for this rule, the hex is flooded.
        """,
        ("Hex 1 is a fen hex.", "Hex 1 contains rubble."),
        "Is hex 1 flooded?",
    ),
    Construct(
        "But for this rule, after another",
        "`after R` leaves a rule in that would be left out with this one.",
        HEX + "relation else no: a hex contains rubble; a hex contains a spring\n",
        """
        F1.1-s1: a fen hex is flooded.
        F1.2-s1:
          a hex is not flooded, instead of F1.1-s1, if the hex contains rubble, and but for this rule, the hex is flooded.
        F1.3-s1:
          a hex is flooded, instead of F1.2-s1, if all of:
            the hex contains a spring
            but for this rule, after F1.2-s1, the hex is not flooded.
        """,
        ("Hex 1 is a fen hex.", "Hex 1 contains rubble.", "Hex 1 contains a spring."),
        "Is hex 1 flooded?",
    ),
    Construct(
        "Readings",
        "Several ways to read a disputed statement, of which one is the default.",
        HEX,
        """
        F1.1-s1:
          read "every fen hex", default
          a fen hex is flooded.
          read "no fen hex"
          a fen hex is not flooded.
        """,
        ("Hex 1 is a fen hex.",),
        "Is hex 1 flooded?",
    ),
    Construct(
        "Not encoded",
        "What a statement says is not known where its condition holds; it never turns into a guess.",
        HEX + "adjective else no: frozen (hex)\n",
        "F1.1-s1: not encoded: missing the seasons; touches a hex is flooded if the hex is frozen.",
        ("Hex 1 is frozen.",),
        "Is hex 1 flooded?",
    ),
    Construct(
        "What is not known",
        "A fact opens what silence would settle.",
        HEX,
        "F1.1-s1: a hex is flooded if the hex is a fen hex.",
        ("It is not known whether hex 1 is a fen hex.",),
        "Is hex 1 flooded?",
    ),
    Construct(
        "Nothing else",
        "A fact closes what would have to be told.",
        "adjective else ?: staked (hex)\n" + HEX,
        "F1.1-s1: a hex is flooded if the hex is not staked.",
        ("No other hex is staked.",),
        "Is hex 1 flooded?",
    ),
    Construct(
        "Which of several",
        "Names those of which it is so.",
        HEX,
        "F1.1-s1: a fen hex is flooded.",
        ("Hex 1 is a fen hex.",),
        "Which of hexes 1 and 2 are flooded?",
    ),
    Construct(
        "Which of several classes",
        "Asks of each class, listed or behind a colon.",
        "action else yes: a unit leaves a hex\n" + HEX,
        "F1.1-s1: a truck may not leave a fen hex.",
        ("Hex 1 is a fen hex.",),
        "Which of these may leave hex 1: a truck or a tank?",
    ),
    Construct(
        "All, any or none of several",
        'Asks of each: "both of", "each of", "at least one of", "either of", "none of", "neither … nor …".',
        HEX,
        "F1.1-s1: a fen hex is flooded.",
        ("Hex 1 is a fen hex.",),
        "Is either of hex 1 and hex 2 flooded?",
    ),
    Construct(
        "How many of several",
        'Counts them; "How many hexes …" counts those that were named.',
        HEX,
        "F1.1-s1: a fen hex is flooded.",
        ("Hexes 1 and 2 are fen hexes.",),
        "How many of hexes 1, 2 and 3 are flooded?",
    ),
    Construct(
        "A class",
        "Each kind that the rules tell apart, and each status of which the rules say something else.",
        HEX
        + "noun else no: sealed craft | a craft is sealed (craft)\naction else yes: a unit enters a hex\n",
        "F1.1-s1: a unit may not enter a fen hex.\nF1.1-x1: F1.1-s1 does not apply if the unit is a sealed craft.",
        ("Hex 1 is a fen hex.",),
        "Which craft may enter hex 1?",
    ),
    Construct(
        "What happens",
        "`fate:` lists what is asked for, beside what becomes so.",
        "roll: the drift DR of a craft = 2 dice\nadjective else no: aground (craft)\nfate: aground\n",
        "F1.1-s1: a craft is aground if the Final drift DR of the craft is at least 11.",
        ("C1 is a punt.", "The Final drift DR of C1 is 12."),
        "What happens to C1?",
    ),
    Construct(
        "A unit written out",
        "`unit:` lists what a unit stands for.",
        "figure else ?: the draught of a craft = MP\nunit: MP = movement point\n",
        "F1.1-s1: the draught of a punt is 2 MP.\nF1.1-s2: the draught of a raft is 3 movement points.",
        ("C1 is a raft.",),
        "Is the draught of C1 3 movement points?",
    ),
    Construct(
        "Told and asked in different words",
        "`told: ` keeps a wording to facts, `asked: ` to questions.",
        "figure else ?: the rolled hurt of a craft = dent / hole | told: a craft suffers *\n"
        "figure else ?: the hurt of a craft = dent / hole | asked: a craft suffers *\n",
        "F1.1-s1: the hurt of a craft is hole if the rolled hurt of the craft is dent.",
        ("C1 is a punt.", "C1 suffers dent."),
        "What does C1 suffer?",
    ),
    Construct(
        "What is left unsaid",
        "The one thing that can be meant.",
        "roll: the drift DR of a craft = 2 dice\nfigure else ?: the draught of a craft = feet\n",
        "F1.1-s1: add the draught of a craft to the drift DRM of a craft.",
        ("C1 is a punt.", "The draught is 2 feet."),
        "What is the DRM to the drift DR?",
    ),
)


def answer_of(construct: Construct, folder: Path) -> dict[str, Any]:
    """The answer to a construct's question, from its own rulebook. Raises `AssertionError` where that has a finding."""
    _, found = load(folder, construct.vocabulary, construct.rules)
    assert [str(each) for each in found] == []
    return ask({"rulebook": "fens", "facts": list(construct.facts), "question": construct.question})


def page(answers: list[dict[str, Any]]) -> str:
    """The reference, with these answers."""
    parts = [
        "# The language, by example\n",
        "Made from `tests/kb/language.py`, which the tests run; `python -m tests.kb.language` writes it anew. Each example is",
        "a rulebook of its own: what can be said, what its rules say, and a question with its answer.\n",
    ]
    for construct, answer in zip(CONSTRUCTS, answers, strict=True):
        parts += [
            f"## {construct.title}\n",
            f"{construct.says}\n",
            "```",
            lines(construct.vocabulary).rstrip(),
            "",
            lines(construct.rules).rstrip(),
            "```\n",
            *(f"> {fact}  " for fact in construct.facts),
            f"> **{construct.question}**  ",
            f"> {answer['text']}\n",
        ]
    return "\n".join(parts).rstrip() + "\n"


def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HEXLAW_HOME=folder, HEXLAW_RULEBOOKS=f"{folder}/books")
        answers = []
        for construct in CONSTRUCTS:
            sys.stdout.write(f"{construct.title}\n")
            answers.append(answer_of(construct, Path(folder) / "books"))
        PAGE.write_text(page(answers), encoding="utf-8")


if __name__ == "__main__":
    _write()
