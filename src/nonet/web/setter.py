"""What the page can ask about a puzzle that is made: generated, looked into, made minimal, repaired, converted.

The functions are verbs as those of `nonet.web.api`.
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable
from typing import TypeVar

from nonet import engine, render
from nonet import generating as generator
from nonet.base.cells import cell_name
from nonet.base.errors import NonetError, TimeLimitReached
from nonet.base.numbers import read_decimal
from nonet.boards.grid import Grid
from nonet.formats import FORMATS, writer
from nonet.formats import format as format_puzzle
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.checking import conflicts_of
from nonet.steps.difficulty import difficulty_of
from nonet.web import answers
from nonet.web.api import counted
from nonet.web.requests import (
    PICTURES,
    ConvertRequest,
    GenerateRequest,
    InspectRequest,
    MinimiseRequest,
    PuzzleRequest,
)
from nonet.web.wire import RequestError, found_object

__all__ = ["canonical", "convert", "generate", "inspect", "minimise", "odds", "repair"]

_PART = 0.4  # seconds for each part of an inspection
_CANDIDATES = 0.5
"""Seconds for the true candidates with constraints; all parts must fit into the verb's time."""

_Found = TypeVar("_Found")


# -- a puzzle that is being set -------------------------------------------------------------------


def inspect(request: InspectRequest) -> answers.InspectAnswer:
    """Return what is known about a puzzle while it is set; a part that takes too long is null."""
    puzzle = request["puzzle"].puzzle
    conflicts = conflicts_of(puzzle, puzzle.givens)
    answer: answers.InspectAnswer = {
        "count": 0,
        "exact": True,
        "conflicts": [list(pair) for pair in conflicts],
        "candidates": None,
        "differ": None,
        "minimal": None,
        "redundant": None,
        "solution": None,
    }
    if conflicts:
        return answer
    solution = None
    with engine.time_limit(_PART):
        answer["count"], answer["exact"] = counted(puzzle, request["limit"])
        if answer["count"] == 1 and answer["exact"]:
            solution = puzzle.solution()
    if answer["count"]:
        answer["candidates"], answer["differ"] = _candidates(puzzle, solution)
    if solution is not None:
        redundant = _within(lambda: list(puzzle.redundant_givens()))
        answer["redundant"] = redundant
        answer["minimal"] = None if redundant is None else not redundant
        answer["solution"] = list(solution)
    return answer


def _within(work: Callable[[], _Found], seconds: float = _PART) -> _Found | None:
    """Return what a part of an inspection finds, None if it takes too long."""
    try:
        with engine.time_limit(seconds):
            return work()
    except TimeLimitReached:
        return None


def _candidates(puzzle: Puzzle, solution: Grid | None) -> tuple[list[int] | None, list[int] | None]:
    """Return the digits of each cell in the solutions, and the cells that have several; None if it takes too long."""
    if solution is not None:
        return [1 << (digit - 1) for digit in solution], []
    differing = _within(puzzle.differences, _PART if puzzle.rules.houses_only else _CANDIDATES)
    if differing is None:
        return None, None
    first = _within(lambda: next(puzzle.solutions()))
    if first is None:
        return None, None
    masks = [1 << (digit - 1) for digit in first]
    for cell, digits in differing.items():
        masks[cell] = sum(1 << (digit - 1) for digit in digits)
    return masks, sorted(differing)


def odds(request: PuzzleRequest) -> answers.OddsAnswer:
    """Return the exact number of solutions, and in how many of them each candidate is true; the numbers are text."""
    result = request["puzzle"].puzzle.odds()
    return {"count": str(result.total), "odds": [list(map(str, cell)) for cell in result]}


def minimise(request: MinimiseRequest) -> answers.ChangedAnswer:
    """Return a minimal puzzle with the same solution, and the givens that were removed."""
    puzzle = request["puzzle"].puzzle
    return _changed(puzzle, puzzle.minimise(request["seed"]))


def repair(request: PuzzleRequest) -> answers.RepairAnswer:
    """Return the puzzle with the fewest changes that leave one solution; other repairs may be as good."""
    puzzle = request["puzzle"].puzzle
    result = puzzle.repair()
    return {
        **_changed(puzzle, Puzzle(result.puzzle)),
        "text": str(result),
        "exact": result.exact,
        "alternatives": [
            _changed(puzzle, Puzzle(other.puzzle))["changes"] for other in result.alternatives
        ],
    }


def _changed(before: Puzzle, after: Puzzle) -> answers.ChangedAnswer:
    pairs = enumerate(zip(before.givens, after.givens, strict=True))
    size = before.rules.size
    changes: list[answers.Change] = [
        {"cell": cell, "name": cell_name(cell, size), "from": old, "to": new}
        for cell, (old, new) in pairs
        if old != new
    ]
    return {**found_object(after), "changes": changes}


def canonical(request: PuzzleRequest) -> answers.CanonicalAnswer:
    """Return the representative of all equivalent puzzles, the permutation to it, and the number of automorphisms."""
    puzzle = request["puzzle"].puzzle
    by = puzzle.canonical_transform()
    return {
        **found_object(puzzle.canonical()),
        "transform": {
            "transposed": by.transposed,
            "rows": list(by.rows),
            "columns": list(by.columns),
            "digits": list(by.digits),
        },
        "automorphisms": str(puzzle.automorphisms()),
    }


# -- new puzzles ----------------------------------------------------------------------------------


def generate(request: GenerateRequest) -> answers.GenerateAnswer:
    """Return a new puzzle, its seed, recipe and rating. The same seed and options give the same puzzle."""
    seed = request["seed"]
    if seed is None:
        seed = request["seed"] = secrets.randbits(32)
    reached: list[generator.SearchProgress] = []
    try:
        puzzle = generator.generate(**request, threads=1, progress=reached.append)
    except TimeLimitReached as error:
        tried = reached[-1].tried if reached else 0
        if not tried:
            raise TimeLimitReached(f"{error} before the first puzzle was tried") from None
        raise TimeLimitReached(
            f"{error} after {tried:,} puzzles, and none meets the requirements"
        ) from None
    rating = puzzle.info.get("rating")
    er = read_decimal(rating) if rating else _er(puzzle)
    return {
        **found_object(puzzle),
        "seed": str(seed),
        "recipe": puzzle.info["recipe"],
        "rating": er,
        "difficulty": None if er is None else difficulty_of(er),
    }


def _er(puzzle: Puzzle) -> float | None:
    """Return the rating of a puzzle, None if it takes too long."""
    rating = _within(puzzle.rate)
    return rating.er if rating is not None and rating.exact else None


# -- other formats --------------------------------------------------------------------------------


def convert(request: ConvertRequest) -> answers.ConvertAnswer:
    """Return puzzles in another format, or one as ``svg``, ``html`` or ``text``; ``warning`` says which rules of one a
    reader will miss.
    """
    to, positions = request["to"], _positions(request)
    if to in PICTURES:
        if len(positions) != 1:
            raise RequestError(f"a picture shows one puzzle, got {len(positions)}")
        if to == "text":
            return {"text": render.text(positions[0])}
        draw = render.svg if to == "svg" else render.html
        return {"text": draw(positions[0], theme=request["theme"])}
    # The puzzle, or the position where the player has done something.
    boards = [position.puzzle if position.is_start else position for position in positions]
    answer: answers.ConvertAnswer = {"text": _written(boards, to)}
    warning = FORMATS[to].warning
    if warning and len(positions) == 1 and (lost := warning(positions[0].puzzle)):
        answer["warning"] = lost
    return answer


def _positions(request: ConvertRequest) -> list[Position]:
    puzzle, puzzles = request["puzzle"], request["puzzles"]
    if puzzles is None:
        if puzzle is None:
            raise RequestError("puzzle is missing")
        return [puzzle]
    if puzzle is not None:
        raise RequestError("puzzle and puzzles cannot be combined")
    return puzzles


def _written(puzzles: list[Board], to: str) -> str:
    """Return puzzles as one text; a problem names the puzzle that has it."""
    if len(puzzles) == 1:
        return format_puzzle(puzzles[0], to)
    out = io.StringIO()
    with writer(out, to) as written:
        for number, puzzle in enumerate(puzzles, 1):
            try:
                written.write(puzzle)
            except TimeLimitReached:
                raise
            except NonetError as error:
                raise RequestError(f"puzzle {number}: {error}") from None
    return out.getvalue()
