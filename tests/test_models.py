"""The engine against the meaning of the primitives: every full board of a small model is tried, one by one."""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import get_args

import pytest
import quick
from meaning import holds

from nonet import Puzzle, Rules, _core
from nonet.engine import models
from nonet.engine.models import model_solutions, model_tables, search_model
from nonet.engine.results import Status
from nonet.rules import narrowing
from nonet.rules.constraints import (
    Cage,
    Constraint,
    Contains,
    LittleKiller,
    Nabner,
    PairRule,
    Quadruple,
    Renban,
    Thermo,
    counted,
)
from nonet.rules.constraints import primitives as primitives_module
from nonet.rules.constraints.primitives import (
    Allowed,
    Automaton,
    Connected,
    Count,
    CountIs,
    Different,
    Either,
    Element,
    Filling,
    Linear,
    Pair,
    Primitive,
    Regions,
    Run,
    SameSet,
    Variety,
    Visible,
)
from nonet.rules.constraints.space import Space

CORE = Path(__file__).parents[1] / "core"
Boards = list[tuple[int, ...]]


@cache
def _grids(start: int = 0) -> tuple[list[Primitive], Boards]:
    """Return the houses of the 4x4 board and its 288 grids, digits from ``start``."""
    houses = [tuple(range(4 * r, 4 * r + 4)) for r in range(4)]
    houses += [tuple(range(c, 16, 4)) for c in range(4)]
    houses += [(a, a + 1, a + 4, a + 5) for a in (0, 2, 8, 10)]
    boards: Boards = [()]
    for r in range(4):
        boards = [board + row for board in boards for row in permutations(range(start, start + 4))]
        kept = [house for house in houses if min(house) < 4 * r + 4]
        boards = [b for b in boards if all(_differ(b, house) for house in kept)]
    return [Different(house) for house in houses], boards


def _differ(board: tuple[int, ...], house: tuple[int, ...]) -> bool:
    known = [board[cell] for cell in house if cell < len(board)]
    return len(set(known)) == len(known)


@cache
def _all_boards(cells: int, digits: range) -> Boards:
    return list(product(digits, repeat=cells))


class _Maker:
    """Random primitives on a board."""

    def __init__(self, rng: random.Random, cells: int, digits: range) -> None:
        self.rng, self.cells, self.digits = rng, cells, digits
        self.all = (1 << len(digits)) - 1

    def some(self, least: int, most: int) -> tuple[int, ...]:
        size = min(self.cells, self.rng.randint(least, most))
        return tuple(self.rng.sample(range(self.cells), size))

    def mask(self) -> int:
        return self.rng.randint(1, self.all)

    def allowed(self) -> Primitive:
        return Allowed(self.rng.randrange(self.cells), self.mask())

    def different(self) -> Primitive:
        return Different(self.some(2, len(self.digits)))

    def linear(self) -> Primitive:
        cells = self.some(1, 6)
        if self.rng.random() < 0.1:
            cells = (*cells, cells[0])
        plain = self.rng.random() < 0.5
        factors = tuple(
            1 if plain else self.rng.choice((-10, -2, -1, 1, 1, 2, 3, 100)) for _ in cells
        )
        board = [self.rng.choice(self.digits) for _ in range(self.cells)]
        total = sum(a * board[cell] for a, cell in zip(factors, cells, strict=True))
        low, high = total - self.rng.choice((0, 0, 2)), total + self.rng.choice((0, 0, 2))
        choice = self.rng.random()
        return Linear(cells, factors, None if choice < 0.1 else low, None if choice > 0.9 else high)

    def pair(self) -> Primitive:
        a, b = self.some(2, 2)
        if self.rng.random() < 0.3:  # the cells do not both hold some digits
            some = self.mask()
            return Pair(a, b, tuple(self.all & ~(some & 1 << d) for d in range(len(self.digits))))
        return Pair(a, b, tuple(self.mask() | self.mask() for _ in self.digits))

    def automaton(self) -> Primitive:
        states = self.rng.randint(2, 5)
        pick = self.rng.randrange
        moves = {(pick(states), self.mask(), pick(states)) for _ in range(4 * states)}
        if pick(3) == 0:  # one that adds, so that the order of the digits does not matter
            steps = [pick(states) for _ in self.digits]
            moves = {
                (state, 1 << digit, (state + step) % states)
                for state, (digit, step) in product(range(states), enumerate(steps))
            }
        ends = frozenset({0}), frozenset({pick(states), pick(states)})
        cells = self.some(2, 5)
        return Automaton(
            (*cells, cells[0]) if pick(10) == 0 else cells, states, *ends, tuple(moves)
        )

    def count(self) -> Primitive:
        cells = self.some(2, 6)
        low = self.rng.randint(0, 3)
        return Count(cells, self.mask(), low, low + self.rng.randint(0, 2))

    def count_is(self) -> Primitive:
        return CountIs(self.some(2, 6), self.mask(), self.rng.randrange(self.cells))

    def element(self) -> Primitive:
        cells = self.some(2, 4)
        index, value = self.rng.randrange(self.cells), self.rng.randrange(self.cells)
        return Element(index, cells, value, self.digits.start + self.rng.choice((0, 0, 1)))

    def same_set(self) -> Primitive:
        size = self.rng.randint(1, 3)
        return SameSet((self.some(size, size), self.some(size, size)))

    def filling(self) -> Primitive:
        return Filling(self.some(2, len(self.digits)), self.rng.randint(0, 2 * len(self.digits)))

    def visible(self) -> Primitive:
        return Visible(self.some(2, len(self.digits)), self.rng.randint(0, len(self.digits)))

    def run(self) -> Primitive:
        groups = tuple(self.some(0, 4) for _ in range(self.rng.randint(0, 3)))
        cell, counter = self.rng.randrange(self.cells), self.rng.randrange(self.cells)
        return Run(cell, groups, counter, self.rng.choice((0, 0, 1, -1)))

    def variety(self) -> Primitive:
        return Variety(self.some(0, 6), self.rng.randrange(self.cells))

    def connected(self) -> Primitive:
        width = 4 if self.cells == 16 else 3
        cells = range(self.cells)
        edges = [
            (a, b)
            for a, b in combinations(cells, 2)
            if b - a == width or (b - a == 1 and b % width)
        ]
        low = self.rng.randint(0, 4)
        return Connected(tuple(cells), tuple(edges), self.mask(), low, low + self.rng.randint(0, 6))

    def regions(self) -> Primitive:
        width = {16: 4, 6: 3, 5: 2, 7: 3}[self.cells]
        number = 2 * width if self.cells == 16 else width
        cells = self.rng.sample(range(self.cells), 2 * number)
        homes = cells[number:]
        places = [
            (a, b)
            for a, b in combinations(range(number), 2)
            if b - a == width or (b - a == 1 and b % width)
        ]
        sizes = [
            n for n in range(1, number + 1) if not number % n and number // n <= len(self.digits)
        ]
        edges = tuple((homes[a], homes[b]) for a, b in places)
        return Regions(tuple(homes), tuple(cells[:number]), edges, self.rng.choice(sizes))

    def either(self) -> Primitive:
        makers = [maker for maker in self.makers if maker != self.either or self.rng.random() < 0.3]
        return Either(
            tuple(
                tuple(self.rng.choice(makers)() for _ in range(self.rng.randint(1, 2)))
                for _ in range(self.rng.randint(1, 3))
            )
        )

    @property
    def makers(self) -> list[Callable[[], Primitive]]:
        own = self.allowed, self.different, self.linear, self.pair, self.automaton, self.count
        return [
            *own,
            self.count_is,
            self.element,
            self.same_set,
            self.filling,
            self.visible,
            self.run,
            self.variety,
            self.connected,
            self.regions,
            self.either,
        ]


def _lacks(kind: type, made: Primitive | None) -> Iterator[str]:
    """Yield what a class of primitives lacks of the checklist in CONTRIBUTING.md."""
    if kind.__name__ not in primitives_module.__all__:
        yield "its name in __all__ of constraints/primitives.py"
    if kind not in models._WORDS:
        yield "its words: engine/models.py"
    if kind not in counted._COUNTED:
        yield "what it becomes with other digits: constraints/counted.py"
    if kind not in narrowing._FILTERS:
        yield "what it leaves of candidates: rules/narrowing.py"
    numbers = _numbers_of_kinds()
    if kind.__name__ not in numbers:
        yield f"k{kind.__name__} in Kind of core/search/model.hpp"
    elif numbers[kind.__name__] != models._NUMBERS.get(kind):
        yield f"its number {numbers[kind.__name__]} in engine/models.py"
    elif numbers[kind.__name__] not in _fuzzed():
        yield f"its number {numbers[kind.__name__]} in kKinds of core/fuzz/models.hpp"
    if made is None:
        yield "a maker: makers of _Maker in tests/test_models.py"
    elif holds(made, [1] * 16, range(1, 5)) is None:
        yield "its meaning: holds in tests/meaning.py"


def _numbers_of_kinds() -> dict[str, int]:
    """Return the numbers of the kinds of constraints of the core, which are those of their words."""
    text = (CORE / "search" / "kinds.def").read_text("utf-8")
    names = re.findall(r"^(?:KIND|PRIMITIVE)\((\w+), \w+(?:, \w+)?\)$", text, re.MULTILINE)
    return {name: number for number, name in enumerate(names, 1)}


def _fuzzed() -> set[int]:
    text = (CORE / "fuzz" / "models.hpp").read_text("utf-8")
    found = re.search(r"kKinds\[\] = {(.*?)}", text)
    assert found is not None
    return set(map(int, found[1].split(", ")))


def test_every_primitive_is_complete() -> None:
    maker = _Maker(random.Random(1), 16, range(1, 5))
    made = {type(one): one for one in (make() for make in maker.makers)}
    missing = [
        f"{kind.__name__}: {step}"
        for kind in get_args(Primitive)
        for step in _lacks(kind, made.get(kind))
    ]
    assert not missing, "missing steps of primitives:\n" + "\n".join(missing)


def _check(seed: int) -> None:
    rng = random.Random(seed)
    if rng.random() < 0.5:
        start, cells, size = rng.choice((0, 1)), 16, 4
        houses, found = _grids(start)
    else:
        cells, size = rng.choice(((6, 3), (5, 4), (7, 2)))
        start = rng.choice((-1, 0, 1, 2))
        houses, found = [], _all_boards(cells, range(start, start + size))
    digits = range(start, start + size)
    maker = _Maker(rng, cells, digits)
    shapes = [rng.choice(maker.makers)() for _ in range(rng.randint(1, 5))]
    for shape in shapes:
        found = [board for board in found if holds(shape, board, digits)]
    wanted = sorted(bytes(digit - start + 1 for digit in board) for board in found)
    primitives = houses + shapes
    rng.shuffle(primitives)
    tables = model_tables(cells, digits, primitives)
    masks = [maker.all] * cells
    assert sorted(model_solutions(tables, masks)) == wanted, (seed, digits, shapes)
    status, count, first = search_model(tables, masks, limit=5)
    assert count == min(5, len(wanted)) and (not first or first in wanted), (seed, status)


@pytest.mark.parametrize("first", quick.some(range(0, 1000, 100), 3))
def test_the_engine_finds_the_boards_on_which_all_primitives_hold(first: int) -> None:
    for seed in range(first, first + 100):
        _check(seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [
        pytest.param(n, marks=[pytest.mark.long] * (n >= 12_000))
        for n in range(10_000, 60_000, 1000)
    ],
)
def test_the_engine_finds_these_boards_on_many_more_models(first: int) -> None:
    for seed in range(first, first + 1000):
        _check(seed)


# Homes 0 to 5 in two rows, each with a cell whose digit is known, and one more cell.
_REGIONS = Regions(
    (0, 1, 2, 3, 4, 5),
    (6, 7, 8, 9, 10, 11),
    ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)),
    2,
)
_HOME_DIGITS = (1, 2, 3, 2, 3, 1)


def _on_homes(rng: random.Random) -> Primitive:
    """Return a primitive that says the same of all numbers of regions, or nearly."""
    homes = tuple(rng.sample(range(6), 4))
    relations = (4, 2, 1), (3, 5, 6), (1, 2, 4), (2, 4, 1), (1, 3, 7), (6, 5, 3)
    cells, mask = (*homes[: rng.randint(1, 4)], 12), rng.choice((7, 7, 1, 3))
    # A state is a number and how many homes have had it, or the end, which reads the count.
    moves = [(0, 1 << d, 1 + 4 * d) for d in range(3)]
    for d, count in product(range(3), range(4)):
        state = 1 + 4 * d + count
        moves += [(state, 1 << d, state + 1)] * (count < 3) + [(state, 7 ^ 1 << d, state)]
        moves += [(state, 1 << count, 13)] * (count < 3)
    moves += [(rng.randint(0, 12), rng.randint(1, 7), rng.randint(0, 13))] * rng.randint(0, 1)
    return rng.choice(
        (
            Pair(homes[0], rng.choice((homes[1], 12)), rng.choice(relations)),
            Allowed(homes[0], mask),
            Different(homes[: rng.randint(2, 3)]),
            Count((*homes, 12), mask, 1, 4),
            CountIs((*homes[:3], 12), mask, rng.choice((12, homes[3]))),
            Element(rng.choice((12, homes[3])), homes[:3], rng.choice((homes[3], 12))),
            SameSet((homes[:2], rng.choice((homes[2:], (homes[2], 12))))),
            Connected(homes, _REGIONS.edges, mask, 1, 4),
            Linear((homes[0], 12), (1, 1), 3, 5),
            Automaton(cells, 14, frozenset({0}), frozenset({13}), tuple(moves)),
            Automaton(cells, 14, frozenset({0}), frozenset({13}), tuple(moves)),
        )
    )


@pytest.mark.parametrize("first", range(0, 600, 200))
def test_regions_are_numbered_in_the_order_of_their_homes(first: int) -> None:
    digits = range(1, 4)
    boards = [
        (*homes, *_HOME_DIGITS, last)
        for homes in product(digits, repeat=6)
        if holds(_REGIONS, (*homes, *_HOME_DIGITS, 1), digits)
        for last in digits
    ]
    given = [Allowed(6 + i, 1 << (digit - 1)) for i, digit in enumerate(_HOME_DIGITS)]
    for seed in range(first, first + 200):
        rng = random.Random(seed)
        found = [_on_homes(rng) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.3:
            found = [Either((tuple(found), (_on_homes(rng),)))]
        tables = model_tables(13, digits, [_REGIONS, *given, *found])
        wanted = [board for board in boards if all(holds(each, board, digits) for each in found)]
        masks = array("Q", [7] * 13)
        assert sorted(model_solutions(tables, masks)) == [bytes(board) for board in wanted], seed
        # What is eliminated without a guess must leave every board, and givens keep the numbers.
        left = array("Q")
        left.frombytes(tables.prune(masks)[1])
        assert all(left[i] >> (board[i] - 1) & 1 for board in wanted for i in range(13)), seed
        masks[5] = rng.randint(1, 7)
        kept = [bytes(board) for board in wanted if masks[5] >> (board[5] - 1) & 1]
        assert sorted(model_solutions(tables, masks)) == kept, seed


def test_a_puzzle_with_constraints_is_solved() -> None:
    killer = Rules(size=4, constraints=[Cage("r1c1 r1c2", sum=3), Thermo("r2c1 r3c1 r4c1")])
    puzzle = Puzzle("." * 16, rules=killer)
    _, boards = _grids()
    kept = [b for b in boards if b[0] + b[1] + 2 == 3 and b[4] < b[8] < b[12]]
    assert puzzle.count(limit=1000) == len(kept)
    assert all(not list(killer.violations(bytes(grid))) for grid in puzzle.solutions())


@pytest.mark.parametrize(
    ("constraint", "cell", "left"),
    [
        (Renban("r1c1 r1c2 r1c3"), 3, {1, 4}),
        (Contains("r1c1 r1c2", [3]), 3, {1, 2, 4}),
        (Quadruple("r1c1 r1c2 r2c1 r2c2", [1, 1, 2, 2]), 0, {1, 2}),
    ],
)
def test_digits_that_cells_must_hold_leave_the_others(
    constraint: Constraint, cell: int, left: set[int]
) -> None:
    digits = range(1, 5)
    row = Different(tuple(range(4)))
    tables = model_tables(16, digits, [row, *constraint.primitives(Space(4, 4, digits))])
    masks = array("Q")
    masks.frombytes(tables.prune(array("Q", [15] * 16))[1])
    assert {digit for digit in digits if masks[cell] >> (digit - 1) & 1} == left


@pytest.mark.parametrize("more", [(), ((1, 0b0110, 2),)])
def test_digits_that_an_automaton_reads_alike_stay_together(
    more: tuple[tuple[int, int, int], ...],
) -> None:
    # One of the cells holds 1; the order of the others does not matter.
    moves = ((0, 0b0001, 1), (0, 0b1110, 0), (1, 0b1110, 1), *more)
    line = Automaton((0, 1, 2), 3, frozenset({0}), frozenset({1}), moves)
    tables = model_tables(3, range(1, 5), [line])
    for given, left in (([6, 12, 15], [6, 12, 1]), ([1, 15, 9], [1, 14, 8])):
        assert list(array("Q", tables.prune(array("Q", given))[1])) == left
    assert search_model(tables, [6, 6, 6])[1] == 0


@pytest.mark.parametrize(("accepted", "count"), [(0, 2), (1, 0)])
def test_an_automaton_without_cells_reads_nothing(accepted: int, count: int) -> None:
    line = Automaton((), 2, frozenset({0}), frozenset({accepted}), ((0, 1, 1),))
    tables = model_tables(1, range(1, 3), [line])
    assert search_model(tables, [3])[1] == count


def test_cells_that_see_all_places_of_a_digit_by_relations_about_it_lose_it() -> None:
    # Cell 4 is apart from the places of digit 1 in a house of the cells 0 to 3, for this digit alone.
    apart = (0b1110, 0b1111, 0b1111, 0b1111)
    pairs = [Pair(4, cell, apart) for cell in (0, 1)]
    tables = model_tables(5, range(1, 5), [Different((0, 1, 2, 3)), *pairs])
    masks = [0b1111, 0b1111, 0b1110, 0b1110, 0b1111]
    assert list(array("Q", tables.prune(array("Q", masks))[1]))[4] == 0b1110


def test_a_run_of_digits_in_any_order_is_solved_exactly() -> None:
    space = Space(1, 9, range(1, 10))
    tables = model_tables(9, space.digits, Renban("r1c1 r1c2 r1c3").primitives(space))
    masks = array("Q")
    masks.frombytes(tables.prune(array("Q", [0b101, 0b101, 0b1010, *[511] * 6]))[1])
    assert list(masks)[:3] == [0b101, 0b101, 0b10], (
        "1 and 3 are in the first two cells, so 4 is not"
    )


_APART = {a: [b for b in range(1, 10) if abs(a - b) > 1] for a in range(1, 10)}


@pytest.mark.parametrize(
    "line", [Nabner(_FIVE := "r1c1 r1c2 r1c3 r1c4 r1c5"), PairRule(_FIVE, _APART, all_pairs=True)]
)
def test_five_cells_of_digits_that_are_never_consecutive_are_odd(line: Constraint) -> None:
    space = Space(1, 9, range(1, 10))
    masks = array("Q", [511] * 9)
    for primitives in (line.primitives, line.explained):
        tables = model_tables(9, space.digits, primitives(space))
        reduced = array("Q")
        reduced.frombytes(tables.prune(masks)[1])
        assert set(reduced[:5]) == {0b101010101}


@pytest.mark.parametrize(
    ("line", "relation"),
    [
        # In order; equal digits allowed; a cell twice; nearly everything allowed.
        ("r1c1 r1c2 r1c3", {1: [2, 3, 4], 2: [3, 4], 3: [4]}),
        ("r1c1 r1c2 r1c3", {1: [1, 3], 3: [1, 3]}),
        ("r1c1 r1c2 r1c1", {1: [1, 3], 3: [1, 3]}),
        ("r1c1 r1c2 r1c3", {a: {1, 2, 3, 4} - {a} for a in range(1, 5)}),
    ],
)
def test_relations_of_all_pairs_say_what_they_say(
    line: str, relation: dict[int, list[int]]
) -> None:
    rule = PairRule(line, relation, all_pairs=True)
    space = Space(1, 4, range(1, 5))
    tables = model_tables(4, space.digits, rule.primitives(space))
    cells = space.indices(rule.line)
    expected = sum(
        all(b in relation.get(a, ()) for a, b in combinations([board[c] for c in cells], 2))
        for board in product(range(1, 5), repeat=4)
    )
    assert search_model(tables, [15] * 4, limit=256)[1] == expected


@pytest.mark.parametrize(
    ("groups", "masks", "left"),
    [
        # Only 1 can come twice after the first cell, and not three times.
        (((2, 3, 4),), [0b100, 0b011, 0b101, 0b011, 0b011], [0b100, 0b001, 0b001, 0b001, 0b010]),
        (((2,), (3,), (4,)), [0b100, 0b001, 0b110, 0b001, 0b011], [0b100, 1, 0b110, 1, 1]),
        # Either all of the second line is 2, or the first line and one cell.
        (((2,), (3, 4)), [0b100, 0b010, 0b110, 0b011, 0b011], [0b100, 2, 0b110, 0b010, 0b011]),
    ],
)
def test_runs_are_solved_exactly(
    groups: tuple[tuple[int, ...], ...], masks: list[int], left: list[int]
) -> None:
    tables = model_tables(5, range(1, 4), [Run(1, groups, 0, 0)])
    assert list(array("Q", tables.prune(array("Q", masks))[1])) == left


@pytest.mark.parametrize(
    ("primitive", "masks"),
    [
        (Filling((0, 1, 2, 3, 4), 8), [1, 511, 511, 511, 256]),  # 2 + 3 + 3
        (Visible(tuple(range(9)), 2), [127, *[511] * 7, 256]),  # 8 is seen
    ],
)
def test_lines_of_different_digits_need_no_guess(primitive: Primitive, masks: list[int]) -> None:
    tables = model_tables(len(masks), range(1, 10), [primitive])
    assert search_model(tables, masks, budget=1)[0] is Status.NO_SOLUTION


def test_cells_with_as_many_digits_as_cells_hold_each_of_them() -> None:
    tables = model_tables(4, range(1, 6), [Different((0, 1, 2))])
    _, masks = tables.prune(array("Q", [0b00011, 0b00011, 0b00111, 0b11111]))
    assert list(array("Q", masks)) == [0b00011, 0b00011, 0b00100, 0b11111]
    # With one digit more, the third cell may hold any of its digits.
    _, masks = tables.prune(array("Q", [0b01011, 0b00011, 0b00111, 0b11111]))
    assert list(array("Q", masks)) == [0b01011, 0b00011, 0b00111, 0b11111]


@pytest.mark.parametrize("seed", range(20))
def test_marks_that_fill_lines_lose_no_board(seed: int) -> None:
    rng = random.Random(seed)
    lines = [(0, 1, 2), (3, 4, 5), (0, 3, 6), (1, 4, 6)]
    sums = [Linear((2, 5, 6), (1, 1, 1), 0, rng.randint(8, 11))]
    tables = model_tables(7, range(1, 6), [*map(Different, lines), *sums])
    for _ in range(5):
        few = rng.sample(range(5), 3)
        masks = [sum(1 << d for d in few if rng.random() < 0.9) or 31 for _ in range(6)] + [31]
        digits = [[d for d in range(1, 6) if mask >> (d - 1) & 1] for mask in masks]
        wanted = [
            bytes(board)
            for board in product(*digits)
            if all(_differ(board, line) for line in lines)
            and board[2] + board[5] + board[6] <= sums[0].high  # type: ignore[operator]
        ]
        assert sorted(model_solutions(tables, array("Q", masks))) == wanted


@pytest.mark.parametrize("digits", [range(1, 10), range(1, 12)])
def test_a_sum_in_a_choice_becomes_what_its_houses_have_besides(digits: range) -> None:
    # Two rows without their last cells: these sum to 17 or 16.
    rows = [tuple(range(9)), tuple(range(9, 18))]
    most = tuple(cell for row in rows for cell in row[:8])
    choices = [(Linear(most, (1,) * 16, 90 - total, 90 - total),) for total in (17, 16)]
    given = [Allowed(cell, 511) for cell in range(18)]
    houses = [*map(Different, rows), Different((8, 17))]
    tables = model_tables(18, digits, [*houses, *given, Either(tuple(choices))])
    masks = array("Q")
    masks.frombytes(tables.prune(array("Q", [2 ** len(digits) - 1] * 18))[1])
    assert (masks[8], masks[17]) == (0b111000000, 0b111000000)


def test_parallel_diagonals_are_added_up() -> None:
    # The 31 cells of the four diagonals sum to 198 at most.
    lines = [LittleKiller("r1c9", "down left", sum=50), LittleKiller("r1c8", "down left", sum=50)]
    lines += [LittleKiller("r9c2", "up right", sum=50), LittleKiller("r9c3", "up right", sum=50)]
    assert Puzzle("." * 81, rules=Rules(constraints=lines)).count(budget=1) == 0


@pytest.mark.parametrize(
    "words",
    [
        [1],
        [1, 2, 0],
        [1, 2, 9, 1],
        [1, 2, 0, 16],
        [3, 4, 0, 1, 0, 1 << 40],
        [4, 3, 0, 1, 3],
        [5, 4, 1, 1, 0, 3],
        [6, 2, 0, 0],
        [10, 4, 2, 0, 1, 2],
        [11, 3, 5, 1, 2],
        [12, 5, 1, 0, 3, 9, 0],
        [13, 4, 1, 1, 0, 0],
        [13, 6, 3, 2, 0, 1, 2, 3],
        [13, 5, 1, 1, 0, 1, 2],
        [14, 3, 5, 0, 0],
        [14, 6, 5, 0, 1, 2, 3, 0],
        [15, 3, 5, 0, 1],
        [15, 2, 1, 0],
        [99, 0],
    ],
)
def test_words_that_do_not_fit_the_model_are_refused(words: list[int]) -> None:
    from array import array

    with pytest.raises(ValueError):
        _core.Tables(4, 4, 1, array("q", words))


@pytest.mark.parametrize("first", [-1000, 1000])
def test_a_sum_without_bounds_has_none_however_large_its_terms(first: int) -> None:
    terms = 16_384
    words = array("q", [3, 2 + 2 * terms, -1 << 61, 1 << 61]) + array("q", [0, 1 << 31]) * terms
    assert search_model(_core.Tables(1, 2, first, words), [0b11]) == (Status.MULTIPLE, 2, b"\1")


@pytest.mark.parametrize("bound", [-1 << 63, -1, 4, (1 << 63) - 1])
def test_a_count_may_have_bounds_that_no_cells_reach(bound: int) -> None:
    for low, high in ((bound, bound), (-1 << 63, bound), (bound, (1 << 63) - 1)):
        counts = array("q", [7, 6, 1, low, high, 0, 1, 2])
        possible = low <= 3 and high >= 0
        number = search_model(_core.Tables(3, 2, 1, counts), [0b11] * 3, limit=9)[1]
        assert number == (8 if possible else 0)


@pytest.mark.parametrize("digits", [range(1, 5), range(0, 4)], ids=str)
def test_a_cell_that_is_counted_twice_is_once_in_its_house(digits: range) -> None:
    """The rest of a house has a digit as often as is left only where no cell of the count is listed twice."""
    house = Different((0, 1, 2, 3))
    for cells in ((0, 0, 1, 1), (0, 1, 0, 2), (3, 1, 3, 0, 0, 3, 1), (0, 0, 1)):
        for number in range(4):
            tables = model_tables(4, digits, [house, Count(cells, 1, number, number)])
            wanted = sum(
                sum(grid[cell] == 0 for cell in cells) == number for grid in permutations(range(4))
            )
            assert search_model(tables, [15] * 4, limit=100)[1] == wanted, (cells, number)
