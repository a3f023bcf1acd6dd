"""Why an answer is not another one: what stands against it, and what would have to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_OTHER = {"yes": "no", "no": "yes"}


def why_not(answer: Mapping[str, Any], wanted: str | None = None) -> dict[str, Any]:
    """What keeps an answer from being `wanted` (unless told: yes for no, no for yes, else any that would decide).

    `reached` says that it is the answer. `obstacles` are the rules that were looked at where the answer was decided and
    do not lead elsewhere, and the exceptions to the rule that decides which do not apply: of each what it says, why it does
    not count, and in `unmet` what it would need. `changes` are the smallest changes of facts that were found to lead there
    (through exceptions too), `deciding` the missing facts that would. The answer's derivation and receipt go along.
    """
    wanted = wanted or _OTHER.get(str(answer["answer"]))
    now = str(answer.get("value", answer["answer"]))
    reached = wanted is not None and wanted in (now, answer["answer"])
    changes = [change for change in answer.get("flips", ()) if wanted in (None, _outcome(change))]
    deciding = [
        case for case in answer.get("deciding", ()) if wanted in (None, _outcome(case), case["answer"])
    ]
    obstacles = [] if reached else list(_obstacles(answer.get("derivation")))
    told = {
        "answer": answer["answer"],
        "wanted": wanted,
        "reached": reached,
        "text": _text(answer, wanted, reached, obstacles, changes, deciding),
        "obstacles": obstacles,
        "changes": changes,
        "deciding": deciding,
    }
    kept = ("value", "unit", "set", "cites", "derivation", "not_understood", "receipt")
    return {**told, **{name: answer[name] for name in kept if name in answer}}


def _outcome(case: Mapping[str, Any]) -> str:
    return str(case.get("value", case["answer"]))


def _obstacles(derivation: Mapping[str, Any] | None) -> Iterator[dict[str, Any]]:
    """What was looked at on the way from the answer's own step to the rules that decide it, each once."""
    if not derivation or derivation.get("root") is None:
        return
    steps: Mapping[str, Mapping[str, Any]] = derivation["steps"]
    root = steps[derivation["root"]]
    chain = [
        root,
        *(steps[name] for name in root.get("because", ()) if steps[name].get("sentence") == root["sentence"]),
    ]
    seen: set[tuple[Any, Any]] = set()
    for step in chain:
        for other in step.get("considered", ()):
            if (key := (other.get("statement"), other.get("says"))) not in seen:
                seen.add(key)
                yield _obstacle(other, str(other.get("why", "")), steps)
        for exception in step.get("exceptions", ()):
            key = (exception.get("statement"), exception.get("says"))
            if exception.get("applies") != "yes" and key not in seen:
                seen.add(key)
                why = "it is not known whether this exception applies"
                if exception.get("applies") == "no":
                    why = "this exception does not apply"
                yield _obstacle(exception, why, steps)


def _obstacle(other: Mapping[str, Any], why: str, steps: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    against = [each for each in other.get("exceptions", ()) if each.get("applies") == "yes"]
    unmet = [
        steps[name]["sentence"]
        for name in other.get("because", ())
        if name in steps and steps[name].get("verdict") != "yes"
    ]
    return {
        "rule": other.get("rule"),
        "statement": other.get("statement"),
        "says": other.get("says"),
        "why": why,
        "unmet": unmet,
        "against": [
            {"rule": each.get("rule"), "statement": each.get("statement"), "says": each.get("says")}
            for each in against
        ],
        "because": [name for name in other.get("because", ()) if name in steps],
    }


def _text(
    answer: Mapping[str, Any],
    wanted: str | None,
    reached: bool,
    obstacles: list[dict[str, Any]],
    changes: list[Any],
    deciding: list[Any],
) -> str:
    if answer["answer"] == "not understood":
        return str(answer["text"])
    if reached:
        return f"It is {wanted}: {answer['text']}"
    parts = [str(answer["text"])]
    for obstacle in obstacles:
        stands = ", ".join(str(each["statement"]) for each in obstacle["against"])
        because = f": {'; '.join(obstacle['unmet'])}" if obstacle["unmet"] else ""
        against = f" ({stands})" if stands else ""
        parts.append(f"{obstacle['statement']} does not lead there, for {obstacle['why']}{against}{because}.")
    for lead, cases in (("It would be", changes), ("It is", deciding)):
        for case in cases:
            instead = f" instead of “{case['instead_of']}”" if case.get("instead_of") else ""
            told = " ".join(f"“{fact}”" for fact in case["facts"])
            parts.append(f"{lead} {_outcome(case)} with {told}{instead}.")
    return " ".join(parts)
