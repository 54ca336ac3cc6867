"""Lines: constraints on the digits along a path of cells."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from nonet.rules.constraints.automata import Reader, automaton
from nonet.rules.constraints.base import (
    Board,
    Constraint,
    Drawn,
    Palette,
    Space,
    Violation,
    repeated,
)
from nonet.rules.constraints.f_puzzles import Key
from nonet.rules.constraints.fields import Flag, Number, Path
from nonet.rules.constraints.iss import Iss, IssLine
from nonet.rules.constraints.looks import BulbLook, LineLook, Stroke, bars, body, edge, edged
from nonet.rules.constraints.marks import Bulb, Line, Mark
from nonet.rules.constraints.names import is_closed, opened
from nonet.rules.constraints.pairwise import (
    MOST_IN_SETS,
    NextOnLine,
    Pairwise,
    all_pairs,
    one_of_sets,
)
from nonet.rules.constraints.primitives import (
    Count,
    Different,
    Pair,
    Primitive,
    relation,
)


class Thermo(Constraint):
    """Digits increase along the line, from the bulb on. On a slow thermometer they may stay equal.

    >>> Thermo("r1c1 r2c1 r3c1", slow=True)
    Thermo('r1c1 r2c1 r3c1', slow=True)
    """

    word = "thermo"
    drawn = Drawn(3, 6)
    palette = Palette("lines", 1, also="slow")
    iss = Iss("Thermo", "line")
    f_puzzles = (Key("thermometer", "line"), Key("slowthermometer", "line", slow=True))
    technique = "thermometer"
    looks = (
        LineLook("thermo", "grey", edged(24), 0, "#CFCFCF", 21),
        LineLook("slow_thermo", "grey", edged(24, dash="12 9"), 1, "#E5DCC3", 21),
        BulbLook("thermo", "grey", (edge(73), Stroke("body", 66)), level=0),
        BulbLook("slow_thermo", "grey", (edge(73), Stroke("body", 66)), level=0),
    )
    line: Path = Path(2)
    slow: Flag = Flag(default=False, kw_only=True)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        # Digits between two filled cells need room: each step is one more, on a slow thermometer none more. So do those
        # before and after a filled cell.
        rise = 0 if self.slow else 1
        if rise and len(self.line) > len(space.values):
            values = {"length": len(self.line), "digits": len(space.values), "rule": self}
            yield Violation(self.line, "room", values)
            return
        for place, cell in enumerate(self.line):
            after = len(self.line) - 1 - place
            low, high = space.digits[0] + rise * place, space.digits[-1] - rise * after
            if cell in board and not low <= board[cell] <= high:
                values = {"cell": cell, "digit": board[cell], "low": low, "high": high}
                yield Violation((cell,), "thermo", values)
        filled = [(place, cell) for place, cell in enumerate(self.line) if cell in board]
        for (low, one), (high, other) in pairwise(filled):
            if board[other] - board[one] < rise * (high - low):
                yield self.broken(board, (one, other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        rows = relation(space, ("thermo", self.slow), lambda a, b: a <= b if self.slow else a < b)
        for one, other in pairwise(space.indices(self.line)):
            yield Pair(one, other, rows)

    def marks(self, space: Space) -> Iterator[Mark]:
        role = "slow_thermo" if self.slow else "thermo"
        yield Line(self.line, role)
        yield Bulb(self.line[:1], role)
        yield from self.unseen("slow")

    def sentence(self) -> tuple[str, dict[str, object]]:
        return "thermo.slow" if self.slow else "thermo", {"line": self._in_sentence("line")}


class Whisper(NextOnLine):
    """Neighbours on the line differ by at least ``difference``: 5 on a German whisper, 4 on a Dutch one.

    The line can end where it began: then it is a loop.

    >>> Whisper("r1c1 r1c2 r1c3"), Whisper("r1c1 r1c2", difference=4).notation
    (Whisper('r1c1 r1c2 r1c3'), 'whisper:4=r1c1r1c2')
    """

    word = "whisper"
    drawn = Drawn(3, 7, {"difference": lambda size: (size + 1) // 2})
    palette = Palette("lines", 5)
    iss = IssLine("Whisper", "difference", "line")
    f_puzzles = (Key("whispers", "difference", "line", usual=lambda size: (size + 1) // 2),)
    technique = "line_clue"
    order = "either"
    looks = (LineLook("whisper", "green", edged(17, edge(6, "0 15")), 2, "#67F067", 12),)
    line: Path = Path(2, loop=True)
    difference: Number = Number(default=5, kw_only=True)

    def allows(self, one: int, other: int) -> bool:
        return abs(one - other) >= self.difference


class Renban(Constraint):
    """The digits on the line are consecutive, in any order, none twice."""

    word = "renban"
    drawn = Drawn(3, 5)
    palette = Palette("lines", 6)
    iss = Iss("Renban", "line")
    f_puzzles = (Key("renban", "line"),)
    technique = "line_clue"
    order = "any"
    looks = (LineLook("renban", "purple", edged(17, bars(17, "4 14")), 3, "#F067F0", 16),)
    different = "line"
    line: Path = Path(2, loop=True)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.line, "different")
        filled = sorted((cell for cell in self.line if cell in board), key=lambda c: board[c])
        if filled and board[filled[-1]] - board[filled[0]] >= len(self.line):
            yield self.broken(board, (filled[0], filled[-1]))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # The engine solves different cells exactly if an automaton accepts their digits in any order. Here, where a
        # state is the lowest and the highest digit so far, it does.
        if len(space.digits) > MOST_IN_SETS:
            yield from self._pairs(space)
            return
        length = len(self.line)

        def step(ends: tuple[int, int] | None, digit: int) -> Iterator[tuple[int, int]]:
            low, high = ends or (digit, digit)
            low, high = min(low, digit), max(high, digit)
            if high - low < length:
                yield low, high

        cells = space.indices(self.line)
        yield Different(cells)
        yield automaton(space, cells, self.word, lambda: Reader([None], step, bool))

    def explained(self, space: Space) -> Iterator[Primitive]:
        yield from self._pairs(space)
        cells, digits = space.indices(self.line), space.digits
        runs = [digits[at : at + len(cells)] for at in range(len(digits) - len(cells) + 1)]
        yield one_of_sets(cells, runs, space)

    def _pairs(self, space: Space) -> Iterator[Primitive]:
        cells = space.indices(self.line)
        rows = relation(
            space, ("renban", len(cells)), lambda a, b: a != b and abs(a - b) < len(cells)
        )
        yield Different(cells)
        for one, other in combinations(cells, 2):
            yield Pair(one, other, rows)
        # The digits that are in every run of this length.
        for digit in range(space.digits[-1] - len(cells) + 1, space.digits[0] + len(cells)):
            yield Count(cells, space.mask([digit]), 1, 1)


class Palindrome(Pairwise):
    """The digits read the same in both directions."""

    word = "palindrome"
    drawn = Drawn(3, 6)
    palette = Palette("lines", 7)
    iss = Iss("Palindrome", "line")
    f_puzzles = (Key("palindrome", "line"),)
    technique = "line_clue"
    order = "either"
    digits_interchangeable = True
    looks = (LineLook("palindrome", "gold", body(24, edge(5)), 4, "#CFCFCF", 16),)
    line: Path = Path(2)

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        half = len(self.line) // 2
        return zip(self.line[:half], self.line[::-1], strict=False)

    def allows(self, one: int, other: int) -> bool:
        return one == other


class _Classes(Constraint):
    """Any few neighbours on the line have digits of different classes, so the classes repeat along the line.

    The line can end where it began: then it is a loop, on which they repeat all around.
    """

    technique = "line_clue"
    order = "either"
    line: Path = Path(2, loop=True)

    def length(self) -> int:
        """Return the number of neighbours that differ."""
        raise NotImplementedError

    def class_of(self, digit: int, space: Space) -> int:
        """Return the class of a digit."""
        raise NotImplementedError

    def _pairs(self) -> Iterator[tuple[str, str, bool]]:
        """Yield pairs of cells, and whether they are of one class: after ``length`` cells the classes repeat."""
        length, is_loop = self.length(), is_closed(self.line)
        line = opened(self.line)
        for one, other in combinations(range(len(line)), 2):
            ways = (other - one, len(line) - other + one) if is_loop else (other - one,)
            kinds = {apart % length == 0 for apart in ways if apart < length or apart % length == 0}
            yield from ((line[one], line[other], same) for same in sorted(kinds))

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for one, other, same in self._pairs():
            if one in board and other in board:
                classes = {self.class_of(board[cell], space) for cell in (one, other)}
                if (len(classes) == 1) != same:
                    yield self.broken(board, (one, other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        same_class = relation(
            space,
            (type(self), self.length()),
            lambda a, b: self.class_of(a, space) == self.class_of(b, space),
        )
        other_class = tuple(space.all_digits & ~row for row in same_class)
        for one, other, same in self._pairs():
            yield Pair(space.index(one), space.index(other), same_class if same else other_class)


class Modular(_Classes):
    """Any ``modulus`` neighbours on the line leave different remainders: 1 4 7, 2 5 8 and 3 6 9 take turns."""

    word = "modular"
    drawn = Drawn(4, 7)
    palette = Palette("lines", 13)
    iss = Iss("Modular", "modulus", "line")
    f_puzzles = (Key("modularline", "line"),)
    looks = (LineLook("modular", "teal", body(24, edge(7, "22 14 0 14")), 7, "#33BBBB", 10),)
    modulus: Number = Number(2, default=3, kw_only=True)

    def length(self) -> int:
        return self.modulus

    def class_of(self, digit: int, space: Space) -> int:
        return digit % self.modulus


class Entropic(_Classes):
    """Any three neighbours on the line are a low, a middle and a high digit: 1 2 3, 4 5 6 and 7 8 9 take turns."""

    word = "entropic"
    drawn = Drawn(4, 7)
    palette = Palette("lines", 14)
    iss = Iss("Entropic", "line", digits=range(1, 10))
    f_puzzles = (Key("entropicline", "line"),)
    looks = (
        LineLook("entropic", "orange", body(24, edge(7, "22 14 0 14 0 14")), 8, "#FFCCAA", 10),
    )

    def check(self, space: Space) -> None:
        super().check(space)
        if len(space.values) % 3:
            raise self.error(
                f"expected a number of digits that three divides, got {len(space.values)}"
            )

    def length(self) -> int:
        return 3

    def class_of(self, digit: int, space: Space) -> int:
        return bisect_left(space.values, digit) // (len(space.values) // 3)


class _Ends(Constraint):
    """The digits at the ends of the line decide which digits the cells between them can hold."""

    technique = "line_clue"
    order = "either"
    line: Path = Path(2)

    def ends_fit(self, low: int, high: int) -> bool:
        """Return whether two digits may be at the ends."""
        raise NotImplementedError

    def fits(self, digit: int, low: int, high: int) -> bool:
        """Return whether a digit may be between these ends."""
        raise NotImplementedError

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        first, last = self.line[0], self.line[-1]
        if first not in board or last not in board:
            return
        low, high = sorted((board[first], board[last]))
        if not self.ends_fit(low, high):
            yield self.broken(board, (first, last))
            return
        for cell in self.line[1:-1]:
            if cell in board and not self.fits(board[cell], low, high):
                yield self.broken(board, (first, cell, last))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # The automaton reads both ends first: its states are none, the first digit, both digits.
        def step(state: tuple[int, ...], digit: int) -> Iterator[tuple[int, ...]]:
            if not state:
                yield (digit,)
            elif len(state) == 1:
                ends = min(*state, digit), max(*state, digit)
                if self.ends_fit(*ends):
                    yield ends
            elif self.fits(digit, *state):
                yield state

        cells = space.indices((self.line[0], self.line[-1], *self.line[1:-1]))
        key = type(self), getattr(self, "difference", 0)
        begin: list[tuple[int, ...]] = [()]
        yield automaton(
            space, cells, key, lambda: Reader(begin, step, lambda state: len(state) == 2)
        )


class Between(_Ends):
    """The digits on the line are between the digits in the circles at its ends."""

    word = "between"
    drawn = Drawn(3, 5)
    palette = Palette("lines", 10)
    iss = Iss("Between", "line")
    f_puzzles = (Key("betweenline", "line"),)
    looks = (
        LineLook("between", "grey", (edge(8),), 22, "#A1A1A1", 4),
        BulbLook("between", "grey", (edge(76), Stroke("body", 68))),
    )
    line: Path = Path(3)

    def ends_fit(self, low: int, high: int) -> bool:
        return high - low >= 2

    def fits(self, digit: int, low: int, high: int) -> bool:
        return low < digit < high


class Lockout(_Ends):
    """The ends differ by at least ``difference``; no digit on the line is between them or equal to one of them."""

    word = "lockout"
    drawn = Drawn(3, 5)
    palette = Palette("lines", 11, typed=False)
    iss = Iss("Lockout", "difference", "line")
    f_puzzles = (Key("lockout", "line", size=9),)
    looks = (
        LineLook("lockout", "blue", (edge(8),), 23, "#8FA8D8", 6),
        BulbLook("lockout", "blue", (edge(7),), shape="diamond"),
    )
    difference: Number = Number(default=4, kw_only=True)

    def ends_fit(self, low: int, high: int) -> bool:
        return high - low >= self.difference

    def fits(self, digit: int, low: int, high: int) -> bool:
        return not low <= digit <= high


class Nabner(Pairwise):
    """No two digits on the line are equal or consecutive, wherever they are on it."""

    word = "nabner"
    drawn = Drawn(3, 4)
    palette = Palette("lines", 15)
    f_puzzles = (Key("nabner", "line"),)
    technique = "line_clue"
    order = "any"
    looks = (LineLook("nabner", "gold", body(12, edge(17, "0 26")), 10, "#C9C883", 16),)
    line: Path = Path(2, loop=True)

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return combinations(self.line, 2)

    def allows(self, one: int, other: int) -> bool:
        return abs(one - other) > 1

    def primitives(self, space: Space) -> Iterator[Primitive]:
        rows = relation(space, self.relation, self.allows)
        return all_pairs(space, space.indices(self.line), rows)

    def explained(self, space: Space) -> Iterator[Primitive]:
        rows = relation(space, self.relation, self.allows)
        return all_pairs(space, space.indices(self.line), rows, explained=True)
