"""Killer puzzles on one line: a tree of arrows for each cage, or a number for each cell.

In the short form each of the 81 characters is the sum of a cage, or an arrow to the next cell of the same cage:
``< > ^ v`` and, across corners, ````` up left, ``'`` up right, ``,`` down left, ``.`` down right. A sum is 0 to 9, then
A for 10 to Z for 35, and a for 36 to j for 45; 0 is not a sum. The long form is ``3x3::k:`` and 81 numbers with colons
between them: 256 times the sum of the cage, plus the number of the cage. With ``d`` between the first two colons both
diagonals are houses.
"""

from __future__ import annotations

import re

from nonet.base.cells import cell_index, cell_name
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of
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
from nonet.formats.puzzles import refused
from nonet.puzzle import Board, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import CLASSIC
from nonet.rules.constraints.sums import Cage
from nonet.rules.constraints.totals import Totals
from nonet.rules.houses import diagonals

__all__ = ["FORMATS", "cages_of"]

_STEPS = {
    **{"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)},
    **{"`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)},
}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_SHORT = re.compile(r"(?=.*[<>^])[0-9A-Za-jv<>^`',.]{81}", re.ASCII)
_LONG = re.compile(r"3x3:(d?):k:(.*)", re.ASCII)
_MOST = 45 * 256 + 255


def parse_killer(line: str, rules: IntoRules = None) -> Board:
    """Read the short form.

    >>> puzzle = parse_killer(">>O" + "0" * 78)
    >>> puzzle.rules.constraints
    (Cage('r1c1 r1c2 r1c3', sum=24),)
    """
    text = line.strip()
    if len(text) != 81:
        raise ParseError(f"expected 81 characters, found {len(text)}", text=line)
    cages: dict[int, list[int]] = {}
    for cell in range(81):
        cages.setdefault(_end(text, cell), []).append(cell)
    board = BoardBuilder()
    board.shape = CLASSIC
    for end, cells in cages.items():
        if text[end] != "0" or len(cells) > 1:
            board.cage(cells, _SUMS.index(text[end]) or None)
    return board.build(rules)


def _end(text: str, cell: int) -> int:
    """Return the cell with the sum to which the arrows lead."""
    seen = [cell]
    while (char := text[seen[-1]]) in _STEPS:
        down, right = _STEPS[char]
        row, column = divmod(seen[-1], 9)
        row, column = row + down, column + right
        if not (0 <= row < 9 and 0 <= column < 9):
            raise ParseError(
                f"the arrow in {cell_name(seen[-1])} leaves the board",
                text=text,
                column=seen[-1] + 1,
            )
        if row * 9 + column in seen:
            raise ParseError(
                f"the arrows from {cell_name(cell)} lead in a circle", text=text, column=cell + 1
            )
        seen.append(row * 9 + column)
    if char not in _SUMS:
        raise ParseError(
            f"expected a sum or an arrow, found {char!r}", text=text, column=seen[-1] + 1
        )
    return seen[-1]


def parse_long_killer(line: str, rules: IntoRules = None) -> Board:
    """Read the long form."""
    match = _LONG.fullmatch(line.strip())
    if match is None:
        raise ParseError(f"expected '3x3::k:' and 81 numbers, found {line[:20]!r}", text=line)
    mark, words = match[1], match[2].removesuffix(":").split(":")
    if len(words) != 81:
        raise ParseError(
            f"expected 81 numbers after '3x3:{mark}:k:', found {len(words)}", text=line
        )
    cages: dict[int, tuple[list[int], int]] = {}
    for cell, word in enumerate(words):
        value = number_of(word, _MOST)
        if value is None:
            raise ParseError(
                f"expected a number from 0 to {_MOST} for {cell_name(cell)}, found {word[:20]!r}",
                text=line,
            )
        total, number = divmod(value, 256)
        if not total:
            continue
        cells, first = cages.setdefault(number, ([], total))
        cells.append(cell)
        if total != first:
            raise ParseError(
                f"cage {number} has the sum {first} in {cell_name(cells[0])} and {total} in"
                f" {cell_name(cell)}",
                text=line,
            )
    board = BoardBuilder()
    board.shape = CLASSIC
    board.houses += diagonals(9) if mark else ()
    for cells, total in cages.values():
        board.cage(cells, total)
    return board.build(rules)


# -- writing ---------------------------------------------------------------------------------------


def write_killer(puzzle: Puzzle) -> str:
    """Write the short form. Raises `PuzzleError` for what it does not hold."""
    text = ["0"] * 81
    for number, (cells, total) in enumerate(_cages(puzzle, "killer"), 1):
        if total >= len(_SUMS):
            raise PuzzleError(
                f"cage {number} has the sum {total}, expected at most 45", puzzle=puzzle
            )
        text[cells[0]] = _SUMS[total]
        reached = [cells[0]]
        for cell in reached:
            for char, (down, right) in _STEPS.items():
                row, column = divmod(cell, 9)
                row, column = row - down, column - right
                before = row * 9 + column
                inside = 0 <= row < 9 and 0 <= column < 9
                if inside and before in cells and before not in reached:
                    text[before] = char
                    reached.append(before)
        if len(reached) < len(cells):
            raise PuzzleError(f"the cells of cage {number} do not touch", puzzle=puzzle)
    return "".join(text)


def write_long_killer(puzzle: Puzzle) -> str:
    """Write the long form. Raises `PuzzleError` for what it does not hold."""
    numbers = [0] * 81
    for number, (cells, total) in enumerate(_cages(puzzle, "killer-long"), 1):
        if not total:
            raise refused("killer-long", "needs a sum for each cage", puzzle)
        for cell in cells:
            numbers[cell] = 256 * total + number
    mark = "d" if puzzle.rules.extra else ""
    return f"3x3:{mark}:k:{':'.join(map(str, numbers))}:"


def _cages(puzzle: Puzzle, name: str) -> list[tuple[list[int], int]]:
    """Return the cages of a puzzle without givens; raise `PuzzleError` if there is anything else."""
    known = (CLASSIC, CLASSIC.with_extra(*diagonals(9)))[: 1 + (name == "killer-long")]
    if (houses := puzzle.rules.without_constraints()) not in known:
        reason = f"holds cages on classic boards, and this puzzle has {unusual_houses(houses)}"
        raise refused(name, f"{reason}; use 'iss' or 'jsonl'", puzzle)
    if any(puzzle.givens):
        reason = "holds killer puzzles without givens; use 'killer-map', 'iss' or 'jsonl'"
        raise refused(name, reason, puzzle)
    return cages_of(puzzle, name)


def cages_of(puzzle: Puzzle, name: str) -> list[tuple[list[int], int]]:
    """Return the cells and the sum of each cage, 0 for none; raise `PuzzleError` for overlaps and other constraints."""
    size, cages, seen = puzzle.rules.size, list[tuple[list[int], int]](), set[int]()
    for constraint in puzzle.rules.constraints:
        cells = [cell_index(cell, size) for cell in constraint.cells]
        if not isinstance(constraint, Cage) or seen.intersection(cells):
            reason = f"holds cages that do not overlap, and this puzzle has {constraint.notation}"
            raise refused(name, f"{reason}; use 'iss' or 'jsonl'", puzzle)
        if isinstance(constraint.sum, Totals):
            reason = f"holds cages with one sum each, and this puzzle has {constraint.notation}"
            raise refused(name, f"{reason}; use 'iss' or 'jsonl'", puzzle)
        seen.update(cells)
        cages.append((cells, constraint.sum or 0))
    return cages


_LONG_EXAMPLE = (
    "3x3::k:4353:4353:3330:2307:2307:3844:4357:4357:4357:3334:3330:3330:2307:3847:3844:3844:4"
    "616:4616:3334:1545:1545:3338:3847:4107:3852:2573:4616:3334:1806:1806:3338:3338:4107:3852"
    ":2573:4616:3334:4367:4367:4880:4880:3089:3852:4882:3603:4372:4372:4880:4880:2325:3089:30"
    "89:4882:3603:4372:3862:3862:7191:2325:2325:4376:4882:3603:3353:3862:2842:7191:7191:4376:"
    "4376:4635:4635:3353:3862:2842:7191:3100:3100:3100:4635:4635:"
)

FORMATS = (
    Format(
        "killer",
        "a killer puzzle on a line of 81 characters: the sum of each cage, and arrows to it; one per line",
        (),
        "all info",
        "H<D9<FH<<D'^^F^`I<^6<D^GFA`^7<^`^^^^^H<J<C^JEH<'^9^`^^^F<S^`H^^D^B^`'^I<^^^^C<<^`",
        each_line(parse_killer),
        each(write_killer),
        Clues(line=lambda line: _SHORT.fullmatch(line.strip()) is not None),
        holds=Holds((9,), "any", constraints=True),
    ),
    Format(
        "killer-long",
        "a killer puzzle as ``3x3::k:`` and 81 numbers with colons between them; one per line",
        (),
        "all info",
        _LONG_EXAMPLE,
        each_line(parse_long_killer),
        each(write_long_killer),
        Clues(line=lambda line: _LONG.fullmatch(line.strip()) is not None),
        holds=Holds((9,), "any", constraints=True),
        whole=True,
    ),
)
