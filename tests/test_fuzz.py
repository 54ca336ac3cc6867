"""The core under the sanitizers: a short run of what `make fuzz` does at length.

The target is built once into ``build/fuzz`` and kept; see `core/fuzz/fuzz.cpp` for what is checked.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt
import oracle
import pytest
import strategies
from locks import locked

from nonet import batch, engine
from nonet.steps import technique

HOME = Path(__file__).parents[1]
ROWS = 100_000


def script() -> ModuleType:
    """`scripts/fuzz.py`, which knows how to build the target."""
    spec = importlib.util.spec_from_file_location("fuzz_script", HOME / "scripts" / "fuzz.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(*compilers: str) -> Path:
    """The fuzz target, built by one of the compilers."""
    fuzz = script()
    try:
        with locked(HOME / "build" / "fuzz.lock"):
            path: Path = fuzz.build(*compilers)
    except fuzz.Unable as error:
        pytest.skip(str(error))
    return path


@pytest.fixture(scope="module")
def program() -> Path:
    """The fuzz target."""
    return built()


def run(program: Path, *arguments: str) -> str:
    """What a run prints that finds nothing."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    assert f"nothing found in {arguments[0]} rows" in done.stdout
    return done.stdout


def random_rows(number: int) -> npt.NDArray[np.uint8]:
    """Return boards with holes and wrong digits, thin boards, and rows of any bytes."""
    rng = np.random.default_rng(7)
    grids = np.array(strategies.full_grids(), np.uint8)
    holes = grids[rng.integers(len(grids), size=number)]
    holes[rng.random(holes.shape) < rng.uniform(0.3, 0.75, (number, 1))] = 0
    wrong = holes.copy()
    wrong[np.arange(number), rng.integers(81, size=number)] = rng.integers(10, size=number)
    thin = rng.integers(10, size=holes.shape, dtype=np.uint8)
    thin[rng.random(holes.shape) < 0.9] = 0
    any_bytes = rng.integers(256, size=holes.shape, dtype=np.uint8)
    return np.concatenate([holes, wrong, thin, any_bytes])


def test_random_rows_have_the_same_answer_under_every_instruction_set() -> None:
    rows = random_rows(2000)
    answers = []
    for name in engine.instruction_sets():
        with engine.using_instruction_set(name):
            found = batch.solve(rows, limit=3)
        solved = found.counts > 0
        assert oracle.are_solutions(found.solutions[solved], rows[solved]).all()
        answers.append((found.status, found.counts))
    status, counts = answers[0]
    assert len(np.unique(status)) >= 5, "the rows are not mixed"
    for other_status, other_counts in answers[1:]:
        assert (other_status == status).all() and (other_counts == counts).all()


HALVES = pytest.mark.parametrize("halves", [1, pytest.param(2, marks=pytest.mark.long)])
"""How many halves of the rows: one, and both as a longer test."""

KINDS = ("unique", "multiple", "no solution", "conflict", "bad cell", "out of budget")


@pytest.mark.slow
def test_rubbish_does_no_harm(program: Path) -> None:
    printed = run(program, str(ROWS), "1", str(min(2, os.cpu_count() or 1)))
    for kind in (*KINDS, "of any size"):
        assert f" {kind} " in printed, f"the run never met: {kind}"
    assert "of any size 0" not in printed


@pytest.mark.slow
def test_rubbish_of_any_size_does_no_harm(program: Path) -> None:
    printed = run(program, str(ROWS // 2), "2", "1", "general")
    for kind in KINDS:
        assert f" {kind} " in printed, f"the run never met: {kind}"
    for check in ("judged", "known", "alone", "paced", "searched", "pruned"):
        assert f" {check} 0" not in printed.split("of any size")[1], f"nothing was {check}"


@pytest.mark.slow
@HALVES
def test_every_reason_of_a_constraint_explains_what_it_should(program: Path, halves: int) -> None:
    printed = run(program, str(ROWS // 100 * halves), "5", "1", "models")
    for check in ("counted", "reasons checked"):
        assert f" {check} 0" not in printed.split("of models:")[1], f"nothing was {check}"


def sorts() -> list[str]:
    """What has reasons: the kinds of constraints, relations, and what follows in houses."""
    rows = (HOME / "core" / "search" / "kinds.def").read_text("utf-8")
    return ["arc", "seen", "subset", *re.findall(r"^(?:KIND|INNER)\(\w+, (\w+),", rows, re.M)]


NOT_CHECKED = {"allowed", "different", "pair", "home_digits", "home_order"}
"""What becomes other tables, so that no constraint gives reasons; and regions: too many ways to fill their cells."""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("sort", [each for each in sorts() if each not in NOT_CHECKED])
def test_a_reason_without_one_of_its_candidates_is_found_within_a_minute(
    program: Path, sort: str
) -> None:
    command = [str(program), "10000000", "1", "1", "models", sort]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode, "a wrong reason was not found"
    assert "a reason " in done.stderr


@pytest.mark.slow
def test_long_lists_of_every_primitive_are_right_or_refused(program: Path) -> None:
    printed = run(program, str(ROWS // 50), "8", str(min(2, os.cpu_count() or 1)), "lists")
    for check in ("refused", "planted", "counted", "stopped"):
        assert f" {check} 0" not in printed.split("of lists:")[1].split("\n")[0], (
            f"nothing was {check}"
        )


def loosened() -> list[tuple[str, str]]:
    """The rows of the bounds of lists, each with what it is to become."""
    sys.path.insert(0, str(HOME / "scripts"))
    import mutation_probe

    return [(each.old, each.new) for each in mutation_probe.mutants() if each.area == "bounds"]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("old", "new"), loosened())
def test_a_bound_that_is_loose_is_found_within_a_minute(
    program: Path, tmp_path: Path, old: str, new: str
) -> None:
    copy = tmp_path / "core"
    shutil.copytree(HOME / "core", copy)
    bounds = copy / "search" / "bounds.def"
    bounds.write_text(bounds.read_text("utf-8").replace(old, new), "utf-8")
    loose = script().rebuilt(program, copy / "search" / "model.cpp", tmp_path)
    done = subprocess.run([loose, "1000000", "1", "1", "lists"], capture_output=True, timeout=60)
    assert done.returncode, "a loose bound was not found"


@pytest.mark.slow
@HALVES
def test_the_human_solver_takes_no_harm_and_proves_its_steps(program: Path, halves: int) -> None:
    printed = run(program, str(ROWS // 40 * halves), "3", "1", "logic")
    for kind in KINDS:
        assert f" {kind} " in printed, f"the run never met: {kind}"
    for check in ("steps", "sound", "walks", "out of room", "spent", "refused", "halted"):
        assert f" {check} 0" not in printed.split("of the human solver")[1], f"never: {check}"
    unmet = printed.split("techniques never met:")[1].split("\n")[0].split()
    # The harness runs the profile `se`.
    unmet = [name for name in unmet if "se" in technique(name).ratings]
    assert len(unmet) < 20, f"too many techniques were never met: {unmet}"


@pytest.mark.slow
def test_what_is_made_and_compared_takes_no_harm(program: Path) -> None:
    printed = run(program, str(ROWS // 5), "4", "1", "making")
    for check in ("forms", "carried", "puzzles", "nearest", "not made", "ended"):
        assert f" {check} 0" not in printed.split("of what is made")[1], f"never: {check}"


@pytest.mark.slow
def test_exact_counts_take_no_harm(program: Path) -> None:
    printed = run(program, "300", "5", "1", "counting")
    for check in ("listed", "odds", "rejected", "interrupted"):
        assert f" {check} 0" not in printed.split("of exact counts")[1], f"never: {check}"


@pytest.mark.slow
@pytest.mark.long
def test_the_sanitizers_of_clang_find_nothing() -> None:
    """They look for offsets of null pointers, for example, which those of GCC accept."""
    program = built("clang++")
    subjects = {"general": 10_000, "models": 300, "logic": 300, "making": 2000, "counting": 100}
    for subject, rows in subjects.items():
        run(program, str(rows), "6", "1", subject)
    run(program, "10000", "6", "1")


@pytest.mark.slow
def test_a_case_can_be_repeated(program: Path) -> None:
    subprocess.run([program, "case", "12345"], check=True, timeout=60)
