"""Constraints: fields, meaning (violations and primitives agree), notation, sentences, and what rules make of them."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest
from meaning import holds, solutions
from quick import some
from random_constraints import (
    MAKERS,
    TRIED_APART,
    digits_that_meet,
    random_constraint,
    words_that_fit,
)
from test_completeness import DOCUMENTED

from nonet import Grid, Puzzle, Rules, formats
from nonet.base.errors import RulesError
from nonet.rules import constraints
from nonet.rules.constraints import LittleKiller, Modular, RegionSumLine, kinds
from nonet.rules.constraints.base import Constraint, Space
from nonet.rules.constraints.fields import Number
from nonet.rules.variants import format_rules, parse_rules

BOARDS = {"4x4": Rules(size=4), "6x6": Rules(box_rows=2, box_columns=3), "9x9": Rules()}
WORDS = sorted(MAKERS)
LONG = {
    "allgiven",
    "antiking",
    "diagonalnonconsecutive",
    "antiknight",
    "antitaxicab",
    "nonconsecutive",
    "strictkropki",
    "strictxv",
}
"""Rules about the whole board, which a random one always breaks."""
RARELY_MET = {("x", "4x4"), ("pillarrow", "4x4")}
"""Kinds that random digits may never meet on a small board; a larger one is tried too."""


def made(word: str, rng: random.Random, board: str = "6x6") -> tuple[Constraint, Rules]:
    """Return a random constraint of a kind and rules that have it."""
    rules = BOARDS[board if word in words_that_fit(BOARDS[board].space) else "6x6"]
    each = random_constraint(word, rng, rules.space)
    return each, rules.with_constraints(each)


def random_digits(rng: random.Random, rules: Rules) -> list[int]:
    """Return a full board that may break every rule."""
    return rng.choices(rules.space.digits, k=len(rules.space.names))


def test_a_direction_may_be_written_as_in_the_words() -> None:
    assert LittleKiller("r1c3", "down-left", sum=20) == LittleKiller("r1c3", "down left", sum=20)


def test_makers_are_for_kinds() -> None:
    assert set(MAKERS) <= set(kinds())


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("board", some(list(BOARDS), 3, 1))
def test_primitives_mean_what_violations_say(word: str, board: str) -> None:
    rng = random.Random(f"{word} {board}")
    verdicts = set()
    for _ in range(8 if word in LONG else 40):
        each, rules = made(word, rng, board)
        space = rules.space
        solved, explained = list(each.primitives(space)), list(each.explained(space))
        for _ in range(15):
            digits = random_digits(rng, rules)
            filled = dict(zip(space.names, digits, strict=True))
            is_fine = not list(each.violations(filled, space))
            for primitives in (solved, explained) if explained != solved else (solved,):
                assert is_fine == all(holds(p, digits, space.digits) for p in primitives), (
                    each,
                    filled,
                )
            verdicts.add(is_fine)
    assert len(verdicts) == 2 or word in LONG or (word, board) in RARELY_MET, (
        f"random digits always {'meet' if verdicts == {True} else 'break'} {word!r} on {board}: let its"
        " maker make others, or list it in LONG or RARELY_MET"
    )


@pytest.mark.parametrize("word", WORDS)
def test_a_partial_board_is_wrong_only_if_it_cannot_be_completed(word: str) -> None:
    rng = random.Random(word)
    tried = 0
    for _ in range(40):
        each, rules = made(word, rng)
        space = rules.space
        if (digits := digits_that_meet(each, space, rng)) is None:
            continue
        full = dict(zip(space.names, digits, strict=True))
        assert not list(each.violations(full, space)), (each, full)
        tried += 1
        cells = each.cells or space.names
        # Leave out a lowest or highest digit: constraints bound these most often.
        ends = [name for name in cells if full[name] in (space.digits[0], space.digits[-1])]
        for share in (0.3, 0.7, 1):
            gone = rng.choice(ends or cells)
            part = {n: digit for n, digit in full.items() if n != gone and rng.random() < share}
            assert not list(each.violations(part, space)), (each, part)
    assert tried >= 10, f"only {tried} of 40 constraints can be met: let the maker make others"


@pytest.mark.parametrize("word", sorted(TRIED_APART - {"regions"}))
def test_a_partial_board_of_a_puzzle_has_no_violation(word: str) -> None:
    rules = parse_rules(DOCUMENTED[word][2].strip("`"))
    (each,) = rules.constraints
    rng = random.Random(word)
    grids = list(islice(Puzzle("." * 81, rules=rules).solutions(budget=10_000), 5))
    assert len(grids) == 5
    for grid in grids:
        full = dict(zip(rules.space.names, grid, strict=True))
        for share in (0.5, 0.8, 0.95, 1):
            part = {name: digit for name, digit in full.items() if rng.random() < share}
            assert not list(each.violations(part, rules.space)), part


@pytest.mark.parametrize("word", WORDS)
def test_a_cell_outside_the_board_is_named(word: str) -> None:
    if not kinds()[word].parameters or word in (
        "allgiven",
        "littlekiller",
        "strictkropki",
        "strictxv",
    ):
        return
    each, _ = made(word, random.Random(f"{word} 2"), "9x9")
    tiny = Rules(size=1)
    names = [name for name in each.cells if name != "r1c1"]
    if names:
        with pytest.raises(RulesError, match=names[0] if each.cells[0] == names[0] else "r"):
            tiny.with_constraints(each)


def test_violations_say_what_is_wrong() -> None:
    rules = Rules(constraints=[constraints.Cage("r1c1 r1c2", sum=10), constraints.AntiKnight()])
    found = [v.sentence for v in rules.violations([9, 9, *[0] * 9, 9, *[0] * 69])]
    assert found == [
        "r1c1 is 9 and r2c3 is 9. Cells a knight\u2019s move apart hold different digits.",
        "r1c1 and r1c2 are both 9 in the cage",
        "the digits in the cage r1c1, r1c2 sum to 18, expected 10",
    ]


def test_a_cage_knows_the_digits_that_are_left() -> None:
    space = Space(1, 9, range(1, 10))
    cage = constraints.Cage("r1c1 r1c2 r1c3", sum=23)
    assert not list(cage.violations({"r1c1": 9, "r1c2": 8}, space))
    assert list(cage.violations({"r1c1": 9, "r1c2": 4}, space))  # 10 would be needed
    assert not list(constraints.Cage("r1c1 r1c2 r1c3", sum=24).violations({"r1c1": 9}, space))
    assert list(constraints.Cage("r1c1 r1c2 r1c3", sum=25).violations({"r1c1": 9}, space))


def test_dots_that_are_not_there_say_something() -> None:
    dots = [constraints.Difference("r1c1 r1c2"), constraints.StrictKropki()]
    rules = Rules(size=4, constraints=dots)
    empty = [0] * 14
    assert not list(rules.violations([3, 4, *empty]))
    assert not list(rules.violations([1, 2, *empty])), "a pair with a dot is free"
    assert [v.cells for v in rules.violations([0, 3, 2, *empty[1:]])] == [("r1c2", "r1c3")]
    assert [v.cells for v in rules.violations([0, 0, 2, 1, *empty[2:]])] == [("r1c3", "r1c4")]


def test_an_error_names_a_field_that_is_called_like_its_kind_once() -> None:
    class Product(Constraint):
        word = "product"
        product: Number = Number()

    with pytest.raises(RulesError) as found:
        Product("x")  # type: ignore[arg-type]
    assert str(found.value) == "product: expected a whole number, got 'x'"


def test_the_order_of_constraints_is_irrelevant() -> None:
    rng = random.Random(5)
    board = BOARDS["4x4"]
    for _ in range(30):
        chosen = rng.sample(words_that_fit(board.space), 2)
        each = [random_constraint(word, rng, board.space) for word in chosen]
        one, other = board.with_constraints(*each), board.with_constraints(*reversed(each))
        assert one == other and hash(one) == hash(other)
        givens = [1, 2, 0, 0, *[0] * 12]
        assert sorted(solutions(one, givens)) == sorted(solutions(other, givens))


def test_a_constraint_that_a_solution_meets_never_loses_it() -> None:
    rng = random.Random(6)
    for board in ("4x4", "6x6"):
        rules = BOARDS[board]
        full = next(solutions(rules, [0] * len(rules.space.names), rng))
        for word in words_that_fit(rules.space):
            for _ in range(10):
                each = random_constraint(word, rng, rules.space)
                more = rules.with_constraints(each)
                if not list(more.violations(full)):
                    part = [digit if rng.random() < 0.8 else 0 for digit in full]
                    assert full in list(solutions(more, part)), each
                    break


@pytest.mark.parametrize(
    "word", [pytest.param(w, marks=pytest.mark.slow) if w == "entropic" else w for w in WORDS]
)
def test_the_engine_finds_the_solutions_of_random_constraints(word: str) -> None:
    rng = random.Random(f"{word} engine")
    for turn in range(6):
        each, rules = made(word, rng, "4x4" if turn < 4 else "6x6")
        other = random_constraint(rng.choice(words_that_fit(rules.space)), rng, rules.space)
        rules = rules.with_constraints(other)
        full = next(solutions(rules.without_constraints(), [0] * len(rules.space.names), rng))
        part = [digit if rng.random() < (0.15 if turn < 4 else 0.5) else 0 for digit in full]
        expected = sorted(solutions(rules, part))
        puzzle = Puzzle(Grid(bytes(part)), rules=rules)
        assert sorted(tuple(grid) for grid in puzzle.solutions()) == expected, (each, other, part)
        assert puzzle.count(limit=None) == len(expected)


FACTS = [
    [part.strip() for part in line.split(" | ")]
    for line in (Path(__file__).parent / "data" / "constraints.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("word", "rules", "givens", "count", "source"), FACTS)
def test_a_puzzle_of_each_kind(word: str, rules: str, givens: str, count: str, source: str) -> None:
    puzzle = Puzzle(givens, rules=rules)
    (constraint,) = puzzle.rules.constraints
    assert constraint.word == word and source
    assert 1 <= int(count) <= 1000, "a puzzle has a solution, and few enough for the slow oracle"
    expected = sorted(solutions(puzzle.rules, list(puzzle.givens)))
    assert len(expected) == int(count)
    assert puzzle.count(limit=1000) == int(count)
    assert sorted(tuple(grid) for grid in puzzle.solutions()) == expected


COUNTED = [
    [part.strip() for part in line.split(" | ")]
    for line in (Path(__file__).parent / "data" / "constraints_counted.txt")
    .read_text()
    .splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("word", "rules", "givens", "count"), COUNTED)
def test_another_solver_counts_as_many_solutions(
    word: str, rules: str, givens: str, count: str
) -> None:
    puzzle = Puzzle(givens, rules=rules)
    assert [each.word for each in puzzle.rules.constraints] == [word]
    assert puzzle.count(limit=1001) == int(count)


def test_rules_are_about_houses_only_without_constraints() -> None:
    rules = Rules(constraints=[constraints.AntiKnight(), constraints.AntiKnight()])
    assert len(rules.constraints) == 1, "each is kept once"
    assert not rules.is_classic and not rules.houses_only and rules.digits_interchangeable
    assert not rules.with_constraints(constraints.NonConsecutive()).digits_interchangeable
    assert rules.without_constraints() == Rules() and rules != Rules()
    assert parse_rules("classic").houses_only
    with pytest.raises(RulesError, match="expected constraints such as"):
        Rules(constraints=[5])  # type: ignore[list-item]


def test_a_star_import_gives_the_kinds_and_nothing_else() -> None:
    found: dict[str, object] = {}
    exec("from nonet.rules.constraints import *", found)
    del found["__builtins__"]
    assert {name: kind.__name__ for name, kind in found.items()} == {  # type: ignore[attr-defined]
        kind.__name__: kind.__name__ for kind in kinds().values()
    }


def test_directions_with_and_without_a_gap() -> None:
    texts = "down left", "down-left", "downleft", "Down  Left"
    assert len({constraints.LittleKiller("r1c3", text, sum=20) for text in texts}) == 1


def test_cells_can_be_pairs_of_numbers() -> None:
    assert constraints.Thermo([(0, 0), (0, 1)]) == constraints.Thermo("r1c1 r1c2")
    assert constraints.Arrow((0, 0), [(0, 1), "r1c3"]) == constraints.Arrow("r1c1", "r1c2 r1c3")
    with pytest.raises(
        RulesError, match=r"thermo: expected a row and a column from 0, got \(0, -1\)"
    ):
        constraints.Thermo([(0, 0), (0, -1)])


def test_a_line_that_is_no_text_is_an_error() -> None:
    with pytest.raises(RulesError, match="sandwich: expected a row such as r3"):
        constraints.Sandwich(10, "r3")  # type: ignore[arg-type]


def test_rules_take_words() -> None:
    rules = Rules(constraints=["killer:10=r1c1r1c2", constraints.AntiKnight()])
    assert rules.constraints == (constraints.AntiKnight(), constraints.Cage("r1c1 r1c2", sum=10))
    with pytest.raises(RulesError, match="unknown rule 'killr'"):
        Rules(constraints=["killr:10=r1c1r1c2"])


@pytest.mark.parametrize("number", [999_999_999, -999_999_999, 10_000_000])
def test_the_largest_numbers_are_written_and_read(number: int) -> None:
    rules = Rules(
        constraints=[
            constraints.Sum("r1c1 r1c2", number, coefficients=[number, 1]),
            constraints.Cage("r2c1 r2c2", sum=number),
            constraints.RellikCage("r3c1 r3c2", sum=abs(number)),
        ]
    )
    puzzle = Puzzle(Grid("." * 81), rules=rules)
    assert parse_rules(format_rules(rules)) == rules
    for name in ("yaml", "json", "jsonl", "csv"):
        assert formats.parse(formats.format(puzzle, name)) == puzzle, name


def products(puzzle: str, word: str) -> set[tuple[int, ...]]:
    """Return the digits of the first three cells in all solutions."""
    found = Puzzle(puzzle, rules=f"2x2 {word}").solutions()
    return {tuple(sorted(map(int, grid.text()[:3]))) for grid in found}


def test_a_product_cage_holds_all_digits_that_multiply_to_it() -> None:
    assert products("." * 16, "product:12=r1c1r1c2r1c3") == {(1, 3, 4)}
    assert products("." * 16, "product:6=r1c1r1c2") == {(1, 2, 3), (2, 3, 4)}
    assert products("." * 16, "digits:0-3 product:0=r1c1r1c2") == {(0, 1, 2), (0, 1, 3), (0, 2, 3)}
    assert products("." * 16, "digits:0-3 product:3=r1c1r1c2") == {(0, 1, 3), (1, 2, 3)}


@pytest.mark.parametrize(
    ("word", "given", "problem"),
    [
        ("product:12=r1c1r1c2", {0: 5}, "r1c1 is 5. The digits in the cage r1c1, r1c2 multiply"),
        ("product:16=r1c1r1c2", {0: 4}, "r1c1 is 4. The digits in the cage r1c1, r1c2 multiply"),
        ("product:12=r1c1r1c2", {0: 2, 1: 5}, "The number found is 10. The digits in the cage"),
        ("product:13=r1c1r1c2r1c3", {}, "The nearest possible numbers are 12 and 14. The digits"),
        ("product:0=r1c1r1c2", {}, "The smallest possible number is 2. The digits"),
        ("product:71=r1c1r1c2r1c3", {}, "The nearest possible numbers are 70 and 72. The digits"),
        ("product:600=r1c1r1c2r1c3", {}, "The largest possible number is 504. The digits"),
    ],
)
def test_a_product_that_cannot_be_is_named(word: str, given: dict[int, int], problem: str) -> None:
    puzzle = Puzzle(Grid("".join(str(given.get(at, 0)) for at in range(81))), rules=word)
    assert any(problem in each for each in puzzle.check().problems), puzzle.check().problems


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("product:10=r1c1r1c2", "Their candidates allow only the digits 25, so r1c1 and r1c2"),
        ("product:84=r1c1r1c2r2c1", "Their candidates allow only the digits 267 or 347, so"),
        ("product:3024=r1c1r1c2r1c3r1c4", "Their candidates allow only the digits 6 to 9, so"),
    ],
)
def test_a_product_says_which_digits_are_left(word: str, reason: str) -> None:
    step = Puzzle("." * 81, rules=word).hint()
    assert step is not None and reason in step.text()
    assert step.title() == f"Product cage for {step.text('where').partition(' on ')[2].strip('.')}"


@pytest.mark.parametrize("number", [10**9, -(10**9), 10**70, 1 << 15000], ids=range(4))
def test_a_larger_number_is_an_error(number: int) -> None:
    with pytest.raises(RulesError, match="total: expected a number from -999999999 to 999999999"):
        constraints.Sum("r1c1 r1c2", number)


@pytest.mark.parametrize(
    "word",
    [
        "renban:r1c1r1c2r2c2r1c1",
        "nabner:r1c1r2c2r1c3r1c1",
        "modular:2=r1c1r1c2r2c2r2c1r1c1",
        "modular:2=r1c1r1c2r2c2r1c1",
        "regionsum:r1c2r1c3r2c3r2c2r1c2",
        "regionsum:r1c1r1c2r1c3r2c2r1c1",
    ],
)
def test_a_line_may_end_where_it_began(word: str) -> None:
    """As many solutions as all grids without a violation, which are looked at one by one."""
    rules = parse_rules(word, size=4)
    grids = [list(grid) for grid in Puzzle("." * 16).solutions()]
    right = sum(not any(rules.violations(grid)) for grid in grids)
    assert Puzzle("." * 16, rules=rules).count(limit=1000) == right
    assert parse_rules(format_rules(rules)) == rules


def test_a_loop_goes_on_past_its_end() -> None:
    loop = RegionSumLine(["r1c2", "r1c3", "r1c4", "r2c4", "r2c3", "r2c2", "r1c2"])
    assert loop.segments(Rules(size=9).space) == (
        ("r2c3", "r2c2", "r1c2", "r1c3"),
        ("r1c4", "r2c4"),
    )
    open_line = Modular(["r1c1", "r1c2", "r1c3", "r2c2"], modulus=3)
    ends = {"r1c1": 1, "r1c2": 2, "r1c3": 3, "r2c2": 4}
    space = Rules(size=9).space
    assert not list(open_line.violations(ends, space))
    closed = Modular(["r1c1", "r1c2", "r1c3", "r2c2", "r1c1"], modulus=3)
    assert list(closed.violations(ends, space)), "r2c2 and r1c1 are neighbours"


@pytest.mark.parametrize("kind", ["palindrome", "between", "thermo", "zipper", "lockout"])
def test_other_lines_do_not_end_where_they_began(kind: str) -> None:
    with pytest.raises(RulesError, match="r1c1 is named twice"):
        parse_rules(f"{kind}:r1c1r1c2r2c2r1c1")
