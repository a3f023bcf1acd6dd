"""Options that several commands have."""

from __future__ import annotations

import argparse


def document_option(parser: argparse.ArgumentParser, help: str) -> None:
    """`--as RULEBOOK:DOCUMENT`, kept as `as_document`: what a file is, where that is not recognised."""
    parser.add_argument("--as", dest="as_document", metavar="RULEBOOK:DOCUMENT", help=help)
