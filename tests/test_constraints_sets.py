"""Kinds about sets, outside clues, tables and connected cells: their meaning, their primitives, their notation."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache

import pytest
from meaning import holds

from nonet.base.errors import RulesError
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.rules.constraints import (
    AllOf,
    AnyOf,
    AutomatonRule,
    BoxIndexing,
    Cage,
    Clone,
    ColumnIndexing,
    ConnectedDigits,
    Constraint,
    Contains,
    CountDistinct,
    CountingCircles,
    Difference,
    DutchFlatmates,
    EqualityCage,
    FullRank,
    GlobalEntropy,
    GlobalModulo,
    HiddenSkyscraper,
    LineRule,
    LookAndSay,
    Lunchbox,
    Modular,
    Not,
    NoTiedLines,
    NumberedRoom,
    OneOf,
    PairRule,
    Quadruple,
    RellikCage,
    RowIndexing,
    Sandwich,
    Skyscraper,
    Space,
    SumLine,
    Thermo,
    ValueIndexing,
    XSum,
)
from nonet.rules.constraints.base import Group
from nonet.rules.variants import format_rules, parse_rules

FOUR = range(1, 5)
CELLS = "r1c1 r1c2 r1c3 r1c4"
EXAMPLES = [
    Quadruple("r1c1 r1c2 r2c1 r2c2", [1, 3]),
    Quadruple("r1c1 r1c2 r2c1 r2c2", [2, 2, 3]),
    Contains(CELLS, [1, 1, 3]),
    Contains(CELLS, [1, 1, 3], exact=True),
    OneOf("r1c1 r2c1", [1, 4]),
    LookAndSay(CELLS, "122304"),
    Clone(["r1c1 r1c2", "r2c1 r2c2", "r1c3 r1c4"]),
    Clone(["r1c1", "r2c2", "r1c4"]),
    CountingCircles("r1c1 r1c2 r1c3 r2c1 r2c2 r2c3"),
    CountDistinct("r2c1", CELLS),
    RellikCage("r1c1 r1c2 r1c3", 6),
    EqualityCage("r1c1 r1c2 r1c3 r1c4"),
    EqualityCage("r1c1 r1c2"),
    ValueIndexing("r1c1 r1c2 r1c3 r1c4"),
    XSum("r1", "left", 5),
    XSum("r1", "right", 1),
    Skyscraper("row 1", "left", 2),
    Skyscraper("r1", "right", 3),
    HiddenSkyscraper("r1", "left", 2),
    NumberedRoom("r1", "left", 2),
    NumberedRoom("r1", "right", 1),
    ColumnIndexing("r1c1 r1c3 r2c2"),
    RowIndexing("r1c1 r2c3"),
    Sandwich("r1", 3),
    Sandwich("r1", 0),
    Lunchbox("r1c1 r1c2 r1c3", 2),
    Lunchbox("r1c1 r1c2 r1c3", 0),
    PairRule(CELLS, {1: [2, 3], 2: [1], 3: [3, 4], 4: [1, 2, 3, 4]}),
    PairRule(CELLS, [(1, 2), (2, 1), (3, 1), (1, 1)], all_pairs=True),
    LineRule(CELLS, "1.*|[^13]+2?|3{2}4*1+"),
    LineRule(CELLS, "(12|[1-3]{1,2}4?)*"),
    AutomatonRule([CELLS], "0;1;0:12>1,1:3>1,1:124>0"),
    AutomatonRule(
        ["r1c1 r1c2", "r2c1", "r2c2 r2c3"], "0,2;1;0:12>0,0:*>1,1:34>1,1:*>0,1:12>2,2:*>1"
    ),
    AutomatonRule(["", "r1c1 r1c2"], "0;1;0:*>1,1:12>1"),
    AnyOf([Thermo("r1c1 r1c2"), Cage("r1c3 r1c4", sum=5)]),
    AnyOf([AllOf([Thermo("r1c1 r1c2"), Thermo("r1c2 r1c3")]), Contains(CELLS, [4, 4])]),
    Not([Difference("r1c1 r1c2"), Cage("r1c3 r1c4", sum=5)]),
    Not([Thermo("r1c1 r2c2")]),
    ConnectedDigits([1, 2]),
    ConnectedDigits([1, 2], size=3),
    ConnectedDigits([3], layer=["r1c1 r2c1", "r1c3 r2c3"]),
]
NINE: list[Constraint] = [
    GlobalEntropy(),
    GlobalModulo(),
    DutchFlatmates(),
]


def space_of(constraint: Constraint) -> Space:
    """Return a small board that the constraint fits."""
    if constraint in NINE:
        return Space(2, 3, range(1, 10))
    return Space(2, 4, FOUR)


def boards(space: Space, count: int) -> list[tuple[int, ...]]:
    """Return random boards; half of them have rows without repeats."""
    return _boards(tuple(space.digits), space.rows, space.columns, count)


@cache
def _boards(digits: tuple[int, ...], rows: int, columns: int, count: int) -> list[tuple[int, ...]]:
    rng = random.Random(1)
    found = [tuple(rng.choices(digits, k=rows * columns)) for _ in range(count)]
    for _ in range(count):
        made = [rng.sample(digits, columns) for _ in range(rows)]
        found.append(tuple(itertools.chain.from_iterable(made)))
    return found


def named(constraint: Constraint) -> str:
    return repr(constraint)


@pytest.mark.parametrize("number", [250, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("constraint", EXAMPLES + NINE, ids=named)
def test_primitives_mean_what_violations_say(constraint: Constraint, number: int) -> None:
    space = space_of(constraint)
    constraint.check(space)
    made = list(constraint.primitives(space))
    rows_differ = isinstance(constraint, Sandwich)
    seen = set()
    for values in boards(space, number):
        if rows_differ and len(set(values[: space.columns])) < space.columns:
            continue
        board = dict(zip(space.names, values, strict=True))
        expected = not list(constraint.violations(board, space))
        assert all(holds(p, values, space.digits) for p in made) == expected, board
        seen.add(expected)
    assert seen == {True, False}


@pytest.mark.parametrize("constraint", EXAMPLES, ids=named)
def test_in_rows_without_repeats_too(constraint: Constraint) -> None:
    houses = [Group("row", f"row {n}", tuple(f"r{n}c{c}" for c in FOUR)) for n in (1, 2)]
    space = Space(2, 4, FOUR, houses)
    made = list(constraint.primitives(space))
    for values in boards(space, 500)[500:]:
        board = dict(zip(space.names, values, strict=True))
        expected = not list(constraint.violations(board, space))
        assert all(holds(p, values, space.digits) for p in made) == expected, board


@pytest.mark.parametrize("constraint", EXAMPLES + NINE, ids=named)
def test_a_partial_board_of_a_solution_has_no_violation(constraint: Constraint) -> None:
    space, rng = space_of(constraint), random.Random(2)
    met = 0
    for values in boards(space, 300):
        board = dict(zip(space.names, values, strict=True))
        if list(constraint.violations(board, space)):
            continue
        met += 1
        for _ in range(5):
            kept = {name: digit for name, digit in board.items() if rng.random() < 0.6}
            assert not list(constraint.violations(kept, space)), kept
    assert met > 2, "random boards break the constraint: choose an example that is met more often"


def test_box_indexing_on_all_small_grids() -> None:
    grids = [tuple(grid) for grid in Puzzle("." * 16).solutions()]
    rng, verdicts = random.Random(4), Counter[bool]()
    for _ in range(20):
        rule = BoxIndexing(
            rng.sample(Rules(box_rows=2, box_columns=2).space.names, rng.randint(1, 3))
        )
        rules = Rules(box_rows=2, box_columns=2, constraints=[rule])
        space, met = rules.space, 0
        made = list(rule.primitives(space))
        for values in grids:
            board = dict(zip(space.names, values, strict=True))
            expected = all(_is_indexed(cell, board, space) for cell in rule.cells)
            met += expected
            verdicts[expected] += 1
            assert (not list(rule.violations(board, space))) == expected, (rule, board)
            assert all(holds(each, values, space.digits) for each in made) == expected, (
                rule,
                board,
            )
        assert Puzzle("." * 16, rules=rules).count(limit=300) == met, rule
    assert min(verdicts.values()) > 500


def _is_indexed(cell: str, board: dict[str, int], space: Space) -> bool:
    """Whether the digit P of a cell at place Q of its box says that the box has Q at place P."""
    (box,) = (box for box in space.boxes if cell in box)
    return box.index(cell) + 1 == board[sorted(box)[board[cell] - 1]]


def test_zero_is_no_building_and_a_digit_of_its_own() -> None:
    space = Space(1, 4, range(4))
    seen = {"r1c1": 0, "r1c2": 2, "r1c3": 1, "r1c4": 3}
    assert not list(Skyscraper("r1", "left", 2).violations(seen, space))
    hidden = HiddenSkyscraper("r1", "left", 1)
    assert not list(hidden.violations(seen, space))
    assert list(HiddenSkyscraper("r1", "right", 2).violations(seen, space))
    circles = CountingCircles("r1c1 r1c2")
    assert list(circles.violations({"r1c1": 0}, space))
    for constraint in (Skyscraper("r1", "left", 2), hidden, circles, XSum("r1", "left", 0)):
        made = list(constraint.primitives(space))
        for values in itertools.permutations(range(4)):
            board = dict(zip(space.names, values, strict=True))
            expected = not list(constraint.violations(board, space))
            assert all(holds(p, values, space.digits) for p in made) == expected


def test_ranks_on_all_latin_squares() -> None:
    rows = list(itertools.permutations((1, 2, 3)))
    squares = [
        tuple(itertools.chain(*square))
        for square in itertools.permutations(rows, 3)
        if all(len(set(column)) == 3 for column in zip(*square, strict=True))
    ]
    space = Space(3, 3, range(1, 4))
    clues: list[Constraint] = [NoTiedLines()]
    for side, line in (("left", "r1"), ("right", "r2"), ("top", "c3"), ("bottom", "c1")):
        clues += [
            FullRank(line, side, rank, ties=ties) for rank in range(1, 13) for ties in (False, True)
        ]
    assert len(squares) == 12
    held = 0
    for clue in clues:
        made = list(clue.primitives(space))
        for values in squares:
            board = dict(zip(space.names, values, strict=True))
            expected = not list(clue.violations(board, space))
            assert all(holds(p, values, space.digits) for p in made) == expected, (clue, board)
            held += expected
    assert held > 20


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Quadruple("r1c1 r1c2", [1]), "quadruple: expected 4 cells, got 2 (r1c1 r1c2)"),
        (
            lambda: XSum("d1", "left", 5),
            "xsum: expected a row such as r3 or a column such as c5, got 'd1'",
        ),
        (lambda: XSum("r1", "top", 5), "xsum: expected left or right as the side of r1, got 'top'"),
        (
            lambda: Clone(["r1c1", "r1c2 r1c3"]),
            "clone: expected at least two groups of one size, got sizes 1, 2",
        ),
        (
            lambda: LookAndSay("r1c1", "123"),
            "expected pairs of a count and a digit such as 1223, got '123'",
        ),
        (
            lambda: LineRule("r1c1", "1("),
            "line: expected ')' at character 3 of '1(', found the end",
        ),
        (
            lambda: AutomatonRule(["r1c1"], "0:1>1"),
            "expected an automaton such as 0;1;0:12>1,1:3>1, got '0:1>1'",
        ),
        (lambda: ConnectedDigits([]), "connected: expected at least one digit, got none"),
        (
            lambda: RellikCage("r1c1", sum="5"),  # type: ignore[arg-type]
            "rellik: sum: expected a whole number, got '5'",
        ),
        (
            lambda: Contains("r1c1", "12"),  # type: ignore[arg-type]
            "contains: digits: expected a whole number, got '1'",
        ),
        (
            lambda: SumLine("r1c1 r1c2", 0),
            "sumline: expected a total of at least 1, got 0",
        ),
        (
            lambda: Modular("r1c1 r1c2", modulus=1),
            "modular: expected a modulus of at least 2, got 1",
        ),
        (lambda: AnyOf([]), "anyof: expected at least one constraint, got none"),
        (
            lambda: EqualityCage("r1c1 r1c2 r1c3"),
            "equality: expected an even number of cells, got 3",
        ),
    ],
)
def test_errors_say_what_is_expected(build, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RulesError) as found:
        build()
    assert message in str(found.value)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("anyof:thermo:r1c1", "anyof: thermo: expected at least 2 cells, got 1 (r1c1)"),
        ("anyof:termo:r1c1r1c2", "anyof: unknown rule 'termo'; did you mean 'thermo'?"),
        (
            "allof:antiking/",
            "allof: unknown rule ''; expected a constraint such as thermo:r1c1r1c2",
        ),
        (
            "not:thermo:r1c1r1c2r1c3",
            "not: expected a rule about two cells such as white:r1c1r1c2, got thermo:r1c1r1c2r1c3",
        ),
        (
            "not:antiknight",
            "not: expected a rule about two cells such as white:r1c1r1c2, got antiknight",
        ),
        ("allgiven:dots", "allgiven: expected one of white, black, x, v, greater, got 'dots'"),
        ("allgiven:3=x", "allgiven: a mark of the kind x has no number, got 3"),
        ("anyof:", "anyof: expected anyof:PARTS, got 'anyof'"),
    ],
)
def test_errors_in_a_part_say_what_is_wrong_there(words: str, message: str) -> None:
    with pytest.raises(RulesError) as found:
        parse_rules(words)
    assert str(found.value) == message


def test_a_part_needs_no_escapes_for_its_equals_signs() -> None:
    plain = parse_rules("anyof:killer:5=r1c1r1c2/xsum:9=r1=left")
    assert plain == parse_rules("anyof:killer:5%3Dr1c1r1c2/xsum:9%3Dr1%3Dleft")
    assert parse_rules(format_rules(plain)) == plain


def test_a_clue_must_fit_the_board() -> None:
    with pytest.raises(RulesError, match="expected row 1 to 2, got 3"):
        XSum("r3", "left", 5).check(Space(2, 4, FOUR))
    with pytest.raises(RulesError, match="expected digits 1 to 4, got 7"):
        Contains("r1c1", [7]).check(Space(2, 4, FOUR))
    with pytest.raises(RulesError, match="outside"):
        AnyOf([Thermo("r1c1 r1c9")]).check(Space(2, 4, FOUR))


def test_a_cell_that_one_digit_is_left_for_is_said_to_be_that_digit() -> None:
    assert OneOf("r1c1", [3]).text() == "r1c1 is 3."
    assert OneOf("r1c1 r1c2", [3]).text() == "r1c1, r1c2 are all 3."
    assert OneOf("r1c1", [3, 4]).text() == "r1c1 holds one of 3, 4."
