"""Every example in docs/cli.md is run, and what the page shows is what comes out.

``NONET_GOLDEN=write pytest tests/test_cli_docs.py`` puts the present output into the page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from console import GOLDEN

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a shell")


def outputs(block: str, directory: Path) -> str:
    """Run the commands of a block and return it with their output."""
    shown = []
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        script = f'nonet() {{ "{sys.executable}" -m nonet "$@"; }}\n{command}'
        done = subprocess.run(
            ["sh", "-c", script],
            cwd=directory,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
        )
        shown.append(f"$ {command}\n{done.stdout.decode()}")
    return "".join(shown)


def test_the_examples_are_real(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "puzzles.txt", tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    real = BLOCK.sub(lambda block: f"```console\n{outputs(block[1], tmp_path)}```", page)
    if os.environ.get("NONET_GOLDEN") == "write":
        PAGE.write_text(real, encoding="utf-8")
    assert real == PAGE.read_text(encoding="utf-8")
    assert page.count("$ nonet ") >= 9
