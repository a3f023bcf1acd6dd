"""Whatever the text, lint ends, points into it, and tells the same twice; a baseline of it accepts all of it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from ingest.baseline import fingerprints, not_accepted, read_baseline, write_baseline
from ingest.checks.codes import CHECKS
from ingest.checks.corpus import paragraphs_of
from ingest.codes import CODES
from ingest.lint import lint
from ingest.nodes import Document
from ingest.pipeline import ingest
from ingest.source import Source
from tests.ingest.samples import BOOK

pieces = st.sampled_from(
    [
        *(
            "the ",
            "a ",
            "one ",
            "two ",
            "carts ",
            "now-wet ",
            "non-wet ",
            "≥ ",
            "≤ ",
            "13",
            "3.1",
            ".",
            " ",
            "\n",
            "\n\n",
        ),
        *(
            "(",
            ")",
            "[",
            "]",
            "[EXC: ",
            "???",
            "O",
            "l",
            "1",
            "0",
            "-",
            "–",
            "/",
            ", ",
            "\t",
            "hex ",
            "hex-side ",
            "hexside ",
        ),
        *(
            "neither ",
            "or ",
            "&amp;",
            "<i>",
            "</i>",
            "\\geq ",
            "MP ",
            "MF ",
            "Infantry: ",
            "x",
            "EX: ",
            "|",
            "\ufffd",
            "é",
        ),
        *("\n\n3.2 FEN: ", "\n\n3.4 ", "3.1-.2", "3.2-.1", "3. 1", "3.9", "Rule ", "Section "),
    ]
)
texts = st.one_of(
    st.lists(pieces, max_size=60).map("".join),
    st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=80),
)


def document_of(text: str) -> Document:
    return ingest(
        f"3. MOORS\n\n3.1 HEATH: {text}\n\n3.3 END: It ends.\n".encode(errors="replace"), "moors.txt", [BOOK]
    )


@given(texts)
def test_every_finding_points_into_the_text(text: str) -> None:
    document = document_of(text)
    lines = document.source.text.split("\n")
    findings = lint([document])
    assert findings == lint([document])
    for finding in findings:
        found = finding.diagnostic
        assert found.code in {*CHECKS, *CODES}
        assert 1 <= found.place.line <= len(lines)
        assert 1 <= found.place.column <= len(lines[found.place.line - 1]) + 1
        assert finding.rule is None or finding.rule in {node.id for node in document.nodes}


@given(texts)
def test_paragraphs_stand_where_they_say(text: str) -> None:
    source = Source.of("moors.txt", text)
    end = 0
    for paragraph in paragraphs_of(source):
        assert paragraph.text.strip()
        span = paragraph.flow.span(0, len(paragraph.text))
        assert end <= span.start < span.end <= len(text)
        end = span.end


@given(texts)
def test_a_baseline_accepts_what_it_was_made_of(text: str) -> None:
    findings = lint([document_of(text)])
    prints = fingerprints(findings)
    assert len(set(prints)) == len(prints)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "accepted.json"
        write_baseline(findings, path)
        assert read_baseline(path) == frozenset(prints)
    assert not_accepted(findings, prints) == []
    assert not_accepted(findings, []) == findings
