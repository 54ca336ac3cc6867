"""New puzzles with one solution from a random seed, of any size and rules.

`generate` chooses symmetry, givens, pattern, difficulty and techniques. `series` yields puzzles without end, `arrays`
makes millions, and `remake` makes a puzzle again from the recipe in its ``info``. `daily` is the puzzle of a day.
`practise` finds positions whose next step is of a technique, `drill` those in which its steps are to be found.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack, overload

from nonet.base.options import completed, described
from nonet.generating.attempts import puzzle_of
from nonet.generating.contradictions import check
from nonet.generating.daily import daily, from_stock
from nonet.generating.drills import Drill, drill
from nonet.generating.options import GenerateOptions, SearchOptions
from nonet.generating.patterns import SYMMETRIES
from nonet.generating.practice import Exercise, practise
from nonet.generating.request import Request, parse_recipe
from nonet.generating.search import (
    NUMBERS,
    Interrupted,
    SearchProgress,
    attempts,
    fill_buffers,
    search,
)
from nonet.generating.technique_stock import by_hardest
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "SYMMETRIES",
    "Drill",
    "Exercise",
    "GenerateOptions",
    "GenerateResult",
    "Interrupted",
    "SearchOptions",
    "SearchProgress",
    "arrays",
    "by_hardest",
    "daily",
    "drill",
    "from_stock",
    "generate",
    "practise",
    "remake",
    "series",
]

_SEEDS = 1 << 64


@overload
def generate(n: None = None, **options: Unpack[SearchOptions]) -> Puzzle: ...
@overload
def generate(n: int, **options: Unpack[SearchOptions]) -> list[Puzzle]: ...
@described(SearchOptions)
def generate(n: int | None = None, **options: Unpack[SearchOptions]) -> Puzzle | list[Puzzle]:
    """Generate a puzzle with one solution, or a list of ``n`` puzzles.

    The same ``seed`` and options give the same puzzles on every machine, with any number of threads, since version 0.1
    (boards larger than 16x16, and some of other rules: within one version). The puzzles of a seed are numbered, and the
    search begins at ``first``. ``puzzle.info["recipe"]`` has the seed, the number and the options from which
    `remake` makes the puzzle again.

    Without a seed a random one is used. With ``hardest`` alone and no seed, a puzzle of a rare technique comes from a
    stock, which needs no search, and the profile is one that has the technique.

    {options}

    Puzzles are generated until one meets the requirements, at most ``budget`` for each (default: 500,000; 100,000 if
    they are rated; 1,000 or fewer for other rules). Then `LimitReached` is raised, whose ``progress`` is the nearest
    puzzle or None. ``progress`` is called with a `SearchProgress` after each batch; Ctrl-C raises `Interrupted`, a
    `KeyboardInterrupt` whose ``progress`` has the nearest puzzle. Raises `ValueError` or `RulesError` for options that
    contradict each other.

    >>> p = generate(seed=7, symmetry="rotational")
    >>> p.givens.text()
    '69.......2...3.7......8...4..9..28...61...32...23..4..1...7......4.5...6.......75'
    >>> p.info["recipe"]
    'seed=7 number=0 symmetry=rotational'
    >>> [len(q.givens.filled) for q in generate(3, seed=7, givens=(22, 23))]
    [23, 23, 23]
    >>> print(generate(seed=7, hardest="xy_wing").rate())
    ER 4.2  EP 1.2  ED 1.2
    >>> p = generate(seed=7, difficulty="hard")
    >>> p.rate().difficulty, p.info["recipe"]
    ('hard', 'seed=7 number=7 difficulty=hard')
    >>> p = generate(seed=7, rules="renban:r1c1r1c2r1c3", add="quadruple:9 white given", rating=(2.0, 4.4))
    >>> [each.word for each in p.rules.constraints].count("quadruple"), p.info["rating"]
    (9, '4.4')
    >>> generate(seed=7, rules="2x3").givens.text()
    '..5....36.2........2...45..13...2...'
    """
    if n is not None:
        _check("n", n, 0, NUMBERS)
    options = completed(SearchOptions, options, "generate")
    if n is None and (stocked := by_hardest(options)):
        return stocked
    found = _puzzles(1 if n is None else n, options)
    return next(found) if n is None else list(found)


@described(SearchOptions)
def series(**options: Unpack[SearchOptions]) -> Iterator[Puzzle]:
    """Yield the puzzles of `generate` without end.

    >>> from itertools import islice
    >>> list(islice(series(seed=7, givens=23), 2)) == generate(2, seed=7, givens=23)
    True
    """
    return _puzzles(None, completed(SearchOptions, options, "series"))


def remake(recipe: str) -> Puzzle:
    """Make a puzzle again from its recipe.

    Raises `ValueError` or `RulesError` for text that is not a recipe.

    >>> remake("seed=7 number=2") == generate(3, seed=7)[2]
    True
    """
    options, seed, number = parse_recipe(recipe)
    request = Request.from_options(completed(GenerateOptions, options, "remake"))
    check(request, is_searched=True)
    _check("seed", seed, 0, _SEEDS)
    _check("number", number, 0, NUMBERS)
    request = replace(request, seed=seed, threads=1)
    (attempt,) = attempts(request, number, 1)
    return puzzle_of(request, attempt)


def _puzzles(n: int | None, options: SearchOptions) -> Iterator[Puzzle]:
    request = _request(options)
    return (puzzle_of(request, attempt) for attempt in search(request, n))


def _request(options: SearchOptions) -> Request:
    """Return what the options ask for; without a seed a random one is chosen."""
    request = Request.from_options(options)
    check(request, is_searched=options["budget"] is not None)
    seed = options["seed"]
    if seed is None:
        seed = secrets.randbits(64)
    _check("seed", seed, 0, _SEEDS)
    _check("first", options["first"], 0, NUMBERS)
    return replace(
        request,
        seed=seed,
        first=options["first"],
        budget=options["budget"],
        threads=options["threads"],
        progress=options["progress"],
    )


def _check(name: str, value: int, least: int, end: int) -> None:
    if not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if not least <= value < end:
        raise ValueError(f"{name} must be {least} to {end - 1}, got {value}")


# -- many -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class GenerateResult:
    """The puzzles of `arrays`; row ``i`` of every array belongs to puzzle ``i``.

    ``puzzles`` and ``solutions`` are uint8, ``(n, 81)`` or one column for each cell, 0 for an empty cell. ``numbers``
    (uint64) are the numbers of the puzzles under the ``seed``.
    """

    puzzles: npt.NDArray[np.uint8]
    solutions: npt.NDArray[np.uint8]
    numbers: npt.NDArray[np.uint64]
    seed: int

    def __len__(self) -> int:
        return len(self.numbers)

    def __repr__(self) -> str:
        return f"<nonet.generating.GenerateResult: {len(self)} puzzles of seed {self.seed}>"


@described(SearchOptions)
def arrays(n: int, **options: Unpack[SearchOptions]) -> GenerateResult:
    """Generate ``n`` puzzles with their solutions as NumPy arrays: the puzzles of `generate`, for large numbers.

    >>> made = arrays(1000, seed=7)
    >>> made.puzzles.shape, int((made.puzzles[2] > 0).sum()) == len(generate(3, seed=7)[2].givens.filled)
    ((1000, 81), True)
    """
    import numpy as np

    options = completed(SearchOptions, options, "arrays")
    first = options["first"]
    _check("n", n, 0, NUMBERS)
    _check("first", first, 0, NUMBERS - n)
    request = _request(options)
    if request.variant is not None or request.add:
        raise ValueError(
            "arrays hold digits, no constraints; use generate or series for a variant or added clues"
        )
    cells = request.rules.size**2
    puzzles, solutions = np.zeros((n, cells), np.uint8), np.zeros((n, cells), np.uint8)
    numbers = np.arange(first, first + n, dtype=np.uint64)
    if request.is_classic and request.is_open and request.minimal:
        flat = puzzles.reshape(-1), solutions.reshape(-1), np.zeros(n, np.uint8)
        fill_buffers(request, first, n, *flat)
        return GenerateResult(puzzles, solutions, numbers, request.seed)
    for row, attempt in enumerate(search(request, n)):
        puzzles[row] = np.frombuffer(attempt.puzzle, np.uint8)
        solutions[row] = np.frombuffer(attempt.solution, np.uint8)
        numbers[row] = attempt.number
    return GenerateResult(puzzles, solutions, numbers, request.seed)
