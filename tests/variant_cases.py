"""Cases with variants, read from their grammar-free form into primitives: a second reader, for tests and benchmarks.

It shares nothing with the readers of the package, so that neither hides a mistake of the other. Kinds that it does not
know make it return None.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from nonet.rules.constraints.primitives import (
    Allowed,
    Automaton,
    Connected,
    Count,
    Different,
    Either,
    Linear,
    Pair,
    Primitive,
    SameSet,
)

Case = dict[str, Any]


class UnknownKind(Exception):
    """A constraint that is not read here."""


class Board:
    def __init__(self, ir: Case) -> None:
        self.rows, self.columns = ir["rows"], ir["cols"]
        self.low, self.high = ir["min"], ir["max"]
        self.n = self.high - self.low + 1
        self.cells = ir["numCells"]
        self.all = (1 << self.n) - 1
        self.boxes = ir["boxes"]
        self.regions = ir["boxes"] or ir["jigsaw"]
        self.ir = ir

    def mask(self, values: Iterable[int]) -> int:
        found = 0
        for value in values:
            if self.low <= value <= self.high:
                found |= 1 << (value - self.low)
        return found

    def at(self, r: int, c: int) -> int | None:
        return r * self.columns + c if 0 <= r < self.rows and 0 <= c < self.columns else None

    def relation(self, key: Hashable, holds: Callable[[int, int], object]) -> tuple[int, ...]:
        return _rows(key, self.low, self.high, holds)

    def steps(self, moves: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        moves = list(moves)
        for r in range(self.rows):
            for c in range(self.columns):
                for dr, dc in moves:
                    other = self.at(r + dr, c + dc)
                    if other is not None:
                        yield r * self.columns + c, other


_tables: dict[Hashable, tuple[int, ...]] = {}


def _rows(
    key: Hashable, low: int, high: int, holds: Callable[[int, int], object]
) -> tuple[int, ...]:
    found = _tables.get((key, low, high))
    if found is None:
        values = range(low, high + 1)
        found = tuple(sum(1 << (b - low) for b in values if holds(a, b)) for a in values)
        _tables[key, low, high] = found
    return found


@lru_cache(maxsize=1000)
def _machine(key: Hashable) -> tuple[Any, ...]:
    low, high, length, build = _builders[key]
    start, step, accept = build
    numbers: dict[Hashable, int] = {start: 0}
    todo, moves = [(start, 0)], []
    seen = {start}
    while todo:
        state, depth = todo.pop(0)
        if depth >= length:
            continue
        to: dict[Hashable, int] = {}
        for value in range(low, high + 1):
            for after in step(state, value):
                to[after] = to.get(after, 0) | 1 << (value - low)
        for after, mask in to.items():
            if after not in numbers:
                numbers[after] = len(numbers)
            if after not in seen:
                seen.add(after)
                todo.append((after, depth + 1))
            moves.append((numbers[state], mask, numbers[after]))
    final = frozenset(number for state, number in numbers.items() if accept(state))
    return len(numbers), frozenset([0]), final, tuple(moves)


_builders: dict[Hashable, Any] = {}


def automaton(
    board: Board,
    key: Hashable,
    cells: Iterable[int],
    start: Hashable,
    step: Callable[[Any, int], Iterable[Hashable]],
    accept: Callable[[Any], object],
) -> Automaton:
    cells = tuple(cells)
    key = (key, board.low, board.high, len(cells))
    _builders[key] = board.low, board.high, len(cells), (start, step, accept)
    return Automaton(cells, *_machine(key))


def primitives_of(case: Case) -> list[Primitive] | None:
    """Return the primitives of a case, or None if it has a constraint that is not read here."""
    board = Board(case["ir"])
    ir = case["ir"]
    found: list[Primitive] = [
        Different(tuple(house)) for house in ir["rowsCols"] + ir["boxes"] + ir["jigsaw"]
    ]
    try:
        for constraint in ir["constraints"]:
            found += _read(board, constraint)
    except UnknownKind:
        return None
    return found


def _read(board: Board, k: Case) -> list[Primitive]:
    reader = _READERS.get(k["t"])
    if reader is None:
        raise UnknownKind(k["t"])
    return list(reader(board, k))


def _linear(cells: Iterable[int], total: int) -> Linear:
    cells = tuple(cells)
    return Linear(cells, (1,) * len(cells), total, total)


def _equal(plus: Iterable[int], minus: Iterable[int], total: int = 0) -> Linear:
    plus, minus = tuple(plus), tuple(minus)
    return Linear(plus + minus, (1,) * len(plus) + (-1,) * len(minus), total, total)


def _given(b: Board, k: Case) -> Iterator[Primitive]:
    yield Allowed(k["cell"], b.mask(k["values"]))


def _cage(b: Board, k: Case) -> Iterator[Primitive]:
    yield Different(tuple(k["cells"]))
    if k["sum"]:
        yield _linear(k["cells"], int(k["sum"]))


def _sum(b: Board, k: Case) -> Iterator[Primitive]:
    cells = tuple(k["cells"])
    yield Linear(cells, tuple(k["coeffs"] or (1,) * len(cells)), k["sum"], k["sum"])


def _little_killer(b: Board, k: Case) -> Iterator[Primitive]:
    yield _linear(k["cells"], int(k["value"]))


def _arrow(b: Board, k: Case) -> Iterator[Primitive]:
    yield _equal(k["cells"][1:], k["cells"][:1])


def _double_arrow(b: Board, k: Case) -> Iterator[Primitive]:
    yield _equal(k["cells"][1:-1], (k["cells"][0], k["cells"][-1]))


def _pill_arrow(b: Board, k: Case) -> Iterator[Primitive]:
    size, cells = k["pillSize"], tuple(k["cells"])
    coefficients = tuple(-(10 ** (size - 1 - i)) for i in range(size)) + (1,) * (len(cells) - size)
    yield Linear(cells, coefficients, 0, 0)
    yield Allowed(cells[0], b.all & ~b.mask([0]))


def _pairs(
    key: str, holds: Callable[[int, int], object]
) -> Callable[[Board, Case], Iterator[Primitive]]:
    def read(b: Board, k: Case) -> Iterator[Primitive]:
        for x, y in k.get("pairs") or pairwise(k["cells"]):
            yield Pair(x, y, b.relation(key, holds))

    return read


def _whisper(b: Board, k: Case) -> Iterator[Primitive]:
    least = int(k["difference"])
    for x, y in pairwise(k["cells"]):
        yield Pair(x, y, b.relation(("whisper", least), lambda p, q: abs(p - q) >= least))


def _all_pairs(b: Board, cells: list[int], rows: tuple[int, ...]) -> Iterator[Primitive]:
    for x, y in combinations(cells, 2):
        yield Pair(x, y, rows)


def _renban(b: Board, k: Case) -> Iterator[Primitive]:
    cells, size = k["cells"], len(k["cells"])
    yield Different(tuple(cells))
    yield from _all_pairs(
        b, cells, b.relation(("renban", size), lambda p, q: p != q and abs(p - q) < size)
    )


def _custom_pair(b: Board, k: Case) -> Iterator[Primitive]:
    for x, y in pairwise(k["cells"]):
        yield Pair(x, y, tuple(k["rel"]))


def _custom_pairs(b: Board, k: Case) -> Iterator[Primitive]:
    yield from _all_pairs(b, k["cells"], tuple(k["rel"]))


def _modular(b: Board, k: Case) -> Iterator[Primitive]:
    m, cells = int(k["mod"]), k["cells"]
    yield from _all_pairs(b, cells[:m], b.relation(("mod", m), lambda p, q: p % m != q % m))
    for i in range(m):
        yield from _all_pairs(
            b, cells[i::m], b.relation(("same mod", m), lambda p, q: p % m == q % m)
        )


def _entropic(b: Board, k: Case) -> Iterator[Primitive]:
    cells = k["cells"]
    rows = b.relation("entropic", lambda p, q: (p - 1) // 3 != (q - 1) // 3)
    for i in range(3, max(4, len(cells) + 1)):
        yield from _all_pairs(b, cells[max(0, i - 3) : i], rows)


def _palindrome(b: Board, k: Case) -> Iterator[Primitive]:
    cells = k["cells"]
    for i in range(len(cells) // 2):
        yield SameSet(((cells[i],), (cells[-1 - i],)))


def _zipper(b: Board, k: Case) -> Iterator[Primitive]:
    cells, half = k["cells"], len(k["cells"]) // 2
    pairs = [(cells[i], cells[-1 - i]) for i in range(half)]
    if len(cells) % 2:
        for pair in pairs:
            yield _equal(pair, cells[half : half + 1])
    for x, y in pairwise(pairs):
        yield _equal(x, y)


def _region_sum(b: Board, k: Case) -> Iterator[Primitive]:
    of = {cell: i for i, region in enumerate(b.regions) for cell in region}
    segments: list[list[int]] = []
    for i, cell in enumerate(k["cells"]):
        if i and of[cell] == of[k["cells"][i - 1]]:
            segments[-1].append(cell)
        else:
            segments.append([cell])
    for x, y in combinations(segments, 2) if len(segments) <= 4 else pairwise(segments):
        yield _equal(x, y)


def _equal_sum(b: Board, k: Case) -> Iterator[Primitive]:
    for x, y in pairwise(k["segments"]):
        yield _equal(x, y)


def _sum_line(b: Board, k: Case) -> Iterator[Primitive]:
    total, loop = int(k["sum"]), k["loop"]

    def step(state: Any, value: int) -> Iterator[Hashable]:
        if state is None:
            for first in range(total) if loop else (0,):
                yield from step((first, first), value)
        elif state[1] + value <= total:
            now = (state[1] + value) % total
            yield state[0], now
            if value == 0 and now == 0:
                return

    yield automaton(
        b, ("sum line", total, loop), k["cells"], None, step, lambda s: s and s[0] == s[1]
    )


def _between(b: Board, k: Case) -> Iterator[Primitive]:
    def step(state: Any, value: int) -> Iterator[Hashable]:
        if len(state) < 2:
            yield tuple(sorted((*state, value)))
        elif state[0] < value < state[1]:
            yield state

    cells = k["cells"]
    yield automaton(
        b, "between", (cells[0], cells[-1], *cells[1:-1]), (), step, lambda s: len(s) == 2
    )


def _lockout(b: Board, k: Case) -> Iterator[Primitive]:
    least = int(k["minDiff"])

    def step(state: Any, value: int) -> Iterator[Hashable]:
        if not state:
            yield (value,)
        elif len(state) == 1:
            if abs(state[0] - value) >= least:
                yield tuple(sorted((*state, value)))
        elif not state[0] <= value <= state[1]:
            yield state

    cells = k["cells"]
    yield automaton(
        b, ("lockout", least), (cells[0], cells[-1], *cells[1:-1]), (), step, lambda s: len(s) == 2
    )


def _sandwich(b: Board, k: Case) -> Iterator[Primitive]:
    total = int(k["value"])

    def step(state: Any, value: int) -> Iterator[Hashable]:
        crust = value in (b.low, b.high)
        if state == "before":
            yield 0 if crust else "before"
        elif state == "after":
            if not crust:
                yield "after"
        elif crust:
            if state == total:
                yield "after"
        elif state + value <= total:
            yield state + value

    yield automaton(b, ("sandwich", total), k["cells"], "before", step, lambda s: s == "after")


def _lunchbox(b: Board, k: Case) -> Iterator[Primitive]:
    total = int(k["sum"])
    choices = []
    yield Different(tuple(k["cells"]))
    for low, high in combinations(range(b.low, b.high + 1), 2):

        def step(state: Any, value: int, low: int = low, high: int = high) -> Iterator[Hashable]:
            if not low <= value <= high:
                return
            crust = value in (low, high)
            if state == "before":
                yield 0 if crust else "before"
            elif state == "after":
                if not crust:
                    yield "after"
            elif crust:
                if state == total:
                    yield "after"
            elif state + value <= total:
                yield state + value

        key = ("lunchbox", total, low, high)
        choices.append((automaton(b, key, k["cells"], "before", step, lambda s: s == "after"),))
    yield Either(tuple(choices))


def _skyscraper(b: Board, k: Case) -> Iterator[Primitive]:
    total = int(k["value"])

    def step(state: Any, value: int) -> Iterator[Hashable]:
        top, seen = state
        after = (value, seen + 1) if value > top else state
        if after[1] <= total:
            yield after

    yield automaton(
        b, ("skyscraper", total), k["cells"], (max(0, b.low - 1), 0), step, lambda s: s[1] == total
    )


def _hidden_skyscraper(b: Board, k: Case) -> Iterator[Primitive]:
    wanted = int(k["value"])

    def step(state: Any, value: int) -> Iterator[Hashable]:
        if state == "done":
            yield "done"
        elif value > state:
            yield value
        elif value == wanted:
            yield "done"

    yield automaton(b, ("hidden", wanted), k["cells"], b.low - 1, step, lambda s: s == "done")


def _numbered_room(b: Board, k: Case) -> Iterator[Primitive]:
    cells, value = k["cells"], int(k["value"])
    yield Allowed(cells[0], b.mask(range(1, len(cells) + 1)))
    for d in range(1, len(cells) + 1):
        rows = b.relation(("room", d, value), _together(d, value))
        yield Pair(cells[0], cells[d - 1], rows)


def _x_sum(b: Board, k: Case) -> Iterator[Primitive]:
    cells, total = k["cells"], int(k["value"])
    yield Either(
        tuple(
            (Allowed(cells[0], b.mask([x])), _linear(cells[:x], total))
            for x in range(max(1, b.low), min(b.high, len(cells)) + 1)
        )
    )


def _required(b: Board, k: Case) -> Iterator[Primitive]:
    values = [int(value) for value in k["values"]]
    for value in sorted(set(values)):
        yield Count(tuple(k["cells"]), b.mask([value]), values.count(value), len(k["cells"]))


def _look_and_say(b: Board, k: Case) -> Iterator[Primitive]:
    for number, value in zip(k["clue"][::2], k["clue"][1::2], strict=True):
        yield Count(tuple(k["cells"]), b.mask([int(value)]), int(number), int(number))


def _indexing(b: Board, k: Case) -> Iterator[Primitive]:
    for cell in k["cells"]:
        r, c = divmod(cell, b.columns)
        own = (c if k["indexType"] == "C" else r) + 1
        for value in range(b.low, b.high + 1):
            other = b.at(r, value - 1) if k["indexType"] == "C" else b.at(value - 1, c)
            if other is None:
                yield Allowed(cell, b.all & ~b.mask([value]))
                continue
            rows = b.relation(("index", value, own), _together(value, own))
            yield Pair(cell, other, rows)


def _value_indexing(b: Board, k: Case) -> Iterator[Primitive]:
    value, index, *rest = k["cells"]
    choices = []
    for i, cell in enumerate([index, *rest][1:], 1):
        choices.append((Allowed(index, b.mask([i])), SameSet(((value,), (cell,)))))
    yield Either(tuple(choices))


def _counting_circles(b: Board, k: Case) -> Iterator[Primitive]:
    cells = tuple(k["cells"])
    for value in range(b.low, b.high + 1):
        mask = b.mask([value])
        yield Either(((Count(cells, mask, 0, 0),), (Count(cells, mask, value, value),)))


def _count_distinct(b: Board, k: Case) -> Iterator[Primitive]:
    counter, *cells = k["cells"]

    def step(state: Any, value: int) -> Iterator[Hashable]:
        if state[1] < len(cells):
            yield state[0] | 1 << value, state[1] + 1
        elif state[0].bit_count() == value:
            yield 0, len(cells) + 1

    yield automaton(
        b, ("distinct", len(cells)), (*cells, counter), (0, 0), step, lambda s: s[1] > len(cells)
    )


def _rellik(b: Board, k: Case) -> Iterator[Primitive]:
    total = int(k["sum"])
    yield Different(tuple(k["cells"]))

    def step(state: Any, value: int) -> Iterator[Hashable]:
        after = (state | state << value) & ((2 << total) - 1)
        if not after >> total & 1:
            yield after

    yield automaton(b, ("rellik", total), k["cells"], 1, step, lambda s: True)


def _same_values(b: Board, k: Case) -> Iterator[Primitive]:
    yield SameSet(tuple(tuple(group) for group in k["sets"]))


def _different(b: Board, k: Case) -> Iterator[Primitive]:
    yield Different(tuple(k["cells"]))


def _houses(b: Board, k: Case) -> Iterator[Primitive]:
    for cells in k["regions"]:
        yield Different(tuple(cells))


def _diagonal(b: Board, k: Case) -> Iterator[Primitive]:
    n = b.rows
    down = [(i, i) for i in range(n)]
    cells = down if int(k["direction"]) < 0 else [(i, n - 1 - i) for i in range(n)]
    yield Different(tuple(r * b.columns + c for r, c in cells))


def _leaps(moves: list[tuple[int, int]]) -> Callable[[Board, Case], Iterator[Primitive]]:
    def read(b: Board, k: Case) -> Iterator[Primitive]:
        for pair in b.steps(moves):
            yield Different(pair)

    return read


def _neighbours(
    key: str, holds: Callable[[int, int], object]
) -> Callable[[Board, Case], Iterator[Primitive]]:
    def read(b: Board, k: Case) -> Iterator[Primitive]:
        for x, y in b.steps([(0, 1), (1, 0)]):
            yield Pair(x, y, b.relation(key, holds))

    return read


def _strict(
    kinds: dict[str, Callable[[int, int], object]],
) -> Callable[[Board, Case], Iterator[Primitive]]:
    def read(b: Board, k: Case) -> Iterator[Primitive]:
        marked = {
            frozenset(pair)
            for other in b.ir["constraints"]
            if other["t"] in kinds
            for pair in other["pairs"]
        }
        rows = b.relation(
            tuple(kinds), lambda p, q: not any(holds(p, q) for holds in kinds.values())
        )
        for x, y in b.steps([(0, 1), (1, 0)]):
            if frozenset((x, y)) not in marked:
                yield Pair(x, y, rows)

    return read


def _together(p: int, q: int) -> Callable[[int, int], object]:
    return lambda a, b: (a == p) == (b == q)


def _not_both(value: int) -> Callable[[int, int], object]:
    return lambda a, b: not a == b == value


def _taxicab(b: Board, k: Case) -> Iterator[Primitive]:
    for x in range(b.rows * b.columns):
        for y in range(x + 1, b.rows * b.columns):
            (r, c), (q, d) = divmod(x, b.columns), divmod(y, b.columns)
            far = abs(r - q) + abs(c - d)
            yield Pair(x, y, b.relation(("taxi", far), _not_both(far)))


def _global_entropy(b: Board, k: Case) -> Iterator[Primitive]:
    for r in range(b.rows - 1):
        for c in range(b.columns - 1):
            cells = tuple((r + i) * b.columns + c + j for i in (0, 1) for j in (0, 1))
            for low in (1, 4, 7):
                yield Count(cells, b.mask(range(low, low + 3)), 1, 4)


def _flatmates(b: Board, k: Case) -> Iterator[Primitive]:
    for r in range(b.rows):
        for c in range(b.columns):
            choices: list[tuple[Primitive, ...]] = [
                (Allowed(r * b.columns + c, b.all & ~b.mask([5])),)
            ]
            if r:
                choices.append((Allowed((r - 1) * b.columns + c, b.mask([1])),))
            if r + 1 < b.rows:
                choices.append((Allowed((r + 1) * b.columns + c, b.mask([9])),))
            yield Either(tuple(choices))


def _nfa(b: Board, k: Case) -> Iterator[Primitive]:
    nfa, segments = k["nfa"], k["segments"]
    states, moves = nfa["numStates"], [tuple(move) for move in nfa["trans"]]
    if len(segments) > 1:
        raise UnknownKind("NFA with segments")
    yield Automaton(
        tuple(segments[0]),
        states,
        frozenset(nfa["start"]),
        frozenset(nfa["accept"]),
        tuple((s, m & b.all, t) for s, m, t in moves if m & b.all),
    )


def _all(b: Board, k: Case) -> Iterator[Primitive]:
    for item in k["items"]:
        yield from _read(b, item)


def _any(b: Board, k: Case) -> Iterator[Primitive]:
    yield Either(tuple(tuple(_read(b, item)) for item in k["items"]))


def _connected(b: Board, k: Case) -> Iterator[Primitive]:
    cells = k["cells"]
    place = {cell: divmod(i, b.columns) for i, cell in enumerate(cells)}
    at = {rc: cell for cell, rc in place.items()}
    edges = [(x, at[q]) for x, (r, c) in place.items() for q in ((r, c + 1), (r + 1, c)) if q in at]
    size = int(k["size"] or 0)
    yield Connected(tuple(cells), tuple(edges), b.mask(k["values"]), size, size or len(cells))


def _nothing(b: Board, k: Case) -> Iterator[Primitive]:
    return iter(())


_KNIGHT = [(1, 2), (2, 1), (1, -2), (2, -1)]
_DOTS = {
    "WhiteDot": lambda p, q: abs(p - q) == 1,
    "BlackDot": lambda p, q: p == 2 * q or q == 2 * p,
}
_XV = {"X": lambda p, q: p + q == 10, "V": lambda p, q: p + q == 5}

_READERS: dict[str, Callable[[Board, Case], Iterable[Primitive]]] = {
    "Given": _given,
    "Cage": _cage,
    "Sum": _sum,
    "LittleKiller": _little_killer,
    "Arrow": _arrow,
    "DoubleArrow": _double_arrow,
    "PillArrow": _pill_arrow,
    "Whisper": _whisper,
    "Thermo": _pairs("thermo", lambda p, q: p < q),
    "GreaterThan": _pairs("greater", lambda p, q: p > q),
    "WhiteDot": _pairs("white", _DOTS["WhiteDot"]),
    "BlackDot": _pairs("black", _DOTS["BlackDot"]),
    "X": _pairs("x", _XV["X"]),
    "V": _pairs("v", _XV["V"]),
    "Pair": _custom_pair,
    "PairX": _custom_pairs,
    "Renban": _renban,
    "Modular": _modular,
    "Entropic": _entropic,
    "Palindrome": _palindrome,
    "Zipper": _zipper,
    "RegionSumLine": _region_sum,
    "EqualSum": _equal_sum,
    "SumLine": _sum_line,
    "Between": _between,
    "Lockout": _lockout,
    "Sandwich": _sandwich,
    "Lunchbox": _lunchbox,
    "Skyscraper": _skyscraper,
    "HiddenSkyscraper": _hidden_skyscraper,
    "NumberedRoom": _numbered_room,
    "XSum": _x_sum,
    "Quad": _required,
    "ContainAtLeast": _required,
    "LookAndSay": _look_and_say,
    "Indexing": _indexing,
    "ValueIndexing": _value_indexing,
    "CountingCircles": _counting_circles,
    "CountDistinct": _count_distinct,
    "RellikCage": _rellik,
    "SameValues": _same_values,
    "AllDifferent": _different,
    "Windoku": _houses,
    "DisjointSets": _houses,
    "Diagonal": _diagonal,
    "AntiKnight": _leaps(_KNIGHT),
    "AntiKing": _leaps([(1, 1), (1, -1)]),
    "AntiConsecutive": _neighbours("apart", lambda p, q: abs(p - q) != 1),
    "StrictKropki": _strict(_DOTS),
    "StrictXV": _strict(_XV),
    "AntiTaxicab": _taxicab,
    "GlobalEntropy": _global_entropy,
    "DutchFlatmates": _flatmates,
    "NFA": _nfa,
    "And": _all,
    "Or": _any,
    "ConnectedValues": _connected,
    "Shape": _nothing,
    "NoBoxes": _nothing,
    "Jigsaw": _nothing,
    "RegionSize": _nothing,
    "Var": _nothing,
}
