"""Files of NumPy on the command line: data for training, without a detour over text."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from console import EASY, SOLVED, run

from nonet import Puzzle, Rules, batch

ROW = np.array([int(sign) for sign in EASY.replace(".", "0")])


@pytest.mark.parametrize(
    "array",
    [
        np.stack([ROW] * 2).astype(np.uint8),
        np.stack([ROW] * 2).reshape(2, 9, 9),
        np.stack([ROW] * 2).reshape(2, 9, 9, 1).astype(np.float32),
        np.where(ROW == 0, np.nan, ROW) * np.ones((2, 1)),
        np.stack([ROW] * 2) + 1,
        np.array([EASY, EASY]),
        np.array([EASY.encode()] * 2),
    ],
    ids=["rows", "grids", "channels", "nan", "coded", "texts", "bytes"],
)
def test_arrays_of_boards(array: npt.NDArray[Any], tmp_path: Path) -> None:
    path = tmp_path / "boards.npy"
    np.save(path, array)
    assert run("solve", path).lines == [SOLVED] * 2
    pytest.importorskip("pyarrow")
    assert run("batch", path, "-o", tmp_path / "out.csv").code == 0
    assert (tmp_path / "out.csv").read_text().count(SOLVED) == 2


def test_one_board(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", ROW.reshape(9, 9))
    assert run("solve", tmp_path / "a.npy").lines == [SOLVED]


@pytest.mark.parametrize(
    "rules", [Rules(box_rows=2, box_columns=2), Rules(box_rows=4, box_columns=4)]
)
def test_other_sizes(rules: Rules, tmp_path: Path) -> None:
    size = rules.size
    solution = next(Puzzle([0] * size**2, rules=rules).solutions())
    np.save(tmp_path / "a.npy", np.array([list(solution)] * 3))
    done = run("solve", tmp_path / "a.npy")
    assert [list(Puzzle(line).givens) for line in done.lines] == [list(solution)] * 3


def test_what_write_dataset_writes(tmp_path: Path) -> None:
    board, solution = ROW.astype(np.uint8).reshape(1, 81), Puzzle(EASY).solution()
    batch.write_dataset(tmp_path / "set", board, np.array([list(solution)], np.uint8), format="npy")
    assert run("solve", tmp_path / "set" / "inputs.npy").lines == [SOLVED]
    assert run("solve", tmp_path / "set" / "labels.npy").lines == [SOLVED]


def test_a_bad_board_keeps_its_place(tmp_path: Path) -> None:
    boards = np.stack([ROW] * 3)
    boards[1, 5] = 12
    np.save(tmp_path / "a.npy", boards)
    done = run("solve", tmp_path / "a.npy")
    assert done.code == 1 and done.lines[::2] == [SOLVED] * 2
    assert "a.npy:2:" in done.err and "found '12'" in done.err


@pytest.mark.parametrize("kind", ["U", "S"])
def test_each_text_is_a_row(kind: str, tmp_path: Path) -> None:
    rows = f"{EASY[:9]}\n{EASY[9:]}"
    texts = [EASY, "", "# no board", "no board", "  ", rows, EASY.replace(".", " "), "é?"]
    array = np.array([text.encode() for text in texts] if kind == "S" else texts)
    path, out = tmp_path / "a.npy", tmp_path / "out.csv"
    np.save(path, array)
    done = run("solve", path)
    found = re.findall(r"a\.npy:(\d+):\d+: (.*)", done.err)
    empty = "expected 81 cells, found 0"
    assert found[:4] == [(row, empty) for row in "2345"] and found[-1][0] == "8"
    assert done.out.splitlines().count(SOLVED) == 8 - len(found)
    pytest.importorskip("pyarrow")
    assert run("batch", path, "-o", out).code == 1
    with open(f"{out}.rejected.csv", newline="") as handle:
        rejected = list(csv.DictReader(handle))
    assert [(row["row"], row["reason"]) for row in rejected] == found
    assert [row["text"] for row in rejected[:4]] == texts[1:5]


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (np.zeros((3, 80)), "expected an array of the shape (n, 81) or (n, 9, 9)"),
        (np.zeros(0), "expected an array of numbers, (n, 81) or (n, 9, 9) for 9x9 boards, found float64 (0,)"),
        (np.array([{}]), "expected an array of numbers or texts in a .npy file"),
    ],
)  # fmt: skip
def test_other_arrays_are_refused(array: npt.NDArray[Any], reason: str, tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", array)
    done = run("solve", tmp_path / "a.npy")
    assert done.code == 1 and reason in done.err and "Traceback" not in done.err


def test_a_cut_off_array_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    np.save(path, np.stack([ROW] * 9))
    path.write_bytes(path.read_bytes()[:500])
    done = run("solve", path)
    assert done.code == 1 and "a.npy: expected an array of numbers or texts" in done.err
