"""Boards as links of Penpa+: the digits and cages that `penpa` reads, and what a person sees of boxes and cages.

After the cells in the numbering come the lower right corners of the cells, and after two sets of edges four quarter
points in each cell. ``lineE`` (``zE``) has the frames of regions, from corner to corner, and ``cage`` (``zC``) the
lines of cages, from quarter point to quarter point. Line 6 lists the cells of the board, each by its distance to the
one before.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any

from nonet.formats.killer import cages_of
from nonet.formats.position import notes_of
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import Rules
from nonet.rules.variants import sentences_of_kinds

__all__ = ["write_penpa"]

_ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_MAPS, _LISTS = "zS zN z1 zY zF z2 zL zE zW zC z4", "zT z3 zD z0 z5 z6 z7"
"""What a layer has even where nothing is drawn, by the short names."""

_SIDE = 38  # of a cell, in pixels
_THICK, _DASHED = 2, 10  # kinds of lines
_BLACK, _GREEN = 1, 2  # colours of digits: the setter's and the player's
_DIGIT, _CANDIDATES = "1", "7"  # kinds of texts in a cell


def write_penpa(board: Board) -> str:
    """Write a link that opens the board in Penpa+: digits, candidates, boxes and cages."""
    size = board.rules.size
    lines = [
        _head(board),
        "[0,0,0,0]",
        _dumped({"z9": "zQ", "zG": ["1", "2", "1"]}),
        _dumped(_layer(zN=_givens(board), zE=_frames(board.rules), **_cage_layer(board))),
        _dumped(_layer(zN=_entered(board))),
        _dumped([_number(0, 0, size), *(1 if cell % size else 5 for cell in range(1, size**2))]),
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return f"{_ADDRESS}{base64.b64encode(packed).decode()}"


def _dumped(value: Any) -> str:
    """Return JSON with the short names bare, as Penpa+ has them."""
    return re.sub('"(z[A-Za-z0-9_])"', r"\1", json.dumps(value, separators=(",", ":")))


def _head(board: Board) -> str:
    size = board.rules.size
    across, canvas = size + 4, (size + 1) * _SIDE
    middle = (
        (across // 2) * (across + 1) if size % 2 else across**2 + (across // 2 - 1) * (across + 1)
    )
    said = board.info.get("ruleset") or "\n".join(sentences_of_kinds(board.rules))
    texts = [" ".join(board.info.get(name, "").split()) for name in ("title", "author")]
    title, author, rules = (text.replace(",", "%2C") for text in (*texts, said))
    for char, escaped in (("\n", "%2D"), ("&", "%2E"), ("=", "%2F")):
        rules = rules.replace(char, escaped)
    numbers = [size, size, _SIDE, 0, 1, 1, canvas, canvas, middle, middle, 0, 0, 0, 0]
    return ",".join(
        [
            "square",
            *map(str, numbers),
            f"Title: {title}",
            f"Author: {author}",
            "",
            rules,
            "OFF",
            "false",
        ]
    )


def _layer(**drawn: Any) -> dict[str, Any]:
    """Return a layer with what is drawn."""
    nothing: dict[str, Any] = {name: {"z_": []} for name in ("zR", "zU")}
    nothing |= {name: {} for name in _MAPS.split()}
    return nothing | {name: [] for name in _LISTS.split()} | drawn


def _number(row: int, column: int, size: int) -> int:
    """Return the number of a cell."""
    return (row + 2) * (size + 4) + column + 2


def _numbered(values: Any, size: int) -> Iterator[tuple[int, Any]]:
    """Yield what is in the cells that have something, with their numbers."""
    for cell, value in enumerate(values):
        if value:
            yield _number(*divmod(cell, size), size), value


def _givens(board: Board) -> dict[str, Any]:
    size = board.rules.size
    return {str(n): [str(digit), _BLACK, _DIGIT] for n, digit in _numbered(board.givens, size)}


def _entered(board: Board) -> dict[str, Any]:
    """Return the placed digits and the candidates of a player."""
    size = board.rules.size
    if not isinstance(board, Position):
        return {}
    entered: dict[str, Any] = {}
    for n, digit in _numbered(board.placed, size):
        entered[str(n)] = [str(digit), _GREEN, _DIGIT]
    for n, digits in _numbered(notes_of(board), size):
        flags = [int(digit in digits) for digit in range(1, max(size, 9) + 1)]
        entered[str(n)] = [flags, _GREEN, _CANDIDATES]
    return entered


def _frames(rules: Rules) -> dict[str, int]:
    """Return the lines between cells of different regions."""
    size, across = rules.size, rules.size + 4
    region = {cell: number for number, cells in enumerate(rules.regions) for cell in cells}
    lines: dict[str, int] = {}
    for cell in range(size * size) if region else ():
        row, column = divmod(cell, size)
        corner = across**2 + _number(row, column, size)  # the lower right one
        if column + 1 < size and region.get(cell) != region.get(cell + 1):
            lines[f"{corner - across},{corner}"] = _THICK
        if row + 1 < size and region.get(cell) != region.get(cell + size):
            lines[f"{corner - 1},{corner}"] = _THICK
    return lines


def _cage_layer(board: Board) -> dict[str, Any]:
    """Return the cages, what is seen of them, and their sums; raise `PuzzleError` for anything else."""
    size, puzzle = board.rules.size, Puzzle(board)
    if puzzle.rules.extra:
        raise PuzzleError("the format 'penpa' holds no extra houses; use 'jsonl'", puzzle=puzzle)
    cages, lines, sums = [], dict[str, int](), dict[str, Any]()
    for cells, total in cages_of(puzzle, "penpa"):
        if not total:
            raise PuzzleError(
                "the format 'penpa' needs a sum for each cage; use 'jsonl'", puzzle=puzzle
            )
        numbers = [_number(*divmod(cell, size), size) for cell in cells]
        cages.append(numbers)
        lines |= dict.fromkeys(_outline(set(numbers), size + 4), _DASHED)
        sums[str(_quarter(min(numbers), 0, size + 4))] = [str(total), _BLACK]
    return {"z6": cages, "zC": lines, "z1": sums}


def _quarter(number: int, at: int, across: int) -> int:
    """Return a quarter point of a cell: upper left, upper right, lower left, lower right."""
    return 4 * (number + across**2) + at


def _outline(cage: set[int], across: int) -> Iterator[str]:
    """Yield the lines along the border of a cage, in its cells and from cell to cell."""
    for number in cage:
        # A side of the cell: where the next cell is on it, the ends of its line, and how far it is to
        # the cell in which the line goes on.
        for out, first, last, on in (
            (-across, 0, 1, 1), (across, 2, 3, 1), (-1, 0, 2, across), (1, 1, 3, across),
        ):  # fmt: skip
            ends = _quarter(number, first, across), _quarter(number, last, across)
            if number + out not in cage:
                yield f"{ends[0]},{ends[1]}"
            if number + on in cage and not {number + out, number + on + out} <= cage:
                yield f"{ends[1]},{_quarter(number + on, first, across)}"
