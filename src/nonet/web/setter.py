"""What the page can ask about a puzzle that somebody makes: generated, looked into, made minimal, repaired, converted.

The functions are verbs as those of `nonet.web.api`.
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from nonet import engine, render
from nonet import generating as generator
from nonet.base.cells import cell_name
from nonet.base.errors import LimitReached, NonetError
from nonet.boards.grid import Grid
from nonet.formats import FORMATS, writer
from nonet.formats import format as format_puzzle
from nonet.generating.layouts import VARIANTS
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.checking import conflicts_of
from nonet.puzzle.repairing import Repair
from nonet.render.themes import THEMES
from nonet.steps import PROFILES, technique
from nonet.steps.difficulty import BANDS, difficulty_of
from nonet.web.api import Answer, Request, counted
from nonet.web.wire import Fields, RequestError, board_object, is_whole, read_position

__all__ = ["canonical", "convert", "generate", "inspect", "minimise", "odds", "repair"]

_PART = 0.4  # seconds for each part of an inspection
_CANDIDATES = (
    0.5  # seconds for the true candidates with constraints; all parts must fit into the verb's time
)
_MAX_COUNT = 100_000  # solutions that an inspection counts
_MAX_CONVERT = 1000  # puzzles
_SEEDS = 1 << 64
_PICTURES = ("svg", "html", "text")

_Found = TypeVar("_Found")


# -- a puzzle that is being set -------------------------------------------------------------------


def inspect(request: Request) -> Answer:
    """Return what is known about a puzzle while somebody sets it; a part that takes too long is null."""
    fields = Fields(request, ("puzzle", "rules", "limit"))
    limit = fields.whole("limit", 2, _MAX_COUNT, 2)
    puzzle = fields.position().puzzle
    conflicts = conflicts_of(puzzle, puzzle.givens)
    answer: Answer = {
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
        answer["count"], answer["exact"] = counted(puzzle, limit)
        if answer["count"] == 1 and answer["exact"]:
            solution = puzzle.solution()
    if answer["count"]:
        answer |= _candidates(puzzle, solution)
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
    except LimitReached:
        return None


def _candidates(puzzle: Puzzle, solution: Grid | None) -> Answer:
    """Return the digits of each cell in the solutions, and the cells that have several."""
    if solution is not None:
        return {"candidates": [1 << (digit - 1) for digit in solution], "differ": []}
    found = _within(puzzle.differences, _PART if puzzle.rules.houses_only else _CANDIDATES)
    if found is None:
        return {}
    first = _within(lambda: next(puzzle.solutions()))
    if first is None:
        return {}
    masks = [1 << (digit - 1) for digit in first]
    for cell, digits in found.items():
        masks[cell] = sum(1 << (digit - 1) for digit in digits)
    return {"candidates": masks, "differ": sorted(found)}


def odds(request: Request) -> Answer:
    """Return in how many solutions each candidate is true, exactly. The numbers are text: a page rounds large ones."""
    found = Fields(request, ("puzzle", "rules")).position().puzzle.odds()
    return {"count": str(found.total), "odds": [list(map(str, cell)) for cell in found]}


def minimise(request: Request) -> Answer:
    """Return a minimal puzzle with the same solution, and the givens that were removed."""
    fields = Fields(request, ("puzzle", "rules", "seed"))
    puzzle = fields.position().puzzle
    return _changed(puzzle, puzzle.minimise(_seed(fields) or 0))


def repair(request: Request) -> Answer:
    """Return the puzzle with the fewest changes that leave one solution; other repairs may be as good."""
    puzzle = Fields(request, ("puzzle", "rules")).position().puzzle
    found = puzzle.repair()
    return {
        **_changed(puzzle, Puzzle(found.puzzle)),
        "text": str(found),
        "exact": found.exact,
        "alternatives": [_alternative(puzzle, other) for other in found.alternatives],
    }


def _alternative(puzzle: Puzzle, other: Repair) -> list[Answer]:
    changes: list[Answer] = _changed(puzzle, Puzzle(other.puzzle))["changes"]
    return changes


def _changed(before: Puzzle, after: Puzzle) -> Answer:
    pairs = enumerate(zip(before.givens, after.givens, strict=True))
    size = before.rules.size
    changes = [
        {"cell": cell, "name": cell_name(cell, size), "from": old, "to": new}
        for cell, (old, new) in pairs
        if old != new
    ]
    return {"board": board_object(after), "line": after.givens.text(), "changes": changes}


def canonical(request: Request) -> Answer:
    """Return the representative of all equivalent puzzles, and the number of automorphisms as text."""
    puzzle = Fields(request, ("puzzle", "rules")).position().puzzle
    found = puzzle.canonical()
    transform = puzzle.canonical_transform()
    return {
        "board": board_object(found),
        "line": found.givens.text(),
        "transform": asdict(transform),
        "automorphisms": str(puzzle.automorphisms()),
    }


# -- new puzzles ----------------------------------------------------------------------------------


def generate(request: Request) -> Answer:
    """Return a new puzzle with one solution. The same seed and options give the same puzzle."""
    known = ("seed", "difficulty", "symmetry", "techniques", "rating", "rules", "givens", "minimal")
    fields = Fields(request, (*known, "pattern", "profile", "variant", "solvable"))
    seed = _seed(fields)
    if seed is None:
        seed = secrets.randbits(32)
    options: dict[str, Any] = {
        "symmetry": fields.text("symmetry", tuple(generator.SYMMETRIES)) or "none",
        "difficulty": fields.text("difficulty", [band.name for band in BANDS]),
        "minimal": fields.flag("minimal"),
        "pattern": fields.text("pattern"),
        "givens": _range(fields, "givens", 0, 36 * 36, whole=True),
        "rating": _range(fields, "rating", 0, 20, whole=False),
        "rules": fields.rules(),
        "profile": fields.text("profile", PROFILES) or "se",
        "variant": fields.text("variant", tuple(VARIANTS)),
        "solvable": fields.flag("solvable") or False,
        **_techniques(fields),
    }
    reached: list[generator.SearchProgress] = []
    try:
        puzzle = generator.generate(seed=seed, threads=1, progress=reached.append, **options)
    except LimitReached as error:
        tried = reached[-1].tried if reached else 0
        if error.progress is not None or not tried:
            raise
        raise LimitReached(
            f"{error} after {tried:,} puzzles, and none meets the requirements"
        ) from None
    rating = puzzle.info.get("rating")
    er = float(rating) if rating else _er(puzzle)
    return {
        "board": board_object(puzzle),
        "line": puzzle.givens.text(),
        "seed": str(seed),
        "recipe": puzzle.info["recipe"],
        "rating": er,
        "difficulty": None if er is None else difficulty_of(er),
    }


def _er(puzzle: Puzzle) -> float | None:
    """Return the rating of a puzzle that has one."""
    if not puzzle.rules.is_classic:
        return None
    return _within(lambda: puzzle.rate().er)


def _seed(fields: Fields) -> int | None:
    """Return a random seed: a whole number, or text of its digits where a page cannot hold the number."""
    value = fields.value("seed")
    if value is None:
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        value = int(value)
    if not is_whole(value) or not 0 <= value < _SEEDS:
        raise RequestError("seed must be a whole number from 0 to 2**64 - 1, or text of its digits")
    return int(value)


def _range(fields: Fields, name: str, least: int, most: int, *, whole: bool) -> Any:
    """Return a number, or a pair of the least and the most."""
    value = fields.value(name)
    if value is None:
        return None
    ends = value if isinstance(value, list) else [value, value]
    numbers = [end for end in ends if _is_number(end, whole) and least <= end <= most]
    if len(ends) != 2 or len(numbers) != 2:
        kind = "whole number" if whole else "number"
        raise RequestError(f"{name} must be a {kind} from {least} to {most}, or a list of two")
    return tuple(numbers) if isinstance(value, list) else value


def _is_number(value: Any, whole: bool) -> bool:
    return is_whole(value) or (not whole and isinstance(value, float))


def _techniques(fields: Fields) -> dict[str, Any]:
    """Return the options that name techniques."""
    value = fields.value("techniques")
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise RequestError('techniques must be an object such as {"hardest": "xy_wing"}')
    named = Fields(value, ("hardest", "needs", "forbid"))
    hardest = named.text("hardest")
    return {
        "hardest": None if hardest is None else technique(hardest),
        "needs": [technique(name) for name in named.texts("needs")],
        "forbid": [technique(name) for name in named.texts("forbid")],
    }


# -- other formats --------------------------------------------------------------------------------


def convert(request: Request) -> Answer:
    """Return puzzles as text in a format of nonet, or one puzzle as a picture."""
    fields = Fields(request, ("puzzle", "puzzles", "rules", "to", "theme"))
    names = [*_PICTURES, *(one.name for one in FORMATS.values() if one.can_write)]
    to = fields.text("to", names) or str(fields.required("to"))
    theme = fields.text("theme", tuple(THEMES)) or "light"
    positions = _positions(fields)
    if to in _PICTURES:
        if len(positions) != 1:
            raise RequestError(f"a picture shows one puzzle, got {len(positions)}")
        return {"text": _picture(positions[0], to, theme)}
    return {"text": _written([_board(position) for position in positions], to)}


def _positions(fields: Fields) -> list[Position]:
    if "puzzles" not in fields:
        return [fields.position()]
    if "puzzle" in fields:
        raise RequestError("puzzle and puzzles cannot be combined")
    values = fields.value("puzzles")
    if not isinstance(values, list) or not 1 <= len(values) <= _MAX_CONVERT:
        raise RequestError(f"puzzles must be a list of 1 to {_MAX_CONVERT:,} boards")
    rules = fields.rules()
    return [read_position(f"puzzles[{i}]", value, rules) for i, value in enumerate(values)]


def _picture(position: Position, to: str, theme: str) -> str:
    if to == "text":
        return render.text(position)
    return (render.svg if to == "svg" else render.html)(position, theme=theme)


def _board(position: Position) -> Board:
    """Return what is written: the puzzle, or the position where the player has done something."""
    return position.puzzle if position.is_start else position


def _written(puzzles: list[Board], to: str) -> str:
    """Return puzzles as one text; a problem names the puzzle that has it."""
    if len(puzzles) == 1:
        return format_puzzle(puzzles[0], to)
    out = io.StringIO()
    with writer(out, to) as written:
        for number, puzzle in enumerate(puzzles, 1):
            try:
                written.write(puzzle)
            except NonetError as error:
                raise RequestError(f"puzzle {number}: {error}") from None
    return out.getvalue()
