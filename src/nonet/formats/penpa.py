"""Links of Penpa+ with a Sudoku board: compressed text after ``#m=edit&p=``.

The text has lines of values and JSON, in which ``z`` and a character stand for a name. Line 1 has the kind of the
grid and its size, line 2 the space around the board (above, below, left, right), line 4 what the setter drew, line 5
what the player did. Cells are numbered row by row in a grid that has two more rows and columns on each side.
``number`` (``zN``) has the digits, and candidates as lists; ``killercages`` (``z6``) has cages, whose sum stands in
``numberS`` (``z1``) in the corner of a cell.
``lineE`` (``zE``) has lines between corners of cells, numbered after the cells, which are the frames of regions.

The rules are in the heads of people, so all else that is drawn is only pointed out.
"""

from __future__ import annotations

import base64
import re
import zlib
from typing import Any

from nonet.base.cells import CellSet, cell_name
from nonet.base.errors import ParseError
from nonet.boards.grid import Grid
from nonet.formats.base import SMALLEST, Clues, Format, Holds, IntoRules, each, each_line
from nonet.formats.json_text import MOST, read_json_text
from nonet.formats.links import Link, link_in
from nonet.formats.penpa_writing import write_penpa
from nonet.formats.position import on_page
from nonet.formats.puzzles import rules_for
from nonet.puzzle import Board, Puzzle
from nonet.rules import Rules
from nonet.rules.constraints.base import Constraint
from nonet.rules.constraints.sums import Cage

__all__ = ["FORMATS"]

_SHORT = re.compile(r'"(?:[^"\\]|\\.)*"|z[A-Za-z0-9_]')
_DRAWN = {
    "zS": "colours", "zY": "symbols", "zT": "thermometers", "z3": "arrows", "zD": "directions",
    "z0": "frames", "z5": "polygons", "zL": "lines", "zW": "walls", "zC": "cages", "z7": "lines",
    "z1": "small numbers",
}  # fmt: skip
"""What a board may have besides digits, by its short names."""


class _Page:
    """A board of Penpa+: its size, where its cells are, and what is in them."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        head = lines[0].split(",")
        numbers = head[1:3]
        if len(lines) < 4 or head[0] not in ("square", "sudoku"):
            raise ParseError(
                f"expected a square grid in the link of Penpa+, found {head[0][:20]!r}"
            )
        if (
            not all(number.isdecimal() and len(number) < 4 for number in numbers)
            or len(numbers) < 2
        ):
            raise ParseError("expected the size of the grid in the link of Penpa+, found none")
        space = _json(lines[1])
        if (
            not isinstance(space, list)
            or len(space) != 4
            or not all(isinstance(n, int) for n in space)
        ):
            space = [0, 0, 0, 0]
        self.kind = head[0]
        self.wide, self.high = int(numbers[0]) + 4, int(numbers[1]) + 4
        self.top, self.left = space[0] + 2, space[2] + 2
        width = int(numbers[0]) - space[2] - space[3]
        self.size = int(numbers[1]) - space[0] - space[1]
        if width != self.size or not 1 <= self.size <= 36:
            raise ParseError(f"expected a square board of 1x1 to 36x36, found {self.size}x{width}")
        self.setter, self.player = (_layer_of(lines, number) for number in (3, 4))
        self.texts = {
            name: found.strip().replace("%2C", ",")
            for field in head
            for name in ("Title", "Author")
            if field.startswith(f"{name}: ") and (found := field[len(name) + 2 :]).strip()
        }

    def cell(self, number: int) -> int | None:
        """Return the cell of a number of Penpa+, None outside of the board."""
        row, column = number // self.wide - self.top, number % self.wide - self.left
        inside = 0 <= row < self.size and 0 <= column < self.size
        return row * self.size + column if inside else None

    def digits(self, layer: dict[str, Any]) -> tuple[bytearray, list[int], int]:
        """Return digits and candidates of a layer, and how many other texts it has."""
        digits, masks, others = bytearray(self.size**2), [0] * self.size**2, 0
        found = layer.get("zN")
        for key, entry in found.items() if isinstance(found, dict) else ():
            cell = self.cell(int(key)) if key.isdecimal() else None
            if cell is None or not isinstance(entry, list) or len(entry) < 3:
                others += 1
            elif isinstance(entry[0], list):
                masks[cell] = sum(
                    1 << i for i, flag in enumerate(entry[0][: self.size]) if flag == 1
                )
            elif str(entry[0]).strip().isdecimal() and 1 <= int(entry[0]) <= self.size:
                digits[cell] = int(entry[0])
            elif str(entry[0]).strip():
                others += 1
        return digits, masks, others

    def regions(self) -> list[CellSet]:
        """Return the regions between the lines that the setter drew along cells, none if a region has another size."""
        drawn = self.setter.get("zE")
        lines = drawn if isinstance(drawn, dict) else {}
        across, size = self.wide, self.size
        groups, left = [], set(range(size**2)) if lines else set[int]()
        while left:
            group = [left.pop()]
            for cell in group:
                row, column = cell // size + self.top, cell % size + self.left
                corner = self.wide * self.high + row * across + column
                sides = {
                    cell + 1: (corner - across, corner), cell - 1: (corner - across - 1, corner - 1),
                    cell + size: (corner - 1, corner), cell - size: (corner - across - 1, corner - across),
                }  # fmt: skip
                for other, ends in sides.items():
                    beside = abs(other % size - cell % size) <= 1
                    if beside and other in left and f"{ends[0]},{ends[1]}" not in lines:
                        left.remove(other)
                        group.append(other)
            groups.append(CellSet(group, size=size))
        return groups if all(len(group) == size for group in groups) else []

    def cages(self) -> list[Constraint]:
        """Return the cages that have a sum."""
        found, small = self.setter.get("z6"), self.setter.get("z1")
        constraints: list[Constraint] = []
        if not isinstance(found, list) or not isinstance(small, dict):
            return constraints
        for numbers in found:
            if not isinstance(numbers, list) or not all(isinstance(n, int) for n in numbers):
                continue
            corners = [str(4 * (n + self.wide * self.high) + i) for n in numbers for i in range(4)]
            sums = [str(small[corner][0]).strip() for corner in corners if small.get(corner)]
            total = next((int(text) for text in sums if text.isdecimal()), None)
            cells = [cell for n in dict.fromkeys(numbers) if (cell := self.cell(n)) is not None]
            if total and cells:
                constraints.append(Cage([cell_name(cell, self.size) for cell in cells], sum=total))
        return constraints


def _json(line: str) -> Any:
    """Return the value of a line, with the short names as they are; None if it is no JSON."""
    quoted = _SHORT.sub(lambda m: m[0] if m[0][0] == '"' else f'"{m[0]}"', line)
    try:
        return read_json_text(quoted)
    except ParseError:
        return None


def _layer_of(lines: list[str], number: int) -> dict[str, Any]:
    found = _json(lines[number]) if number < len(lines) else None
    return found if isinstance(found, dict) else {}


def _packed(link: Link) -> str | None:
    """Return the data in a link of Penpa+."""
    if "penpa" not in f"{link.host}{link.path}".lower():
        return None
    items = link.fragment.split("&")
    found = next((item[2:] for item in items if item.startswith("p=")), link.query.get("p"))
    return found or None


def parse_penpa(line: str, rules: IntoRules = None) -> Board:
    """Read a link."""
    link = link_in(line)
    packed = _packed(link) if link else None
    if packed is None:
        raise ParseError("expected a link of Penpa+ with #m=edit&p= and the puzzle", text=line)
    try:
        unpacker = zlib.decompressobj(-15)
        raw = base64.b64decode(packed.replace(" ", "+") + "=" * (-len(packed) % 4))
        text = unpacker.decompress(raw, MOST).decode()
    except (ValueError, zlib.error):
        raise ParseError("the data in the link of Penpa+ is damaged; copy the whole link") from None
    if not unpacker.eof:
        raise ParseError(
            "the data in the link of Penpa+ is cut off or too long; copy the whole link"
        )
    return _board(_Page(text), rules)


def _board(page: _Page, rules: IntoRules) -> Board:
    givens, _, others = page.digits(page.setter)
    placed, masks, _ = page.digits(page.player)
    cages = page.cages()
    unread = [
        name
        for key, name in _DRAWN.items()
        if page.setter.get(key) and not (cages and key in ("z1", "zC"))
    ]
    missing = len(page.setter.get("z6") or ()) - len(cages)
    unread += [f"cages without a sum ({missing})"] * (missing > 0) + [f"texts ({others})"] * (
        others > 0
    )
    info = {name.lower(): text for name, text in page.texts.items()}
    if unread:
        info["not read"] = ", ".join(dict.fromkeys(unread))
    shown = Rules(box_rows=2, box_columns=3) if page.kind == "sudoku" and page.size == 6 else None
    if regions := page.regions():
        shown = Rules(regions=regions)
    found = rules_for(page.size, rules, shown).with_constraints(*cages)
    puzzle = Puzzle(Grid(bytes(givens)), rules=found, info=info)
    state = bytes(given or now for given, now in zip(givens, placed, strict=True))
    return on_page(puzzle, state, masks, some_marked=True)


def _is_penpa(text: str) -> bool:
    link = link_in(text) if "penpa" in text.lower() else None
    return link is not None and _packed(link) is not None


_EXAMPLE = (
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=zZTNixQxEMXv+1dIn3NI5aOS9E3U8SKKuiIyDLKHEY"
    "UFcT8uPez/7kt1jR3Lg8JeJNOPH28qyUs6ndsf91c3R9fQYnXeEVqsXp6a+s9ru/x2d32cn7in93dfv98AnHuz27kvV9"
    "e3x4u9Vh0uTkubl7dueTnvJ5rcFPDQdHjAH+/m0/J53h8e3PJhw/fzCfp6Pk2hTuiUJ0ToXdC3dSNuRgzdKJuRqBs8GG"
    "laJ/5l5G60wWAzS7YVWSrqZrCdhYupKLaiZBO9+m6kwYhmjPpHl2rW0qJZfpMcYTPI2yDki3Uo2F5ks1AIJi6FaNJQSG"
    "bjKBSztxTtXlJsZhGU/G/j4DSQnIlPojvRIPpK9AXOClV21DBUQJ/aXPBh5QamleGB88oB3JcgHMFpZer+uSYNnMGszO"
    "Ci9d2v6peBK7gpI0P0K0cPpm3MONQn9fHlhaycCKzZGMy6FkZO1vy5++eaODDys+ZnzMWaP3df8zMPjPyseRgZWPMz8h"
    "e/jVmG+qp+ATdl3BWhabaGu8OfOYJ7Bry0j/Lqnokm0Ut8/26Jos9FvWgWZdHS74i/Xx3/cmQemWGPF0am5f/LOfwE"
)

FORMATS = (
    Format(
        "penpa",
        "a link of Penpa+ with a Sudoku board: digits, regions, cages with sums; other drawings are pointed out",
        (),
        "info other than title and author; Penpa+ shows no candidates above 9",
        _EXAMPLE,
        each_line(parse_penpa),
        each(write_penpa),
        Clues(line=_is_penpa),
        holds=Holds(range(SMALLEST, 37), "regions", constraints=True, position="page"),
    ),
)
