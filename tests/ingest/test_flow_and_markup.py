from ingest.flow import Flow, trimmed
from ingest.markup import Cut, Tag, Words, scan
from ingest.source import Span


def test_a_flow_knows_where_every_character_stood() -> None:
    source = "<p>a &amp; b<br>c</p>"
    flow = Flow([("a ", 3, 5), ("&", 5, 10), (" b", 10, 12), ("\n", 12, 16), ("c", 16, 17)])
    assert flow.text == "a & b\nc"
    places = [flow.span(i, i + 1) for i in range(len(flow))]
    assert [source[s.start : s.end] for s in places] == ["a", " ", "&amp;", " ", "b", "<br>", "c"]
    assert flow.span(0, len(flow)) == Span(3, 17)


def test_trimmed_leaves_white_space_out() -> None:
    assert trimmed(" a b ", 0, 5) == (1, 4)
    assert trimmed("   ", 0, 3) == (3, 3)


def read(text: str) -> list[str]:
    shown = []
    for event in scan(text):
        if isinstance(event, Words):
            shown.append(repr(event.text))
        elif isinstance(event, Tag):
            shown.append(("/" if event.closes else "") + event.name)
        else:
            shown.append(f"cut {event.what} at {event.start}")
    return shown


def test_tags_words_and_entities() -> None:
    text = "<P Class='a b' id=\"x>y\" hidden>1 &lt; 2&nbsp;&bogus; &#65;<br/></P>"
    assert read(text) == ["p", "'1 '", "'<'", "' 2'", "'\\xa0'", "'&bogus; '", "'A'", "br", "/p"]
    tag = next(scan(text))
    assert isinstance(tag, Tag)
    assert tag.attributes == {"class": "a b", "id": "x>y", "hidden": ""}
    assert tag.classes == ("a", "b")


def test_comments_scripts_and_styles_are_no_words() -> None:
    assert read("<!DOCTYPE html><?x?>a<!-- <p> -->b<script>if (1<2) '<p>'</script><style>p{}</style>c") == [
        "'a'",
        "'b'",
        "script",
        "/script",
        "style",
        "/style",
        "'c'",
    ]


def test_a_stray_bracket_is_a_character() -> None:
    assert read("1 < 2 <> 3 <3") == ["'1 '", "'<'", "' 2 '", "'<'", "'> 3 '", "'<'", "'3'"]


def test_what_breaks_off_is_said() -> None:
    assert read("a<!-- b") == ["'a'", "cut comment at 1"]
    assert read("a<script>b") == ["'a'", "script", "cut script at 1"]
    assert read("a<span class='b") == ["'a'", "cut tag at 1", '"<span class=\'b"']
    assert isinstance(next(scan("<!--")), Cut)
