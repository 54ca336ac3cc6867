"""Measurements are fair: equivalent boards are as hard as before, and no wrong answer passes."""

from __future__ import annotations

import inspect
import itertools
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from console import run

from nonet import Grid, MissingExtra, Puzzle, Rules, lab, teach
from nonet.lab import comparison
from nonet.rules import CLASSIC
from nonet.rules.variants import parse_rules

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CROSSED = "1234341243212143"  # rows, columns, boxes and both diagonals
JIGSAW = "jigsaw:AAABACBBCCBDCDDD"
IN_JIGSAW = "1342213442133421"

Boards = npt.NDArray[np.uint8]


def boards(*texts: str) -> Boards:
    """Return boards as rows of an array."""
    return np.array([[int(sign) for sign in text] for text in texts], np.uint8)


def large(size: int) -> Boards:
    """Return one right board with square boxes: each row is moved by so much that it fits."""
    side = round(size**0.5)
    rows, columns = np.divmod(np.arange(size**2), size)
    moved = side * (rows % side) + rows // side
    grid: Boards = ((moved + columns) % size + 1).astype(np.uint8)[None]
    return grid


RIGHT = [
    (CLASSIC, boards(SOLVED)),
    (parse_rules("diagonals", size=4), boards(CROSSED)),
    (parse_rules(JIGSAW), boards(IN_JIGSAW)),
    (parse_rules("latin5"), boards("1234523451345124512351234")),
    (Rules(size=16), large(16)),
    (Rules(size=36), large(36)),
]
NAMES = ["classic", "diagonals", "jigsaw", "latin", "16x16", "36x36"]


@pytest.mark.parametrize(("rules", "grid"), RIGHT, ids=NAMES)
def test_a_right_board_passes_and_one_with_any_other_digit_does_not(
    rules: Rules, grid: Boards
) -> None:
    empty = np.zeros_like(grid)
    assert lab.verified(empty, grid, rules=rules).tolist() == [True]
    cells = grid.shape[1]
    wrong = np.tile(grid, (cells, 1))
    wrong[np.arange(cells), np.arange(cells)] %= rules.size
    wrong[np.arange(cells), np.arange(cells)] += 1
    assert not lab.verified(np.zeros_like(wrong), wrong, rules=rules).any()
    for value in (0, rules.size + 1, 255):
        wrong[:] = grid
        wrong[np.arange(cells), np.arange(cells)] = value
        assert not lab.verified(np.zeros_like(wrong), wrong, rules=rules).any()


def test_every_kind_of_house_is_checked() -> None:
    def passes(grid: Boards, words: str) -> bool:
        rules = parse_rules(words, size=round(grid.shape[1] ** 0.5))
        return bool(lab.verified(np.zeros_like(grid), grid, rules=rules)[0])

    shifted = boards("1234234134124123")  # rows and columns are right, boxes are not
    assert passes(shifted, "latin") and not passes(shifted, "2x2")
    assert not passes(boards("1234123412341234"), "latin")  # columns
    assert not passes(boards("1111222233334444"), "latin")  # rows
    assert passes(boards(CROSSED), "2x2 diagonals")
    turned = boards("3412123443212143")  # the first two rows have changed places
    assert passes(turned, "2x2") and not passes(turned, "2x2 diagonals")
    assert passes(boards(IN_JIGSAW), JIGSAW) and not passes(boards(CROSSED), JIGSAW)
    assert not passes(boards(CROSSED), "2x2 house:pair=r1c1r3c4")


def test_a_changed_given_does_not_pass() -> None:
    puzzle, grid = boards(EASY), boards(SOLVED)
    assert lab.verified(puzzle, grid)[0]
    renamed = grid % 9 + 1
    assert lab.verified(puzzle * 0, renamed)[0] and not lab.verified(puzzle, renamed)[0]


@pytest.mark.parametrize(("rules", "grid"), RIGHT, ids=NAMES)
def test_an_equivalent_board_stays_valid(rules: Rules, grid: Boards) -> None:
    many = np.tile(grid, (20, 1))
    shuffled = lab.shuffled(many, 5, rules=rules)
    assert lab.verified(many * 0, shuffled, rules=rules).all()
    assert len(np.unique(shuffled, axis=0)) > 5
    assert (lab.shuffled(many, 5, rules=rules) == shuffled).all()
    assert not (lab.shuffled(many, 6, rules=rules) == shuffled).all()


def test_the_order_changes_and_no_board_is_lost() -> None:
    rows = np.zeros((50, 16), np.uint8)
    rows[np.arange(50)[:, None] > np.arange(16) * 3] = 1  # more and more givens
    shuffled = lab.shuffled(rows, 1, rules=Rules(size=4))
    givens = (shuffled > 0).sum(axis=1).tolist()
    assert sorted(givens) == sorted((rows > 0).sum(axis=1).tolist())
    assert givens != (rows > 0).sum(axis=1).tolist()


def test_only_classic_boards_have_their_cells_moved() -> None:
    givens = boards(EASY) > 0
    assert ((lab.shuffled(boards(EASY), 1) > 0) != givens).any()
    crossed = parse_rules("diagonals", size=9)
    assert ((lab.shuffled(boards(EASY), 1, rules=crossed) > 0) == givens).all()


# -- algorithms side by side ----------------------------------------------------------------------


def test_a_comparison_has_a_row_for_each_algorithm_and_is_right_about_them() -> None:
    table = lab.compare([EASY, EASY.replace("5", "1", 1)], ["backtracking", "norvig"], seconds=20)
    assert [row.name for row in table] == ["backtracking", "norvig", "core"]
    assert [trial.word for trial in table["norvig"].trials] == ["solved", "no solution"]
    solution = table["backtracking"].trials[0].solution
    assert solution is not None and solution.text() == SOLVED
    assert table["backtracking"].solved == 2
    assert table[2].median("factor") == (1.0, False)
    calls = [trial.counters.calls for trial in table["backtracking"].trials]
    assert table["backtracking"].median("calls") == (min(calls), False)
    assert table["backtracking"].worst("calls") == (max(calls), False)


def test_figures_of_unfinished_runs_say_at_least() -> None:
    spent = lab.compare(lab.WORST_CASE, ["backtracking"], budget=5000)["backtracking"]
    assert spent.result == "budget spent" and spent.solved == 0
    median = spent.median("tries")
    assert (
        median is not None
        and median.at_least
        and median.text().startswith("\N{GREATER-THAN OR EQUAL TO}")
    )
    # A cut run above the middle leaves the median exact, and makes the worst a bound.
    mixed = lab.compare([EASY, EASY, lab.WORST_CASE], ["backtracking"], budget=200_000)[0]
    assert mixed.median("calls") == (4209, False)
    worst = mixed.worst("calls")
    assert worst is not None and worst.at_least
    assert mixed.result == "2/3, 1 budget spent"


def test_algorithms_for_which_something_is_missing_are_rows_and_no_errors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: object, **__: object) -> object:
        raise MissingExtra("sat", "the algorithm 'sat'")

    monkeypatch.setattr(comparison, "run_algorithm", missing)
    row = lab.compare(EASY, ["sat"])["sat"]
    assert row.result == 'not installed: pip install "nonet[sat]"' and row.median("calls") is None
    monkeypatch.setattr(comparison, "find_spec", lambda name: None)
    assert "sat" not in lab.installed_names() and "norvig" in lab.installed_names()


def test_a_wrong_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    swapped = Grid(SOLVED.translate(str.maketrans("12", "21")))
    run = teach.SolverRun("norvig", (swapped,), True, teach.Counters(calls=1))
    monkeypatch.setattr(comparison, "run_algorithm", lambda *_, **__: run)
    row = lab.compare(EASY, ["norvig"])["norvig"]
    assert row.result.startswith("wrong: ") and row.solved == 0


def test_other_rules_sukaku_and_conflicts_are_compared_too() -> None:
    jigsaw = Puzzle(".3..2.....1.3...", rules=JIGSAW)
    marks = Puzzle(Puzzle(EASY).candidates())
    puzzles: list[Any] = [jigsaw, marks, "11" + "." * 14]
    table = lab.compare(puzzles, ["norvig", "exact_cover"])
    for row in table:
        assert [trial.word for trial in row.trials] == ["solved", "solved", "conflict"]
        assert "1 conflict" in row.result


def test_a_comparison_prints_and_shows_in_a_notebook() -> None:
    table = lab.compare(EASY, ["norvig"])
    head, *rows = str(table).splitlines()
    assert head.startswith("algorithm  result") and len(rows) == 2
    html = table._repr_html_()
    assert html.count("<tr>") == 3 and "<td>norvig</td><td>solved</td>" in html


def test_puzzles_come_in_every_form() -> None:
    rows = [[int(digit) for digit in EASY[i : i + 9]] for i in range(0, 81, 9)]
    small = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    one: list[Any] = [
        EASY,
        rows,
        [digit for row in rows for digit in row],
        np.array(rows),
        Grid(EASY),
        Puzzle(EASY),
        small,
    ]
    for puzzle in one:
        assert lab.compare(puzzle, ["norvig"]).puzzles == 1
        assert lab.compare(puzzle, ["norvig"])["norvig"].solved == 1
    many: list[Any] = [one, (rows, rows), np.array([rows, rows]), boards(EASY, EASY), iter([EASY])]
    for puzzles, number in zip(many, (7, 2, 2, 2, 1), strict=True):
        table = lab.compare(puzzles, ["norvig"])
        assert table.puzzles == number == table["norvig"].solved


def test_an_algorithm_that_is_listed_twice_has_two_rows() -> None:
    table = lab.compare(EASY, ["norvig", "backtracking", "norvig", "core"])
    assert [row.name for row in table] == ["norvig", "backtracking", "norvig (2)", "core"]
    assert table["norvig (2)"].median("calls") == table["norvig"].median("calls")


def test_unknown_algorithms_and_no_puzzles_are_errors() -> None:
    with pytest.raises(ValueError, match="unknown algorithm 'magic'; choose one of backtracking"):
        lab.compare(EASY, ["magic"])
    with pytest.raises(ValueError, match="expected at least one puzzle"):
        lab.compare([])


# -- the order of the digits ----------------------------------------------------------------------


@pytest.mark.slow
def test_the_worst_case_is_hard_for_one_order_only() -> None:
    ascending, descending = lab.digit_orders(orders=("ascending", "descending"), budget=700_000)
    assert descending.run.solution is not None and descending.run.counters.calls == 31_975
    assert descending.run.solution.text().startswith("987654321") and descending.progress is None
    progress = ascending.progress
    assert ascending.run.solution is None and progress is not None
    assert progress.total == 8925 and 0 < progress.done < 100
    assert sorted(progress.reached) == [*range(1, 10)]
    # More steps come further, and no estimate is made before a first row is done.
    (further,) = lab.digit_orders(orders=("ascending",), budget=1_000_000)
    assert further.progress is not None and further.progress.done > progress.done
    (begun,) = lab.digit_orders(orders=("ascending",), budget=300)
    assert begun.progress is not None and begun.progress.done == 0 and begun.expected_calls is None


def test_the_place_in_the_search_is_that_of_the_rows() -> None:
    """The solution of a Latin square whose other rows are given is the last of its first rows: none comes before it."""
    puzzle = Puzzle("....214334124321".replace("4321", "...."), rules="latin4")
    rows = [
        row for row in itertools.permutations(b"\1\2\3\4") if fits(row, b"\2\1\4\3", b"\3\4\1\2")
    ]
    solutions = sorted(bytes(grid)[:4] for grid in puzzle.solutions())
    assert len(solutions) > 1 and sorted(map(bytes, rows)) == solutions
    (several,) = lab.digit_orders(puzzle, orders=("ascending",), budget=10)
    assert several.progress is None  # several rows are left
    unique = Puzzle(
        puzzle.givens.text()[:12] + bytes(48 + d for d in rows[0]).decode(), rules="latin4"
    )
    (run,) = lab.digit_orders(unique, orders=("ascending",), budget=10)
    assert run.progress is not None and run.progress.total == 0 and run.progress.share == 1


def fits(row: tuple[int, ...], *others: bytes) -> bool:
    """Whether a row differs from others in every column."""
    return all(a != b for other in others for a, b in zip(row, other, strict=True))


def test_a_table_fits_a_narrow_terminal() -> None:
    found = lab.compare(EASY, ["backtracking", "backtracking_iterative"])
    assert str(found) == found.text() and "assignments" in str(found).splitlines()[0]
    *lines, last = found.text(60).splitlines()
    assert max(map(len, lines)) <= 60 and "assignments" not in lines[0]
    assert last.startswith("(left out for 60 columns: ") and "assignments" in last


def test_a_run_has_the_time_on_the_command_line_that_it_has_in_python() -> None:
    seconds = inspect.signature(lab.compare).parameters["seconds"].default
    assert f"(default: {seconds:g})" in run("compare", "--help").out
