"""Transforms of puzzles with constraints: the rotated or reflected constraints mean the same on the moved board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice, permutations, product

import pytest
from quick import some
from test_completeness import DOCUMENTED

from nonet import Grid, Puzzle, Rules
from nonet.base.errors import LimitReached, RulesError
from nonet.boards.transforms import Transform
from nonet.puzzle.moving import is_symmetry, moved_rules
from nonet.rules.variants import format_rules, parse_rules
from nonet.teach.board import make_board

LINES = tuple(range(9))
SYMMETRIES = [
    Transform(transposed, rows, columns)
    for transposed, rows, columns in product(
        (False, True), (LINES, LINES[::-1]), (LINES, LINES[::-1])
    )
]
WORDS = [word for word in DOCUMENTED if word != "regions"]
PARTLY = {"rowindexing", "columnindexing", "boxindexing", "flatmates"}
"""Kinds that some reflections would turn into another rule."""
SWAP = Transform(rows=(1, 0, 2, 3, 4, 5, 6, 7, 8))
RENAMING = Transform(digits=(2, 1, 3, 4, 5, 6, 7, 8, 9))


@cache
def grids() -> tuple[Grid, ...]:
    """Return full boards that meet no constraint on purpose."""
    full = next(Puzzle("." * 81).solutions())
    return tuple(Transform.random(seed=3, number=i).apply(full) for i in range(20))


def solutions(rules: Rules) -> Iterator[Grid]:
    """Yield up to two boards that meet the rules, if they are found soon."""
    with suppress(LimitReached):
        yield from islice(Puzzle("." * 81, rules=rules).solutions(budget=2000), 2)


@pytest.mark.parametrize("word", some(WORDS, 3))
def test_a_moved_constraint_holds_on_the_moved_board(word: str) -> None:
    rules = parse_rules(DOCUMENTED[word][2].strip("`"))
    met = () if word == "connected" else tuple(solutions(rules))
    boards = met + grids()
    seen = 0
    for by in SYMMETRIES:
        try:
            moved = moved_rules(rules, by)
        except RulesError:
            assert word in PARTLY
            continue
        seen += 1
        assert moved_rules(moved, by.inverse()) == rules
        for board in boards:
            one = not any(rules.violations(board))
            assert one == (not any(moved.violations(by.apply(board)))), (by, format_rules(moved))
    assert seen >= (1 if word == "boxindexing" else 2)


def test_lines_sides_and_diagonals_move() -> None:
    rules = parse_rules(
        "littlekiller:20=r1c3=down-left xsum:15=r3=left sandwich:9=c2 fullrank:7=r1=right"
    )
    rotated = Transform(transposed=True, columns=LINES[::-1])
    assert [each.notation for each in moved_rules(rules, rotated).constraints] == [
        "fullrank:7=c9=bottom",
        "littlekiller:20=r3c9=up-left",
        "sandwich:9=r2",
        "xsum:15=c7=top",
    ]


def test_a_puzzle_keeps_its_number_of_solutions() -> None:
    rules = "killer:10=r1c1r1c2r2c1 thermo:r3c3r4c4r5c5r6c5 diagonals arrow:r9c9=r8c8r7c8 white:r5c1r6c1"
    full = next(Puzzle("." * 81, rules=rules).solutions())
    givens = "".join(str(d) if i % 3 else "." for i, d in enumerate(full))
    puzzle = Puzzle(givens, rules=rules)
    for by in SYMMETRIES:
        moved = puzzle.transform(by)
        assert moved.count(limit=50) == puzzle.count(limit=50) > 0
        assert moved.transform(by.inverse()) == puzzle
        assert [house.name for house in moved.rules.extra] == ["diagonal down", "diagonal up"]


def test_a_jigsaw_turns() -> None:
    regions = "111222333" * 2 + "111222333"
    lines = [regions[:9]] * 3 + ["444555666"] * 3 + ["777888999"] * 3
    lines[0], lines[1] = "111122333", "112222333"
    jigsaw = Puzzle("." * 81, rules=Rules(regions=" ".join(lines)))
    for by in SYMMETRIES:
        moved = jigsaw.transform(by)
        assert len(moved.rules.regions) == 9
        assert moved.transform(by.inverse()) == jigsaw
        for grid in islice(jigsaw.solutions(), 2):
            assert Puzzle(by.apply(grid), rules=moved.rules).count() == 1


@pytest.mark.parametrize(
    ("rules", "by", "message"),
    [
        ("thermo:r1c1r2c1", RENAMING, "the transform renames digits, but thermo:r1c1r2c1 depends"),
        (
            "antiknight",
            SWAP,
            "rows or columns cannot change places because of antiknight; rotations",
        ),
        ("anyof:thermo:r1c1r1c2/antiknight", SWAP, "cannot change places because of anyof"),
        ("minimum:r1c1", SWAP, "cannot change places because of minimum"),
        ("diagonals", SWAP, "exchanging rows or columns needs the classic houses"),
        ("columnindexing:r1c1", Transform(columns=LINES[::-1]), "which a reflection changes"),
        ("boxindexing:r1c2", Transform(transposed=True), "which rotations and reflections change"),
        ("flatmates", Transform(rows=LINES[::-1]), "knows above and below"),
    ],
)
def test_rules_that_would_break_are_refused(rules: str, by: Transform, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Puzzle("." * 81, rules=rules).transform(by)


def test_constraints_of_cells_alone_take_any_transform() -> None:
    by = Transform.random(seed=9)
    by = Transform(by.transposed, by.rows, by.columns)
    assert not is_symmetry(by)
    rules = parse_rules("killer:15=r1c1r1c2r2c1 clone:r1c1r1c2/r5c5r5c6 different:r1c1r5c5r9c9")
    for board in islice(Puzzle("." * 81, rules=rules).solutions(), 3):
        assert not any(moved_rules(rules, by).violations(by.apply(board)))
    assert Puzzle("." * 81, rules="antiknight").transform(RENAMING).rules == parse_rules(
        "antiknight"
    )
    with pytest.raises(RulesError, match="transforms need a 9x9 board, got 4x4"):
        Puzzle("." * 16).transform(SWAP)


@pytest.mark.parametrize("boards", [10, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("word", WORDS)
def test_a_local_constraint_depends_on_its_cells_alone(word: str, boards: int) -> None:
    """Algorithms ask a local constraint only when one of its cells changes, and any exchange of rows moves it."""
    rules = parse_rules(DOCUMENTED[word][2].strip("`"))
    (each,) = rules.constraints
    if not each.is_local:
        return
    rng, orders = random.Random(word), list(permutations(range(3)))
    for share in (0.2, 0.6, 1.0):
        for _ in range(boards):
            board = {n: rng.randint(1, 9) for n in rules.space.names if rng.random() < share}
            own = {name: digit for name, digit in board.items() if name in each.cells}
            found = any(each.violations(board, rules.space))
            alone = any(each.violations(own, rules.space))
            assert found == alone, f"{word} asks about other cells: set knows_places = True"
            rows, columns = (
                tuple(3 * band + n for band in rng.choice(orders) for n in rng.choice(orders))
                for _ in "rc"
            )
            moved = moved_rules(rules, by := Transform(rows=rows, columns=columns))
            digits = by.apply(Grid([board.get(name, 0) for name in rules.space.names]))
            assert found == any(moved.violations(digits)), (
                f"{word} depends on where its cells lie: set knows_places = True"
            )


@pytest.mark.parametrize("word", WORDS)
def test_digits_are_interchangeable_only_where_the_constraint_allows_it(word: str) -> None:
    rules = parse_rules(DOCUMENTED[word][2].strip("`"))
    (each,) = rules.constraints
    rng, names = random.Random(word), rules.space.names
    # The first board is a square in which each row is also a column: two lines can be the same number.
    square = Grid([(row + column) % 9 + 1 for row in range(9) for column in range(9)])
    met = () if word == "connected" else solutions(rules)
    boards = [Grid(board) for board in (square, *met, *grids()[:10])]
    for share in (0.05, 0.2, 0.6, 1.0):
        for _ in range(10):
            boards.append(Grid([rng.randint(1, 9) if rng.random() < share else 0 for _ in names]))
    seen, differs = set[bool](), False
    for board in boards:
        found = any(rules.violations(board))
        seen.add(found)
        for _ in range(5):
            by = Transform(digits=tuple(rng.sample(range(1, 10), 9)))
            differs |= found != any(rules.violations(by.apply(board)))
    assert seen == {True, False}, "boards that meet the constraint, and boards that break it"
    assert not (differs and each.digits_interchangeable), (
        f"{word} depends on the values of digits: leave out digits_interchangeable"
    )
    assert differs or each.digits_interchangeable, (
        f"no board shows that {word} depends on the values of digits: set digits_interchangeable = True,"
        " or document an example that more boards meet and break"
    )
    if differs:
        with pytest.raises(RulesError, match="the transform renames digits"):
            Puzzle("." * 81, rules=rules).transform(RENAMING)
    else:
        assert Puzzle("." * 81, rules=rules).transform(RENAMING).rules == rules


def test_a_digit_is_refused_exactly_where_a_constraint_refuses_it() -> None:
    words = [DOCUMENTED[word][2].strip("`") for word in WORDS]
    rng = random.Random(5)
    for _ in range(12):
        rules = parse_rules(" ".join(rng.sample(words, 4)))
        board = make_board(rules, Grid([0] * 81))
        cells = [0] * 81
        for cell in rng.sample(range(81), 81):
            digit = rng.randint(1, 9)
            after = [digit if at == cell else old for at, old in enumerate(cells)]
            expected = not any(rules.violations(after))
            assert board.meets(cells, cell, digit) == expected
            if expected:
                cells = after
