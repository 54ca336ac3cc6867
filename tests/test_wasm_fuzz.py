"""Random calls of the core as WebAssembly: no trap, and the answers of the native core."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import strategies
from test_wasm import assert_equal, marks_of, native_figures, native_steps, solved
from wasm_core import Core, missing

REASON = missing()
pytestmark = pytest.mark.skipif(REASON is not None, reason=REASON or "")
rounds = pytest.mark.parametrize("rounds", [40, pytest.param(1500, marks=pytest.mark.slow)])


@pytest.fixture(scope="module")
def core() -> Iterator[Core]:
    core = Core()
    yield core
    core.close()


def random_position(rng: np.random.Generator) -> tuple[Any, Any]:
    """Return digits and marks: of a puzzle, with candidates missing, or anything at all."""
    grid = np.array(strategies.full_grids()[rng.integers(40)], np.uint8)
    digits = np.where(rng.random(81) < rng.uniform(0.2, 0.6), grid, 0).astype(np.uint8)
    kind = rng.integers(4)
    if kind == 0:
        return digits, rng.integers(512, size=81, dtype=np.uint16)
    marks = marks_of(digits)
    if kind == 1:
        marks &= rng.integers(512, size=81, dtype=np.uint16) | rng.integers(
            512, size=81, dtype=np.uint16
        )
    if kind == 2:
        digits[rng.integers(81)] = rng.integers(10)
    return digits, marks


@rounds
def test_steps_and_ratings_of_any_position(core: Core, rounds: int) -> None:
    rng = np.random.default_rng(3)
    for _ in range(rounds):
        digits, marks = random_position(rng)
        budget, most, chains = (int(rng.integers(*b)) for b in ((1, 3000), (1, 20), (0, 2)))
        premise = int(rng.integers(3))
        options = {"budget": budget, "premise": premise}
        for expected, found in (
            (
                native_steps("path", digits, marks, most, budget, premise),
                core.call("path", digits, marks, most, options),
            ),
            (
                native_steps("all_steps", digits, marks, chains, budget, premise),
                core.call("allSteps", digits, marks, chains, options),
            ),
        ):
            assert (found["status"], found["words"].tobytes()) == expected
        rating = core.call("rateBoard", digits, marks, options)
        figures = native_figures(digits, marks, budget, premise)
        for key in ("status", "er", "ep", "ed", "hardest", "steps"):
            assert rating[key].tolist() == list(figures[key])


@rounds
def test_any_bytes_and_masks(core: Core, rounds: int) -> None:
    rng = np.random.default_rng(5)
    rows = rng.integers(256, size=(rounds * 5, 81)).astype(np.uint8)
    rows[::3] = np.where(rng.random((len(rows[::3]), 81)) < 0.7, 0, rows[::3] % 11)
    assert_equal(core.call("solve", rows.ravel(), {"budget": 50}), solved(rows, 2, 50))
    masks = rng.integers(1 << 16, size=(rounds * 5, 81)).astype(np.uint16)
    masks[::2] &= 511
    masks[1::4] |= 0x1F0
    found = core.call("solveMarks", masks.ravel(), {"limit": 7, "budget": 50})
    assert_equal(found, solved(masks, 7, 50))
    assert core.call("rate", rows.ravel(), {"budget": 100})["status"].shape == (len(rows),)
