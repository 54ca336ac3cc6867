"""New puzzles with one solution, from a seed: of any size and rules, with the symmetry, the givens, the pattern and the
difficulty that is wished for.

`generate` is what most people need. `series` goes on for as long as somebody asks, `arrays` makes millions, and
`remake` makes a puzzle again from its recipe, which is among its notes.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, Unpack, overload

from nonet.cells import IntoCells
from nonet.generating.patterns import SYMMETRIES
from nonet.generating.search import (
    NUMBERS,
    Progress,
    fill,
    made,
    make,
    puzzle_of,
)
from nonet.generating.wishes import IntoRange, IntoTechniques, parse_recipe, wish_of
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.steps import Technique

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["SYMMETRIES", "GenerateResult", "WishOptions", "arrays", "generate", "remake", "series"]

SEEDS = 1 << 64


class WishOptions(TypedDict, total=False):
    """What `generate` takes to say which puzzles are wanted."""

    symmetry: str
    givens: IntoRange | None
    pattern: IntoCells | None
    minimal: bool | None
    difficulty: str | None
    rating: float | tuple[float, float] | None
    hardest: str | Technique | None
    require: IntoTechniques
    forbid: IntoTechniques
    rules: Rules | str | None


@overload
def generate(
    n: None = None,
    *,
    seed: int | None = None,
    first: int = 0,
    budget: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **wish: Unpack[WishOptions],
) -> Puzzle: ...
@overload
def generate(
    n: int,
    *,
    seed: int | None = None,
    first: int = 0,
    budget: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **wish: Unpack[WishOptions],
) -> list[Puzzle]: ...
def generate(
    n: int | None = None,
    *,
    seed: int | None = None,
    symmetry: str = "none",
    givens: IntoRange | None = None,
    pattern: IntoCells | None = None,
    minimal: bool | None = None,
    difficulty: str | None = None,
    rating: float | tuple[float, float] | None = None,
    hardest: str | Technique | None = None,
    require: IntoTechniques = (),
    forbid: IntoTechniques = (),
    rules: Rules | str | None = None,
    first: int = 0,
    budget: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Puzzle | list[Puzzle]:
    """Make a puzzle with one solution; or with ``n`` a list of so many.

    The same ``seed`` and wish give the same puzzles, on every machine, with any number of threads, in every version (on
    boards of more than 16x16, and with some houses on smaller ones, in this version). Without a seed there is one by
    chance. The puzzles of a seed have numbers, and the search goes through them from ``first`` on. ``puzzle.info`` has
    the *recipe*, seed and number and what else it takes, from which `remake` makes the puzzle again.

    What can be wished for:

    * ``symmetry`` of the cells that are given: "rotational" (by half a turn), "rotational-90" (by a quarter),
      "horizontal" (the upper half mirrors the lower one), "vertical" (the left half mirrors the right one), "diagonal",
      "antidiagonal", "full" (all of these), "none".
    * ``givens``: their number, or the least and the most, ``(24, 28)``. Minimal puzzles have 24.4 on average; fewer
      than 21 take a long search, and 17 are out of reach of chance.
    * ``minimal``: no given can go (with a symmetry: no givens that are tied together). So it is without this option.
      With ``minimal=False`` there are as many as ``givens`` says, and without that 28 to 34 (of other sizes about as
      large a share): more givens make easier puzzles. Boards of more than 16x16 are as near to minimal as is quickly
      decided.
    * ``pattern``: the cells that are given, all of them; or with ``minimal=True`` those among which the givens are. It
      is a `CellSet` or text with a sign for each cell, ``.`` for one without a given.
    * ``difficulty``: "easy", "medium", "hard", "expert" or "extreme", ranges of ER that `nonet.difficulty` defines.
      Easy and medium puzzles have 28 to 34 givens unless ``minimal`` or ``givens`` says otherwise.
    * ``rating``: ER as `Puzzle.rate` has it, or its least and most, ``(7.0, 7.5)``; ``hardest``: the technique of the
      hardest step; ``require`` and ``forbid``: techniques that the easiest way takes or does not take. By id, such as
      "xy_wing". These are for classic rules.
    * ``rules``: `Rules`, or words for them ("2x3", "diagonals").

    A wish that not every puzzle meets is a search: as many as ``budget`` puzzles are made for each one that will do
    (500,000, or 100,000 where they have to be rated, or 1,000 and less of other rules), and then `LimitReached` says
    what came nearest; its ``progress`` is that puzzle, or None. ``progress`` is called now and then with how many
    puzzles were found and made. Raises `ValueError` or `RulesError` for a wish that contradicts itself or cannot be.

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
    >>> generate(seed=7, rules="2x3").givens.text()
    '..2.......3...54.1..4..25.....42....'
    """
    if n is not None:
        _check("n", n, 0, NUMBERS)
    wish = WishOptions(
        symmetry=symmetry,
        givens=givens,
        pattern=pattern,
        minimal=minimal,
        difficulty=difficulty,
        rating=rating,
        hardest=hardest,
        require=require,
        forbid=forbid,
        rules=rules,
    )
    found = _search(1 if n is None else n, seed, first, budget, threads, progress, wish)
    return next(found) if n is None else list(found)


def series(
    *,
    seed: int | None = None,
    first: int = 0,
    budget: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **wish: Unpack[WishOptions],
) -> Iterator[Puzzle]:
    """Yield the puzzles of `generate` one after the other, without an end.

    >>> from itertools import islice
    >>> list(islice(series(seed=7, givens=23), 2)) == generate(2, seed=7, givens=23)
    True
    """
    return _search(None, seed, first, budget, threads, progress, wish)


def remake(recipe: str) -> Puzzle:
    """Make a puzzle again.

    Raises `ValueError` or `RulesError` for text that is no recipe.

    >>> remake("seed=7 number=2") == generate(3, seed=7)[2]
    True
    """
    plan, seed, number = parse_recipe(recipe)
    _check("seed", seed, 0, SEEDS)
    _check("number", number, 0, NUMBERS)
    (item,) = make(plan, seed, number, 1, 1)
    return puzzle_of(plan, seed, item)


def _search(
    n: int | None,
    seed: int | None,
    first: int,
    budget: int | None,
    threads: int | None,
    progress: Progress | None,
    options: WishOptions,
) -> Iterator[Puzzle]:
    wish = wish_of(**options)
    seed = _seed(seed)
    _check("first", first, 0, NUMBERS)
    found = made(
        wish, seed, first=first, wanted=n, budget=budget, threads=threads, progress=progress
    )
    return (puzzle_of(wish.plan, seed, item) for item in found)


def _seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(64)
    _check("seed", seed, 0, SEEDS)
    return seed


def _check(name: str, value: int, least: int, end: int) -> None:
    if not hasattr(value, "__index__"):
        raise TypeError(f"{name} is {value!r}; it must be a whole number")
    if not least <= value < end:
        raise ValueError(f"{name} is {value}; it must be from {least} to {end - 1}")


# -- many -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class GenerateResult:
    """What `arrays` made; row ``i`` of every array belongs to puzzle ``i``.

    ``puzzles`` and ``solutions`` are ``(n, 81)`` uint8 (as many columns as cells), 0 for an empty cell; ``numbers``
    (uint64) are the numbers of the puzzles, by which the seed makes them again.
    """

    puzzles: npt.NDArray[np.uint8]
    solutions: npt.NDArray[np.uint8]
    numbers: npt.NDArray[np.uint64]
    seed: int

    def __len__(self) -> int:
        return len(self.numbers)

    def __repr__(self) -> str:
        return f"<nonet.generating.GenerateResult: {len(self)} puzzles of seed {self.seed}>"


def arrays(
    n: int,
    *,
    seed: int | None = None,
    first: int = 0,
    budget: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **wish: Unpack[WishOptions],
) -> GenerateResult:
    """Make ``n`` puzzles, with their solutions, as arrays: the puzzles of `generate`, for whoever needs very many.

    >>> made = arrays(1000, seed=7)
    >>> made.puzzles.shape, int((made.puzzles[2] > 0).sum()) == len(generate(3, seed=7)[2].givens.filled)
    ((1000, 81), True)
    """
    import numpy as np

    _check("n", n, 0, NUMBERS)
    _check("first", first, 0, NUMBERS - n)
    seed, wanted = _seed(seed), wish_of(**wish)
    cells = wanted.plan.rules.size**2
    puzzles, solutions = np.zeros((n, cells), np.uint8), np.zeros((n, cells), np.uint8)
    numbers = np.arange(first, first + n, dtype=np.uint64)
    if wanted.plan.rules.is_classic and wanted.is_open and wanted.plan.minimal:
        status = np.zeros(n, np.uint8)
        flat = puzzles.reshape(-1), solutions.reshape(-1), status
        fill(wanted.plan, seed, first, n, threads, *flat)
        return GenerateResult(puzzles, solutions, numbers, seed)
    found = made(
        wanted, seed, first=first, wanted=n, budget=budget, threads=threads, progress=progress
    )
    for row, item in enumerate(found):
        puzzles[row] = np.frombuffer(item.puzzle, np.uint8)
        solutions[row] = np.frombuffer(item.solution, np.uint8)
        numbers[row] = item.number
    return GenerateResult(puzzles, solutions, numbers, seed)
