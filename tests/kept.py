"""Golden files: what nonet printed or drew when it was last checked by eye.

A test compares them with what is made now. ``NONET_GOLDEN=write`` writes them again instead.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pytest

__all__ = ["compare"]

_ROOT = Path(__file__).parents[1]
_SHOWN = 20  # lines of the difference, each cut to this many characters
_WIDTH = 160


def compare(text: str, path: Path) -> None:
    """Fail if a file does not hold the text: show the first lines that differ, and how to write the file again."""
    if os.environ.get("NONET_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    kept = path.read_text("utf-8") if path.exists() else ""
    if kept == text:
        return
    before, now = (part.replace("><", ">\n<").splitlines() for part in (kept, text))  # elements
    changed = difflib.unified_diff(before, now, "kept", "now", n=0)
    lines = [line.rstrip("\n")[:_WIDTH] for line in changed][:_SHOWN]
    name = path.relative_to(_ROOT) if path.is_relative_to(_ROOT) else path
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[0]
    fault = "differs from what is made now" if kept else "is not there yet"
    pytest.fail(
        f"{name} {fault}. If the change is right, write it and look at it:\n"
        f"NONET_GOLDEN=write .venv/bin/python -m pytest {test}\n" + "\n".join(lines),
        pytrace=False,
    )
