"""What the page can ask about a puzzle: one function per verb, from a request as a dict to an answer as a dict.

Nothing here knows HTTP, so the functions can also serve a page without a server. Each one reads the request with
`nonet.web.wire`, calls the library, and returns plain lists and numbers. `nonet.web.setter` has the verbs that make
another puzzle, `nonet.web.verbs` the table of all of them.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, TypeAlias

from nonet import engine
from nonet.base.errors import LimitReached, ParseError
from nonet.boards.grid import Grid
from nonet.formats import records, sniff
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.checking import conflicts_of, mistakes_of
from nonet.puzzle.contradiction import why_unsolvable
from nonet.puzzle.errors import Stuck
from nonet.puzzle.impossible import with_impossible
from nonet.steps import Step
from nonet.steps.json import rating_object, step_object
from nonet.steps.rating import rating_of_path
from nonet.teach.registry import names
from nonet.web import traces
from nonet.web.wire import Fields, board_object
from nonet.words import LEVELS, Level, languages

__all__ = [
    "all_steps",
    "check",
    "count",
    "hint",
    "rate",
    "read",
    "solve",
    "steps",
    "trace",
    "violations",
]

Request: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]

_MAX_READ = 1000  # boards that `read` returns
_MAX_SOLUTIONS = 1000  # that `solve` returns
_MAX_DIGITS = 100_000  # in the solutions that `solve` returns
_MAX_COUNT = 10**15
_MAX_LINE = 60_000  # characters; a 36x36 board with its candidates has 46,656


def read(request: Request) -> Answer:
    """Return the puzzles in a text of any format, the problems of those that cannot be read, and their number."""
    fields = Fields(request, ("text", "limit", "rules"))
    text = fields.text("text") or ""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _MAX_LINE:
            expected = f"expected at most {_MAX_LINE:,}"
            raise ParseError(f"the line has {len(line):,} characters, {expected}", line=number)
    limit = fields.whole("limit", 1, _MAX_READ, 100)
    puzzles: list[Answer] = []
    problems: list[Answer] = []
    count, first = 0, None
    for record in records(io.StringIO(text), rules=fields.rules()):
        engine.check_time_limit()
        if record.board is not None:
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


def _read_object(board: Board) -> Answer:
    info = dict(board.info)
    name = info.get("name") or info.get("title")
    found = {"board": board_object(board), "line": board.givens.text(), "info": info}
    return {**found, "name": name} if name else found


def solve(request: Request) -> Answer:
    """Return up to ``limit`` solutions; ``exact`` is whether they are all."""
    fields = Fields(request, ("puzzle", "rules", "limit", "budget"))
    budget = fields.whole("budget", 1, _MAX_COUNT) or None
    puzzle = fields.position().puzzle
    limit = fields.whole("limit", 1, min(_MAX_SOLUTIONS, _MAX_DIGITS // len(puzzle.givens)), 2)
    if conflicts_of(puzzle, puzzle.givens):
        puzzle.solution()  # raises the conflict
    found: list[Grid] = []
    exact = False
    try:
        found += islice(puzzle.solutions(budget=budget), limit + 1)
        exact = len(found) <= limit
    except LimitReached:
        pass
    solutions = [list(grid) for grid in found[:limit]]
    return {"count": len(solutions), "exact": exact, "solutions": solutions}


def count(request: Request) -> Answer:
    """Return the number of solutions up to ``limit``; ``exact`` is false where there may be more."""
    fields = Fields(request, ("puzzle", "rules", "limit"))
    limit = fields.whole("limit", 1, _MAX_COUNT, 2)
    found, exact = counted(fields.position().puzzle, limit)
    return {"count": found, "exact": exact}


def counted(puzzle: Puzzle, limit: int) -> tuple[int, bool]:
    """Return the number of solutions up to a limit, as far as the time allows.

    A search that is stopped knows nothing, so the limit grows from search to search.
    """
    found, stage = 0, min(limit, 2)
    try:
        while True:
            found = int(puzzle.count(stage))
            if found < stage:
                return found, True
            if stage == limit:
                return found, False
            stage = min(limit, stage * 16)
    except LimitReached:
        return found, False


def check(request: Request) -> Answer:
    """Return what is wrong with a puzzle and with the position of its player."""
    fields = Fields(request, ("puzzle", "rules", "language"))
    language = fields.text("language", languages()) or "en"
    position = fields.position()
    found = position.puzzle.check(language=language)
    solution = position.solution() if found.is_unique else None
    pairs = conflicts_of(position.puzzle, position.grid)
    return {
        "unique": found.is_unique,
        "problems": list(found.problems),
        "conflicts": [list(pair) for pair in pairs],
        "wrong": _wrong(position, solution),
        "solution": None if solution is None else list(solution),
    }


def violations(request: Request) -> Answer:
    """Return what breaks a constraint on the board as it is now; houses are not checked.

    With ``impossible``, a constraint that no board meets comes first. If nothing is broken and there is no solution, it
    is said why, where that is known. That takes a search.
    """
    fields = Fields(request, ("puzzle", "rules", "language", "impossible"))
    language = fields.text("language", languages()) or "en"
    position = fields.position()
    rules = position.puzzle.rules
    found = tuple(rules.violations(list(position.grid)))
    if fields.flag("impossible"):
        with suppress(LimitReached):
            found = with_impossible(found, rules)
            why = None if found else why_unsolvable(rules, position.grid, position.marks)
            found = (why,) if why else found
    shown = [
        {"cells": list(rules.space.indices(each.cells)), "sentence": each.text(language)}
        for each in found
    ]
    return {"violations": shown}


def _wrong(position: Position, solution: Grid | None) -> Answer:
    """Return the cells with a wrong digit, and those whose candidates lack the digit of the solution."""
    if solution is None:
        return {"cells": [], "marks": []}
    found = mistakes_of(position, solution)
    return {"cells": list(found.wrong), "marks": list(found.lacking)}


# -- steps ----------------------------------------------------------------------------------------


def _levels(fields: Fields, default: Sequence[Level] = ()) -> tuple[Sequence[Level], str]:
    """Return the levels of the sentences in the answer, and their language."""
    language = fields.text("language", languages()) or "en"
    levels = fields.texts("levels", LEVELS) if "levels" in fields else default
    return levels, language  # type: ignore[return-value]


def hint(request: Request) -> Answer:
    """Return the easiest next step with its sentence; none if a digit or a mark is wrong, and then the cells."""
    fields = Fields(request, ("puzzle", "rules", "levels", "language"))
    position = fields.position()
    levels, language = _levels(fields, ("full",))
    solution = position.solution()
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
        "step": None if step is None else step_object(step, levels, language=language, facts=True),
        "stuck": stuck,
        "full": position.grid.is_full,
    }


def all_steps(request: Request) -> Answer:
    """Return every step that can be seen in a position."""
    fields = Fields(request, ("puzzle", "rules", "levels", "language"))
    position = fields.position()
    levels, language = _levels(fields)
    found = position.all_steps()
    return {"steps": [step_object(step, levels, language=language, facts=True) for step in found]}


def steps(request: Request) -> Answer:
    """Return the steps from a position to the solution; ``complete`` is false where the time was up before."""
    fields = Fields(request, ("puzzle", "rules", "levels", "language"))
    position = fields.position()
    levels, language = _levels(fields)
    solution = position.solution()
    done: list[Step] = []
    stuck = complete = False
    try:
        for step in position.steps():
            done.append(step)
        complete = True
    except Stuck:
        stuck = True
    except LimitReached:
        if not done:
            raise
    rating = rating_of_path(done, stuck=stuck, exact=complete)
    return {
        "steps": [step_object(step, levels, language=language, facts=True) for step in done],
        "rating": rating_object(rating),
        "stuck": stuck,
        "complete": complete,
        "solution": list(solution),
    }


def rate(request: Request) -> Answer:
    """Return the difficulty of a puzzle; the position of its player does not count."""
    return rating_object(Fields(request, ("puzzle", "rules")).position().rate())


def trace(request: Request) -> Answer:
    """Return the run of an algorithm as events, with the line of the program that reported each."""
    known = ("puzzle", "rules", "algorithm", "limit", "digits", "seed", "events")
    fields = Fields(request, known)
    name = fields.text("algorithm", names())
    digits = fields.text("digits", ("ascending", "descending", "shuffled")) or "ascending"
    return traces.trace(
        fields.position().puzzle,
        name or fields.required("algorithm"),
        limit=fields.whole("limit", 1, 100, 1),
        digits=digits,  # type: ignore[arg-type]
        seed=fields.whole("seed", 0, 2**53, 0),
        events=fields.whole("events", 1, traces.MOST_EVENTS, traces.EVENTS),
    )
