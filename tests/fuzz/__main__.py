"""`python -m tests.fuzz --seed N --runs N`: damage texts, tell what came of it; 1 if anything is wrong."""

from __future__ import annotations

import argparse
import sys

from tests.fuzz.runner import Report, fuzz
from tests.fuzz.texts import damaged


def main() -> int:
    """Run, print the figures, and every seed that failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--seed", type=int, default=0, help="the first seed (default 0); the others follow it"
    )
    parser.add_argument("--runs", type=int, default=1000, help="how many texts (default 1000)")
    parser.add_argument(
        "--show", action="store_true", help="write the damaged text of --seed to standard output, and stop"
    )
    arguments = parser.parse_args()
    if arguments.show:
        sys.stdout.buffer.write(damaged(arguments.seed)[1])
        return 0
    told = 0

    def tell(report: Report) -> None:
        nonlocal told
        for seed, wrong in report.failures[told:]:
            print(f"seed {seed}: {wrong}", flush=True)
        told = len(report.failures)
        if sys.stderr.isatty():
            print(f"{report.runs} of {arguments.runs} …", file=sys.stderr)

    report = fuzz(arguments.seed, arguments.runs, tell)
    seconds, slowest = report.slowest
    print(f"{report.runs} texts from seed {arguments.seed}: {len(report.failures)} wrong")
    print(f"  slowest: {seconds:.1f} s, seed {slowest}")
    for outcome, count in report.outcomes.most_common():
        print(f"  {outcome}: {count}")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
