"""What the page can ask about a puzzle: one function per verb, from the fields of a request to an answer.

Nothing here knows HTTP, so the functions can also serve a page without a server. Each one gets the fields that
`nonet.web.requests` declares and reads, calls the library, and returns plain lists and numbers. `nonet.web.setter` has
the verbs that make another puzzle, `nonet.web.verbs` the table of all of them.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from operator import index

from nonet import engine
from nonet.base.cells import cell_index
from nonet.base.errors import LimitReached, ParseError, TimeLimitReached
from nonet.boards.grid import Grid
from nonet.formats import records, sniff
from nonet.generating.drills import drill as drill_of
from nonet.generating.drills import outcome_of
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.checking import conflicts_of, mistakes_of
from nonet.puzzle.contradiction import why_unsolvable
from nonet.puzzle.errors import MultipleSolutions, Stuck
from nonet.puzzle.impossible import with_impossible
from nonet.puzzle.true_candidates import why as why_not
from nonet.steps import Step, objects
from nonet.steps.json import rating_object, step_object
from nonet.steps.rating import rating_of_path
from nonet.web import answers, traces
from nonet.web.requests import (
    CheckRequest,
    CountRequest,
    DrillRequest,
    HintRequest,
    PuzzleRequest,
    ReadRequest,
    SolveRequest,
    StepRequest,
    TraceRequest,
    ViolationsRequest,
    WhyRequest,
    check_whole,
)
from nonet.web.wire import RequestError, board_object, found_object

__all__ = [
    "all_steps",
    "check",
    "count",
    "drill",
    "hint",
    "rate",
    "read",
    "solve",
    "steps",
    "trace",
    "violations",
    "why",
]

_MAX_DIGITS = 100_000  # in the solutions that `solve` returns
_OVER = LimitReached, TimeLimitReached
"""At the end of its budget or its time, a verb that knows a part answers with it."""

_SHOWN = 8  # steps of a drill with their explanations; the simplest come first
_MAX_LINE = 60_000  # characters; a 36x36 board with its candidates has 46,656


def read(request: ReadRequest) -> answers.ReadAnswer:
    """Return the puzzles in a text of any format and their number, and the problems of other lines."""
    text, limit = request["text"], request["limit"]
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _MAX_LINE:
            expected = f"expected at most {_MAX_LINE:,}"
            raise ParseError(f"the line has {len(line):,} characters, {expected}", line=number)
    puzzles: list[answers.ReadPuzzle] = []
    problems: list[answers.Problem] = []
    count, first = 0, None
    for record in records(io.StringIO(text), rules=request["rules"]):
        engine.check_time_limit()
        if record.board is not None:
            record.board.rules.require_usual_digits("the web app")
            count += 1
            if len(puzzles) < limit:
                puzzles.append(_read_object(record.board))
        elif record.error is not None:
            first = first or record.error
            if len(problems) < limit:
                problems.append({"line": record.error.line, "message": str(record.error)})
    if not count:
        raise first or ParseError("contains no puzzle")
    return {"puzzles": puzzles, "count": count, "format": sniff(text).name, "problems": problems}


def _read_object(board: Board) -> answers.ReadPuzzle:
    data: answers.ReadPuzzle = {
        "board": board_object(board),
        "line": board.givens.text(),
        "info": dict(board.info),
    }
    if name := board.info.get("name") or board.info.get("title"):
        data["name"] = name
    return data


def solve(request: SolveRequest) -> answers.SolveAnswer:
    """Return up to ``limit`` solutions (default: 2); ``exact`` is whether they are all."""
    puzzle = request["puzzle"].puzzle
    limit = check_whole("limit", request["limit"], 1, _MAX_DIGITS // len(puzzle.givens))
    if conflicts_of(puzzle, puzzle.givens):
        puzzle.solution()  # raises the conflict
    grids: list[Grid] = []
    exact = False
    with suppress(*_OVER):
        grids += islice(puzzle.solutions(budget=request["budget"]), limit + 1)
        exact = len(grids) <= limit
    solutions = [list(grid) for grid in grids[:limit]]
    return {"count": len(solutions), "exact": exact, "solutions": solutions}


def count(request: CountRequest) -> answers.CountAnswer:
    """Return the number of solutions up to ``limit`` (default: 2); ``exact`` is false where there may be more."""
    number, exact = counted(request["puzzle"].puzzle, request["limit"] or 2)
    return {"count": number, "exact": exact}


def counted(puzzle: Puzzle, limit: int) -> tuple[int, bool]:
    """Return the number of solutions up to a limit, as far as the time allows.

    A search that is stopped knows nothing, so the limit grows from search to search.
    """
    number, stage = 0, min(limit, 2)
    try:
        while True:
            number = index(puzzle.count(stage))
            if number < stage:
                return number, True
            if stage == limit:
                return number, False
            stage = min(limit, stage * 16)
    except _OVER:
        return number, False


def check(request: CheckRequest) -> answers.CheckAnswer:
    """Return what is wrong with a puzzle and the position of its player: problems, equal digits, wrong ones, marks."""
    position = request["puzzle"]
    result = position.puzzle.check(language=request["language"])
    solution = position.solution() if result.is_unique else None
    pairs = conflicts_of(position.puzzle, position.grid)
    return {
        "unique": result.is_unique,
        "problems": list(result.problems),
        "conflicts": [list(pair) for pair in pairs],
        "wrong": _wrong(position, solution),
        "solution": None if solution is None else list(solution),
    }


def violations(request: ViolationsRequest) -> answers.ViolationsAnswer:
    """Return the cells that break a constraint on the board as it is now, each with a sentence; houses are not checked.
    With ``impossible``, a constraint that no board meets comes first, or the reason why there is no solution.

    That takes a search.
    """
    position = request["puzzle"]
    rules = position.puzzle.rules
    broken = tuple(rules.violations(list(position.grid)))
    if request["impossible"]:
        with suppress(*_OVER):
            broken = with_impossible(broken, rules)
            why = None if broken else why_unsolvable(rules, position.grid, position.marks)
            broken = (why,) if why else broken
    shown: list[answers.Violation] = [
        {"cells": list(rules.space.indices(each.cells)), "sentence": each.text(request["language"])}
        for each in broken
    ]
    return {"violations": shown}


def _wrong(position: Position, solution: Grid | None) -> answers.Wrong:
    """Return the cells with a wrong digit, and those whose candidates lack the digit of the solution."""
    if solution is None:
        return {"cells": [], "marks": []}
    mistakes = mistakes_of(position, solution)
    return {"cells": list(mistakes.wrong), "marks": list(mistakes.lacking)}


# -- steps ----------------------------------------------------------------------------------------


def _objects(
    steps: Iterable[Step], request: StepRequest | HintRequest | DrillRequest | WhyRequest
) -> list[objects.Step]:
    """Return steps as objects, with the requested sentences."""
    levels, language = request["levels"], request["language"]
    return [step_object(step, levels, language=language, facts=True) for step in steps]


def hint(request: HintRequest) -> answers.HintAnswer:
    """Return the easiest next step and its sentence, or the wrong cells; with ``several`` solutions it holds in all."""
    position = request["puzzle"]
    solution = _only_solution(position)
    wrong = _wrong(position, solution)
    step: Step | None = None
    stuck = False
    if not wrong["cells"] and not wrong["marks"]:
        try:
            step = position.hint()
        except Stuck:
            stuck = True
    return {
        "wrong": wrong,
        "step": None if step is None else _objects([step], request)[0],
        "stuck": stuck,
        "full": position.grid.is_full,
        "several": solution is None,
    }


def all_steps(request: StepRequest) -> answers.AllStepsAnswer:
    """Return every step that can be seen in a position; with ``several`` solutions they hold in all of them."""
    position = request["puzzle"]
    steps = _objects(position.all_steps(), request)
    return {"steps": steps, "several": _only_solution(position) is None}


def drill(request: DrillRequest) -> answers.DrillAnswer:
    """Return a position one step before a technique, the simplest steps of it, and what each step of it there does."""
    exercise = drill_of(request["technique"], seed=request["seed"], number=request["number"])
    return {
        **found_object(exercise.position),
        "steps": _objects(exercise.steps[:_SHOWN], request),
        "outcomes": [sorted(outcome_of(step)) for step in exercise.steps],
        "solution": list(exercise.position.solution()),
    }


def steps(request: StepRequest) -> answers.StepsAnswer:
    """Return the path to the solution, and its rating; ``complete`` is false where the time was up before. With several
    solutions they are the steps that hold in all, and ``solution`` is null.
    """
    position = request["puzzle"]
    solution = _only_solution(position)
    done: list[Step] = []
    stuck = complete = False
    try:
        for step in position.steps():
            done.append(step)
        complete = True
    except Stuck:
        stuck = True
    except _OVER:
        if not done:
            raise
    placed = len({step.places.cell for step in done if step.places is not None})
    left = list(position.grid).count(0) - placed if solution is None else 0
    rating = rating_of_path(done, stuck=stuck or left > 0, exact=complete, left=left)
    return {
        "steps": _objects(done, request),
        "rating": rating_object(rating),
        "stuck": stuck,
        "complete": complete,
        "solution": None if solution is None else list(solution),
    }


def _only_solution(position: Position) -> Grid | None:
    """Return the solution of a position, None if there are several."""
    with suppress(MultipleSolutions):
        return position.solution()
    return None


def why(request: WhyRequest) -> answers.WhyAnswer:
    """Return a solution that has the ``digit`` in the ``cell``, or why none has: a proof with its number of inferences,
    or the filled cell ``by`` which the digit is excluded; without any of them, the pencil marks of the puzzle leave it
    out.
    """
    position = request["puzzle"]
    size = position.rules.size
    try:
        cell = cell_index(request["cell"], size)
    except (ValueError, IndexError) as error:
        raise RequestError(f"cell: {error}") from None
    digit = check_whole("digit", request["digit"], 1, size)
    answer = why_not(position, cell, digit, budget=request["budget"])
    return {
        "solution": None if answer.solution is None else list(answer.solution),
        "step": None if answer.step is None else _objects([answer.step], request)[0],
        "inferences": None if answer.step is None else max(answer.step.complexity, 1),
        "by": answer.by,
    }


def rate(request: PuzzleRequest) -> objects.Rating:
    """Return the difficulty of a puzzle (ER, EP, ED); the position of its player does not count."""
    return rating_object(request["puzzle"].rate())


def trace(request: TraceRequest) -> answers.TraceAnswer:
    """Return the run of an algorithm as events, with the line of the program that reported each."""
    return traces.trace(
        request["puzzle"].puzzle,
        request["algorithm"],
        limit=request["limit"],
        digits=request["digits"],
        seed=request["seed"],
        events=request["events"],
    )
