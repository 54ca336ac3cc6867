"""The page of the ways: its drawings are those of the code of today."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
PAGE = HOME / "docs" / "ways.md"
SCRIPT = HOME / "scripts" / "ways_page.py"


def test_the_drawings_are_those_of_the_code() -> None:
    """A process of its own draws them: what other tests leave in caches would not be entered."""
    pytest.importorskip("pyarrow", reason="a row of a table needs Arrow")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--print"], stdout=subprocess.PIPE, check=True
    )
    assert done.stdout.decode() == PAGE.read_text("utf-8"), f"python scripts/{SCRIPT.name}"
