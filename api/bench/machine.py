"""The machine that something was measured on."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    """What figures depend on beside the program: processor, cores that may be used, system, Python, libraries."""

    processor: str
    cores: int
    system: str
    python: str
    libraries: dict[str, str]


def this_machine(libraries: tuple[str, ...]) -> Machine:
    """This one, with the versions of these libraries."""
    return Machine(
        _processor(),
        _cores(),
        f"{platform.system()} {platform.release()}",
        f"{platform.python_implementation()} {platform.python_version()}",
        {name: version(name) for name in libraries},
    )


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name"))
    return next(names, platform.machine())


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
