"""What an author linked is found again from the bare text, in books of many looks."""

from collections import Counter

import pytest

from ingest.pipeline import ingest
from tests.ingest.authored import LOOKS
from tests.ingest.samples import check_places


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seed", range(4))
def test_an_authors_links_are_found_again(look: str, seed: int) -> None:
    book = LOOKS[look](seed)
    document = ingest(book.text.encode(), book.name, [book.described])
    assert [(n.id, n.parent) for n in document.nodes[1:]] == book.nodes
    found = Counter((r.rule, target) for r in document.references for target in r.targets)
    assert found - book.pairs == Counter()
    assert book.pairs - found == Counter()
    check_places(document, emphasis=look == "markdown")
