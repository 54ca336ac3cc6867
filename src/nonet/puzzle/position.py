"""`Position`: where the player of a puzzle is, as one value.

A text can be a puzzle, or a moment on the way to its solution. The moment is the puzzle, the digits placed since then
and the candidates removed; and whether the givens are *known*, because a grid of candidates, as forums print it, does
not say which of its filled cells were given. What may be deduced depends on it: see `nonet.steps.Premise`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias, overload

from nonet.base import later
from nonet.base.cells import board_name, cell_name, cells_at
from nonet.base.digits import with_separators
from nonet.base.errors import ParseError, RulesError
from nonet.base.immutable import Immutable
from nonet.base.masks import digits_of, mask_of
from nonet.boards.grid import Candidates, Grid, IntoGrid
from nonet.puzzle.value import IntoPuzzle, Puzzle, as_puzzle

if TYPE_CHECKING:
    from nonet.puzzle.checking import Check, Mistakes
    from nonet.puzzle.exact import AtLeast
    from nonet.puzzle.repairing import Repair
    from nonet.rules import Rules
    from nonet.steps import Premise, Profile, Rating, Step, Technique

__all__ = ["Board", "Givens", "IntoBoard", "Position", "masks_beside"]

Givens: TypeAlias = Literal["filled", "unknown"]
"""What is known of the filled cells of a board: all of them are givens, or it is unknown which are."""


class Position(
    Immutable,
    compared=("puzzle", "_left", "givens_known"),
    advice="after() makes the next one",
):
    """A moment on the way to the solution: a ``puzzle``, the digits ``placed`` and the candidates ``removed``.

    ``placed`` are the digits that are filled in, as a board or a mapping from cells; givens may be among them.
    ``candidates`` are those that are left, and their placed digits count as placed; a candidate that a filled peer
    excludes is dropped. ``removed`` maps cells to digits that are removed beside these. Without them, a cell has the
    candidates that its peers leave it; what constraints exclude beyond that is left for the steps to find.

    ``givens_known`` is false where it is not known which filled cells are givens. The puzzle is then one of candidates
    (a sukaku), and its filled cells are placed.

    Raises `ParseError` for a digit that the board does not have or in the place of another given, and `RulesError` for
    a board of another size.

    >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> position = Position(puzzle, placed={"r1c6": 8}, removed={"r1c3": 1})
    >>> position.grid["r1c6"], position.removed, sorted(position.candidates()["r1c3"])
    (8, {2: frozenset({1})}, [2, 4])
    >>> print(position.hint())
    Hidden single in a box: r3c1=1
    """

    __slots__ = ("_left", "givens_known", "puzzle")
    puzzle: Puzzle
    givens_known: bool
    _left: Candidates

    def __init__(
        self,
        puzzle: IntoPuzzle,
        *,
        placed: IntoGrid | Mapping[Any, int] | None = None,
        candidates: Candidates | None = None,
        removed: Mapping[Any, int | Iterable[int]] | None = None,
        givens_known: bool = True,
    ) -> None:
        if isinstance(puzzle, Position):
            raise TypeError(
                "expected a puzzle, got a Position; ask for position.puzzle, or use after()"
            )
        puzzle = as_puzzle(puzzle)
        size = puzzle.rules.size
        own = puzzle.rules.own_digits
        if isinstance(placed, Mapping):
            placed = Grid(bytes(size**2)).with_digits(placed)
        filled = bytearray(puzzle.givens)
        boards = [candidates.placed] if candidates is not None else []
        boards += [Grid(placed, digit_set=own)] if placed is not None else []
        for board in boards:
            if board.size != size:
                wrong = board_name(board.size)
                raise RulesError(f"expected candidates of {board_name(size)}, got {wrong}")
            for cell, digit in enumerate(board):
                if digit and filled[cell] not in (0, digit):
                    raise ParseError(
                        f"{cell_name(cell, size)} is given as"
                        f" {puzzle.givens.value(filled[cell])}, and"
                        f" {puzzle.givens.value(digit)} is placed there"
                    )
                filled[cell] |= digit
        grid = Grid._trusted(bytes(filled), size, own)
        masks = _open_masks(puzzle, grid)
        if candidates is not None:
            masks = [mask & left for mask, left in zip(masks, candidates.masks, strict=True)]
        for cell, mask in _masks_of(removed or {}, size):
            masks[cell] &= ~mask
        masks = [1 << d - 1 if d else mask for d, mask in zip(grid, masks, strict=True)]
        left = Candidates._trusted(tuple(masks), grid)
        self._keep(puzzle=puzzle, givens_known=givens_known, _left=left)

    @classmethod
    def of(cls, board: IntoBoard) -> Position:
        """Return the position that a board is: a puzzle is the first of its positions."""
        return board if isinstance(board, Position) else cls(board)

    @classmethod
    def of_candidates(
        cls,
        candidates: Candidates,
        *,
        rules: Rules | str | None = None,
        info: Mapping[str, str] | None = None,
    ) -> Position:
        """Return the position of a grid of candidates that does not say which of its filled cells were given."""
        marks = Candidates.from_masks(candidates.masks).with_digit_set(candidates.digit_set)
        puzzle = Puzzle(marks, rules=rules, info=info)
        return cls(puzzle, placed=candidates.placed, givens_known=False)

    # -- what is on the board --------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the puzzle."""
        return self.puzzle.rules

    @property
    def givens(self) -> Grid:
        """The givens of the puzzle; none where they are not known."""
        return self.puzzle.givens

    @property
    def marks(self) -> Candidates | None:
        """The candidates that the puzzle starts from, None if it is made of givens alone."""
        return self.puzzle.marks

    @property
    def info(self) -> Mapping[str, str]:
        """The notes of the puzzle."""
        return self.puzzle.info

    @property
    def grid(self) -> Grid:
        """The filled cells: givens and placed digits."""
        return self._left.placed

    @property
    def masks(self) -> tuple[int, ...]:
        """The candidates that are left, as `Candidates.masks`."""
        return self._left.masks

    @property
    def placed(self) -> Grid:
        """The filled cells that are not givens."""
        pairs = zip(self.grid, self.givens, strict=True)
        return self.grid._with_cells(bytes(0 if given else digit for digit, given in pairs))

    @property
    def removed(self) -> dict[int, frozenset[int]]:
        """The candidates that the filled cells and the puzzle leave, and that are removed all the same."""
        return {
            cell: frozenset(digits_of(gone))
            for cell, (mask, left) in enumerate(
                zip(_open_masks(self.puzzle, self.grid), self.masks, strict=True)
            )
            if not self.grid[cell] and (gone := mask & ~left)
        }

    @property
    def is_start(self) -> bool:
        """Whether nothing is placed and nothing is removed."""
        if self.grid != self.givens or not self.givens_known:
            return False
        pairs = zip(self.masks, _open_masks(self.puzzle, self.grid), self.grid, strict=True)
        return not [left for left, mask, digit in pairs if not digit and left != mask]

    def candidates(self) -> Candidates:
        """Return the candidates that are left; the filled cells are placed."""
        return self._left

    @property
    def premise(self) -> Premise:
        """What a technique may take for granted here."""
        from nonet.puzzle import finding

        return finding.premise(self)

    # -- going on --------------------------------------------------------------------------------

    def after(self, step: Step) -> Position:
        """Return the position after a step: its digit placed, its candidates removed.

        Raises `ValueError` for a step that is not possible here, and `TypeError` for another type than `Step`.
        """
        if not hasattr(step, "technique"):
            raise TypeError(f"expected a Step, got {type(step).__name__}")
        after = Position.__new__(Position)
        after._keep(
            puzzle=self.puzzle, givens_known=self.givens_known, _left=self._left.after(step)
        )
        return after

    def with_givens(self, givens: Givens) -> Position:
        """Return the same board with what a person knows of its givens.

        "filled": all filled cells are givens; where none is filled, as in a text of candidates, the cells with one
        candidate are. "unknown": some filled cells are givens, and it is unknown which.

        >>> position = Position("1...............", placed="1..2............")
        >>> position.with_givens("filled").givens.text(), position.with_givens("unknown").givens_known
        ('1..2............', False)
        """
        if givens not in ("filled", "unknown"):
            raise ValueError(f"givens must be 'filled' or 'unknown', got {givens!r}")
        left = self.candidates()
        if givens == "unknown":
            return self.of_candidates(left, rules=self.rules, info=self.info)
        filled = self.grid if any(self.grid) else left.solved
        return Position(Puzzle(filled, rules=self.rules, info=self.info), candidates=left)

    def with_info(
        self, info: Mapping[str, str] | Iterable[tuple[str, str]] = (), **more: str
    ) -> Position:
        """Return the same position with notes added to its puzzle."""
        return self.on(self.puzzle.with_info(info, **more))

    def on(self, puzzle: Puzzle) -> Position:
        """Return the same digits and candidates on another puzzle."""
        if puzzle is self.puzzle:
            return self
        return Position(puzzle, candidates=self.candidates(), givens_known=self.givens_known)

    # -- questions -------------------------------------------------------------------------------

    def hint(self, *, profile: str | Profile = "nonet", budget: int | None = None) -> Step | None:
        """Return the easiest next step in the order of a profile, or None if the board is full.

        Only techniques are tried whose premise holds, see `premise`. With several solutions, the step holds in all of
        them. Raises `NoSolution` if a digit is wrong or a candidate of the solution is removed; the message names the
        cell. Raises `Conflict` or `NoSolution` if the puzzle has no solution; `Stuck` if no technique finds a step;
        `LimitReached` if the budget is spent.
        """
        from nonet.puzzle import explaining

        return explaining.hint(self, profile, budget)

    def steps(
        self, *, profile: str | Profile = "nonet", budget: int | None = None
    ) -> Iterator[Step]:
        """Yield the steps from here to the solution, always the easiest one. Raises what `hint` raises.

        With several solutions, they end where no technique finds more that all solutions share.
        """
        from nonet.puzzle import explaining

        return explaining.steps(self, profile, budget)

    def all_steps(
        self,
        *,
        profile: str | Profile = "nonet",
        techniques: Iterable[str | Technique] | None = None,
        budget: int | None = None,
    ) -> tuple[Step, ...]:
        """Return every step that can be done now, as `Puzzle.all_steps` does."""
        from nonet.puzzle import explaining

        return explaining.all_steps(self, profile, techniques, budget)

    def rate(self, *, profile: str | Profile = "se", budget: int | None = None) -> Rating:
        """Return the difficulty of the puzzle; where its givens are not known, that of the board as it is."""
        from nonet.puzzle import explaining

        start = Position(self.puzzle) if self.givens_known else self
        return explaining.rate(start, profile, budget)

    def check(self, *, budget: int | None = None, language: str = "en") -> Check:
        """Return what is wrong with the puzzle, and what the position adds: wrong digits, candidates wrongly removed.

        >>> puzzle = Puzzle("1... ..3. .4.. ...2")
        >>> print(Position(puzzle, placed=".2" + "." * 14).check())
        r1c2 is 2, the solution has 3
        """
        from nonet.puzzle.checking import check_position

        return check_position(self, budget, language)

    def mistakes(self, *, budget: int | None = None) -> Mistakes:
        """Return what differs from the solution. Raises what `solution` raises."""
        from nonet.puzzle.checking import mistakes_of

        return mistakes_of(self, self.solution(budget=budget))

    def repair(self, *, budget: int | None = None) -> Repair:
        """Return the position without its mistakes: wrong digits removed, candidates of the solution restored.

        If the puzzle itself does not have exactly one solution, the repair is that of `Puzzle.repair`.

        >>> print(Position("1... ..3. .4.. ...2", placed=".2" + "." * 14).repair())
        remove r1c2=2 (fewest changes possible)
        """
        from nonet.puzzle.repairing import repair_position

        return repair_position(self, budget)

    def solution(self, *, budget: int | None = None) -> Grid:
        """Return the only solution of the puzzle. Raises what `Puzzle.solution` raises."""
        return self.puzzle.solution(budget=budget)

    def count(self, limit: int | None = 2, *, budget: int | None = None) -> int | AtLeast:
        """Return the number of solutions of the puzzle, as `Puzzle.count` does."""
        return self.puzzle.count(limit, budget=budget)

    @property
    def is_unique(self) -> bool:
        """Whether the puzzle has exactly one solution."""
        return self.puzzle.is_unique

    if not TYPE_CHECKING:  # a type checker knows all attributes

        def __getattr__(self, name: str) -> NoReturn:
            """Say which object answers questions about the puzzle alone."""
            if not name.startswith("_") and hasattr(Puzzle, name):
                raise AttributeError(
                    f"a Position has no {name!r}; ask its puzzle: position.puzzle.{name}"
                )
            raise AttributeError(f"'Position' object has no attribute {name!r}")

    # -- being a value ---------------------------------------------------------------------------

    @overload
    def __getitem__(self, cell: int | str | tuple[int, int]) -> int: ...
    @overload
    def __getitem__(
        self, cell: slice | tuple[slice, int] | tuple[int, slice]
    ) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, cell: tuple[slice, slice]) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, cell: Any) -> object:
        """Return the digit of a cell, 0 if it is empty; several cells as for `Grid`."""
        return self.grid[cell]

    def __iter__(self) -> Iterator[int]:
        return iter(self.grid)

    def __repr__(self) -> str:
        parts = [repr(self.puzzle)]
        if any(self.placed):
            parts.append(f"placed={self.placed.text()!r}")
        if removed := self.removed:
            size = self.grid.size
            cells = (f"{cell_name(cell, size)!r}: {set(d)}" for cell, d in removed.items())
            parts.append(f"removed={{{', '.join(cells)}}}")
        if not self.givens_known:
            parts.append("givens_known=False")
        return f"Position({', '.join(parts)})"

    def __str__(self) -> str:
        if self.removed or self.marks is not None:
            return str(self.candidates())
        rules = self.rules
        return with_separators(self.grid.text(), rules.size, rules.box_rows, rules.box_columns)

    def _repr_svg_(self) -> str:
        """Draw the position, for notebooks."""
        return later.svg(self)


Board: TypeAlias = Puzzle | Position
"""What a reader returns: a puzzle, or a position on one."""

IntoBoard: TypeAlias = "Position | IntoPuzzle"


def _masks_of(removed: Mapping[Any, int | Iterable[int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of removed candidates, each with the mask of its digits."""
    if not isinstance(removed, Mapping):
        kind = type(removed).__name__
        raise TypeError(
            f"removed must map cells to digits, such as {{'r1c3': {{1, 2}}}}, got {kind}"
        )
    for key, value in removed.items():
        cell, digits = cells_at(key, size), [value] if isinstance(value, int) else list(value)
        for digit in digits:
            if not isinstance(digit, int) or not 1 <= digit <= size:
                name = cell_name(cell, size)
                raise ParseError(f"removed from {name}: expected digits 1 to {size}, got {digit!r}")
        yield cell, mask_of(digits)


def masks_beside(grid: Grid, rules: Rules) -> list[int]:
    """Return the digits that the filled peers leave each open cell."""
    excluded = [0] * len(grid)
    bits = [1 << digit >> 1 for digit in grid]
    for cells in rules.house_cells:
        held = 0
        for cell in cells:
            held |= bits[cell]
        for cell in cells:
            excluded[cell] |= held
    every = (1 << rules.size) - 1
    return [every & ~gone for gone in excluded]


def _open_masks(puzzle: Puzzle, grid: Grid) -> list[int]:
    """Return the candidates that the marks of a puzzle and the filled peers leave each cell."""
    masks = masks_beside(grid, puzzle.rules)
    if puzzle.marks is None:
        return masks
    return [mask & mark for mask, mark in zip(masks, puzzle.marks.masks, strict=True)]
