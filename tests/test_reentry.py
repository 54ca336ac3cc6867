"""Calls inside calls: what a signal handler asks while the core works must not disturb the answer, nor be disturbed."""

from __future__ import annotations

import signal
from array import array
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reentering import entered_again

from nonet import Puzzle, _core, batch, engine, generate
from nonet.engine.delimited import boards_column, write_table
from nonet.generating import arrays
from nonet.puzzle.model import Model

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="there are no timers of Unix here"
)

EXAMPLES = (Path(__file__).parents[1] / "examples" / "puzzles.txt").read_text().splitlines()
ROWS = [line for line in EXAMPLES if len(line) == 81][:1000]
EMPTY = "." * 81
FEW = Puzzle("53..7....6..195" + "." * 66)
HARD = Puzzle("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
SOME = "53..7....6..195....98....6.8...6...3" + "." * 45
GIVENS = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
KNIGHTS = Puzzle("." * 80 + "1", rules="antiknight")


def _arrays(result: Any) -> object:
    return {
        name: value.tolist()
        for name, value in vars(result).items()
        if isinstance(value, np.ndarray)
    }


def _table() -> object:
    text = "".join(ROWS).encode()
    columns = [boards_column(text, 81, stride=81)]
    return [write_table(columns, len(ROWS)) for _ in range(3000)]


LONG: dict[str, Callable[[], object]] = {
    "unique rows": lambda: _arrays(batch.solve(ROWS * 60, threads=1)),
    "rows with many solutions": lambda: _arrays(batch.solve([EMPTY] * 150, limit=5000, threads=1)),
    "rows of a variant": lambda: _arrays(
        batch.solve([EMPTY] * 100, rules="antiknight", limit=50, threads=1)
    ),
    "count of marks": lambda: Puzzle(KNIGHTS.candidates(), rules="antiknight").count(2000),
    "count": lambda: KNIGHTS.count(2000),
    "large board": lambda: Puzzle("." * 256).count(100_000),
    "solutions": lambda: list(islice(Puzzle(EMPTY).solutions(), 60_000)),
    "solutions of a variant": lambda: list(islice(KNIGHTS.solutions(), 2000)),
    "exact count": lambda: FEW.count(limit=None),
    "odds": lambda: Puzzle(SOME).odds(),
    "samples": lambda: Puzzle(SOME).sample(2000, seed=1),
    "true candidates": lambda: [
        Puzzle(EMPTY, rules="antiking").true_candidates() for _ in range(20)
    ],
    "model": lambda: (
        Model.of(KNIGHTS).count(2000),
        list(islice(Model.of(KNIGHTS).solutions(), 500)),
    ),
    "rated rows": lambda: _arrays(batch.rate(ROWS[:300], threads=1)),
    "rated rows, other profile": lambda: _arrays(
        batch.rate(ROWS[:200], profile="hodoku", threads=1)
    ),
    "steps": lambda: list(HARD.steps(profile="nonet")),
    "all steps": lambda: engine.all_steps(GIVENS.candidates(), everything=True),
    "canonical forms": lambda: _arrays(batch.canonical(ROWS * 6, threads=1)),
    "transforms": lambda: batch.random_transforms(2_000_000, seed=1, threads=1).tobytes(),
    "generated rows": lambda: _arrays(arrays(5000, seed=1, threads=1)),
    "generated variant": lambda: generate(8, seed=1, variant="killer"),
    "minimal": lambda: [Puzzle(HARD.solution()).minimise() for _ in range(20)],
    "table": _table,
}


def _ask() -> object:
    """Ask for a little of everything that needs memory of the core."""
    return (
        GIVENS.solution(),
        GIVENS.count(),
        GIVENS.hint(),
        GIVENS.rate(),
        Puzzle(EMPTY).count(200),
        KNIGHTS.count(3),
        next(iter(KNIGHTS.solutions())),
        KNIGHTS.candidates(),
        GIVENS.canonical(),
        generate(seed=3),
        batch.solve(ROWS[:2]).text(),
    )


@pytest.mark.parametrize("name", LONG)
def test_a_call_is_right_although_another_one_runs_inside_it(name: str) -> None:
    call, expected = LONG[name], _ask()
    alone = call()
    for _ in range(20):
        with entered_again(_ask) as answers:
            found = call()
        assert found == alone
        assert all(answer == expected for answer in answers)
        if len(answers) >= 2:
            return
    pytest.fail("the call is too short to be entered again")


@pytest.mark.parametrize(
    ("puzzle", "n"), [(Puzzle(EMPTY), 50_000), (KNIGHTS, 2000)], ids=["classic", "variant"]
)
def test_solutions_are_right_although_others_are_taken_in_between(puzzle: Puzzle, n: int) -> None:
    first = list(islice(puzzle.solutions(), n))
    inner = puzzle.solutions()
    with entered_again(lambda: list(islice(inner, 3))) as taken:
        assert list(islice(puzzle.solutions(), n)) == first
    assert len(taken) > 1
    assert [grid for some in taken for grid in some] == first[: 3 * len(taken)]


@pytest.mark.parametrize("general", [False, True])
def test_a_search_that_runs_is_not_entered_again(general: bool) -> None:
    masks = [511] * 81
    running = (
        _core.GeneralSearch(engine.tables_of(KNIGHTS.rules), array("Q", masks))
        if general
        else _core.Search(array("H", masks))
    )
    errors = []

    def enter() -> None:
        try:
            running.next(1, 0)
        except ValueError as error:
            errors.append(str(error))

    with entered_again(enter):
        for _ in range(100):
            assert running.next(2000 if general else 1 << 20, 0)[0]
            if errors:
                break
    assert set(errors) == {"nonet._core: this search is running already"}


def test_what_is_called_with_the_progress_may_call_too() -> None:
    puzzle, expected, told = FEW, _ask(), list[object]()
    alone = puzzle.count(limit=None)
    assert puzzle.count(limit=None, progress=lambda _: told.append(_ask())) == alone
    assert told and all(answer == expected for answer in told)
