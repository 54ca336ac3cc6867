"""Game IDs of Solo, the Sudoku of Simon Tatham's puzzles: ``3x3:a5b3…``, one per line, or links that end in one.

Before the colon stand rows and columns of a box, or the size and ``j`` for a jigsaw; ``x`` adds both diagonals, ``k``
cages. Symmetry and difficulty (``r2``, ``a``, ``db``) may follow; they only matter when a puzzle is made. After the
colon, between commas:

- the givens: numbers, a letter for a run of empty cells (``a`` is 1, ``z`` is 26), and ``_`` between two numbers;
- for a jigsaw the regions: the runs of neighbours that no line divides, first from left to right in each row, then
  from top to bottom in each column. A letter is a run that ends at a line, ``_`` an empty one, ``z`` is 25 neighbours
  without a line after them. The last run ends at the edge of the board;
- with ``k`` the cages in the same way, and their sums like givens, each in one cell of its cage.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of, read_number
from nonet.base.suggestions import shown
from nonet.formats.base import (
    Clues,
    Format,
    Holds,
    IntoRules,
    each,
    each_line,
    unusual_houses,
)
from nonet.formats.board_builder import BoardBuilder
from nonet.formats.killer import cages_of
from nonet.formats.links import link_in
from nonet.formats.puzzles import EXAMPLE, refused
from nonet.puzzle import Board, Puzzle
from nonet.rules import Rules
from nonet.rules.houses import diagonals

__all__ = ["FORMATS"]

_FLAGS = r"(?:[jxk]|[rm]\d*d?|a|d[a-z])*"
_SHAPE = r"(?:solo:\s*)?(\d{1,2})(?:x(\d{1,2})|(?=[a-z]*j))"
_ID = re.compile(rf"{_SHAPE}({_FLAGS}):([0-9a-z_,]+)", re.IGNORECASE)
_SEED = re.compile(rf"{_SHAPE}{_FLAGS}#\S+", re.IGNORECASE)
_TOKEN = re.compile(r"[a-z]|_|[1-9]\d*")


def _id_in(text: str) -> str | None:
    """Return the game ID that a line is, or that its link ends in."""
    text = text.strip()
    if _ID.fullmatch(text):
        return text
    link = link_in(text) if "solo" in text.lower() else None
    found = next((part for part in link.parts() if _ID.fullmatch(part)), None) if link else None
    return found


def parse_solo(line: str, rules: IntoRules = None) -> Board:
    """Read a game ID."""
    text = _id_in(line)
    match = _ID.fullmatch(text) if text else None
    if match is None:
        if _SEED.fullmatch(line.strip()):
            raise ParseError(
                "a random seed of Solo has no board in it; copy the game ID, which has ':' and not '#'"
            )
        raise ParseError("expected a game ID of Solo such as 3x3:a5b3…", text=line)
    flags = re.sub(r"[rm]\d*d?|d[a-z]|a", "", match[3].lower())
    rows, columns = read_number(match[1]), read_number(match[2] or "1")
    size, is_jigsaw = rows * columns, columns == 1 or "j" in flags
    board = BoardBuilder(size, sizes=range(2, 37))
    parts = match[4].lower().split(",")
    expected = 1 + is_jigsaw + 2 * ("k" in flags)
    if len(parts) != expected:
        raise ParseError(
            f"expected {_parts_of(flags, is_jigsaw)} after the colon, found {len(parts)}"
        )
    board.fill_all(_numbers(parts[0], size, size, "given"))
    if is_jigsaw:
        board.shape = Rules(regions=_groups(parts[1], size, "regions"))
    else:
        board.shape = Rules(box_rows=rows, box_columns=columns)
    if "x" in flags:
        board.houses += diagonals(size)
    if "k" in flags:
        _take_cages(board, parts[-2], parts[-1])
    return board.build(rules)


def _parts_of(flags: str, is_jigsaw: bool) -> str:
    names = [
        "the givens",
        *["the regions"] * is_jigsaw,
        *["the cages", "their sums"] * ("k" in flags),
    ]
    return (
        f"{len(names)} part{'s' * (len(names) > 1)} with commas between them ({', '.join(names)})"
    )


def _tokens(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ParseError(
                f"expected a number, a letter or '_', found {text[place]!r}", text=text
            )
        yield match[0]
        place = match.end()


def _numbers(text: str, size: int, most: int, what: str) -> list[int]:
    """Return the numbers of the cells, 0 for none."""
    found: list[int] = []
    for token in _tokens(text):
        if token.isdecimal():
            value = number_of(token, most)
            if value is None:
                cell = cell_name(len(found), size) if len(found) < size**2 else "the end"
                raise ParseError(
                    f"expected a {what} of 1 to {most} at {cell}, found {shown(token)}"
                )
            found.append(value)
        elif token != "_":
            found += [0] * (ord(token) - ord("a") + 1)
    if len(found) != size**2:
        raise ParseError(f"expected {size**2} cells for each {what}, found {len(found)}")
    return found


def _neighbours(size: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells between which a line can be, in the order of the game ID."""
    for row, column in itertools.product(range(size), range(size - 1)):
        yield row * size + column, row * size + column + 1
    for column, row in itertools.product(range(size), range(size - 1)):
        yield row * size + column, (row + 1) * size + column


def _groups(text: str, size: int, what: str) -> list[list[int]]:
    """Return the groups of cells that the lines divide, in the order of their first cells."""
    joined: list[bool] = []
    for token in _tokens(text):
        if token.isdecimal():
            raise ParseError(f"expected a letter or '_' in the {what}, found {token!r}")
        run = 0 if token == "_" else ord(token) - ord("a") + 1
        joined += [True] * 25 if run == 26 else [*[True] * run, False]
    pairs = list(_neighbours(size))
    if len(joined) != len(pairs) + 1:
        raise ParseError(
            f"expected {len(pairs)} places for lines in the {what} and the edge, found {len(joined)}"
        )
    first = list(range(size**2))
    for (one, other), is_joined in zip(pairs, joined, strict=False):
        if is_joined and first[one] != first[other]:
            low, high = sorted((first[one], first[other]))
            first = [low if number == high else number for number in first]
    groups: dict[int, list[int]] = {}
    for cell, number in enumerate(first):
        groups.setdefault(number, []).append(cell)
    return list(groups.values())


def _take_cages(board: BoardBuilder, lines: str, sums: str) -> None:
    size = board.size
    totals = _numbers(sums, size, size * size * size, "sum")
    for cells in _groups(lines, size, "cages"):
        found = [totals[cell] for cell in cells if totals[cell]]
        if len(found) > 1:
            name = cell_name(cells[0], size)
            raise ParseError(
                f"the cage of {name} has the sums {found[0]} and {found[1]}, expected one"
            )
        if found or len(cells) > 1:
            board.cage(cells, found[0] if found else None)


# -- writing ---------------------------------------------------------------------------------------


def write_solo(puzzle: Puzzle) -> str:
    """Write a game ID. Raises `PuzzleError` for extra houses other than diagonals, and for cages that Solo refuses."""
    rules, size = puzzle.rules, puzzle.rules.size
    is_jigsaw = min(rules.box_rows, rules.box_columns) < 2  # a box as wide as the board is a region
    flags = "j" if is_jigsaw else ""
    if rules.extra:
        if set(rules.extra) != set(diagonals(size)):
            reason = "holds no extra houses other than both diagonals, and this puzzle has"
            raise refused("solo", f"{reason} {unusual_houses(rules)}; use 'jsonl'", puzzle)
        flags += "x"
    parts = [_written_numbers(bytes(puzzle.givens))]
    if is_jigsaw:
        parts.append(_written_groups([list(region) for region in rules.regions], size))
    if rules.constraints:
        flags += "k"
        parts += _written_cages(puzzle)
    shape = str(size) if is_jigsaw else f"{rules.box_rows}x{rules.box_columns}"
    return f"{shape}{flags}:{','.join(parts)}"


def _written_numbers(numbers: Sequence[int]) -> str:
    text, run = "", 0
    for number in numbers:
        if number:
            text += _written_run(run, 26) or "_" * bool(text)
            text, run = f"{text}{number}", 0
        else:
            run += 1
    return text + _written_run(run, 26)


def _written_run(run: int, most: int) -> str:
    """Return a run of at least one as letters; the longest letter stands for ``most``."""
    longest, rest = divmod(run, most)
    return "z" * longest + (chr(ord("a") - 1 + rest) if rest else "")


def _written_groups(groups: Sequence[Sequence[int]], size: int) -> str:
    group_of = {cell: number for number, cells in enumerate(groups) for cell in cells}
    text, run = "", 0
    for one, other in [*_neighbours(size), (-1, -2)]:
        if group_of.get(one, -1) == group_of.get(other, -2):
            run += 1
            continue
        while run > 25:
            text, run = f"{text}z", run - 25
        text, run = text + ("_" if not run else chr(ord("a") - 1 + run)), 0
    return text


def _written_cages(puzzle: Puzzle) -> list[str]:
    size = puzzle.rules.size
    cages = cages_of(puzzle, "solo")
    covered = sum(len(cells) for cells, _ in cages)
    if covered != size**2 or not all(total and len(cells) > 1 for cells, total in cages):
        reason = "needs cages of two cells or more, with sums, that cover the board"
        raise refused("solo", f"{reason}; use 'iss' or 'jsonl'", puzzle)
    text = _written_groups([cells for cells, _ in cages], size)
    if len(_groups(text, size, "cages")) != len(cages):
        raise refused("solo", "needs cages whose cells touch", puzzle)
    sums = [0] * size**2
    for cells, total in cages:
        sums[min(cells)] = total
    return [text, _written_numbers(sums)]


FORMATS = (
    Format(
        "solo",
        "a game ID of Solo, of Simon Tatham's puzzles: 3x3:5_3b7d…, with x, j and k; one per line",
        (),
        "all info",
        write_solo(Puzzle(EXAMPLE)),
        each_line(parse_solo),
        each(write_solo),
        Clues(line=lambda text: bool(_id_in(text) or _SEED.fullmatch(text.strip()))),
        holds=Holds(range(2, 37), "regions", constraints=True),
    ),
)
