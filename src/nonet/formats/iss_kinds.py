"""What the types of an ISS string mean: each is that of a kind, whose codec reads and writes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from nonet.base.errors import ParseError
from nonet.base.suggestions import nearest
from nonet.formats.iss_board import MISSING, Board
from nonet.formats.iss_text import Item
from nonet.rules.constraints import kinds
from nonet.rules.constraints.base import Constraint
from nonet.rules.constraints.iss import Iss

__all__ = ["DOPPELGANGER", "read_item", "types"]

DOPPELGANGER = "Doppelganger"
"""The one type that is several constraints, of no kind of its own."""


@cache
def types() -> dict[str, tuple[type[Constraint], Iss[Any]]]:
    """Return kind and codec of each type."""
    types: dict[str, tuple[type[Constraint], Iss[Any]]] = {}
    for kind in kinds().values():
        if codec := kind.iss:
            types |= {name: (kind, codec) for name in codec.types if name not in types}
    return types


def _kind(word: str) -> type[Constraint]:
    return kinds()[word]


def _doppelganger(board: Board) -> Iterator[Constraint]:
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


def read_item(board: Board, item: Item) -> list[Constraint]:
    """Return the constraints of an item."""
    if item.type in ("Or", "And"):
        parts = [read_item(board, part) for part in item.items]
        if item.type == "And":
            return [each for part in parts for each in part]
        if not all(parts):
            return []  # a choice that asks for nothing holds
        choices = [p[0] if len(p) == 1 else _kind("allof")(p) for p in parts]
        return [choices[0] if len(choices) == 1 else _kind("anyof")(choices)]
    if item.type == DOPPELGANGER:
        return _read(item, _doppelganger(board))
    if item.type not in types():
        near = nearest(item.type, [*types(), DOPPELGANGER])
        meant = f"; did you mean {near!r}?" if near else ""
        raise ParseError(
            f"nonet does not know the ISS type {item.type!r}{meant}", column=item.column
        )
    kind, codec = types()[item.type]
    if not item.args and item.type not in codec.without_arguments:
        raise ParseError(f".{item.type} has no arguments", column=item.column)
    return _read(item, codec.read(kind, board, item.type, item.args))


def _read(item: Item, constraints: Iterator[Constraint]) -> list[Constraint]:
    try:
        return list(constraints)
    except IndexError:
        reason = f".{item.type} has too few arguments"
    except ValueError as error:  # a ParseError or a RulesError, too
        reason = error.reason if isinstance(error, ParseError) else str(error)
    raise ParseError(reason, column=item.column) from None
