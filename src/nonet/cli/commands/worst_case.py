"""`nonet worst-case`: what the order of the digits means for backtracking."""

from __future__ import annotations

import json as json_text
import sys
from typing import IO, Annotated

from nonet import lab, render
from nonet.base import exits
from nonet.base.digits import symbols_of
from nonet.base.exits import FINE
from nonet.base.options import Whole
from nonet.cli.commands._runs import known_name
from nonet.cli.groups import From, OneBoard, Output, Rules, With
from nonet.cli.options import output_format, usage
from nonet.cli.parameters import FileArgument
from nonet.cli.single import first_puzzle, in_sentences
from nonet.cli.stream.output import opened
from nonet.cli.stream.status import StatusLine
from nonet.lab import OrderRun
from nonet.puzzle import Puzzle
from nonet.teach.board import DigitOrder
from nonet.verbs.runs import RUN_SEED

__all__ = ["worst_case"]


@in_sentences
def worst_case(
    *,
    puzzle: Annotated[
        str | None, FileArgument("A puzzle instead of the famous one.", metavar="PUZZLE")
    ] = None,
    with_: With = "backtracking",
    seed: Annotated[int, RUN_SEED] = 0,
    budget: Annotated[int, Whole("Steps of each run (default: {default:,}).", 1000)] = 2_000_000,
    output: Output,
    from_: From = None,
    rules: Rules = None,
) -> int:
    """Show what the order of digits means for backtracking.

    The famous board here takes millions of calls with ascending digits and few with descending ones;
    the text below the board says why. For another PUZZLE the calls of each order are shown.
    """
    target = output_format(output, formats=("txt", "jsonl"))
    name = known_name(with_)
    if puzzle is None:
        if rules is not None:
            usage("--rules needs a PUZZLE; the famous board is classic")
        board = Puzzle(lab.WORST_CASE)
    else:
        board = first_puzzle(OneBoard(puzzle=puzzle, from_=from_, rules=rules))
    with opened(output["output"]) as out:
        return _worst_case(board, name, seed, budget, out, target)


_WHY = """\
Why: backtracking fills the cells in reading order. The first row of this board
has no givens and little contact with the rest. In the solution it is 987654321:
the last row that ascending order tries, and the first that descending order
tries. Each wrong first row costs a search of its own, because the givens that
refute it are far below. The board is not difficult: naked and hidden singles
solve it without a guess"""

_SINGLES = "norvig"
"""The algorithm that solves the famous board by singles."""


def _worst_case(
    puzzle: Puzzle, name: str, seed: int, budget: int, out: IO[str], target: str
) -> int:
    """Print what the order of digits means; return the exit code."""
    orders: tuple[DigitOrder, ...] = ("ascending", "descending", "shuffled")
    runs: list[OrderRun] = []
    stopped = False
    try:
        with StatusLine() as status:
            for order in orders:
                status.show(f"{order} digits, {budget:,} steps at most …", now=True)
                runs += lab.digit_orders(
                    puzzle, name=name, orders=(order,), seed=seed, budget=budget
                )
    except KeyboardInterrupt:
        stopped = True
        print(f"stopped after {len(runs)} of {len(orders)} runs", file=sys.stderr)
    if target == "jsonl":
        for run in runs:
            data = _order_object(puzzle, name, run, budget)
            print(json_text.dumps(data, ensure_ascii=False), file=out)
        return exits.stopped() if stopped else FINE
    print(render.text(puzzle), file=out)
    print(f"\nThe first solution, by {name}, within {budget:,} steps per order:\n", file=out)
    for run in runs:
        print(_order_line(run), file=out)
    for run in runs:
        if run.progress is not None:
            print("\n" + _progress(puzzle.rules.size, run), file=out)
    if puzzle == Puzzle(lab.WORST_CASE):
        singles_did = all(run.run.solutions and not run.run.counters.guesses for run in runs)
        end = ", as here." if singles_did else f" (try nonet worst-case --with {_SINGLES})."
        print(f"\n{_WHY}{end}", file=out)
        if name == "backtracking":
            calls = f"{lab.WORST_CASE_CALLS:,}"
            print(f"Counted to the end, ascending order takes {calls} calls.", file=out)
    return exits.stopped() if stopped else FINE


def _order_line(run: OrderRun) -> str:
    counters, is_cut = run.run.counters, not run.run.exact and not run.run.solutions
    more = "more than " if is_cut else ""
    word = "given up" if is_cut else "solved" if run.run.solutions else "no solution"
    calls = "call" if counters.calls == 1 else "calls"
    return f"{run.order:<11} {word:<12} {more + format(counters.calls, ','):>17} {calls}"


def _progress(size: int, run: OrderRun) -> str:
    """Return how far a run came that was given up."""
    progress = run.progress
    assert progress is not None
    signs = [".", *symbols_of(size)]
    row = ("" if size <= 36 else " ").join(signs[digit] for digit in progress.reached)
    lines = [f"{run.order.capitalize()}: the first row was {row} at the end."]
    if progress.total:
        lines.append(
            f"{progress.done:,} of the {progress.total:,} first rows before the solution's were"
            f" done ({100 * progress.share:.2g} %)."
        )
    if run.expected_calls is not None:
        rough = float(f"{run.expected_calls:.1g}")
        lines.append(f"At this rate the solution comes after about {rough:,.0f} calls.")
    return "\n".join(lines)


def _order_object(puzzle: Puzzle, name: str, run: OrderRun, budget: int) -> dict[str, object]:
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
