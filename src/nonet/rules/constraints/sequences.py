"""Lines whose digits follow from each other: equal steps, sums of the two before, places on the line itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from nonet.rules.constraints.fields import Path
from nonet.rules.constraints.looks import BulbLook, LineLook, Stroke, bars, body, edge, edged
from nonet.rules.constraints.names import is_closed, opened
from nonet.rules.constraints.primitives import Allowed, Different, Pair, Primitive

_State = tuple[int, ...]


class _Determined(Constraint):
    """A line on which the first two digits say what the others are."""

    technique = "line_clue"
    line: Path = Path(3)

    def after(self, one: int, other: int) -> int:
        """Return the digit that follows two digits."""
        raise NotImplementedError

    def may_begin(self, one: int, other: int) -> bool:
        """Return whether a line may begin with two digits."""
        return True

    def _fillings(self, digits: range) -> Iterator[_State]:
        """Yield all digits that the line can have."""
        for one in digits:
            for other in digits:
                line = [one, other]
                while len(line) < len(self.line) and line[-1] in digits:
                    line.append(self.after(*line[-2:]))
                if line[-1] in digits and self.may_begin(one, other):
                    yield tuple(line)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if not any(
            all(board.get(cell, digit) == digit for cell, digit in zip(self.line, row, strict=True))
            for row in self._fillings(space.digits)
        ):
            yield self.broken(board, self.line)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # A state is the digit so far, then the last two.
        def step(state: _State, digit: int) -> Iterator[_State]:
            if len(state) < 2:
                if not state or self.may_begin(state[0], digit):
                    yield (*state, digit)
            elif self.after(*state) == digit:
                yield state[1], digit

        begin: list[_State] = [()]
        cells = space.indices(self.line)
        yield automaton(space, cells, self.word, lambda: Reader(begin, step, lambda _: True))


class SequenceLine(_Determined):
    """The digits rise or fall along the line in equal steps: 2 4 6 or 9 6 3.

    >>> SequenceLine("r1c1 r1c2 r1c3").text()
    'Digits along the sequence line r1c1, r1c2, r1c3 rise or fall in equal steps.'
    """

    word = "sequence"
    drawn = Drawn(3, 5)
    palette = Palette("lines", 16)
    order = "either"
    different = "line"
    looks = (LineLook("sequence", "grey", body(24, bars(13, "4 10")), 12, "#9A9A9A", 14),)
    line: Path = Path(2)

    def after(self, one: int, other: int) -> int:
        return 2 * other - one

    def may_begin(self, one: int, other: int) -> bool:
        return one != other

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield Different(space.indices(self.line))
        yield from super().primitives(space)


class Fibonacci(_Determined):
    """From the third cell on, each digit is the sum of the two before it; the line begins in the circle.

    >>> Fibonacci("r1c1 r1c2 r1c3 r1c4").notation
    'fibonacci:r1c1r1c2r1c3r1c4'
    """

    word = "fibonacci"
    drawn = Drawn(3, 4)
    palette = Palette("lines", 18)
    looks = (
        LineLook("fibonacci", "gold", edged(17, edge(6, "0 11 15 11")), 14, "#D8B24A", 12),
        BulbLook("fibonacci", "gold", (edge(56), Stroke("body", 49))),
    )

    def after(self, one: int, other: int) -> int:
        return one + other


class SameDifference(Constraint):
    """All neighbours on the line have the same difference, which is to be found.

    The line can end where it began: then it is a loop.

    >>> SameDifference("r1c1 r1c2 r1c3").notation
    'samedifference:r1c1r1c2r1c3'
    """

    word = "samedifference"
    drawn = Drawn(3, 5)
    palette = Palette("lines", 17)
    technique = "line_clue"
    order = "either"
    looks = (
        LineLook("same_difference", "teal", body(24, edge(8, "0 12 0 26")), 13, "#40D0C8", 12),
    )
    line: Path = Path(3, loop=True)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if not any(self._fits(board, space, difference) for difference in range(len(space.digits))):
            yield self.broken(board, opened(self.line))

    def _fits(self, board: Board, space: Space, difference: int) -> bool:
        """Return whether digits in the empty cells give all neighbours this difference."""

        def digits(cell: str) -> Iterable[int]:
            return (board[cell],) if cell in board else space.digits

        for first in digits(self.line[0]):
            reached = {first}
            for cell in self.line[1:]:
                near = {digit + step for digit in reached for step in (-difference, difference)}
                reached = near.intersection(digits(cell))
            if first in reached or (reached and not is_closed(self.line)):
                return True
        return False

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # A state is the last digit, then the difference too; on a loop, after the first digit.
        loop = is_closed(self.line)

        def step(state: _State, digit: int) -> Iterator[_State]:
            if not state:
                yield (digit, digit) if loop else (digit,)
                return
            *start, last = state[: 1 + loop]
            difference = abs(digit - last)
            if state[1 + loop :] in ((), (difference,)):
                yield (*start, digit, difference)

        def accepts(state: _State) -> bool:
            return not loop or (len(state) > 2 and abs(state[0] - state[1]) == state[2])

        begin: list[_State] = [()]
        cells = space.indices(opened(self.line))
        yield automaton(space, cells, (self.word, loop), lambda: Reader(begin, step, accepts))


class IndexLine(Constraint):
    """If the nth cell of the line has the digit d, the dth cell has the digit n; places count from the circle.

    >>> IndexLine("r1c1 r1c2 r1c3").notation
    'indexline:r1c1r1c2r1c3'
    """

    word = "indexline"
    drawn = Drawn(3, 5)
    palette = Palette("lines", 19)
    technique = "line_clue"
    different = "line"
    looks = (
        LineLook("index_line", "blue", edged(17, bars(9, "9 9")), 12, "#7FB2E5", 12),
        BulbLook("index_line", "blue", (edge(56), Stroke("body", 49))),
    )
    line: Path = Path(2)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.line, "different")
        for place, cell in enumerate(self.line, 1):
            digit = board.get(cell)
            if digit is None:
                continue
            if not 1 <= digit <= len(self.line):
                yield out_of_range(cell, digit, 1, len(self.line))
            elif board.get(other := self.line[digit - 1], place) != place:
                yield self.broken(board, (cell, other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells, first = space.indices(self.line), space.digits.start
        places = range(1, len(cells) + 1)
        yield Different(cells)
        for cell in cells:
            yield Allowed(cell, space.mask(places))
        for one in places:
            for other in places[one:]:
                rows = [space.all_digits & ~space.mask([one])] * len(space.digits)
                if other in space.digits:
                    rows[other - first] = space.mask([one])
                yield Pair(cells[one - 1], cells[other - 1], tuple(rows))
