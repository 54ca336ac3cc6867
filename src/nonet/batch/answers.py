"""The columns that can be added to a table of puzzles, each declared once.

`nonet batch` and `with_columns` compute them as Arrow columns. `nonet solve`, `count` and `check` have the same
columns, and do not need Arrow for them.

A new column
============

1. An `Answer` in `ANSWERS`: its name, the type of its values, its family and its Arrow column. If no family computes
   it, add a `Family`, such as `_GIVENS`. Its rows include invalid boards, whose answer is null.
2. Run ``scripts/verb_pages.py``, which writes the lists of columns in the docs.
3. Its answers in `test_all_columns_for_all_kinds_of_rows` of `tests/test_batch_arrow.py`, and for a new family a row
   in `STATUSES` there.

``pytest tests/test_verbs.py tests/test_batch_arrow.py -k "tables or status or family"`` says what is missing.
`COLUMNS`, the options of the commands and their help, the types in Parquet and the size of chunks are derived.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import engine
from nonet.base.digits import CELL_VALUES
from nonet.base.errors import NonetError
from nonet.base.suggestions import chosen
from nonet.engine import Status
from nonet.engine.delimited import Column, boards_column, choice_column, number_column
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution
from nonet.tables.columns import column_with_nulls, text_array, word_array

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from nonet.batch.rows import EngineRows
    from nonet.tables.batches import Results

__all__ = [
    "ANSWERS",
    "COLUMNS",
    "Answer",
    "Bounds",
    "Family",
    "answers_of",
    "answers_or_none",
    "check_columns",
    "families_of",
]

_CELLS = 81


class Bounds(NamedTuple):
    """How far a search goes: the solutions it looks for, and the guesses of each row."""

    limit: int = 2
    budget: int | None = None


@dataclass(frozen=True)
class Family:
    """Answers that are computed together.

    ``rows`` takes rows of classic boards and the names of the answers that are asked for; its result has a ``status``
    for each row. ``board`` returns all answers for one board of any kind, and ``status``, or raises `NonetError` with
    the reason why the board has none. Chunks of rows are smaller by the factor ``cost``, so that those of slow answers
    do not take long; `docs/batch.md` has the times themselves. ``of_classic`` answers are for classic boards alone.
    """

    rows: Callable[[EngineRows, Sequence[str], Bounds, int | None], Any]
    board: Callable[[Puzzle, Bounds], dict[str, Any]]
    cost: int = 1
    of_classic: bool = False


@dataclass(frozen=True)
class Answer:
    """A column: its name, the type of its values, the family that computes it, and how to read it from the result.

    ``column`` returns an Arrow array. ``cells`` returns a CSV column from the buffers of a search, the statuses and the
    limit; an answer without ``cells`` is computed row by row where there is no Arrow.
    """

    name: str
    kind: type
    family: Family
    column: Callable[[Any], Any]
    cells: Callable[[Results, bytes, int], Column] | None = None


def check_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """Return the columns without duplicates; raise `ValueError` for an unknown one.

    >>> check_columns(["count", "count"])
    ('count',)
    """
    if isinstance(columns, str):
        columns = [columns]
    if not columns:
        raise ValueError(f"no column asked for; known columns: {', '.join(COLUMNS)}")
    return chosen(columns, COLUMNS)


def families_of(columns: Sequence[str]) -> Iterator[tuple[Family, list[str]]]:
    """Yield the families of some columns in the order of `ANSWERS`, each with the columns that it computes."""
    for family in dict.fromkeys(answer.family for answer in ANSWERS.values()):
        if wanted := [name for name in columns if ANSWERS[name].family is family]:
            yield family, wanted


def answers_of(board: Puzzle, columns: Sequence[str], bounds: Bounds) -> dict[str, Any]:
    """Return the answers in ``columns`` for one board of any kind, and ``status``.

    Raises `NonetError` if the board has none: it is not classic and a canonical form is asked for, or it cannot be
    rated.

    >>> answers_of(Puzzle("1..." * 4, rules="latin4"), ["count", "givens"], Bounds())
    {'count': 0, 'givens': 4, 'status': 'conflict'}
    """
    answers: dict[str, Any] = {}
    for family, _ in reversed(list(families_of(columns))):
        answers |= family.board(board, bounds)  # the status is that of the first family
    return {name: answers[name] for name in (*columns, "status")}


def answers_or_none(board: Puzzle, columns: Sequence[str], bounds: Bounds) -> dict[str, Any]:
    """Return the answers in ``columns`` for one board; None for those that it cannot have."""
    answers: dict[str, Any] = dict.fromkeys(columns)
    for _, wanted in families_of(columns):
        try:
            answers |= answers_of(board, wanted, bounds)
        except NonetError:
            continue
    return {name: answers[name] for name in columns}


# -- the search -----------------------------------------------------------------------------------


class _Searched(NamedTuple):
    """What a search has found in rows."""

    solutions: Any
    counts: npt.NDArray[np.uint64]
    guesses: Any
    status: npt.NDArray[np.uint8]
    limit: int

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """Whether the count of each row is exact."""
        return (self.counts < self.limit) & (self.status < Status.BAD_CELL)


def _search(
    rows: EngineRows, wanted: Sequence[str], bounds: Bounds, threads: int | None
) -> _Searched:
    import numpy as np

    n = rows.n
    solutions = np.empty((n, _CELLS), np.uint8) if "solution" in wanted else None
    counts, status = np.zeros(n, np.uint64), np.zeros(n, np.uint8)
    guesses = np.zeros(n, np.uint32) if "guesses" in wanted else None
    engine.solve_rows(
        rows.cells,
        n,
        offsets=rows.offsets,
        limit=bounds.limit,
        budget=bounds.budget,
        threads=threads,
        solutions=None if solutions is None else solutions.reshape(-1),
        as_text=True,
        counts=counts,
        status=status,
        guesses=guesses,
    )
    return _Searched(
        None if solutions is None else rows.spread(solutions),
        rows.spread(counts),
        None if guesses is None else rows.spread(guesses),
        rows.spread_status(status),
        bounds.limit,
    )


def _search_board(board: Puzzle, bounds: Bounds) -> dict[str, Any]:
    from nonet.batch.solving import solve

    result = solve([board], limit=bounds.limit, budget=bounds.budget, threads=1)
    return {
        "solution": result.text()[0] or None,
        "count": index(result.counts[0]),
        "exact": bool(result.exact[0]),
        "guesses": index(result.guesses[0]),
        "status": Status(result.status[0]).word,
    }


def _exact_cells(results: Results, status: bytes, limit: int) -> Column:
    """Return whether the count of each row is exact; only counts of several solutions are looked at one by one."""
    known = [state in (Status.NO_SOLUTION, Status.CONFLICT) for state in Status]
    known[Status.UNIQUE] = known[Status.FOUND] = limit > 1
    exact = bytearray(status.translate(bytes(known).ljust(256, b"\0")))
    if limit > 2:
        for match in re.finditer(b"[\\x%02x]" % Status.MULTIPLE, status):
            exact[match.start()] = results.counts[match.start()] < limit
    return choice_column([b"false", b"true"], exact)


_SEARCH = Family(_search, _search_board)


# -- ratings --------------------------------------------------------------------------------------


def _rate(rows: EngineRows, wanted: Sequence[str], bounds: Bounds, threads: int | None) -> Any:
    from nonet.batch.rating import rate

    return rate(rows, threads=threads)


def _rate_board(board: Puzzle, bounds: Bounds) -> dict[str, Any]:
    from nonet.steps.difficulty import difficulty_of

    state = Status.UNIQUE
    try:
        rating = board.rate()
    except Conflict:
        state = Status.CONFLICT
    except NoSolution:
        state = Status.NO_SOLUTION
    except MultipleSolutions:
        state = Status.MULTIPLE
    if state is not Status.UNIQUE:
        return {"rating": None, "technique": None, "difficulty": None, "status": state.word}
    return {
        "rating": None if rating.left else rating.er,
        "technique": rating.hardest.id if rating.hardest else None,
        "difficulty": difficulty_of(rating.er) if rating.exact and not rating.left else None,
        "status": (state if rating.exact else Status.OUT_OF_BUDGET).word,
    }


def _has_rating(ratings: Any) -> npt.NDArray[np.bool_]:
    import numpy as np

    return np.isin(ratings.status, (Status.UNIQUE, Status.OUT_OF_BUDGET))


def _rating(ratings: Any) -> Any:
    return column_with_nulls(ratings.er.astype("float64"), _has_rating(ratings))


def _technique(ratings: Any) -> Any:
    import numpy as np

    known = _has_rating(ratings) & (ratings.hardest < len(engine.TECHNIQUES))
    places = np.where(known, ratings.hardest, 0).astype(np.int32)
    return word_array([technique.id for technique in engine.TECHNIQUES], places, known)


def _difficulty(ratings: Any) -> Any:
    import numpy as np

    from nonet.steps.difficulty import BANDS

    tops = [band.high for band in BANDS]
    places = np.minimum(np.searchsorted(tops, ratings.er), len(tops) - 1).astype(np.int32)
    is_exact = np.equal(ratings.status, Status.UNIQUE)
    return word_array([band.name for band in BANDS], places, is_exact)


_RATING = Family(_rate, _rate_board, cost=16)


# -- canonical forms ------------------------------------------------------------------------------


def _canonical(rows: EngineRows, wanted: Sequence[str], bounds: Bounds, threads: int | None) -> Any:
    from nonet.batch.equivalence import canonical

    return canonical(rows, threads=threads)


def _canonical_board(board: Puzzle, bounds: Bounds) -> dict[str, Any]:
    return {
        "canonical": board.canonical().givens.text(),
        "automorphisms": board.automorphisms(),
        "status": Status.FOUND.word,
    }


def _form(forms: Any) -> Any:
    import numpy as np

    signs = np.frombuffer(b".123456789", np.uint8)
    return text_array(signs[forms.boards], forms.status == Status.FOUND)


_CANONICAL = Family(_canonical, _canonical_board, cost=2, of_classic=True)


# -- givens ---------------------------------------------------------------------------------------


class _Counted(NamedTuple):
    """How many givens each row has, and which rows are boards."""

    givens: npt.NDArray[np.int64]
    status: npt.NDArray[np.uint8]


def _count_givens(
    rows: EngineRows, wanted: Sequence[str], bounds: Bounds, threads: int | None
) -> _Counted:
    import numpy as np

    cells = np.frombuffer(rows.cells, np.uint8) if rows.n else np.zeros(0, np.uint8)
    numbers = np.zeros(rows.n, np.int64)
    status = np.full(rows.n, Status.FOUND, np.uint8)
    values = np.frombuffer(CELL_VALUES, np.uint8)
    is_digit, is_cell = (values > 0) & (values < 10), values < 10
    for lo in range(0, rows.n, 1 << 14):
        part, offsets = rows.slice(lo, min(rows.n, lo + (1 << 14)))
        if offsets is not None:
            boards = cells[offsets.astype(np.intp)[:, None] + np.arange(_CELLS)]
        else:
            boards = np.asarray(part).reshape(-1, _CELLS)
        numbers[lo : lo + len(boards)] = is_digit[boards].sum(axis=1)
        status[lo : lo + len(boards)][~is_cell[boards].all(axis=1)] = Status.BAD_CELL
    return _Counted(rows.spread(numbers), rows.spread_status(status))


def _givens_of_board(board: Puzzle, bounds: Bounds) -> dict[str, Any]:
    return {"givens": sum(1 for digit in board.givens if digit), "status": Status.FOUND.word}


_GIVENS = Family(_count_givens, _givens_of_board)


# -- columns --------------------------------------------------------------------------------------


def _numbers(values: npt.NDArray[Any], status: npt.NDArray[np.uint8]) -> Any:
    """Return numbers as a column of 64 bits, null for invalid boards."""
    return column_with_nulls(values.astype("int64", copy=False), status != Status.BAD_CELL)


ANSWERS: Mapping[str, Answer] = {
    answer.name: answer
    for answer in (
        Answer(
            "solution",
            str,
            _SEARCH,
            lambda found: text_array(found.solutions, found.counts > 0),
            lambda found, *_: boards_column(
                found.solutions, found.width - 1, stride=found.width, present=found.counts
            ),
        ),
        Answer(
            "count",
            int,
            _SEARCH,
            lambda found: _numbers(found.counts, found.status),
            lambda found, *_: number_column(found.counts),
        ),
        Answer(
            "exact",
            bool,
            _SEARCH,
            lambda found: column_with_nulls(found.exact, found.status != Status.BAD_CELL),
            _exact_cells,
        ),
        Answer(
            "guesses",
            int,
            _SEARCH,
            lambda found: _numbers(found.guesses, found.status),
            lambda found, *_: number_column(found.guesses),
        ),
        Answer("rating", float, _RATING, _rating),
        Answer("technique", str, _RATING, _technique),
        Answer("difficulty", str, _RATING, _difficulty),
        Answer("canonical", str, _CANONICAL, _form),
        Answer(
            "automorphisms",
            int,
            _CANONICAL,
            lambda found: column_with_nulls(
                found.automorphisms.astype("int64"), found.status == Status.FOUND
            ),
        ),
        Answer("givens", int, _GIVENS, lambda found: _numbers(found.givens, found.status)),
    )
}
"""The columns by name, in the order of the help."""

COLUMNS = tuple(ANSWERS)
"""The names of the columns."""
