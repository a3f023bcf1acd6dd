import pytest

from api.facts import facts_of_file, facts_of_lines
from ingest.diagnostics import HexlawError


def test_a_fact_a_line_without_comments_and_empty_lines() -> None:
    text = "# the sea\nHex 1079 is an OCEAN hex.\n\n  T1 is a truck.  # ours\r\nHex 7#1 is a hex.\n"
    assert facts_of_lines(text) == ["Hex 1079 is an OCEAN hex.", "T1 is a truck.", "Hex 7#1 is a hex."]


def test_a_file_of_lines_may_begin_with_a_byte_order_mark() -> None:
    assert facts_of_file("f", b"\xef\xbb\xbfT1 is a truck.\n") == ["T1 is a truck."]


def test_a_json_list_keeps_structured_facts() -> None:
    data = b' ["T1 is a truck.", {"template": "a unit is a truck", "args": ["T2"]}]'
    assert facts_of_file("f", data) == ["T1 is a truck.", {"template": "a unit is a truck", "args": ["T2"]}]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b'["T1 is a truck."',
            "facts.json:1:18: error facts-file: the file is not JSON: Expecting ',' delimiter "
            '(a JSON list of sentences such as ["T1 is a truck."], or one sentence a line)',
        ),
        (
            b"[" * 100_000,
            "facts.json:1:1: error facts-file: the file is JSON nested too deeply "
            '(a JSON list of sentences such as ["T1 is a truck."], or one sentence a line)',
        ),
        (
            b"T1 is a truck.\n\xff\xfe\n",
            "facts.json:2:0: error facts-file: the file is not UTF-8 text (save the facts as UTF-8)",
        ),
    ],
)
def test_a_file_that_is_neither_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(HexlawError) as raised:
        facts_of_file("facts.json", data)
    assert str(raised.value) == message
