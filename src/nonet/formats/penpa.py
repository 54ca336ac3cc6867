"""Links of Penpa+ with a Sudoku board: compressed text after ``#m=edit&p=``.

The text has lines of values and JSON, in which ``z`` and a character stand for a name. Line 1 has the kind of the
grid and its size, line 2 the space around the board (above, below, left, right), line 4 what the setter drew, line 5
what the player did. Cells are numbered row by row in a grid that has two more rows and columns on each side.
``number`` (``zN``) has the digits, and candidates as lists; ``killercages`` (``z6``) has cages, whose sum is in
``numberS`` (``z1``) in the corner of a cell.
``lineE`` (``zE``) has lines between corners of cells, numbered after the cells, which are the frames of regions. After
two sets of edges come four quarter points in each cell: ``cage`` (``zC``) has lines of cages from point to point. Line
6 lists the cells of the board, each by its distance to the one before.

The rules are in the heads of people, so all else that is drawn is only pointed out.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from typing import TypeVar

from nonet.base.errors import ParseError
from nonet.base.limits import unpacked
from nonet.base.numbers import LARGEST, number_of
from nonet.base.strict_json import Json, JsonObject, is_list_of, read_json_text
from nonet.base.suggestions import shown
from nonet.formats.base import (
    SMALLEST,
    Clues,
    Format,
    Holds,
    IntoRules,
    each,
    each_line,
    unusual_houses,
)
from nonet.formats.board_builder import BoardBuilder, notes_of
from nonet.formats.killer import cages_of
from nonet.formats.links import Link, link_in
from nonet.formats.puzzles import refused
from nonet.puzzle import Board, Position, Puzzle
from nonet.rules import Rules
from nonet.rules.variants import sentences_of_kinds

__all__ = ["FORMATS"]

_T = TypeVar("_T")

_ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_MAPS, _LISTS = "zS zN z1 zY zF z2 zL zE zW zC z4", "zT z3 zD z0 z5 z6 z7"
"""What a layer has even where nothing is drawn, by the short names."""

_SIDE = 38  # of a cell, in pixels
_THICK, _DASHED = 2, 10  # kinds of lines
_BLACK, _GREEN = 1, 2  # colours of digits: the setter's and the player's
_DIGIT, _CANDIDATES = "1", "7"  # kinds of texts in a cell

_SHORT = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|z[A-Za-z0-9_]')
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
        sizes = [size for word in numbers if (size := number_of(word, 999)) is not None]
        if len(sizes) < 2:
            raise ParseError("expected the size of the grid in the link of Penpa+, found none")
        edges = _json(lines[1])
        space = edges if is_list_of(edges, int) and len(edges) == 4 else [0, 0, 0, 0]
        self.kind = head[0]
        self.wide, self.high = sizes[0] + 4, sizes[1] + 4
        self.top, self.left = space[0] + 2, space[2] + 2
        width = sizes[0] - space[2] - space[3]
        self.size = sizes[1] - space[0] - space[1]
        if width != self.size or not 1 <= self.size <= 36:
            raise ParseError(f"expected a square board of 1x1 to 36x36, found {self.size}x{width}")
        self.setter, self.player = (_layer_of(lines, line) for line in (3, 4))
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

    def take_digits(self, board: BoardBuilder, layer: JsonObject, *, given: bool) -> int:
        """Take the digits of a layer, and the candidates of the player's; return how many other texts it has."""
        others = 0
        digits = layer.get("zN")
        for key, entry in digits.items() if isinstance(digits, dict) else ():
            place = number_of(key, LARGEST)
            if place is None:
                raise ParseError(f"expected the number of a cell in the link, found {shown(key)}")
            cell = self.cell(place)
            if cell is None or not isinstance(entry, list) or len(entry) < 3:
                others += 1
            elif isinstance(entry[0], list):
                flags = entry[0][: self.size] if not given else ()
                board.note(cell, sum(1 << i for i, flag in enumerate(flags) if flag == 1))
            elif digit := number_of(str(entry[0]).strip(), self.size):
                board.fill(cell, digit, given=given)
            elif str(entry[0]).strip():
                others += 1
        return others

    def regions(self) -> list[list[int]]:
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
            groups.append(group)
        return groups if all(len(group) == size for group in groups) else []

    def take_cages(self, board: BoardBuilder) -> None:
        """Take the cages that have a sum."""
        cages, small = self.setter.get("z6"), self.setter.get("z1")
        if not isinstance(cages, list) or not isinstance(small, dict):
            return
        for numbers in cages:
            if not is_list_of(numbers, int):
                continue
            corners = [str(4 * (n + self.wide * self.high) + i) for n in numbers for i in range(4)]
            texts = [text for corner in corners if (text := small.get(corner))]
            sums = [str(text[0]).strip() for text in texts if isinstance(text, (list, str))]
            total = next((n for text in sums if (n := number_of(text, LARGEST)) is not None), None)
            cells = [cell for n in dict.fromkeys(numbers) if (cell := self.cell(n)) is not None]
            if total and cells:
                board.cage(cells, total)


def _json(line: str) -> Json:
    """Return the value of a line, with the short names as they are; None if it is not JSON."""
    quoted = _SHORT.sub(lambda m: m[0] if m[0][0] == '"' else f'"{m[0]}"', line)
    try:
        return read_json_text(quoted)
    except ParseError:
        return None


def _layer_of(lines: list[str], number: int) -> JsonObject:
    layer = _json(lines[number]) if number < len(lines) else None
    return layer if isinstance(layer, dict) else {}


def _packed(link: Link) -> str | None:
    """Return the data in a link of Penpa+."""
    if "penpa" not in f"{link.host}{link.path}".lower():
        return None
    items = link.fragment.split("&")
    data = next((item[2:] for item in items if item.startswith("p=")), link.query.get("p"))
    return data or None


def parse_penpa(line: str, rules: IntoRules = None) -> Board:
    """Read a link."""
    link = link_in(line)
    packed = _packed(link) if link else None
    if packed is None:
        raise ParseError("expected a link of Penpa+ with #m=edit&p= and the puzzle", text=line)
    try:
        raw = base64.b64decode(packed.replace(" ", "+") + "=" * (-len(packed) % 4))
        text = unpacked(raw, bare=True).decode()
    except ParseError:
        raise
    except ValueError:
        raise ParseError("the data in the link of Penpa+ is damaged; copy the whole link") from None
    return _board(_Page(text), rules)


def _board(page: _Page, rules: IntoRules) -> Board:
    board = BoardBuilder(page.size)
    others = page.take_digits(board, page.setter, given=True)
    page.take_digits(board, page.player, given=False)
    page.take_cages(board)
    cages = len(board.constraints)
    for key, name in _DRAWN.items():
        if page.setter.get(key) and not (cages and key in ("z1", "zC")):
            board.skip(name)
    drawn = page.setter.get("z6")
    if (missing := (len(drawn) if isinstance(drawn, list) else bool(drawn)) - cages) > 0:
        board.skip("cages without a sum", missing)
    if others:
        board.skip("texts", others)
    board.info = {name.lower(): text for name, text in page.texts.items()}
    if regions := page.regions():
        board.shape = Rules(regions=regions)
    elif page.kind == "sudoku" and page.size == 6:
        board.shape = Rules(box_rows=2, box_columns=3)
    return board.build(rules)


# -- writing ---------------------------------------------------------------------------------------


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


def _dumped(value: object) -> str:
    """Return JSON with the short names bare, as Penpa+ has them."""
    return re.sub('"(z[A-Za-z0-9_])"', r"\1", json.dumps(value, separators=(",", ":")))


def _head(board: Board) -> str:
    size = board.rules.size
    across, canvas = size + 4, (size + 1) * _SIDE
    middle = (
        (across // 2) * (across + 1) if size % 2 else across**2 + (across // 2 - 1) * (across + 1)
    )
    ruleset = board.info.get("ruleset") or "\n".join(sentences_of_kinds(board.rules))
    texts = [" ".join(board.info.get(name, "").split()) for name in ("title", "author")]
    title, author, rules = (text.replace(",", "%2C") for text in (*texts, ruleset))
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


def _layer(**drawn: object) -> dict[str, object]:
    """Return a layer with what is drawn."""
    nothing: dict[str, object] = {name: {"z_": []} for name in ("zR", "zU")}
    nothing |= {name: {} for name in _MAPS.split()}
    return nothing | {name: [] for name in _LISTS.split()} | drawn


def _number(row: int, column: int, size: int) -> int:
    """Return the number of a cell."""
    return (row + 2) * (size + 4) + column + 2


def _numbered(values: Iterable[_T], size: int) -> Iterator[tuple[int, _T]]:
    """Yield what is in the cells that have something, with their numbers."""
    for cell, value in enumerate(values):
        if value:
            yield _number(*divmod(cell, size), size), value


def _givens(board: Board) -> dict[str, object]:
    size = board.rules.size
    return {str(n): [str(digit), _BLACK, _DIGIT] for n, digit in _numbered(board.givens, size)}


def _entered(board: Board) -> dict[str, object]:
    """Return the placed digits and the candidates of a player."""
    size = board.rules.size
    if not isinstance(board, Position):
        return {}
    entered: dict[str, object] = {}
    for n, digit in _numbered(board.placed, size):
        entered[str(n)] = [str(digit), _GREEN, _DIGIT]
    for n, digits in _numbered(notes_of(board), size):
        flags = [int(digit in digits) for digit in range(1, max(size, 9) + 1)]
        entered[str(n)] = [flags, _GREEN, _CANDIDATES]
    return entered


def _frames(rules: Rules) -> dict[str, int]:
    """Return the lines between cells of different regions."""
    size, across = rules.size, rules.size + 4
    region = rules.region_of
    lines: dict[str, int] = {}
    for cell in range(size * size):
        row, column = divmod(cell, size)
        corner = across**2 + _number(row, column, size)  # the lower right one
        if column + 1 < size and region[cell] != region[cell + 1]:
            lines[f"{corner - across},{corner}"] = _THICK
        if row + 1 < size and region[cell] != region[cell + size]:
            lines[f"{corner - 1},{corner}"] = _THICK
    return lines


def _cage_layer(board: Board) -> dict[str, object]:
    """Return the cages, what is seen of them, and their sums; raise `PuzzleError` for anything else."""
    size, puzzle = board.rules.size, Puzzle(board)
    if puzzle.rules.extra:
        reason = f"holds no extra houses, and this puzzle has {unusual_houses(puzzle.rules)}"
        raise refused("penpa", f"{reason}; use 'jsonl'", puzzle)
    cages, lines, sums = [], dict[str, int](), dict[str, object]()
    for cells, total in cages_of(puzzle, "penpa"):
        if not total:
            raise refused("penpa", "needs a sum for each cage; use 'jsonl'", puzzle)
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
        # the cell in which the line continues.
        for out, first, last, on in (
            (-across, 0, 1, 1), (across, 2, 3, 1), (-1, 0, 2, across), (1, 1, 3, across),
        ):  # fmt: skip
            ends = _quarter(number, first, across), _quarter(number, last, across)
            if number + out not in cage:
                yield f"{ends[0]},{ends[1]}"
            if number + on in cage and not {number + out, number + on + out} <= cage:
                yield f"{ends[1]},{_quarter(number + on, first, across)}"


# -- the format ------------------------------------------------------------------------------------


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
