"""From puzzles and models to ISS strings.

A kind that ISS has is written as its type; any other kind as what it is made of: pairs, sums, automata, choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from nonet.base.errors import ParseError
from nonet.formats.iss_board import REGIONS, Board, box_shape, boxes_of, disjoint, windows
from nonet.formats.iss_kinds import direction_from, is_diagonal_name
from nonet.formats.iss_primitives import lowered
from nonet.formats.iss_text import (
    Item,
    Transitions,
    encode_automaton,
    encode_label,
    encode_relation,
    encode_text,
    format_items,
)
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.puzzle.model import Model, lines_of
from nonet.rules.constraints.automata import GAP, machine_of
from nonet.rules.constraints.base import Constraint, Group, Space
from nonet.rules.constraints.shading import UnknownRegions
from nonet.rules.variants import diagonals

__all__ = ["write_iss"]

_LARGEST = 16
_BASE = "0123456789abcdefghijklmnopqrstuvwxyz"


def write_iss(puzzle: Puzzle | Model) -> str:
    """Return the string of a puzzle or model; raise `PuzzleError` if ISS cannot hold it."""
    model = Model.of(puzzle) if isinstance(puzzle, Puzzle) else puzzle
    if max(model.rows, model.columns, len(model.digits)) > _LARGEST or model.digits.start > 1:
        raise _refused(
            model,
            f"holds boards up to 16x16 with digits from 0 or 1, and this one is {model.rows}x{model.columns}"
            f" with {model.digits[0]} to {model.digits[-1]}",
        )
    board = Board(model.rows, model.columns, model.digits, unknowns=model.unknowns)
    if any(group.names != board_names(group.name, group.size) for group in model.unknowns):
        raise _refused(model, "needs extra cells named by letters and a number")
    items, squares = [*_shape(model, board), *_unknowns(model)], set[str]()
    try:
        for constraint in model.constraints:
            found = list(_written(constraint, board, model))
            # Of two quadruples of one square, ISS forgets the first.
            again = any(item.type == "Quad" and item.args[0] in squares for item in found)
            squares.update(item.args[0] for item in found if item.type == "Quad")
            items += _contains(constraint, board) if again else found
    except ParseError as error:
        raise _refused(model, f"cannot hold one of the automata: {error.reason}") from None
    if any(each.word == "fullrank" and each.fields["ties"] for each in model.constraints):
        items.append(Item("FullRankTies", ("any",)))
    givens = [
        "_".join([board.word(name), *map(str, sorted(digits))])
        for name, digits in model.givens.items()
    ]
    if givens:
        items.append(Item("", tuple(givens)))
    return format_items(items) or ".Shape~9x9"


def board_names(name: str, count: int) -> tuple[str, ...]:
    """Return the names of a group of extra cells."""
    return tuple(f"{name}{number}" for number in range(1, count + 1))


def _refused(model: Model, reason: str) -> PuzzleError:
    return PuzzleError(f"the format 'iss' {reason}")


# -- shape and houses --------------------------------------------------------------------------------


def _shape(model: Model, board: Board) -> Iterator[Item]:
    """Yield the items for size, digits and houses."""
    houses = {frozenset(group.cells): group for group in model.houses}
    lines = {frozenset(group.cells) for group in lines_of(model.rows, model.columns)}
    raw = not lines <= set(houses)
    size, low, high = max(model.rows, model.columns), model.digits[0], model.digits[-1]
    limits = "" if (low, high) == (1, size) else f"{low}-{high}"
    if (model.rows, model.columns, limits, raw) != (9, 9, "", False):
        args = [f"{model.rows}x{model.columns}", limits, "Raw" if raw else ""]
        while not args[-1]:
            args.pop()
        yield Item("Shape", tuple(args))
    if raw:
        for group in houses.values():
            yield Item("AllDifferent", board.words(group.cells))
        return
    left = {cells: group for cells, group in houses.items() if cells not in lines}
    yield from _regions(left, model, board)
    yield from _others(left, model, board)


def _regions(left: dict[frozenset[str], Group], model: Model, board: Board) -> Iterator[Item]:
    """Yield boxes and regions, and take them out of the houses that are left."""
    size = max(model.rows, model.columns)
    usual = boxes_of(board)
    kinds = [group for group in model.houses if group.kind in ("box", "region")]
    sizes = {len(group.cells) for group in kinds}
    if len(sizes) == 1:
        region = sizes.pop()
        boxes = boxes_of(board, region)
        if boxes and all(frozenset(box) in left for box in boxes):
            if region != size:
                yield Item("RegionSize", (str(region),))
            for box in boxes:
                del left[frozenset(box)]
            return
        if usual:
            yield Item("NoBoxes")
        layout = _layout(kinds, region, model)
        if layout and region >= size:
            if region != size:
                yield Item("RegionSize", (str(region),))
            yield Item("Jigsaw", (layout,))
            for group in kinds:
                left.pop(frozenset(group.cells), None)
    elif usual:
        yield Item("NoBoxes")


def _layout(regions: Sequence[Group], size: int, model: Model) -> str:
    """Return the layout of a jigsaw, or nothing if the regions overlap or what is left looks like one more."""
    home: dict[str, int] = {}
    for number, group in enumerate(regions):
        for cell in group.cells:
            if cell in home:
                return ""
            home[cell] = number
    names = model.space.names[: model.rows * model.columns]
    free = sum(name not in home for name in names)
    if free == size or len(regions) + bool(free) < 2 or len(regions) >= len(_BASE):
        return ""
    order: dict[int, str] = {}
    for name in names:
        order.setdefault(home.get(name, -1), _BASE[len(order)])
    return "".join(order[home.get(name, -1)] for name in names)


def _others(left: dict[frozenset[str], Group], model: Model, board: Board) -> Iterator[Item]:
    """Yield diagonals, windows, disjoint groups and other houses."""
    known = _known_groups(left, model)
    written = set[str]()
    for group in left.values():
        cells = frozenset(group.cells)
        if cells in known:
            if known[cells] not in written:
                yield Item(known[cells])
                written.add(known[cells])
            continue
        if model.rows == model.columns:
            down, up = (frozenset(house.cells.names) for house in diagonals(model.rows))
            if cells in (down, up):
                yield Item("Diagonal", ("1" if cells == up else "-1",))
                continue
        yield Item("AllDifferent", board.words(group.cells))


def _known_groups(left: dict[frozenset[str], Group], model: Model) -> dict[frozenset[str], str]:
    """Return the type of each house that belongs to a full set of windows or disjoint groups."""
    sizes = {len(group.cells) for group in model.houses if group.kind in ("box", "region")}
    size = sizes.pop() if len(sizes) == 1 else max(model.rows, model.columns)
    shape = box_shape(model.rows, model.columns, size)
    found: dict[frozenset[str], str] = {}
    if shape and model.rows == model.columns:
        for kind, groups in (("Windoku", windows), ("DisjointSets", disjoint)):
            cells = [frozenset(group.cells) for group in groups(model.rows, *shape)]
            if cells and all(each in left for each in cells):
                found |= dict.fromkeys(cells, kind)
    return found


def _unknowns(model: Model) -> Iterator[Item]:
    for group in model.unknowns:
        if group.name == REGIONS:
            yield from _chaos(model)
            continue
        columns = group.columns
        size = f"{group.size // columns}x{columns}" if columns else str(group.size)
        args = [group.name.upper(), encode_label(group.label), size]
        while args[-1] in ("", "1") and len(args) > 1:
            args.pop()
        yield Item("Var", tuple(args))


def _chaos(model: Model) -> Iterator[Item]:
    """Yield the type that makes the region cells."""
    found = [each for each in model.constraints if isinstance(each, UnknownRegions)]
    if len(found) != 1:
        raise _refused(model, f"keeps the name {REGIONS!r} for the cells of unknown regions")
    sizes = {len(group.cells) for group in model.houses if group.kind in ("box", "region")}
    if found[0].size != max(model.rows, model.columns) and sizes != {found[0].size}:
        yield Item("RegionSize", (str(found[0].size),))
    yield Item("ChaosConstruction")


# -- constraints -----------------------------------------------------------------------------------

_Writer = Callable[[Any, Board], "Iterable[Item | None]"]


_NOT_IN_CHOICES = frozenset(
    (
        "antiking",
        "antiknight",
        "antitaxicab",
        "connected",
        "diagonalnonconsecutive",
        "entropy",
        "flatmates",
        "modulo",
        "nonconsecutive",
        "noties",
        "rellik",
        "strictkropki",
        "strictxv",
    )
)
"""The kinds that ISS refuses in a choice: rules for the whole board, and a cage whose cells it must know to differ."""

_NINE_DIGITS = frozenset(("entropic", "entropy", "modulo"))
"""The kinds that ISS knows on boards with the digits 1 to 9 only."""


def _written(
    constraint: Constraint, board: Board, model: Model, *, chosen: bool = False
) -> Iterator[Item]:
    """Yield the items of a constraint; ``chosen`` if it is a part of a choice."""
    if constraint.word == "anyof":
        inside: list[Item] = []
        for part in constraint.parts:  # type: ignore[attr-defined]
            found = list(_written(part, board, model, chosen=True))
            inside.append(found[0] if len(found) == 1 else Item("And", (), tuple(found)))
        yield Item("Or", (), tuple(inside))
    elif constraint.word == "allof":
        for part in constraint.parts:  # type: ignore[attr-defined]
            yield from _written(part, board, model, chosen=chosen)
    else:
        write = _WRITERS.get(constraint.word)
        if (chosen and constraint.word in _NOT_IN_CHOICES) or (
            constraint.word in _NINE_DIGITS and board.digits != range(1, 10)
        ):
            write = None
        parts: list[Item | None] = [None] if write is None else list(write(constraint, board))
        if None in parts:
            primitives = constraint.primitives(model.space)
            parts = [lowered(each, board, constraint) for each in primitives]
        yield from filter(None, parts)


def _cells(kind: str, name: str) -> _Writer:
    return lambda c, board: [Item(kind, board.words(getattr(c, name)))]


def _number(kind: str, number: str, name: str) -> _Writer:
    return lambda c, board: [Item(kind, (str(getattr(c, number)), *board.words(getattr(c, name))))]


def _global(kind: str) -> _Writer:
    return lambda c, board: [Item(kind)]


def _pair(kind: str, name: str = "", usual: int = 0) -> _Writer:
    """Make a writer of a mark between two cells; a number that ISS does not know has no type."""

    def write(c: Any, board: Board) -> Iterator[Item | None]:
        if (name and getattr(c, name) != usual) or not list(board.adjacent_pairs(c.pair)):
            yield None
        else:
            yield Item(kind, board.words(c.pair))

    return write


def _outside(kind: str, name: str, zero: bool = True) -> _Writer:
    """Make a writer of a clue outside; ISS may know no clue that is 0."""

    def write(c: Any, board: Board) -> Iterator[Item | None]:
        clue = str(getattr(c, name))
        args = (clue,) if c.side in ("left", "top") else ("", clue)
        yield (
            Item(kind, (c.line.upper()[0] + _BASE_LINE[int(c.line[1:])], *args))
            if zero or clue != "0"
            else None
        )

    return write


_BASE_LINE = [str(number) for number in range(37)]


def _little_killer(c: Any, board: Board) -> Iterator[Item]:
    cells = c.diagonal(Space(board.rows, board.columns, board.digits))
    turned = " ".join(_OPPOSITE[word] for word in c.direction.split())
    for start, direction in ((cells[0], c.direction), (cells[-1], turned)):
        if is_diagonal_name(board, start) and direction_from(board, start) == direction:
            yield Item("LittleKiller", (str(c.sum), board.word(start)))
            return
    yield Item("Sum", (str(c.sum), *board.words(cells)))


_OPPOSITE = {"down": "up", "up": "down", "left": "right", "right": "left"}


def _thermo(c: Any, board: Board) -> Iterator[Item | None]:
    yield None if c.slow else Item("Thermo", board.words(c.line))


def _sum(c: Any, board: Board) -> Iterator[Item | None]:
    if c.coefficients:
        yield None  # written with its coefficients
    else:
        yield Item("Sum", (str(c.total), *board.words(c.cells)))


def _pill(c: Any, board: Board) -> Iterator[Item | None]:
    """Yield a pill of two or three cells, each right of, below, or both, the one before; ISS reads no other."""
    places = [board.places[name] for name in c.pill]
    steps = {(y - b, x - a) for (_, b, a), (_, y, x) in pairwise(places)}
    if len(places) in (2, 3) and steps <= {(0, 1), (1, 0), (1, 1)}:
        yield Item("PillArrow", (str(len(c.pill)), *board.words((*c.pill, *c.line))))
    else:
        yield None  # a sum


def _groups(c: Any, board: Board) -> Iterator[Item]:
    words: list[str] = []
    for number, group in enumerate(c.groups):
        words += ["-"] * bool(number) + list(board.words(group))
    yield Item("EqualSum", tuple(words))


def _region_run(c: Any, board: Board) -> Iterator[Item]:
    words: list[str] = []
    for number, arm in enumerate(c.arms):
        words += ["-"] * bool(number) + list(board.words(arm))
    yield Item("ChaosArrow", (board.word(c.counter), str(c.less), *words))


def _clone(c: Any, board: Board) -> Iterator[Item]:
    words = board.words(cell for group in c.groups for cell in group)
    yield Item("SameValues", (str(len(c.groups)), *words))


def _quadruple(c: Any, board: Board) -> Iterator[Item]:
    places = sorted(board.places[cell] for cell in c.cells)
    corner = next(cell for cell in c.cells if board.places[cell] == places[0])
    square = {board.moved(corner, *step) for step in ((0, 0), (0, 1), (1, 0), (1, 1))}
    if square == set(c.cells):
        yield Item("Quad", (board.word(corner), *map(str, c.digits)))
    else:
        yield from _contains(c, board)


def _contains(c: Any, board: Board) -> Iterator[Item]:
    kind = "ContainExact" if getattr(c, "exact", False) else "ContainAtLeast"
    yield Item(kind, ("_".join(map(str, c.digits)), *board.words(c.cells)))


def _oneof(c: Any, board: Board) -> Iterator[Item]:
    for cell in c.cells:
        yield Item("", ("_".join([board.word(cell), *map(str, c.digits)]),))


def _relation(c: Any, board: Board) -> Iterator[Item]:
    key, name = encode_relation(sorted(c.rows.items()), board.digits), f"_{encode_label(c.name)}"
    if not c.all_pairs:
        yield Item("Pair", (key, name, *board.words(c.line)))
    elif all(
        (b in c.rows.get(a, ())) == (a in c.rows.get(b, ()))
        for a, b in combinations(board.digits, 2)
    ):
        yield Item("PairX", (key, name, *board.words(c.line)))
    else:  # ISS takes a relation of all pairs only if it is the same in both directions
        for pair in combinations(c.line, 2):
            yield Item("Pair", (key, name, *board.words(pair)))


def _automaton(c: Any, board: Board) -> Iterator[Item]:
    machine = machine_of(c.machine)
    words: list[str] = []
    for number, segment in enumerate(c.segments):
        words += ["-"] * bool(number) + list(board.words(segment))
    gap = len(board.digits)
    moves = tuple(
        (one, gap if digit == GAP else board.digits.index(digit), other)
        for one, digits, other in machine.moves
        for digit in digits
        if digit == GAP or digit in board.digits
    )
    accept = tuple(sorted(machine.accept))
    key = encode_automaton(Transitions(machine.states, machine.start, accept, moves))
    yield Item("NFA", (key, f"_{encode_label(c.name)}", *words))


def _connected(c: Any, board: Board) -> Iterator[Item | None]:
    prefix = ""
    if c.layer:
        groups = [group.name for group in board.unknowns]
        found = [name for name in groups if board.layer(f"V{name.upper()}") == c.layer]
        if not found:
            raise PuzzleError(
                "the format 'iss' holds connected digits of the board or of all extra cells of a group"
            )
        prefix = f"V{found[0].upper()}"
    size = () if c.size is None else (str(c.size),)
    yield Item("ConnectedValues", (prefix, "_".join(map(str, c.digits)), *size))


_WRITERS: dict[str, _Writer] = {
    "antiking": _global("AntiKing"),
    "antiknight": _global("AntiKnight"),
    "antitaxicab": _global("AntiTaxicab"),
    "arrow": lambda c, board: [Item("Arrow", board.words((c.circle, *c.line)))],
    "automaton": _automaton,
    "between": _cells("Between", "line"),
    "black": _pair("BlackDot", "ratio", 2),
    "clone": _clone,
    "columnindexing": lambda c, board: [Item("Indexing", ("C", *board.words(c.cells)))],
    "connected": _connected,
    "contains": _contains,
    "countdistinct": lambda c, board: [Item("CountDistinct", board.words((c.counter, *c.counted)))],
    "countingcircles": _cells("CountingCircles", "cells"),
    "different": _cells("AllDifferent", "cells"),
    "doublearrow": _cells("DoubleArrow", "line"),
    "entropic": _cells("Entropic", "line"),
    "entropy": _global("GlobalEntropy"),
    "equality": _cells("EqualityCage", "cells"),
    "equalsums": _groups,
    "flatmates": _global("DutchFlatmates"),
    "fullrank": _outside("FullRank", "rank"),
    "greater": _pair("GreaterThan"),
    "hiddenskyscraper": _outside("HiddenSkyscraper", "digit"),
    "killer": lambda c, board: [Item("Cage", (str(c.sum or 0), *board.words(c.cells)))],
    "line": lambda c, board: [Item("Regex", (encode_text(c.pattern), *board.words(c.line)))],
    "littlekiller": _little_killer,
    "lockout": _number("Lockout", "difference", "line"),
    "lookandsay": _number("LookAndSay", "clue", "cells"),
    "lunchbox": _number("Lunchbox", "sum", "line"),
    "modular": _number("Modular", "modulus", "line"),
    "modulo": _global("GlobalMod"),
    "nonconsecutive": _global("AntiConsecutive"),
    "noties": lambda c, board: [Item("FullRankTies", ("none",))],
    "numberedroom": _outside("NumberedRoom", "digit"),
    "oneof": _oneof,
    "pairs": _relation,
    "palindrome": _cells("Palindrome", "line"),
    "pillarrow": _pill,
    "quadruple": _quadruple,
    "regioncount": lambda c, board: [
        Item("ChaosCount", (board.word(c.counter), str(c.less), *board.words(c.counted)))
    ],
    "regionrun": _region_run,
    "regions": lambda c, board: [],
    "regionsum": _cells("RegionSumLine", "line"),
    "rellik": _number("RellikCage", "sum", "cells"),
    "renban": _cells("Renban", "line"),
    "rowindexing": lambda c, board: [Item("Indexing", ("R", *board.words(c.cells)))],
    "sandwich": lambda c, board: [Item("Sandwich", (str(c.sum), c.line.upper()))],
    "skyscraper": _outside("Skyscraper", "count", zero=False),
    "strictkropki": lambda c, board: [None if c.only else Item("StrictKropki")],
    "strictxv": lambda c, board: [None if c.only else Item("StrictXV")],
    "sum": _sum,
    "sumline": lambda c, board: [
        Item("SumLine", (str(c.total), *board.words(c.line), *["LOOP"] * c.loop))
    ],
    "thermo": _thermo,
    "v": _pair("V"),
    "valueindexing": _cells("ValueIndexing", "line"),
    "whisper": _number("Whisper", "difference", "line"),
    "white": _pair("WhiteDot", "difference", 1),
    "x": _pair("X"),
    "xsum": _outside("XSum", "sum", zero=False),
    "zipper": _cells("Zipper", "line"),
}
