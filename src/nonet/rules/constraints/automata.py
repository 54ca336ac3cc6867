"""Automata for rules about cells in order: how they are made from a step function, and how they are written as text.

A machine in text is ``start;accept;move,move…``: states separated by commas, and moves such as ``0:12>1``, which is
from state 0 with a 1 or 2 to state 1. Each digit is one character, ``a`` for 10 and so on; ``*`` is the gap between two
segments of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from nonet.base.caches import Cache
from nonet.base.errors import RulesError
from nonet.base.numbers import read_number
from nonet.rules.constraints.primitives import Automaton
from nonet.rules.constraints.space import Space

__all__ = [
    "GAP",
    "MOST_MOVES",
    "Machine",
    "Reader",
    "Table",
    "TooManyMoves",
    "automata",
    "automaton",
    "digit_of",
    "machine_of",
    "symbol_of",
    "table_of",
]

State = TypeVar("State", bound=Hashable)

GAP = -1
"""The digit that stands for the gap between two segments."""

_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Reader(NamedTuple, Generic[State]):
    """How the digits along a line are read.

    ``step`` says which states follow a state and a digit, ``accepts`` which states may be the last.
    """

    starts: Iterable[State]
    step: Callable[[State, int], Iterable[State]]
    accepts: Callable[[State], bool]


def automaton(
    space: Space,
    cells: tuple[int, ...],
    key: Hashable,
    reader: Callable[[], Reader[State]],
) -> Automaton:
    """Return the automaton that reads the cells.

    ``key`` says what the reader depends on, apart from the digits of the board and the number of cells.
    """
    return automata(space, (cells,), key, reader)[0]


def automata(
    space: Space,
    lines: Sequence[tuple[int, ...]],
    key: Hashable,
    reader: Callable[[], Reader[State]],
    most: int | None = None,
) -> list[Automaton]:
    """Return the automata that read lines of one length.

    Lines of up to ``most`` cells may have any length, if the reader does not depend on it.
    """
    length, digits = most or len(lines[0]), space.digits
    table: Table = _TABLES.get(
        (key, length, space.values),
        lambda: table_of(length, digits, reader()),
    )
    return [Automaton(cells, *table) for cells in lines]


Table: TypeAlias = "tuple[int, frozenset[int], frozenset[int], tuple[tuple[int, int, int], ...]]"
MOST_MOVES = 1 << 17
"""All automata that are kept have so many moves at most: about 20 MB."""
_TABLES = Cache[Table](MOST_MOVES, lambda table: 100 + len(table[3]))


class TooManyMoves(Exception):
    """An automaton would have more moves than the limit."""


def table_of(
    length: int, digits: Iterable[int], reader: Reader[State], *, most: int | None = None
) -> Table:
    """Return the states, the first and the last ones, and the moves of an automaton.

    Raises `TooManyMoves` if there are more than ``most``.
    """
    starts, step, accepts = reader
    numbers: dict[State, int] = {}
    for state in starts:
        numbers.setdefault(state, len(numbers))
    begin = frozenset(numbers.values())
    moves: dict[tuple[int, int], int] = {}
    bits = [(1 << bit, digit) for bit, digit in enumerate(digits)]
    edge = list(numbers.items())
    for _ in range(length):
        reached: list[tuple[State, int]] = []
        for state, number in edge:
            for bit, digit in bits:
                for other in step(state, digit):
                    after = numbers.get(other)
                    if after is None:
                        after = numbers[other] = len(numbers)
                        reached.append((other, after))
                    move = number, after
                    moves[move] = moves.get(move, 0) | bit
        if most is not None and len(moves) > most:
            raise TooManyMoves
        edge = reached
    accept = frozenset(number for state, number in numbers.items() if accepts(state))
    table = tuple((one, digits, other) for (one, other), digits in moves.items())
    return max(len(numbers), 1), begin, accept, table


class Machine(NamedTuple):
    """A nondeterministic automaton over digits: moves are state, digits, state."""

    start: tuple[int, ...]
    accept: frozenset[int]
    moves: tuple[tuple[int, tuple[int, ...], int], ...]

    @property
    def states(self) -> int:
        """The number of states."""
        named = [*self.start, *self.accept, *(max(one, other) for one, _, other in self.moves)]
        return 1 + max(named, default=-1)

    def after(self, states: Iterable[int], digit: int) -> frozenset[int]:
        """Return the states that follow."""
        before = set(states)
        return frozenset(
            other for one, digits, other in self.moves if one in before and digit in digits
        )

    def __str__(self) -> str:
        moves = ",".join(
            f"{one}:{''.join(map(symbol_of, digits))}>{other}" for one, digits, other in self.moves
        )
        accept = ",".join(map(str, sorted(self.accept)))
        return f"{','.join(map(str, self.start))};{accept};{moves}"


def symbol_of(digit: int) -> str:
    """Return the character of a digit.

    >>> symbol_of(7), symbol_of(12), symbol_of(GAP)
    ('7', 'c', '*')
    """
    return "*" if digit == GAP else _SYMBOLS[digit]


def digit_of(symbol: str) -> int:
    """Return the digit of a character. Raises `RulesError` for other characters."""
    if symbol == "*":
        return GAP
    if not symbol or symbol.lower() not in _SYMBOLS:
        raise RulesError(f"expected a digit 0-9 or a letter a-z for 10 to 35, got {symbol!r}")
    return _SYMBOLS.index(symbol.lower())


@lru_cache(maxsize=256)
def machine_of(text: str) -> Machine:
    """Return the machine of a text. Raises `RulesError` for another text.

    >>> machine_of("0;1;0:12>1,1:3>1").moves
    ((0, (1, 2), 1), (1, (3,), 1))
    >>> str(machine_of("0;1;0:12>1,1:3>1"))
    '0;1;0:12>1,1:3>1'
    """
    try:
        start, accept, moves = text.split(";")
        parts = []
        for move in filter(None, moves.split(",")):
            one, _, rest = move.partition(":")
            symbols, _, other = rest.partition(">")
            parts.append((read_number(one), tuple(map(digit_of, symbols)), read_number(other)))
        return Machine(_states(start), frozenset(_states(accept)), tuple(parts))
    except ValueError:
        raise RulesError(
            f"expected an automaton such as 0;1;0:12>1,1:3>1, got {text[:40]!r}"
        ) from None


def _states(text: str) -> tuple[int, ...]:
    return tuple(read_number(part) for part in text.split(",") if part)
