import pytest

from ingest.sentences import cut_sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["One cart waits.", "Two leave!", "Does it rain?", "23H2 is wet."],
        ["A colon: no end; nor a semicolon."],
        ["Some units (e.g., carts, sledges, etc.) wait, i.e. Stay put."],
        ["A stop (in it. Like this) is not one.", "Next."],
        ["It waits.", "(It cannot swim; 7.2.)", "It drowns."],
        ["(It waits.", "Or so.)", "Then it goes."],
        ["The U.S. Army rows.", "It is non-U.S.", "Unless told, it waits."],
        ["A -1 drm applies.", "-2 applies at night.", "≥ 4 is a hit."],
        ["The rules of F7 hold as per 4.21.", "B2.6 applies if frozen."],
        ["Boats (E5.) and rafts go.", "See No. 5 and Fig. 3 of it."],
        ['It keeps "?" Gains at night.', 'It is said to mean "Ocean (as told)".', "So it is."],
        ["See 13.441-. 447 for more.", "Wait ...", "Go on."],
        ["No stop at the end"],
        ["It (un)loads (a lot.", "No bracket closes here."],
    ],
)
def test_sentences_are_cut_where_they_end(sentences: list[str]) -> None:
    text = "  ".join(sentences)
    assert [text[start:end] for start, end in cut_sentences(text)] == sentences


def test_an_empty_text_has_none() -> None:
    assert cut_sentences("  \n") == []
