"""Sudoku as an exact cover, solved by Knuth's Algorithm X with dancing links.

A full board is a set of *choices* ("this digit in this cell") that covers every *item* exactly once: each cell needs a
digit, and each house with as many cells as digits needs each digit. (A house with fewer cells takes each digit at most
once; such a secondary item need not be covered.) Take the item that the fewest choices cover, and try each of them.

Choices and items are the rows and columns of a sparse matrix, in which every entry links to its four neighbours. To
cover an item is to unlink its column and all choices that cover it. An unlinked entry keeps its own links:
``x.up.down = x.down`` removes it and ``x.up.down = x`` restores it, so everything is restored in reverse order.

Source: D. E. Knuth, "Dancing Links", in Millennial Perspectives in Computer Science, 2000.
Worst case: exponential; it sees singles, and nothing stronger.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]


class _Entry:
    """An entry of the matrix, or the head of a column, whose ``length`` counts the entries in the column.

    Heads of cells have no digit, heads of houses no cell.
    """

    __slots__ = ("cell", "digit", "down", "head", "left", "length", "right", "up")

    def __init__(self, cell: int = -1, digit: int = 0, head: _Entry | None = None) -> None:
        self.cell, self.digit = cell, digit
        self.left = self.right = self.up = self.down = self
        self.head = head or self
        self.length = 0

    def join(self, first: _Entry) -> None:
        """Become the last of a row, or of the list of heads."""
        self.left, self.right = first.left, first
        first.left.right = first.left = self

    def hang(self) -> None:
        """Become the last of the column."""
        self.up, self.down = self.head.up, self.head
        self.head.up.down = self.head.up = self
        self.head.length += 1

    def others(self) -> list[_Entry]:
        """Return the other entries of the row, or of the list of heads, from left to right."""
        entries, entry = [], self.right
        while entry is not self:
            entries.append(entry)
            entry = entry.right
        return entries


def _cover(head: _Entry, watch: Recorder) -> None:
    """Unlink an item, and each choice that covers it from all other columns."""
    head.left.right, head.right.left = head.right, head.left
    updates = 1
    row = head.down
    while row is not head:
        entry = row.right
        while entry is not row:
            entry.up.down, entry.down.up = entry.down, entry.up
            entry.head.length -= 1
            updates += 1
            entry = entry.right
        row = row.down
    watch.check(updates)


def _uncover(head: _Entry) -> None:
    """Undo `_cover`, step by step in reverse order."""
    row = head.up
    while row is not head:
        entry = row.left
        while entry is not row:
            entry.up.down = entry.down.up = entry
            entry.head.length += 1
            entry = entry.left
        row = row.up
    head.left.right = head.right.left = head


def _matrix(board: Board, watch: Recorder) -> tuple[_Entry, dict[tuple[int, int], _Entry]]:
    """Return the start of the list of primary items, and one entry of each choice."""
    start = _Entry()
    heads: dict[tuple[int, int, int], _Entry] = {}  # key: kind, cell or house, digit
    for cell in range(len(board.givens)):
        heads[0, cell, 0] = _Entry(cell=cell)
    for number, house in enumerate(board.houses):
        for digit in board.digits:
            head = heads[1, number, digit] = _Entry(digit=digit)
            head.length = 0 if len(house) == board.size else -1  # below zero: secondary
    for head in heads.values():
        if head.length == 0:
            head.join(start)
        head.length = 0
    choices = {}
    for cell, options in enumerate(board.options):
        for digit in options:
            covered = [(0, cell, 0), *((1, house, digit) for house in board.houses_of[cell])]
            row = [_Entry(cell, digit, heads[item]) for item in covered]
            for entry in row:
                entry.hang()
            for entry in row[1:]:
                entry.join(row[0])
            choices[cell, digit] = row[0]
            watch.model(variables=1)
    watch.model(constraints=len(heads))
    return start, choices


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution; always try the item next that the fewest choices cover."""
    start, choices = _matrix(board, watch)
    cells = list(board.givens)

    def search(depth: int) -> Iterator[bytes]:
        watch.call(depth)
        if start.right is start:
            watch.solved()
            yield bytes(cells)
            return
        item = min(start.others(), key=lambda head: head.length)
        if not item.length:
            watch.conflict(item.cell, item.digit, "nothing covers it")
            return
        is_forced = item.length == 1
        _cover(item, watch)
        row = item.down
        while row is not item:
            cells[row.cell] = row.digit
            if is_forced:
                watch.fill(row.cell, row.digit, "hidden single" if item.digit else "naked single")
            else:
                watch.guess()
                watch.place(row.cell, row.digit)
            others = row.others()
            for entry in others:
                _cover(entry.head, watch)
            yield from search(depth + 1)
            for entry in reversed(others):
                _uncover(entry.head)
            cells[row.cell] = 0
            watch.backtrack(row.cell, row.digit)
            row = row.down
        _uncover(item)

    for cell, digit in enumerate(board.givens):
        if (cell, digit) in choices:
            row = choices[cell, digit]
            for entry in [row, *row.others()]:
                _cover(entry.head, watch)
    yield from search(0)


ALGORITHM = Algorithm(
    name="exact_cover",
    title="Exact cover with dancing links",
    source='D. E. Knuth, "Dancing Links", in: Millennial Perspectives in Computer Science, 2000, pages 187-214',
    idea=(
        "Forget the board: there are choices (a digit in a cell) and items (a cell, a digit of a house), and exactly"
        " one choice must cover each item. Take the item that the fewest choices cover, try each of them, and remove"
        " every choice that is incompatible with it. The matrix is a net of links that are removed and restored in"
        " place, so a step back costs no more than the step."
    ),
    worst_case=(
        "Exponential: an item with two choices doubles the work. Items with one choice are naked and hidden singles, so"
        " most puzzles need few guesses. It sees nothing stronger than singles, and a hard 16x16 board can take hours."
    ),
    shines=(
        "When you count solutions, or solve other puzzles: the same thirty lines tile a board with pentominoes or place"
        " queens."
    ),
    solve=solve,
)
