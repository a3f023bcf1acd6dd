"""What somebody asks on the page, and the address that asks it again, or something a little different."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal
from urllib.parse import urlencode

from api.facts import facts_of_lines

How = Literal["ask", "odds", "why-not"]
"""As `POST /ask`, `/odds` or `/why-not` does."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields of the form as they were typed; `reading` is a statement and the name of its reading, joined by `=`."""

    rulebook: str
    text: str
    question: str
    how: How = "ask"
    wanted: str = ""
    reading: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str], rulebook: str) -> Asked:
        """What a query of the page's address asks; `rulebook` counts where it names none."""
        how: How = "ask"
        if query.get("how") == "odds":
            how = "odds"
        elif query.get("how") == "why-not":
            how = "why-not"
        return cls(
            query.get("rulebook", rulebook),
            query.get("facts", ""),
            query.get("question", ""),
            how,
            query.get("wanted", ""),
            query.get("reading", ""),
        )

    @property
    def facts(self) -> list[str]:
        """The facts, one a line, comments left out."""
        return facts_of_lines(self.text)

    def body(self) -> dict[str, Any]:
        """The request that `POST /ask` would get."""
        return {"rulebook": self.rulebook, "facts": self.facts, "question": self.question}

    @property
    def path(self) -> str:
        """The address that asks this."""
        fields = {"rulebook": self.rulebook, "facts": "\n".join(self.facts), "question": self.question}
        if self.how != "ask":
            fields["how"] = self.how
        fields.update({"wanted": self.wanted} if self.wanted else {})
        fields.update({"reading": self.reading} if self.reading else {})
        return f"/?{urlencode(fields)}#answer"

    def path_telling(self, fact: str) -> str:
        """The address that asks this with one more fact, in place of the fact that it contradicts (`api.telling`)."""
        plain = self.with_facts(self.facts).path.removesuffix("#answer")
        return f"{plain}&{urlencode({'told': fact})}#answer"

    def asking(self, question: str) -> Asked:
        """Another question under these facts."""
        return replace(self, question=question, how="ask", wanted="")

    def told(self, *facts: str, instead_of: str | None = None) -> Asked:
        """The same question with further facts, one of those told left out."""
        kept = [fact for fact in self.facts if fact != instead_of]
        return self.with_facts([*kept, *(fact for fact in facts if fact not in kept)])

    def rewritten(self, place: int, fact: str) -> Asked:
        """The same question with one of the facts replaced."""
        facts = self.facts
        return self.with_facts([*facts[:place], fact, *facts[place + 1 :]])

    def with_facts(self, facts: list[str]) -> Asked:
        """The same question under these facts."""
        return replace(
            self, text="\n".join(facts), how="ask" if self.how == "why-not" else self.how, wanted=""
        )

    def by(self, how: How, wanted: str = "") -> Asked:
        """The same asked in another way."""
        return replace(self, how=how, wanted=wanted)

    def read_as(self, reading: str) -> Asked:
        """The same under a reading."""
        return replace(self, reading=reading)
