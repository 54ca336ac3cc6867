"""`nonet convert` warns where a format only draws what a puzzle says."""

from __future__ import annotations

import subprocess
import sys

import pytest

EMPTY = "." * 81


@pytest.mark.parametrize(
    ("rules", "is_warned"),
    [("thermo:r1c1r2c1", True), ("killer:10=r1c1r2c1", False), ("antiknight", False)],
)
def test_a_link_that_only_draws_a_rule_is_warned_about(rules: str, is_warned: bool) -> None:
    command = [sys.executable, "-m", "nonet", "convert", "--to", "sudokupad", "--rules", rules, "-"]
    done = subprocess.run(command, input=f"{EMPTY}\n", capture_output=True, text=True)
    warning = (
        "a link of SudokuPad only draws thermo: nonet cannot read that back; f-puzzles keeps it"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("https://sudokupad.app/")
    assert (warning in done.stderr) == is_warned
