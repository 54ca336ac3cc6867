"""Why a puzzle has no solution, and where: the slow oracle checks each explanation."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import oracle
import pytest
from console import run

from nonet import Candidates, Puzzle
from nonet.base.cells import cell_index
from nonet.generating import generate, series
from nonet.puzzle.contradiction import why_unsolvable
from nonet.puzzle.errors import NoSolution
from nonet.rules.constraints import Violation

SUKAKU = "1234.23.123412.41234123412.....412341234123412341234123412341..4"

UNSOLVABLE = {
    "cell": (
        "8...5......5.392.........6..........5...4.3.7.32...6.......21...1....85.4.79.....",
        "classic",
    ),
    "house": ("..4......4.....2", "2x2"),
    "house.marks": ("12341234.2.4..3.12341...1234" + "1234" * 9, "2x2"),
    "together": ("42..2......3..1.", "latin4"),
    "together.marks": (SUKAKU, "2x2"),
    "change": (
        "........1.....2.3....45.6....1....27..3...8...5.8..9....7..3...4..58....59.6.....",
        "classic",
    ),
    "without": (
        "...........1..2..3.3..5.67....8...3..5..7.4...9..3.7.6..4.9...7.7.5.6...9.....5..",
        "classic",
    ),
    "without.marks": ("12.4123412341..4.2.4.234.2341...1234123.12..12341234.23412341234", "2x2"),
    "several": (
        "98.76....61.28.7....7..5...4...2..1...65..9......3..24..89..6......1..3......2..1",
        "classic",
    ),
    "several.marks": (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "classic",
    ),
    "rules": ("....", "latin2 house:one=r1c1r2c2"),
}
"""A puzzle for each sentence."""


def example(key: str) -> Puzzle:
    """Return the puzzle of a sentence."""
    board, rules = UNSOLVABLE[key]
    if key == "several.marks":
        marks = Puzzle(board).candidates().without({"r1c2": {1}, "r1c3": {2}})
        return Puzzle("." * 81, marks=marks)
    if key.endswith(".marks"):
        return Puzzle("." * 16, rules=rules, marks=Candidates(board))
    return Puzzle(board, rules=rules)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        (
            "cell",
            "no digit is left for r9c7: row 9 has 4, 7, 9; column 7 has 1, 2, 3, 6, 8; box 9 has 5",
        ),
        ("house", "row 4 has no place for 4: its empty cells see r1c3=4, r3c2=4"),
        (
            "house.marks",
            "row 1 has no place for 1: each empty cell sees r2c2=1 or lacks this candidate",
        ),
        ("together", "r1c1=4, r1c2=2, r2c1=2, r3c4=3 and r4c3=1 exclude each other"),
        (
            "together.marks",
            "the candidates of r1c2, r1c4, r2c3, r2c4 and r4c4 exclude each other",
        ),
        ("change", "with another digit in r5c3 there is exactly one solution"),
        (
            "without",
            "without r2c3=1, r2c6=2, r2c9=3, r3c2=3, r3c5=5 or r3c7=6 there is a solution;"
            " also without any one of 17 other givens",
        ),
        (
            "without.marks",
            "with more candidates in r1c1, r1c4, r2c1, r3c2, r3c3 or r4c2 there is a solution",
        ),
        ("several", "there is a solution only if at least two givens change"),
        (
            "several.marks",
            "there is a solution only if the candidates of at least two cells change",
        ),
        ("rules", "the rules allow no solution, whatever the givens are"),
    ],
)
def test_the_reason_is_one_sentence(key: str, sentence: str) -> None:
    puzzle = example(key)
    check = puzzle.check()
    assert check.problems == (sentence,) and check.is_unique is False
    assert [each.key for each in check.violations] == [f"contradiction.{key}"]
    with pytest.raises(NoSolution, match=re.escape(f"the puzzle has no solution: {sentence}")):
        puzzle.solution()
    assert puzzle.count() == 0


def test_a_dead_end_is_named_after_the_singles_that_lead_to_it() -> None:
    (problem,) = Puzzle("..24....4...2...", rules="2x2").check().problems
    assert problem == ("after r2c2=2, row 2 has no place for 4: its empty cells see r1c4=4, r3c1=4")


def test_the_error_keeps_its_reason_and_its_short_text() -> None:
    with pytest.raises(NoSolution) as caught:
        example("cell").solution()
    error = pickle.loads(pickle.dumps(caught.value))
    assert str(error) == str(caught.value) and "r9c7" in str(error)
    assert error.message == "the puzzle has no solution"


def test_a_board_with_constraints_names_its_reason_too() -> None:
    givens = UNSOLVABLE["cell"][0]
    (problem,) = Puzzle(givens, rules="killer:10=r5c5r5c6").check().problems
    assert problem.startswith("no digit is left for r9c7")
    board, _ = UNSOLVABLE["together"]
    (problem,) = Puzzle(board, rules="latin4 greater:r4c1r4c2").check().problems
    assert problem == "r1c1=4, r1c2=2, r2c1=2, r3c4=3 and r4c3=1 exclude each other"


def test_the_commands_print_the_reason() -> None:
    board, _ = UNSOLVABLE["change"]
    done = run("check", board)
    said = "no solution: with another digit in r5c3 there is exactly one solution"
    assert done.lines[0] == said
    assert run("solve", board).lines[0] == f"{board}  # {said}"
    assert said.removeprefix("no solution: ") in run("check", board, "--json").out
    french = run("check", board, "--language", "fr").lines[0]
    assert "avec un autre chiffre en L5C3" in french


# -- the truth ------------------------------------------------------------------------------------

KINDS = {
    "classic": (9, oracle.CLASSIC),
    "2x2": (4, oracle.houses(2, 2)),
    "2x3": (6, oracle.houses(2, 3)),
    "2x3 diagonals": (6, [*oracle.houses(2, 3), *oracle.diagonals(6)]),
    "latin5": (5, oracle.lines(5)),
}


def damaged(rng: random.Random, words: str, n: int) -> Iterator[Puzzle]:
    """Yield puzzles in which digits or candidates are wrong, without a solution or with one."""
    if words == "classic":
        made = [*generate(8, seed=rng.randrange(99)), *generate(8, seed=1, minimal=False)]
    else:
        made = [each for each, _ in zip(series(seed=5, rules=words), range(8), strict=False)]
    for _ in range(n):
        puzzle = rng.choice(made)
        size, solution = puzzle.rules.size, puzzle.solution()
        if rng.random() < 0.25:
            masks = list(puzzle.candidates().masks)
            for cell in rng.sample(range(size**2), rng.randint(1, 3)):
                if masks[cell].bit_count() > 1:
                    masks[cell] &= ~(1 << (solution[cell] - 1))
            marks = Candidates.from_masks(masks)
            yield Puzzle(bytes(size**2), rules=puzzle.rules, marks=marks)
            continue
        givens = list(puzzle.givens)
        for cell in rng.sample([c for c, digit in enumerate(givens) if digit], rng.randint(1, 2)):
            givens[cell] = rng.randint(1, size)
        yield Puzzle(givens, rules=puzzle.rules)


@pytest.mark.parametrize("words", KINDS)
def test_the_named_reason_is_true(words: str) -> None:
    size, inside = KINDS[words]
    rng, seen = random.Random(words), Counter[str]()
    for puzzle in damaged(rng, words, 60 if words == "classic" else 150):
        masks = _allowed(puzzle)
        wrong = why_unsolvable(puzzle.rules, puzzle.givens, puzzle.marks)
        is_solvable = oracle.first(masks, inside) is not None
        if is_solvable:
            assert wrong is None
        if wrong is None or puzzle.check().conflicts:
            continue
        key = wrong.key.split(".")[1]
        seen[key] += 1
        cells = [cell_index(name, size) for name in wrong.cells]
        if key in ("cell", "house"):
            _judge_dead_end(wrong, masks, inside, size)
        else:
            _judge_givens(key, cells, wrong.values.get("more", 0), masks, inside, size)
    assert sum(seen.values()) > 20 and {"cell", "house"} <= set(seen)
    assert words == "2x2" or {"change", "without"} & set(seen)


def _allowed(puzzle: Puzzle) -> list[int]:
    size = puzzle.rules.size
    masks = [(1 << size) - 1] * size**2 if puzzle.marks is None else list(puzzle.marks.masks)
    return [
        mask & (1 << digit - 1 if digit else mask)
        for mask, digit in zip(masks, puzzle.givens, strict=True)
    ]


def _judge_givens(
    key: str, cells: list[int], more: int, masks: list[int], inside: oracle.Houses, size: int
) -> None:
    """Check an explanation about givens or candidates by solving the board without or with them."""
    full = (1 << size) - 1
    parts = [cell for cell, mask in enumerate(masks) if mask != full]

    def solvable(kept: Sequence[int]) -> bool:
        board = [mask if cell in kept else full for cell, mask in enumerate(masks)]
        return oracle.first(board, inside) is not None

    if key == "together":
        assert not solvable(cells)
        assert all(solvable([c for c in cells if c != cell]) for cell in cells)
    elif key == "rules":
        assert not solvable([])
    else:
        lifted = [cell for cell in parts if solvable([c for c in parts if c != cell])]
        unique = [
            cell for cell in lifted if any(_is_only(masks, cell, d, inside) for d in range(size))
        ]
        found = {"without": lifted, "change": unique, "several": []}[key]
        assert found[: len(cells)] == cells and len(found) == len(cells) + more
        assert key != "several" or not lifted


def _is_only(masks: list[int], cell: int, digit: int, inside: oracle.Houses) -> bool:
    board = [*masks[:cell], 1 << digit, *masks[cell + 1 :]]
    return masks[cell] != 1 << digit and oracle.count(board, 2, inside) == 1


def _judge_dead_end(wrong: Violation, allowed: list[int], inside: oracle.Houses, size: int) -> None:
    """Judge a dead end by what the digits on the board leave, which is worked out here once more."""
    placed = {c: mask.bit_length() for c, mask in enumerate(allowed) if mask.bit_count() == 1}
    near = [
        {c for house in inside if cell in house for c in house} - {cell} for cell in range(size**2)
    ]

    def left(cell: int) -> set[int]:
        seen = {placed[other] for other in near[cell] if other in placed}
        own = {placed[cell]} if cell in placed else _digits(allowed[cell])
        return own - seen

    after: Mapping[str, int] = wrong.values["after"]
    for name, digit in after.items():
        cell = cell_index(name, size)
        whole = [house for house in inside if cell in house and len(house) == size]
        assert digit in left(cell)
        assert left(cell) == {digit} or any(
            [c for c in house if digit in left(c)] == [cell] for house in whole
        )
        placed[cell] = digit
    if wrong.key == "contradiction.cell":
        (cell,) = (cell_index(name, size) for name in wrong.cells)
        named = [digit for each in wrong.values["taken"] for digit in each.parts["digits"]]
        assert sorted(named) == sorted(_digits(allowed[cell])) and not left(cell)
        return
    digit, givens = wrong.values["digit"], wrong.values["givens"]
    cells = [cell_index(name, size) for name in wrong.cells][:size]
    assert sorted(cells) in [sorted(house) for house in inside]
    blockers = {cell_index(name, size) for name in givens}
    assert all(placed[cell] == digit for cell in blockers)
    for cell in cells:
        assert placed.get(cell) != digit
        if cell not in placed and digit in _digits(allowed[cell]):
            assert near[cell] & blockers


def _digits(mask: int) -> set[int]:
    return {digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1}
