"""The engine against the oracle: one board at a time, under every instruction set."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pytest
import strategies
from oracle import Board
from strategies import ENOUGH, Judged

from nonet import _core, batch, engine, formats
from nonet.base.digits import BLANKS
from nonet.base.errors import LimitReached
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC

EMPTY = Puzzle("." * 81)
EXAMPLES = Path(__file__).parents[1] / "examples" / "puzzles.txt"


def some(judged: tuple[Judged, ...], every: int) -> list[Judged]:
    return list(judged[::every])


# -- the oracle itself ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box_rows", "box_columns", "number"),
    [(2, 2, 288), (1, 3, 12), (1, 4, 576), (1, 1, 1), (1, 2, 2)],
    ids=["4x4 boards", "Latin squares of 3", "of 4", "one cell", "of 2"],
)
def test_oracle_counts_what_is_known(box_rows: int, box_columns: int, number: int) -> None:
    size = box_rows * box_columns
    masks = [(1 << size) - 1] * size**2
    found = list(oracle.solutions(masks, oracle.houses(box_rows, box_columns)))
    assert len(found) == len(set(found)) == number


def test_oracle_counts_six_by_six() -> None:
    # There are 28,200,960 boards of 6x6 with 2x3 boxes. Renaming digits makes the first row any of
    # 6!, exchanging columns 4-6 the first box any of 6: each choice leaves the same number.
    start = [1, 2, 3, 4, 5, 6, 4, 5, 6] + [0] * 27
    found = sum(1 for _ in oracle.solutions(oracle.allowed(start, 6), oracle.houses(2, 3)))
    assert found * 720 * 6 == 28_200_960


def test_oracle_counts_latin_squares_of_six() -> None:
    # With the first row and the first column in order, published as OEIS A000315; and of those with all different
    # digits on both diagonals (A274171), the first row in order.
    first = [1, 2, 3, 4, 5, 6]
    start = [*first, *(digit for row in first[1:] for digit in (row, 0, 0, 0, 0, 0))]
    assert oracle.count(oracle.allowed(start, 6), 10_000, oracle.lines(6)) == 9408
    start = [*first, *[0] * 30]
    inside = oracle.lines(6) + oracle.diagonals(6)
    assert oracle.count(oracle.allowed(start, 6), 10_000, inside) == 128


def test_oracle_draws_houses() -> None:
    assert oracle.diagonals(3) == [[0, 4, 8], [2, 4, 6]]
    assert oracle.windows(4) == [[5, 6, 9, 10]]
    assert [cells[0] for cells in oracle.windows(9)] == [10, 14, 46, 50]
    assert oracle.windows(9)[3] == [50, 51, 52, 59, 60, 61, 68, 69, 70]
    assert oracle.disjoint_groups(2, 2)[1] == [1, 3, 9, 11]
    assert oracle.disjoint_groups(2, 3)[5] == [8, 11, 20, 23, 32, 35]
    assert oracle.regions("ABBA") == [[0, 3], [1, 2]]
    assert oracle.lines(2) == [[0, 1], [2, 3], [0, 2], [1, 3]]
    assert oracle.houses(2, 3)[13] == [3, 4, 5, 9, 10, 11]


def test_oracle_solves_the_known_puzzle() -> None:
    masks = oracle.allowed(strategies.KNOWN)
    assert list(oracle.solutions(masks)) == [strategies.digits(strategies.KNOWN_SOLUTION)]
    assert oracle.count(oracle.allowed("0" * 81), 7) == 7


def test_every_kind_of_board_is_tried() -> None:
    numbers = [len(board.solutions) for board in strategies.judged_givens()]
    assert len(numbers) > 3000
    assert numbers.count(0) > 500 and numbers.count(1) > 500
    assert sum(2 <= n < ENOUGH for n in numbers) > 500 and numbers.count(ENOUGH) > 50
    numbers = [len(board.solutions) for board in strategies.judged_marks()]
    assert numbers.count(0) > 200 and numbers.count(1) > 200
    assert sum(2 <= n < ENOUGH for n in numbers) > 50


def test_boards_are_checked_in_every_house() -> None:
    grids = np.array([strategies.digits(strategies.KNOWN_SOLUTION)] * 82, np.uint8)
    for cell in range(81):
        grids[cell, cell] = grids[cell, cell] % 9 + 1
    assert oracle.are_solutions(grids).tolist() == [False] * 81 + [True]
    latin = np.array([[(row + column) % 5 + 1 for row in range(5) for column in range(5)]] * 2)
    assert oracle.are_solutions(latin, None, oracle.lines(5)).all()
    pair = [*oracle.lines(5), [0, 9]]  # r1c1 and r2c5 are both 1
    assert not oracle.are_solutions(latin, None, pair).any()
    assert oracle.are_solutions(latin, latin * 0 + [[1], [0]], oracle.lines(5)).tolist() == [
        False,
        True,
    ]


# -- verdicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_counts(instruction_set: str, limit: int) -> None:
    # One board at a time, the core searches in the same way under every instruction set.
    every = 1 if instruction_set == next(iter(engine.instruction_sets())) else 8
    for board in (*strategies.judged_givens(), *some(strategies.judged_marks(), 2))[::every]:
        expected = min(limit, len(board.solutions))
        assert board.puzzle().count(limit) == expected, board


@pytest.mark.slow
def test_enumeration_is_complete_and_never_repeats(instruction_set: str) -> None:
    for board in (*strategies.judged_givens(), *strategies.judged_marks()):
        found = [tuple(grid) for grid in islice(board.puzzle().solutions(), ENOUGH)]
        assert len(found) == len(board.solutions), board
        assert len(set(found)) == len(found), board
        if len(found) < ENOUGH:
            assert set(found) == set(board.solutions), board
        else:
            assert all(
                oracle.first([1 << (d - 1) for d in grid]) is not None
                and all(m >> (d - 1) & 1 for m, d in zip(board.masks, grid, strict=True))
                for grid in found[::10]
            ), board


def test_search_returns_a_solution_or_two_that_differ(instruction_set: str) -> None:
    for board in some(strategies.judged_givens(), 3) + some(strategies.judged_marks(), 3):
        puzzle = board.puzzle()
        found = engine.search(CLASSIC, puzzle.givens, puzzle.marks, limit=2, budget=None)
        assert found.exact
        assert len(set(found.grids)) == len(found.grids) == min(2, len(board.solutions)), board
        for grid in found.grids:
            assert len(board.solutions) == ENOUGH or tuple(grid) in board.solutions, board


def test_givens_and_marks_count_together() -> None:
    grid = strategies.digits(strategies.KNOWN_SOLUTION)
    full = Candidates.full()
    assert Puzzle(strategies.KNOWN, marks=full).solution() == Grid(grid)
    excluded = full.without({2: [grid[2]]})
    assert Puzzle(strategies.KNOWN, marks=excluded).count() == 0
    given_excluded = full.without({0: [grid[0]]})
    assert Puzzle(strategies.KNOWN, marks=given_excluded).count() == 0
    assert list(Puzzle(strategies.KNOWN, marks=given_excluded).solutions()) == []
    assert Puzzle(strategies.KNOWN, marks=Candidates.from_masks([0] * 81)).count() == 0
    pinned = Candidates.from_masks([1 << (d - 1) for d in grid])
    assert Puzzle("." * 81, marks=pinned).solution() == Grid(grid)


@pytest.mark.parametrize("give_marks", [False, True], ids=["givens", "marks"])
def test_enumeration_begins_at_once(instruction_set: str, give_marks: bool) -> None:
    puzzle = Puzzle(Candidates.full()) if give_marks else EMPTY
    start = time.perf_counter()
    running = puzzle.solutions()
    first = next(running)
    assert time.perf_counter() - start < 0.5
    assert oracle.are_solutions(np.array([list(first)])).all()
    many = [first, *islice(running, 5_000)]
    assert len(set(many)) == 5_001
    assert oracle.are_solutions(np.array([list(grid) for grid in many])).all()


def test_enumerations_do_not_disturb_each_other(instruction_set: str) -> None:
    boards = [b for b in strategies.judged_givens() if 5 < len(b.solutions) < ENOUGH][:40]
    running = [b.puzzle().solutions() for b in boards]
    found: list[set[Board]] = [set() for _ in boards]
    left = set(range(len(boards)))
    while left:
        for i in sorted(left):
            grid = next(running[i], None)
            EMPTY.count(3)
            if grid is None:
                left.discard(i)
            else:
                found[i].add(tuple(grid))
    assert found == [set(b.solutions) for b in boards]


def test_order_of_an_enumeration_is_fixed(instruction_set: str) -> None:
    assert list(islice(EMPTY.solutions(), 300)) == list(islice(EMPTY.solutions(), 300))


def test_a_solution_taken_away_leaves_the_others() -> None:
    # A law that holds without a judge: the digits of one cell share the solutions out.
    deep = [b for b in strategies.judged_givens() if b.kind == "dug deep"]
    board = next(b for b in deep if len(b.solutions) == ENOUGH)
    cell = board.cells.index(0)
    grid = Grid(board.cells)
    parts = [Puzzle(grid.with_digits({cell: d})).count(1_000_000) for d in range(1, 10)]
    assert sum(parts) == Puzzle(grid).count(1_000_000) >= ENOUGH


# -- bounds --------------------------------------------------------------------------------------


def test_limit_beyond_any_count() -> None:
    assert Puzzle(strategies.KNOWN).count(10**30) == 1
    assert Puzzle(strategies.KNOWN).count(2, budget=10**30) == 1


@pytest.mark.parametrize("limit", [0, -1, -(10**20)])
def test_limit_must_be_positive(limit: int) -> None:
    with pytest.raises(ValueError, match=rf"limit must be at least 1, got {limit}"):
        EMPTY.count(limit)


@pytest.mark.parametrize("budget", [0, -1])
def test_budget_must_be_positive(budget: int) -> None:
    with pytest.raises(ValueError, match=rf"budget must be at least 1, got {budget}"):
        EMPTY.count(budget=budget)
    with pytest.raises(ValueError, match="budget"):
        EMPTY.solution(budget=budget)
    with pytest.raises(ValueError, match="budget"):
        EMPTY.solutions(budget=budget)


def test_budget_ends_a_count(instruction_set: str) -> None:
    with pytest.raises(LimitReached, match="budget of 1000 guesses") as caught:
        EMPTY.count(10**12, budget=1000)
    assert 0 <= caught.value.progress < 10**6


def test_budget_ends_an_enumeration_with_what_was_found(instruction_set: str) -> None:
    found = []
    with pytest.raises(LimitReached) as caught:
        for grid in EMPTY.solutions(budget=2000):
            found.append(grid)
    assert len(set(found)) == len(found) == caught.value.progress > 100


def test_budget_that_suffices_changes_nothing(instruction_set: str) -> None:
    for board in some(strategies.judged_givens(), 20):
        if len(board.solutions) < ENOUGH:
            puzzle = board.puzzle()
            assert puzzle.count(ENOUGH, budget=10**6) == len(board.solutions)
            assert len(list(puzzle.solutions(budget=10**6))) == len(board.solutions)


def test_budget_of_exactly_the_guesses_needed_suffices(instruction_set: str) -> None:
    boards = [b for b in strategies.judged_givens() if 2 <= len(b.solutions) <= 20][:60]
    for board in boards:
        needed = int(batch.solve(np.array([board.cells]), limit=ENOUGH).guesses[0])
        assert board.puzzle().count(ENOUGH, budget=needed) == len(board.solutions)
        assert len(list(board.puzzle().solutions(budget=needed))) == len(board.solutions), board


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("budget", [None, 1, 20])
def test_a_call_of_few_rows_answers_like_a_call_of_many(
    instruction_set: str, limit: int, budget: int | None
) -> None:
    """Calls of up to 16 rows may be solved with other lanes; no answer depends on it."""
    boards = [b for b in strategies.judged_givens() if len(b.solutions) < ENOUGH][:290:2]
    rows = np.array([board.cells for board in boards], np.uint8)
    whole = batch.solve(rows, limit=limit, budget=budget, threads=1)
    start = 0
    for size in (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 1, 1):
        part = batch.solve(rows[start : start + size], limit=limit, budget=budget, threads=1)
        same = slice(start, start + size)
        assert part.status.tolist() == whole.status[same].tolist()
        assert part.counts.tolist() == whole.counts[same].tolist()
        assert part.solutions.tolist() == whole.solutions[same].tolist()
        if budget is not None:  # else idle lanes may take parts of a row with several solutions
            assert part.guesses.tolist() == whole.guesses[same].tolist()
        start += size


def test_split_rows_keep_their_first_solution(instruction_set: str) -> None:
    """Lanes take over parts of their neighbours' searches; the answers of a row do not show it."""
    ambiguous = [b.cells for b in strategies.judged_givens() if 2 < len(b.solutions) < ENOUGH][:40]
    assert len(ambiguous) == 40
    unique = [list(puzzle.givens) for puzzle in formats.read(EXAMPLES)][:2000]
    rows = np.array([*unique[:1000], *ambiguous[:20], *unique[1000:], *ambiguous[20:]], np.uint8)
    together = batch.solve(rows, threads=1)
    shuffled = np.random.default_rng(1).permutation(len(rows))
    mixed = batch.solve(rows[shuffled], threads=1)
    for name in ("status", "counts", "solutions"):
        assert (getattr(together, name)[shuffled] == getattr(mixed, name)).all(), name
    one_by_one = [batch.solve(row[None], limit=1, threads=1).solutions[0] for row in rows]
    assert (together.solutions == np.array(one_by_one)).all()
    alone = np.flatnonzero(together.counts < 2)
    assert (
        together.guesses[alone] == [batch.solve(rows[i : i + 1]).guesses[0] for i in alone]
    ).all()


def test_many_givens_and_several_solutions(instruction_set: str) -> None:
    """These rows are searched in a way of their own, which takes fewer guesses and depends on nothing but the row."""
    random = np.random.default_rng(5)
    givens = np.array([list(puzzle.givens) for puzzle in formats.read(EXAMPLES)][:200], np.uint8)
    kept = random.permuted(np.tile(np.arange(81) < 29, (200, 1)), axis=1)
    rows = np.where(kept, batch.solve(givens, threads=1).solutions, 0).astype(np.uint8)
    whole = batch.solve(rows, threads=1)
    assert (whole.counts == 2).sum() > 180
    assert batch.solve(rows, budget=10**6, threads=1).guesses.mean() < 5.8
    first = [batch.solve(row[None], limit=1, threads=1).solutions[0] for row in rows]
    assert (whole.solutions == np.array(first)).all()
    for limit in (1, 5):
        few = batch.solve(rows[::7], limit=limit, threads=1)
        assert (few.solutions == whole.solutions[::7]).all()


# -- instruction sets, threads, signals ----------------------------------------------------------


def test_instruction_sets_are_named_best_first() -> None:
    sets = engine.instruction_sets()
    assert list(sets)[-1] == "baseline"
    assert sorted(sets.values(), reverse=True) == list(sets.values())
    assert engine.instruction_set() in sets


CPU_INFO = Path("/proc/cpuinfo")


@pytest.mark.skipif(
    not CPU_INFO.exists() or platform.machine() != "x86_64", reason="needs Linux on x86-64"
)
def test_instruction_sets_are_those_that_the_system_reports() -> None:
    line = next(line for line in CPU_INFO.read_text().splitlines() if line.startswith("flags"))
    flags = set(line.split())
    bits = {"bmi1", "bmi2", "popcnt"} <= flags
    expected = ["baseline"]
    if bits and "avx2" in flags:
        expected.insert(0, "avx2")
    if bits and {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= flags:
        expected.insert(0, "avx512_256")
        expected.insert(0, "avx512")
        if "avx512_bitalg" in flags:
            expected.insert(0, "avx512_bitalg")
    assert list(engine.instruction_sets()) == expected


def test_core_names_its_compiler() -> None:
    """A figure without its compiler is worth little, and a core that is not optimized is noticed."""
    assert re.fullmatch(r"(GCC|Clang) \d+\.\d+\.\d+", engine.compiler())


def test_using_an_instruction_set_ends_with_the_block() -> None:
    before = engine.instruction_set()
    with pytest.raises(KeyError), engine.using_instruction_set("baseline"):
        assert engine.instruction_set() == "baseline"
        raise KeyError
    assert engine.instruction_set() == before


def test_unknown_instruction_set() -> None:
    with (
        pytest.raises(ValueError, match="unknown instruction set 'mmx'; this machine has"),
        engine.using_instruction_set("mmx"),
    ):
        pass


@pytest.mark.parametrize("name", list(engine.instruction_sets()))
def test_environment_chooses_the_instruction_set(name: str) -> None:
    done = run_python("from nonet import engine; print(engine.instruction_set())", NONET_ISA=name)
    assert (done.returncode, done.stdout.strip()) == (0, name)


def test_environment_with_an_unknown_name_is_refused() -> None:
    done = run_python("import nonet", NONET_ISA="mmx")
    assert done.returncode == 1 and "unknown instruction set 'mmx'" in done.stderr


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_many_threads_at_once(instruction_set: str) -> None:
    boards = [b for b in strategies.judged_givens() if len(b.solutions) < ENOUGH][:400]
    ready = threading.Barrier(8)

    def work(offset: int) -> list[tuple[int, int]]:
        ready.wait()
        found = []
        for board in boards[offset:] + boards[:offset]:
            puzzle = board.puzzle()
            found.append((puzzle.count(ENOUGH), len(list(islice(puzzle.solutions(), 10)))))
        return found[len(boards) - offset :] + found[: len(boards) - offset]

    expected = [(len(b.solutions), min(10, len(b.solutions))) for b in boards]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(work, range(0, 400, 50)):
            assert found == expected


# -- lines ----------------------------------------------------------------------------------------


def test_a_line_is_a_board_if_all_its_characters_fit() -> None:
    offsets, numbers = np.zeros(1, np.uint64), np.zeros(1, np.uint32)
    for blank in BLANKS.encode():
        for place in (0, 1, 15, 16, 64, 65, 80):
            for byte in range(256):
                line = bytearray((b"123" + bytes([blank])) * 20 + b"9")
                line[place] = byte
                found = engine.scan_lines(
                    bytes(line) + b"\n", 0, last=True, offsets=offsets, line_numbers=numbers
                )
                fits = byte in b"123456789" or byte == blank
                assert found.rows == fits, (line, found)


def test_lines_may_differ_in_their_blank() -> None:
    lines = [bytes([blank]) * 80 + b"1\n" for blank in (BLANKS + ".-").encode()] + [
        b"12" * 40 + b"3\n"
    ]
    room = len(lines)
    offsets, numbers = np.zeros(room, np.uint64), np.zeros(room, np.uint32)
    found = engine.scan_lines(b"".join(lines), 0, last=True, offsets=offsets, line_numbers=numbers)
    assert (found.rows, found.odd_line) == (room, False)
    assert offsets.tolist() == [82 * row for row in range(room)]


# -- tables ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [0, (1 << 32) - 1, (1 << 64) - 2, (1 << 64) - 1])
def test_a_table_cannot_have_more_columns_than_its_text_has_fields(columns: int) -> None:
    text = b"1" * 81 + b",1\n"
    fields, offsets, numbers = array("I", [0] * 8), array("Q", [0]), array("I", [0])
    with pytest.raises(ValueError, match="a buffer does not fit the call"):
        _core.scan_table(
            text, 0, len(text), True, ord(","), columns, 0, 1, fields, offsets, numbers
        )
    with pytest.raises(ValueError, match=r"does not fit the call|too short"):
        _core.compare_fields(text, fields, columns, 0, 0, text[:81], 81, bytearray(1))


def _door_calls(n: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return functions of the door, with buffers for n rows that are just long enough."""
    kinds = len(engine.TECHNIQUES)
    boards: dict[str, Any] = {"cells": bytearray(81 * n), "offsets": None, "stride": 81, "n": n}
    solved = {"counts": array("Q", [0] * n), "status": bytearray(n), "guesses": array("I", [0] * n)}
    solutions = {"solutions": bytearray(81 * n), "solution_stride": 81, "zero": 0}
    limits = {"limit": 2, "budget": 0}
    marks = array("H", [511] * 81 * n)
    yield _core.solve, {**boards, **limits, **solutions, **solved, "stop": None}
    yield _core.solve_marks, {"marks": marks, "n": n, **limits, **solutions, **solved, "stop": None}
    rated: dict[str, Any] = {
        "ratings": array("H", [0] * 3 * n),
        "status": bytearray(n),
        "hardest": bytearray(n),
        "steps": array("I", [0] * n),
        "counts": array("H", [0] * kinds * n),
        "nodes": array("Q", [0] * n),
    }
    yield _core.rate, {**boards, "budget": 0, **rated, "stop": None, "profile": None, "premise": 0}
    forms = {"boards": bytearray(81 * n), "transforms": bytearray(28 * n)}
    states = {"automorphisms": array("Q", [0] * n), "status": bytearray(n)}
    yield _core.canonical, {**boards, **forms, **states, "stop": None}
    wanted = {"orbits": bytes(range(81)), "min_givens": 0, "max_givens": 81, "attempts": 1}
    made = {"puzzles": bytearray(81 * n), "solutions": bytearray(81 * n), "status": bytearray(n)}
    first = {"seed": 1, "first": 0, "n": n}
    yield (
        _core.generate,
        {**first, **wanted, "minimal": False, "fixed": False, **made, "stop": None},
    )
    drawn: dict[str, Any] = {**first, "transforms": bytearray(28 * n)}
    yield _core.random_transforms, drawn
    _core.random_transforms(**drawn)
    moved = {"boards": bytearray(81 * n), "n": n, "repeat": 1, "result": bytearray(81 * n)}
    yield _core.apply_transforms, {**moved, "transforms": drawn["transforms"]}


def test_a_buffer_that_is_too_short_is_named_and_nothing_is_called() -> None:
    checked = 0
    for function, arguments in _door_calls(3):
        function(**arguments)
        for name, buffer in arguments.items():
            if isinstance(buffer, (bytearray, array)):
                with pytest.raises(ValueError, match=rf"{name} does not fit|a buffer does not fit"):
                    function(**{**arguments, name: buffer[:-1]})
                checked += 1
    assert checked > 20
