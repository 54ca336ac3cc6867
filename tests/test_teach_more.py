"""The teaching solvers that translate the board into another problem, and those that repair a full board.

They are held to the same verdicts as all: the oracle's, on boards of every kind.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice, pairwise, product
from pathlib import Path
from typing import Any

import oracle
import pytest
import quick
from kinds import ENOUGH, KINDS, Judged, Kind

from nonet import teach
from nonet.base.errors import MissingExtra
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.rules import House, Rules
from nonet.teach import SolverRun, make_board, replay
from nonet.teach.exact_cover import _matrix
from nonet.teach.sat import SOLVERS, clauses

DATA = Path(__file__).parents[2] / "shared" / "data"

TRANSLATED = ("exact_cover", "sat", "constraint_programming")
REPAIRED = ("annealing", "iterated_local_search")
PACKAGES = {"sat": "pysat", "constraint_programming": "ortools"}
TOGETHER = pytest.mark.parametrize("name", [*TRANSLATED, *REPAIRED])
COMPLETE = pytest.mark.parametrize("name", TRANSLATED)
SEARCHING = pytest.mark.parametrize("name", REPAIRED)

SMALL = "1... ..3. .4.. ...2"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
LONG = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
IMPOSSIBLE = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."


def run_or_skip(puzzle: Puzzle | str, name: str, **options: Any) -> SolverRun:
    """Run an algorithm, or skip the test where its extra is not installed."""
    if name in PACKAGES:
        pytest.importorskip(PACKAGES[name], reason=f"{PACKAGES[name]} is not installed")
    return teach.solve(puzzle, name, **options)


def as_puzzle(board: Judged, kind: Kind) -> Puzzle:
    return Puzzle(Candidates.from_masks(board.masks), rules=kind.rules)


def digits_of(run: SolverRun) -> list[tuple[int, ...]]:
    return [tuple(grid) for grid in run.solutions]


def some(kind: Kind, number: int) -> Sequence[Judged]:
    """Return fewer boards of the large kinds."""
    return kind.judged[: number if kind.rules.size <= 9 else max(3, number // 4)]


# -- agreement with the oracle -------------------------------------------------------------------


@pytest.mark.parametrize("kind", quick.some(KINDS, 12, 1), ids=lambda kind: kind.name)
@COMPLETE
def test_all_solutions_of_every_kind(name: str, kind: Kind) -> None:
    for board in some(kind, 10):
        run = run_or_skip(as_puzzle(board, kind), name, limit=ENOUGH)
        found = digits_of(run)
        assert run.exact and len(set(found)) == len(found) == len(board.solutions)
        if len(found) < ENOUGH:
            assert set(found) == set(board.solutions)
        for grid in found:
            assert oracle.first([1 << (d - 1) for d in grid], kind.inside) == grid
            assert all(mask >> (d - 1) & 1 for mask, d in zip(board.masks, grid, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS[:22:11], ids=lambda kind: kind.name)
@SEARCHING
def test_what_is_found_on_some_boards_is_a_solution(name: str, kind: Kind) -> None:
    test_what_is_found_is_a_solution(name, kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS[:22], ids=lambda kind: kind.name)
@SEARCHING
def test_what_is_found_is_a_solution(name: str, kind: Kind) -> None:
    solved = solvable = 0
    for board in some(kind, 8):
        run = run_or_skip(as_puzzle(board, kind), name, limit=2, budget=60_000)
        found = digits_of(run)
        assert len(set(found)) == len(found)
        assert len(found) == 2 or not run.exact or not all(board.masks)
        if len(board.solutions) < ENOUGH:
            assert set(found) <= set(board.solutions)
        for grid in found:
            assert oracle.first([1 << (d - 1) for d in grid], kind.inside) == grid
            assert all(mask >> (d - 1) & 1 for mask, d in zip(board.masks, grid, strict=True))
        solved, solvable = solved + bool(found), solvable + bool(board.solutions)
    assert solved == solvable if name == "iterated_local_search" or kind.rules.size < 6 else solved


@TOGETHER
def test_agreement_with_the_core(name: str) -> None:
    for text in (EASY, HARD):
        assert run_or_skip(text, name).solution == Puzzle(text).solution()
    assert run_or_skip(SMALL, name, limit=None, budget=5000).solutions == (
        Puzzle(SMALL).solution(),
    )


@COMPLETE
def test_all_boards_of_four(name: str) -> None:
    run = run_or_skip("." * 16, name, limit=None)
    assert run.exact and len(set(run.solutions)) == run.counters.solutions == 288


@COMPLETE
def test_no_solution_is_proved(name: str) -> None:
    run = run_or_skip(IMPOSSIBLE, name)
    assert run.exact and run.solutions == () and run.counters.solutions == 0


@SEARCHING
def test_no_solution_is_not_proved(name: str) -> None:
    run = run_or_skip(IMPOSSIBLE, name, budget=30_000)
    assert not run.exact and run.solutions == ()


@SEARCHING
def test_equal_certain_digits_of_a_house_are_no_solution(name: str) -> None:
    # Two rows with a pair each, such that all digits are there often enough: the columns alone do not see it.
    masks = [1, 1, 15, 15, 8, 8, *[15] * 10]
    run = run_or_skip(Puzzle(Candidates.from_masks(masks), rules="latin4"), name, budget=30_000)
    assert run.solutions == ()


@TOGETHER
def test_short_houses_need_not_hold_every_digit(name: str) -> None:
    short = Rules(size=4, extra=[House("pair", "r1c1 r4c4", size=4)])
    run = run_or_skip(Puzzle("." * 16, rules=short), name, limit=None, budget=60_000)
    free = [tuple(grid) for grid in run_or_skip("." * 16, "exact_cover", limit=None).solutions]
    expected = {grid for grid in free if grid[0] != grid[15]}
    assert set(digits_of(run)) <= expected and len(expected) == 216
    assert len(run.solutions) == 216 if name in TRANSLATED else len(run.solutions) > 20


@TOGETHER
def test_full_boards_and_the_smallest(name: str) -> None:
    solved = Puzzle(EASY).solution()
    assert run_or_skip(Puzzle(solved), name, limit=None).solutions == (solved,)
    assert digits_of(run_or_skip(Puzzle(".", rules="latin1"), name, limit=None)) == [(1,)]


@pytest.mark.slow
def test_repairing_solves_ordinary_boards() -> None:
    files = [DATA / f"qqwing_{level}.txt" for level in ("simple", "easy", "intermediate")]
    if not all(path.exists() for path in files):
        pytest.skip("the puzzle collections are not here")
    for path, name in product(files, REPAIRED):
        lines = [row for row in path.read_text("utf-8").split("\n") if len(row.split("#")[0]) > 80]
        for text in islice(lines, 2 if name == "iterated_local_search" else 1):
            run = run_or_skip(text[:81], name, budget=20_000_000)
            assert run.solution == Puzzle(text[:81]).solution(), text


@pytest.mark.parametrize(
    "name",
    quick.some(["exact_cover", "constraint_programming", "sat", "iterated_local_search"], 2),
)
def test_large_boards(name: str) -> None:
    grid = run_or_skip("." * 256, name).solution
    assert grid is not None and oracle.first([1 << (d - 1) for d in grid], oracle.houses(4, 4))


# -- what the events say -------------------------------------------------------------------------


@TOGETHER
def test_every_solved_frame_is_a_solution(name: str) -> None:
    for puzzle in (
        Puzzle(SMALL),
        Puzzle("12.. .... .... ...3"),
        Puzzle(Candidates.from_masks([3, *[15] * 15])),
    ):
        run = run_or_skip(puzzle, name, limit=5, trace=True, budget=5000)
        assert run.trace is not None and run.solutions
        shown = [
            Grid(frame.digits)
            for frame in replay(bytes(puzzle.givens), run.trace)
            if frame.event.kind == "solved"
        ]
        assert tuple(shown) == run.solutions
        for event in run.trace:
            assert event.kind != "place" or not puzzle.givens[event.cell]


@TOGETHER
@pytest.mark.parametrize("text", quick.some([SMALL, EASY, HARD], 3, 1))
def test_the_last_frame_is_the_solution(name: str, text: str) -> None:
    run = run_or_skip(text, name, trace=True)
    assert run.trace is not None and run.solution is not None
    *_, last = replay(bytes(Grid(text)), run.trace)
    assert last.event.kind == "solved" and Grid(last.digits) == run.solution


@pytest.mark.parametrize("seed", quick.some(range(4), 4))
@pytest.mark.parametrize("name", ["exact_cover", "iterated_local_search"])
def test_singles_go_into_empty_cells(name: str, seed: int) -> None:
    run = run_or_skip(HARD, name, limit=2, trace=True, budget=20_000, seed=seed)
    assert run.trace is not None and run.counters.guesses and run.counters.backtracks
    frames = list(replay(bytes(Grid(HARD)), run.trace))
    for frame, after in pairwise(frames):
        if frame.event.kind == "rule":
            assert frame.digits[frame.event.cell] == 0
            assert after.event[:3] == ("place", *frame.event[1:3])


def test_a_repaired_board_is_full_all_the_time() -> None:
    run = run_or_skip(EASY, "annealing", trace=True)
    assert run.trace is not None
    full = False
    for frame in replay(bytes(Grid(EASY)), run.trace):
        full = (full or 0 not in frame.digits) and frame.event.kind != "restart"
        assert not full or 0 not in frame.digits


# -- budgets and seeds ---------------------------------------------------------------------------


@TOGETHER
@pytest.mark.parametrize("largest", [16, pytest.param(25, marks=pytest.mark.slow)])
def test_the_budget_ends_it(name: str, largest: int) -> None:
    for size in (9, 16):
        for budget in (0, 1, 50, 3000):
            run = run_or_skip("." * size**2, name, limit=None, budget=budget)
            assert not run.exact and run.counters.assignments <= budget + 1
    run = run_or_skip("." * largest**2, name, limit=None, seconds=0.05)
    assert not run.exact and run.counters.seconds < 30


@TOGETHER
def test_a_seed_reproduces_the_run(name: str) -> None:
    def events(seed: int) -> list[Any]:
        run = run_or_skip(HARD, name, seed=seed, trace=True, budget=50_000)
        assert run.trace is not None
        return list(run.trace)

    assert events(3) == events(3)
    assert name in TRANSLATED or events(3) != events(4)


# -- single algorithms ---------------------------------------------------------------------------


def test_the_matrix_has_the_published_size() -> None:
    found = teach.solve("." * 81, "exact_cover").counters
    assert (found.variables, found.constraints) == (729, 324)


def test_the_links_are_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def matrix(*args: Any) -> Any:
        made.append(_matrix(*args))
        return made[-1]

    monkeypatch.setattr("nonet.teach.exact_cover._matrix", matrix)
    assert teach.solve("." * 16, "exact_cover", limit=None).counters.solutions == 288
    ((start, _choices),) = made
    assert [head.length for head in start.others()] == [4] * 64
    assert all(len(rows_of(head)) == 4 for head in start.others())


def rows_of(head: Any) -> list[tuple[int, int]]:
    """Return the choices in a column, and see that the links of each entry agree in both directions."""
    found, entry = [], head.down
    while entry is not head:
        assert entry.up.down is entry is entry.down.up and len(entry.others()) == 3
        found.append((entry.cell, entry.digit))
        entry = entry.down
    return found


def test_items_with_one_choice_are_singles() -> None:
    run = teach.solve(LONG, "exact_cover", trace=True)
    assert run.counters.guesses == 0 and run.counters.rules == run.counters.assignments == 64
    assert run.trace is not None
    notes = {event.note for event in run.trace if event.kind == "rule"}
    assert notes == {"naked single", "hidden single"}


def test_the_clauses_define_a_sudoku() -> None:
    board = make_board(Rules(size=4), Grid(SMALL))
    found = list(clauses(board))
    cells = 16 * (1 + 6)
    pairs = 4 * sum(len(peers) for peers in board.peers) // 2
    assert len(found) == cells + pairs + 12 * 4 + 4 * 3
    solution = Puzzle(SMALL).solution()
    true = {cell * 4 + digit for cell, digit in enumerate(solution)}
    assert all(any((one in true) if one > 0 else -one not in true for one in c) for c in found)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_sat_solver_counts_alike(solver: str) -> None:
    run = run_or_skip("." * 16, "sat", limit=None, solver=solver)
    assert run.exact and len(set(run.solutions)) == 288 and run.counters.restarts == 288
    assert (run.counters.variables, run.counters.constraints) == (64, 384)


def test_solvers_report_their_work() -> None:
    for name in ("sat", "constraint_programming"):
        found = run_or_skip("." * 16, name, limit=None).counters
        assert found.guesses > 0 and found.conflicts > 0 and found.checks > 0


def test_wrong_options() -> None:
    with pytest.raises(ValueError, match=r"^unknown solver 'abacus'; choose one of glucose4, "):
        teach.solve(SMALL, "sat", solver="abacus")
    with pytest.raises(ValueError, match=r"^cooling must be between 0 and 1, got 1$"):
        teach.solve(SMALL, "annealing", cooling=1)
    with pytest.raises(ValueError, match=r"^emptied must be between 0 and 1, got 2$"):
        teach.solve(SMALL, "iterated_local_search", emptied=2)


@pytest.mark.parametrize("name", PACKAGES)
def test_a_missing_package_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for loaded in [m for m in sys.modules if m.split(".")[0] == PACKAGES[name]]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, PACKAGES[name], None)
    extra = teach.algorithm(name).extra
    with pytest.raises(MissingExtra) as caught:
        teach.solve(SMALL, name)
    assert str(caught.value) == (
        f'the algorithm {name!r} needs more packages: pip install "nonet[{extra}]"'
    )
