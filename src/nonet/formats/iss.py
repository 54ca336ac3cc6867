"""Strings of Interactive Sudoku Solver: ``.Cage~9~R1C1~R1C2.Thermo~R2C1~R2C2~R3C2.~R5C5_7``.

They describe variants completely: every constraint with its arguments, other digits and shapes, extra cells, automata.
A board that `Rules` describe is read as a `Puzzle`, any other as a `Model`. The board of a `Puzzle` is square, its
digits are 1 to its size, and its regions have as many cells as there are digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nonet.base.errors import ParseError, RulesError
from nonet.base.numbers import LARGEST, number_of
from nonet.boards.grid import Candidates, Grid
from nonet.formats.base import Clues, Format, Holds, IntoRules, Line, Record, each
from nonet.formats.iss_board import Board, board_of, box_shape, expanded
from nonet.formats.iss_kinds import DOPPELGANGER, read_item, types
from nonet.formats.iss_names import MadeOf, renamed
from nonet.formats.iss_text import COMPOSITES, Item, parse_items
from nonet.formats.iss_writing import write_iss, written
from nonet.formats.puzzles import rules_for
from nonet.formats.text import comment_of
from nonet.puzzle import Puzzle
from nonet.puzzle.model import Model
from nonet.rules import ANY_RULES, Rules
from nonet.rules.constraints.base import Constraint, Group
from nonet.rules.constraints.sets import OneOf
from nonet.rules.houses import House, diagonals, groups, windows
from nonet.rules.variants import format_rules

__all__ = ["FORMATS", "parse_iss"]

_BOARD = ("Shape", "Var", "NoBoxes", "RegionSize", "Jigsaw", "SearchPriority")
_HOUSES = ("Diagonal", "Windoku", "DisjointSets")


def parse_iss(text: str, rules: IntoRules = None) -> Puzzle | Model:
    """Return the puzzle of a string, or the model if it is not a puzzle.

    >>> parse_iss(".Shape~4x4.Diagonal~1.~R1C1_1").rules.extra[0].name
    'diagonal up'
    >>> parse_iss(".Shape~4x4~0-3.~R1C1_0").rules.digits, parse_iss(".Shape~4x4~0-4.~R1C1_0").digits
    ((0, 1, 2, 3), range(0, 5))
    """
    items = parse_items(text)
    try:
        board = board_of(items)
        items = tuple(expanded(items, board))
        houses = dict.fromkeys(_extra_houses(items, board))
        extra = tuple(Group("extra", house.name, house.cells.names) for house in houses)
        board = replace(board, extra=extra)
        givens, constraints = _content(items, board)
        if shape := _rules(board):
            own_rules = shape.with_constraints(*constraints)
            return _puzzle(_with(own_rules, rules), givens)
        model = _model(board, givens, constraints)
        if rules and rules != ANY_RULES:
            raise ParseError(
                f"this is {model.describe()}, no puzzle, and takes no other rules;"
                " nonet solve and nonet count take it as it is"
            )
        return model
    except RulesError as error:
        raise ParseError(str(error), text=text) from None
    except ParseError as error:
        raise error.at(text=text) from None


def _content(
    items: Sequence[Item], board: Board
) -> tuple[dict[str, frozenset[int]], list[Constraint]]:
    """Return the digits that the cells may have, and the constraints."""

    def read(some: Iterable[Item]) -> list[Constraint]:
        return [
            each
            for item in _flat(some)
            if item.type not in _BOARD and item.type not in _HOUSES
            for each in _read(item, board)
        ]

    def on_board(known: Sequence[Constraint]) -> MadeOf:
        model = _model(board, {}, known)
        return lambda named: read(written(named, board, model))

    givens: dict[str, frozenset[int]] = {}
    constraints: list[Constraint] = []
    for constraint in renamed(read(items), on_board):
        if isinstance(constraint, OneOf):
            for name in constraint.cells:
                digits = frozenset(constraint.digits)
                givens[name] = givens.get(name, digits) & digits
        else:
            constraints.append(constraint)
    return givens, constraints


def _read(item: Item, board: Board) -> list[Constraint]:
    """Return the constraints of an item; cells with a choice of digits are `OneOf`, unless the item says more."""
    if item.type == "":
        for arg in item.args:
            _, *digits = arg.split("_")
            list(_digits(digits, board, item))
    return read_item(board, item)


def _flat(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if item.type == "And":
            yield from _flat(item.items)
        else:
            yield item


def _digits(words: Iterable[str], board: Board, item: Item) -> Iterator[int]:
    for word in words:
        digit = number_of(word, LARGEST)
        if digit is None or digit not in board.digits:
            low, high = board.digits[0], board.digits[-1]
            raise ParseError(f"expected digits {low} to {high}, found {word!r}", column=item.column)
        yield digit


# -- houses ----------------------------------------------------------------------------------------


def _extra_houses(items: Iterable[Item], board: Board) -> Iterator[House]:
    """Yield diagonals, windows and disjoint groups."""
    for item in _flat(items):
        if item.type not in _HOUSES:
            continue
        if board.raw or board.rows != board.columns:
            raise ParseError(f".{item.type} needs a square board with houses", column=item.column)
        size = board.rows
        shape = box_shape(size, size, board.region_size)
        if item.type == "Diagonal":
            names = {"1": 1, "-1": 0}
            if item.args[:1] not in (("1",), ("-1",)):
                raise ParseError("expected .Diagonal~1 or .Diagonal~-1", column=item.column)
            yield diagonals(size)[names[item.args[0]]]
        elif shape is None:
            raise ParseError(f".{item.type} needs boxes", column=item.column)
        elif item.type == "Windoku":
            yield from windows(size, *shape)
        else:
            yield from groups(size, *shape)


# -- puzzle or model --------------------------------------------------------------------------------


def _rules(board: Board) -> Rules | None:
    """Return the rules of a board without its constraints, None if it is not the board of a puzzle."""
    size = board.rows
    if board.raw or board.unknowns or board.columns != size or len(board.digits) != size:
        return None
    for cells in (board.boxes, board.regions):
        if cells and (len(cells), len(cells[0])) != (size, size):
            return None
    extra = [House(group.name, group.cells, size=size) for group in board.extra]
    if board.boxes:
        extra += (House("", cells, size=size) for cells in board.regions)
    if board.boxes:
        shape = box_shape(size, size, size)
        assert shape is not None
        return Rules(box_rows=shape[0], box_columns=shape[1], extra=extra, digits=board.digits)
    return Rules(size=size, regions=board.regions, extra=extra, digits=board.digits)


def _with(shown: Rules, given: IntoRules) -> Rules:
    """Return the rules of a string with those of the caller, which may add houses and constraints."""
    if not given or given == ANY_RULES:
        return shown
    all_rules = rules_for(shown.size, given, shown)
    if isinstance(given, Rules) and all_rules != shown:
        reason = (
            f"the text has rules of its own, {format_rules(shown)!r}, and other rules are given"
        )
        raise ParseError(f"{reason}; drop one of them")
    return all_rules


def _puzzle(rules: Rules, givens: dict[str, frozenset[int]]) -> Puzzle:
    names, full = rules.space.names, (1 << rules.size) - 1
    first = rules.digits[0] - 1
    sets = [
        None if (given := givens.get(name)) is None else {value - first for value in given}
        for name in names
    ]
    grid = Grid(bytes(next(iter(given)) if given and len(given) == 1 else 0 for given in sets))
    if all(given is None or len(given) == 1 for given in sets):
        return Puzzle(grid, rules=rules)
    masks = [full if given is None else sum(1 << (d - 1) for d in given) for given in sets]
    return Puzzle(grid, rules=rules, marks=Candidates.from_masks(masks))


def _model(
    board: Board, givens: dict[str, frozenset[int]], constraints: Iterable[Constraint]
) -> Model:
    return Model(
        board.rows,
        board.columns,
        digits=board.digits,
        houses=board.houses,
        constraints=constraints,
        unknowns=board.unknowns,
        givens=givens,
    )


# -- the format --------------------------------------------------------------------------------------

# A comment, or the ratings that `nonet rate` writes.
_REMARK = re.compile(r"(?<!\s)\s++(#.*|ED=.*)")
_FIRST = re.compile(r"\s*\.(?:([A-Z][A-Za-z]+)(?=[~.\s]|$)|[XV]~R|~[RV][0-9A-Za-z]+_\d)")
_TYPES = {*_BOARD, *_HOUSES, *COMPOSITES, DOPPELGANGER}


def read_iss(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read strings, one per line; lines of one item each are one string up to a blank line, but for whole ones."""
    together: list[Line] = []
    for number, text in lines:
        if text.lstrip().startswith("#"):
            continue
        if text.strip():
            together.append((number, text))
        else:
            yield from _records(together, rules)
            together = []
    yield from _records(together, rules)


def _records(together: Sequence[Line], rules: IntoRules) -> Iterator[Record]:
    bare = [_REMARK.sub("", text) for _, text in together]
    if len(together) > 1 and all(map(_is_one_item, bare)) and not _are_whole(bare):
        yield _record(together[0][0], "\n".join(bare), rules)
        return
    for (number, text), string in zip(together, bare, strict=True):
        comment = comment_of(text[len(string) :])
        yield _record(number, string, rules, comment)


def _is_one_item(text: str) -> bool:
    """Whether a line is part of a longer string; a line of givens can be a whole one."""
    return text.strip().count(".") <= 1


def _are_whole(lines: Sequence[str]) -> bool:
    """Whether lines of givens are a string each, as classic puzzles are written: together they name a cell twice."""
    if not all(line.lstrip().startswith(".~") for line in lines):
        return False
    cells = [word.partition("_")[0].upper() for line in lines for word in line.split("~")[1:]]
    return len(set(cells)) < len(cells)


def _record(number: int, text: str, rules: IntoRules, comment: str = "") -> Record:
    try:
        board = parse_iss(text, rules)
        if isinstance(board, Model):
            return Record.of_model(board, number, text)
        board = board.with_info({"comment": comment}) if comment else board
        return Record(board, None, number, text)
    except ParseError as error:
        before = text[: (error.column or 1) - 1]
        if "\n" in before:  # the column is that of the line of the item
            column = len(before) - before.rindex("\n")
            error = ParseError(
                error.reason, text=text, line=number + before.count("\n"), column=column
            )
        return Record.bad(error, number, text)


def _is_string(text: str) -> bool:
    """Whether a line begins with an item, if only of an unknown type.

    A row of a large board begins with a dot and a letter, too, but has no tilde.
    """
    match = _FIRST.match(text)
    return match is not None and (
        match[1] is None
        or text[match.end() :].startswith("~")
        or match[1] in _TYPES
        or match[1] in types()
    )


FORMATS = (
    Format(
        "iss",
        "strings of Interactive Sudoku Solver, one per line, or one item per line and a blank line after"
        " each puzzle",
        (".iss",),
        "info; the names of houses; houses of one's own become cells that differ, and a cell with one candidate"
        " a given",
        ".Shape~4x4.Cage~3~R1C1~R1C2.~R1C1_1~R1C3_3~R4C1_4~R4C4_1",
        read_iss,
        each(write_iss),
        Clues(line=_is_string),
        holds=Holds(range(1, 17), marks=True, constraints=True, models=True, digits="range"),
        whole=True,
    ),
)
