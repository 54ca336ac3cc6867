"""Algorithms side by side: the same puzzles, the same budget, verified answers, one table."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import engine
from nonet.base.errors import MissingExtra, RulesError
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.puzzle import IntoPuzzle, Puzzle, as_puzzles
from nonet.puzzle.errors import Conflict
from nonet.teach import Counters, SolverRun, algorithm, names
from nonet.teach import solve as run_algorithm
from nonet.teach.board import DigitOrder

if TYPE_CHECKING:
    from nonet.engine.threads import FlatBuffer

__all__ = ["CORE", "PACKAGES", "Comparison", "Figure", "Row", "Trial", "compare", "installed_names"]

CORE = "core"
"""The name of the native core in a comparison."""

PACKAGES = {"sat": "pysat", "cp": "ortools"}
"""The package that each extra of an algorithm brings."""


@dataclass(frozen=True)
class Trial:
    """One run of an algorithm on one puzzle; ``puzzle`` is its number from 0.

    ``word`` is "solved", "no solution" (proved), "budget spent", "not found" (it gave up), "conflict" (equal givens in
    one house), "not for this board", "not installed", or "wrong", which is a defect; ``message`` explains the last
    four. ``factor`` is the time divided by that of the core, None without one.
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
        """Whether the algorithm ran, so that there are counters."""
        return self.word not in ("conflict", "not for this board", "not installed")

    @property
    def is_cut(self) -> bool:
        """Whether the run was ended early, so that its figures are "at least"."""
        return self.word in ("budget spent", "not found")


class Figure(NamedTuple):
    """A number; ``at_least`` is whether it could be larger if no run had been ended early."""

    value: float
    at_least: bool = False

    def text(self) -> str:
        """Return the number as a table shows it.

        >>> Figure(12345).text(), Figure(0.01234, True).text()
        ('12,345', '≥0.012')
        """
        number = (
            f"{self.value:,.0f}" if self.value >= 100 or self.value % 1 == 0 else _short(self.value)
        )
        return ("\N{GREATER-THAN OR EQUAL TO}" if self.at_least else "") + number


def _widths(lines: list[list[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*lines, strict=True)]


def _width(lines: list[list[str]]) -> int:
    widths = _widths(lines)
    return sum(widths) + 2 * (len(widths) - 1)


def _short(value: float) -> str:
    """Return two significant digits."""
    if value < 0.0001:
        return f"{value:.6f}"
    return f"{value:.{max(0, 1 - math.floor(math.log10(value)))}f}"


@dataclass(frozen=True)
class Row:
    """The runs of one algorithm on all puzzles."""

    name: str
    trials: tuple[Trial, ...]

    @property
    def solved(self) -> int:
        """The number of puzzles solved, or proved to have no solution."""
        return sum(trial.word in ("solved", "no solution") for trial in self.trials)

    def values(self, what: str) -> list[tuple[float, bool]]:
        """Return a counter, "seconds" or "factor" of each run, and whether the run was ended early."""
        values = []
        for trial in self.trials:
            value = trial.factor if what == "factor" else trial.counters.as_dict()[what]
            if trial.has_run and value is not None:
                values.append((float(value), trial.is_cut))
        return sorted(values)

    def median(self, what: str) -> Figure | None:
        """Return the median; of an even number of runs, the lower one of the two in the middle."""
        values = self.values(what)
        if not values:
            return None
        middle = (len(values) - 1) // 2
        # A run that was ended at or below the middle could have ended above it.
        return Figure(values[middle][0], any(cut for _, cut in values[: middle + 1]))

    def worst(self, what: str) -> Figure | None:
        """Return the largest value."""
        values = self.values(what)
        return Figure(values[-1][0], any(cut for _, cut in values)) if values else None

    @property
    def result(self) -> str:
        """The result in a few words."""
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
    """A table with a row for each algorithm; ``str()`` prints it, ``[name]`` or ``[number]`` returns a row."""

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
        if self.limit != 1:
            counters += [("solutions", "solutions")]
        head = ["algorithm", "result"]
        for title, _ in [*counters, ("seconds", "")]:
            head += [title] if single else [f"{title} (median)", "(worst)"]
        lines = [[*head, "x core" if single else "x core (median)"]]
        for row in self.rows:
            cells = [row.name, row.result]
            for _, what in [*counters, ("", "seconds")]:
                figures = [row.median(what)] if single else [row.median(what), row.worst(what)]
                counted = row.name != CORE or what in ("seconds", "guesses", "solutions")
                cells += [f.text() if f is not None and counted else "-" for f in figures]
            factor = row.median("factor")
            lines.append([*cells, factor.text() if factor is not None else "-"])
        return lines

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int | None = None) -> str:
        """Return the table; where it is wider than ``width`` characters, counters are left out and named below it."""
        lines = self.table()
        left_out = []
        for column in (5, 4, 3, 2) if self.puzzles == 1 else (5, 3, 4, 2):
            if width is None or _width(lines) <= width:
                break
            title = lines[0][column]
            left_out.append(title if title != "(worst)" else f"the worst {lines[0][column - 1]}")
            lines = [[*cells[:column], *cells[column + 1 :]] for cells in lines]
        widths = _widths(lines)
        texts = []
        for cells in lines:
            words = [
                cell.ljust(width) if number < 2 else cell.rjust(width)
                for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            texts.append("  ".join(words).rstrip())
        if left_out:
            texts.append(f"(left out for {width} columns: {', '.join(reversed(left_out))})")
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
    installed = []
    for name in names():
        about = algorithm(name)
        package = PACKAGES.get(about.extra or "")
        if about.is_complete and (package is None or find_spec(package) is not None):
            installed.append(name)
    return tuple(installed)


def compare(
    puzzles: IntoPuzzle | Iterable[IntoPuzzle],
    algorithms: Sequence[str] | None = None,
    *,
    limit: int | None = 1,
    digits: DigitOrder = "ascending",
    seed: int = 0,
    seconds: float | None = 5.0,
    budget: int | None = None,
    progress: Callable[[Trial], object] | None = None,
) -> Comparison:
    """Run algorithms on the same puzzles and return a table of what each took.

    ``puzzles`` is one puzzle or several, in any form that `Puzzle` takes. ``algorithms`` are names of
    `nonet.teach.names` (default: all `installed_names`); a name that is listed again gets another row, "norvig (2)".
    The native core, "core", is always measured and is the last row. Each algorithm looks for ``limit`` solutions (1:
    any; 2: also proves that there is no other; None: all), tries digits in the order ``digits``, and has ``seconds`` of
    processor time and ``budget`` steps for each puzzle. ``progress`` is called after each run. Every solution is
    checked.

    Raises `ValueError` for an unknown name, and if there is no puzzle.

    >>> table = compare("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ...     ["backtracking", "rules_then_search"])
    >>> [(row.name, row.result, int(row.median("guesses").value)) for row in table]
    [('backtracking', 'solved', 4208), ('rules_then_search', 'solved', 0), ('core', 'solved', 0)]
    """
    boards = as_puzzles(puzzles)
    if not boards:
        raise ValueError("expected at least one puzzle, got none")
    chosen = installed_names() if algorithms is None else algorithms
    labels = _labels([algorithm(name).name for name in chosen if name != CORE])
    trials: dict[str, list[Trial]] = {label: [] for label in (*labels, CORE)}
    options: dict[str, Any] = {"limit": limit, "digits": digits, "seed": seed, "budget": budget}
    for number, board in enumerate(boards):
        core = _core_trial(number, board, limit, budget)
        for label, name in labels.items():
            trial = _trial(number, board, name, core, {**options, "seconds": seconds})
            trials[label].append(trial)
            if progress is not None:
                progress(trial)
        trials[CORE].append(core)
    rows = tuple(Row(name, tuple(trials_of)) for name, trials_of in trials.items())
    return Comparison(rows, len(boards), limit, budget, seconds)


def _labels(names: Sequence[str]) -> dict[str, str]:
    """Return the names of rows, each with the name of its algorithm.

    >>> _labels(["norvig", "sat", "norvig"])
    {'norvig': 'norvig', 'sat': 'sat', 'norvig (2)': 'norvig'}
    """
    labels: dict[str, str] = {}
    for name in names:
        times = 1 + sum(other == name for other in labels.values())
        labels[name if times == 1 else f"{name} ({times})"] = name
    return labels


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


def _judged(board: Puzzle, run: SolverRun) -> tuple[str, str]:
    """Return the word and the message for a run, after checking its solutions."""
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
    """Measure the core on one puzzle, with the call from Python; short runs are repeated."""
    rules, cells = board.rules, bytes(board.givens)
    masks: FlatBuffer = cells
    if board.marks is not None:
        masks = engine.masks_of(board.givens, board.marks, "H" if rules.is_classic else "Q")
    solution, status = bytearray(len(cells)), bytearray(1)
    guesses, counts = array("I", [0]), array("Q", [0])
    runs, begun = 0, time.thread_time()
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
        spent = time.thread_time() - begun
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
