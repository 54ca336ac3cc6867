"""Constraints given as tables and patterns: relations, regular expressions, automata, and choices of others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import combinations, pairwise
from typing import Any

from nonet.base.caches import Cache
from nonet.base.limits import DEPTH
from nonet.rules.constraints import iss_more, patterns
from nonet.rules.constraints.automata import (
    GAP,
    Machine,
    Reader,
    automaton,
    digit_of,
    machine_of,
    symbol_of,
)
from nonet.rules.constraints.base import Board, Constraint, Space, TooDeep, Violation
from nonet.rules.constraints.fields import Areas, Flag, Groups, Parts, Path, Text
from nonet.rules.constraints.looks import LineLook, bars
from nonet.rules.constraints.marks import Dot, Legend, Line, Mark, as_choice
from nonet.rules.constraints.names import Cells, IntoNames, cell_value
from nonet.rules.constraints.pairwise import all_pairs
from nonet.rules.constraints.primitives import Allowed, Either, Pair, Primitive, relation
from nonet.words.messages import Value

_TABLES = Cache[tuple[int, ...]](256)


class PairRule(Constraint):
    """Neighbours on a line are related; with ``all_pairs`` any two cells do, in the order of the line.

    ``relation`` is a text such as ``1:23,2:3`` (after a 1 comes 2 or 3, after a 2 comes 3; one character per digit,
    ``a`` for 10), or a mapping from digits to digits, or pairs of digits. A ``name`` is shown, and means nothing.

    >>> PairRule("r1c1 r1c2", {1: [2, 3], 2: [3]})
    PairRule('r1c1 r1c2', '1:23,2:3')
    """

    word = "pairs"
    technique = "clue"
    iss = iss_more.Relations()
    form = "name=all_pairs=relation=line"
    looks = (LineLook("rule", "grey", (bars(7, "15 12"),), 20),)
    line: Path = Path(2, repeats=True)
    relation: Text = Text()
    all_pairs: Flag = Flag(default=False, kw_only=True)
    name: Text = Text(default="", kw_only=True)

    def __init__(
        self,
        line: IntoNames,
        relation: str | Mapping[int, Iterable[int]] | Iterable[tuple[int, int]],
        *,
        all_pairs: bool = False,
        name: str = "",
    ) -> None:
        rows = self._rows(relation)
        shown = ",".join(
            f"{symbol_of(a)}:{''.join(map(symbol_of, sorted(rows[a])))}" for a in sorted(rows)
        )
        self._set(line=line, relation=shown, all_pairs=all_pairs, name=name)

    @classmethod
    def _rows(cls, relation: Any) -> dict[int, set[int]]:
        """Return the digits that may follow each digit."""
        rows: dict[int, set[int]] = {}
        if isinstance(relation, str):
            for row in filter(None, relation.split(",")):
                first, colon, others = row.partition(":")
                if not colon:
                    raise cls.error(f"expected a relation such as 1:23,2:3, got {relation[:40]!r}")
                rows.setdefault(digit_of(first), set()).update(map(digit_of, others))
        elif isinstance(relation, Mapping):
            for digit, others in relation.items():
                rows.setdefault(digit, set()).update(others)
        else:
            for digit, other in relation:
                rows.setdefault(digit, set()).add(other)
        return {digit: others for digit, others in rows.items() if others}

    @property
    def rows(self) -> dict[int, set[int]]:
        """The digits that may follow each digit."""
        return self._rows(self.relation)

    def _pairs(self) -> Iterable[tuple[str, str]]:
        return combinations(self.line, 2) if self.all_pairs else pairwise(self.line)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        rows = self.rows
        for digit, other in self._pairs():
            if digit in board and other in board and board[other] not in rows.get(board[digit], ()):
                yield self.broken(board, (digit, other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        return self._primitives(space)

    def explained(self, space: Space) -> Iterator[Primitive]:
        return self._primitives(space, explained=True)

    def _primitives(self, space: Space, *, explained: bool = False) -> Iterator[Primitive]:
        key = self.word, self.relation
        table = _TABLES.get((key, space.values), lambda: self._table(space))
        cells = space.indices(self.line)
        if self.all_pairs and len(set(cells)) == len(cells):
            yield from all_pairs(space, cells, table, explained=explained)
            return
        for one, other in combinations(cells, 2) if self.all_pairs else pairwise(cells):
            if one == other:
                yield Allowed(one, sum(row & 1 << digit for digit, row in enumerate(table)))
            else:
                yield Pair(one, other, table)

    def _table(self, space: Space) -> tuple[int, ...]:
        """Return the mask of the digits that may follow each digit of the board."""
        rows = self.rows
        return tuple(space.mask(rows.get(digit, ())) for digit in space.digits)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Line(self.line, "rule")
        yield from self.unseen("relation")

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "pairs.all" if self.all_pairs else "pairs"
        values: dict[str, object] = {"line": self._in_sentence("line"), "name": self.name}
        return key, values | {"relation": _described(self.rows)}


def _described(rows: Mapping[int, set[int]]) -> Value:
    """Return a relation as a value: by its difference, its sum or its parity, else digit by digit.

    >>> _described({1: {3, 4}, 2: {4}, 3: {1}, 4: {1, 2}}).parts
    {'kind': 'difference_least', 'n': 2, 'rows': []}
    """
    known = {digit for a, others in rows.items() for digit in (a, *others)}
    digits = range(min(known, default=1), max(known, default=0) + 1)
    allowed = {(a, b) for a, others in rows.items() for b in others}
    every = [(a, b) for a in digits for b in digits]

    def means(holds: Callable[[int, int], bool]) -> bool:
        return all(((a, b) in allowed) == holds(a, b) for a, b in every)

    tests: list[tuple[str, Callable[[int, int], bool]]] = [
        ("parity_unlike", lambda a, b: (a + b) % 2 == 1),
        ("parity_like", lambda a, b: (a + b) % 2 == 0),
        ("rise", lambda a, b: a < b),
        ("fall", lambda a, b: a > b),
    ]
    for kind, holds in tests:
        if allowed and means(holds):
            return Value("relation", {"kind": kind, "n": 0, "rows": []})
    measures: tuple[tuple[str, Callable[[int, int], int]], ...] = (
        ("difference", lambda a, b: abs(a - b)),
        ("sum", lambda a, b: a + b),
    )
    for name, measure in measures:
        differences = {measure(a, b) for a, b in allowed}
        low, high = min(differences, default=0), max(differences, default=0)
        for kind, n in (("exact", low), ("least", low), ("most", high)):
            holds = partial(_IS[kind], measure, n)
            if allowed and means(holds):
                return Value("relation", {"kind": f"{name}_{kind}", "n": n, "rows": []})
    shown = [Value("follows", {"digit": a, "others": sorted(rows[a])}) for a in sorted(rows)]
    return Value("relation", {"kind": "table", "n": 0, "rows": shown})


_IS: dict[str, Callable[[Callable[[int, int], int], int, int, int], bool]] = {
    "exact": lambda measure, n, a, b: measure(a, b) == n,
    "least": lambda measure, n, a, b: measure(a, b) >= n,
    "most": lambda measure, n, a, b: measure(a, b) <= n,
}


class LineRule(Constraint):
    """The digits along a line match a regular expression.

    The pattern has digits (letters from ``A`` for 10 on), ``.``, ``[…]``, ``[^…]``, ``(…)``, ``|``, and the repeats
    ``* + ? {n} {n,} {n,m}``.

    >>> LineRule("r1c1 r1c2 r1c3", "1.*|[^5]+").pattern
    '1.*|[^5]+'
    """

    word = "line"
    iss = iss_more.RegexLines("Regex", "line")
    technique = "line_clue"
    line: Path = Path(repeats=True)
    pattern: Text = Text(convert=lambda pattern: "".join(pattern.split()))

    def __post_init__(self) -> None:
        try:
            patterns.parse(self.pattern)
        except ValueError as error:
            raise self.error(str(error)) from None

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if all(cell in board for cell in self.line):
            word = [board[cell] for cell in self.line]
            if not patterns.matches(self.pattern, space.digits, word):
                yield self.broken(board, self.line)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        pattern, digits = self.pattern, space.digits
        key = self.word, pattern
        yield _read(key, lambda: patterns.machine(pattern, digits), (self.line,), space)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Line(self.line, "rule")
        yield from self.unseen("pattern")


class AutomatonRule(Constraint):
    """An automaton accepts the digits along a line of one or several segments.

    ``machine`` is text, which `nonet.rules.constraints.automata` explains.

    >>> AutomatonRule(["r1c1 r1c2"], "0;1;0:12>1,1:3>1").segments
    (('r1c1', 'r1c2'),)
    """

    word = "automaton"
    technique = "clue"
    iss = iss_more.Automata("NFA", "segments")
    segments: Areas = Areas(least_cells=0, repeats=True)
    machine: Text = Text(convert=lambda machine: str(machine_of(machine)))
    name: Text = Text(default="", kw_only=True)

    def __init__(self, segments: Iterable[IntoNames], machine: str, *, name: str = "") -> None:
        segments = (segments,) if isinstance(segments, str) else segments
        self._set(segments=segments, machine=machine, name=name)
        if not any(self.segments):
            raise self.error("expected at least one cell, got none")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self.cells
        if not all(cell in board for cell in cells):
            return
        machine = machine_of(self.machine)
        states = frozenset(machine.start)
        for number, segment in enumerate(self.segments):
            states = machine.after(states, GAP) if number else states
            for cell in segment:
                states = machine.after(states, board[cell])
        if not states & machine.accept:
            yield self.broken(board, cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        text = self.machine
        yield _read((self.word, text), lambda: machine_of(text), self.segments, space)

    def marks(self, space: Space) -> Iterator[Mark]:
        for segment in self.segments:
            if segment:
                yield Line(segment, "rule")
        yield from self.unseen("machine")

    def sentence(self) -> tuple[str, dict[str, object]]:
        return self.word, {"cells": [cell_value(cell) for cell in self.cells], "name": self.name}


def _read(
    key: Hashable, machine: Callable[[], Machine], segments: Groups, space: Space
) -> Primitive:
    """Return the automaton that reads the segments one after the other, with a gap between two."""
    cells = space.indices([cell for segment in segments for cell in segment])
    lengths = tuple(map(len, segments))
    return automaton(space, cells, (key, lengths), lambda: _reader(machine(), lengths))


def _reader(machine: Machine, lengths: tuple[int, ...]) -> Reader[Any]:
    after: dict[tuple[int, int], list[int]] = {}
    for one, digits, other in machine.moves:
        for digit in digits:
            after.setdefault((one, digit), []).append(other)
    if len(lengths) == 1:
        return Reader(
            machine.start,
            lambda state, digit: after.get((state, digit), ()),
            machine.accept.__contains__,
        )
    # With gaps a state has its place on the line: gaps follow the cells after which a segment ends.
    gaps: dict[int, int] = {}
    place = 0
    for length in lengths[:-1]:
        place += length
        gaps[place] = gaps.get(place, 0) + 1

    def crossed(place: int, states: Iterable[int]) -> Iterator[tuple[int, int]]:
        for _ in range(gaps.get(place, 0)):
            states = {other for state in states for other in after.get((state, GAP), ())}
        return ((place, state) for state in states)

    def step(state: tuple[int, int], digit: int) -> Iterator[tuple[int, int]]:
        return crossed(state[0] + 1, after.get((state[1], digit), ()))

    return Reader(
        crossed(0, machine.start),
        step,
        lambda state: state[0] == sum(lengths) and state[1] in machine.accept,
    )


# -- choices ---------------------------------------------------------------------------------------


class _Composite(Constraint):
    """Holds other constraints."""

    technique = "clue"
    parts: Parts = Parts()

    def __post_init__(self) -> None:
        if self.depth > DEPTH:
            raise TooDeep

    @cached_property
    def depth(self) -> int:
        return 1 + max(part.depth for part in self.parts)

    @property
    def cells(self) -> Cells:
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.cells))

    @property
    def is_local(self) -> bool:
        return all(part.is_local for part in self.parts)

    def check(self, space: Space) -> None:
        for part in self.parts:
            part.check(space)

    def marks(self, space: Space) -> Iterator[Mark]:
        for part in self.parts:
            yield from part.marks(space)

    def sentence(self) -> tuple[str, dict[str, object]]:
        sentences = (part.sentence() for part in self.parts)
        parts = [Value("clause", {"key": key, "values": values}) for key, values in sentences]
        return self.word, {"parts": parts}


class AllOf(_Composite):
    """All of some constraints hold; it makes one choice of an `AnyOf` out of several constraints.

    >>> from nonet.constraints import Cage, Thermo
    >>> AllOf([Thermo("r1c1 r1c2"), Cage("r1c1 r1c2", sum=3)]).cells
    ('r1c1', 'r1c2')
    """

    word = "allof"

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for part in self.parts:
            yield from part.violations(board, space)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        for part in self.parts:
            yield from part.primitives(space)

    def explained(self, space: Space) -> Iterator[Primitive]:
        for part in self.parts:
            yield from part.explained(space)


class AnyOf(_Composite):
    """At least one of some constraints holds.

    >>> from nonet.constraints import Thermo
    >>> AnyOf([Thermo("r1c1 r1c2"), Thermo("r1c2 r1c1")]).cells
    ('r1c1', 'r1c2')
    """

    word = "anyof"

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        violations = [next(part.violations(board, space), None) for part in self.parts]
        if all(violations):
            yield self.broken(board, (cell for cell in self.cells if cell in board))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        choices = tuple(tuple(part.primitives(space)) for part in self.parts)
        if all(choices):
            yield Either(choices)

    def explained(self, space: Space) -> Iterator[Primitive]:
        choices = tuple(tuple(part.explained(space)) for part in self.parts)
        if all(choices):
            yield Either(choices)

    def marks(self, space: Space) -> Iterator[Mark]:
        return map(as_choice, super().marks(space))


class Not(_Composite):
    """None of some rules about two cells holds: no dot here, not this inequality, not this sum.

    >>> from nonet.constraints import Difference
    >>> Not([Difference("r1c1 r1c2")]).notation
    'not:white:r1c1r1c2'
    """

    word = "not"
    technique = "dot"

    def __post_init__(self) -> None:
        super().__post_init__()
        for part in self.parts:
            if len(part.cells) != 2 or not part.is_local:
                raise self.error(
                    f"expected a rule about two cells such as white:r1c1r1c2, got {part.notation}"
                )

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for part in self.parts:
            if all(cell in board for cell in part.cells) and not any(part.violations(board, space)):
                yield self.broken(board, part.cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        for part in self.parts:
            one, other = space.indices(part.cells)
            yield Pair(one, other, _others(part, space))

    def explained(self, space: Space) -> Iterator[Primitive]:
        return self.primitives(space)

    def marks(self, space: Space) -> Iterator[Mark]:
        for part in self.parts:
            own = list(part.marks(space))
            if all(isinstance(mark, Dot) for mark in own):
                yield from own
                yield Dot(part.cells, "not")
            else:
                yield Legend(self.word)


def _others(part: Constraint, space: Space) -> tuple[int, ...]:
    """Return the pairs of digits in two cells that a rule does not allow: both are filled, so violations say it."""
    one, other = part.cells

    def is_wrong(digit: int, beside: int) -> bool:
        return any(part.violations({one: digit, other: beside}, space))

    return relation(space, ("not", part), is_wrong)
