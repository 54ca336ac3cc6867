"""What the benchmarks share: reading puzzles, describing the machine, writing results."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import nonet
from nonet import engine, formats

Boards = npt.NDArray[np.uint8]


def load(path: str) -> Boards:
    """Return the puzzles of a file in any format as an ``(n, 81)`` array."""
    cells = b"".join(bytes(puzzle.givens) for puzzle in formats.read(path))
    return np.frombuffer(cells, np.uint8).reshape(-1, 81)


def as_lines(boards: Boards) -> bytes:
    """Return the boards as lines of 81 characters."""
    text = np.full((len(boards), 82), 10, np.uint8)
    text[:, :81] = np.where(boards == 0, ord("."), boards + ord("0"))
    return text.tobytes()


def machine() -> dict[str, Any]:
    """Return what a figure depends on: processor, Python, compiler, instruction sets."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return {
        "processor": model,
        "processors": engine.threads_available(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "nonet": nonet.__version__,
        "compiler": engine.compiler(),
        "instruction_sets": list(engine.instruction_sets()),
        "load": round(os.getloadavg()[0], 2),
    }


def describe(machine: dict[str, Any]) -> str:
    """Return the first line of a benchmark."""
    return f"{machine['processor']}, built by {machine['compiler']}, load {machine['load']}"


def median(values: list[float]) -> float:
    return statistics.median(values)


def write_json(path: str | None, figures: dict[str, Any]) -> None:
    if path:
        Path(path).write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def fail(message: str) -> None:
    """End the benchmark: a figure with a wrong answer is worthless."""
    sys.exit(f"benchmark: {message}")
