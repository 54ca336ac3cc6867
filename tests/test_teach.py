"""The teaching solvers: complete descriptions, and agreement with the oracle and the core on every board.

The checklist is for all of them; the laws are for those that look for a digit, cell by cell or row by row. They are
slow on purpose, so they get a budget, and those that should not need it are named.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import combinations, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pytest
from kinds import ENOUGH, KINDS, Judged, Kind
from quick import some
from test_general_facts import FACTS, Fact
from test_teach_more import REPAIRED, TRANSLATED

from nonet import teach
from nonet.base.errors import MissingExtra
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import Conflict
from nonet.rules import CLASSIC, House, Rules
from nonet.teach import Board, Counters, Event, SolverRun, Trace, algorithm, make_board, replay

OURS = tuple(name for name in teach.names() if name not in (*TRANSLATED, *REPAIRED))
"""All but those of `test_teach_more`: a new algorithm is compared without being listed."""
STRONG = ("norvig", "preemptive_sets")
"""Solve every board of the tests within the budget."""

EACH = pytest.mark.parametrize("name", OURS)
EACH_OF_ALL = pytest.mark.parametrize("name", teach.names())

SMALL = "1... ..3. .4.. ...2"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"


def run_or_skip(puzzle: Puzzle, name: str, **options: Any) -> SolverRun:
    """Run an algorithm, or skip the test where its extra is not installed."""
    try:
        return teach.solve(puzzle, name, **options)
    except MissingExtra as error:
        pytest.skip(str(error))


# -- the checklist of a teaching solver ----------------------------------------------------------


@EACH_OF_ALL
def test_the_row_of_the_registry_is_complete(name: str) -> None:
    about = algorithm(name)
    assert about.name == name
    for text in (about.title, about.source, about.idea, about.worst_case, about.shines):
        assert len(text) >= 10 and text == text.strip() and "  " not in text, text
    assert not about.title.endswith(".")
    sentences = re.findall(r"[^.]+\.(?= |$)", about.idea)
    assert len(sentences) == 3 and "".join(sentences) == about.idea, sentences
    assert about.worst_case.endswith(".") and about.shines.endswith(".")
    assert len({algorithm(other).title for other in teach.names()}) == len(teach.names())


@EACH_OF_ALL
def test_options_are_described(name: str) -> None:
    about = algorithm(name)
    board, watch, *options = inspect.signature(about.solve).parameters.values()
    assert (board.name, watch.name) == ("board", "watch")
    assert {option.name for option in options} == set(about.options)
    assert all(option.kind is option.KEYWORD_ONLY for option in options)
    assert all(option.default is not option.empty for option in options)
    assert not any(text.endswith(".") for text in about.options.values())


@EACH_OF_ALL
def test_a_module_is_short_and_explains_itself(name: str) -> None:
    module = import_module(f"nonet.teach.{name}")
    assert module.__file__ is not None and module.__doc__ is not None
    assert len(Path(module.__file__).read_text("utf-8").splitlines()) <= 190
    assert "\nSource: " in module.__doc__ and "\nWorst case: " in module.__doc__
    assert {"ALGORITHM", "solve"} <= set(module.__all__)


@EACH_OF_ALL
def test_the_last_frame_is_the_solution(name: str) -> None:
    for puzzle in (Puzzle(SMALL), Puzzle(EASY)):
        if name == "row_permutation" and puzzle.givens.size > 4:
            continue
        run = run_or_skip(puzzle, name, trace=True)
        assert run.solutions == (puzzle.solution(),) and run.exact
        assert run.trace is not None and run.trace[-1].kind == "solved"
        *_, last = replay(list(puzzle.givens), run.trace)
        assert last.digits == bytes(puzzle.solution())


@EACH_OF_ALL
def test_counters_are_not_zero(name: str) -> None:
    run = run_or_skip(Puzzle(SMALL), name, trace=True)
    found = run.counters
    assert found.solutions == 1 and found.seconds >= 0 and run.trace is not None
    values = [
        value for key, value in found.as_dict().items() if key not in ("solutions", "seconds")
    ]
    assert sum(map(bool, values)) >= 2
    kinds = [event.kind for event in run.trace]
    assert (
        kinds.count("place") == found.assignments and kinds.count("backtrack") == found.backtracks
    )


@EACH_OF_ALL
def test_a_run_is_repeatable(name: str) -> None:
    puzzle = Puzzle(SMALL)
    assert run_or_skip(puzzle, name, seed=3) == run_or_skip(puzzle, name, seed=3)


# -- agreement with the oracle and the core ------------------------------------------------------


def puzzles(board: Judged, rules: Rules) -> list[Puzzle]:
    """Return the board as a sukaku, and with its certain digits as givens."""
    givens = [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in board.masks]
    marks = Candidates.from_masks(board.masks)
    return [Puzzle(marks, rules=rules), Puzzle(givens, rules=rules, marks=marks)]


def check(run: SolverRun, board: Judged, kind: Kind) -> None:
    """Compare the solutions of a run, all or the first ones, with the verdict."""
    found = {tuple(grid) for grid in run.solutions}
    assert len(found) == len(run.solutions)
    if len(board.solutions) < ENOUGH:
        assert found <= set(board.solutions), board
        assert not run.exact or found == set(board.solutions), board
        return
    assert not run.exact or len(found) == ENOUGH
    if found:
        assert oracle.are_solutions(np.array(sorted(found)), inside=kind.inside).all()
        assert all(
            mask >> (d - 1) & 1 for grid in found for mask, d in zip(board.masks, grid, strict=True)
        )


@pytest.mark.parametrize("kind", some(KINDS, 12), ids=lambda kind: kind.name)
@EACH
def test_agreement_with_the_oracle_and_the_core(name: str, kind: Kind) -> None:
    exact = total = 0
    budget = 300_000 if name in STRONG else 6_000
    for board in kind.judged[:12]:
        for puzzle in puzzles(board, kind.rules):
            try:
                run = teach.solve(puzzle, name, limit=ENOUGH, budget=budget)
            except Conflict:
                assert not board.solutions
                continue
            check(run, board, kind)
            if run.exact:
                assert len(run.solutions) == puzzle.count(ENOUGH)
            exact, total = exact + run.exact, total + 1
    assert exact == total if name in STRONG else exact >= 1, f"{exact} of {total} in time"


MADE = [fact for fact in FACTS if fact.source == "made"]


@pytest.mark.parametrize("name", some(["rules_then_search", "smallest_domain", *STRONG], 4, 3))
def test_known_boards_of_every_kind(name: str) -> None:
    in_time = 0
    for fact in MADE:
        if len(fact.givens) <= 256:
            run = teach.solve(fact.puzzle, name, limit=None, budget=100_000)
            assert [grid.text() for grid in run.solutions] == [fact.solution] or not run.exact, fact
            in_time += run.exact
    assert in_time >= (0.9 if name in STRONG else 0.6) * len(MADE)


@pytest.mark.parametrize(
    "fact",
    some([f for f in FACTS if f.is_exact and f.number <= 600 and len(f.givens) <= 36], 6),
    ids=lambda f: f.name,
)
@EACH
def test_known_counts(name: str, fact: Fact) -> None:
    run = teach.solve(fact.puzzle, name, limit=None, budget=500_000 if name in STRONG else 60_000)
    assert len(set(run.solutions)) == len(run.solutions)
    assert len(run.solutions) == fact.number or not run.exact
    assert run.exact or (len(fact.givens) > 16 and name not in STRONG)


@EACH
def test_all_grids_of_four(name: str) -> None:
    run = teach.solve("." * 16, name, limit=None)
    expected = set(oracle.solutions(oracle.allowed([0] * 16, 4), oracle.houses(2, 2)))
    assert {tuple(grid) for grid in run.solutions} == expected and len(run.solutions) == 288


@EACH
@pytest.mark.parametrize("digits", ["descending", "shuffled"])
def test_the_order_of_digits_does_not_change_the_solutions(name: str, digits: Any) -> None:
    puzzle = Puzzle("12.. .... .... ...3")
    runs = [teach.solve(puzzle, name, limit=None, digits=digits, seed=seed) for seed in (0, 1)]
    plain = teach.solve(puzzle, name, limit=None)
    assert len(plain.solutions) > 3
    assert all(set(run.solutions) == set(plain.solutions) for run in runs)
    if digits == "descending" and name.startswith("backtracking"):
        assert runs[0].solutions == plain.solutions[::-1]


@EACH
def test_solutions_come_in_order_from_plain_backtracking(name: str) -> None:
    found = [bytes(grid) for grid in teach.solve("1" + "." * 15, name, limit=None).solutions]
    assert len(found) == 72
    if name in (
        "backtracking",
        "backtracking_walking",
        "backtracking_iterative",
        "row_permutation",
    ):
        assert found == sorted(found)


# -- boards that are special ---------------------------------------------------------------------


@EACH
def test_full_boards(name: str) -> None:
    solved = Puzzle(EASY).solution()
    run = teach.solve(solved, name, limit=None)
    assert run.solutions == (solved,) and run.exact and run.counters.assignments == 0
    assert teach.solve(Grid([1]), name).solution == Grid([1])
    single = teach.solve(Puzzle([0], rules="latin1"), name, limit=None)
    assert single.solutions == (Grid([1]),)


@EACH
def test_no_solution_is_proved(name: str) -> None:
    for board in ("123. ...4 .... ....", "12.. ..3. .... ...."):
        puzzle = Puzzle(board)
        assert puzzle.count() == 0
        run = teach.solve(puzzle, name)
        assert run.exact and run.solutions == () and run.solution is None
    cycle = Puzzle(
        Candidates.from_masks([3, 3, 3, *[15] * 13])
    )  # three cells of a row for two digits
    assert teach.solve(cycle, name).exact and teach.solve(cycle, name).solutions == ()


@EACH
def test_a_digit_without_a_cell_is_a_conflict(name: str) -> None:
    # No cell of the first row can be 4; only algorithms that look at houses see it at once.
    run = teach.solve(Puzzle(Candidates.from_masks([7] * 4 + [15] * 12)), name, budget=20_000)
    assert run.exact and run.solutions == ()
    if name in ("rules_then_search", *STRONG):
        assert run.counters.assignments == 0 and run.counters.conflicts == 1


@EACH
def test_short_houses_need_not_hold_every_digit(name: str) -> None:
    rules = Rules(size=4).with_extra(House("pair", "r1c1 r4c4", size=4))
    inside = [*oracle.houses(2, 2), [0, 15]]
    expected = set(oracle.solutions(oracle.allowed([0] * 16, 4), inside))
    run = teach.solve(Puzzle("." * 16, rules=rules), name, limit=None)
    assert {tuple(grid) for grid in run.solutions} == expected and len(expected) == 216


@EACH
def test_the_budget_ends_it(name: str) -> None:
    for size in (9, 16):
        for budget in (0, 1, 50, 3000):
            run = teach.solve("." * size**2, name, limit=None, budget=budget)
            assert not run.exact and steps(run.counters) <= budget + 1
    run = teach.solve("." * 625, name, limit=None, seconds=0.05)
    assert not run.exact and run.counters.seconds < 5


def steps(counters: Counters) -> int:
    """Return the steps that are counted one by one."""
    return (
        counters.calls + counters.tries + counters.assignments + counters.eliminations
        + counters.conflicts + counters.backtracks + counters.rules + counters.solutions
    )  # fmt: skip


def test_large_boards() -> None:
    for fact in (f for f in MADE if len(f.givens) in (256, 625)):
        for name in STRONG:
            run = teach.solve(fact.puzzle, name, budget=400_000)
            assert run.solution == Grid(fact.solution), (name, fact.name)


# -- what the events say -------------------------------------------------------------------------


def follow(board: Board, trace: Sequence[Event]) -> list[bytes]:
    """Replay a trace strictly, candidates and all; return the boards that it calls solved."""
    digits, left = list(board.givens), [set(options) for options in board.options]
    placed: list[tuple[int, list[set[int]]]] = []
    solved = []
    for number, (event, frame) in enumerate(zip(trace, replay(board.givens, trace), strict=True)):
        kind, cell, digit, note = event
        if kind == "place":
            assert digits[cell] == 0 and digit in left[cell], event
            placed.append((cell, [set(one) for one in left]))
            digits[cell], left[cell] = digit, {digit}
        elif kind == "remove":
            assert digit in left[cell], event
            left[cell].remove(digit)
        elif kind == "backtrack":
            assert digits[cell] == digit, event
            while True:
                gone, left = placed.pop()
                digits[gone] = 0
                if gone == cell:
                    break
        elif kind == "try":
            assert digits[cell] == 0 and digit in left[cell], event
        elif kind == "rule":
            assert note
            if note.endswith("single"):
                assert digit in left[cell] and trace[number + 1] == Event("place", cell, digit)
        elif kind == "solved":
            solved.append(bytes(digits))
        elif kind == "conflict":
            assert cell >= 0 or digit
        assert list(frame.digits) == digits
    return solved


TO_FOLLOW = [
    Puzzle(SMALL),
    Puzzle("12.. .... .... ...3"),
    Puzzle("123456 ...... ...... .....1 ....2. 3.....", rules="2x3"),
    Puzzle("12345.................... ".strip(), rules="latin5"),
    Puzzle("1" + "." * 15, rules="2x2 diagonals"),
    Puzzle(Candidates.from_masks([3, 15, 15, 6, *[15] * 12])),
    Puzzle("123. ...4 .... ...."),
]


@EACH
def test_events_show_the_true_board(name: str) -> None:
    for puzzle in TO_FOLLOW:
        run = teach.solve(puzzle, name, limit=20, trace=True, budget=60_000)
        assert run.trace is not None
        board = make_board(puzzle.rules, puzzle.givens, puzzle.marks)
        solved = follow(board, list(run.trace))
        assert [Grid(one) for one in solved[: len(run.solutions)]] == list(run.solutions)


@pytest.mark.parametrize(
    "name", ["rules_then_search", "smallest_domain", "norvig", "preemptive_sets"]
)
def test_events_show_the_true_board_of_nine(name: str) -> None:
    run = teach.solve(HARD, name, trace=True)
    assert run.trace is not None
    assert follow(make_board(CLASSIC, Grid(HARD)), list(run.trace)) == [
        bytes(Puzzle(HARD).solution())
    ]


def events(name: str, puzzle: str = HARD, **options: Any) -> Trace:
    trace = teach.solve(puzzle, name, trace=True, **options).trace
    assert trace is not None
    return trace


def test_rules_have_names() -> None:
    for name in ("rules_then_search", "norvig"):
        notes = {event.note for event in events(name) if event.kind == "rule"}
        assert notes == {"naked single", "hidden single"}
    notes = {event.note for event in events("preemptive_sets") if event.kind == "rule"}
    assert notes >= {"naked single", "hidden single", "preemptive set of 2"}


def test_preemptive_sets_are_preemptive() -> None:
    board = make_board(CLASSIC, Grid(HARD))
    left = [set(options) for options in board.options]
    trace, sets = list(events("preemptive_sets")), 0
    for number, (kind, cell, digit, note) in enumerate(trace):
        if kind == "place":
            left[cell] = {digit}
        elif kind == "remove":
            left[cell].remove(digit)
        elif note.startswith("preemptive"):
            sets += 1
            removed = list(takewhile(lambda event: event.kind == "remove", trace[number + 1 :]))
            assert removed
            assert any(
                {event.digit for event in removed} <= digits
                and all(event.cell in house and event.cell not in cells for event in removed)
                for house, cells, digits in naked_sets(board, left, cell, int(note[-1]))
            )
    assert sets >= 1


def naked_sets(
    board: Board, left: list[set[int]], cell: int, number: int
) -> Iterator[tuple[tuple[int, ...], set[int], set[int]]]:
    """Yield house, cells and digits of all sets of ``number`` open cells and digits that the cell is in."""
    for house in (board.houses[h] for h in board.houses_of[cell]):
        others = [other for other in house if other != cell and len(left[other]) > 1]
        for chosen in combinations(others, number - 1):
            digits = left[cell].union(*(left[other] for other in chosen))
            if len(digits) == number:
                yield house, {cell, *chosen}, digits


def test_smaller_sets_mean_more_guesses() -> None:
    guesses = [teach.solve(HARD, "preemptive_sets", largest=n).counters.guesses for n in (1, 2, 9)]
    assert guesses[0] >= guesses[1] >= guesses[2] == 0 < guesses[0]


def test_backtracking_guesses_wherever_there_are_options() -> None:
    counters = teach.solve(EASY, "backtracking").counters
    assert counters.guesses == counters.assignments
    certain = Puzzle(Candidates.from_masks([1 << (digit - 1) for digit in Puzzle(EASY).solution()]))
    counters = teach.solve(certain, "backtracking").counters
    assert counters.guesses == 0 and counters.assignments == counters.depth == 81
