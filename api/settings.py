"""Settings: everything that the environment can set, read once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.late_dataclasses import dataclass
from kb.home import home_of

# A checkout may have the originals in a folder beside it.
BESIDE = Path(__file__).resolve().parent.parent.parent / "shared" / "sources"


@dataclass(frozen=True)
class Settings:
    """Where things live, where the service listens, and what it accepts."""

    home: Path
    """HEXLAW_HOME: the folder of the graph, the quotes, the log; made when something is written."""
    sources: Path | None = None
    """HEXLAW_SOURCES: the folder of the user's originals; else the one beside a checkout, if it is there."""
    rulebook: str = "asl"
    """HEXLAW_RULEBOOK: the rulebook that a command means where it is not told."""
    host: str = "127.0.0.1"
    """HEXLAW_HOST: the address that the service listens on."""
    port: int = 8321
    """HEXLAW_PORT: its port."""
    max_body: int = 1_000_000
    """HEXLAW_MAX_BODY: the largest request, in bytes."""
    max_facts: int = 1_000
    """HEXLAW_MAX_FACTS: the most facts in one question."""
    max_file: int = 64_000_000
    """HEXLAW_MAX_FILE: the largest file that is ingested, in bytes."""
    time_limit: float = 5.0
    """HEXLAW_TIME_LIMIT: the most time for one question, in seconds."""
    playaid_time: float = 60.0
    """HEXLAW_PLAYAID_TIME: the most time for checking one play aid, in seconds."""
    ask_threads: int = 2
    """HEXLAW_ASK_THREADS: how many questions that take long are answered at once, beside those that do not."""
    max_batch: int = 100
    """HEXLAW_MAX_BATCH: the most questions in one batch."""
    body_time: float = 10.0
    """HEXLAW_BODY_TIME: the most time for a request's body to come, in seconds."""
    max_concurrent: int = 256
    """HEXLAW_MAX_CONCURRENT: the most requests in work at once; the next gets 503 and when to come back."""
    sparql_time: float = 10.0
    """HEXLAW_SPARQL_TIME: the most time for one SPARQL query, in seconds."""
    sparql_workers: int = 2
    """HEXLAW_SPARQL_WORKERS: how many SPARQL queries may run at once, each in a process of its own; 0 for none."""
    sparql_memory: int = 1_000_000_000
    """HEXLAW_SPARQL_MEMORY: the most address space of such a process, in bytes."""
    sparql_result: int = 10_000_000
    """HEXLAW_SPARQL_RESULT: the largest result of a query, in bytes."""
    cors: tuple[str, ...] = ()
    """HEXLAW_CORS: the origins whose pages may read what the service sends, parted by spaces; `*` for all."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """The settings of this environment; a value that cannot be used raises HexlawError, all of them at once."""
        reader = _Reader(environment)
        settings = cls(
            home=home_of(environment),
            sources=_sources(environment),
            rulebook=environment.get("HEXLAW_RULEBOOK", "") or cls.rulebook,
            host=environment.get("HEXLAW_HOST", "") or cls.host,
            port=reader.whole("HEXLAW_PORT", cls.port, 1, 65_535),
            max_body=reader.whole("HEXLAW_MAX_BODY", cls.max_body, 1, 2**40),
            max_facts=reader.whole("HEXLAW_MAX_FACTS", cls.max_facts, 0, 2**40),
            max_file=reader.whole("HEXLAW_MAX_FILE", cls.max_file, 1, 2**40),
            time_limit=reader.seconds("HEXLAW_TIME_LIMIT", cls.time_limit),
            playaid_time=reader.seconds("HEXLAW_PLAYAID_TIME", cls.playaid_time),
            ask_threads=reader.whole("HEXLAW_ASK_THREADS", cls.ask_threads, 1, 64),
            max_batch=reader.whole("HEXLAW_MAX_BATCH", cls.max_batch, 1, 2**40),
            body_time=reader.seconds("HEXLAW_BODY_TIME", cls.body_time),
            max_concurrent=reader.whole("HEXLAW_MAX_CONCURRENT", cls.max_concurrent, 1, 2**40),
            sparql_time=reader.seconds("HEXLAW_SPARQL_TIME", cls.sparql_time),
            sparql_workers=reader.whole("HEXLAW_SPARQL_WORKERS", cls.sparql_workers, 0, 64),
            sparql_memory=reader.whole("HEXLAW_SPARQL_MEMORY", cls.sparql_memory, 200_000_000, 2**50),
            sparql_result=reader.whole("HEXLAW_SPARQL_RESULT", cls.sparql_result, 1, 2**40),
            cors=tuple(environment.get("HEXLAW_CORS", "").split()),
        )
        if reader.wrong:
            raise HexlawError(*reader.wrong)
        return settings


def _sources(environment: Mapping[str, str]) -> Path | None:
    if named := environment.get("HEXLAW_SOURCES"):
        return Path(named).expanduser().resolve()
    return BESIDE if BESIDE.is_dir() else None


class _Reader:
    """Reads numbers from the environment and collects what is wrong with them."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment
        self.wrong: list[Diagnostic] = []

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        text = self.environment.get(name, "")
        if not text:
            return default
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if least <= value <= most:
            return value
        self._refuse(name, text, f"a whole number from {least} to {most}")
        return default

    def seconds(self, name: str, default: float) -> float:
        text = self.environment.get(name, "")
        if not text:
            return default
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if value > 0 and math.isfinite(value):
            return value
        self._refuse(name, text, "a number of seconds above 0")
        return default

    def _refuse(self, name: str, text: str, right: str) -> None:
        self.wrong.append(
            Diagnostic(
                code="setting",
                severity="error",
                message=f"{name} is {text!r}; it must be {right}",
                place=Place("environment"),
                hint=f"unset {name} to use the default",
                evidence=text,
            )
        )
