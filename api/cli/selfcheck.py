"""Hold the reasoner against two other opinions on random scenarios, and against HermiT on the classes of random things.

The other opinions are a slow evaluator, written in the plainest way, and clingo, for which the rulebook's program is exported.
All three have to agree on every yes, no, value and undetermined, and each proof has to pass the checker. A difference is shown
with the fewest facts that make it, and the seed and number that make its scenario again. clingo comes with the extra
`selfcheck`; HermiT needs Java.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

from ingest.diagnostics import Diagnostic, HexlawError, Place

if TYPE_CHECKING:
    from kb.selfcheck.classes import ClassDifference
    from kb.selfcheck.comparing import Comparison, Difference, Tally

EXAMPLES = """
  hexlaw selfcheck tidewrack
  hexlaw selfcheck --all --scenarios 1000 --seed 7 --jobs 2
  hexlaw selfcheck asl --scenarios 1 --first 1234 --seed 7
  hexlaw selfcheck asl --scenarios 0 --hermit 500 --json
"""

DIFFERS = 4
AT_ONCE = 500
"""How many scenarios are asked about together."""
LOTS_A_PROCESS = 6
"""How many such lots a process takes, about: clingo gives no symbol back before its process ends, some 0.3 MB a scenario."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("rulebooks", metavar="RULEBOOK", nargs="*", help="which rulebooks")
    parser.add_argument("--all", action="store_true", help="every rulebook that has rules")
    parser.add_argument(
        "--scenarios", metavar="N", type=int, default=200, help="how many scenarios each (default: 200)"
    )
    parser.add_argument(
        "--first", metavar="N", type=int, default=0, help="the number of the first (default: 0)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="what they are made from (default: 0)"
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="how many processes (default: 1)")
    parser.add_argument(
        "--hermit", metavar="N", type=int, default=0, help="also ask HermiT for the classes of N things each"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Compare, print what came of it; 4 if anything differs."""
    from kb.cache import rulebook_of

    for option in ("scenarios", "first", "hermit", "jobs"):
        value = getattr(arguments, option)
        if value < (1 if option == "jobs" else 0):
            raise _error("selfcheck-number", f"{value} is too few", f"--{option}", "such as 10")
    names = _rulebooks(arguments)
    rows: list[dict[str, Any]] = []
    for name in names:
        started = time.monotonic()
        tally = _compared(name, arguments)
        classes: list[ClassDifference] = []
        if arguments.hermit:
            classes = _classes(rulebook_of(name).id, arguments)
        rows.append(_row(name, tally, classes, arguments))
        if not arguments.json:
            print(_shown(name, tally, classes, arguments, time.monotonic() - started))
    if arguments.json:
        print(json.dumps({"seed": arguments.seed, "rulebooks": rows}, ensure_ascii=False, indent=2))
    return DIFFERS if any(row["differences"] or row["class_differences"] for row in rows) else 0


def _rulebooks(arguments: argparse.Namespace) -> list[str]:
    from kb.cache import rulebook_of
    from ontology.books import book_folder, rulebook_ids

    if bool(arguments.rulebooks) == arguments.all:
        raise _error("selfcheck-rulebook", "which rulebook?", "RULEBOOK", "name some, or give --all")
    if arguments.all:
        return [name for name in rulebook_ids() if rulebook_of(name).program.entries]
    for name in arguments.rulebooks:
        book_folder(name)
    return list(arguments.rulebooks)


@cache
def _comparison(rulebook: str, seed: int) -> Comparison:
    from kb.cache import rulebook_of
    from kb.selfcheck.comparing import Comparison

    return Comparison(rulebook_of(rulebook), seed)


def _some(lot: tuple[str, int, int, int]) -> Tally:
    """Compare on a few scenarios; what a process of its own does."""
    rulebook, seed, first, number = lot
    return _comparison(rulebook, seed).compare(range(first, first + number))


def _compared(rulebook: str, arguments: argparse.Namespace) -> Tally:
    from kb.selfcheck.comparing import Tally

    end = arguments.first + arguments.scenarios
    lots = [
        (rulebook, arguments.seed, first, min(AT_ONCE, end - first))
        for first in range(arguments.first, end, AT_ONCE)
    ]
    total = Tally()
    started = time.monotonic()
    for tally in _each(lots, arguments.jobs):
        total.add(tally)
        _progress(
            f"{rulebook}: {total.scenarios} of {arguments.scenarios} scenarios, {len(total.differences)} "
            f"differences, {time.monotonic() - started:.0f} s",
            end=total.scenarios == arguments.scenarios,
        )
    return total


def _each(lots: list[tuple[str, int, int, int]], jobs: int) -> Iterator[Tally]:
    if jobs == 1 and len(lots) <= LOTS_A_PROCESS:
        yield from map(_some, lots)
        return
    at_once = jobs * LOTS_A_PROCESS
    for first in range(0, len(lots), at_once):
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(_some, lots[first : first + at_once])


def _progress(text: str, *, end: bool) -> None:
    """How far it has come, on standard error: in one place on a terminal, else a line each."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="\n" if end else "", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


def _classes(rulebook: str, arguments: argparse.Namespace) -> list[ClassDifference]:
    from kb.cache import rulebook_of
    from kb.selfcheck.classes import Classes
    from ontology.hermit import LOT

    classes = Classes(rulebook_of(rulebook))
    facts = dict(classes.things(arguments.hermit, arguments.seed))
    names = list(facts)
    found: list[ClassDifference] = []
    for first in range(0, len(names), LOT):
        found += classes.differences({name: facts[name] for name in names[first : first + LOT]})
        done = min(first + LOT, len(names))
        _progress(f"{rulebook}: {done} of {len(names)} things asked of HermiT", end=done == len(names))
    return found


def _row(
    rulebook: str, tally: Tally, classes: list[ClassDifference], arguments: argparse.Namespace
) -> dict[str, Any]:
    return {
        "rulebook": rulebook,
        "scenarios": tally.scenarios,
        "first": arguments.first,
        "answers": dict(tally.answers.most_common()),
        "asked": dict(tally.asked.most_common()),
        "proofs": tally.proofs,
        "met": dict(tally.met.most_common()),
        "rules": {"of": len(_rules(rulebook)), "never_stood": sorted(_rules(rulebook) - tally.stood)},
        "exceptions": {
            "of": len(_exceptions(rulebook)),
            "never_applied": sorted(_exceptions(rulebook) - tally.excepted),
        },
        "set_aside": dict(tally.set_aside.most_common()),
        "differences": [
            {
                "number": each.number,
                "facts": list(each.facts),
                "question": each.question,
                "says": dict(each.says),
                "proof": list(each.problems),
            }
            for each in tally.differences
        ],
        "classified": arguments.hermit,
        "class_differences": [
            {
                "told": list(each.told),
                "only_hermit": list(each.only_hermit),
                "only_reasoner": list(each.only_reasoner),
            }
            for each in classes
        ],
    }


def _shown(
    rulebook: str,
    tally: Tally,
    classes: list[ClassDifference],
    arguments: argparse.Namespace,
    seconds: float,
) -> str:
    lines = [
        f"{rulebook}: {tally.scenarios} scenarios, seed {arguments.seed}: {len(tally.differences)} differences, "
        f"{tally.proofs} proofs checked ({seconds:.0f} s)"
    ]
    if tally.answers:
        lines.append("  answers: " + ", ".join(f"{n} {name}" for name, n in tally.answers.most_common()))
    if tally.proofs:
        lines.append("  asked: " + ", ".join(f"{n} {name}" for name, n in tally.asked.most_common()))
        lines.append("  proofs with: " + ", ".join(f"{n} {name}" for name, n in tally.met.most_common()))
        rules, exceptions = _rules(rulebook), _exceptions(rulebook)
        lines.append(
            f"  {len(rules & tally.stood)} of {len(rules)} rules stood in a proof, "
            f"{len(exceptions & tally.excepted)} of {len(exceptions)} exceptions applied"
        )
    if tally.set_aside:
        lines.append("  set aside: " + ", ".join(f"{n} {name}" for name, n in tally.set_aside.most_common()))
    for each in tally.differences:
        lines += _difference(each)
    if arguments.hermit:
        lines.append(f"  {arguments.hermit} things classified by HermiT: {len(classes)} differences")
        for one in classes:
            lines.append(
                f"    told {', '.join(one.told)}: only HermiT says {', '.join(one.only_hermit) or 'nothing'}; "
                f"only the reasoner says {', '.join(one.only_reasoner) or 'nothing'}"
            )
    return "\n".join(lines)


@cache
def _rules(rulebook: str) -> frozenset[str]:
    """The rules that can stand: those that conclude something."""
    from kb.cache import rulebook_of

    return frozenset(entry.rule.id for entry in rulebook_of(rulebook).program.entries)


@cache
def _exceptions(rulebook: str) -> frozenset[str]:
    """The withdrawals, and the rules instead of others."""
    from kb.cache import rulebook_of

    program = rulebook_of(rulebook).program
    rivals = {rival.rule.id for entry in program.entries for rival, _ in entry.rivals}
    return frozenset(rivals | {item.id for item in program.withdrawals})


def _difference(each: Difference) -> list[str]:
    return [
        f"  scenario {each.number}, seed {each.seed}",
        *(f"    {fact}" for fact in each.facts),
        f"    {each.question}",
        *(f"      {who}: {answer}" for who, answer in each.says),
        *(f"      proof: {problem}" for problem in each.problems),
        f"    again: hexlaw selfcheck {each.rulebook} --seed {each.seed} --first {each.number} --scenarios 1",
    ]


def _error(code: str, message: str, where: str, hint: str) -> HexlawError:
    return HexlawError(Diagnostic(code, "error", message, Place(where), hint))
