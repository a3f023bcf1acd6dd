"""The images and footnote marks of a document as records."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.cut import CutBlock
from ingest.nodes import Footnote, Image, Reference


def find_images(blocks: Sequence[CutBlock]) -> list[Image]:
    """Every image in printed order, under the rule that it stands in; ids are `G13.2-i1` and so on."""
    images: list[Image] = []
    counts: dict[str, int] = {}
    for block in blocks:
        for picture in block.block.pictures:
            number = counts[block.rule] = counts.get(block.rule, 0) + 1
            images.append(
                Image(f"{block.rule}-i{number}", block.rule, picture.alt, picture.src, picture.span)
            )
    return images


def find_footnotes(references: Sequence[Reference]) -> list[Footnote]:
    """The footnote marks, each a reference too; ids are `G13.1-f1` and so on."""
    footnotes: list[Footnote] = []
    counts: dict[str, int] = {}
    for reference in references:
        if reference.kind != "footnote":
            continue
        number = counts[reference.rule] = counts.get(reference.rule, 0) + 1
        footnotes.append(
            Footnote(
                f"{reference.rule}-f{number}",
                reference.rule,
                reference.text,
                reference.href,
                reference.within,
                reference.targets,
                reference.span,
            )
        )
    return footnotes
