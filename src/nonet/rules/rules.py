"""The rules of a puzzle as data: its size, its houses and its constraints.

A *house* is a set of cells that must hold different digits. The classic board has 27: nine rows, nine columns and nine
boxes. Only this module knows where a box is; all others ask the `Rules` of the puzzle which cells see each other. More
houses (diagonals, windows …) are made in `nonet.variants`. All other rules (cages, thermometers …) are `Constraint`
objects of `nonet.constraints`.

Rules are a value: houses and constraints are sets, each kept in one order whatever order they were given in. So equal
rules are written, searched and explained alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from nonet.base.cells import CellSet, IntoCells, board_name, cell_name
from nonet.base.digit_sets import digit_set, digits_text, own_digits
from nonet.base.digits import side_of, symbols_of
from nonet.base.errors import RulesError
from nonet.base.immutable import Immutable
from nonet.base.suggestions import shortened
from nonet.rules.houses import House, cell_set, hidden_windows, named, usual

# Most boards have no constraints: what these need is imported where it is used.
if TYPE_CHECKING:
    from nonet.rules.constraints.base import Constraint, Group, Space, Violation
    from nonet.rules.constraints.primitives import Primitive

__all__ = ["ANY_RULES", "CLASSIC", "House", "IntoDigits", "IntoRegions", "Rules", "box_shapes"]

ANY_RULES = "\0"
"""Given to a reader as its rules when only the digits matter: a board of an undetermined size is a Latin square."""

IntoRegions: TypeAlias = "str | Sequence[IntoCells]"


IntoDigits: TypeAlias = "str | Iterable[int]"

_REGION_MASK, _HOUSE_MASK = attrgetter("mask"), attrgetter("cells.mask")


class Rules(Immutable):
    """The size of a board, its houses and its constraints.

    ``Rules()`` is classic Sudoku. A board has as many rows and columns as digits, 1 to 36 (``size``). Every row and
    every column is a house. The other houses are

    * boxes of ``box_rows`` rows and ``box_columns`` columns; with ``size`` alone, square boxes;
    * or ``regions`` of any shape (a jigsaw): a layout with one character per cell, or one set of cells per region;
      ``regions=()`` means no regions (a Latin square);
    * and ``extra`` houses, which may have fewer cells than there are digits.

    ``constraints`` are objects of `nonet.constraints`: cages, thermometers and all other rules. Houses and constraints
    are kept once each, in an order of their own: rules that differ in order or in names of houses alone are equal.

    ``digits`` are the values that the cells hold, as many as the board has rows, 0 to 35: ``range(9)``, ``"0-8"`` or
    ``"1-8,10"``; 1 to the size by default. Everything that a person reads or writes has these values. Where
    code counts digits from 1 to the size, as in `Grid` and `Step`, they are the places of the values:
    ``rules.digits[digit - 1]``.

    Raises `RulesError`, which names the cells, if the parts do not fit together.

    >>> CLASSIC.size, len(CLASSIC.houses), len(CLASSIC.peers[0])
    (9, 27, 20)
    >>> Rules(box_rows=2, box_columns=3)
    Rules(box_rows=2, box_columns=3)
    >>> Rules(size=16)
    Rules(box_rows=4, box_columns=4)
    >>> Rules(regions="AABB AABB CCDD CCDD"), Rules(regions="AAAA BBCC BBCC DDDD").size
    (Rules(box_rows=2, box_columns=2), 4)
    >>> from nonet.constraints import Cage
    >>> Rules(constraints=[Cage("r1c1 r1c2", sum=10)])
    Rules(constraints=(Cage('r1c1 r1c2', sum=10),))
    >>> Rules(digits="0-8"), Rules(digits="0-8").digits[0], CLASSIC.digits[0]
    (Rules(digits='0-8'), 0, 1)
    >>> Rules(size=6)
    Traceback (most recent call last):
        ...
    nonet.RulesError: a 6x6 board can have boxes of 2x3 or 3x2 cells (rows x columns) or none; say which
    """

    __slots__ = (
        "__dict__",
        "box_columns",
        "box_rows",
        "constraints",
        "digits",
        "extra",
        "regions",
        "size",
    )
    size: int
    box_rows: int
    box_columns: int
    regions: tuple[CellSet, ...]
    extra: tuple[House, ...]
    constraints: tuple[Constraint, ...]
    digits: tuple[int, ...]

    def __init__(
        self,
        *,
        size: int | None = None,
        box_rows: int | None = None,
        box_columns: int | None = None,
        regions: IntoRegions | None = None,
        extra: Iterable[House] = (),
        constraints: Iterable[Constraint | str] = (),
        digits: IntoDigits | None = None,
    ) -> None:
        values = None if digits is None else digit_set(digits)
        if values is not None and regions is None and (size, box_rows, box_columns) == (None,) * 3:
            size = len(values)
        if regions is not None:
            if box_rows is not None or box_columns is not None:
                raise RulesError("expected boxes or regions, got both")
            size, sets = _regions(regions, size)
            box_rows, box_columns = _shape_of(size, sets)
        else:
            size, box_rows, box_columns = _boxes(size, box_rows, box_columns)
            sets = _rectangles(box_rows, box_columns)
        extra = _extra(extra, size, box_rows, box_columns)
        given = _constraints(constraints)
        if values is not None and len(values) != size:
            raise _wrong_digits(values, size)
        values = values or tuple(range(1, size + 1))
        self._keep(
            size=size,
            box_rows=box_rows,
            box_columns=box_columns,
            regions=sets,
            extra=extra,
            constraints=_ordered(given),
            digits=values,
        )
        self._check(given)

    def _check(self, constraints: Iterable[Constraint]) -> None:
        for constraint in constraints:
            constraint.check(self.space)

    @property
    def is_classic(self) -> bool:
        """Whether this is the 9x9 board with 3x3 boxes, the digits 1 to 9, no extra houses and no constraints."""
        return (
            self.box_rows == self.box_columns == 3
            and not self.extra
            and not self.constraints
            and self.has_usual_digits
        )

    @property
    def has_usual_digits(self) -> bool:
        """Whether the digits are 1 to the size."""
        return self.own_digits is None

    @cached_property
    def own_digits(self) -> tuple[int, ...] | None:
        """The digits if they are others than 1 to the size, else None."""
        return own_digits(self.digits)

    @property
    def houses_only(self) -> bool:
        """Whether there are no constraints: all rules are houses."""
        return not self.constraints

    @property
    def digits_interchangeable(self) -> bool:
        """Whether no constraint depends on the values of digits, so that they can be renamed."""
        return all(constraint.digits_interchangeable for constraint in self.constraints)

    @property
    def is_jigsaw(self) -> bool:
        """Whether the regions are not equal rectangles."""
        return bool(self.regions) and not self.box_rows

    @cached_property
    def layout(self) -> str:
        """One character per cell, which names its region; dots if there are no regions.

        >>> Rules(box_rows=2, box_columns=2).layout
        '1122112233443344'
        """
        signs = symbols_of(self.size) if self.regions else "."
        return "".join(signs[region] for region in self.region_of)

    @cached_property
    def region_of(self) -> tuple[int, ...]:
        """The number of the region of each cell, from 0; 0 for all if there are no regions."""
        numbers = [0] * self.size**2
        for number, region in enumerate(self.regions):
            for cell in region:
                numbers[cell] = number
        return tuple(numbers)

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """All houses: rows, then columns, then boxes or regions, then the extra ones."""
        if not self.is_jigsaw:
            return *_usual_houses(self.size, self.box_rows, self.box_columns), *self.extra
        regions = [House(f"region {i}", region) for i, region in enumerate(self.regions, 1)]
        return *_usual_houses(self.size, 0, 0), *regions, *self.extra

    @property
    def extra_names(self) -> tuple[str, ...]:
        """The names of the extra houses, which equal rules may not share: a part of the key where answers are kept."""
        return tuple(house.name for house in self.extra)

    @cached_property
    def plain_houses(self) -> tuple[House, ...]:
        """The rows, columns and boxes or regions, which a player sees at once; without the extra houses."""
        return self.houses[: len(self.houses) - len(self.extra)]

    @cached_property
    def known_houses(self) -> tuple[House, ...]:
        """The houses, and then those that follow from them: the hidden windows of a Windoku.

        The four windows cover three rows and three columns each of a 9x9 board; what is left of these is five more sets
        of nine cells, each with every digit. People count them as windows 5 to 9. `Step.houses` are indices into this.
        """
        if self.size != 9 or not {*usual(9)["windoku"]} <= {*self.extra}:
            return self.houses
        return tuple(dict.fromkeys((*self.houses, *hidden_windows())))

    @cached_property
    def peers(self) -> tuple[CellSet, ...]:
        """For each cell the other cells that share a house with it."""
        masks = [0] * self.size**2
        for house in self.houses:
            for cell in house.cells:
                masks[cell] |= house.cells.mask
        return tuple(
            CellSet.from_mask(mask & ~(1 << cell), size=self.size)
            for cell, mask in enumerate(masks)
        )

    @cached_property
    def peer_cells(self) -> tuple[tuple[int, ...], ...]:
        """The same as numbers, which are read faster than sets."""
        return tuple(map(tuple, self.peers))

    @cached_property
    def house_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house as numbers, which are read faster than sets."""
        usual = _usual_cells(self.size, self.box_rows, self.box_columns)
        return *usual, *(tuple(house.cells) for house in self.houses[len(usual) :])

    def houses_of(self, *cells: int) -> tuple[House, ...]:
        """Return the houses that hold all of the cells."""
        return tuple(house for house in self.houses if all(cell in house.cells for cell in cells))

    def with_extra(self, *houses: House) -> Rules:
        """Return the same rules with more houses."""
        return self.extended(houses)

    def with_constraints(self, *constraints: Constraint) -> Rules:
        """Return the same rules with more constraints."""
        return self.extended(constraints=constraints)

    def extended(
        self, extra: Sequence[House] = (), constraints: Sequence[Constraint] = ()
    ) -> Rules:
        """Return the same rules with more houses and more constraints.

        >>> from nonet.rules.variants import diagonals
        >>> from nonet.constraints import AntiKnight
        >>> CLASSIC.extended(diagonals(9), [AntiKnight()]) == Rules(extra=diagonals(9), constraints=["antiknight"])
        True
        """
        return self._with(
            extra=(*self.extra, *extra) if extra else None,
            constraints=(*self.constraints, *constraints) if constraints else None,
        )

    def with_digits(self, digits: IntoDigits) -> Rules:
        """Return the same rules with other digits.

        >>> Rules(size=4).with_digits("1,3,5,7").digits
        (1, 3, 5, 7)
        """
        values = self.digits if digits == self.digits else digit_set(digits)
        if values == self.digits:
            return self
        if len(values) != self.size:
            raise _wrong_digits(values, self.size)
        return self._with(digits=values)

    def without_constraints(self) -> Rules:
        """Return the size, the houses and the digits alone."""
        return self._with(constraints=())

    def _with(
        self,
        *,
        extra: Iterable[House] | None = None,
        constraints: Iterable[Constraint] | None = None,
        digits: tuple[int, ...] | None = None,
    ) -> Rules:
        """Return the rules with some parts replaced; the others, which fit together, are not read again."""
        size, box_rows, box_columns = self.size, self.box_rows, self.box_columns
        if extra is not None:
            extra = _extra(extra, size, box_rows, box_columns)
        given = self.constraints if constraints is None else _constraints(constraints)
        made = object.__new__(Rules)
        made._keep(
            size=size,
            box_rows=box_rows,
            box_columns=box_columns,
            regions=self.regions,
            extra=self.extra if extra is None else extra,
            constraints=given if constraints is None else _ordered(given),
            digits=self.digits if digits is None else digits,
        )
        made._check(given)
        return made

    @cached_property
    def space(self) -> Space:
        """The board as constraints see it."""
        from nonet.rules.constraints.space import Group, Space

        usual = _usual_groups(self.size, self.box_rows, self.box_columns)
        houses = list(usual)
        for number, house in enumerate(self.houses[len(usual) :], len(usual)):
            kind = "region" if number < len(self.plain_houses) else "extra"
            houses.append(Group(kind, house.name, house.cells.names))
        digits = range(self.digits[0], self.digits[-1] + 1)
        return Space(
            *(self.size, self.size, digits, houses),
            constraints=self.constraints,
            values=self.own_digits,
        )

    def primitives_of(self, constraint: Constraint) -> Iterator[Primitive]:
        """Yield what the engine solves of a constraint; its digits are counted from 1."""
        primitives = constraint.primitives(self.space)
        return primitives if self.has_usual_digits else self._counted(constraint, primitives)

    def explained_of(self, constraint: Constraint) -> Iterator[Primitive]:
        """Yield what explained steps follow of a constraint; its digits are counted from 1."""
        primitives = constraint.explained(self.space)
        return primitives if self.has_usual_digits else self._counted(constraint, primitives)

    def _counted(
        self, constraint: Constraint, primitives: Iterator[Primitive]
    ) -> Iterator[Primitive]:
        from nonet.rules.constraints.counted import counted

        try:
            yield from counted(primitives, self.digits)
        except RulesError as error:
            raise constraint.error(str(error)) from None

    def values_of(self, cells: Iterable[int]) -> dict[str, int]:
        """Return what filled cells hold, by name, as constraints take it; a 0 is an empty cell.

        >>> Rules(digits="0-3").values_of([1, 4, *[0] * 14])
        {'r1c1': 0, 'r1c2': 3}
        """
        values = self.digits
        return {
            name: values[digit - 1]
            for name, digit in zip(self.space.names, cells, strict=True)
            if digit
        }

    def violations(self, cells: Iterable[int]) -> Iterator[Violation]:
        """Yield what is wrong with the constraints on a board, which may have empty cells (0). Houses are not checked.

        >>> from nonet.constraints import Cage
        >>> rules = Rules(size=4, constraints=[Cage("r1c1 r1c2", sum=5)])
        >>> [violation.cells for violation in rules.violations([1, 3, *[0] * 14])]
        [('r1c1', 'r1c2')]
        """
        space, board = self.space, self.values_of(cells)
        for constraint in self.constraints:
            yield from constraint.violations(board, space)

    def house_name(self, cells: Iterable[int]) -> str | None:
        """Return the name of the house that has exactly these cells, or None.

        >>> CLASSIC.house_name(range(9)), CLASSIC.house_name([0, 1])
        ('row 1', None)
        """
        return self._house_names.get(frozenset(cells))

    @cached_property
    def _house_names(self) -> dict[frozenset[int], str]:
        # A group has no name that a person knows.
        named = [house for house in self.houses if not house.name.startswith("group ")]
        return {frozenset(house.cells): house.name for house in reversed(named)}

    def sentence(self, constraint: Constraint) -> tuple[str, dict[str, object]]:
        """Return `Constraint.sentence` for this board: all cells of a row or another house are named as the house.

        >>> from nonet.constraints import ColumnIndexing
        >>> first = ColumnIndexing(" ".join(f"r{row}c1" for row in range(1, 10)))
        >>> Rules(constraints=[first]).sentence(first)[1]["cells"]
        [Value(kind='house', parts={'kind': 'column', 'n': 1})]
        """
        from nonet.words.houses import named_house

        key, values = constraint.sentence()
        cells = self.space.indices(constraint.cells) if constraint.names_houses else ()
        if (house := self.house_name(cells)) is not None:
            values = {**values, "cells": [named_house(house, cells, self.size)]}
        return key, values

    def require_houses(self, what: str) -> None:
        """Raise `RulesError` if there are constraints or other digits, for code that knows houses only.

        >>> from nonet.constraints import Thermo
        >>> Rules(constraints=[Thermo("r1c1 r2c1")]).require_houses("the canonical form")
        Traceback (most recent call last):
            ...
        nonet.RulesError: constraints are not supported by the canonical form, got thermo:r1c1r2c1
        """
        if self.constraints:
            shown = shortened(self.constraints[0].notation)
            more = f" and {len(self.constraints) - 1} more" if len(self.constraints) > 1 else ""
            raise RulesError(f"constraints are not supported by {what}, got {shown}{more}")
        self.require_usual_digits(what)

    def require_usual_digits(self, what: str) -> None:
        """Raise `RulesError` if the digits are others than 1 to the size, for code that knows no others.

        >>> Rules(digits="0-8").require_usual_digits("the canonical form")
        Traceback (most recent call last):
            ...
        nonet.RulesError: digits other than 1 to 9 are not supported by the canonical form, got digits:0-8
        """
        if not self.has_usual_digits:
            raise RulesError(
                f"digits other than 1 to {self.size} are not supported by {what},"
                f" got digits:{digits_text(self.digits)}"
            )

    def require_interchangeable(self, what: str) -> None:
        """Raise `RulesError` if a constraint depends on the values of digits, for code that renames them."""
        self.require_usual_digits(what)
        for each in self.constraints:
            if not each.digits_interchangeable:
                raise RulesError(
                    f"{what} renames digits, but {shortened(each.notation)} depends on their values"
                )

    @cached_property
    def _key(self) -> tuple[object, ...]:
        # On boards of one size the masks of sets of cells are equal if the sets are.
        houses = tuple(map(_REGION_MASK, self.regions)), frozenset(map(_HOUSE_MASK, self.extra))
        return self.size, *houses, frozenset(self.constraints), self.digits

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._key == other._key if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        shown = []
        if not self.regions:
            shown += [f"size={self.size}", "regions=()"]
        elif self.is_jigsaw:
            shown.append(f"regions={self.layout!r}")
        elif (self.box_rows, self.box_columns) != (3, 3):
            shown += [f"box_rows={self.box_rows}", f"box_columns={self.box_columns}"]
        if self.extra:
            shown.append(f"extra={self.extra!r}")
        if self.constraints:
            shown.append(f"constraints={self.constraints!r}")
        if not self.has_usual_digits:
            shown.append(f"digits={digits_text(self.digits)!r}")
        return f"Rules({', '.join(shown)})"


def _extra(houses: Iterable[House], size: int, rows: int, columns: int) -> tuple[House, ...]:
    """Check extra houses, and return them by their usual names, each once and in order."""
    if not (extra := tuple(houses)):
        return ()
    for house in extra:
        if house.cells.size != size or len(house.cells) > size:
            raise RulesError(
                f"{house.name}: expected at most {size} cells of {board_name(size)},"
                f" got {len(house.cells)} of {board_name(house.cells.size)}"
            )
    return named(extra, size, rows, columns)


def _wrong_digits(values: tuple[int, ...], size: int) -> RulesError:
    more = (
        "; a board on which each house has some of them is an ISS string such as .Shape~4x4~1-6, or a"
        " Model in Python; docs/variants.md shows one"
    )
    return RulesError(
        f"digits: expected {size} values for {board_name(size)}, such as 0-{size - 1},"
        f" got {len(values)}: {digits_text(values)}{more if len(values) > size else ''}"
    )


def _constraints(constraints: Iterable[Constraint | str]) -> tuple[Constraint, ...]:
    """Return the constraints, each once, as they are given."""
    if isinstance(constraints, str) or not isinstance(constraints, Iterable):
        raise RulesError(
            f"expected a list of constraints such as [nonet.constraints.AntiKnight()] or of words"
            f" such as ['antiknight'], got {constraints!r}"
        )
    if not (words := tuple(constraints)):
        return ()
    from nonet.rules.constraints.base import Constraint
    from nonet.rules.constraints.notation import read_word

    in_words = (read_word(each.strip()) if isinstance(each, str) else each for each in words)
    distinct = tuple(dict.fromkeys(in_words))
    for each in distinct:
        if not isinstance(each, Constraint):
            raise RulesError(
                f"expected constraints such as nonet.constraints.Cage('r1c1 r1c2'), got {each!r}"
            )
    return distinct


def _ordered(constraints: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    if len(constraints) < 2:
        return constraints
    from nonet.rules.constraints.notation import in_order

    return in_order(constraints)


def box_shapes(size: int) -> list[tuple[int, int]]:
    """Return the boxes that a board can have, as rows and columns; only the square ones if there are any.

    >>> box_shapes(6), box_shapes(16), box_shapes(7)
    ([(2, 3), (3, 2)], [(4, 4)], [])
    """
    side = math.isqrt(size)
    if side * side == size:
        return [(side, side)]
    return [(rows, size // rows) for rows in range(2, size) if size % rows == 0]


def _checked(size: int) -> int:
    if not 1 <= size <= 36:
        raise RulesError(f"size must be 1 to 36, got {size}")
    return size


def _boxes(size: int | None, rows: int | None, columns: int | None) -> tuple[int, int, int]:
    if rows is None and columns is None:
        size = _checked(9 if size is None else size)
        shapes = box_shapes(size)
        if len(shapes) != 1:
            choice = " or ".join(f"{r}x{c}" for r, c in shapes)
            raise RulesError(
                f"{board_name(size)} can have boxes of {choice} cells (rows x columns) or none; say which"
                if shapes
                else f"{board_name(size)} has no boxes that are rectangles;"
                " it can have regions of other shapes (a jigsaw) or none (a Latin square)"
            )
        rows, columns = shapes[0]
    elif rows is None or columns is None:
        raise RulesError("expected both box_rows and box_columns")
    if rows < 1 or columns < 1 or not 1 <= rows * columns <= 36:
        raise RulesError(
            f"size must be 1 to 36; boxes of {rows} rows and {columns} columns make {rows * columns}"
        )
    if size is not None and size != rows * columns:
        raise RulesError(
            f"boxes of {rows} rows and {columns} columns make {board_name(rows * columns)},"
            f" expected {size}x{size}"
        )
    return rows * columns, rows, columns


# Boards with constraints are made often, and nearly all have the same few shapes.
@lru_cache(maxsize=64)
def _usual_houses(size: int, box_rows: int, box_columns: int) -> tuple[House, ...]:
    """Return the rows, the columns, and the boxes of these rows and columns; with 0 rows no boxes."""
    line = range(size)
    rows = [CellSet(range(r * size, r * size + size), size=size) for r in line]
    columns = [CellSet(range(c, size * size, size), size=size) for c in line]
    boxes = _rectangles(box_rows, box_columns) if box_rows else ()
    kinds = ("row", rows), ("column", columns), ("box", boxes)
    return tuple(
        House(f"{kind} {i}", cells) for kind, sets in kinds for i, cells in enumerate(sets, 1)
    )


@lru_cache(maxsize=64)
def _usual_cells(size: int, box_rows: int, box_columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of the usual houses."""
    return tuple(tuple(house.cells) for house in _usual_houses(size, box_rows, box_columns))


@lru_cache(maxsize=64)
def _usual_groups(size: int, box_rows: int, box_columns: int) -> tuple[Group, ...]:
    """Return the same houses as constraints see them."""
    from nonet.rules.constraints.space import Group

    houses = _usual_houses(size, box_rows, box_columns)
    return tuple(Group(house.name.split()[0], house.name, house.cells.names) for house in houses)


@lru_cache(maxsize=64)
def _rectangles(rows: int, columns: int) -> tuple[CellSet, ...]:
    size = rows * columns
    return tuple(
        CellSet(
            ((top + i) * size + left + j for i in range(rows) for j in range(columns)), size=size
        )
        for top in range(0, size, rows)
        for left in range(0, size, columns)
    )


def _shape_of(size: int, regions: tuple[CellSet, ...]) -> tuple[int, int]:
    """Return the shape of the regions where they are equal rectangles, else zeros."""
    for rows in range(1, size + 1):
        if size % rows == 0 and regions == _rectangles(rows, size // rows):
            return rows, size // rows
    return 0, 0


def _regions(regions: IntoRegions, size: int | None) -> tuple[int, tuple[CellSet, ...]]:
    """Check regions and return them in the order of their first cells."""
    if isinstance(regions, str):
        sets, side = _sets_of_layout(regions)
        if size is not None and size != side:
            raise RulesError(f"the layout is for {board_name(side)}, size is {size}")
    elif not regions:
        if size is None:
            raise RulesError("a board without regions needs its size, such as size=9, regions=()")
        return _checked(size), ()
    else:
        side = len(regions)
        if side > 36 or size not in (None, side):
            expected = "at most 36" if size is None else size
            raise RulesError(f"got {side} regions, expected {expected}")
        sets = [cell_set(f"region {i}", cells, side) for i, cells in enumerate(regions, 1)]
    checked: list[CellSet] = []
    seen = 0
    for number, cells in enumerate(sets, 1):
        if cells.size != side:
            raise RulesError(
                f"region {number} has cells of {board_name(cells.size)}, expected {side}x{side}"
            )
        if len(cells) != side:
            raise _wrong_count(f"region {number}", cells, side)
        if twice := cells.mask & seen:
            cell = (twice & -twice).bit_length() - 1
            first = next(i for i, other in enumerate(checked, 1) if cell in other)
            raise RulesError(f"{cell_name(cell, side)} is in region {first} and in region {number}")
        seen |= cells.mask
        checked.append(cells)
    return side, tuple(sorted(checked, key=lambda cells: cells.mask & -cells.mask))


def _sets_of_layout(layout: str) -> tuple[list[CellSet], int]:
    signs = "".join(layout.split())
    side = side_of(len(signs))
    if side is None:
        raise RulesError(
            f"the layout has {len(signs)} characters, expected 81 or the square of another size"
        )
    places: dict[str, list[int]] = {}
    for cell, sign in enumerate(signs):
        places.setdefault(sign, []).append(cell)
    if len(places) != side:
        shown = ", ".join(f"{sign} ({len(cells)})" for sign, cells in places.items())
        raise RulesError(
            f"the layout has {len(places)} regions: {shown}; expected {side} of {side} cells"
        )
    for sign, cells in places.items():
        if len(cells) != side:
            raise _wrong_count(f"region {sign!r}", CellSet(cells, size=side), side)
    return [CellSet(cells, size=side) for cells in places.values()], side


def _wrong_count(name: str, cells: CellSet, side: int) -> RulesError:
    shown = " ".join(cells.names[:12]) + (" …" if len(cells) > 12 else "")
    count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    return RulesError(f"{name} has {count}{f' ({shown})' if cells else ''}, expected {side}")


CLASSIC = Rules()
