"""The rows of a file as each reader of tables reports them."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

from console import run

import nonet
from nonet import batch
from nonet.base.errors import ParseError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ZEROS = EASY.replace(".", "0")
LOST = "004300209005009001070060043006002087190007400050083000600000105003508690042910300"
LOST_SOLVED = "864371259325849761971265843436192587198657432257483916689734125713528694542916378"

ROWS = [EASY[at : at + 9] for at in range(0, 81, 9)]
NESTED = [list(map(int, row.replace(".", "0"))) for row in ROWS]


class Made(NamedTuple):
    """A table, the line on which each of its rows begins, and the lines that are not rows."""

    text: str
    lines: list[int]
    ignored: list[int] = []  # noqa: RUF012 - never changed

    def by_row(self, found: dict[int, str]) -> dict[int, str]:
        """Return the sentences by row, from 1; the line of an error is one of those of its row."""
        return {bisect_right(self.lines, line): reason for line, reason in found.items()}


def ignored_by(said: str) -> list[int]:
    """Return the lines that are reported as ignored."""
    return sorted(map(int, re.findall(r":(\d+): ignored, ", said)))


def by_batch(path: Path, lines: list[int], ignored: list[int] | None = None) -> dict[int, str]:
    """Return the sentences of `nonet batch` by row."""
    out = path.with_name("out.csv")
    summary = batch.run(path, out, ["givens"])
    assert summary.rows == len(lines) == summary.written + summary.rejected
    assert ignored is None or ignored_by("\n".join(summary.notes)) == ignored
    if summary.rejects is None:
        return {}
    return {int(row["row"]): row["reason"] for row in records(summary.rejects)}


def by_command(command: str, path: Path) -> dict[int, str]:
    """Return the sentences of a command by line."""
    found = re.findall(r"^[^\n]*?table\.\w+:(\d+)(?::\d+)?: (.*)$", run(command, path).err, re.M)
    no_faults = "solution", "ignored"
    return {int(line): reason for line, reason in found if not reason.startswith(no_faults)}


def by_reading(path: Path) -> dict[int, str]:
    """Return the sentences of `nonet.read` by line."""
    found = nonet.read(path, errors="yield")
    return {one.line or 0: one.reason for one in found if isinstance(one, ParseError)}


def records(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with open(path, newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))
