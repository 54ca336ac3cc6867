"""Data sets in files for training: CSV, Parquet and NumPy arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.base.outfiles import NewFile
from nonet.batch.rows import Rows, paired
from nonet.tables.columns import characters_of, pyarrow_for, text_array
from nonet.tables.parquet import parquet_writer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["FORMATS", "write_dataset"]

FORMATS = ("csv", "parquet", "npy")

_ROWS = 1 << 16  # at a time
_GROUP = 1 << 20  # rows of a row group of Parquet


def write_dataset(
    path: str | os.PathLike[str], puzzles: Rows, solutions: Rows, *, format: str | None = None
) -> None:
    """Write classic puzzles with their solutions; an existing file is replaced.

    ``puzzles`` and ``solutions`` are boards as `nonet.batch.solve` takes them. ``format`` is one of

    * ``"csv"``: the columns ``puzzle`` and ``solution``, 81 characters each, ``.`` for an empty cell; compressed if the
      path ends in ``.gz``. `nonet.read` reads it, and so does pandas with ``dtype=str``;
    * ``"parquet"``: the same two columns as text; needs the extra ``data``;
    * ``"npy"``: a directory with ``inputs.npy`` and ``labels.npy``, ``(n, 81)`` uint8 each. An empty cell is 1, digit d
      is d + 1, and 0 is free for padding, as the loaders of hierarchical reasoning models expect. ``np.load`` reads
      them.

    Without it the suffix of the path decides; a path without a suffix is a directory for ``"npy"``. Raises
    `ValueError` for rows that are not boards and for the solution of another puzzle, and `MissingExtra`.

    >>> import numpy as np
    >>> puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> from nonet.batch import solve
    >>> write_dataset("train", puzzle, solve(puzzle).solutions)
    >>> np.load("train/inputs.npy")[0, :4], np.load("train/labels.npy")[0, :4]
    (array([6, 4, 1, 1], dtype=uint8), array([6, 4, 5, 7], dtype=uint8))
    >>> import shutil
    >>> shutil.rmtree("train")
    """
    target = Path(path)
    chosen = _format_of(target) if format is None else format
    if chosen not in FORMATS:
        raise ValueError(f"unknown format {format!r}; known formats: {', '.join(FORMATS)}")
    boards = paired(puzzles, solutions, "write_dataset")
    {"csv": _write_csv, "parquet": _write_parquet, "npy": _write_npy}[chosen](target, *boards)


def _format_of(path: Path) -> str:
    name = path.name.lower().removesuffix(".gz")
    if "." not in name:
        return "npy"
    for format in ("csv", "parquet"):
        if name.endswith("." + format):
            return format
    raise ValueError(
        f"{str(path)!r} has an unknown suffix; use .csv, .csv.gz or .parquet, or format= with one of"
        f" {', '.join(FORMATS)}"
    )


def _pieces(
    puzzles: npt.NDArray[np.uint8], solutions: npt.NDArray[np.uint8], rows: int
) -> Iterator[tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]]:
    for lo in range(0, len(puzzles), rows):
        yield characters_of(puzzles[lo : lo + rows], 9), characters_of(solutions[lo : lo + rows], 9)


def _write_csv(
    path: Path, puzzles: npt.NDArray[np.uint8], solutions: npt.NDArray[np.uint8]
) -> None:
    import numpy as np

    with NewFile(path) as out:
        out.write(b"puzzle,solution\n")
        for first, second in _pieces(puzzles, solutions, _ROWS):
            lines = np.empty((len(first), 164), np.uint8)
            lines[:, :81], lines[:, 81] = first, ord(",")
            lines[:, 82:163], lines[:, 163] = second, ord("\n")
            out.write(lines.tobytes())


def _write_parquet(
    path: Path, puzzles: npt.NDArray[np.uint8], solutions: npt.NDArray[np.uint8]
) -> None:
    pa = pyarrow_for("writing Parquet", "parquet")

    schema = pa.schema([("puzzle", pa.string()), ("solution", pa.string())])
    with NewFile(path, packed=False) as out, parquet_writer(out, schema) as writer:
        for signs in _pieces(puzzles, solutions, _GROUP):
            columns = [text_array(column) for column in signs]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def _write_npy(
    path: Path, puzzles: npt.NDArray[np.uint8], solutions: npt.NDArray[np.uint8]
) -> None:
    import numpy as np

    path.mkdir(parents=True, exist_ok=True)
    for name, digits in (("inputs.npy", puzzles), ("labels.npy", solutions)):
        with NewFile(path / name) as out:
            np.save(out, digits + np.uint8(1))
