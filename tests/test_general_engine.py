"""The engine of all other boards: in bulk, within bounds, and against the lock-step core on classic ones."""

from __future__ import annotations

import gzip
import random
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import conftest
import kinds
import numpy as np
import numpy.typing as npt
import oracle
import pytest
import strategies
from kinds import ENOUGH, KINDS, Kind
from oracle import Board
from quick import some

from nonet import batch, engine
from nonet.base.errors import LimitReached, RulesError
from nonet.boards.grid import Candidates, Grid
from nonet.engine import Status, budgets, clauses
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution
from nonet.rules import CLASSIC, House, Rules

EACH = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
LARGE = Rules(size=25)
HUGE = Rules(size=36)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No SAT solver comes to help, whatever is installed."""
    monkeypatch.setattr(clauses, "is_available", lambda: False)


# -- in bulk -------------------------------------------------------------------------------------


@dataclass
class Rows:
    """What `engine.solve_rows` fills, for boards of one kind."""

    status: list[Status] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    guesses: list[int] = field(default_factory=list)
    solutions: list[Board] = field(default_factory=list)


def solve(
    boards: Sequence[Sequence[int]], rules: Rules, *, marks: bool = False, **options: Any
) -> Rows:
    """Solve boards of digits, or of masks, in one call."""
    n, cells = len(boards), rules.size**2
    flat = [value for board in boards for value in board]
    status, counts, guesses = bytearray(n), array("Q", bytes(8 * n)), array("I", bytes(4 * n))
    solutions = bytearray(n * cells)
    engine.solve_rows(
        array("H" if rules.is_classic else "Q", flat) if marks else bytes(flat), n, rules=rules, marks=marks,
        status=status, counts=counts, guesses=guesses, solutions=solutions, **options,
    )  # fmt: skip
    found = [tuple(solutions[i : i + cells]) for i in range(0, n * cells, cells)]
    return Rows([Status(s) for s in status], counts.tolist(), guesses.tolist(), found)


def givens_of(masks: Board) -> Board:
    return tuple(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks)


def judged_givens(kind: Kind) -> list[tuple[Board, tuple[Board, ...]]]:
    """Return the boards of digits among the judged ones, with their solutions."""
    size = kind.rules.size
    return [
        (givens_of(board.masks), board.solutions)
        for board in kind.judged
        if all(mask.bit_count() in (1, size) for mask in board.masks)
    ]


def clashes(kind: Kind, board: Board) -> bool:
    shown = [[board[cell] for cell in house if board[cell]] for house in kind.inside]
    return any(len(set(digits)) < len(digits) for digits in shown)


def expected_status(number: int, limit: int, clash: bool) -> Status:
    if not number:
        return Status.CONFLICT if clash else Status.NO_SOLUTION
    if limit == 1:
        return Status.FOUND
    return Status.UNIQUE if min(number, limit) == 1 else Status.MULTIPLE


@EACH
@pytest.mark.parametrize("limit", [1, 2, 30])
def test_every_row_of_digits_is_right(kind: Kind, limit: int) -> None:
    boards = judged_givens(kind)
    result = solve([board for board, _ in boards], kind.rules, limit=limit)
    numbers = [len(solutions) for _, solutions in boards]
    assert result.counts == [min(number, limit) for number in numbers]
    assert result.status == [
        expected_status(len(solutions), limit, clashes(kind, board)) for board, solutions in boards
    ]
    for (board, solutions), found in zip(boards, result.solutions, strict=True):
        if not solutions:
            assert not any(found)
        elif len(solutions) < ENOUGH:
            assert found in solutions
        else:
            both = np.array([found]), np.array([board])
            assert oracle.are_solutions(*both, kind.inside).all()


@EACH
@pytest.mark.parametrize("limit", [1, 2, 30])
def test_every_row_of_masks_is_right(kind: Kind, limit: int) -> None:
    boards = kind.judged
    result = solve([board.masks for board in boards], kind.rules, marks=True, limit=limit)
    assert result.counts == [min(len(board.solutions), limit) for board in boards]
    assert result.status == [expected_status(len(b.solutions), limit, False) for b in boards]
    for board, found in zip(boards, result.solutions, strict=True):
        if len(board.solutions) < ENOUGH:
            assert found in board.solutions if board.solutions else not any(found)
        else:
            assert all(m >> (d - 1) & 1 for m, d in zip(board.masks, found, strict=True))
            assert oracle.are_solutions(np.array([found]), None, kind.inside).all()


@EACH
def test_results_do_not_depend_on_threads_or_neighbours(kind: Kind) -> None:
    rng = random.Random(kind.words)
    boards = [board for board, _ in judged_givens(kind)]
    single = [solve([board], kind.rules, limit=5) for board in boards]
    order = rng.choices(range(len(boards)), k=40 if kind.rules.size > 16 else 400)
    many = [boards[i] for i in order]
    for threads in (1, 2, 3):
        result = solve(many, kind.rules, limit=5, threads=threads)
        assert result.status == [single[i].status[0] for i in order]
        assert result.counts == [single[i].counts[0] for i in order]
        if not kind.rules.is_classic:  # there the rows share their rounds
            assert result.guesses == [single[i].guesses[0] for i in order]
        assert result.solutions == [single[i].solutions[0] for i in order]


@pytest.mark.parametrize("size", [4, 9, 16, 25, 36])
def test_a_bad_cell_spoils_its_own_row_only(size: int) -> None:
    rules = Rules(size=size).with_extra(House("same", [0, 1], size=size))
    empty = [0] * size**2
    boards = []
    for wrong in (size + 1, 37, 41, 127, 255):
        boards += [empty, [*empty[:-1], wrong], [wrong, *empty[1:]]]
    result = solve(boards, rules, limit=1)
    assert result.status == [Status.FOUND, Status.BAD_CELL, Status.BAD_CELL] * 5
    assert result.counts == [1, 0, 0] * 5
    masks = [(1 << size) - 1] * size**2
    rows = [masks, [*masks[:-1], 1 << size], [1 << 63, *masks[1:]], masks]
    result = solve(rows, rules, marks=True, limit=1)
    assert [s is Status.BAD_CELL for s in result.status] == [False, True, True, False]


def test_rows_anywhere_in_a_buffer() -> None:
    kind = next(kind for kind in KINDS if kind.words == "2x3")
    boards = [board for board, _ in judged_givens(kind)][:40]
    expected = solve(boards, kind.rules)
    lines = [bytes(board).ljust(50, b"\xff") for board in boards]
    status, solutions = bytearray(40), bytearray(40 * 45)
    engine.solve_rows(
        b"".join(lines), 40, rules=kind.rules, stride=50, status=status, solutions=solutions,
        solution_stride=45, as_text=True,
    )  # fmt: skip
    assert [Status(s) for s in status] == expected.status
    for i, found in enumerate(expected.solutions):
        if any(found):
            assert solutions[i * 45 : i * 45 + 36].decode() == "".join(map(str, found))
    order = random.Random(1).sample(range(40), 40)
    offsets = array("Q", [i * 50 for i in order])
    again = bytearray(40)
    engine.solve_rows(b"".join(lines), 40, rules=kind.rules, offsets=offsets, status=again)
    assert list(again) == [status[i] for i in order]


def test_no_rows_at_all() -> None:
    assert solve([], Rules(size=4)) == Rows()
    assert solve([], Rules(size=4), marks=True) == Rows()


# -- bounds --------------------------------------------------------------------------------------


def hard_board(rules: Rules, seed: int, share: float = 0.55) -> list[int]:
    """Return a solved board with some cells open."""
    rng, size = random.Random(seed), rules.size
    board = list(kinds.pattern(rules, rng))
    for cell in rng.sample(range(size * size), round(share * size * size)):
        board[cell] = 0
    return board


@pytest.mark.parametrize("rules", [LARGE, HUGE, Rules(box_rows=4, box_columns=5)])
@pytest.mark.parametrize("share", [1.0, 0.97, 0.75, 0.6])
def test_a_budget_ends_every_search(alone: None, rules: Rules, share: float) -> None:
    puzzle = Puzzle(hard_board(rules, 1, share), rules=rules)
    try:
        assert puzzle.count(10**6, budget=100) >= 1
    except LimitReached as error:
        assert "the budget of 100 guesses is spent" in str(error)
        assert f"found at least {error.progress} so far" in str(error)
        assert 0 <= error.progress < 10**6
    try:
        assert puzzle.check(puzzle.solution(budget=100))
    except MultipleSolutions as error:
        assert len(set(error.examples)) == 2 and all(map(puzzle.check, error.examples))
    except LimitReached as error:
        assert "the budget of 100 guesses is spent" in str(error)
        assert "solution so far" in str(error)
    found = []
    try:
        for grid in puzzle.solutions(budget=100):
            found.append(grid)
    except LimitReached as error:
        assert f"{len(found)} solution(s) so far" in str(error)
        assert error.progress == len(found)
    assert len(set(found)) == len(found)
    assert all(puzzle.check(grid) for grid in found)


@pytest.mark.parametrize(
    "kind", [k for k in KINDS if k.rules.size <= 9], ids=lambda kind: kind.name
)
def test_a_budget_of_the_guesses_needed_suffices(kind: Kind) -> None:
    boards = [board for board, solutions in judged_givens(kind) if len(solutions) < ENOUGH]
    whole = solve(boards, kind.rules, limit=ENOUGH)
    for board, guesses, count in zip(boards, whole.guesses, whole.counts, strict=True):
        puzzle = Puzzle(board, rules=kind.rules)
        assert puzzle.count(ENOUGH, budget=max(guesses, 1)) == count
        assert len(list(puzzle.solutions(budget=max(guesses, 1)))) == count
        if guesses > 1:
            short = solve([board], kind.rules, limit=ENOUGH, budget=guesses - 1)
            assert short.status == [Status.OUT_OF_BUDGET]
            assert short.counts[0] <= count and short.guesses[0] <= guesses - 1


def test_a_budget_ends_one_row_of_many() -> None:
    kind = next(kind for kind in KINDS if kind.words == "4x4")
    easy, empty = kind.full_grids[0], (0,) * 256
    result = solve([easy, empty, easy], kind.rules, limit=10**6, budget=50)
    assert result.status == [Status.UNIQUE, Status.OUT_OF_BUDGET, Status.UNIQUE]
    assert result.counts[0] == result.counts[2] == 1 and result.guesses[1] <= 50


def test_limit_and_budget_must_be_positive() -> None:
    puzzle = Puzzle([0] * 16)
    for wrong in (0, -1):
        with pytest.raises(ValueError, match=f"limit must be at least 1, got {wrong}"):
            puzzle.count(wrong)
        for call in (puzzle.count, puzzle.solution, puzzle.solutions):
            with pytest.raises(ValueError, match=f"budget must be at least 1, got {wrong}"):
                call(budget=wrong)
    assert puzzle.count(10**30) == 288 and puzzle.count(10**30, budget=10**30) == 288


def test_too_many_houses_are_an_error() -> None:
    rng = random.Random(1)
    houses = [House(f"house {i}", [0, *rng.sample(range(1, 81), 6)]) for i in range(30)]
    puzzle = Puzzle("." * 81, rules=Rules(extra=houses))
    with pytest.raises(RulesError, match=r"16 houses for one cell; got 57, 453 and 33"):
        puzzle.count()
    assert Puzzle("." * 81, rules=Rules(extra=houses[:10])).count() == 2


def test_enumerations_do_not_disturb_each_other() -> None:
    boards = [
        (Puzzle(Candidates.from_masks(board.masks), rules=kind.rules), set(board.solutions))
        for kind in KINDS
        for board in kind.judged[:30]
        if 1 < len(board.solutions) < ENOUGH
    ]
    running = [puzzle.solutions() for puzzle, _ in boards]
    found: list[set[Board]] = [set() for _ in boards]
    left = list(range(len(boards)))
    while left:
        for i in list(left):
            grid = next(running[i], None)
            if grid is None:
                left.remove(i)
            else:
                found[i].add(tuple(grid))
    assert found == [solutions for _, solutions in boards]


def test_many_threads_at_once() -> None:
    boards = [
        (Puzzle(Candidates.from_masks(board.masks), rules=kind.rules), len(board.solutions))
        for kind in KINDS
        if kind.rules.size <= 16
        for board in kind.judged[::4]
    ]
    ready = threading.Barrier(6)

    def work(offset: int) -> bool:
        ready.wait()
        turned = boards[offset:] + boards[:offset]
        return all(
            puzzle.count(ENOUGH) == len(list(islice(puzzle.solutions(), ENOUGH))) == number
            for puzzle, number in turned
        )

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(work, range(0, len(boards), len(boards) // 5)))


# -- the SAT solver ------------------------------------------------------------------------------


def hand_over_early(
    monkeypatch: pytest.MonkeyPatch, models: Callable[..., tuple[list[bytes], bool]]
) -> None:
    """Let every search of two solutions be handed over after its first guess, to a solver of our own."""
    monkeypatch.setattr(clauses, "is_available", lambda: True)
    monkeypatch.setattr(clauses, "models", models)
    monkeypatch.setattr(budgets, "LARGE", 0)
    monkeypatch.setattr(budgets, "HAND_OVER", 1 - 2 * 1000)


@pytest.mark.parametrize(
    "kind", [k for k in KINDS if 5 < k.rules.size < 16 and not k.rules.is_classic],
    ids=lambda kind: kind.name,
)  # fmt: skip
def test_another_solver_continues(monkeypatch: pytest.MonkeyPatch, kind: Kind) -> None:
    asked = []

    def models(
        masks: Sequence[int], houses: Sequence[Sequence[int]], size: int, *, limit: int, **_: object
    ) -> tuple[list[bytes], bool]:
        asked.append(masks)
        found = islice(oracle.solutions(list(masks), houses), limit)
        return [bytes(board) for board in found], True

    boards = [board for board in kind.judged if len(board.solutions) < ENOUGH]
    rows = [board.masks for board in boards]
    expected = solve(rows, kind.rules, marks=True)
    hand_over_early(monkeypatch, models)
    for board in boards:
        puzzle = Puzzle(Candidates.from_masks(board.masks), rules=kind.rules)
        assert puzzle.count() == min(2, len(board.solutions)), board
        if len(board.solutions) == 1:
            assert tuple(puzzle.solution()) == board.solutions[0]
        elif board.solutions:
            with pytest.raises(MultipleSolutions) as caught:
                puzzle.solution()
            assert {tuple(grid) for grid in caught.value.examples} <= set(board.solutions)
        else:
            with pytest.raises((NoSolution, Conflict)):
                puzzle.solution()
    result = solve(rows, kind.rules, marks=True)
    assert asked, "no board was handed over"
    assert result.status == expected.status and result.counts == expected.counts
    for board, found in zip(boards, result.solutions, strict=True):
        assert found in board.solutions if board.solutions else not any(found)


def test_another_solver_gives_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hand_over_early(monkeypatch, lambda *_, **__: ([], False))
    rules = Rules(size=16)
    puzzle = Puzzle(hard_board(rules, 3, 0.7), rules=rules)
    for call in (puzzle.count, puzzle.solution):
        with pytest.raises(LimitReached, match="SAT solver"):
            call()
    assert solve([tuple(puzzle.givens)], rules).status == [Status.OUT_OF_BUDGET]


def holds(formula: list[list[int]], true: set[int], named: int) -> bool:
    """Whether the other variables, those above ``named``, can be chosen so that every clause holds."""
    true = set(true)
    grows = True
    while grows:
        grows = False
        for clause in formula:
            if not any(x in true if x > 0 else -x not in true for x in clause):
                more = [x for x in clause if x > named]
                if len(more) != 1:
                    return False
                true.add(more[0])
                grows = True
    return True


@pytest.mark.parametrize(
    "kind", some([k for k in KINDS if k.rules.size < 13], 3), ids=lambda kind: kind.name
)
def test_clauses_say_what_the_houses_say(kind: Kind) -> None:
    rng, size = random.Random(kind.words), kind.rules.size
    board = list(kind.full_grids[0])
    masks = [(1 << size) - 1] * size**2
    formula, meaning = clauses.clauses_of(masks, kind.inside, size)
    number = {pair: variable for variable, pair in meaning.items()}

    def is_model(board: Sequence[int]) -> bool:
        return holds(formula, {number[c, d] for c, d in enumerate(board)}, len(meaning))

    assert is_model(board)
    for _ in range(8):
        wrong = list(board)
        cell = rng.randrange(size**2)
        wrong[cell] = wrong[cell] % size + 1
        one, other = rng.sample(rng.choice(kind.inside), 2)
        changed = list(board)
        changed[one], changed[other] = changed[other], changed[one]
        for attempt in (wrong, changed):
            right = oracle.are_solutions(np.array([attempt]), None, kind.inside)[0]
            assert is_model(attempt) == right
    two = {number[c, d] for c, d in enumerate(board)} | {number[0, board[0] % size + 1]}
    assert not holds(formula, two, len(meaning)), "a cell has one digit"


# -- classic boards ------------------------------------------------------------------------------


@pytest.fixture
def general() -> Iterator[None]:
    """Let the general engine answer for classic boards too."""
    with engine.using_general_engine():
        yield


def test_the_general_engine_is_used_only_for_a_while() -> None:
    board = [0] * 81
    with engine.using_general_engine():
        inside = list(islice(Puzzle(board).solutions(), 50))
    outside = list(islice(Puzzle(board).solutions(), 50))
    assert len(set(inside)) == len(set(outside)) == 50
    assert inside != outside, "the two engines search in different orders"


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_classic_counts(general: None, limit: int) -> None:
    for board in strategies.judged_givens()[::3] + strategies.judged_marks()[::3]:
        assert board.puzzle().count(limit) == min(limit, len(board.solutions)), board


def test_classic_solutions(general: None) -> None:
    for board in strategies.judged_givens()[::4] + strategies.judged_marks()[::4]:
        found = [tuple(grid) for grid in islice(board.puzzle().solutions(), strategies.ENOUGH)]
        assert len(set(found)) == len(found) == len(board.solutions), board
        if len(found) < strategies.ENOUGH:
            assert set(found) == set(board.solutions), board


@pytest.mark.parametrize("limit", [1, 2, 50])
@pytest.mark.parametrize("threads", [1, 3])
def test_classic_rows(limit: int, threads: int) -> None:
    for rows in (
        np.array([board.cells for board in strategies.judged_givens()[::2]], np.uint8),
        np.array([board.cells for board in strategies.judged_marks()], np.uint16),
    ):
        expected = batch.solve(rows, limit=limit)
        with engine.using_general_engine():
            result = batch.solve(rows, limit=limit, threads=threads)
        assert np.array_equal(result.status, expected.status)
        assert np.array_equal(result.counts, expected.counts)
        only = expected.counts == 1 if limit > 1 else expected.counts < 0
        assert np.array_equal(result.solutions[only], expected.solutions[only])
        some = result.counts > 0
        assert oracle.are_solutions(result.solutions[some]).all()


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("sudoku17.txt", 10),
        ("hardest_11plus.txt", 20),
        ("top1465.txt", 2),
        ("many_solutions.txt", 10),
    ],
)
def test_corpora(corpus: Callable[[str], npt.NDArray[np.uint8]], name: str, every: int) -> None:
    rows = corpus(name)[::every]
    expected = batch.solve(rows, limit=20)
    with engine.using_general_engine():
        result = batch.solve(rows, limit=20)
    assert np.array_equal(result.counts, expected.counts) and len(rows) > 200
    assert np.array_equal(result.status, expected.status)
    only = expected.counts == 1
    assert np.array_equal(result.solutions[only], expected.solutions[only])
    assert oracle.are_solutions(result.solutions, rows).all()


def test_large_boards_of_the_collection(alone: None) -> None:
    path = conftest.CORPORA / "large_boards_dev.csv.gz"
    if not path.exists():
        pytest.skip("the collection large_boards_dev.csv.gz is not beside the project")
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()[1:]
    for size in (16, 25):
        texts = [line.split(",")[3] for line in lines if line.startswith(f"{size},")]
        grids = [Grid(text) for text in texts[:: 5 if size == 16 else 10]]
        assert len(grids) > 20 and {grid.size for grid in grids} == {size}
        result = solve([tuple(grid) for grid in grids], Rules(size=size), limit=1, budget=2000)
        assert set(result.status) <= {Status.FOUND, Status.OUT_OF_BUDGET}
        shown = [i for i, status in enumerate(result.status) if status is Status.FOUND]
        assert len(shown) > len(grids) // 2
        side = round(size**0.5)
        boards = np.array([result.solutions[i] for i in shown])
        givens = np.array([list(grids[i]) for i in shown])
        assert oracle.are_solutions(boards, givens, oracle.houses(side, side)).all()


def test_classic_rules_said_otherwise() -> None:
    # A jigsaw of rectangles and boxes of 3x3 are classic; with a duplicate house it takes the other engine.
    layout = CLASSIC.layout
    puzzle = Puzzle(strategies.KNOWN, rules=Rules(regions=layout))
    assert puzzle.rules.is_classic and puzzle == Puzzle(strategies.KNOWN)
    twice = Puzzle(strategies.KNOWN, rules=CLASSIC.with_extra(CLASSIC.houses[0]))
    assert twice.solution() == puzzle.solution() == Grid(strategies.KNOWN_SOLUTION)
