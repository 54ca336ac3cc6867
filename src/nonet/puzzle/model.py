"""`Model`: a board of any shape and any digits, with constraints and unknown cells.

`Puzzle` is for square boards with the digits 1 to their size, and everything in nonet knows it. A model can have other
rows than columns, digits such as 0 to 8, houses with fewer cells than digits, no houses at all, and *unknowns*: cells
that are not on the board, hold a digit too, and can be named in constraints. It can be solved, counted and checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, Protocol

from nonet import engine
from nonet.base.errors import LimitReached, RulesError
from nonet.base.immutable import Immutable
from nonet.boards.grid import HasBoard
from nonet.puzzle.contradiction import contradiction
from nonet.puzzle.errors import MultipleSolutions, NoSolution
from nonet.puzzle.exact import AtLeast
from nonet.puzzle.impossible import impossible_constraint
from nonet.rules.constraints.base import Constraint, Group, Space, Violation, repeated
from nonet.rules.constraints.notation import in_order
from nonet.rules.constraints.primitives import Allowed, Different, Primitive
from nonet.words.houses import named_house

__all__ = ["Model", "Solution", "Unknowns"]


class Unknowns(NamedTuple):
    """Cells that are not on the board, in rows of ``columns`` cells, named ``name1``, ``name2`` …

    ``columns`` 0 means rows as long as those of the board.

    >>> Unknowns("x", 3).names
    ('x1', 'x2', 'x3')
    """

    name: str
    size: int = 1
    columns: int = 0
    label: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cells."""
        return tuple(f"{self.name}{number}" for number in range(1, self.size + 1))


class Solution(Mapping[str, int]):
    """The digits of a solved model by the names of the cells: the board in reading order, then the unknowns."""

    def __init__(self, digits: Mapping[str, int], cells: int) -> None:
        self._digits = dict(digits)
        self._cells = cells

    def __getitem__(self, name: str) -> int:
        return self._digits[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._digits)

    def __len__(self) -> int:
        return len(self._digits)

    def __hash__(self) -> int:
        return hash(tuple(self._digits.items()))

    def __repr__(self) -> str:
        return f"<Solution {self.text()}>"

    @property
    def board(self) -> tuple[int, ...]:
        """The digits of the board, without the unknowns."""
        return tuple(self._digits.values())[: self._cells]

    def text(self) -> str:
        """Return the board on one line, one character per cell: with a digit above 9, letters from A for 1 on.

        >>> Solution({"r1c1": 0, "r1c2": 10}, 2).text(), Solution({"r1c1": 3, "x1": 4}, 1).text()
        ('0J', '3')
        """
        board = self.board
        if max(board, default=0) < 10:
            return "".join(map(str, board))
        return "".join("0" if digit == 0 else chr(64 + digit) for digit in board)


class Question(HasBoard, Protocol):
    """What a model takes from a `Puzzle`, which does not know models."""

    @property
    def info(self) -> Mapping[str, str]:
        """Notes."""


class Model(Immutable):
    """A board of ``rows`` and ``columns`` whose cells hold one of ``digits``, with houses and constraints.

    ``digits`` is a range, by default 1 to the longer side. ``houses`` are groups of cells that must differ, by default
    rows and columns. ``givens`` are for each cell the digit, or the digits, that it can have.

    Raises `RulesError` for parts that do not fit together.

    >>> from nonet.constraints import Cage
    >>> model = Model(2, 2, digits=range(0, 3), constraints=[Cage("r1c1 r1c2", sum=1)])
    >>> model.space.names, len(model.houses)
    (('r1c1', 'r1c2', 'r2c1', 'r2c2'), 4)
    >>> [violation.sentence for violation in model.violations({"r1c1": 2})]
    ['the digits in the cage r1c1, r1c2 can no longer sum to 1; r1c1 is 2']
    """

    __slots__ = (
        "__dict__",
        "columns",
        "constraints",
        "digits",
        "givens",
        "houses",
        "info",
        "rows",
        "unknowns",
    )
    rows: int
    columns: int
    digits: range
    houses: tuple[Group, ...]
    constraints: tuple[Constraint, ...]
    unknowns: tuple[Unknowns, ...]
    givens: Mapping[str, frozenset[int]]
    info: Mapping[str, str]

    def __init__(
        self,
        rows: int,
        columns: int,
        *,
        digits: range | None = None,
        houses: Iterable[Group] | None = None,
        constraints: Iterable[Constraint] = (),
        unknowns: Iterable[Unknowns] = (),
        givens: Mapping[str, int | Iterable[int]] | None = None,
        info: Mapping[str, str] | None = None,
    ) -> None:
        if not (1 <= rows <= 36 and 1 <= columns <= 36):
            raise RulesError(f"expected 1 to 36 rows and columns, got {rows} and {columns}")
        digits = range(1, max(rows, columns) + 1) if digits is None else digits
        if not 1 <= len(digits) <= 64 or digits.step != 1 or digits.start < 0:
            raise RulesError(f"expected a range of digits such as range(0, 9), got {digits!r}")
        lines = lines_of(rows, columns) if houses is None else houses
        ordered = in_order(dict.fromkeys(constraints))
        self._keep(
            rows=rows,
            columns=columns,
            digits=digits,
            houses=tuple(lines),
            constraints=ordered,
            unknowns=tuple(unknowns),
            info=MappingProxyType(dict(info or {})),
        )
        for constraint in self.constraints:
            constraint.check(self.space)
        for house in self.houses:
            self.space.indices(house.cells)
        self._keep(givens=MappingProxyType(self._checked(givens or {})))

    def _checked(self, givens: Mapping[str, int | Iterable[int]]) -> Mapping[str, frozenset[int]]:
        checked = {}
        for name, value in givens.items():
            self.space.index(name)
            digits = frozenset([value] if isinstance(value, int) else value)
            if wrong := sorted(digit for digit in digits if digit not in self.digits):
                low, high = self.digits[0], self.digits[-1]
                raise RulesError(f"{name}: expected digits {low} to {high}, got {wrong[0]}")
            checked[name] = digits
        return dict(sorted(checked.items(), key=lambda item: self.space.index(item[0])))

    @classmethod
    def of(cls, puzzle: Question) -> Model:
        """Return the model of a puzzle.

        >>> from nonet import Puzzle
        >>> model = Model.of(Puzzle("1..2....3....4.."))
        >>> model.givens["r1c4"], len(model.houses), len(model.constraints)
        (frozenset({2}), 12, 0)
        """
        rules = puzzle.rules
        givens: dict[str, frozenset[int]] = {}
        for cell, (name, digit) in enumerate(zip(rules.space.names, puzzle.givens, strict=True)):
            if puzzle.marks is not None:
                allowed = frozenset(puzzle.marks[cell])
                allowed &= {digit} if digit else allowed
            elif digit:
                allowed = frozenset([digit])
            else:
                allowed = frozenset(range(1, rules.size + 1))
            if len(allowed) < rules.size or len(rules.digits) < len(rules.space.digits):
                givens[name] = frozenset(rules.digits[digit - 1] for digit in allowed)
        return cls(
            rules.size,
            rules.size,
            digits=rules.space.digits,
            houses=rules.space.houses,
            constraints=rules.constraints,
            givens=givens,
            info=puzzle.info,
        )

    def describe(self) -> str:
        """Return what the board is, for messages.

        >>> Model(9, 9, digits=range(0, 9)).describe()
        'a 9x9 model with digits 0 to 8'
        """
        more = f" and {sum(g.size for g in self.unknowns)} unknown cells" if self.unknowns else ""
        digits = f"digits {self.digits[0]} to {self.digits[-1]}"
        return f"a {self.rows}x{self.columns} model with {digits}{more}"

    # -- the board -------------------------------------------------------------------------------

    @cached_property
    def space(self) -> Space:
        """The board as constraints see it."""
        names = (name for group in self.unknowns for name in group.names)
        return Space(self.rows, self.columns, self.digits, self.houses, names, self.constraints)

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """What the engine solves: the houses, the givens, then the constraints."""
        space = self.space
        primitives: list[Primitive] = list(_different(space.names, self.houses))
        primitives += (
            Allowed(cell, mask) for cell, mask in enumerate(self.masks) if mask != space.all_digits
        )
        for constraint in self.constraints:
            primitives += constraint.primitives(space)
        return tuple(primitives)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The digits that each cell can have by the givens alone, as masks."""
        space = self.space
        masks = [space.all_digits] * len(space)
        for name, digits in self.givens.items():
            masks[space.index(name)] = space.mask(digits)
        return tuple(masks)

    def violations(self, digits: Mapping[str, int | None]) -> Iterator[Violation]:
        """Yield what is wrong on a board, which may have empty cells: they are absent or None."""
        board = self.space.filled(digits)
        for name, digit in board.items():
            self.space.index(name)
            if digit not in self.digits or digit not in self.givens.get(name, self.digits):
                allowed = sorted(self.givens.get(name, self.digits))
                values = {"cell": name, "digit": digit, "digits": tuple(allowed)}
                yield Violation((name,), "oneof", values)
        for house in self.houses:
            yield from repeated(board, house.cells, "house", house=named_house(house.name))
        for constraint in self.constraints:
            yield from constraint.violations(board, self.space)

    @cached_property
    def impossible(self) -> Violation | None:
        """What is wrong with a constraint that no board can meet, whatever the givens are, or None."""
        return impossible_constraint(self.constraints, self.space)

    @cached_property
    def contradiction(self) -> Violation | None:
        """Constraints and givens that have no solution together, if few do and that is found soon."""
        givens = {name: min(digits) for name, digits in self.givens.items() if len(digits) == 1}
        space = self.space
        masks = [
            space.all_digits if name in givens else mask
            for name, mask in zip(space.names, self.masks, strict=True)
        ]
        return contradiction(self.constraints, space, masks, givens)

    def _no_solution(self) -> NoSolution:
        wrong = self.impossible or self.contradiction
        why = f": {wrong.sentence}" if wrong else ""
        return NoSolution(f"the model has no solution{why}")

    # -- solving ---------------------------------------------------------------------------------

    @cached_property
    def _tables(self) -> engine.Tables:
        """What the engine makes of the primitives, once."""
        return engine.model_tables(len(self.space), self.digits, self.primitives)

    def _solution(self, digits: bytes) -> Solution:
        """Return the solution of digits counted from 1."""
        low = self.digits.start - 1
        by_name = {name: digit + low for name, digit in zip(self.space.names, digits, strict=True)}
        return Solution(by_name, self.rows * self.columns)

    def count(self, limit: int = 2, *, budget: int | None = None) -> int:
        """Return the number of solutions, at most ``limit``.

        A number that is not exact is an `AtLeast`. Solutions that differ in unknown cells alone are different. Raises
        `LimitReached` if the search spends its ``budget`` of guesses without reaching the limit.

        >>> Model(2, 2, digits=range(0, 3)).count(limit=100)
        18
        """
        status, number, _ = engine.search_model(
            self._tables, self.masks, limit=limit, budget=budget
        )
        if status is engine.Status.OUT_OF_BUDGET:
            raise LimitReached(_spent(budget, number), progress=AtLeast(number))
        return AtLeast(number) if number >= limit else number

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.count() == 1

    def solution(self, *, budget: int | None = None) -> Solution:
        """Return the only solution.

        Raises `NoSolution`, `MultipleSolutions` (which shows where two solutions differ), and `LimitReached` if the
        search spends its ``budget`` of guesses.

        >>> from nonet.constraints import Thermo
        >>> model = Model(2, 2, constraints=[Thermo("r1c1 r1c2")])
        >>> model.solution().text(), model.solution()["r2c1"]
        ('1221', 2)
        """
        status, number, first = engine.search_model(self._tables, self.masks, budget=budget)
        if status is engine.Status.UNIQUE:
            return self._solution(first)
        if status is engine.Status.MULTIPLE:
            one, other = islice(self.solutions(), 2)
            cell = next(name for name in one if one[name] != other[name])
            raise MultipleSolutions(
                f"the model has several solutions: {cell} can be {one[cell]} or {other[cell]}"
            )
        if status is engine.Status.OUT_OF_BUDGET:
            raise LimitReached(_spent(budget, number), progress=AtLeast(number))
        raise self._no_solution()

    def solutions(self, *, budget: int | None = None) -> Iterator[Solution]:
        """Yield every solution as the search finds it.

        >>> [found.text() for found in Model(1, 2).solutions()]
        ['12', '21']
        """
        boards = engine.model_solutions(self._tables, self.masks, budget=budget)
        return map(self._solution, boards)

    def true_candidates(self, *, budget: int | None = None) -> dict[str, frozenset[int]]:
        """Return for each cell the digits that it has in some solution.

        ``budget`` is the number of guesses for each search: there are as many searches as needed to see each of these
        digits, and one for each digit that could not be excluded otherwise. Raises `NoSolution`, and `LimitReached` if
        a search spends its budget.

        >>> from nonet.constraints import Thermo
        >>> sorted(Model(1, 3, constraints=[Thermo("r1c1 r1c2")]).true_candidates()["r1c1"])
        [1, 2]
        """
        masks, exact = engine.true_masks(self._tables, self.masks, budget=budget)
        if not exact:
            raise LimitReached(_spent(budget, 0), progress=0)
        if not all(masks):
            raise self._no_solution()
        return {
            name: frozenset(digit for bit, digit in enumerate(self.digits) if mask >> bit & 1)
            for name, mask in zip(self.space.names, masks, strict=True)
        }

    # -- being a value ---------------------------------------------------------------------------

    @property
    def _key(self) -> tuple[object, ...]:
        return (
            *(self.rows, self.columns, self.digits, frozenset(g[2] for g in self.houses)),
            *(frozenset(self.constraints), self.unknowns, tuple(self.givens.items())),
        )

    def __str__(self) -> str:
        """Draw the givens in rows: a dot for an open cell, a star for one with several digits left."""
        cells = []
        for name in self.space.names[: self.rows * self.columns]:
            digits = self.givens.get(name)
            one = digits is not None and len(digits) == 1
            cells.append(str(next(iter(digits or ()))) if one else "*" if digits else ".")
        return self.draw(cells)

    def draw(self, cells: Sequence[object]) -> str:
        """Return one text per cell in rows and columns.

        >>> print(Model(2, 2).draw([1, 2, 12, 3]))
         1  2
        12  3
        """
        width = max(len(str(cell)) for cell in cells)
        rows = (cells[i : i + self.columns] for i in range(0, len(cells), self.columns))
        return "\n".join(" ".join(f"{cell!s:>{width}}" for cell in row) for row in rows)

    def __repr__(self) -> str:
        shown = [str(self.rows), str(self.columns), f"digits={self.digits!r}"]
        if self.houses != lines_of(self.rows, self.columns):
            shown.append(f"houses={self.houses!r}")
        for name in ("constraints", "unknowns"):
            if getattr(self, name):
                shown.append(f"{name}={getattr(self, name)!r}")
        if self.givens:
            shown.append(f"givens={dict(self.givens)!r}")
        return f"Model({', '.join(shown)})"


def _spent(budget: int | None, number: int) -> str:
    plural = "guess" if budget == 1 else "guesses"
    return f"the budget of {budget} {plural} is spent; found {number} solution(s)"


@lru_cache(maxsize=64)
def lines_of(rows: int, columns: int) -> tuple[Group, ...]:
    """Return the rows and the columns of a board."""
    space = Space(rows, columns, range(1))
    lines = [("row", n, space.row(n)) for n in range(1, rows + 1)]
    lines += [("column", n, space.column(n)) for n in range(1, columns + 1)]
    return tuple(Group(kind, f"{kind} {n}", cells) for kind, n, cells in lines)


@lru_cache(maxsize=64)
def _different(names: tuple[str, ...], houses: tuple[Group, ...]) -> tuple[Different, ...]:
    """Return the primitives of houses on a board whose cells have these names. Many boards have the same houses."""
    index = {name: cell for cell, name in enumerate(names)}
    return tuple(Different(tuple(map(index.__getitem__, house.cells))) for house in houses)
