"""The human solver: ratings, the next step, all steps; and how a step of the core becomes a `Step`.

The core writes a step as 32-bit words; ``core.h`` describes the layout, and only this module reads it. Rows are rated
on threads that take a few rows at a time, because one row can take a hundred thousand times as long as the next.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nonet import _core
from nonet.base.errors import LimitReached
from nonet.base.masks import digits_of
from nonet.boards.grid import Candidates, Grid
from nonet.engine.budgets import bounds
from nonet.engine.geometry import geometry_of
from nonet.engine.results import Status
from nonet.engine.threads import cut, on_threads, shrinking_ranges, thread_count, view, views
from nonet.engine.words import call_for_words
from nonet.rules import CLASSIC
from nonet.steps import (
    SE,
    TECHNIQUES,
    VARIANT_TECHNIQUES,
    Cause,
    Chain,
    Inference,
    Mark,
    Placement,
    Premise,
    Profile,
    Rating,
    Role,
    Step,
)
from nonet.steps.exocets import with_mirrors
from nonet.steps.profiles import SEARCHES
from nonet.steps.rating import UNSOLVED

if TYPE_CHECKING:
    from nonet.engine.threads import FlatBuffer
    from nonet.rules import Rules

__all__ = [
    "NODES",
    "NO_PLACE",
    "NO_TECHNIQUE",
    "TECHNIQUES",
    "all_steps",
    "core_techniques",
    "decode",
    "general_techniques",
    "next_step",
    "numbers_of",
    "path",
    "path_words",
    "rate",
    "rate_rows",
    "rating_of",
    "solver_budget_sentence",
]

NODES = 500_000_000
"""The budget of implications for one puzzle, or for one step, unless the caller gives one."""

NO_TECHNIQUE = 255
"""The number of the hardest technique of a row that needed none."""

UNSOLVED_POINTS = 65535
"""The ER of a row that the techniques do not solve, in points."""

_ALL = (*TECHNIQUES, *VARIANT_TECHNIQUES)
_MAX_ROWS = 256  # in one range of threaded work

_KINDS = (
    *("", "contradiction", "double", "cell", "house"),
    *("half_turn", "quarter_turn", "diagonal_down", "diagonal_up"),
)
_ROLES = tuple(Role)
_CAUSES = tuple(Cause)


def core_techniques() -> list[tuple[str, str, Premise, int]]:
    """Return the techniques as the core lists them: id, family, what it needs, rating in hundredths or 0."""
    return [
        (name, family, Premise(_premise(needs)), se)
        for name, family, needs, se, _ in _core.techniques()
    ]


@cache
def general_techniques(size: int) -> frozenset[str]:
    """Return the ids of the techniques that the core finds on boards of a size with any houses."""
    return frozenset(row[0] for row in _core.techniques() if row[4] >= size)


def _premise(known: int) -> int:
    """Return a premise as the core counts it, from the one that says most; and back."""
    return Premise.GIVENS - known


def solver_budget_sentence(budget: int | None) -> str:
    """Return a sentence that says why the human solver stopped, and what to do about it."""
    if budget is not None:
        return f"the budget of {budget:,} implications is spent"
    return f"more follows here than the human solver keeps, or than its budget of {NODES:,} implications allows"


# -- steps ----------------------------------------------------------------------------------------


def next_step(
    candidates: Candidates,
    *,
    profile: Profile = SE,
    budget: int | None = None,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
    rules: Rules = CLASSIC,
) -> Step | None:
    """Return the first step of a profile on a board, or None if no technique finds one.

    The rules have a `geometry_of` the core, which knows no more of them than that.

    The board is used unchanged; the step keeps it, and the givens, for its picture. A digit that is none of the givens
    was placed by the person, which some techniques use; without ``givens`` all placed digits are givens. ``premise``
    is what the caller knows of the board; a technique that needs more is not tried. Raises `LimitReached` if the
    search needs more than ``budget`` implications.
    """
    steps = path(
        candidates,
        most=1,
        profile=profile,
        budget=budget,
        givens=givens,
        premise=premise,
        rules=rules,
    )
    return next(steps, None)


def path(
    candidates: Candidates,
    *,
    most: int,
    profile: Profile = SE,
    budget: int | None = None,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
    rules: Rules = CLASSIC,
) -> Iterator[Step]:
    """Yield up to ``most`` steps from a board on, each on the board after the one before, found in one call.

    They are the steps that `next_step` returns one by one; ``budget`` is that of each. The path ends with a call
    without a step, not with fewer than ``most``. Raises `LimitReached` after the last step that the budget allowed.
    """
    position, options = _arguments(candidates, _explained(profile), budget, givens, premise, rules)
    status, words = _path(position, most, options)
    yield from decode(words, _scale(profile), rules, candidates, givens)
    if status == Status.OUT_OF_BUDGET:
        raise LimitReached(solver_budget_sentence(budget), progress=())


def path_words(
    cells: FlatBuffer,
    masks: FlatBuffer,
    n: int,
    *,
    budget: int | None = None,
    threads: int | None = 1,
    profile: Profile = SE,
) -> list[WordsOfPath]:
    """Return the path of each of ``n`` classic puzzles with one solution.

    ``cells`` are 81 digits for each, ``masks`` 81 numbers of 64 bits, the candidates that the givens leave. ``budget``
    is that of each step. Both buffers are flat.
    """
    threads = thread_count(threads)
    digits, left = view(cells).cast("B"), view(masks).cast("B")
    found = [WordsOfPath(Status.CANCELLED, False, b"")] * n
    rows, nodes, premise = _rows(_explained(profile)), _nodes(budget), _premise(Premise.GIVENS)

    def call(lo: int, hi: int, stop: bytearray | None) -> None:
        for row in range(lo, hi):
            if stop and stop[0]:
                return
            givens = bytes(digits[81 * row : 81 * row + 81])
            marks = bytes(left[648 * row : 648 * row + 648])
            options = _Options(nodes, rows, givens, premise, None, stop)
            found[row] = _whole_path((givens, marks), options)

    on_threads(call, shrinking_ranges(n, threads, _MAX_ROWS), threads)
    return found


class WordsOfPath(NamedTuple):
    """The words of a path (see `decode`), and whether it fills the board.

    ``status`` is `Status.OUT_OF_BUDGET` or `Status.CANCELLED` where the budget or another thread ended it, else
    `Status.UNIQUE`.
    """

    status: Status
    is_solved: bool
    words: bytes


def _whole_path(position: _Position, options: _Options) -> WordsOfPath:
    """Return the path of a classic board, whose words may take several calls."""
    words, empty = b"", position[0].count(0)
    while True:
        status, more = _path(position, _WHOLE, options)
        words += more
        empty -= _count_placed(more)
        if not empty or not more or status != Status.UNIQUE:
            return WordsOfPath(status, not empty, words)
        digits, marks = position
        board = Candidates._trusted(tuple(array("Q", marks)), Grid._trusted(digits))
        for step in decode(more):
            board = board.after(step)
        position = _board(board)


def _count_placed(words: bytes) -> int:
    """Return how many digits the steps place."""
    numbers = numbers_of(words)
    at = placed = 0
    while at < len(numbers):
        placed += numbers[at + 3] != NO_PLACE
        at += numbers[at + 2]
    return placed


_WHOLE = 1 << 20
"""More steps than any path has."""


def all_steps(
    candidates: Candidates,
    *,
    profile: Profile = SE,
    everything: bool = False,
    easier: bool = False,
    budget: int | None = None,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
    rules: Rules = CLASSIC,
) -> tuple[Step, ...]:
    """Return all steps of a profile on a board, in its order.

    Chains are searched only if there is no easier step, and then only up to the first kind that is found, unless
    ``everything`` is true. ``easier`` says that the caller knows an easier step. The board is taken as it is, see
    `next_step`. Raises `LimitReached`, with the steps so far, if the search needs more than ``budget`` implications.
    """
    chains = _ALL_CHAINS if everything else _NO_CHAINS if easier else _LAST_CHAINS
    position, options = _arguments(candidates, _explained(profile), budget, givens, premise, rules)
    status, words = _all_steps(position, chains, options)
    steps = tuple(decode(words, _scale(profile), rules, candidates, givens, moves=False))
    if status == Status.OUT_OF_BUDGET:
        raise LimitReached(solver_budget_sentence(budget), progress=steps)
    return steps


_LAST_CHAINS, _ALL_CHAINS, _NO_CHAINS = range(3)  # as in core.h


_Position: TypeAlias = tuple[bytes, bytes]
"""The digits of the cells, and their masks of candidates of 64 bits, as the core takes them."""


class _Options(NamedTuple):
    """What the core takes besides the position, in its order."""

    nodes: int
    profile: bytes | None
    givens: bytes | None
    premise: int
    houses: bytes | None
    stop: bytearray | None = None


def _arguments(
    candidates: Candidates,
    profile: Profile,
    budget: int | None,
    givens: Grid | None,
    premise: Premise,
    rules: Rules,
) -> tuple[_Position, _Options]:
    """Return the arguments of a call of the human solver."""
    options = _Options(
        _nodes(budget),
        _rows(profile),
        None if givens is None else bytes(givens),
        _premise(premise),
        None if rules.is_classic else geometry_of(rules).packed,
    )
    return _board(candidates), options


def _path(position: _Position, most: int, options: _Options) -> tuple[Status, bytes]:
    """Return the status and the words of the first steps of a position."""
    return _called(_core.path, position, most, options)


def _all_steps(position: _Position, chains: int, options: _Options) -> tuple[Status, bytes]:
    """Return the status and the words of all steps of a position."""
    return _called(_core.all_steps, position, chains, options)


def _called(
    function: Callable[..., tuple[bool, int, int]],
    position: _Position,
    number: int,
    options: _Options,
) -> tuple[Status, bytes]:
    """Call a function of the core for steps; ``number`` is the argument in which the two differ."""
    return call_for_words(
        lambda room: function(*position, number, options.nodes, room, len(room), *options[1:])
    )


def _scale(profile: Profile) -> int:
    return 1 if profile.counts_points else 100


def _explained(profile: Profile) -> Profile:
    """Return the profile with searches whose steps can be explained.

    The tables that HoDoKu's score is read off keep one way to each conclusion, without what a proof needs.
    """
    return replace(profile, searches="nonet") if profile.searches == "hodoku" else profile


@cache
def _rows(profile: Profile) -> bytes | None:
    """Return a profile as the core expects it: its kind, then techniques and ratings."""
    if profile is SE:
        return None
    numbers = array("H", [profile.counts_points + 2 * SEARCHES.index(profile.searches)])
    scale = 1 if profile.counts_points else 100
    for row in profile.require_core("the core").rows:
        if row.technique.index >= _techniques():
            continue  # the core does not know it
        numbers.extend((row.technique.index, round(row.rating * scale)))
    return numbers.tobytes()


def _board(candidates: Candidates) -> tuple[bytes, bytes]:
    """Return digits and candidates as the core expects them."""
    masks = array("Q", candidates.masks)
    if sys.byteorder == "big":
        masks.byteswap()
    return bytes(candidates.placed), masks.tobytes()


def _nodes(budget: int | None) -> int:
    return bounds(1, NODES if budget is None else budget)[1]


def decode(
    words: bytes | bytearray | memoryview,
    scale: int = 100,
    rules: Rules = CLASSIC,
    board: Candidates | None = None,
    givens: Grid | None = None,
    *,
    moves: bool = True,
) -> Iterator[Step]:
    """Yield the steps that the core has written as words, with ratings that count ``scale`` to 1.0.

    ``board`` is the board before the first step; it ``moves`` from step to step of a path.
    """
    numbers = numbers_of(words)
    at = 0
    while at < len(numbers):
        step = with_mirrors(_step(numbers, at, scale, rules, board, givens))
        yield step
        at += numbers[at + 2]
        if board is not None and moves and at < len(numbers):
            board = board.after(step)


def numbers_of(words: bytes | bytearray | memoryview) -> array[int]:
    """Return the words of the core as numbers."""
    numbers = array("I")
    numbers.frombytes(words)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


NO_PLACE = 0xFFFF_FFFF
"""The word of a step that places no digit."""


def _step(
    words: Sequence[int],
    at: int,
    scale: int,
    rules: Rules,
    board: Candidates | None = None,
    givens: Grid | None = None,
) -> Step:
    """Return the step that begins at word ``at``."""
    head, complexity, _, placed, sizes, nested_size = words[at : at + 6]
    at += 6
    removes = {cell: digits for cell, _, digits in _cells(words, at, sizes & 0x7FF)}
    at += 2 * len(removes)
    houses = tuple(_known_house(rules, house) for house in words[at : at + (sizes >> 11 & 0x1F)])
    at += len(houses)
    cells = _cells(words, at, sizes >> 16 & 0xFF)
    marks = tuple(Mark(_ROLES[role], cell, digits) for cell, role, digits in cells)
    at += 2 * len(marks)
    chains_at, at = at, _after_chains(words, at, sizes >> 24)
    nested = []
    for _ in range(nested_size):
        nested.append(_step(words, at, 100, rules))
        at += words[at + 2]
    return Step(
        _ALL[head & 0xFF],
        head >> 16 if scale == 1 else (head >> 16) / scale,
        places=None if placed == NO_PLACE else Placement(placed & 0xFFFF, placed >> 16),
        removes=removes,
        houses=houses,
        marks=marks,
        chains=_chains(words, chains_at, sizes >> 24, nested, rules),
        kind=_KINDS[head >> 8 & 0xFF],
        complexity=complexity,
        rules=rules,
        board=board,
        givens=givens,
    )


def _cells(words: Sequence[int], at: int, count: int) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Yield cells with a role and digits."""
    for word, lower in zip(
        words[at : at + 2 * count : 2], words[at + 1 : at + 2 * count : 2], strict=True
    ):
        yield word & 0x7FF, word >> 11 & 0x1F, _digits(lower | word >> 16 << 32)


def _after_chains(words: Sequence[int], at: int, chains: int) -> int:
    """Return the position after the words of the chains, where the nested steps begin."""
    for _ in range(chains):
        nodes = words[at]
        at += 1
        for _ in range(nodes):
            word, inside = words[at : at + 2]
            at += 2 + (word >> 21) + (inside >> 16 & 0xFF)
            if word >> 18 & 0x7 != Cause.FAR:
                at += inside >> 24
    return at


def _known_house(rules: Rules, number: int) -> int:
    """Return a house of the core by its place in `Rules.known_houses`."""
    return number if rules.is_classic else geometry_of(rules).house_numbers[number]


def _chains(
    words: Sequence[int], at: int, chains: int, nested: list[Step], rules: Rules
) -> tuple[Chain, ...]:
    decoded = []
    for _ in range(chains):
        nodes = []
        size = words[at]
        at += 1
        for _ in range(size):
            word, inside = words[at : at + 2]
            parents = tuple(words[at + 2 : at + 2 + (word >> 21)])
            at += 2 + len(parents)
            others = tuple(words[at : at + (inside >> 16 & 0xFF)])
            at += len(others)
            cause, last = _CAUSES[word >> 18 & 0x7], inside >> 24
            almost_locked = () if cause is Cause.FAR else tuple(words[at : at + last])
            at += len(almost_locked)
            has_house = cause is Cause.FAR and last > 0
            nodes.append(
                Inference(
                    word & 0x7FF,
                    word >> 11 & 0x3F,
                    bool(word >> 17 & 1),
                    cause,
                    parents,
                    nested[(inside & 0xFFFF) - 1] if inside & 0xFFFF else None,
                    others,
                    almost_locked,
                    _known_house(rules, last - 1) if has_house else None,
                )
            )
        decoded.append(Chain(tuple(nodes)))
    return tuple(decoded)


@lru_cache(maxsize=4096)
def _digits(mask: int) -> frozenset[int]:
    return frozenset(digits_of(mask))


# -- ratings --------------------------------------------------------------------------------------


def rate(
    candidates: Candidates,
    *,
    profile: Profile = SE,
    budget: int | None = None,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
    rules: Rules = CLASSIC,
) -> Rating:
    """Return the rating of a board with one solution. Uniqueness is not checked, nor anything
    else that ``premise`` says is known of the board."""
    (digits, marks), options = _arguments(candidates, profile, budget, givens, premise, rules)
    ratings, steps, nodes = array("H", bytes(6)), array("I", bytes(4)), array("Q", bytes(8))
    status, hardest, counts = bytearray(1), bytearray(1), array("H", bytes(2 * _techniques()))
    results = ratings, status, hardest, steps, counts, nodes
    _core.rate_board(digits, marks, options.nodes, *results, *options[1:5])
    er, ep, ed = ratings
    figures = status[0], er, ep, ed, hardest[0], steps[0], counts, nodes[0]
    return rating_of(*figures, profile=profile)


@cache
def _techniques() -> int:
    """Return how many techniques the core has."""
    return len(_core.techniques())


def rating_of(
    status: int,
    er: int,
    ep: int,
    ed: int,
    hardest: int,
    steps: int,
    counts: Sequence[int],
    nodes: int,
    *,
    profile: Profile = SE,
) -> Rating:
    """Return the figures of the core for one board as a `Rating`."""
    pairs = zip(_ALL, counts, strict=False)
    scale = 1 if profile.counts_points else 10
    return Rating(
        UNSOLVED if scale == 1 and er == UNSOLVED_POINTS else er / scale,
        ep / scale,
        ed / scale,
        None if hardest == NO_TECHNIQUE else _ALL[hardest],
        {technique: count for technique, count in pairs if count},
        steps,
        status == Status.UNIQUE,
        nodes,
        profile,
    )


def rate_rows(
    cells: FlatBuffer,
    n: int,
    *,
    stride: int = 81,
    offsets: FlatBuffer | None = None,
    budget: int | None = None,
    threads: int | None = 1,
    profile: Profile = SE,
    ratings: FlatBuffer,
    status: FlatBuffer,
    hardest: FlatBuffer | None,
    steps: FlatBuffer | None,
    counts: FlatBuffer | None = None,
    nodes: FlatBuffer | None = None,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Rate ``n`` classic boards in one buffer, and write the results to the caller's buffers.

    Row ``i`` starts at ``offsets[i]``, or at ``i * stride``. ``ratings`` (uint16) receives ER, EP and ED for each row,
    in tenths or points; ``status`` and ``hardest`` (uint8), ``steps`` (uint32) and ``nodes`` (uint64) receive one
    number; ``counts`` (uint16) receives one number for each technique. All but ``ratings`` and ``status`` may be
    None. All buffers are flat. ``progress`` is called with the number of rows done since the last call. The results
    do not depend on the number of threads.
    """
    allowed = _nodes(budget)
    threads = thread_count(threads)
    widths = (1, 3, 1, 1, 1, len(TECHNIQUES), 1)
    buffers = views(offsets, ratings, status, hardest, steps, counts, nodes)
    source = view(cells)
    rows = _rows(profile)

    def call(lo: int, hi: int, stop: bytearray | None) -> None:
        places, figures, states, best, moves, kinds, visits = cut(buffers, widths, lo, hi)
        assert figures is not None and states is not None
        begin = source if places is not None else source[lo * stride :]
        results = figures, states, best, moves, kinds, visits, stop, rows
        _core.rate(begin, places, stride, hi - lo, allowed, *results, _premise(Premise.GIVENS))
        if progress is not None:
            progress(hi - lo)

    on_threads(call, shrinking_ranges(n, threads, _MAX_ROWS), threads)
