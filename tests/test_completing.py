"""Completed puzzles of setters: the added clues are true, needed and as many as requested; the start stays."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from console import run
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet import LimitReached, Puzzle, Rules, RulesError
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.generating import generate, remake, series
from nonet.generating.additions import GIVEN, JIGSAW, names_of_additions, read_additions
from nonet.generating.clues import Drawer
from nonet.generating.full_boards import full_board_of_engine
from nonet.generating.partitions import divided_at_random
from nonet.generating.shapes import Shape, drawable, places_of, shape_of
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.marks import Line
from nonet.rules.variants import parse_rules

OWN = "renban:r1c1r1c2r1c3 arrow:r5c5=r5c6r5c7"
SOLUTION = bytes(
    Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
)


def added(puzzle: Puzzle, own: str = OWN) -> list[Constraint]:
    """Return the constraints that the setter did not give."""
    known = parse_rules(own).constraints if own else ()
    return [each for each in puzzle.rules.constraints if each not in known]


def without(puzzle: Puzzle, clue: Constraint) -> Puzzle:
    left = [each for each in puzzle.rules.constraints if each != clue]
    return Puzzle(puzzle.givens, rules=puzzle.rules.without_constraints().with_constraints(*left))


# -- clues that are drawn -------------------------------------------------------------------------


@pytest.mark.parametrize("word", drawable())
def test_each_kind_has_clues_that_are_true_of_a_board(word: str) -> None:
    rules = Rules()
    clues = [
        clue for n in range(2) for clue in Drawer(rules, SOLUTION, SplitMix64(n, 0)).clues(word)
    ]
    assert clues
    for clue in clues:
        assert clue.constraint is not None and clue.constraint.word == word
        alone = Rules(constraints=[clue.constraint])  # checks it with the board
        assert not list(alone.violations(SOLUTION)), clue
        assert list(clue.constraint.jumps(rules.space)) == []
    assert len({clue.constraint for clue in clues}) > 1


def test_the_number_of_a_clue_may_be_far_from_a_sum() -> None:
    clues = Drawer(Rules(), SOLUTION, SplitMix64(1, 0)).clues("product")
    assert max(clue.constraint.product for clue in clues) > 200  # type: ignore


@pytest.mark.parametrize("word", [w for w, k in drawable().items() if shape_of(k) is Shape.LINE])
def test_lines_do_not_touch_themselves_and_have_the_length_of_their_kind(word: str) -> None:
    rules, drawn = Rules(), drawable()[word].drawn
    assert drawn is not None
    for clue in Drawer(rules, SOLUTION, SplitMix64(3, 0)).clues(word):
        assert drawn.least <= len(clue.cells) <= drawn.most
        assert clue.constraint is not None
        for mark in clue.constraint.marks(rules.space):
            if isinstance(mark, Line):
                for place, cell in enumerate(mark.cells):
                    beside = {*mark.cells[max(0, place - 1) : place + 2]}
                    assert {*rules.space.neighbours(cell)} & {*mark.cells} <= beside


def test_clues_are_drawn_where_nothing_is() -> None:
    rules = parse_rules("thermo:r1c1r1c2r1c3r1c4 xsum:20=r1=left quadruple:1=r5c5r5c6r6c5r6c6")
    taken = frozenset().union(*(places_of(each, rules) for each in rules.constraints))
    drawer = Drawer(rules, SOLUTION, SplitMix64(1, 0))
    for word in ("whisper", "palindrome", "skyscraper", "quadruple"):
        assert all(clue.places.isdisjoint(taken) for clue in drawer.clues(word, taken))
    cells = {c for clue in drawer.clues("whisper", taken) for c in clue.cells}
    assert cells.isdisjoint(range(4)) and cells
    sides = [clue.constraint.notation.split(":")[1] for clue in drawer.clues("skyscraper", taken)]  # type: ignore
    assert not any(side.endswith("r1=left") for side in sides) and len(sides) == 35


def test_small_boards_have_clues() -> None:
    rules = Rules(box_rows=2, box_columns=3)
    board = full_board_of_engine(rules, SplitMix64(1, 0))
    for word in ("whisper", "arrow", "xsum", "quadruple", "regionsum", "sumline"):
        for clue in Drawer(rules, board, SplitMix64(1, 0)).clues(word):
            assert clue.constraint is not None
            alone = rules.with_constraints(clue.constraint)
            assert not list(alone.violations(board))
    (difference,) = {
        clue.constraint.fields["difference"]  # type: ignore
        for clue in Drawer(rules, board, SplitMix64(1, 0)).clues("whisper")
    }
    assert difference == 3


@given(st.integers(2, 9), st.integers(0, 1000))
@settings(max_examples=15, deadline=None)
def test_random_regions_are_connected_and_equal(size: int, seed: int) -> None:
    owner = divided_at_random(size, SplitMix64(seed, 0))
    assert set(Counter(owner).values()) == {size} and len(set(owner)) == size
    for region in range(size):
        cells = {cell for cell, number in enumerate(owner) if number == region}
        reached: set[int] = set()
        todo = [min(cells)]
        while todo:
            cell = todo.pop()
            reached.add(cell)
            row, column = divmod(cell, size)
            near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            inside = {r * size + c for r, c in near if 0 <= r < size and 0 <= c < size}
            todo += inside & cells - reached
        assert reached == cells


# -- whole puzzles --------------------------------------------------------------------------------


@given(
    st.sampled_from(
        ["quadruple white", "thermo given", "killer:3-6 xv given", "xsum:4 given:2-30"]
    ),
    st.integers(0, 10_000),
)
@settings(max_examples=6, deadline=None)
def test_a_completed_puzzle_has_the_requested_clues(add: str, seed: int) -> None:
    puzzle = generate(seed=seed, rules=OWN, add=add)
    assert puzzle.is_unique
    assert not list(puzzle.rules.violations(bytes(puzzle.solution())))
    assert set(parse_rules(OWN).constraints) <= set(puzzle.rules.constraints)
    counts = Counter(each.word for each in added(puzzle))
    counts[GIVEN] = len(puzzle.givens.filled)
    wanted = {each.word: each for each in read_additions(add)}
    assert counts.keys() <= {*wanted, GIVEN}
    for word, each in wanted.items():
        assert each.least <= counts[word] and each.allows(counts[word])
    # Each clue is needed where the numbers allow fewer. What takes long is not decided.
    for clue in added(puzzle):
        if counts[clue.word] > wanted[clue.word].least:
            with suppress(LimitReached):
                assert without(puzzle, clue).count(budget=2_000) > 1
    if GIVEN in wanted and counts[GIVEN] > wanted[GIVEN].least:
        for cell in puzzle.givens.filled:
            less = Puzzle(puzzle.givens.with_digits({cell: 0}), rules=puzzle.rules)
            with suppress(LimitReached):
                assert less.count(budget=2_000) > 1


@pytest.mark.parametrize(
    ("add", "low", "high"),
    [
        ("quadruple white", 3.0, 5.0),
        ("quadruple:4 arrow:2-3 given", 1.5, 3.2),
        pytest.param("littlekiller given", 2.0, 4.4, marks=pytest.mark.slow),
        pytest.param("zipper given", 5.0, 7.0, marks=pytest.mark.slow),
    ],
)
def test_the_hardest_step_is_in_the_range(add: str, low: float, high: float) -> None:
    puzzle = generate(seed=2, rules=OWN, add=add, rating=(low, high))
    rating = puzzle.rate()
    assert low <= rating.er <= high
    assert puzzle.info["rating"] == f"{rating.er:.1f}"
    assert set(parse_rules(OWN).constraints) <= set(puzzle.rules.constraints)


def test_each_clue_of_a_rated_puzzle_is_needed_by_the_techniques() -> None:
    puzzle = generate(seed=1, rules=OWN, add="quadruple white", rating=(3.0, 5.0))
    counts = Counter(each.word for each in added(puzzle))
    assert counts["quadruple"] > 1 and counts["white"] > 1
    for clue in added(puzzle):
        less = without(puzzle, clue)
        assert not less.is_unique or less.rate().er > 5.0


def test_solvable_means_steps_that_a_person_follows() -> None:
    puzzle = generate(seed=1, rules="antiknight", add="killer given", solvable=True)
    assert puzzle.rate().er <= 6.9 and list(puzzle.steps())
    assert puzzle.info["recipe"] == (
        "seed=1 number=0 solvable=yes add=given,killer rules=3x3 antiknight"
    )


def test_givens_and_rules_of_the_start_stay() -> None:
    start = Puzzle("1" + "." * 79 + "9", rules="thermo:r2c2r3c3r4c4")
    puzzle = generate(seed=3, start=start, add={"given": None, "whisper": (1, 2)})
    assert (puzzle["r1c1"], puzzle["r9c9"]) == (1, 9)
    assert set(start.rules.constraints) < set(puzzle.rules.constraints)
    assert puzzle.is_unique
    assert remake(puzzle.info["recipe"]) == puzzle
    assert generate(seed=3, start=start, add="given whisper:1-2") == puzzle


def test_a_seed_gives_the_same_puzzle_with_any_number_of_threads() -> None:
    options: dict[str, Any] = {"seed": 5, "rules": OWN, "add": "palindrome given"}
    one, two = (generate(3, **options, threads=threads) for threads in (1, 2))
    assert one == two and len(set(one)) == 3
    assert [remake(puzzle.info["recipe"]) for puzzle in one] == one
    assert generate(seed=5, rules=OWN, add="given,palindrome") == one[0]


def test_jigsaw_regions_are_new_for_each_puzzle() -> None:
    first, second = generate(2, seed=1, rules=OWN, add="jigsaw given")
    for puzzle in (first, second):
        assert puzzle.rules.is_jigsaw and puzzle.is_unique
        assert set(puzzle.rules.constraints) == set(parse_rules(OWN).constraints)
    assert first.rules.layout != second.rules.layout


def test_no_line_crosses_another_or_lies_under_a_clue() -> None:
    puzzle = generate(
        seed=4, add="thermo:3 palindrome:3 whisper:3 quadruple:6 white:6 countingcircles:1 given"
    )
    space, corners, edges = puzzle.rules.space, Counter[object](), Counter[object]()
    cells = Counter[str]()
    for each in puzzle.rules.constraints:
        shape = shape_of(type(each))
        if shape in (Shape.LINE, Shape.AREA):
            cells.update(each.cells)
        if shape is Shape.LINE:
            for one, other in pairwise(space.at(cell) or (0, 0) for cell in each.cells):
                middle = one[0] + other[0], one[1] + other[1]
                (edges if 0 in (one[0] - other[0], one[1] - other[1]) else corners)[middle] += 1
        if shape in (Shape.SQUARE, Shape.EDGE):
            places = [space.at(cell) or (0, 0) for cell in each.cells]
            middle = tuple(2 * sum(part) // len(places) for part in zip(*places, strict=True))
            (corners if shape is Shape.SQUARE else edges)[middle] += 1
    assert max(cells.values()) == max(corners.values()) == max(edges.values()) == 1
    assert len(corners) > 6 and len(edges) > 6


def test_counting_circles_are_one_set() -> None:
    puzzle = generate(seed=1, add="countingcircles given")
    assert [each.word for each in puzzle.rules.constraints] == ["countingcircles"]


# -- names and numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("quadruple,white_dot", ["quadruple", "white"]),
        ("Quadruples:3 kropki", ["black:1", "quadruple:3", "white:1"]),
        ("whispers givens cage:2-4", ["given", "killer:2-4", "whisper"]),
        ("jigsaw x_sum", ["jigsaw", "xsum"]),
    ],
)
def test_names_are_read_as_people_write_them(text: str, words: list[str]) -> None:
    assert [each.word for each in read_additions(text)] == [word.split(":")[0] for word in words]
    for each, word in zip(read_additions(text), words, strict=True):
        if "-" in word:
            assert str(each) == word
        assert read_additions(str(each)) == (each,)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"add": "quadrupel:4"}, "unknown kind of clue 'quadrupel'; did you mean 'quadruple'?"),
        ({"add": "minimum"}, "unknown kind of clue 'minimum'"),
        ({"add": "arrow:3-2"}, "must have the least number first, got 3-2"),
        ({"add": "arrow:many"}, "expected a kind with a number, such as quadruple:4"),
        ({"add": "arrow arrow:2"}, "arrow is named twice"),
        ({"add": "jigsaw:2"}, "give it without a number"),
        ({"add": ""}, "expected kinds of clues such as"),
        ({"add": "given:90"}, "the board has 81 cells, got 90 givens"),
        ({"add": "thermo", "variant": "killer"}, "variant cannot be combined with add"),
        ({"add": "thermo", "symmetry": "rotational"}, "symmetry cannot be combined with add"),
        ({"add": "thermo", "givens": 3}, "give their number in add, such as given:2-4"),
        ({"add": "thermo", "rating": 1.0}, "raise rating"),
        ({"start": "." * 81}, "start is a puzzle to complete; say with add"),
        ({"start": "1" * 80, "add": "given"}, "80"),
    ],
)
def test_what_is_not_understood_is_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("?", r"\?")):
        generate(seed=1, **options)


def test_every_name_is_read() -> None:
    assert [each.word for each in read_additions(names_of_additions())] == [*names_of_additions()]
    assert {GIVEN, JIGSAW, "quadruple", "regionsum", "palindrome", "zipper", "entropic"} <= {
        *names_of_additions()
    }
    assert {"skyscraper", "xsum", "between", "countingcircles", "thermo", "arrow", "whisper"} <= {
        *names_of_additions()
    }


def test_a_start_without_a_solution_is_one_sentence() -> None:
    with pytest.raises(RulesError, match="no board obeys these rules: some of the rules exclude"):
        generate(seed=1, rules="thermo:r1c1r1c2r1c3 thermo:r1c3r2c2r1c1", add="given")
    with pytest.raises(RulesError, match="no board obeys these rules with the givens of start"):
        generate(seed=1, start="11" + "." * 79, add="given")
    done = run("generate", "--start", "11" + "." * 79, "--add", "given")
    assert done.code != 0 and "no board obeys these rules with the givens" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_budget_that_ran_out_says_how_far_it_came() -> None:
    with pytest.raises(LimitReached, match=r"none of 2 puzzles .*a second solution that differs"):
        generate(seed=1, rules=OWN, add="quadruple:2", budget=2)
    try:
        generate(seed=1, rules=OWN, add="quadruple:2", budget=1)
    except LimitReached as error:
        assert error.progress is not None
        assert Counter(each.word for each in error.progress.rules.constraints)["quadruple"] == 2


def test_clues_without_room_are_reported() -> None:
    with pytest.raises(LimitReached, match=r"no room for \d+ of the clues; try other numbers"):
        generate(seed=1, rules="2x3", add="thermo:30 given", budget=1)


# -- the command ----------------------------------------------------------------------------------


def test_the_command_completes_a_puzzle() -> None:
    options = ["--rules", OWN, "--add", "quadruple,white_dot", "--rating", "3-5", "--seed", "1"]
    done = run("generate", *options)
    assert done.code == 0, done.err
    puzzle = Puzzle(done.lines[0])
    assert puzzle == generate(seed=1, rules=OWN, add="quadruple white", rating=(3, 5))
    start = "1" + "." * 80
    again = run("generate", "--start", start, "--add", "thermo:3 given", "--seed", "2", "--json")
    assert (
        again.code == 0 and '"recipe": "seed=2 number=0 add=given,thermo:3 start=1....' in again.out
    )


def test_a_file_is_completed(tmp_path: Any) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"puzzle": "' + "." * 80 + '7", "rules": "3x3 zipper:r4c4r5c5r6c6"}\n')
    done = run("generate", "--start", str(path), "--add", "given", "--seed", "1")
    assert done.code == 0, done.err
    puzzle = Puzzle(done.lines[0])
    assert puzzle["r9c9"] == 7 and puzzle.is_unique
    assert [each.notation for each in puzzle.rules.constraints] == ["zipper:r4c4r5c5r6c6"]


def test_a_series_goes_on() -> None:
    found = series(seed=1, rules="2x3 palindrome:r1c1r2c2r3c3", add="given quadruple:2")
    puzzles = [next(found) for _ in range(3)]
    assert len(set(puzzles)) == 3 and all(puzzle.is_unique for puzzle in puzzles)


@pytest.mark.parametrize(
    "asked",
    [
        ("--rules", "2x2", "--add", "killer:9", "--solvable", "--seed", "1"),
        ("--rules", "1x1", "--add", "killer:2"),
    ],
)
def test_no_room_is_one_sentence(asked: tuple[str, ...]) -> None:
    done = run("generate", *asked, "--budget", "3")
    assert done.code != 0 and done.err.startswith("none of 3") and len(done.err.splitlines()) == 1
