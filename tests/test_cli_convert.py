"""`nonet convert` warns where a format only draws what a puzzle says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from console import run

from nonet import Puzzle, PuzzleError, formats

EMPTY = "." * 81


@pytest.mark.parametrize(
    ("rules", "drawn", "kept"),
    [
        ("thermo:r1c1r2c1", "thermo", "f-puzzles"),
        ("greater:r1c1r1c2 thermo:r1c1r2c1", "greater, thermo", "iss"),
        ("killer:10=r1c1r2c1", "", ""),
        ("antiknight", "", ""),
    ],
)
def test_a_link_that_only_draws_a_rule_is_warned_about(rules: str, drawn: str, kept: str) -> None:
    command = [sys.executable, "-m", "nonet", "convert", "--to", "sudokupad", "--rules", rules, "-"]
    done = subprocess.run(command, input=f"{EMPTY}\n", capture_output=True, text=True)
    warning = (
        f"a link of SudokuPad only draws {drawn}: nonet cannot read that back; {kept} keeps it\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("https://sudokupad.app/")
    assert done.stderr.startswith(warning) if drawn else "SudokuPad" not in done.stderr


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ("antiknight", "'iss', 'yaml', 'f-puzzles' or 'jsonl'"),
        ("greater:r1c1r1c2", "'iss', 'yaml' or 'jsonl'"),
    ],
)
def test_a_refused_puzzle_with_constraints_is_sent_to_formats_that_write_it(
    rules: str, kept: str
) -> None:
    puzzle = Puzzle(EMPTY, rules=f"3x3 {rules}")
    with pytest.raises(PuzzleError, match=f"and this puzzle has .*; use {kept}$"):
        formats.format(puzzle, "sdm")
    for name in kept.replace(",", "").replace(" or", "").split():
        assert formats.parse(formats.format(puzzle, name[1:-1])) == puzzle


@pytest.mark.parametrize("suffix", ["sdm", "sdk", "txt", "gsf", "bank"])
def test_a_file_stays_where_the_format_holds_none_of_the_puzzles(
    tmp_path: Path, suffix: str
) -> None:
    out = tmp_path / f"out.{suffix}"
    out.write_text("old")
    found = run("convert", "." * 81, "--rules", "thermo:r1c1r1c2", "--to", suffix, "-o", out)
    assert (found.code, out.read_text()) == (1, "old")
    assert "holds no constraints" in found.err
