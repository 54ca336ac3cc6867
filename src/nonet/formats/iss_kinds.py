"""What the types of an ISS string mean: a reader and a writer for each kind of constraint that ISS knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from nonet.base.errors import ParseError
from nonet.base.suggestions import nearest
from nonet.formats.iss_board import MISSING, REGIONS, Board
from nonet.formats.iss_text import (
    Item,
    decode_automaton,
    decode_label,
    decode_relation,
    decode_text,
)
from nonet.rules.constraints import kinds
from nonet.rules.constraints.automata import GAP, Machine
from nonet.rules.constraints.base import Constraint

__all__ = ["READERS", "direction_from", "is_diagonal_name", "named_groups", "read_item"]

Reader = Callable[[Board, tuple[str, ...]], Iterable[Constraint]]


def _kind(word: str) -> Any:
    return kinds()[word]


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ParseError(f"expected a number, found {word!r}") from None


def _numbers(words: Iterable[str]) -> list[int]:
    return [_number(word) for word in words if word]


# -- lines and sets -------------------------------------------------------------------------------


def _on_cells(word: str, least: int = 2) -> Reader:
    """Make a reader of a kind that has cells alone; with fewer than ``least`` it means nothing."""

    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        if len(args) >= least:
            yield _kind(word)(board.cells(args))

    return read


def _on_line(word: str, name: str, default: int) -> Reader:
    """Make a reader of a relation of neighbours on a line, with a number in front of the cells."""

    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        number = default
        if args and not args[0][:1].isalpha():
            number, args = _number(args[0]), args[1:]
        for piece in pieces(board.cells(args)):
            yield _kind(word)(piece, **{name: number})

    return read


def _counted(word: str, name: str) -> Reader:
    """Make a reader of a kind with a number and cells."""

    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        yield _kind(word)(board.cells(args[1:]), **{name: _number(args[0])})

    return read


def pieces(cells: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Cut a line that meets itself into pieces without repeats; a loop is one piece.

    >>> list(pieces("abca")), list(pieces("abcbd"))
    ([('a', 'b', 'c', 'a')], [('a', 'b', 'c'), ('c', 'b', 'd')])
    """
    if len(cells) > 3 and cells[0] == cells[-1] and len(set(cells)) == len(cells) - 1:
        yield tuple(cells)
        return
    piece: list[str] = []
    for cell in cells:
        if cell in piece:
            yield tuple(piece)
            piece = piece[-1:]
        piece.append(cell)
    if len(piece) > 1:
        yield tuple(piece)


def _of_board(word: str) -> Reader:
    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        yield _kind(word)()

    return read


def _pairs(word: str) -> Reader:
    """Make a reader of a mark between cells that touch."""

    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        found = list(board.adjacent_pairs(board.cells(args)))
        if not found:
            raise ParseError(f"expected cells that touch, found {' '.join(args)}")
        for pair in found:
            yield _kind(word)(pair)

    return read


def _cage(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    # A sum of 0 means any sum.
    yield _kind("killer")(board.cells(args[1:]), sum=_number(args[0] or "0") or None)


def _sum(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    total, *rest = args[0].split("_")
    cells = board.cells(args[1:])
    factors = _numbers(rest[1:]) if rest[:1] == ["="] else [1] * len(cells)
    if len(factors) != len(cells):
        raise ParseError(f"expected {len(cells)} coefficients, found {len(factors)}")
    together: dict[str, int] = {}
    for cell, factor in zip(cells, factors, strict=True):
        together[cell] = together.get(cell, 0) + factor
    yield _kind("sum")(tuple(together), _number(total), coefficients=tuple(together.values()))


def _arrow(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    circle, *line = board.cells(args)
    yield _kind("arrow")(circle, line)


def _pill(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    size, cells = _number(args[0]), board.cells(args[1:])
    pill = sorted(cells[:size], key=lambda name: list(board.places).index(name))
    yield _kind("pillarrow")(pill, cells[size:])


def _sum_line(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    loop = args[-1] == "LOOP"
    cells = board.cells(args[1:-1] if loop else args[1:])
    yield _kind("sumline")(cells, _number(args[0]), loop=loop)


def _region_sum(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    regions = board.boxes or board.regions
    if not regions:
        return
    home = {cell: number for number, region in enumerate(regions) for cell in region}
    cells = board.cells(args)
    if all(cell in home for cell in cells) and len(cells) > 1:
        yield _kind("regionsum")(cells)
        return
    segments = [tuple(part) for _, part in groupby(cells, key=home.get)]
    if len(segments) > 1:
        yield _kind("equalsums")(segments)


def _equal_sums(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    groups = [board.cells(part) for dash, part in groupby(args, key="-".__eq__) if not dash]
    if len(groups) > 1:
        yield _kind("equalsums")(groups)


def _same_values(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    count, cells = _number(args[0]), board.cells(args[1:])
    size = max(1, len(cells) // max(count, 1))
    if count < 1 or (size > 1 and size * count != len(cells)):
        raise ParseError(f"{len(cells)} cells do not make {count} sets of one size")
    groups = [cells[i : i + size] for i in range(0, len(cells), size)]
    if len(groups) > 1:
        yield _kind("clone")(groups)


def _same_regions(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    most = max(len(house.cells) for house in board.houses)
    groups = [house.cells for house in board.houses if len(house.cells) == most]
    if most != len(board.digits) and len(groups) > 1:
        yield _kind("clone")(groups)


def _quadruple(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    corner = board.cell(args[0])
    around = [board.moved(corner, *step) for step in ((0, 0), (0, 1), (1, 0), (1, 1))]
    if None in around:
        raise ParseError(f"no four cells meet below and to the right of {args[0]}")
    yield _kind("quadruple")([cell for cell in around if cell], _numbers(args[1:]))


def _contains(exact: bool) -> Reader:
    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        digits = _numbers(args[0].split("_"))
        yield _kind("contains")(board.cells(args[1:]), digits, exact=exact)

    return read


def _look_and_say(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    yield _kind("lookandsay")(board.cells(args[1:]), args[0])


def _count_distinct(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    counter, *cells = board.cells(args)
    yield _kind("countdistinct")(counter, cells)


def _connected(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    prefix, digits, size = (*args, "", "")[:3]
    layer = board.layer(prefix) if prefix else ()
    size_or_none = _number(size) if size else None
    yield _kind("connected")(_numbers(digits.split("_")), layer=layer, size=size_or_none)


def _indexing(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    word = {"R": "rowindexing", "C": "columnindexing"}.get(args[0])
    if word is None:
        raise ParseError(f"expected R or C, found {args[0]!r}")
    yield _kind(word)(board.cells(args[1:]))


def _given(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    """Read a given inside a composite."""
    for arg in args:
        word, *digits = arg.split("_")
        yield _kind("oneof")([board.cell(word)], _numbers(digits))


def _regions(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    yield _kind("regions")(board.layer(REGIONS.upper()), board.region_size)


def _region_cells(board: Board, words: Iterable[str]) -> tuple[str, ...]:
    """Return region cells; a cell of the board stands for its own."""
    layer = board.layer(REGIONS.upper())
    found = []
    for cell in board.cells(words):
        group, row, column = board.places[cell]
        found.append(cell if group else layer[row][column])
    return tuple(found)


def _region_count(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    counter, less, *words = (*args, "0")[: max(2, len(args))]
    cell = board.cell(counter)
    if not words:
        near = [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1)]
        near.sort(key=lambda step: step != (0, 0))
        around = [board.moved(cell, *step) for step in near]
        words = list(board.words(name for name in around if name is not None))
    yield _kind("regioncount")(cell, _region_cells(board, words), less=_number(less or "0"))


def _region_run(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    counter, less, *words = (*args, "0")[: max(2, len(args))]
    cell = board.cell(counter)
    if words:
        arms = [list(part) for dash, part in groupby(words, key="-".__eq__) if not dash]
    else:
        arms = [list(board.words(_ray(board, cell, *step))) for step in _STEPS]
    yield _kind("regionrun")(
        cell, [_region_cells(board, arm) for arm in arms], less=_number(less or "0")
    )


_STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))


def _ray(board: Board, start: str, down: int, right: int) -> Iterator[str]:
    """Yield the cells from a cell to the edge."""
    cell: str | None = start
    while cell is not None:
        yield cell
        cell = board.moved(cell, down, right)


def _doppelganger(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    """Read the rule that each line and box has a 0 and misses another digit than its neighbours at each 0."""
    size = board.rows
    if board.columns != size or board.digits != range(size + 1) or board.region_size != size:
        raise ParseError("Doppelganger needs a square board with the digits from 0 to its size")
    groups = {group.name: group.names for group in board.unknowns}
    rows = [tuple(f"r{r}c{c}" for c in range(1, size + 1)) for r in range(1, size + 1)]
    houses = (rows, list(zip(*rows, strict=True)), board.boxes)
    home: dict[str, list[str]] = {cell: [] for row in rows for cell in row}
    digits = range(1, size + 1)
    for name, lines in zip(MISSING, houses, strict=True):
        yield _kind("oneof")(groups[name], digits if lines else [0])
        if lines:
            yield _kind("different")(groups[name])
        for missing, line in zip(groups[name], lines, strict=False):
            yield _kind("different")([*line, missing])
            for cell in line:
                home[cell].append(missing)
    for cell, differ in home.items():
        other = _kind("oneof")([cell], digits)
        yield _kind("anyof")([other, _kind("different")(differ)])


# -- outside --------------------------------------------------------------------------------------

_SIDES = {"R": ("left", "right"), "C": ("top", "bottom")}


def _from_sides(word: str) -> Reader:
    """Make a reader of a clue that a line can have at both ends."""

    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        line, *clues = args
        sides = _SIDES.get(line[:1].upper())
        if sides is None or len(clues) > 2:
            raise ParseError(
                f"expected a row or column and at most two clues, found {'~'.join(args)}"
            )
        for side, clue in zip(sides, clues, strict=False):
            if clue:
                yield _kind(word)(line, side, _number(clue))

    return read


def _full_rank(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    for clue in _from_sides("fullrank")(board, args):
        line, side, rank, _ = clue.fields.values()
        yield _kind("fullrank")(line, side, rank, ties=board.ties == "any")


def _ties(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    if args[0] not in ("none", "only-unclued", "any"):
        raise ParseError(f"expected none, only-unclued or any, found {args[0]!r}")
    if args[0] == "none":
        yield _kind("noties")()


def _sandwich(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    yield _kind("sandwich")(args[1], _number(args[0]))


def direction_from(board: Board, start: str) -> str:
    """Return the direction of the diagonal that ISS calls by its first cell, nothing inside the board.

    ISS writes the diagonal between r9c1 and r1c9, and that between r1c1 and r9c9, from the top; it is read from the
    bottom, too.
    """
    _, row, column = board.places[start]
    last_row, last = board.rows - 1, board.columns - 1
    if column == 0 and row < last_row:
        return "down right"
    if row == 0:
        return "down left"
    if column == last:
        return "up left"
    return "up right" if row == last_row else ""


def is_diagonal_name(board: Board, start: str) -> bool:
    """Return whether ISS calls a diagonal by this first cell.

    It knows each by one end: by that at the left, else by that at the right side if it goes up from there, then by that
    at the top, else by that at the bottom.
    """
    _, row, column = board.places[start]
    last_row, last = board.rows - 1, board.columns - 1
    if not last_row or not last:
        return False
    if row == 0 or column in (0, last):
        return row < last_row and (column < last or row < last)
    return row == last_row and column + last_row > last


def _little_killer(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    start = board.cell(args[1])
    direction = direction_from(board, start)
    if not direction:
        raise ParseError(f"expected a cell at the edge, found {args[1]}")
    yield _kind("littlekiller")(start, direction, sum=_number(args[0]))


# -- tables and automata --------------------------------------------------------------------------


def named_groups(args: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield name and words of each group: ``_`` begins a name, an empty word begins a group.

    >>> list(named_groups(["_a", "R1C1", "", "R1C2", "_b", "R1C3"]))
    [('a', ['R1C1']), ('a', ['R1C2']), ('b', ['R1C3'])]
    """
    name, group = "", list[str]()
    for word in (*args, ""):
        if word and word[0] != "_":
            group.append(word)
            continue
        if group:
            yield name, group
        group = []
        name = decode_label(word[1:]) if word else name


def _relation(*, all_pairs: bool, old: bool = False) -> Reader:
    def read(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
        key, *rest = args
        if old:
            key = key.translate(str.maketrans("-_", "_-"))
        rows = decode_relation(key, board.digits)
        for name, words in named_groups(rest):
            if len(words) > 1:
                cells = board.cells(words)
                yield _kind("pairs")(cells, rows, all_pairs=all_pairs, name=name)

    return read


def _automaton(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    key, *rest = args
    found = decode_automaton(key)
    moves: dict[tuple[int, int], list[int]] = {}
    for one, symbol, other in found.moves:
        if symbol <= len(board.digits):
            digit = board.digits[symbol] if symbol < len(board.digits) else GAP
            moves.setdefault((one, other), []).append(digit)
    machine = Machine(
        found.start,
        frozenset(found.accept),
        tuple((one, tuple(digits), other) for (one, other), digits in moves.items()),
    )
    for name, words in named_groups(rest):
        segments: list[list[str]] = [[]]
        for word in words:
            if word == "-":
                segments.append([])
            else:
                segments[-1].append(board.cell(word))
        yield _kind("automaton")(segments, str(machine), name=name)


def _regex(board: Board, args: tuple[str, ...]) -> Iterator[Constraint]:
    pattern = decode_text(args[0])
    for _, words in named_groups(args[1:]):
        yield _kind("line")(board.cells(words), pattern)


_OF_BOARD = {
    "AntiConsecutive": "nonconsecutive",
    "AntiKing": "antiking",
    "AntiKnight": "antiknight",
    "AntiTaxicab": "antitaxicab",
    "DutchFlatmates": "flatmates",
    "GlobalEntropy": "entropy",
    "GlobalMod": "modulo",
    "StrictKropki": "strictkropki",
    "StrictXV": "strictxv",
}
"""The types of rules for the whole board, which have no arguments."""

READERS: dict[str, Reader] = {
    "": _given,
    "AllDifferent": _on_cells("different"),
    "Arrow": _arrow,
    "Between": _on_cells("between", 3),
    "Binary": _relation(all_pairs=False, old=True),
    "BinaryX": _relation(all_pairs=True, old=True),
    "BlackDot": _pairs("black"),
    "Cage": _cage,
    "ChaosArrow": _region_run,
    "ChaosConstruction": _regions,
    "ChaosCount": _region_count,
    "ConnectedValues": _connected,
    "ContainAtLeast": _contains(exact=False),
    "ContainExact": _contains(exact=True),
    "CountDistinct": _count_distinct,
    "CountingCircles": _on_cells("countingcircles", 1),
    "Doppelganger": _doppelganger,
    "DoubleArrow": _on_cells("doublearrow", 3),
    "Entropic": _on_cells("entropic"),
    "EqualSum": _equal_sums,
    "EqualityCage": _on_cells("equality", 1),
    "FullRank": _full_rank,
    "FullRankTies": _ties,
    "GreaterThan": _pairs("greater"),
    "HiddenSkyscraper": _from_sides("hiddenskyscraper"),
    "Indexing": _indexing,
    "LittleKiller": _little_killer,
    "Lockout": _counted("lockout", "difference"),
    "LookAndSay": _look_and_say,
    "Lunchbox": _counted("lunchbox", "sum"),
    "Modular": _counted("modular", "modulus"),
    "NFA": _automaton,
    "NumberedRoom": _from_sides("numberedroom"),
    "Pair": _relation(all_pairs=False),
    "PairX": _relation(all_pairs=True),
    "Palindrome": _on_cells("palindrome"),
    "PillArrow": _pill,
    "Quad": _quadruple,
    "Regex": _regex,
    "RegionSameValues": _same_regions,
    "RegionSumLine": _region_sum,
    "RellikCage": _counted("rellik", "sum"),
    "Renban": _on_cells("renban"),
    "SameValues": _same_values,
    "Sandwich": _sandwich,
    "Skyscraper": _from_sides("skyscraper"),
    "Sum": _sum,
    "SumLine": _sum_line,
    "Thermo": _on_cells("thermo"),
    "V": _pairs("v"),
    "ValueIndexing": _on_cells("valueindexing", 3),
    "Whisper": _on_line("whisper", "difference", 5),
    "WhiteDot": _pairs("white"),
    "X": _pairs("x"),
    "XSum": _from_sides("xsum"),
    "Zipper": _on_cells("zipper", 3),
    **{name: _of_board(word) for name, word in _OF_BOARD.items()},
}
"""The types that become constraints; the board takes the others."""


_GLOBAL = {*_OF_BOARD, "ChaosConstruction", "Doppelganger", "RegionSameValues"}


def read_item(board: Board, item: Item) -> list[Constraint]:
    """Return the constraints of an item."""
    if item.type in ("Or", "And"):
        found = [read_item(board, part) for part in item.items]
        if item.type == "And":
            return [each for part in found for each in part]
        if not all(found):
            return []  # a choice that asks for nothing holds
        choices = [p[0] if len(p) == 1 else _kind("allof")(p) for p in found]
        return [choices[0] if len(choices) == 1 else _kind("anyof")(choices)]
    if item.type not in READERS:
        near = nearest(item.type, READERS)
        meant = f"; did you mean {near!r}?" if near else ""
        raise ParseError(
            f"nonet does not know the ISS type {item.type!r}{meant}", column=item.column
        )
    if not item.args and item.type not in _GLOBAL:
        raise ParseError(f".{item.type} has no arguments", column=item.column)
    try:
        return list(READERS[item.type](board, item.args))
    except IndexError:
        reason = f".{item.type} has too few arguments"
    except ValueError as error:  # a ParseError or a RulesError, too
        reason = error.reason if isinstance(error, ParseError) else str(error)
    raise ParseError(reason, column=item.column) from None
