"""Regular expressions over digits: read, and made into automata.

The grammar is that of many languages, without what needs memory: digits, ``.``, classes, groups, alternatives, repeats.
A pattern is read into a tree once; its machine has one state for each place in the pattern (Glushkov's automaton).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from nonet.base.errors import RulesError
from nonet.base.limits import DEPTH
from nonet.base.numbers import number_of
from nonet.base.suggestions import shortened
from nonet.rules.constraints.automata import MOST_MOVES, Machine, digit_of

__all__ = ["machine", "matches", "parse"]

_SIGNS = 2
"""The most characters of repeats in a row, as in ``1*?``."""

_MOST = 4096
"""The most places in a pattern after its repeats are written out."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """One digit of a set, or of all others."""

    digits: frozenset[int]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any one of several patterns."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``low`` to ``high`` times; None means no limit."""

    part: Node
    low: int
    high: int | None


Node: TypeAlias = "Symbols | Sequence | Choice | Repeat"


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = self.depth = 0

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def take(self, expected: str = "") -> str:
        character = self.peek()
        if not character or (expected and character != expected):
            wanted = repr(expected) if expected else "more"
            shown = repr(character) if character else "the end"
            raise ValueError(
                f"expected {wanted} at character {self.at + 1} of {self.pattern!r}, found {shown}"
            )
        self.at += 1
        return character

    def choice(self) -> Node:
        options = [self.sequence()]
        while self.peek() == "|":
            self.take()
            options.append(self.sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self) -> Node:
        parts = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def repeated(self) -> Node:
        node, signs = self.one(), 0
        while self.peek() and self.peek() in "*+?{":
            sign = self.take()
            signs += 1
            if signs > _SIGNS:
                raise ValueError(
                    f"expected at most {_SIGNS} repeats of one part, found more at character {self.at}"
                )
            if sign == "{":
                low = self.number()
                high: int | None = low
                if self.peek() == ",":
                    self.take()
                    high = None if self.peek() == "}" else self.number()
                self.take("}")
                if high is not None and high < low:
                    raise ValueError(
                        f"expected at least {low} in a repeat of {self.pattern!r}, found {high}"
                    )
            else:
                low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
            node = Repeat(node, low, high)
        return node

    def number(self) -> int:
        start = self.at
        while self.peek().isdecimal():
            self.take()
        if start == self.at:
            raise ValueError(f"expected a number at character {start + 1} of {self.pattern!r}")
        word = self.pattern[start : self.at]
        value = number_of(word, _MOST)
        if value is None:
            raise ValueError(f"expected a repeat of 0 to {_MOST:,}, found {shortened(word)}")
        return value

    def one(self) -> Node:
        sign = self.take()
        if sign == "(":
            self.depth += 1
            if self.depth > DEPTH:
                raise ValueError(f"expected at most {DEPTH} brackets inside each other, found more")
            inner = self.choice()
            self.take(")")
            self.depth -= 1
            return inner
        if sign == ".":
            return Symbols(frozenset(), True)
        if sign == "[":
            return self.symbols()
        return Symbols(frozenset([digit_of(sign)]))

    def symbols(self) -> Symbols:
        negated = self.peek() == "^"
        if negated:
            self.take()
        digits: set[int] = set()
        while self.peek() != "]":
            low = high = digit_of(self.take())
            if self.peek() == "-":
                self.take()
                high = digit_of(self.take())
            digits.update(range(low, high + 1))
        self.take("]")
        if not digits:
            raise ValueError(f"expected digits between [ and ] in {self.pattern!r}, found none")
        return Symbols(frozenset(digits), negated)


@lru_cache(maxsize=256)
def parse(pattern: str) -> Node:
    """Return the tree of a pattern. Raises `ValueError` that names the place where it is wrong."""
    reader = _Reader(pattern)
    node = reader.choice()
    if reader.peek():
        raise ValueError(
            f"unexpected {reader.peek()!r} at character {reader.at + 1} of {pattern!r}"
        )
    return node


def matches(pattern: str, digits: range, word: Iterable[int]) -> bool:
    """Return whether a pattern matches some digits, in time that their number bounds.

    >>> matches("1[^2]*", range(1, 4), [1, 3, 3]), matches("1[^2]*", range(1, 4), [1, 2])
    (True, False)
    """
    automaton = machine(pattern, digits)
    states = set(automaton.start)
    for digit in word:
        states = {to for at, read, to in automaton.moves if at in states and digit in read}
    return not states.isdisjoint(automaton.accept)


@dataclass(frozen=True, slots=True)
class _Fragment:
    """Part of a pattern: whether it can be empty, and the places that it can begin and end with."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


class _Places:
    """Numbers the places of a pattern, from 1, and collects which can follow which."""

    def __init__(self) -> None:
        self.symbols: list[Symbols] = []
        self.follow: set[tuple[int, int]] = set()

    def fragment(self, node: Node) -> _Fragment:
        if isinstance(node, Symbols):
            self.symbols.append(node)
            if len(self.symbols) > _MOST:
                raise RulesError(f"line: the pattern has more than {_MOST:,} places")
            place = frozenset([len(self.symbols)])
            return _Fragment(False, place, place)
        if isinstance(node, Sequence):
            return self.joined(self.fragment(part) for part in node.parts)
        if isinstance(node, Choice):
            fragments = [self.fragment(option) for option in node.options]
            return _Fragment(
                any(fragment.empty for fragment in fragments),
                frozenset().union(*(fragment.first for fragment in fragments)),
                frozenset().union(*(fragment.last for fragment in fragments)),
            )
        return self.joined(self.copies(node))

    def follows(self, last: frozenset[int], first: frozenset[int]) -> None:
        if len(last) * len(first) + len(self.follow) > MOST_MOVES:
            raise RulesError(
                f"line: the pattern has more than {MOST_MOVES:,} ways from place to place"
            )
        self.follow |= {(one, other) for one in last for other in first}

    def copies(self, node: Repeat) -> Iterator[_Fragment]:
        for _ in range(node.low if node.high is not None else max(node.low - 1, 0)):
            yield self.fragment(node.part)
        if node.high is None:
            fragment = self.fragment(node.part)
            self.follows(fragment.last, fragment.first)
            yield _Fragment(fragment.empty or node.low == 0, fragment.first, fragment.last)
            return
        for _ in range(node.high - node.low):
            fragment = self.fragment(node.part)
            yield _Fragment(True, fragment.first, fragment.last)

    def joined(self, fragments: Iterator[_Fragment]) -> _Fragment:
        whole = _Fragment(True, frozenset(), frozenset())
        for fragment in fragments:
            self.follows(whole.last, fragment.first)
            whole = _Fragment(
                whole.empty and fragment.empty,
                whole.first | fragment.first if whole.empty else whole.first,
                whole.last | fragment.last if fragment.empty else fragment.last,
            )
        return whole


@lru_cache(maxsize=256)
def machine(pattern: str, digits: range) -> Machine:
    """Return the machine of a pattern over some digits.

    >>> machine("1[^2]*", range(1, 4)).moves
    ((0, (1,), 1), (1, (1, 3), 2), (2, (1, 3), 2))
    """
    places = _Places()
    whole = places.fragment(parse(pattern))
    read = [
        tuple(digit for digit in digits if (digit in place.digits) != place.negated)
        for place in places.symbols
    ]
    moves = [(0, other) for other in sorted(whole.first)] + sorted(places.follow)
    accept = whole.last | {0} if whole.empty else whole.last
    return Machine((0,), accept, tuple((one, read[other - 1], other) for one, other in moves))
