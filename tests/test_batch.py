"""Arrays in, arrays out: every row right, whatever lies beside it."""

from __future__ import annotations

import gc
import mmap
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import oracle
import pytest
import strategies
from oracle import Board
from quick import some
from strategies import ENOUGH, Judged

from nonet import batch, engine
from nonet.base.digits import BLANKS
from nonet.batch import Result, Stats, Status
from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle

Rows = npt.NDArray[Any]
SIZES = [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100]
SOLVED = np.array([strategies.digits(strategies.KNOWN_SOLUTION)], np.uint8)
KNOWN = np.array([strategies.digits(strategies.KNOWN)], np.uint8)


def rows_of(judged: tuple[Judged, ...]) -> Rows:
    kind = np.uint16 if judged[0].is_marks else np.uint8
    return np.array([board.cells for board in judged], kind)


def open_conflict(cells: Board) -> bool:
    return any(d and any(cells[p] == d for p in strategies.PEERS[c]) for c, d in enumerate(cells))


def expected_status(board: Judged, limit: int) -> Status:
    number = min(limit, len(board.solutions))
    if number == 0:
        conflict = not board.is_marks and open_conflict(board.cells)
        return Status.CONFLICT if conflict else Status.NO_SOLUTION
    if limit == 1:
        return Status.FOUND
    return Status.UNIQUE if number == 1 else Status.MULTIPLE


def assert_right(result: Result, judged: tuple[Judged, ...], limit: int) -> None:
    """Compare every row with the oracle."""
    numbers = [min(limit, len(board.solutions)) for board in judged]
    assert result.counts.tolist() == numbers
    assert result.status.tolist() == [expected_status(board, limit) for board in judged]
    has = result.counts > 0
    assert not result.solutions[~has].any()
    assert oracle.are_solutions(result.solutions[has]).all()
    if has.any():
        masks = np.array([board.masks for board in judged])[has]
        assert (masks >> (result.solutions[has] - 1) & 1).all(), "a solution breaks a given"
    for board, row in zip(judged, result.solutions, strict=True):
        if 0 < len(board.solutions) < ENOUGH:
            assert tuple(row.tolist()) in board.solutions


def same(one: Result, other: Result) -> bool:
    """Say whether two results agree in everything that a row promises."""
    return (
        np.array_equal(one.status, other.status)
        and np.array_equal(one.counts, other.counts)
        and np.array_equal(one.solutions, other.solutions)
    )


def joined(parts: list[Result]) -> tuple[list[int], list[int], bytes]:
    return (
        [int(s) for part in parts for s in part.status],
        [int(c) for part in parts for c in part.counts],
        b"".join(part.solutions.tobytes() for part in parts),
    )


# -- against the oracle --------------------------------------------------------------------------


@pytest.mark.parametrize("limit", some([1, 2, 3, 50], 2, 1))
@pytest.mark.parametrize("judged", [strategies.judged_givens, strategies.judged_marks])
def test_every_row_is_right(
    instruction_set: str, judged: Callable[[], tuple[Judged, ...]], limit: int
) -> None:
    boards = judged()
    assert_right(batch.solve(rows_of(boards), limit=limit), boards, limit)


@pytest.mark.parametrize("size", SIZES)
def test_sizes_around_every_width(instruction_set: str, size: int) -> None:
    givens, marks = strategies.judged_givens(), strategies.judged_marks()
    for start in range(0, 600, 150):
        for limit in (1, 2, 50):
            some = givens[start : start + size]
            rows = rows_of(some) if some else np.zeros((0, 81), np.uint8)
            assert_right(batch.solve(rows, limit=limit), some, limit)
        pick = marks[start : start + size]
        rows = rows_of(pick) if pick else np.zeros((0, 81), np.uint16)
        assert_right(batch.solve(rows), pick, 2)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_hundred_thousand_and_one_rows(instruction_set: str, threads: int) -> None:
    boards = strategies.judged_givens()
    cheap = tuple(b for b in boards if b.kind in ("full", "nearly full", "dug", "conflicting"))
    rows = rows_of(cheap)
    alone = batch.solve(rows)
    assert_right(alone, cheap, 2)
    order = np.random.default_rng(3).integers(0, len(cheap), 100_001)
    result = batch.solve(rows[order], threads=threads)
    assert np.array_equal(result.status, alone.status[order])
    assert np.array_equal(result.counts, alone.counts[order])
    assert np.array_equal(result.solutions, alone.solutions[order])


@pytest.mark.parametrize("limit", [2, 50])
def test_a_row_does_not_depend_on_its_neighbours(instruction_set: str, limit: int) -> None:
    judged = tuple(b for b in strategies.judged_givens() if len(b.solutions) > 1)[:1200]
    rows = rows_of(judged)
    alone = joined([batch.solve(rows[i : i + 1], limit=limit) for i in range(len(rows))])
    rng = np.random.default_rng(limit)
    for threads in (1, 2, 3, None):
        order = rng.permutation(len(rows))
        result = batch.solve(rows[order], limit=limit, threads=threads)
        back = np.argsort(order)
        status, counts, grids = alone
        assert result.status[back].tolist() == status
        assert result.counts[back].tolist() == counts
        assert result.solutions[back].tobytes() == grids
    by_fives = [batch.solve(rows[i : i + 5], limit=limit) for i in range(0, len(rows), 5)]
    assert joined(by_fives) == alone


def test_marks_do_not_depend_on_neighbours(instruction_set: str) -> None:
    # Zeros alone are an empty board.
    rows = rows_of(tuple(board for board in strategies.judged_marks() if any(board.cells)))
    alone = joined([batch.solve(rows[i : i + 1]) for i in range(len(rows))])
    order = np.random.default_rng(7).permutation(len(rows))
    for threads in (1, 3):
        result = batch.solve(np.concatenate([rows[order], rows]), threads=threads)
        tail = Result(
            result.solutions[len(rows) :],
            result.counts[len(rows) :],
            result.status[len(rows) :],
            result.guesses[len(rows) :],
            Stats(),
            2,
        )
        assert joined([tail]) == alone


def test_marks_and_givens_agree(instruction_set: str) -> None:
    boards = strategies.judged_givens()
    as_marks = np.array([board.masks for board in boards], np.uint16)
    assert batch.solve(as_marks, limit=50).counts.tolist() == (
        batch.solve(rows_of(boards), limit=50).counts.tolist()
    )


def test_single_and_bulk_agree(instruction_set: str) -> None:
    boards = tuple(b for b in strategies.judged_givens() if len(b.solutions) == 1)
    result = batch.solve(rows_of(boards))
    for board, row in zip(boards, result.solutions, strict=True):
        assert bytes(board.puzzle().solution()) == row.tobytes()


# -- what a result says --------------------------------------------------------------------------


def test_exact_says_which_counts_are_final() -> None:
    rows = np.concatenate([KNOWN, np.zeros_like(KNOWN), SOLVED, np.full_like(KNOWN, 77)])
    assert batch.solve(rows).exact.tolist() == [True, False, True, False]
    assert batch.solve(rows, limit=1).exact.tolist() == [False, False, False, False]
    assert batch.solve(rows[[0, 2]], limit=10**30).exact.tolist() == [True, True]
    assert not batch.solve(np.zeros((1, 81), np.uint8), limit=10**12, budget=50).exact.any()


def test_result_names_what_it_holds() -> None:
    rows = np.concatenate([KNOWN, KNOWN, np.zeros((1, 81), np.uint8)])
    result = batch.solve(rows)
    assert len(result) == 3
    assert repr(result) == "<nonet.batch.Result: 3 rows, 2 unique, 1 multiple>"
    assert repr(batch.solve(rows[:0])) == "<nonet.batch.Result: 0 rows, none>"
    assert result.solutions.shape == (3, 81) and result.solutions.dtype == np.uint8
    assert result.counts.dtype == np.uint64 and result.status.dtype == np.uint8
    assert [Status(s).is_solved for s in result.status] == [True] * 3
    assert [Status(s).word for s in result.status] == ["unique", "unique", "multiple"]


def test_stats_add_up(instruction_set: str) -> None:
    rows = rows_of(strategies.judged_givens())
    result = batch.solve(rows, limit=3)
    lanes = engine.instruction_sets()[instruction_set]
    stats = result.stats
    assert stats.solutions >= int(result.counts.sum()) > 0
    assert stats.guesses >= int(result.guesses.sum()) > 0
    assert 0 < stats.rounds <= stats.lane_rounds <= stats.rounds * lanes
    assert stats + Stats(1, 2, 3, 4) == Stats(
        stats.guesses + 1, stats.rounds + 2, stats.lane_rounds + 3, stats.solutions + 4
    )


def test_budget_is_kept_row_by_row(instruction_set: str) -> None:
    judged = tuple(b for b in strategies.judged_givens() if len(b.solutions) < ENOUGH)
    result = batch.solve(rows_of(judged), limit=ENOUGH, budget=3)
    assert (result.guesses <= 3).all()
    spent = result.status == Status.OUT_OF_BUDGET
    assert 100 < spent.sum() < len(judged) - 100
    truth = np.array([len(board.solutions) for board in judged])
    assert (result.counts <= truth).all()
    assert np.array_equal(result.counts[~spent], truth[~spent])
    assert np.array_equal(result.exact, ~spent)
    shown = result.solutions.any(axis=1)
    assert np.array_equal(shown, result.counts > 0)
    assert oracle.are_solutions(result.solutions[shown], rows_of(judged)[shown]).all()


def test_budget_does_not_depend_on_neighbours(instruction_set: str) -> None:
    judged = tuple(b for b in strategies.judged_givens() if len(b.solutions) > 2)[:400]
    rows = rows_of(judged)
    alone = joined([batch.solve(rows[i : i + 1], limit=50, budget=9) for i in range(len(rows))])
    assert joined([batch.solve(rows, limit=50, budget=9)]) == alone


# -- bad rows among good ones --------------------------------------------------------------------

BAD_BYTES = [10, 44, 47, 58, 65, 127, 128, 255]
BLANK_BYTES = [0, *BLANKS.encode()]


@pytest.mark.parametrize("place", [0, 40, 80])
def test_a_bad_row_leaves_the_others_alone(instruction_set: str, place: int) -> None:
    boards = strategies.judged_givens()[:200]
    good = batch.solve(rows_of(boards))
    for byte in BAD_BYTES:
        rows = rows_of(boards)
        rows[5::7, place] = byte
        result = batch.solve(rows)
        bad = np.zeros(200, bool)
        bad[5::7] = True
        assert (result.status[bad] == Status.BAD_CELL).all()
        assert not result.counts[bad].any() and not result.solutions[bad].any()
        assert np.array_equal(result.status[~bad], good.status[~bad])
        assert np.array_equal(result.solutions[~bad], good.solutions[~bad])


def test_every_byte_is_a_digit_a_blank_or_bad(instruction_set: str) -> None:
    rows = np.repeat(SOLVED, 256, axis=0)
    rows[:, 0] = np.arange(256)
    result = batch.solve(rows)
    five = int(SOLVED[0, 0])
    for byte in range(256):
        digit = byte if byte < 10 else byte - 48 if 48 <= byte <= 57 else -1
        if byte in BLANK_BYTES or digit == five:
            wanted = Status.UNIQUE
        else:
            wanted = Status.CONFLICT if 0 < digit < 10 else Status.BAD_CELL
        assert result.status[byte] == wanted, byte


def test_only_bad_rows(instruction_set: str) -> None:
    result = batch.solve(np.full((100, 81), 200, np.uint8))
    assert (result.status == Status.BAD_CELL).all() and not result.counts.any()


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        (np.int64, 256 + 5),
        (np.int64, -1),
        (np.int64, -251),
        (np.int64, 2**40 + 5),
        (np.int64, 10),
        (np.int32, 512 + 5),
        (np.int16, -256 + 5),
        (np.int8, -1),
        (np.uint32, 2**31 + 5),
        (np.uint64, 2**63 + 5),
    ],
)
def test_large_numbers_do_not_wrap_into_digits(dtype: type[Any], value: int) -> None:
    rows = np.concatenate([KNOWN, KNOWN, SOLVED]).astype(dtype)
    rows[1, 0] = value
    result = batch.solve(rows)
    assert result.status.tolist() == [Status.UNIQUE, Status.BAD_CELL, Status.UNIQUE]


def test_marks_outside_the_digits_are_bad() -> None:
    rows = np.full((4, 81), 0x1FF, np.uint16)
    rows[1, 80] = 0x200
    rows[2, 0] = 0xFFFF
    assert batch.solve(rows).status.tolist() == [
        Status.MULTIPLE, Status.BAD_CELL, Status.BAD_CELL, Status.MULTIPLE
    ]  # fmt: skip


def test_a_given_twice_is_a_conflict_in_every_house(instruction_set: str) -> None:
    pairs = [(c, p) for c in range(81) for p in strategies.PEERS[c] if p > c]
    rows = np.zeros((len(pairs), 81), np.uint8)
    for row, (one, other) in zip(rows, pairs, strict=True):
        row[one] = row[other] = 7
    assert (batch.solve(rows).status == Status.CONFLICT).all()
    assert len(pairs) == 810


# -- what is accepted ----------------------------------------------------------------------------

GIVENS = rows_of(strategies.judged_givens()[:50])
TEXT = b"\n".join(bytes(row + 48) for row in GIVENS)

SPELLINGS: dict[str, Callable[[], Any]] = {
    "uint8": lambda: GIVENS,
    "int64": lambda: GIVENS.astype(np.int64),
    "big-endian": lambda: GIVENS.astype(">i4"),
    "cube": lambda: GIVENS.reshape(-1, 9, 9),
    "cube of int64": lambda: GIVENS.reshape(-1, 9, 9).astype(np.int64),
    "list": lambda: GIVENS.tolist(),
    "list of grids": lambda: [Grid(row) for row in GIVENS.tolist()],
    "ASCII": lambda: GIVENS + 48,
    "S1": lambda: (GIVENS + 48).view("S1"),
    "points": lambda: np.where(GIVENS == 0, ord("."), GIVENS).astype(np.uint8),
    "Fortran order": lambda: np.asfortranarray(GIVENS),
    "every other row": lambda: np.repeat(GIVENS, 2, axis=0)[::2],
    "every other column": lambda: np.repeat(GIVENS, 2, axis=1)[:, ::2],
    "backwards": lambda: GIVENS[::-1].copy()[::-1],
    "wide rows": lambda: np.pad(GIVENS, ((0, 0), (3, 4)))[:, 3:84],
    "S1 backwards": lambda: (GIVENS + 48).view("S1")[::-1].copy()[::-1],
    "booleans": lambda: as_booleans(GIVENS),
    "masks": lambda: as_masks(GIVENS),
    "masks, strided": lambda: np.repeat(as_masks(GIVENS), 2, axis=1)[:, ::2],
    "bytes": lambda: TEXT,
    "line end at the end": lambda: TEXT + b"\n",
    "CRLF": lambda: TEXT.replace(b"\n", b"\r\n"),
    "bytearray": lambda: bytearray(TEXT),
    "memoryview": lambda: memoryview(TEXT),
    "writable memoryview": lambda: memoryview(bytearray(TEXT)),
    "empty lines": lambda: b"\n" + TEXT.replace(b"\n", b"\n\n") + b"\n\n",
    "comments": lambda: b"# fifty boards\n" + TEXT.replace(b"\n", b" # good\n#\n"),
}


def as_masks(rows: Rows) -> Rows:
    return np.array([oracle.allowed(row) for row in rows.tolist()], np.uint16)


def as_booleans(rows: Rows) -> Rows:
    bits: Rows = as_masks(rows)[:, :, None] >> np.arange(9) & 1
    return bits.astype(bool)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_means_the_same(spelling: str) -> None:
    expected = batch.solve(GIVENS, limit=9)
    result = batch.solve(SPELLINGS[spelling](), limit=9)
    assert np.array_equal(result.counts, expected.counts)
    assert np.array_equal(result.solutions, expected.solutions)


def test_read_only_input_stays_as_it_is() -> None:
    rows = GIVENS.copy()
    rows.flags.writeable = False
    masks = as_masks(GIVENS)
    masks.flags.writeable = False
    assert same(batch.solve(rows), batch.solve(GIVENS))
    assert batch.solve(masks).counts.tolist() == batch.solve(GIVENS).counts.tolist()
    frozen = np.frombuffer(TEXT.replace(b"\n", b""), np.uint8).reshape(-1, 81)
    assert same(batch.solve(frozen), batch.solve(GIVENS))


def test_input_is_not_written() -> None:
    rows, text = GIVENS.copy(), bytearray(TEXT)
    batch.solve(rows, threads=2)
    batch.solve(text, threads=2)
    assert np.array_equal(rows, GIVENS) and text == TEXT


def test_a_file_is_read_through_a_map(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(TEXT * 1 + b"\n")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        result = batch.solve(view)
    assert same(result, batch.solve(GIVENS))  # and the map could be closed: it is not used any more


def test_a_map_of_many_lines_over_threads(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes((TEXT + b" # again\n") * 60)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        result = batch.solve(view, threads=3)
    once = batch.solve(GIVENS)
    assert np.array_equal(result.solutions, np.tile(once.solutions, (60, 1)))


@pytest.mark.parametrize(
    "nothing",
    [b"", b"\n\n", b"# none\n", [], np.zeros((0, 81), np.uint8), np.zeros((0, 9, 9), np.int64),
     np.zeros((0, 81), np.uint16), np.zeros((0, 81, 9), bool)],
)  # fmt: skip
@pytest.mark.parametrize("threads", [1, 2, None])
def test_no_rows(nothing: Any, threads: int | None) -> None:
    result = batch.solve(nothing, threads=threads)
    assert len(result) == 0 and result.solutions.shape == (0, 81)
    assert result.stats == Stats()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros(81, np.uint8), r"shape \(81,\)"),
        (np.zeros((2, 80), np.uint8), r"shape \(2, 80\)"),
        (np.zeros((2, 82), np.uint8), r"shape \(2, 82\)"),
        (np.zeros((81, 2), np.uint8), r"shape \(81, 2\)"),
        (np.zeros((5, 0), np.uint8), r"shape \(5, 0\)"),
        (np.zeros((2, 9, 8), np.uint8), r"shape \(2, 9, 8\)"),
        (np.zeros((2, 81, 9), np.uint8), r"shape \(2, 81, 9\)"),
        (np.zeros((2, 81), bool), "type bool"),
        (np.zeros((2, 81), complex), "type complex128"),
        (None, "shape"),
        (memoryview(bytes(162)).cast("B", (2, 81)), "flat and contiguous bytes"),
        (memoryview(bytes(162)).cast("H"), "flat and contiguous bytes"),
        (memoryview(b"." * 162)[::2], "flat and contiguous bytes"),
    ],
)
def test_wrong_calls(wrong: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batch.solve(wrong)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"hello", {1: Status.BAD_CELL}),
        (b"." * 81 + b"\n" + b"." * 80, {1: Status.MULTIPLE, 2: Status.BAD_CELL}),
        (b"\n#\n" + b"." * 80 + b"x\n" + b"." * 81, {3: Status.BAD_CELL, 4: Status.MULTIPLE}),
        (b"." * 82, {1: Status.BAD_CELL}),
    ],
)
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_line_that_is_no_board_is_a_row(
    kind: Callable[[bytes], Any], text: bytes, lines: dict[int, Status]
) -> None:
    result = batch.solve(kind(text))
    assert result.lines is not None
    assert dict(zip(result.lines.tolist(), result.status.tolist(), strict=True)) == lines


@pytest.mark.parametrize("option", ["limit", "budget", "threads"])
@pytest.mark.parametrize("value", [0, -3])
@pytest.mark.parametrize("size", [0, 1])
def test_options_must_be_positive(option: str, value: int, size: int) -> None:
    options: dict[str, Any] = {option: value}
    with pytest.raises(ValueError, match=rf"{option} must be at least 1, got {value}"):
        batch.solve(KNOWN[:size], **options)


# -- memory and threads --------------------------------------------------------------------------


def size_of(result: Result) -> int:
    return sum(a.nbytes for a in (result.solutions, result.counts, result.status, result.guesses))


@pytest.mark.parametrize("spelling", ["array", "view", "ASCII", "masks"])
@pytest.mark.parametrize("threads", [1, 2])
def test_input_is_not_copied(spelling: str, threads: int) -> None:
    n = 40_000
    rows = np.tile(SOLVED, (n, 1))
    sources: dict[str, Rows] = {
        "array": rows,
        "view": rows.reshape(n, 9, 9),
        "ASCII": (rows + 48).view("S1"),
        "masks": (1 << (rows - 1).astype(np.uint16)).astype(np.uint16),
    }
    source = sources[spelling]
    batch.solve(source[:2000], threads=threads)
    gc.collect()
    tracemalloc.start()
    try:
        result = batch.solve(source, threads=threads)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < size_of(result) + n * 81 // 4
    assert (result.status == Status.UNIQUE).all()


def test_lines_are_not_copied() -> None:
    n = 40_000
    text = (SOLVED + 48).tobytes() + b"\n"
    source = text * n
    tracemalloc.start()
    try:
        result = batch.solve(source)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < size_of(result) + n * 81 // 2  # the places of the lines take 12 bytes each


def test_results_outlive_their_input_and_each_other() -> None:
    rows = GIVENS.copy()
    result = batch.solve(rows)
    solutions, expected = result.solutions, result.solutions.tobytes()
    rows[:] = 0
    del rows, result
    gc.collect()
    for _ in range(50):
        batch.solve(np.zeros((64, 81), np.uint8))
    assert solutions.tobytes() == expected
    assert not np.shares_memory(batch.solve(GIVENS).solutions, solutions)


def test_results_are_freed() -> None:
    rows = np.tile(SOLVED, (20_000, 1))
    batch.solve(rows, threads=2)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(20):
            batch.solve(rows, threads=2)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 1_000_000


def test_many_callers_at_once(instruction_set: str) -> None:
    boards = strategies.judged_givens()
    rows = rows_of(boards)
    expected = batch.solve(rows, limit=5)
    with ThreadPoolExecutor(6) as pool:
        calls = [pool.submit(batch.solve, rows, limit=5, threads=1 + i % 3) for i in range(12)]
        assert all(same(call.result(), expected) for call in calls)


def test_engine_fills_rows_of_any_width() -> None:
    # Readers and writers of files use this: boards apart in the input, answers in the output.
    n = 2000
    rows = np.tile(GIVENS, (n // len(GIVENS), 1))
    wide = np.full((n, 100), 250, np.uint8)
    wide[:, :81] = rows
    out, status = np.full((n, 90), 99, np.uint8), np.zeros(n, np.uint8)
    engine.solve_rows(
        wide.reshape(-1), n, stride=100, threads=2, solutions=out.reshape(-1), solution_stride=90,
        as_text=True, status=status,
    )  # fmt: skip
    expected = batch.solve(rows)
    solved = expected.counts > 0
    assert np.array_equal(status, expected.status)
    assert np.array_equal(out[solved, :81], expected.solutions[solved] + 48)
    assert (out[:, 81:] == 99).all()
    assert (out[~solved] == 99).all()


# -- the large collections -----------------------------------------------------------------------

COLLECTIONS = {
    "sudoku17.txt": (49_158, True),
    "top1465.txt": (1_465, True),
    "hardest_11plus.txt": (20_000, True),
    "qqwing_simple.txt": (1_000, True),
    "qqwing_easy.txt": (1_000, True),
    "qqwing_intermediate.txt": (1_000, True),
    "qqwing_expert.txt": (1_000, True),
    "many_solutions.txt": (10_000, False),
}


@pytest.mark.parametrize("name", COLLECTIONS)
def test_collection(name: str, corpus: Callable[[str], npt.NDArray[np.uint8]]) -> None:
    rows = corpus(name)
    number, unique = COLLECTIONS[name]
    assert len(rows) == number
    result = batch.solve(rows)
    assert (result.status == (Status.UNIQUE if unique else Status.MULTIPLE)).all()
    assert (result.counts == (1 if unique else 2)).all()
    assert oracle.are_solutions(result.solutions, rows).all()


@pytest.mark.parametrize("name", COLLECTIONS)
def test_sample_of_a_collection(
    instruction_set: str, name: str, corpus: Callable[[str], npt.NDArray[np.uint8]]
) -> None:
    rows = corpus(name)[:: max(1, COLLECTIONS[name][0] // 2000)]
    result = batch.solve(rows)
    assert (result.counts == (1 if COLLECTIONS[name][1] else 2)).all()
    assert oracle.are_solutions(result.solutions, rows).all()


def test_counts_of_a_collection_agree_with_the_enumeration(
    instruction_set: str, corpus: Callable[[str], npt.NDArray[np.uint8]]
) -> None:
    rows = corpus("many_solutions.txt")[::50]
    result = batch.solve(rows, limit=1000)
    for row, number in zip(rows.tolist(), result.counts.tolist(), strict=True):
        found = [bytes(grid) for grid, _ in zip(Puzzle(row).solutions(), range(1000), strict=False)]
        assert len(set(found)) == len(found) == number


def test_stats_say_whether_all_counts_are_exact() -> None:
    unique = np.frombuffer(
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        np.uint8,
    )
    rows = np.stack([unique, np.full(81, ord("."), np.uint8)])
    assert batch.solve(rows[:1]).stats.exact is True
    result = batch.solve(rows)
    assert result.stats.exact is False and result.exact.tolist() == [True, False]
