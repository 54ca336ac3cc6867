"""Clues outside the board, which speak of a row or column as it is seen from there; and lunchboxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise

from nonet.base.numbers import read_number
from nonet.rules.constraints.automata import Reader, automaton
from nonet.rules.constraints.base import (
    Board,
    Constraint,
    Drawn,
    Palette,
    Space,
    Violation,
    out_of_range,
    repeated,
)
from nonet.rules.constraints.f_puzzles import Key
from nonet.rules.constraints.fields import SIDES, LineName, Number, Path, SideName, Total
from nonet.rules.constraints.indexing import indexed, unindexed
from nonet.rules.constraints.iss import Iss, IssSides
from nonet.rules.constraints.looks import LineLook, edge
from nonet.rules.constraints.marks import Line, Mark, Outline, Outside, Side
from nonet.rules.constraints.names import Cells
from nonet.rules.constraints.primitives import (
    MOST_SET_DIGITS,
    Allowed,
    Different,
    Either,
    Filling,
    Primitive,
    Visible,
)
from nonet.rules.constraints.totals import (
    Totals,
    is_total,
    label_of,
    shifted,
    sum_primitives,
    totals_within,
)
from nonet.words.messages import Value


class Clue(Constraint):
    """A clue beside a row (``r3``) or above or below a column (``c5``)."""

    technique = "outside_clue"
    line: LineName = LineName()

    @property
    def _place(self) -> tuple[str, int]:
        """Whether it is beside a row or a column, and its number."""
        return "row" if self.line[0] == "r" else "column", read_number(self.line[1:])

    def _seen(self, space: Space) -> Cells:
        """Return the cells of the line in the order in which the clue sees them."""
        kind, number = self._place
        cells = space.row(number) if kind == "row" else space.column(number)
        return cells[::-1] if getattr(self, "side", "") in ("right", "bottom") else cells

    def check(self, space: Space) -> None:
        kind, number = self._place
        lines = space.rows if kind == "row" else space.columns
        if number > lines:
            raise self.error(f"expected {kind} 1 to {lines}, got {number}")

    def marks(self, space: Space) -> Iterator[Mark]:
        side: Side = getattr(self, "side", SIDES[self.line[0]][0])
        yield Outside(self._place, side, self.word, label_of(getattr(self, self.number)))

    def sentence(self) -> tuple[str, dict[str, object]]:
        kind, number = self._place
        values = {name: self._in_sentence(name) for name in self.fields}
        return self.word, values | {"line": Value("house", {"kind": kind, "n": number})}


class SeenClue(Clue):
    """A clue at one side of its line."""

    side: SideName = SideName()


class _DigitClue(SeenClue):
    """A clue that is a digit of the line."""

    number = "digit"
    digit: Number = Number()


class XSum(SeenClue):
    """An X-sum: the first X digits add up to the clue, and X is the first of them.

    >>> XSum("row 3", "left", 27)
    XSum('r3', 'left', 27)
    """

    word = "xsum"
    palette = Palette("outside", 2)
    iss = IssSides("XSum", zero=False)
    f_puzzles = (Key("xsum", "line", "side", "sum"),)
    number = "sum"
    frame = "M-24 26H24"
    sum: Total = Total()

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._seen(space)
        count = board.get(cells[0])
        if count is None:
            return
        seen = cells[:count]
        if count > len(cells):
            yield out_of_range(cells[0], count, 0, len(cells))
        elif all(cell in board for cell in seen):
            total = sum(board[cell] for cell in seen)
            if not is_total(self.sum, total):
                yield self.miscounted(seen or cells[:1], total)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = space.indices(self._seen(space))
        choices: list[tuple[Primitive, ...]] = []
        for count in space.digits:
            first = Allowed(cells[0], space.mask([count]))
            if count in (0, 1):
                choices += [(first,)] if is_total(self.sum, count) else []
            elif 1 < count <= len(cells):
                rest = cells[1:count]
                total = shifted(self.sum, count)
                choices.append((first, *sum_primitives(rest, (1,) * len(rest), total)))
        yield Either(tuple(choices))


class Skyscraper(SeenClue):
    """Each digit is a building of that height; the clue is the number of buildings seen. A 0 is not a building.

    >>> Skyscraper("c1", "bottom", 3).count
    3
    """

    word = "skyscraper"
    palette = Palette("outside", 3)
    iss = IssSides("Skyscraper", zero=False)
    f_puzzles = (Key("skyscraper", "line", "side", "count"),)
    number = "count"
    frame = "M-26 -20L0 -32L26 -20"
    count: Number = Number()

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._seen(space)
        if not all(cell in board for cell in cells):
            return
        heights = [0, *accumulate((board[cell] for cell in cells), max)]
        count = sum(low < high for low, high in pairwise(heights))
        if count != self.count:
            yield self.miscounted(cells, count)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        seen = self._seen(space)
        if (
            1 < len(seen) <= len(space.digits) <= MOST_SET_DIGITS
            and 0 <= self.count <= len(space.digits)
            and space.share_house(seen)
        ):
            yield Visible(space.indices(seen), self.count)
            return

        cells = space.indices(seen)
        yield automaton(space, cells, (self.word, self.count), lambda: skyline_reader(self.count))


def skyline_reader(count: int) -> Reader[tuple[int, int]]:
    """Return what reads buildings, and accepts them if so many are seen."""

    # A state is the greatest height so far and the number of buildings seen.
    def step(state: tuple[int, int], digit: int) -> Iterator[tuple[int, int]]:
        highest, seen = state
        if digit <= highest:
            yield state
        elif seen < count:
            yield digit, seen + 1

    return Reader([(0, 0)], step, lambda state: state[1] == count)


class HiddenSkyscraper(_DigitClue):
    """The clue is the first building that is hidden by a higher one before it.

    >>> HiddenSkyscraper("r1", "right", 4).digit
    4
    """

    word = "hiddenskyscraper"
    palette = Palette("outside", 4)
    iss = IssSides("HiddenSkyscraper")
    frame = "M-26 -20L0 -32L26 -20M-24 26H24"

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
    palette = Palette("outside", 5)
    iss = IssSides("NumberedRoom")
    frame = "M-29 -26H29V26H-29z"

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._seen(space)
        yield from unindexed(cells[0], cells, self.digit, board)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = self._seen(space)
        yield from indexed(cells[0], cells, self.digit, space)


class Sandwich(Clue):
    """The digits between the lowest and the highest digit of the line add up to the clue.

    >>> Sandwich("c5", 18).line
    'c5'
    """

    word = "sandwich"
    palette = Palette("outside", 1)
    iss = Iss("Sandwich", "sum", "line")
    f_puzzles = (Key("sandwichsum", "line", "sum"),)
    number = "sum"
    frame = "M-24 -26H24M-24 26H24"
    sum: Total = Total()

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
    drawn = Drawn(4, 6)
    palette = Palette("areas", 9)
    iss = Iss("Lunchbox", "sum", "line")
    technique = "outside_clue"
    order = "either"
    number = "sum"
    looks = (LineLook("lunchbox", "grey", (edge(5, "0 13"),), 21, "#D7A77A", 5),)
    frame = "M-24 -26H24M-24 26H24M-30 -14V14M30 -14V14"
    different = "line"
    line: Path = Path(2)
    sum: Total = Total()

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.line, "lunchbox")
        yield from _unfilled(self, self.line, board)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield Different(space.indices(self.line))
        yield from _filling(self.line, self.sum, space)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Line(self.line, "lunchbox")
        yield Outline(self.line, "cage", label_of(self.sum))


def _unfilled(clue: Sandwich | Lunchbox, cells: Cells, board: Board) -> Iterator[Violation]:
    """Yield a violation if the digits between the crusts of a full line have another sum."""
    if not all(cell in board for cell in cells):
        return
    digits = [board[cell] for cell in cells]
    one, other = sorted((digits.index(min(digits)), digits.index(max(digits))))
    total = sum(digits[one + 1 : other])
    if not is_total(clue.sum, total):
        yield clue.miscounted(cells[one : other + 1], total)


def _filling(cells: Cells, total: int | Totals, space: Space) -> Iterator[Primitive]:
    """Yield what says that the digits between the crusts of a line without repeats have the sum."""
    line = space.indices(cells)
    if isinstance(total, int) and len(line) <= len(space.digits) <= MOST_SET_DIGITS:
        yield Filling(line, total)
        return
    key = "filling", total
    yield automaton(space, line, key, lambda: filling_reader(len(cells), space.values, total))


def filling_reader(
    length: int, digits: Sequence[int], total: int | Totals
) -> Reader[tuple[int, int, int, int | None]]:
    """Return what reads a line of different digits, and accepts it if those between its crusts have the sum."""
    totals = frozenset(totals_within(total, 0, sum(digits)))
    most = max(totals, default=-1)

    # A state is the lowest digit, the highest one, and the sum so far: -1 before the first crust, None after the other.
    # Between them the state has the crust that is still to come.
    def begin() -> Iterator[tuple[int, int, int, int | None]]:
        crusts: Iterable[tuple[int, int]] = combinations(digits, 2)
        if length == len(digits):
            crusts = [(digits[0], digits[-1])]
        for low, high in crusts:
            if high - low >= length - 1:
                yield low, high, 0, -1

    def step(
        state: tuple[int, int, int, int | None], digit: int
    ) -> Iterator[tuple[int, int, int, int | None]]:
        low, high, missing, found = state
        if found == -1 and digit in (low, high):
            yield low, high, low + high - digit, 0
        elif found is not None and found >= 0 and digit == missing:
            if found in totals:
                yield low, high, 0, None
        elif low < digit < high:
            if found is None or found == -1:
                yield state
            elif found + digit <= most:
                yield low, high, missing, found + digit

    def accepts(state: tuple[int, int, int, int | None]) -> bool:
        return state[3] is None

    return Reader(tuple(begin()), step, accepts)
