"""Killer puzzles as people write them at home: a map with a letter for each cage, and the sum of each letter.

::

    aabb
    accb
    dcce
    ddee
    a=6 b=9 c=10 d=8 e=7

The sums may also be an object of JSON, one to a line, or before the map. Givens stand above the map, or to the left of
it. A cell with a blank character is in no cage, and a cage without a sum only has different digits.
"""

from __future__ import annotations

import itertools
import math
import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nonet.base.cells import cell_name
from nonet.base.digits import BLANKS
from nonet.base.errors import ParseError
from nonet.base.numbers import read_number
from nonet.formats.base import (
    SMALLEST,
    Clues,
    Format,
    Head,
    Holds,
    IntoRules,
    Line,
    Record,
    each,
    unusual_houses,
)
from nonet.formats.board_builder import BoardBuilder
from nonet.formats.jigsaw import areas_of
from nonet.formats.killer import cages_of
from nonet.formats.puzzles import refused
from nonet.formats.shape import shape
from nonet.formats.text import is_comment, plain
from nonet.formats.values import values_of
from nonet.puzzle import Board, Puzzle
from nonet.rules import CLASSIC, Rules

__all__ = ["FORMATS"]

_SUM = re.compile(r"""["']?([^\s"'=:,;{}|]{1,3})["']?\s*(?:=|:|->)\s*(\d{1,4})(?![\d.])[\s,;|]*""")
_HEADING = re.compile(r"(?:[A-Za-z]{4,}\s*[:=])?[\s{]*")
_END = re.compile(r"[\s}]*")
_LETTERS = string.ascii_uppercase + string.ascii_lowercase


def _sums(text: str) -> list[tuple[str, int]] | None:
    """Return the names and sums of a line, None if it has anything else.

    >>> _sums("A = 3  B = 15"), _sums('{"a": 8,'), _sums("}"), _sums("a=8 cages")
    ([('A', 3), ('B', 15)], [('a', 8)], [], None)
    """
    heading = _HEADING.match(text)
    place, found = heading.end() if heading else 0, []
    while match := _SUM.match(text, place):
        found.append((match[1], read_number(match[2])))
        place = match.end()
    return found if _END.fullmatch(text, place) else None


def _tokens(text: str) -> list[str]:
    return text.replace("|", " ").split()


def _cells(rows: Sequence[Line]) -> list[list[str]]:
    """Return the cells of each row: its words if there are as many as rows, or else its characters."""
    words = [_tokens(text) for _, text in rows]
    if {len(row) for row in words} <= {len(rows), 2 * len(rows)}:
        return words
    return [list("".join(row)) for row in words]


def _size(rows: Sequence[Line]) -> int:
    """Return the size of the board whose map, or givens and map, these rows are; 0 if they are none."""
    widths = set(map(len, _cells(rows)))
    count, width = len(rows), max(widths)
    size = {width: width, 2 * width: width}.get(count, count if 2 * count == width else 0)
    return size if len(widths) == 1 and size >= SMALLEST else 0


class _Map:
    """Collects the lines of one puzzle."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.lines: list[Line] = []
        self.rows: list[Line] = []
        self.sums: dict[str, int] = {}
        self.places: dict[str, int] = {}
        self.error: ParseError | None = None
        self.sums_first = False

    def ends_before(self, sums: list[tuple[str, int]] | None) -> bool:
        """Whether a line, a row or sums, belongs to the next puzzle."""
        if not self.sums or len(self.rows) < (SMALLEST if self.sums_first else 1):
            return False
        return (sums is None) is not self.sums_first and (sums is None or bool(sums))

    def take(self, number: int, text: str, sums: list[tuple[str, int]] | None) -> None:
        """Take a line."""
        self.lines.append((number, text))
        if sums is None:
            self.rows.append((number, text))
            return
        self.sums_first |= len(self.rows) < SMALLEST and bool(sums)
        for name, total in sums:
            if self.sums.setdefault(name, total) != total and self.error is None:
                reason = f"cage {name!r} has the sums {self.sums[name]} and {total}"
                self.error = ParseError(reason, text=text, line=number)
            self.places.setdefault(name, number)

    def record(self) -> Record:
        """Return the puzzle or what is wrong with it."""
        doubts: list[str] = []
        return replace(Record.of(self.lines, lambda: self._board(doubts)), doubts=tuple(doubts))

    def _board(self, doubts: list[str]) -> Board:
        if self.error:
            raise self.error
        if not self.rows:
            raise ParseError("expected a map with a letter for each cage, found only sums")
        titles, givens, cells = self._parts()
        cages: dict[str, list[int]] = {}
        for cell, name in enumerate(cells):
            if name in self.sums or name not in BLANKS:
                cages.setdefault(name, []).append(cell)
        for name, line in self.places.items():
            if name not in cages:
                raise ParseError(
                    f"the map has no cage {name!r}, but there is a sum for it", line=line
                )
        if not self.sums:
            raise ParseError("expected the sums of the cages below the map, such as a=15 b=8")
        board = BoardBuilder(math.isqrt(len(givens)))
        board.info = {"title": " ".join(titles)} if titles else {}
        board.shape = CLASSIC if board.size == 9 else None
        board.fill_all(givens)
        for name, its_cells in cages.items():
            board.cage(its_cells, self.sums.get(name) or None)
        found = board.build(self.rules)
        doubts += self._doubts(cages, board.size)
        return found

    def _parts(self) -> tuple[list[str], bytes, list[str]]:
        """Return the titles above the map, the givens, and the names of the cages, cell by cell."""
        words = [_tokens(text) for _, text in self.rows]
        keys = (
            ([*map(len, row)] for row in words),
            (len("".join(row)) for row in words),
            map(len, words),
        )
        starts = [_first_of_a_kind([*key]) for key in keys]
        first = next((at for at in starts if _size(self.rows[at:])), min(starts))
        rows, titles = self.rows[first:], [text.strip() for _, text in self.rows[:first]]
        count, cells, size = len(rows), _cells(rows), _size(rows)
        width = len(cells[0])
        for (number, text), row in zip(rows, cells, strict=True):
            if len(row) != width:
                reason = f"expected {width} letters in a row of the map, found {len(row)}"
                raise ParseError(reason, text=text, line=number)
        if not size:
            raise ParseError(
                f"expected as many rows as a row of the map has cells, {width}, found {count}",
                line=rows[0][0],
            )
        if count == width:
            return titles, bytes(size**2), list(itertools.chain(*cells))
        if count == 2 * width:
            halves = cells[:size], cells[size:]
            places = [number for number, _ in rows[:size]]
        else:
            halves = [row[:size] for row in cells], [row[size:] for row in cells]
            places = [number for number, _ in rows]
        givens, names = (list(itertools.chain(*half)) for half in halves)
        try:
            return titles, values_of(givens).values, names
        except ParseError as error:
            place = places[((error.column or 1) - 1) // size]
            raise ParseError(f"the givens beside the map: {error.reason}", line=place) from None

    def _doubts(self, cages: dict[str, list[int]], size: int) -> Iterator[str]:
        if missing := [name for name in cages if name not in self.sums]:
            names = ", ".join(missing[:12]) + (" …" if len(missing) > 12 else "")
            yield f"no sum for {'cages' if len(missing) > 1 else 'cage'} {names}"
        home = {cell: name for name, cells in cages.items() for cell in cells}
        areas = areas_of([home.get(cell) for cell in range(size**2)], size)
        pieces = Counter(home.get(area[0]) for area in areas)
        for name, cells in cages.items():
            if pieces[name] > 1:
                yield f"the cells of cage {name} do not touch: {cell_name(cells[0], size)} …"
        total, expected = sum(self.sums.values()), size * size * (size + 1) // 2
        if not missing and sum(map(len, cages.values())) == size**2 and total != expected:
            yield f"the sums of all cages are {total} together, expected {expected}"


def _first_of_a_kind(items: Sequence[object]) -> int:
    """Return the place from which all items are equal to the last one."""
    others = [at for at, item in enumerate(items) if item != items[-1]]
    return others[-1] + 1 if others else 0


def read_cage_maps(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read maps with their sums; the next row, or sum, after both begins the next puzzle."""
    now = _Map(rules)
    for number, text in lines:
        line = plain(text)
        if not line.strip() or is_comment(line) or shape(line).is_border:
            continue
        sums = _sums(line)
        if now.ends_before(sums):
            yield now.record()
            now = _Map(rules)
        now.take(number, line, sums)
    if now.lines:
        yield now.record()


# -- writing ---------------------------------------------------------------------------------------


def write_cage_map(puzzle: Puzzle) -> str:
    """Write the map, with the givens to its left, and the sums below. Raises `PuzzleError` for other constraints."""
    size = puzzle.rules.size
    if puzzle.rules.without_constraints() != Rules(size=size):
        reason = f"holds the usual boxes alone, and this puzzle has {unusual_houses(puzzle.rules)}"
        raise refused("killer-map", f"{reason}; use 'iss' or 'jsonl'", puzzle)
    cages = cages_of(puzzle, "killer-map")
    if not any(total for _, total in cages):
        raise refused("killer-map", "needs a cage with a sum", puzzle)
    many = len(cages) > len(_LETTERS)
    names = [f"a{number}" for number in range(len(cages))] if many else list(_LETTERS)
    cells = ["."] * size**2
    for name, (its_cells, _) in zip(names, cages, strict=False):
        for cell in its_cells:
            cells[cell] = name
    givens = puzzle.givens.text()
    lines = []
    for at in range(0, size**2, size):
        row = (" " if many else "").join(cells[at : at + size])
        before = (" " if many else "").join(givens[at : at + size]) + " "
        lines.append((before if any(puzzle.givens) else "") + row)
    sums = [f"{name}={total}" for name, (_, total) in zip(names, cages, strict=False) if total]
    return "\n".join([*lines, *(" ".join(sums[at : at + 9]) for at in range(0, len(sums), 9))])


# -- recognising -----------------------------------------------------------------------------------


_JSON_NAME = re.compile(r'"\w{2,}"\s*:')


def _is_cage_map(head: Head) -> bool:
    """Whether there are sums, and rows with the letters of the sums."""
    if head.first.lstrip()[:1] in ("[", "{") and _JSON_NAME.search(head.joined):
        return False
    rows, names = list[list[str]](), set[str]()
    for line in head.shapes[:120]:
        sums = _sums(line.plain)
        if sums is not None:
            names.update(name for name, _ in sums)
        elif not line.is_border:
            rows.append(line.words)
    if not names or len(rows) < SMALLEST:
        return False
    lengths = [len("".join(row)) for row in rows]
    usual = max(lengths, key=lengths.count)
    mapped = [row for row, length in zip(rows, lengths, strict=True) if length == usual]
    lettered = sum(any(map(str.isalpha, "".join(row))) for row in mapped)
    found = {cell for row in mapped for cell in (*row, *"".join(row))}
    return 3 * lettered >= len(rows) and usual >= SMALLEST and bool(names & found)


_EXAMPLE = """\
1... AABB
.... ACCB
.... DCCE
...2 DDEE
A=6 B=9 C=10 D=8 E=7"""

FORMATS = (
    Format(
        "killer-map",
        "a killer puzzle as a map with a letter for each cage, and the sums of the letters: A=15 B=8 …",
        (),
        "all info",
        _EXAMPLE,
        read_cage_maps,
        each(write_cage_map),
        Clues(sure=_is_cage_map),
        separator="\n",
        holds=Holds(range(SMALLEST, 37), "squares", constraints=True),
        whole=True,
    ),
)
