"""What `nonet augment` prints: each row in several guises, and its solution beside it in the same ones.

The rows are read and solved on threads; the guises are made where the lines are written, in the order of the file, so
that the number of a row is known: guise ``j`` of row ``i`` is by transform ``i * n + j`` of the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from nonet import engine
from nonet.cli.answers import Verb, solve_batch
from nonet.cli.chunks import Batch, Slot
from nonet.cli.forms import row_of, told_of
from nonet.cli.stream import Answers
from nonet.engine import TRANSFORM, Status

__all__ = ["HEAD", "Guises", "Sources"]

HEAD = b"puzzle,solution\n"

_SIGNS = bytes.maketrans(bytes(range(10)), b".123456789")
_DIGITS = bytes.maketrans(b"0123456789.*_-", bytes([*range(10), 0, 0, 0, 0]))


@dataclass(frozen=True)
class Sources:
    """The digits of every row; with ``solutions`` those of its solution too, if it has one solution."""

    solutions: bool

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Answer a batch."""
        problems, words = dict[int, str](), Counter[str]()
        status = b""
        found, verb = slot.results(batch), Verb()
        if batch.rules.is_classic and self.solutions:
            status = solve_batch(batch, found, limit=2, budget=None, counts=False)
        items = []
        for row in range(batch.rows):
            if not batch.rules.is_classic or batch.masks is not None:
                problems[row] = "guises are for puzzles of givens with the classic rules"
                words["not written"] += 1
                continue
            if status and status[row] != Status.UNIQUE:
                problems[row] = verb.sentence(batch, row, Status(status[row]))
                words[verb.words[Status(status[row])]] += 1
                continue
            boards = [row_of(batch, row).translate(_DIGITS)]
            if self.solutions:
                start = found.width * row
                boards.append(bytes(found.solutions[start : start + 81]).translate(_DIGITS))
            items.append(boards)
        answers = told_of(batch, problems, words)
        answers.output = items
        return answers


class Guises:
    """Writes the rows in ``number`` guises each."""

    def __init__(self, number: int, seed: int) -> None:
        self._number = number
        self._seed = seed
        self._rows = 0

    def text(self, answers: Answers) -> bytes:
        """Return the lines."""
        items = answers.output
        if not items:
            return b""
        n = len(items) * self._number
        maps = bytearray(TRANSFORM * n)
        engine.random_transforms(self._seed, self._rows * self._number, n, transforms=maps)
        self._rows += len(items)
        columns = []
        for boards in zip(*items, strict=True):
            carried = bytearray(81 * n)
            engine.apply_transforms(b"".join(boards), n, maps, repeat=self._number, result=carried)
            text = carried.translate(_SIGNS)
            columns.append([text[i : i + 81] for i in range(0, 81 * n, 81)])
        return b"".join(b",".join(row) + b"\n" for row in zip(*columns, strict=True))

    def rest(self) -> Iterator[Answers]:
        """Yield nothing: no row had to wait."""
        return iter(())
