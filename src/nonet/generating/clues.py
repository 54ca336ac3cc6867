"""Clues that are true of a full board, drawn at random for any kind of constraint.

There is no function for each kind. The fields of a kind say its shape: a line, an area of cells that touch, a pair of
neighbours, a square, one cell, a diagonal, or a place outside the board. Its number is the one that its own
``violations`` accept, and the digits of a line are tried with the ``violations`` of lines that are not complete, which
yield only what no further digits can mend. What the shape leaves open is in `Constraint.drawn`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from nonet.base.errors import RulesError
from nonet.base.numbers import read_number
from nonet.base.rng import SplitMix64
from nonet.generating.geometry import corners_and_sides, crosses, sides
from nonet.generating.shapes import (
    USUAL,
    Cells,
    Places,
    Shape,
    diagonal_of,
    drawable,
    places_of,
    shape_of,
)
from nonet.rules import Rules
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.base import Drawn
from nonet.rules.constraints.fields import (
    DIRECTIONS,
    SIDES,
    DigitList,
    Number,
    OneCell,
    OptionalNumber,
    Total,
)

__all__ = ["Clue", "Drawer", "given"]

_LINES, _SCATTERED, _MANY = 40, 6, 2
"""Lines or areas that are drawn for each kind, sets of cells anywhere, and clues for each square."""
_TRIES, _NODES = 8, 150
"""Starts of a line for each that is drawn, and cells that are tried for one start."""
_SHORTEST = 3
"""Cells of a diagonal."""
_OTHERS = 60
"""Boards with other digits, by which it is known how much a clue says."""


class Clue(NamedTuple):
    """A clue that can be added: its kind, the constraint or, of a given, None; its cells and the places it takes up."""

    kind: str
    constraint: Constraint | None
    cells: Cells
    places: Places


def given(cell: int) -> Clue:
    """Return the clue that a given is."""
    return Clue("given", None, (cell,), frozenset([("given", cell)]))


class Drawer:
    """Draws clues that are true of one full board."""

    def __init__(self, rules: Rules, solution: bytes, rng: SplitMix64) -> None:
        self._rules, self._space, self._rng = rules, rules.space, rng
        self._size = rules.size
        self._solution = solution
        self._board = dict(zip(self._space.names, solution, strict=False))
        # Whether digits in the cells of a line can be completed, and the lines that need this test.
        self._known: dict[object, bool] = {}
        self._abstract: dict[object, Constraint | None] = {}
        self._breadths: dict[Constraint, int] = {}

    def clues(self, word: str, taken: Places = frozenset()) -> list[Clue]:
        """Return random clues of a kind, each once, that take up no place that is taken; two may share a place."""
        kind = drawable()[word]
        shape = shape_of(kind)
        drawn: dict[Constraint, Clue] = {}
        for made in _WAYS[shape](self, kind, taken) if shape else ():
            clue = Clue(word, made, self._cells_of(made), places_of(made, self._rules))
            if clue.places.isdisjoint(taken):
                drawn.setdefault(made, clue)
        clues = list(drawn.values())
        self._rng.shuffle(clues)
        return clues

    def breadth(self, clue: Clue) -> int:
        """Return how many of some boards with other digits a clue is true of: the fewer, the more it says."""
        if clue.constraint is None:
            return _OTHERS // self._size
        breadth = self._breadths.get(clue.constraint)
        if breadth is None:
            wrong = (clue.constraint.violations(each, self._space) for each in self._others)
            breadth = self._breadths[clue.constraint] = sum(next(w, None) is None for w in wrong)
        return breadth

    @cached_property
    def _others(self) -> list[dict[str, int]]:
        """The board turned and mirrored, with its digits exchanged. Whether they obey the rules does not matter."""
        size, boards = self._size, []
        for _ in range(_OTHERS):
            digits = [0, *(digit + 1 for digit in self._rng.shuffled(size))]
            board = [digits[digit] for digit in self._solution]
            for _ in range(self._rng.below(4)):  # quarter turns
                board = [board[(size - 1 - c % size) * size + c // size] for c in range(size**2)]
            if self._rng.below(2):
                board = [board[c % size * size + c // size] for c in range(size**2)]
            boards.append(dict(zip(self._space.names, board, strict=False)))
        return boards

    def _cells_of(self, made: Constraint) -> Cells:
        if shape_of(type(made)) is Shape.DIAGONAL:
            return tuple(diagonal_of(made, self._rules))
        if shape_of(type(made)) is Shape.OUTSIDE:
            line = getattr(made, "line", "r1")
            number = read_number(line[1:])
            names = self._space.row(number) if line[0] == "r" else self._space.column(number)
            return self._space.indices(names)
        return self._space.indices(made.cells)

    # -- the values of a clue ------------------------------------------------------------------------

    def _is_true(self, made: Constraint) -> bool:
        try:
            made.check(self._space)
        except RulesError:
            return False
        return next(made.violations(self._board, self._space), None) is None

    def _made(
        self, kind: type[Constraint], cells: Cells, places: Mapping[str, object]
    ) -> Constraint | None:
        """Return the clue with these fields that is true of the board; its number and its digits follow from that."""
        values = {**places, **self._usual(kind)}
        wanted = None
        for name, field in kind.parameters.items():
            if name in values or not (field.is_required or name == kind.number):
                continue
            if isinstance(field, DigitList):
                values[name] = self._some_digits(cells)
            elif isinstance(field, Number | OptionalNumber | Total):
                wanted = name
        if wanted is None:
            return self._tried(kind, values)
        return self._with_number(kind, values, wanted, cells)

    def _usual(self, kind: type[Constraint]) -> dict[str, int]:
        fields = (kind.drawn or USUAL).fields
        return {name: number(self._size) for name, number in fields.items()}

    def _tried(self, kind: type[Constraint], values: dict[str, object]) -> Constraint | None:
        try:
            made = kind(**values)
        except RulesError:
            return None
        return made if self._is_true(made) else None

    def _with_number(
        self, kind: type[Constraint], values: dict[str, object], name: str, cells: Cells
    ) -> Constraint | None:
        """Return the clue with its number: the one that a violation names, the sum of the cells, or any that fits."""
        total = sum(self._solution[cell] for cell in cells)
        guesses = [total, *(number for number in range(total + self._size) if number != total)]
        tried = set[int]()
        while guesses:
            number = guesses.pop(0)
            tried.add(number)
            try:
                made = kind(**values, **{name: number})
                made.check(self._space)
            except RulesError:
                continue
            wrong = next(made.violations(self._board, self._space), None)
            if wrong is None:
                return made
            if wrong.key == "number" and (actual := wrong.values["found"]) not in tried:
                guesses = [actual]
        return None

    def _some_digits(self, cells: Cells) -> list[int]:
        digits = [self._solution[cell] for cell in cells]
        self._rng.shuffle(digits)
        return sorted(digits[: 1 + self._rng.below(len(digits))])

    # -- each shape ------------------------------------------------------------------------------

    def _names(self, cells: Iterable[int]) -> list[str]:
        return [self._space.names[cell] for cell in cells]

    def _edges(self, kind: type[Constraint], taken: Places) -> Iterator[Constraint]:
        (pair,) = (name for name, field in kind.parameters.items() if field.is_place)
        for one, other in self._space.pairs((0, 1), (1, 0)):
            names = (one, other), (other, one)
            for cells in names[: 2 if kind.order == "" else 1]:
                made = self._made(kind, self._space.indices(cells), {pair: cells})
                if made is not None:
                    yield made

    def _corners(self, kind: type[Constraint], taken: Places) -> Iterator[Constraint]:
        (area,) = (name for name, field in kind.parameters.items() if field.is_place)
        for cell in range(self._size**2):
            row, column = divmod(cell, self._size)
            if row + 1 == self._size or column + 1 == self._size:
                continue
            cells = cell, cell + 1, cell + self._size, cell + self._size + 1
            for _ in range(_MANY):
                made = self._made(kind, cells, {area: self._names(cells)})
                if made is not None:
                    yield made

    def _single_cells(self, kind: type[Constraint], taken: Places) -> Iterator[Constraint]:
        (field,) = (name for name, field in kind.parameters.items() if field.is_place)
        for cell, name in enumerate(self._space.names):
            made = self._made(kind, (cell,), {field: name})
            if made is not None:
                yield made

    def _diagonals(self, kind: type[Constraint], taken: Places) -> Iterator[Constraint]:
        start, way = (name for name, field in kind.parameters.items() if field.is_place)
        for name in self._space.names:
            for direction, step in DIRECTIONS.items():
                back = self._space.moved(name, -step[0], -step[1])
                cells: list[int] = []
                at: str | None = name if back is None else None
                while at is not None:
                    cells.append(self._space.index(at))
                    at = self._space.moved(at, *step)
                if len(cells) >= _SHORTEST:
                    made = self._made(kind, tuple(cells), {start: name, way: direction})
                    if made is not None:
                        yield made

    def _outside(self, kind: type[Constraint], taken: Places) -> Iterator[Constraint]:
        has_side = "side" in kind.parameters
        for number in range(1, self._size + 1):
            for letter, ends in SIDES.items():
                names = self._space.row(number) if letter == "r" else self._space.column(number)
                for side in ends if has_side else ends[:1]:
                    places = {"line": f"{letter}{number}", **({"side": side} if has_side else {})}
                    made = self._made(kind, self._space.indices(names), places)
                    if made is not None:
                        yield made

    # -- lines and areas -----------------------------------------------------------------------------

    def _paths(self, kind: type[Constraint], taken: Places) -> Iterator[Constraint]:
        """Yield constraints on paths or areas that grow cell by cell."""
        drawn, shape = kind.drawn or USUAL, shape_of(kind)
        if drawn.most == 1:
            yield from self._single_cells(kind, taken)
            return
        layer = "area" if shape is Shape.AREA and not drawn.scattered else "line"
        used = {place for name, place in taken if name == layer}
        for _ in range(_SCATTERED if drawn.scattered else _LINES):
            for _ in range(_TRIES):
                most = min(drawn.most, self._size if kind.different else drawn.most)
                length = drawn.least + self._rng.below(max(1, most - drawn.least + 1))
                made = self._grown(kind, drawn, length, used)
                if made is not None:
                    yield made
                    break

    def _grown(
        self, kind: type[Constraint], drawn: Drawn, length: int, used: set[object]
    ) -> Constraint | None:
        """Return a constraint on cells that grow from the middle to both ends, None if the tries are spent."""
        growth = _Growth(self, kind, drawn, length, used)
        return next(growth.found(), None)

    def fits(self, kind: type[Constraint], length: int, digits: tuple[int, ...]) -> bool:
        """Return whether digits of a line of this length, 0 where there is none yet, can be completed."""
        key = kind, length, digits
        fits = self._known.get(key)
        if fits is None:
            names = self._space.names[:length]
            if len(names) < length:
                return False
            board = {name: digit for name, digit in zip(names, digits, strict=True) if digit}
            each = self._on_line(kind, names)
            fits = each is None or next(each.violations(board, self._space), None) is None
            self._known[key] = fits
        return fits

    def _on_line(self, kind: type[Constraint], names: tuple[str, ...]) -> Constraint | None:
        """Return the constraint on the first cells of the board, None if it has a number that is not known yet."""
        key = kind, len(names)
        if key not in self._abstract:
            values = {**self.split(kind, names), **self._usual(kind)}
            needed = (name for name, field in kind.parameters.items() if field.is_required)
            made = None
            if all(name in values for name in needed):
                try:
                    made = kind(**values)
                except RulesError:
                    made = None
            self._abstract[key] = made
        return self._abstract[key]

    @staticmethod
    def split(kind: type[Constraint], names: tuple[str, ...]) -> dict[str, object]:
        """Return the cells of a line by field: the last field has all that those before it do not take."""
        fields = [(name, field) for name, field in kind.parameters.items() if field.is_place]
        by_field: dict[str, object] = {}
        for name, field in fields[:-1]:
            count = 1 if isinstance(field, OneCell) else getattr(field, "least", 1)
            by_field[name], names = names[:count], names[count:]
        return by_field | {fields[-1][0]: names}


class _Growth:
    """The search for one line or area of a length."""

    def __init__(
        self, drawer: Drawer, kind: type[Constraint], drawn: Drawn, length: int, used: set[object]
    ) -> None:
        self._drawer, self._kind, self._drawn, self._length = drawer, kind, drawn, length
        self._is_line = shape_of(kind) is Shape.LINE
        self._used = used
        self._left = _NODES
        self._size = drawer._size
        self._rng = drawer._rng
        middle = (length - 1) // 2
        # From the middle to both ends in turn: what mirrors itself is tried early.
        around = [middle + (step + 1) // 2 * (1 if step % 2 else -1) for step in range(2 * length)]
        self._order = [place for place in around if 0 <= place < length] if self._is_line else []

    def found(self) -> Iterator[Constraint]:
        """Yield the constraints that the search finds."""
        yield from self._extended({})

    def _extended(self, cells: dict[int, int]) -> Iterator[Constraint]:
        """Yield what the cells, by their place on the line, can become."""
        if len(cells) == self._length:
            path = tuple(cells[place] for place in range(self._length))
            if made := self._made(path):
                yield made
            return
        place = self._order[len(cells)] if self._is_line else len(cells)
        near = self._near(cells, place)
        self._rng.shuffle(near)
        for cell in near:
            if self._left <= 0:
                return
            self._left -= 1
            more = {**cells, place: cell}
            if self._may_be(more):
                yield from self._extended(more)

    def _near(self, cells: dict[int, int], place: int) -> list[int]:
        """Return the cells that can be next."""
        size = self._size
        if not cells or self._drawn.scattered:
            free = [cell for cell in range(size**2) if cell not in self._used]
            return [cell for cell in free if cell not in cells.values()]
        if self._is_line:
            beside = [cells[near] for near in (place - 1, place + 1) if near in cells]
            reach = corners_and_sides(size)
        else:
            beside, reach = list(cells.values()), sides(size)
        reachable = dict.fromkeys(cell for each in beside for cell in reach[each])
        near = [c for c in reachable if c not in self._used and c not in cells.values()]
        if not self._is_line:
            return near
        # A line that touches itself is hard to read.
        others = set(cells.values()).difference(beside)
        return [cell for cell in near if others.isdisjoint(sides(size)[cell])]

    def _may_be(self, cells: dict[int, int]) -> bool:
        """Return whether the digits can be those of such a constraint, and a line does not cross itself."""
        solution = self._drawer._solution
        if self._is_line:
            steps = ((cells[at], cells[at + 1]) for at in cells if at + 1 in cells)
            if crosses(steps, self._size):
                return False
        if self._drawn.knows_boxes:
            return True
        if self._kind.different and len({solution[c] for c in cells.values()}) < len(cells):
            return False
        digits = tuple(
            solution[cells[place]] if place in cells else 0 for place in range(self._length)
        )
        return self._drawer.fits(self._kind, self._length, digits)

    def _made(self, path: Cells) -> Constraint | None:
        names = tuple(self._drawer._space.names[cell] for cell in path)
        return self._drawer._made(self._kind, path, self._drawer.split(self._kind, names))


_Way = Callable[[Drawer, type[Constraint], Places], Iterator[Constraint]]
_WAYS: dict[Shape, _Way] = {
    Shape.LINE: Drawer._paths,
    Shape.AREA: Drawer._paths,
    Shape.EDGE: Drawer._edges,
    Shape.SQUARE: Drawer._corners,
    Shape.CELL: Drawer._single_cells,
    Shape.DIAGONAL: Drawer._diagonals,
    Shape.OUTSIDE: Drawer._outside,
}
