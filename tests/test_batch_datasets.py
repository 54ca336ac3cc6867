"""Data sets: guises of puzzles and solutions, parts that share nothing, more givens, files."""

from __future__ import annotations

import csv
import gzip
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import oracle
import pytest
import strategies

import nonet
from nonet import batch, engine
from nonet.base.errors import MissingExtra
from nonet.batch.keys import bounds_of, key_of, keys_of, part_of
from nonet.boards.transforms import Transform

Boards = npt.NDArray[np.uint8]

PUZZLES = np.array(strategies.minimal_puzzles(), np.uint8)
SOLUTIONS = batch.solve(PUZZLES).solutions
LINES = b"".join(bytes(row + 48).replace(b"0", b".") + b"\n" for row in PUZZLES)


def solves(solutions: Boards, puzzles: Boards) -> bool:
    """Whether every solution is a solved board that keeps the givens of its puzzle."""
    return bool(oracle.are_solutions(solutions, puzzles).all())


# -- transforms -----------------------------------------------------------------------------------


def test_rows_are_the_transforms_of_the_seed() -> None:
    rows = batch.random_transforms(100, seed=9)
    assert rows.shape == (100, 28) and rows.dtype == np.uint8
    assert bytes(rows[33]) == bytes(Transform.random(seed=9, number=33))
    assert np.array_equal(batch.random_transforms(40, seed=9, first=60), rows[60:])
    assert np.array_equal(
        batch.random_transforms(30_000, seed=9, threads=3),
        batch.random_transforms(30_000, seed=9, threads=1),
    )
    assert len(batch.random_transforms(0, seed=9)) == 0


def test_random_transforms_are_uniform() -> None:
    """Each line and each digit comes to each place as often as any other, but for chance."""
    rows = batch.random_transforms(90_000, seed=1)
    assert abs(rows[:, 0].mean() - 0.5) < 0.01
    for place in range(1, 28):
        counts = np.bincount(rows[:, place])
        assert (abs(counts[counts > 0] - 10_000) < 500).all()


def test_each_board_has_its_own_transforms(instruction_set: str) -> None:
    maps = batch.random_transforms(len(PUZZLES) * 3, seed=2)
    found = batch.apply(maps, PUZZLES)
    for i, row in enumerate(found):
        t = Transform.from_bytes(maps[i])
        assert row.tolist() == t.apply(PUZZLES[i // 3]).tolist()
    assert np.array_equal(batch.apply(maps, LINES), found)
    assert np.array_equal(batch.apply(maps, PUZZLES.reshape(-1, 9, 9)), found)


def test_the_last_board_of_a_buffer(instruction_set: str) -> None:
    """Nothing is written behind it."""
    maps = batch.random_transforms(7, seed=2)
    result = np.full(7 * 81 + 16, 77, np.uint8)
    engine.apply_transforms(SOLUTIONS[:7].reshape(-1), 7, maps.reshape(-1), result=result[: 7 * 81])
    assert (result[7 * 81 :] == 77).all()
    assert np.array_equal(result[: 7 * 81].reshape(7, 81), batch.apply(maps, SOLUTIONS[:7]))


def test_the_inverse_leads_back() -> None:
    maps = batch.random_transforms(5000, seed=3)
    back = batch.inverse(maps)
    boards = np.resize(SOLUTIONS, (5000, 81))
    assert np.array_equal(batch.apply(back, batch.apply(maps, boards)), boards)
    assert np.array_equal(batch.inverse(back), maps)
    assert bytes(back[17]) == bytes(Transform.from_bytes(maps[17]).inverse())


@pytest.mark.parametrize("place", [0, 1, 9, 10, 18, 19, 27])
def test_invalid_transforms_are_refused(instruction_set: str, place: int) -> None:
    good = batch.random_transforms(4, seed=1)
    near = place - 1 if place in (9, 18, 27) else place + 1
    wrong = {place: 2 if place == 0 else 255, near: 99 if place == 0 else good[2, place]}
    for where, value in wrong.items():
        maps = good.copy()
        maps[2, where] = value
        with pytest.raises(ValueError, match="a row is not a transform"):
            batch.apply(maps, PUZZLES[:4])
        with pytest.raises(ValueError, match="a row is not a transform"):
            batch.inverse(maps)


def test_lines_out_of_their_band_are_refused(instruction_set: str) -> None:
    maps = batch.random_transforms(1, seed=1)
    maps[0, 1:10] = [0, 1, 3, 2, 4, 5, 6, 7, 8]
    with pytest.raises(ValueError, match="a row is not a transform"):
        batch.apply(maps, PUZZLES[:1])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: batch.apply(np.zeros((2, 27), np.uint8), PUZZLES), r"expected \(n, 28\) uint8"),
        (lambda: batch.apply(np.zeros((2, 28), np.int64), PUZZLES), r"expected \(n, 28\) uint8"),
        (lambda: batch.apply(batch.random_transforms(3, seed=1), PUZZLES[:2]), "2 boards and 3"),
        (lambda: batch.apply(batch.random_transforms(3, seed=1), b""), "0 boards and 3"),
        (lambda: batch.apply(batch.random_transforms(1, seed=1), b"x" * 81), "line 1 is not a"),
        (lambda: batch.random_transforms(1, seed=-1), "seed must be 0 to"),
        (lambda: batch.random_transforms(-1, seed=1), "n must be at least 0, got -1"),
        (lambda: batch.augment(PUZZLES, SOLUTIONS, 0, seed=1), "n must be at least 1, got 0"),
        (lambda: batch.augment(PUZZLES, SOLUTIONS[:2], 1, seed=1), "24 puzzles and 2 solutions"),
        (
            lambda: batch.augment(PUZZLES + 10, SOLUTIONS, 1, seed=1),
            "row 0 has a character that is",
        ),
        (lambda: batch.add_givens(PUZZLES, SOLUTIONS[:2], 1, seed=1), "24 puzzles and 2"),
        (lambda: batch.add_givens(PUZZLES, SOLUTIONS, -1, seed=1), "n must be at least 0, got -1"),
        (
            lambda: batch.add_givens(PUZZLES, SOLUTIONS[::-1], 1, seed=1),
            "row 0: expected the solution of the puzzle, got another one: r1c",
        ),
        (
            lambda: batch.augment(PUZZLES, SOLUTIONS[[0, 1, 3, 2, *range(4, 24)]], 2, seed=1),
            "row 2: expected the solution of the puzzle, got another one: r1c",
        ),
        (
            lambda: batch.write_dataset("x.csv", PUZZLES[:9], SOLUTIONS[1:10]),
            "row 0: expected the solution of the puzzle, got another one: r1c",
        ),
        (
            lambda: batch.augment(
                np.zeros((1, 81), np.uint8), np.ones((1, 81), np.uint8), 1, seed=1
            ),
            "row 0: the solution has a digit twice in a row, column or box",
        ),
        (lambda: batch.split(PUZZLES, (0.8, 0.3)), "fractions must add up to at most 1, got"),
        (
            lambda: batch.split(PUZZLES, (1.2,)),
            "fractions must be one or more numbers from 0 to 1, got",
        ),
        (
            lambda: batch.split(PUZZLES, ()),
            "fractions must be one or more numbers from 0 to 1, got",
        ),
        (lambda: batch.split(PUZZLES, by="row"), "by must be 'puzzle' or 'solution', got 'row'"),
        (lambda: batch.split(PUZZLES, seed=2**64), "got 18446744073709551616"),
    ],
)
def test_wrong_calls(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: batch.augment(PUZZLES, SOLUTIONS, 2.5, seed=1), "n must be a whole number, got 2"),  # type: ignore[arg-type]
        (lambda: batch.add_givens(PUZZLES, SOLUTIONS, "3", seed=1), "n must be a whole number"),  # type: ignore[arg-type]
        (lambda: batch.random_transforms(1.0, seed=1), "n must be a whole number, got 1.0"),  # type: ignore[arg-type]
        (lambda: batch.split(PUZZLES, 0.5), r"fractions must be numbers such as .*, got 0\.5"),  # type: ignore[arg-type]
        (lambda: batch.split(PUZZLES, ("a",)), "fractions must be numbers such as"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        wrong()


def test_arrays_of_numbers_are_numbers() -> None:
    whole = batch.split(PUZZLES, np.array([0.5, 0.5]), seed=1)  # type: ignore[arg-type]
    assert sum(map(len, whole)) == len(PUZZLES)
    assert len(batch.augment(PUZZLES[:1], SOLUTIONS[:1], np.int64(2), seed=1)) == 2  # type: ignore[arg-type]


def test_a_row_that_is_not_a_board_can_be_left_out(tmp_path: Path) -> None:
    column = [strategies.KNOWN, None]
    r = batch.solve(column)
    with pytest.raises(
        ValueError, match=r"row 1 .*; keep only rows with r.status == Status.UNIQUE"
    ):
        batch.write_dataset(tmp_path / "a.csv", column, r.solutions)
    unique = np.flatnonzero(r.status == batch.Status.UNIQUE)
    batch.write_dataset(tmp_path / "a.csv", [column[i] for i in unique], r.solutions[unique])
    assert (tmp_path / "a.csv").read_text().count("\n") == 2


# -- augmentation ---------------------------------------------------------------------------------


def test_the_solution_still_solves_the_puzzle_and_the_way_back_is_known() -> None:
    found = batch.augment(PUZZLES, SOLUTIONS, 50, seed=7)
    assert len(found) == 50 * len(PUZZLES)
    assert solves(found.solutions, found.puzzles)
    assert np.array_equal(batch.apply(found.inverses, found.puzzles), np.repeat(PUZZLES, 50, 0))
    assert np.array_equal(batch.apply(found.inverses, found.solutions), np.repeat(SOLUTIONS, 50, 0))
    assert np.array_equal(batch.apply(found.transforms, PUZZLES), found.puzzles)
    assert len(np.unique(found.puzzles, axis=0)) == len(found)
    assert repr(found) == "<nonet.batch.AugmentResult: 1200 rows>"


def test_a_seed_gives_the_same_rows_whatever_the_threads(instruction_set: str) -> None:
    usual = batch.augment(PUZZLES, SOLUTIONS, 2000, seed=7, threads=1)
    for threads in (2, 3, None):
        other = batch.augment(LINES, SOLUTIONS, 2000, seed=7, threads=threads)
        assert np.array_equal(other.puzzles, usual.puzzles)
        assert np.array_equal(other.solutions, usual.solutions)
        assert np.array_equal(other.transforms, usual.transforms)
    assert not np.array_equal(batch.augment(PUZZLES, SOLUTIONS, 1, seed=8).puzzles, PUZZLES)


def test_a_seed_gives_the_same_rows_in_every_version() -> None:
    found = batch.augment(strategies.KNOWN.encode(), strategies.KNOWN_SOLUTION.encode(), 2, seed=7)
    assert ["".join(map(str, row)) for row in found.puzzles] == [
        "040923000308000400790005000050006004010780002080004007000008503000312009400000860",
        "409050000017000825600000000084907056070001200030008400500270000000105349000040000",
    ]
    more = batch.add_givens(
        strategies.KNOWN.encode(), strategies.KNOWN_SOLUTION.encode(), 5, seed=7
    )
    assert "".join(map(str, more[0])) == (
        "530070900600195008098000060800060023400803001710020056060000280000419005000080079"
    )


def test_nothing_is_augmented_to_nothing() -> None:
    found = batch.augment(b"", b"", 3, seed=1)
    assert found.puzzles.shape == (0, 81) and found.inverses.shape == (0, 28)


# -- more givens ----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 7, 80, 200])
def test_givens_are_added_from_the_solution(n: int) -> None:
    found = batch.add_givens(PUZZLES, SOLUTIONS, n, seed=4)
    before = (PUZZLES > 0).sum(axis=1)
    assert ((found > 0).sum(axis=1) == np.minimum(81, before + n)).all()
    assert np.array_equal(found[PUZZLES > 0], PUZZLES[PUZZLES > 0])
    assert np.array_equal(found[found > 0], SOLUTIONS[found > 0])


def test_more_givens_keep_what_fewer_gave_and_rows_differ() -> None:
    few, many = (batch.add_givens(PUZZLES, SOLUTIONS, n, seed=4) for n in (5, 20))
    assert np.array_equal(many[few > 0], few[few > 0])
    twice = batch.add_givens(PUZZLES[[0, 0]], SOLUTIONS[[0, 0]], 5, seed=4)
    assert np.array_equal(twice[0], few[0]) and not np.array_equal(twice[0], twice[1])
    other = batch.add_givens(PUZZLES, SOLUTIONS, 5, seed=5)
    assert not np.array_equal(other, few)


def test_a_row_without_solution_stays_as_it_is() -> None:
    solutions = SOLUTIONS.copy()
    solutions[1] = 0
    found = batch.add_givens(PUZZLES, solutions, 3, seed=1)
    assert (
        np.array_equal(found[1], PUZZLES[1]) and (found[0] > 0).sum() == 3 + (PUZZLES[0] > 0).sum()
    )


# -- parts ----------------------------------------------------------------------------------------


def many_puzzles() -> Boards:
    """Return puzzles of 3,000 forms with 40 solutions, each in two guises."""
    rng = np.random.default_rng(6)
    full = np.array(strategies.full_grids(), np.uint8)[np.arange(3000) % 40]
    full[rng.random(full.shape) < 0.4] = 0
    return batch.apply(batch.random_transforms(6000, seed=6), full)


MANY = many_puzzles()


@pytest.mark.parametrize("by", ["puzzle", "solution"])
def test_equivalent_puzzles_are_in_the_same_part(by: str) -> None:
    parts = batch.split(MANY, (0.6, 0.2, 0.2), seed=3, by=by)
    rows = MANY if by == "puzzle" else batch.solve(MANY).solutions
    keys = batch.canonical(rows).keys
    sets = [set(keys[part].tolist()) for part in parts]
    assert sum(map(len, sets)) == len(set().union(*sets))
    known = len(MANY) if by == "puzzle" else (batch.solve(MANY).counts == 1).sum()
    assert sum(map(len, parts)) == known > 4000
    assert all((np.diff(part) > 0).all() for part in parts)


def test_parts_have_their_share_of_the_forms() -> None:
    sizes = [len(part) for part in batch.split(MANY, (0.6, 0.2, 0.1), seed=3, by="puzzle")]
    for size, share in zip(sizes, (0.6, 0.2, 0.1), strict=True):
        assert abs(size - share * len(MANY)) < 0.03 * len(MANY)


def test_a_puzzle_is_in_the_same_part_in_every_version() -> None:
    usual = batch.split(MANY, (0.5, 0.5), by="puzzle")
    order = np.random.default_rng(1).permutation(len(MANY))[: len(MANY) // 2]
    some = batch.split(MANY[order], (0.5, 0.5), by="puzzle", threads=2)
    assert set(order[some[0]]) == set(usual[0]) & set(order)
    other = batch.split(MANY, (0.5, 0.5), seed=1, by="puzzle")
    assert 0.4 < len(set(other[0]) & set(usual[0])) / len(usual[0]) < 0.6


def test_rows_that_have_no_form_are_in_no_part() -> None:
    rows = np.array([PUZZLES[0], PUZZLES[1], PUZZLES[2], PUZZLES[0] * 0], np.uint8)
    rows[1, :2] = 5
    rows[2, 0] = 99
    assert [len(part) for part in batch.split(rows, (1,), by="puzzle")] == [2]
    assert [part.tolist() for part in batch.split(rows, (0, 1, 0))] == [[], [0], []]
    assert [len(part) for part in batch.split(rows, (0.0,))] == [0]
    assert [len(part) for part in batch.split(b"", (0.5, 0.5))] == [0, 0]


def test_the_key_of_one_board_and_of_many() -> None:
    boards = np.array(strategies.full_grids(), np.uint8)
    assert keys_of(boards).tolist() == [key_of(bytes(board)) for board in boards]
    found = batch.canonical(boards)
    parts = batch.split(boards, (0.3, 0.3, 0.3), seed=2, by="puzzle")
    bounds = bounds_of((0.3, 0.3, 0.3))
    for i, key in enumerate(found.keys.tolist()):
        part = part_of(key, bounds, 2)
        assert [i in rows for rows in parts] == [part == number for number in range(3)]


# -- files ----------------------------------------------------------------------------------------


def text_of(rows: Boards) -> list[str]:
    return ["".join(map(str, row)).replace("0", ".") for row in rows.tolist()]


def test_csv_is_what_nonet_reads(tmp_path: Path) -> None:
    path = tmp_path / "train.csv"
    batch.write_dataset(path, PUZZLES, SOLUTIONS)
    with path.open() as handle:
        rows = list(csv.DictReader(handle))
    assert [row["puzzle"] for row in rows] == text_of(PUZZLES)
    assert [row["solution"] for row in rows] == text_of(SOLUTIONS)
    read = list(nonet.read(path))
    assert [puzzle.givens.text() for puzzle in read] == text_of(PUZZLES)
    assert read[0].info["solution"] == text_of(SOLUTIONS)[0]
    batch.write_dataset(tmp_path / "train.csv.gz", LINES, SOLUTIONS)
    assert gzip.decompress((tmp_path / "train.csv.gz").read_bytes()) == path.read_bytes()
    batch.write_dataset(tmp_path / "none.txt", b"", b"", format="csv")
    assert (tmp_path / "none.txt").read_text() == "puzzle,solution\n"


def test_arrays_are_shifted_by_one(tmp_path: Path) -> None:
    batch.write_dataset(tmp_path / "train", PUZZLES, SOLUTIONS)
    inputs, labels = (np.load(tmp_path / "train" / f"{name}.npy") for name in ("inputs", "labels"))
    assert inputs.dtype == labels.dtype == np.uint8 and inputs.shape == labels.shape == (24, 81)
    assert np.array_equal(inputs, PUZZLES + 1) and np.array_equal(labels, SOLUTIONS + 1)
    assert inputs.min() == 1 and labels.min() == 2 and labels.max() == 10


@pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None, reason="the extra 'data' is not installed here"
)
def test_parquet_has_two_columns_of_text(tmp_path: Path) -> None:
    from pyarrow import parquet

    batch.write_dataset(tmp_path / "train.parquet", PUZZLES, SOLUTIONS)
    table = parquet.read_table(tmp_path / "train.parquet").to_pydict()
    assert table == {"puzzle": text_of(PUZZLES), "solution": text_of(SOLUTIONS)}
    batch.write_dataset(tmp_path / "none.parquet", b"", b"")
    assert parquet.read_table(tmp_path / "none.parquet").num_rows == 0


def test_what_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"train\.txt' has an unknown suffix; use \.csv"):
        batch.write_dataset(tmp_path / "train.txt", PUZZLES, SOLUTIONS)
    with pytest.raises(ValueError, match="unknown format 'xml'; known formats: csv, parquet, npy"):
        batch.write_dataset(tmp_path / "train", PUZZLES, SOLUTIONS, format="xml")
    with pytest.raises(ValueError, match="24 puzzles and 1 solutions"):
        batch.write_dataset(tmp_path / "train", PUZZLES, SOLUTIONS[:1])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r'pip install "nonet\[data\]"'):
        batch.write_dataset(tmp_path / "train.parquet", PUZZLES, SOLUTIONS)
    assert list(tmp_path.iterdir()) == []
