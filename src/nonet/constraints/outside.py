"""Clues outside the board, which speak of a row or column as it is seen from there, and cells that index their line."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, chain, combinations, pairwise, product
from typing import ClassVar, TypeAlias, TypeVar

from nonet.constraints.automata import Reader, automata, automaton
from nonet.constraints.base import (
    Board,
    Cells,
    Constraint,
    IntoNames,
    Space,
    Violation,
    repeated,
)
from nonet.constraints.marks import Badge, Legend, Mark, Outline, Outside, Side
from nonet.constraints.primitives import (
    MOST_SET_DIGITS,
    Allowed,
    Different,
    Either,
    Filling,
    Linear,
    Pair,
    Primitive,
    Visible,
)
from nonet.constraints.space import Group
from nonet.words.messages import Value

__all__ = [
    "ColumnIndexing",
    "FullRank",
    "HiddenSkyscraper",
    "Lunchbox",
    "NoTiedLines",
    "NumberedRoom",
    "RowIndexing",
    "Sandwich",
    "Skyscraper",
    "XSum",
]

_Cell = TypeVar("_Cell", str, int)
_LINE = re.compile(r"\s*(r|row|c|col|column)\s*([1-9]\d?)\s*", re.IGNORECASE)
_SIDES: dict[str, tuple[Side, Side]] = {"r": ("left", "right"), "c": ("top", "bottom")}


class _Clue(Constraint):
    """A clue beside a row (``r3``) or above or below a column (``c5``)."""

    line: str
    clue: ClassVar[str]
    """The field that is written outside the board."""

    @classmethod
    def _line(cls, line: str) -> str:
        match = _LINE.fullmatch(line) if isinstance(line, str) else None
        if match is None:
            raise cls.error(f"expected a row such as r3 or a column such as c5, got {line!r}")
        return f"{match[1][0].lower()}{match[2]}"

    @classmethod
    def _side(cls, line: str, side: str) -> Side:
        for known in _SIDES[line[0]]:
            if str(side).lower() == known:
                return known
        shown = " or ".join(_SIDES[line[0]])
        raise cls.error(f"expected {shown} as the side of {line}, got {side!r}")

    def _set_seen(self, line: str, side: str, **fields: object) -> None:
        """Set the fields of a clue that stands at one side of its line."""
        line = self._line(line)
        self._set(line=line, side=self._side(line, side), **fields)

    def _seen(self, space: Space) -> Cells:
        """Return the cells of the line in the order in which the clue sees them."""
        number = int(self.line[1:])
        cells = space.row(number) if self.line[0] == "r" else space.column(number)
        return cells[::-1] if getattr(self, "side", "") in ("right", "bottom") else cells

    def check(self, space: Space) -> None:
        number, lines = int(self.line[1:]), space.rows if self.line[0] == "r" else space.columns
        if number > lines:
            name = "row" if self.line[0] == "r" else "column"
            raise self.error(f"expected {name} 1 to {lines}, got {number}")

    def marks(self, space: Space) -> Iterator[Mark]:
        name = "row" if self.line[0] == "r" else "column"
        side: Side = getattr(self, "side", _SIDES[self.line[0]][0])
        yield Outside((name, int(self.line[1:])), side, self.word, str(getattr(self, self.clue)))

    def sentence(self) -> tuple[str, dict[str, object]]:
        values: dict[str, object] = dict(self.fields)
        kind = "row" if self.line[0] == "r" else "column"
        values["line"] = Value("house", {"kind": kind, "n": int(self.line[1:])})
        return self.word, values


class _DigitClue(_Clue):
    """A clue that is a digit of the line."""

    form = "digit=line=side"
    clue = "digit"
    line: str
    side: str
    digit: int

    def __init__(self, line: str, side: str, digit: int) -> None:
        self._set_seen(line, side, digit=digit)


class XSum(_Clue):
    """An X-sum: the first X digits add up to the clue, and X is the first of them.

    >>> XSum("row 3", "left", 27)
    XSum('r3', 'left', 27)
    """

    word = "xsum"
    form = "sum=line=side"
    clue = "sum"
    line: str
    side: str
    sum: int

    def __init__(self, line: str, side: str, sum: int) -> None:
        self._set_seen(line, side, sum=sum)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._seen(space)
        count = board.get(cells[0])
        if count is None:
            return
        seen = cells[:count]
        if count > len(cells):
            values = {"cell": cells[0], "digit": count, "low": 0, "high": len(cells)}
            yield Violation(cells[:1], "range", values)
        elif all(cell in board for cell in seen):
            found = sum(board[cell] for cell in seen)
            if found != self.sum:
                yield self.miscounted(seen or cells[:1], found)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = space.indices(self._seen(space))
        choices: list[tuple[Primitive, ...]] = []
        for count in space.digits:
            first = Allowed(cells[0], space.mask([count]))
            if (count == 0 and self.sum == 0) or count == 1 == self.sum:
                choices.append((first,))
            elif 1 < count <= len(cells):
                rest = cells[1:count]
                total = self.sum - count
                choices.append((first, Linear(rest, (1,) * len(rest), total, total)))
        yield Either(tuple(choices))


class Skyscraper(_Clue):
    """Each digit is a building of that height; the clue is the number of buildings seen. A 0 is no building.

    >>> Skyscraper("c1", "bottom", 3).count
    3
    """

    word = "skyscraper"
    form = "count=line=side"
    clue = "count"
    line: str
    side: str
    count: int

    def __init__(self, line: str, side: str, count: int) -> None:
        self._set_seen(line, side, count=count)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._seen(space)
        if not all(cell in board for cell in cells):
            return
        heights = [0, *accumulate((board[cell] for cell in cells), max)]
        found = sum(low < high for low, high in pairwise(heights))
        if found != self.count:
            yield self.miscounted(cells, found)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        seen = self._seen(space)
        if (
            1 < len(seen) <= len(space.digits) <= MOST_SET_DIGITS
            and 0 <= self.count <= len(space.digits)
            and space.share_house(seen)
        ):
            yield Visible(space.indices(seen), self.count)
            return

        # A state is the greatest height so far and the number of buildings seen.
        def step(state: tuple[int, int], digit: int) -> Iterator[tuple[int, int]]:
            highest, seen = state
            if digit <= highest:
                yield state
            elif seen < self.count:
                yield digit, seen + 1

        cells = space.indices(seen)
        key = self.word, self.count
        yield automaton(
            space, cells, key, lambda: Reader([(0, 0)], step, lambda state: state[1] == self.count)
        )


class HiddenSkyscraper(_DigitClue):
    """The clue is the first building that is hidden by a higher one before it.

    >>> HiddenSkyscraper("r1", "right", 4).digit
    4
    """

    word = "hiddenskyscraper"

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        highest = space.digits[0] - 1
        cells = self._seen(space)
        for cell in cells:
            if cell not in board:
                return
            if board[cell] <= highest:
                if board[cell] != self.digit:
                    yield self.broken(board, (cell,))
                return
            highest = board[cell]
        yield self.broken(board, cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # A state is the greatest height so far, None after the first hidden building.
        def step(highest: int | None, digit: int) -> Iterator[int | None]:
            if highest is None:
                yield None
            elif digit > highest:
                yield digit
            elif digit == self.digit:
                yield None

        cells = space.indices(self._seen(space))
        begin: list[int | None] = [space.digits[0] - 1]
        key = self.word, self.digit
        yield automaton(space, cells, key, lambda: Reader(begin, step, lambda state: state is None))


class NumberedRoom(_DigitClue):
    """The clue is the digit of the Nth cell, and N is the digit of the first cell.

    >>> NumberedRoom("r1", "left", 4).digit
    4
    """

    word = "numberedroom"

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._seen(space)
        yield from _unindexed(cells[0], cells, self.digit, board)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = self._seen(space)
        yield from _indexed(cells[0], cells, self.digit, space)


class _Indexing(Constraint):
    knows_places = True
    names_houses = True
    cells: Cells

    def _targets(self, space: Space) -> Iterator[tuple[str, Cells, int]]:
        """Yield for each cell its line and the digit that its own digit is the place of."""
        raise NotImplementedError

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for cell, line, digit in self._targets(space):
            yield from _unindexed(cell, line, digit, board)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        for cell, line, digit in self._targets(space):
            yield from _indexed(cell, line, digit, space)

    def marks(self, space: Space) -> Iterator[Mark]:
        for cell in self.cells:
            yield Badge(cell, self.word)

    def check(self, space: Space) -> None:
        super().check(space)
        for cell in self.cells:
            if space.at(cell) is None:
                raise self.error(f"expected a cell of the board, got {cell}")


class ColumnIndexing(_Indexing):
    """A cell in column C says in which column of its row the digit C is.

    >>> ColumnIndexing("r1c1 r2c1").cells
    ('r1c1', 'r2c1')
    """

    word = "columnindexing"
    form = "cells"
    cells: Cells

    def __init__(self, cells: IntoNames) -> None:
        self._set(cells=self._names(cells))

    def _targets(self, space: Space) -> Iterator[tuple[str, Cells, int]]:
        for cell in self.cells:
            row, column = space.at(cell) or (1, 1)
            yield cell, space.row(row), column


class RowIndexing(_Indexing):
    """A cell in row R says in which row of its column the digit R is.

    >>> RowIndexing("r1c1 r1c2").cells
    ('r1c1', 'r1c2')
    """

    word = "rowindexing"
    form = "cells"
    cells: Cells

    def __init__(self, cells: IntoNames) -> None:
        self._set(cells=self._names(cells))

    def _targets(self, space: Space) -> Iterator[tuple[str, Cells, int]]:
        for cell in self.cells:
            row, column = space.at(cell) or (1, 1)
            yield cell, space.column(column), row


def _unindexed(index: str, cells: Cells, digit: int, board: Board) -> Iterator[Violation]:
    """Yield a violation if the cell that the index names has another digit."""
    place = board.get(index)
    if place is None:
        return
    if not 1 <= place <= len(cells):
        values = {"cell": index, "digit": place, "low": 1, "high": len(cells)}
        yield Violation((index,), "range", values)
        return
    cell = cells[place - 1]
    if cell in board and board[cell] != digit:
        values = {
            "index": index,
            "place": place,
            "cell": cell,
            "digit": digit,
            "found": board[cell],
        }
        yield Violation((index, cell), "index", values)


def _indexed(index: str, cells: Cells, digit: int, space: Space) -> Iterator[Primitive]:
    """Yield primitives for: the cell that the index names has the digit."""
    # In a line without repeats the digit is nowhere else.
    different = space.share_house(cells)
    places = [place for place in space.digits if 1 <= place <= len(cells)]
    at_itself = cells.index(index) + 1 if index in cells else 0
    allowed = [p for p in places if p != at_itself or p == digit]
    if different and at_itself and at_itself != digit:
        allowed = [place for place in allowed if place != digit]
    own, line = space.index(index), space.indices(cells)
    yield Allowed(own, space.mask(allowed))
    holds, first = space.mask((digit,)), space.digits.start
    others = space.all_digits & ~holds if different else space.all_digits
    for place in allowed:
        if place != at_itself:
            rows = [others] * len(space.digits)
            rows[place - first] = holds
            yield Pair(own, line[place - 1], tuple(rows))


# -- sandwiches -----------------------------------------------------------------------------------


class Sandwich(_Clue):
    """The digits between the lowest and the highest digit of the line add up to the clue.

    >>> Sandwich("c5", 18).line
    'c5'
    """

    word = "sandwich"
    form = "sum=line"
    clue = "sum"
    line: str
    sum: int

    def __init__(self, line: str, sum: int) -> None:
        self._set(line=self._line(line), sum=sum)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from _unfilled(self, self._seen(space), board)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield from _filling(self._seen(space), self.sum, space)


class Lunchbox(Constraint):
    """A lunchbox: no digit twice, and those between its lowest and its highest digit add up to the sum.

    >>> Lunchbox("r1c1 r1c2 r1c3", 4).sum
    4
    """

    word = "lunchbox"
    form = "sum=line"
    line: Cells
    sum: int

    def __init__(self, line: IntoNames, sum: int) -> None:
        self._set(line=self._names(line, least=2), sum=sum)

    def check(self, space: Space) -> None:
        super().check(space)
        self._check_room(self.line, space)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.line, "lunchbox")
        yield from _unfilled(self, self.line, board)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield Different(space.indices(self.line))
        yield from _filling(self.line, self.sum, space)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.line, "cage", str(self.sum))


def _unfilled(clue: Sandwich | Lunchbox, cells: Cells, board: Board) -> Iterator[Violation]:
    """Yield a violation if the digits between the crusts of a full line have another sum."""
    if not all(cell in board for cell in cells):
        return
    digits = [board[cell] for cell in cells]
    one, other = sorted((digits.index(min(digits)), digits.index(max(digits))))
    found = sum(digits[one + 1 : other])
    if found != clue.sum:
        yield clue.miscounted(cells[one : other + 1], found)


def _filling(cells: Cells, total: int, space: Space) -> Iterator[Primitive]:
    """Yield what says that the digits between the crusts of a line without repeats have the sum."""
    line = space.indices(cells)
    if len(line) <= len(space.digits) <= MOST_SET_DIGITS:
        yield Filling(line, total)
        return

    # A state is the lowest digit, the highest one, and the sum so far: -1 before the first crust, None after the other.
    # Between them the state has the crust that is still to come.
    def begin() -> Iterator[tuple[int, int, int, int | None]]:
        crusts: Iterable[tuple[int, int]] = combinations(space.digits, 2)
        if len(cells) == len(space.digits):
            crusts = [(space.digits[0], space.digits[-1])]
        for low, high in crusts:
            if high - low >= len(cells) - 1:
                yield low, high, 0, -1

    def step(
        state: tuple[int, int, int, int | None], digit: int
    ) -> Iterator[tuple[int, int, int, int | None]]:
        low, high, missing, found = state
        if found == -1 and digit in (low, high):
            yield low, high, low + high - digit, 0
        elif found is not None and found >= 0 and digit == missing:
            if found == total:
                yield low, high, 0, None
        elif low < digit < high:
            if found is None or found == -1:
                yield state
            elif found + digit <= total:
                yield low, high, missing, found + digit

    def accepts(state: tuple[int, int, int, int | None]) -> bool:
        return state[3] is None

    key = "filling", total
    yield automaton(space, line, key, lambda: Reader(begin(), step, accepts))


# -- ranks ---------------------------------------------------------------------------------------


def _entries(space: Space) -> dict[Side, list[Cells]]:
    """Return the rows and columns as they are read from each side."""
    rows = [space.row(number) for number in range(1, space.rows + 1)]
    columns = [space.column(number) for number in range(1, space.columns + 1)]
    return _by_side(rows, columns)


@lru_cache(maxsize=16)
def _entry_indices(size: int) -> dict[Side, list[tuple[int, ...]]]:
    """Return the rows and columns of a square board as they are read from each side, as indices."""
    rows = [tuple(range(row * size, (row + 1) * size)) for row in range(size)]
    return _by_side(rows, list(zip(*rows, strict=True)))


def _by_side(
    rows: list[tuple[_Cell, ...]], columns: list[tuple[_Cell, ...]]
) -> dict[Side, list[tuple[_Cell, ...]]]:
    return {
        "left": rows,
        "right": [row[::-1] for row in rows],
        "top": columns,
        "bottom": [column[::-1] for column in columns],
    }


@lru_cache(maxsize=16)
def _peers(size: int, houses: tuple[Group, ...]) -> list[set[int]]:
    """Return the other cells of the houses of each cell of a square board, as indices."""
    space = Space(size, size, range(1, size + 1), houses)
    found: list[set[int]] = [set() for _ in range(size * size)]
    for house in houses:
        cells = space.indices(cell for cell in house.cells if cell in space)
        for cell in cells:
            found[cell].update(cells)
    return [cells - {cell} for cell, cells in enumerate(found)]


def _compared(
    one: tuple[int, ...], other: tuple[int, ...], peers: list[set[int]]
) -> tuple[int, ...]:
    """Return the cells that decide which line is less, in turn: up to the first that surely differ."""
    found: tuple[int, ...] = ()
    for a, b in zip(one, other, strict=True):
        if a != b:
            found += a, b
        if b in peers[a]:
            break
    return found or (one[-1], other[-1])


_Compared: TypeAlias = "dict[str, tuple[list[int], list[tuple[int, ...]]]]"


@lru_cache(maxsize=256)
def _ranked_against(
    size: int, houses: tuple[Group, ...], own: tuple[int, ...], own_side: str
) -> _Compared:
    """Return the cells that decide whether lines of the three other sides are less than this one, and their sides.

    The lists are by the state in which they are read. A line whose first cell sees that of this line does not begin
    with the same digit, and is left out.
    """
    peers = _peers(size, houses)
    found: _Compared = {}
    others = [lines for side, lines in _entry_indices(size).items() if side != own_side]
    for side, lines in enumerate(others):
        for line in lines:
            if line[0] in peers[own[0]]:
                continue
            decides = _compared(own[1:] or own, line[1:] or line, peers)
            state = "equal" if line[0] == own[0] else "begin"
            cells = decides if state == "equal" else (line[0], *decides)
            sides, lists = found.setdefault(state, ([], []))
            sides.append(side)
            lists.append(cells)
    return found


def _check_is_as_high_as_wide(constraint: Constraint, space: Space) -> None:
    if space.rows != space.columns or len(space.digits) != space.rows:
        raise constraint.error("expected a square board with as many digits as rows")


class FullRank(_Clue):
    """All rows and columns are numbers, read from both ends; the clue is the rank of one of them, from the lowest.

    With ``ties`` another line may be the same number; then both have the same rank.

    >>> FullRank("r1", "left", 7).rank
    7
    """

    word = "fullrank"
    form = "ties=rank=line=side"
    clue = "rank"
    line: str
    side: str
    rank: int
    ties: bool

    def __init__(self, line: str, side: str, rank: int, *, ties: bool = False) -> None:
        self._set_seen(line, side, rank=rank, ties=ties)

    def check(self, space: Space) -> None:
        super().check(space)
        _check_is_as_high_as_wide(self, space)
        if not 1 <= self.rank <= 4 * space.rows:
            raise self.error(f"expected a rank from 1 to {4 * space.rows}, got {self.rank}")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if not all(cell in board for cell in space.names[: space.rows * space.columns]):
            return
        seen = self._seen(space)
        own = [board[cell] for cell in seen]
        others = [
            [board[cell] for cell in cells]
            for lines in _entries(space).values()
            for cells in lines
            if cells != seen
        ]
        found = 1 + sum(other < own for other in others)
        if found != self.rank:
            yield self.miscounted(seen, found)
        elif not self.ties and own in others:
            yield Violation(seen, "tied", {"rule": self})

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # As many lines begin with one digit as there are sides: the rank tells the first digit, and how many of the
        # three other lines with this digit are less.
        order, less = divmod(self.rank - 1, 4)
        first = space.digits[order]
        own = space.indices(self._seen(space))
        yield Allowed(own[0], space.mask([first]))
        compared = _ranked_against(space.rows, space.houses, own, self.side)
        lower = self._read(space, compared, first, True) if less else ()
        higher = self._read(space, compared, first, False) if less < 3 else ()
        choices: list[tuple[Primitive, ...]] = []
        for chosen in combinations(range(3), less):
            parts = (lower[i] if i in chosen else higher[i] for i in range(3))
            choices.append(tuple(chain.from_iterable(parts)))
        yield Either(tuple(choices))

    def _read(
        self, space: Space, compared: _Compared, first: int, less: bool
    ) -> tuple[list[Primitive], ...]:
        """Return, for each other side, what says that its lines are less, or not less."""
        found: tuple[list[Primitive], ...] = [], [], []
        for start, (sides, lines) in compared.items():
            comparison = _comparison(start, first, less, self.ties)
            read = automata(space, lines, *comparison, most=2 * space.rows)
            for side, each in zip(sides, read, strict=True):
                found[side].append(each)
        return found


class NoTiedLines(Constraint):
    """No two rows or columns, read from either end, are the same number.

    >>> NoTiedLines()
    NoTiedLines()
    """

    word = "noties"
    digits_interchangeable = True

    def __init__(self) -> None:
        pass

    def check(self, space: Space) -> None:
        _check_is_as_high_as_wide(self, space)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for one, other in self._pairs(space):
            if all(cell in board for cell in (*one, *other)):
                numbers = [[board[cell] for cell in line] for line in (one, other)]
                if numbers[0] == numbers[1]:
                    yield self.broken(board, (*one, *other))

    @staticmethod
    def _pairs(space: Space) -> Iterator[tuple[Cells, Cells]]:
        for lines, others in combinations(_entries(space).values(), 2):
            for one in lines:
                for other in others:
                    yield one, other

    def primitives(self, space: Space) -> Iterator[Primitive]:
        peers = _peers(space.rows, space.houses)
        compared = [
            _compared(one, other, peers)
            for lines, others in combinations(_entry_indices(space.rows).values(), 2)
            for one, other in product(lines, others)
        ]
        comparison = _comparison("equal", None, None, False)
        yield from automata(space, compared, *comparison, most=2 * space.rows)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Legend(self.word)


def _comparison(
    start: str, first: int | None, less: bool | None, ties: bool
) -> tuple[Hashable, Callable[[], Reader[tuple[str, int]]]]:
    """Return what reads two numbers digit by digit in turn and compares the second with the first, and its key.

    From the state "begin" it reads the first digit of the second number, and accepts if it is not ``first``. Else it
    accepts a second number that is less, or not less; None is any difference.
    """

    def step(state: tuple[str, int], digit: int) -> Iterator[tuple[str, int]]:
        name, own = state
        if name in ("less", "greater", "other"):
            yield state
        elif name == "begin":
            yield ("equal" if digit == first else "other"), 0
        elif name == "equal":
            yield "own", digit
        elif digit == own:
            yield "equal", 0
        else:
            yield ("less" if digit < own else "greater"), 0

    accepted = {"other"} | ({"less"} if less in (True, None) else set())
    accepted |= {"greater"} if not less else set()
    accepted |= {"equal"} if less is False and ties else set()
    key = "comparison", start, first, less, ties
    return key, lambda: Reader([(start, 0)], step, lambda state: state[0] in accepted)
