"""The core under the sanitizers: a short run of what `make fuzz` does at length.

The target is built once into ``build/fuzz`` and kept; see `core/fuzz/fuzz.cpp` for what is checked.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.slow

HOME = Path(__file__).parents[1]
ROWS = 100_000


def script() -> ModuleType:
    """`scripts/fuzz.py`, which knows how to build the target."""
    spec = importlib.util.spec_from_file_location("fuzz_script", HOME / "scripts" / "fuzz.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def program() -> Path:
    """The fuzz target."""
    fuzz = script()
    try:
        path: Path = fuzz.build()
    except fuzz.Unable as error:
        pytest.skip(str(error))
    return path


def run(program: Path, *arguments: str) -> str:
    """What a run prints that finds nothing."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    assert f"nothing found in {arguments[0]} rows" in done.stdout
    return done.stdout


KINDS = ("unique", "multiple", "no solution", "conflict", "bad cell", "out of budget")


def test_rubbish_does_no_harm(program: Path) -> None:
    printed = run(program, str(ROWS), "1", str(min(2, os.cpu_count() or 1)))
    for kind in (*KINDS, "of any size"):
        assert f" {kind} " in printed, f"the run never met: {kind}"
    assert "of any size 0" not in printed


def test_rubbish_of_any_size_does_no_harm(program: Path) -> None:
    printed = run(program, str(ROWS // 2), "2", "1", "general")
    for kind in KINDS:
        assert f" {kind} " in printed, f"the run never met: {kind}"
    for check in ("judged", "known", "alone", "paced", "searched", "pruned"):
        assert f" {check} 0" not in printed.split("of any size")[1], f"nothing was {check}"


def test_the_human_solver_takes_no_harm_and_proves_its_steps(program: Path) -> None:
    printed = run(program, str(ROWS // 20), "3", "1", "logic")
    for kind in KINDS:
        assert f" {kind} " in printed, f"the run never met: {kind}"
    for check in ("steps", "sound", "walks", "out of room", "spent", "refused", "halted"):
        assert f" {check} 0" not in printed.split("of the human solver")[1], f"never: {check}"
    unmet = printed.split("techniques never met:")[1].split("\n")[0].split()
    assert len(unmet) < 20, f"too many techniques were never met: {unmet}"


def test_what_is_made_and_compared_takes_no_harm(program: Path) -> None:
    printed = run(program, str(ROWS // 5), "4", "1", "making")
    for check in ("forms", "carried", "puzzles", "nearest", "not made", "ended"):
        assert f" {check} 0" not in printed.split("of what is made")[1], f"never: {check}"


def test_a_case_can_be_repeated(program: Path) -> None:
    subprocess.run([program, "case", "12345"], check=True, timeout=60)
