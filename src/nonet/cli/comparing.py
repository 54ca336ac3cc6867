"""What `nonet compare` and `nonet worst-case` print."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Sequence
from typing import Any

from nonet import lab, render
from nonet.digits import signs_of
from nonet.lab import OrderRun, Trial
from nonet.puzzle import Puzzle
from nonet.variants import format_rules

__all__ = ["compare", "worst_case"]


def compare(
    puzzles: Sequence[Puzzle],
    algorithms: Sequence[str] | None,
    options: dict[str, Any],
    json: bool,
    plot: str | None,
    plot_of: str,
) -> int:
    """Print the table; return the exit code, which is 0 if the core solved all puzzles and nothing was wrong."""
    chosen = algorithms or lab.installed_names()
    looked_at, done = sys.stderr.isatty(), 0

    def tell(trial: Trial) -> None:
        nonlocal done
        done += 1
        if looked_at:
            total = len(puzzles) * len(chosen)
            print(f"\r\x1b[K{done} of {total} runs, {trial.name}", end="", file=sys.stderr)

    try:
        found = lab.compare(puzzles, chosen, progress=tell, **options)
    finally:
        if looked_at:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if json:
        for row in found:
            for trial in row.trials:
                print(json_text.dumps(_object(puzzles[trial.puzzle], trial), ensure_ascii=False))
    else:
        print(found)
    if plot is not None:
        lines = {row.name: row.values(plot_of) for row in found}
        number = f"{len(puzzles)} puzzle" + "s" * (len(puzzles) > 1)
        axis = "processor time in seconds" if plot_of == "seconds" else plot_of.replace("_", " ")
        picture = render.plot_svg(lines, title=f"{number}, {axis} of each run", axis=axis)
        with open(plot, "w", encoding="utf-8") as handle:
            handle.write(picture)
    words = [trial.word for row in found for trial in row.trials]
    well = all(trial.word == "solved" for trial in found[lab.CORE].trials)
    return 0 if well and "wrong" not in words else 1


def _object(puzzle: Puzzle, trial: Trial) -> dict[str, Any]:
    rules = {} if puzzle.rules.is_classic else {"rules": format_rules(puzzle.rules)}
    return {
        "puzzle": puzzle.givens.text(),
        **rules,
        "algorithm": trial.name,
        "status": trial.word,
        "solution": None if trial.solution is None else trial.solution.text(),
        **(trial.counters.as_dict() if trial.has_run else {}),
        "factor": trial.factor,
        "message": trial.message or None,
    }


# -- the order of the digits ----------------------------------------------------------------------

_WHY = """\
Why: backtracking fills the cells in reading order. The first row of this board is empty and hardly
bound by the rest, and in the solution it reads 987654321: the last row of all that ascending order
comes to, and the first that descending order tries. Every wrong first row costs a search of its own,
because the givens that refute it stand far below. The board is not hard: naked and hidden singles
solve it without one guess, as nonet trace --with norvig shows."""


def worst_case(puzzle: Puzzle, name: str, seed: int, budget: int, json: bool) -> int:
    """Print what the order of digits does; return the exit code."""
    runs = lab.digit_orders(puzzle, name=name, seed=seed, budget=budget)
    if json:
        for run in runs:
            print(json_text.dumps(_order_object(puzzle, name, run, budget), ensure_ascii=False))
        return 0
    print(render.text(puzzle))
    print(f"\nThe first solution, by {name}, in at most {budget:,} steps for each order:\n")
    for run in runs:
        print(_order_line(run))
    for run in runs:
        if run.progress is not None:
            print("\n" + _progress(puzzle.rules.size, run))
    if puzzle == Puzzle(lab.WORST_CASE):
        print("\n" + _WHY)
        if name == "backtracking":
            print(f"Counted to its end once, ascending order takes {lab.WORST_CASE_CALLS:,} calls.")
    return 0


def _order_line(run: OrderRun) -> str:
    counters, is_cut = run.run.counters, not run.run.exact and not run.run.solutions
    more = "more than " if is_cut else ""
    word = "given up" if is_cut else "solved" if run.run.solutions else "no solution"
    return f"{run.order:<11} {word:<12} {more + format(counters.calls, ','):>17} calls"


def _progress(size: int, run: OrderRun) -> str:
    """Say how far a run came that was given up."""
    progress = run.progress
    assert progress is not None
    signs = [".", *signs_of(size)]
    row = ("" if size <= 36 else " ").join(signs[digit] for digit in progress.reached)
    lines = [f"{run.order.capitalize()}: the first row was {row} at the end."]
    if progress.total:
        lines.append(
            f"{progress.done:,} of the {progress.total:,} first rows that come before the solution's were"
            f" done, {100 * progress.share:.2g} % of the way."
        )
    if run.expected_calls is not None:
        rough = float(f"{run.expected_calls:.1g}")
        lines.append(
            f"If the others cost as much as these, the solution comes after some {rough:,.0f} calls."
        )
    return "\n".join(lines)


def _order_object(puzzle: Puzzle, name: str, run: OrderRun, budget: int) -> dict[str, Any]:
    progress = run.progress
    return {
        "puzzle": puzzle.givens.text(),
        "algorithm": name,
        "digits": run.order,
        "budget": budget,
        "solution": None if run.run.solution is None else run.run.solution.text(),
        "exact": run.run.exact,
        **run.run.counters.as_dict(),
        "first_row": None if progress is None else list(progress.reached),
        "first_rows_done": None if progress is None else progress.done,
        "first_rows_before_solution": None if progress is None else progress.total,
        "expected_calls": run.expected_calls,
    }
