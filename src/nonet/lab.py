"""Measurements on equal terms: fair puzzles, answers that are checked, and algorithms side by side.

A list of puzzles is often sorted, and its puzzles often have their digits or rows in a telling order. So a
measurement shuffles the list and turns each puzzle into a random one of its equivalents, which is as hard. And a
figure counts only if the answers behind it are right.

`compare` runs the algorithms of `nonet.teach` and the native core on the same puzzles, each with the same budget;
`digit_orders` shows what the order in which digits are tried does to backtracking.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import engine
from nonet.engine import Status
from nonet.errors import Conflict, MissingExtra, RulesError
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC, Rules
from nonet.teach import Counters, Event, Run, algorithm, names
from nonet.teach import solve as run_algorithm
from nonet.teach.board import Board, DigitOrder, make_board

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint8]

__all__ = [
    "CORE",
    "WORST_CASE",
    "WORST_CASE_CALLS",
    "Comparison",
    "Figure",
    "OrderRun",
    "Progress",
    "Row",
    "Trial",
    "compare",
    "digit_orders",
    "installed_names",
    "shuffled",
    "verified",
]

CORE = "core"
"""The name of the native core in a comparison."""

WORST_CASE = "000000000000003085001020000000507000004000100090000000500000073002010000000040009"
"""A board against backtracking in ascending order: its first row is empty, and 987654321 in the solution."""

WORST_CASE_CALLS = 69_175_317
"""What the scanning form of backtracking takes on it, counted once by the same program in C++."""

_PACKAGES = {"sat": "pysat", "cp": "ortools"}  # what the extras of algorithms bring


def shuffled(boards: Boards, seed: int, *, rules: Rules = CLASSIC) -> Boards:
    """Return the boards, an array of one row each, in random order and each in another guise.

    For classic boards, bands, stacks, the rows and columns in them, the digits, and (one time in two) the two axes
    are permuted, for each board by itself. For other rules only the digits are: what else may be permuted differs
    from rules to rules. The same seed gives the same boards.

    >>> import numpy as np
    >>> boards = np.frombuffer(b"530070000600195000098000060800060003400803001700020006060000280"
    ...     b"000419005000080079", np.uint8).reshape(1, 81) - 48
    >>> int((shuffled(boards, 1) > 0).sum())
    30
    >>> small = np.array([[1, 2, 0, 0] + [0] * 12], np.uint8)
    >>> len(set(shuffled(small, 1, rules=Rules(size=4))[0, :2].tolist()))
    2
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    n, size = len(boards), rules.size
    moves = _moves(rng, n) if rules.is_classic else None
    digits = np.zeros((n, size + 1), np.uint8)
    names = np.arange(1, size + 1, dtype=np.uint8)
    digits[:, 1:] = rng.permuted(np.tile(names, (n, 1)), axis=1)
    moved = boards[rng.permutation(n)]
    if moves is not None:
        moved = np.take_along_axis(moved, moves, axis=1)
    renamed: Boards = np.take_along_axis(digits, moved.astype(np.intp), axis=1)
    return renamed


def _moves(rng: np.random.Generator, n: int) -> npt.NDArray[Any]:
    """Return for each of ``n`` classic boards from where each cell is taken."""
    import numpy as np

    def lines() -> npt.NDArray[Any]:
        bands = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
        inner = rng.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
        order: npt.NDArray[Any] = (3 * bands[:, :, None] + inner).reshape(n, 9)
        return order

    rows, columns = lines(), lines()
    cells = 9 * rows[:, :, None] + columns[:, None, :]
    turned = rng.integers(0, 2, n).astype(bool)
    cells[turned] = cells[turned].transpose(0, 2, 1)
    moves: npt.NDArray[Any] = cells.reshape(n, 81)
    return moves


def verified(boards: Boards, grids: Boards, *, rules: Rules = CLASSIC) -> npt.NDArray[np.bool_]:
    """Say for each row whether the grid is a solution: all digits of each house differ, all givens are kept.

    It knows nothing of how the grids were found; both arrays are ``(n, cells)`` uint8.

    >>> import numpy as np
    >>> verified(np.zeros((1, 81), np.uint8), np.ones((1, 81), np.uint8))
    array([False])
    """
    import numpy as np

    size = rules.size
    good: npt.NDArray[np.bool_] = ((boards == 0) | (boards == grids)).all(axis=1) & (
        (grids >= 1) & (grids <= size)
    ).all(axis=1)
    bits = np.zeros(256, np.uint16 if size <= 16 else np.uint64)
    bits[1 : size + 1] = [1 << digit for digit in range(size)]
    houses = [[*house.cells] for house in rules.houses]
    whole = np.array([cells for cells in houses if len(cells) == size])
    for lo in range(0, len(grids), 4096):  # some rows at a time: each is copied once for each house
        some = grids[lo : lo + 4096]
        masks: npt.NDArray[Any] = bits[some]
        seen = np.bitwise_or.reduce(masks[:, whole], axis=2)
        good[lo : lo + 4096] &= (seen == (1 << size) - 1).all(axis=1)
        for cells in (cells for cells in houses if len(cells) < size):
            in_order = np.sort(some[:, cells], axis=1)
            good[lo : lo + 4096] &= (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    return good


# -- algorithms side by side ----------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """One algorithm on one puzzle; ``puzzle`` is its number from 0.

    ``word`` is "solved", "no solution" (proved), "budget spent", "not found" (it gave up by itself), "conflict"
    (givens that clash), "not for this board", "not installed", or "wrong", which is a defect; ``message`` says more
    about the last four. ``factor`` is how many times as long as the core it took, None where nothing can be divided.
    """

    puzzle: int
    name: str
    word: str
    counters: Counters = field(default_factory=Counters)
    solution: Grid | None = None
    message: str = ""
    factor: float | None = None

    @property
    def has_run(self) -> bool:
        """Whether there is anything to count."""
        return self.word not in ("conflict", "not for this board", "not installed")

    @property
    def is_cut(self) -> bool:
        """Whether it was ended before it was done, so that its figures say "at least"."""
        return self.word in ("budget spent", "not found")


class Figure(NamedTuple):
    """A number; ``at_least`` is whether it would be larger if no run had been cut."""

    value: float
    at_least: bool = False

    def text(self) -> str:
        """Return it as it stands in a table.

        >>> Figure(12345).text(), Figure(0.01234, True).text()
        ('12,345', '≥0.012')
        """
        number = (
            f"{self.value:,.0f}" if self.value >= 100 or self.value % 1 == 0 else _short(self.value)
        )
        return ("\N{GREATER-THAN OR EQUAL TO}" if self.at_least else "") + number


def _short(value: float) -> str:
    """Return two significant digits."""
    if value < 0.0001:
        return f"{value * 1e6:.2g}e-6"
    return f"{value:.{max(0, 1 - math.floor(math.log10(value)))}f}"


@dataclass(frozen=True)
class Row:
    """What one algorithm did on all puzzles."""

    name: str
    trials: tuple[Trial, ...]

    @property
    def solved(self) -> int:
        """The number of puzzles that it solved, or proved to have no solution."""
        return sum(trial.word in ("solved", "no solution") for trial in self.trials)

    def values(self, what: str) -> list[tuple[float, bool]]:
        """Return a counter, "seconds" or "factor" of each run, and whether the run was cut."""
        found = []
        for trial in self.trials:
            value = trial.factor if what == "factor" else trial.counters.as_dict()[what]
            if trial.has_run and value is not None:
                found.append((float(value), trial.is_cut))
        return sorted(found)

    def median(self, what: str) -> Figure | None:
        """Return the median (that of an even number of runs is the lower one of the middle)."""
        values = self.values(what)
        if not values:
            return None
        middle = (len(values) - 1) // 2
        # A run that was cut at or below the middle might have gone beyond it.
        return Figure(values[middle][0], any(cut for _, cut in values[: middle + 1]))

    def worst(self, what: str) -> Figure | None:
        """Return the largest value."""
        values = self.values(what)
        return Figure(values[-1][0], any(cut for _, cut in values)) if values else None

    @property
    def result(self) -> str:
        """How it ended, in a few words."""
        words = [trial.word for trial in self.trials]
        message = next((trial.message for trial in self.trials if trial.message), "")
        if len(set(words)) == 1 and (len(words) == 1 or not self.trials[0].has_run):
            return f"{words[0]}: {message}" if message else words[0]
        counts = {word: words.count(word) for word in dict.fromkeys(words) if word != "solved"}
        return ", ".join(
            [
                f"{words.count('solved')}/{len(words)}",
                *(f"{n} {word}" for word, n in counts.items()),
            ]
        )


@dataclass(frozen=True)
class Comparison(Sequence[Row]):
    """A table with a row for each algorithm; ``str()`` prints it, and a name or a number finds a row."""

    rows: tuple[Row, ...]
    puzzles: int
    limit: int | None
    budget: int | None
    seconds: float | None

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        """Return a row by its number or its name, or several by a slice."""
        if isinstance(index, str):
            return next(row for row in self.rows if row.name == index)
        return self.rows[index]

    def table(self) -> list[list[str]]:
        """Return the cells of the table as text, the heads first."""
        single = self.puzzles == 1
        counters = [("calls", "calls"), ("guesses", "guesses")]
        if single:
            counters += [("backtracks", "backtracks"), ("assignments", "assignments")]
        head = ["algorithm", "result"]
        for title, _ in [*counters, ("seconds", "")]:
            head += [title] if single else [f"{title} (median)", "(worst)"]
        lines = [[*head, "x core" if single else "x core (median)"]]
        for row in self.rows:
            cells = [row.name, row.result]
            for _, what in [*counters, ("", "seconds")]:
                found = [row.median(what)] if single else [row.median(what), row.worst(what)]
                counted = row.name != CORE or what in ("seconds", "guesses")
                cells += [f.text() if f is not None and counted else "-" for f in found]
            factor = row.median("factor")
            lines.append([*cells, factor.text() if factor is not None else "-"])
        return lines

    def __str__(self) -> str:
        lines = self.table()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        texts = []
        for cells in lines:
            words = [
                cell.ljust(width) if number < 2 else cell.rjust(width)
                for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            texts.append("  ".join(words).rstrip())
        return "\n".join(texts)

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        head, *body = self.table()
        return f"<table>{line(head, 'th')}{''.join(line(cells, 'td') for cells in body)}</table>"


def installed_names() -> tuple[str, ...]:
    """Return the complete algorithms whose packages are installed.

    >>> "backtracking" in installed_names(), "annealing" in installed_names()
    (True, False)
    """
    found = []
    for name in names():
        about = algorithm(name)
        package = _PACKAGES.get(about.extra or "")
        if about.is_complete and (package is None or find_spec(package) is not None):
            found.append(name)
    return tuple(found)


def compare(
    puzzles: Puzzle | str | Iterable[Puzzle | str],
    algorithms: Sequence[str] | None = None,
    *,
    limit: int | None = 1,
    digits: DigitOrder = "ascending",
    seed: int = 0,
    seconds: float | None = 5.0,
    budget: int | None = None,
    progress: Callable[[Trial], object] | None = None,
) -> Comparison:
    """Run algorithms on puzzles and put what they took side by side.

    ``algorithms`` are names of `nonet.teach.names`, all `installed_names` if not given; "core" is the native core,
    which is measured in any case and stands last. Each looks for ``limit`` solutions (1: any; 2: also the proof that
    there is no other; None: all), tries digits in the order ``digits``, and has ``seconds`` of processor time and
    ``budget`` steps for each puzzle. ``progress`` is called after each run. Every solution is checked.

    Raises `ValueError` for a name that is not known, and where there is no puzzle.

    >>> table = compare("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ...     ["backtracking", "rules_then_search"])
    >>> [(row.name, row.result, int(row.median("guesses").value)) for row in table]
    [('backtracking', 'solved', 4208), ('rules_then_search', 'solved', 0), ('core', 'solved', 0)]
    """
    if isinstance(puzzles, (Puzzle, str)):
        puzzles = [puzzles]
    boards = [each if isinstance(each, Puzzle) else Puzzle(each) for each in puzzles]
    if not boards:
        raise ValueError("there is no puzzle to compare the algorithms on")
    chosen = installed_names() if algorithms is None else tuple(dict.fromkeys(algorithms))
    chosen = tuple(name for name in chosen if name != CORE)
    for name in chosen:
        algorithm(name)
    trials: dict[str, list[Trial]] = {name: [] for name in (*chosen, CORE)}
    options: dict[str, Any] = {"limit": limit, "digits": digits, "seed": seed, "budget": budget}
    for number, board in enumerate(boards):
        core = _core_trial(number, board, limit, budget)
        for name in chosen:
            trial = _trial(number, board, name, core, {**options, "seconds": seconds})
            trials[name].append(trial)
            if progress is not None:
                progress(trial)
        trials[CORE].append(core)
    rows = tuple(Row(name, tuple(found)) for name, found in trials.items())
    return Comparison(rows, len(boards), limit, budget, seconds)


def _trial(number: int, board: Puzzle, name: str, core: Trial, options: dict[str, Any]) -> Trial:
    """Run an algorithm on a puzzle."""
    try:
        run = run_algorithm(board, name, **options)
    except Conflict as error:
        return Trial(number, name, "conflict", message=str(error))
    except MissingExtra as error:
        return Trial(number, name, "not installed", message=str(error).partition(": ")[2])
    except RulesError as error:
        return Trial(number, name, "not for this board", message=str(error))
    factor = run.counters.seconds / core.counters.seconds if core.counters.seconds else None
    word, message = _judged(board, run)
    seconds = math.inf if options["seconds"] is None else options["seconds"]
    is_early = options["budget"] is None and run.counters.seconds < seconds
    if word == "budget spent" and is_early and not algorithm(name).is_complete:
        word = "not found"
    return Trial(number, name, word, run.counters, run.solution, message, factor)


def _judged(board: Puzzle, run: Run) -> tuple[str, str]:
    """Return the word for a run, after a look at its solutions."""
    for solution in run.solutions:
        problems = board.check(solution).problems
        if problems:
            return "wrong", problems[0]
    if run.solutions and run.exact:
        return "solved", ""
    if run.exact:
        return "no solution", ""
    return "budget spent", ""


def _core_trial(number: int, board: Puzzle, limit: int | None, budget: int | None) -> Trial:
    """Measure the core on one puzzle at a time, with the call from Python; short runs are repeated."""
    rules, cells = board.rules, bytes(board.givens)
    masks: Any = cells
    if board.marks is not None:
        masks = engine.masks_of(board.givens, board.marks, "H" if rules.is_classic else "Q")
    solution, status = bytearray(len(cells)), bytearray(1)
    guesses, counts = array("I", [0]), array("Q", [0])
    runs, begun = 0, time.process_time()
    while True:
        engine.solve_rows(
            masks,
            1,
            rules=rules,
            marks=board.marks is not None,
            limit=limit or 2**63,
            budget=budget,
            solutions=solution,
            counts=counts,
            status=status,
            guesses=guesses,
        )
        runs += 1
        spent = time.process_time() - begun
        if spent > 0.005 or runs == 1000:
            break
    state = Status(status[0])
    if state is Status.CONFLICT:
        return Trial(number, CORE, "conflict", message=str(board.check()).partition("\n")[0])
    counters = Counters(guesses=guesses[0], solutions=counts[0], seconds=spent / runs)
    if state is Status.OUT_OF_BUDGET:
        return Trial(number, CORE, "budget spent", counters, factor=1.0)
    if not counts[0]:
        return Trial(number, CORE, "no solution", counters, factor=1.0)
    grid = Grid(solution)
    problems = board.check(grid).problems
    word = "wrong" if problems else "solved"
    return Trial(number, CORE, word, counters, grid, problems[0] if problems else "", 1.0)


# -- the order of the digits ----------------------------------------------------------------------


@dataclass(frozen=True)
class Progress:
    """How far a search came that was ended: through the first rows, in the order in which it tries them.

    ``reached`` is the first row as it stood, 0 for empty cells. ``done`` of the ``total`` first rows that come before
    the solution's are finished; both count only rows that fit the givens.
    """

    reached: tuple[int, ...]
    done: int
    total: int

    @property
    def share(self) -> float:
        """The part of those rows that is done, from 0 to 1."""
        return self.done / self.total if self.total else 1.0


@dataclass(frozen=True)
class OrderRun:
    """What backtracking took when it tried the digits in one order; ``progress`` is None if it came to an end."""

    order: DigitOrder
    run: Run
    progress: Progress | None = None

    @property
    def expected_calls(self) -> int | None:
        """How many calls it takes if the other first rows cost what those cost that are done; None if unknown."""
        if self.progress is None or not self.progress.done:
            return None
        return round(self.run.counters.calls / self.progress.share)


def digit_orders(
    puzzle: Puzzle | str = WORST_CASE,
    *,
    name: str = "backtracking",
    orders: Sequence[DigitOrder] = ("ascending", "descending", "shuffled"),
    seed: int = 0,
    budget: int | None = 2_000_000,
    seconds: float | None = None,
) -> list[OrderRun]:
    """Solve a puzzle by backtracking once for each order of the digits, until the first solution.

    Each run has ``budget`` steps and ``seconds`` of processor time; of one that was ended it is said how far it came,
    where the puzzle has one solution and few enough first rows to be counted.

    >>> [ascending, descending] = digit_orders(budget=700_000, orders=("ascending", "descending"))
    >>> descending.run.counters.calls, ascending.run.solution is None
    (31975, True)
    """
    board = puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
    size = board.rules.size
    runs = []
    for order in orders:
        row = list(board.givens)[:size]

        def follow(event: Event, row: list[int] = row) -> None:
            if 0 <= event.cell < size:
                if event.kind == "place":
                    row[event.cell] = event.digit
                elif event.kind == "backtrack":
                    row[event.cell] = 0

        run = run_algorithm(
            board, name, digits=order, seed=seed, budget=budget, seconds=seconds, trace=follow
        )
        cut = not run.exact and not run.solutions
        runs.append(OrderRun(order, run, _progress(board, order, seed, row) if cut else None))
    return runs


_MOST_ROWS = 1_000_000  # first rows that are counted: all that a 9x9 board can have, and some more


def _progress(puzzle: Puzzle, order: DigitOrder, seed: int, reached: list[int]) -> Progress | None:
    """Count the first rows before the one that was reached and before that of the solution."""
    solutions = engine.search(puzzle.rules, puzzle.givens, puzzle.marks, limit=2, budget=100_000)
    if len(solutions.grids) != 1:
        return None
    board = make_board(puzzle.rules, puzzle.givens, puzzle.marks, digits=order, seed=seed)
    rank = {digit: number for number, digit in enumerate(board.digits)}
    here = [rank.get(digit, -1) for digit in reached]
    there = [rank[digit] for digit in bytes(solutions.grids[0])[: board.size]]
    done = total = 0
    for number, row in enumerate(_first_rows(board)):
        if number > _MOST_ROWS:
            return None
        ranks = [rank[digit] for digit in row]
        if ranks >= there:
            break
        total += 1
        done += ranks < here
    return Progress(tuple(reached), done, total)


def _first_rows(board: Board) -> Iterator[list[int]]:
    """Yield the first rows that fit the givens, in the order in which backtracking tries them."""
    cells = list(board.givens)

    def fill(cell: int) -> Iterator[list[int]]:
        if cell == board.size:
            yield cells[: board.size]
            return
        if board.givens[cell]:
            yield from fill(cell + 1)
            return
        for digit in board.options[cell]:
            if board.fits(cells, cell, digit):
                cells[cell] = digit
                yield from fill(cell + 1)
                cells[cell] = 0

    yield from fill(0)
