"""Laws of the human solver: every step is true, and equal questions get equal answers, also in equivalent puzzles.

An equivalent puzzle can have another rating. This was measured on 2,174 rated puzzles, each in six equivalent forms
(rows, columns and digits exchanged, the board transposed). Of equal hints the first one found is taken, so the path
depends on the order of the cells; from 7.6 on the rating does too, since chains have many lengths:

    ER of the puzzle      forms with another ER    … EP   … ED      puzzles with any   largest change of ER
    up to 7.5             none of 9,036 (and none of 131,200 in a second run)
    7.6 - 8.5             6.6 %                    0.1 %  none      17 %               0.5
    8.6 - 9.0             3.3 %                    none   none       6 %               0.5
    9.1 - 9.6             3.7 %                    none   none       6 %               0.1
    9.7 - 10.5            10 %                     8 %    none      25 %               0.1

The number of steps stays the same up to 2.4, where every step places a digit. From 2.5 on it often changes.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
import rated
import strategies
from conftest import CORPORA
from quick import some

from nonet import Candidates, Grid, Puzzle, batch, engine
from nonet.base.errors import LimitReached
from nonet.batch import RateResult
from nonet.engine import Status
from nonet.puzzle.errors import MultipleSolutions, NoSolution
from nonet.steps import TECHNIQUES, Profile, ProfileRow, Step

Boards = npt.NDArray[np.uint8]

OWN = [row.puzzle for row in rated.rows()]
"""Puzzles of all bands from 1.2 to 9.1."""


def boards_of(puzzles: list[str]) -> Boards:
    text = "".join(puzzles).replace(".", "0").encode()
    return np.frombuffer(text, np.uint8).reshape(-1, 81) - np.uint8(48)


def collection(name: str, n: int, start: int = 0) -> list[str]:
    """Return ``n`` puzzles spread over a collection, the same ones each time."""
    path = CORPORA / name
    if not path.exists():
        pytest.skip(f"needs the collection {name} in ../shared/data")
    lines = [line[:81] for line in path.read_text("ascii").split("\n") if line[:1] not in ("", "#")]
    return lines[start :: max(1, len(lines) // n)][:n]


# -- truth ----------------------------------------------------------------------------------------


class Way(NamedTuple):
    """How far the steps came, and the ratings that follow from them."""

    end: str  # "solved", "stuck", "budget"
    er: float
    ep: float
    ed: float
    steps: int


def check_step(step: Step, board: Candidates, solution: Grid) -> None:
    """A step does something, with what is on the board, and nothing against the solution."""
    assert step.removes or step.places, f"{step} does nothing"
    for cell, digits in step.removes.items():
        assert digits <= board[cell] and not board.placed[cell], f"{step}: not on the board"
        assert solution[cell] not in digits, f"{step}: {step.technique.id} removes a true digit"
    if step.places:
        cell, digit = step.places
        assert not board.placed[cell], f"{step}: {step.technique.id} fills a filled cell"
        assert solution[cell] == digit, f"{step}: {step.technique.id} places a wrong digit"


def follow(puzzle: str, solution: Grid, budget: int | None) -> Way:
    """Take the next step again and again, and check each."""
    board, er, ep, ed, steps = Puzzle(puzzle).candidates(), 0.0, 0.0, 0.0, 0
    while not board.placed.is_full:
        try:
            step = engine.next_step(board, budget=budget)
        except LimitReached:
            return Way("budget", er, ep, ed, steps)
        if step is None:
            return Way("stuck", er, ep, ed, steps)
        check_step(step, board, solution)
        board = board.after(step)
        er, ed, steps = max(er, step.rating), ed or step.rating, steps + 1
        if step.places and not ep:
            ep = er
    assert board.placed == solution, f"{puzzle}: the path ends in {board.placed}"
    return Way("solved", er, ep, ed, steps)


def check_paths(puzzles: list[str], budget: int | None) -> list[Way]:
    rows = boards_of(puzzles)
    solved = batch.solve(rows)
    assert (solved.status == Status.UNIQUE).all()
    found = batch.rate(rows, budget=budget)
    ways = []
    for i, puzzle in enumerate(puzzles):
        way = follow(puzzle, Grid(solved.solutions[i]), budget)
        ways.append(way)
        if way.end == "solved" and found.status[i] == Status.UNIQUE:
            whole = found.er[i], found.ep[i], found.ed[i], found.steps[i]
            assert whole == way[1:], f"{puzzle}: rate() says {whole}, the steps {way[1:]}"
        if way.end == "stuck":
            assert found.er[i] == 20.0 or found.status[i] == Status.OUT_OF_BUDGET
    return ways


COLLECTIONS = [
    ("sudoku17.txt", 2250, 0),
    ("top1465.txt", 1465, 0),
    ("qqwing_simple.txt", 1000, 0),
    ("qqwing_easy.txt", 1000, 0),
    ("qqwing_intermediate.txt", 1000, 0),
    ("qqwing_expert.txt", 1000, 0),
    ("hardest_11plus.txt", 35, 0),
]


@pytest.mark.parametrize(
    ("name", "n", "start"),
    [
        *((name, max(1, n // 100), start + 3) for name, n, start in COLLECTIONS),
        *(pytest.param(name, n // 3, 0, marks=pytest.mark.slow) for name, n, _ in COLLECTIONS),
        *(pytest.param(*row, marks=[pytest.mark.slow, pytest.mark.long]) for row in COLLECTIONS),
        pytest.param("sudoku17.txt", 2250, 10, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_no_step_is_wrong(name: str, n: int, start: int) -> None:
    """Follow 80 puzzles; as slow tests 2,600, as long ones 9,000."""
    hard = name.startswith("hardest")
    ways = check_paths(collection(name, n, start), 1_000_000 if hard else None)
    assert len(ways) == n
    if not hard:
        assert all(way.end == "solved" for way in ways)


PART_OF_OWN = pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])


@PART_OF_OWN
def test_no_step_is_wrong_on_puzzles_of_our_own(every: int) -> None:
    others = [
        "".join(map(str, strategies.shuffled(board, random.Random(seed))))
        for seed in range(2)
        for board in boards_of(OWN[::every]).tolist()
    ]
    assert all(way.end == "solved" for way in check_paths(others, None))


@PART_OF_OWN
def test_all_steps_of_a_board_are_true(every: int) -> None:
    for puzzle in OWN[::every]:
        solution = Puzzle(puzzle).solution()
        for step in Puzzle(puzzle).all_steps():
            check_step(step, Puzzle(puzzle).candidates(), solution)


OTHERS = Profile("others", tuple(ProfileRow(t, 1.0) for t in TECHNIQUES if "se" not in t.ratings))
"""The techniques that Sudoku Explainer does not have."""

POSITIONS = [("sudoku17.txt", 150), ("top1465.txt", 150), ("qqwing_expert.txt", 50)]


@pytest.mark.parametrize(
    ("name", "n"),
    [
        *((name, 1) for name, _ in POSITIONS[1:]),
        *(pytest.param(name, n // 15, marks=pytest.mark.slow) for name, n in POSITIONS),
        *(pytest.param(*row, marks=[pytest.mark.slow, pytest.mark.long]) for row in POSITIONS),
    ],
)
def test_no_step_that_sudoku_explainer_does_not_have_is_wrong(name: str, n: int) -> None:
    """List all of them on every fifth position of the path."""
    for puzzle in map(Puzzle, collection(name, n, 5)):
        solution, board = puzzle.solution(), puzzle.candidates()
        for number, step in enumerate(puzzle.steps()):
            if number % 5 == 0:
                found = engine.all_steps(
                    board, profile=OTHERS, everything=True, givens=puzzle.givens
                )
                for other in found:
                    check_step(other, board, solution)
            board = board.after(step)


def test_no_step_is_wrong_in_the_middle_of_a_game() -> None:
    """Remove random wrong candidates first: as long as the solution is left, no step is wrong."""
    rng = random.Random(3)
    for puzzle in OWN:
        p = Puzzle(puzzle)
        solution, board = p.solution(), p.candidates()
        share = rng.choice((0.05, 0.2, 0.5))
        masks = [
            sum(
                1 << digit - 1
                for digit in board[cell]
                if digit == solution[cell] or rng.random() >= share
            )
            for cell in range(81)
        ]
        board = Candidates.from_masks(masks, placed=board.placed)
        for _ in range(30):
            step = engine.next_step(board)
            if step is None:
                break
            check_step(step, board, solution)
            board = board.after(step)


# -- equivalent puzzles ---------------------------------------------------------------------------------------


def equivalents(puzzles: list[str], n: int, seed: int) -> Boards:
    """Return ``n`` random equivalents of each puzzle."""
    rng = random.Random(seed)
    rows = boards_of(puzzles).tolist()
    return np.array([strategies.shuffled(row, rng) for row in rows for _ in range(n)], np.uint8)


def changes(puzzles: list[str], n: int, seed: int) -> tuple[npt.NDArray[np.float64], ...]:
    """Return how much ER, EP and ED differ between the puzzles and their equivalents."""
    plain = batch.rate(boards_of(puzzles))
    others = batch.rate(equivalents(puzzles, n, seed))
    assert (plain.status == Status.UNIQUE).all() and (others.status == Status.UNIQUE).all()
    return tuple(
        np.abs(np.repeat(getattr(plain, name), n) - getattr(others, name))
        for name in ("er", "ep", "ed")
    )


def band(low: float, high: float, most: int) -> list[str]:
    """Puzzles with ratings in a band: from the large table if it is there, else our own."""
    path = CORPORA / "se_ratings_dev.csv"
    rows = [(row.puzzle, row.er) for row in rated.rows()]
    if path.exists():
        lines = [line.split(",") for line in path.read_text("ascii").splitlines()[1:]]
        rows = [(fields[0], float(fields[1])) for fields in lines if not fields[0].startswith("#")]
    return [puzzle for puzzle, er in rows if low - 0.05 < er < high + 0.05][:most]


@pytest.mark.parametrize("most", [50, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("low", "high"), [(1.0, 2.4), (2.5, 4.4), (4.5, 6.9), (7.0, 7.5)])
def test_an_equivalent_puzzle_has_the_same_rating(low: float, high: float, most: int) -> None:
    er, ep, ed = changes(band(low, high, most), 3, seed=1)
    assert er.max() < 0.05 and ep.max() < 0.05 and ed.max() < 0.05


@pytest.mark.slow
def test_an_equivalent_of_a_hard_puzzle_seldom_has_another_rating() -> None:
    er, ep, ed = changes(band(7.6, 9.6, 60), 4, seed=2)
    assert (er > 0.05).mean() < 0.15, "more than measured"
    assert (ep > 0.05).mean() < 0.05 and ed.max() < 0.05
    assert er.max() < 0.75


def test_an_equivalent_of_a_puzzle_for_singles_has_the_same_number_of_steps() -> None:
    puzzles = band(1.0, 2.4, 200)
    plain, others = batch.rate(boards_of(puzzles)), batch.rate(equivalents(puzzles, 3, seed=3))
    assert (np.repeat(plain.steps, 3) == others.steps).all()


# -- the same again -------------------------------------------------------------------------------


def same(a: RateResult, b: RateResult, order: npt.NDArray[np.intp] | slice = slice(None)) -> bool:
    names = ("er", "ep", "ed", "hardest", "counts", "steps", "status", "nodes")
    return all(bool((getattr(a, name)[order] == getattr(b, name)).all()) for name in names)


def mixed_rows() -> Boards:
    """Rows of all kinds: unique, with two and more solutions, none, clashes; easy beside hard."""
    rng = random.Random(11)
    rows = boards_of(OWN).tolist()
    for row in boards_of(OWN).tolist():
        given = rng.choice([cell for cell in range(81) if row[cell]])
        rows.append([0 if cell == given else digit for cell, digit in enumerate(row)])
        rows.append([rng.randint(1, 9) if cell == given else d for cell, d in enumerate(row)])
    rng.shuffle(rows)
    return np.array(rows, np.uint8)


def test_ratings_are_the_same_every_time() -> None:
    rows = mixed_rows()
    first = batch.rate(rows, threads=1)
    assert len(set(first.status.tolist())) >= 4, "the rows are less mixed than they should be"
    assert same(first, batch.rate(rows, threads=1))


@pytest.mark.slow
def test_ratings_do_not_depend_on_the_neighbours_or_on_threads() -> None:
    rows = mixed_rows()
    first = batch.rate(rows, threads=1)
    order = np.random.default_rng(5).permutation(len(rows))
    for threads in (1, 2, 5):
        assert same(first, batch.rate(rows[order], threads=threads), order), f"{threads} threads"
    for i in range(0, len(rows), 7):
        assert same(first, batch.rate(rows[i : i + 1]), slice(i, i + 1)), "alone"


def test_ratings_do_not_depend_on_the_instruction_set(instruction_set: str) -> None:
    rows = mixed_rows()
    with engine.using_instruction_set("baseline"):
        first = batch.rate(rows, threads=1)
    assert same(first, batch.rate(rows, threads=1)), instruction_set


def test_steps_are_the_same_every_time() -> None:
    for puzzle in OWN[::9]:
        first = list(Puzzle(puzzle).steps())
        batch.rate(boards_of(OWN[:5]))  # other work in the same memory
        assert list(Puzzle(puzzle).steps()) == first


def test_ratings_are_those_of_the_puzzle_object() -> None:
    found = batch.rate(boards_of(OWN))
    for i, puzzle in enumerate(OWN):
        one = Puzzle(puzzle).rate()
        assert (one.er, one.ep, one.ed, one.steps) == (
            found.er[i],
            found.ep[i],
            found.ed[i],
            found.steps[i],
        )
        counts = {t.id: int(n) for t, n in zip(TECHNIQUES, found.counts[i], strict=True) if n}
        assert {t.id: n for t, n in one.counts.items()} == counts
        assert one.hardest == TECHNIQUES[found.hardest[i]]


# -- boards without a rating -------------------------------------------------------------------

EMPTY = "." * 81


def not_rated(rows: Boards, status: Status) -> None:
    """All rows have this status, no rating, and no chain was searched: a bad row costs little."""
    result = batch.rate(rows)
    assert result.status.tolist() == [status] * len(rows)
    for name in ("er", "ep", "ed", "steps", "nodes", "counts"):
        assert not getattr(result, name).any(), name
    assert (result.hardest == 255).all()


def less_one_given(puzzles: list[str]) -> Boards:
    """Each puzzle without one of its givens, once for each given."""
    rows = []
    for row in boards_of(puzzles).tolist():
        rows += [[*row[:cell], 0, *row[cell + 1 :]] for cell in range(81) if row[cell]]
    return np.array(rows, np.uint8)


def test_a_minimal_puzzle_less_one_given_is_not_rated() -> None:
    rows = less_one_given(OWN)
    several = rows[batch.solve(rows).status == Status.MULTIPLE]
    assert len(several) > 500
    not_rated(several, Status.MULTIPLE)


def test_a_puzzle_with_two_solutions_is_not_rated() -> None:
    rows = less_one_given(OWN)
    two = rows[batch.solve(rows, limit=3).counts == 2]
    assert len(two) >= 5
    not_rated(two, Status.MULTIPLE)
    with pytest.raises(MultipleSolutions):
        Puzzle(two[0].tolist()).rate()


def test_few_givens() -> None:
    not_rated(boards_of([EMPTY, "1" + EMPTY[1:], "123456789" + EMPTY[9:]]), Status.MULTIPLE)


def test_sixteen_givens() -> None:
    not_rated(less_one_given(collection("sudoku17.txt", 40)), Status.MULTIPLE)


def test_many_solutions() -> None:
    not_rated(boards_of(collection("many_solutions.txt", 2000)), Status.MULTIPLE)


def test_a_wrong_given_is_not_rated() -> None:
    """Change one given: a row without a solution gets its status and no rating."""
    rng = random.Random(9)
    rows = []
    for row in boards_of(OWN).tolist():
        for _ in range(8):
            cell = rng.choice([cell for cell in range(81) if row[cell]])
            rows.append([*row[:cell], rng.randint(1, 9), *row[cell + 1 :]])
    changed = np.array(rows, np.uint8)
    status = batch.solve(changed).status
    for kind in (Status.NO_SOLUTION, Status.CONFLICT):
        assert (status == kind).sum() > 50
        not_rated(changed[status == kind], kind)
    with pytest.raises(NoSolution):
        Puzzle(changed[status == Status.NO_SOLUTION][0].tolist()).rate()


def test_a_bad_byte_spoils_only_its_row() -> None:
    rows = boards_of(OWN[:3]).copy()
    rows[1, 40] = 10
    result = batch.rate(rows)
    assert result.status.tolist() == [Status.UNIQUE, Status.BAD_CELL, Status.UNIQUE]
    assert not result.er[1] and result.er[0] and result.er[2]


def test_a_full_board_needs_no_step() -> None:
    full = np.array([list(Puzzle(OWN[0]).solution())], np.uint8)
    result = batch.rate(full)
    assert (result.status[0], result.er[0], result.steps[0]) == (Status.UNIQUE, 0.0, 0)
    assert result.hardest[0] == 255
    assert Puzzle(full[0].tolist()).hint() is None


@pytest.mark.parametrize("part", some(range(4), 4, 1))
def test_steps_end_on_a_board_without_its_solution(part: int) -> None:
    """Take the board as it is: the steps come to an end."""
    rng = random.Random(21)
    for puzzle in OWN[part::4]:
        solution, board = Puzzle(puzzle).solution(), Puzzle(puzzle).candidates()
        cell = rng.choice([cell for cell in range(81) if not board.placed[cell]])
        masks = list(board.masks)
        masks[cell] &= ~(1 << solution[cell] - 1)
        board = Candidates.from_masks(masks, placed=board.placed)
        steps = 0
        try:
            while step := engine.next_step(board, budget=100_000):
                board, steps = board.after(step), steps + 1
        except LimitReached:
            pass
        assert steps <= 729
        assert not board.placed.is_full, "filled without a solution"
