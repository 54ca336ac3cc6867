"""Hints, steps and ratings: the work of `Puzzle.hint`, `Puzzle.steps`, `Puzzle.all_steps` and `Puzzle.rate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nonet import engine
from nonet.cells import cell_name
from nonet.errors import LimitReached, NoSolution, RulesError, Stuck
from nonet.grid import Candidates, Grid
from nonet.steps import profile

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle
    from nonet.steps import Profile, Rating, Step, Technique

__all__ = ["all_steps", "hint", "rate", "steps"]


def rate(puzzle: Puzzle, wanted: str | Profile, budget: int | None) -> Rating:
    """Return the rating of a unique classic puzzle."""
    order = profile(wanted)
    _solution(puzzle)
    return engine.rate(puzzle.candidates(), profile=order, budget=budget, givens=puzzle.givens)


def steps(
    puzzle: Puzzle, candidates: Candidates | None, wanted: str | Profile, budget: int | None
) -> Iterator[Step]:
    """Yield the steps from a position to the solution; a wrong position raises at once."""
    order = profile(wanted)
    return _steps(puzzle, _position(puzzle, candidates), order, budget)


def _steps(puzzle: Puzzle, board: Candidates, order: Profile, budget: int | None) -> Iterator[Step]:
    done: list[Step] = []
    while not board.placed.is_full:
        try:
            step = engine.next_step(board, profile=order, budget=budget, givens=puzzle.givens)
        except LimitReached as error:
            error.progress = tuple(done)
            raise
        if step is None:
            raise _stuck(board, done)
        board = board.after(step)
        done.append(step)
        yield step


def hint(
    puzzle: Puzzle, candidates: Candidates | None, wanted: str | Profile, budget: int | None
) -> Step | None:
    """Return the easiest step of a position, None if the board is full."""
    order = profile(wanted)
    board = _position(puzzle, candidates)
    if board.placed.is_full:
        return None
    step = engine.next_step(board, profile=order, budget=budget, givens=puzzle.givens)
    if step is None:
        raise _stuck(board, ())
    return step


def all_steps(
    puzzle: Puzzle,
    candidates: Candidates | None,
    wanted: str | Profile,
    techniques: Iterable[str | Technique] | None,
    budget: int | None,
) -> tuple[Step, ...]:
    """Return all steps of a position."""
    order = profile(wanted)
    if techniques is not None:
        order = order.only(*techniques)
    return engine.all_steps(
        _position(puzzle, candidates),
        profile=order,
        everything=techniques is not None,
        budget=budget,
        givens=puzzle.givens,
    )


def _solution(puzzle: Puzzle) -> Grid:
    """Return the solution of a puzzle that can be explained."""
    if not puzzle.rules.is_classic:
        raise RulesError("hints and ratings need a classic 9x9 board")
    return puzzle.solution()


def _position(puzzle: Puzzle, candidates: Candidates | None) -> Candidates:
    """Return the board to continue from: givens placed, every placed digit removed from its peers."""
    solution = _solution(puzzle)
    if candidates is None:
        return puzzle.candidates()
    if candidates.size != 9:
        size = candidates.size
        raise RulesError(f"expected candidates of a 9x9 board, got {size}x{size}")
    placed = [p or given for p, given in zip(candidates.placed, puzzle.givens, strict=True)]
    masks = list(candidates.masks)
    for cell, digit in enumerate(solution):
        if placed[cell] not in (0, digit):
            raise NoSolution(
                f"{cell_name(cell)} is {placed[cell]}, which is wrong; remove it",
                puzzle=puzzle,
            )
        if not masks[cell] >> (digit - 1) & 1:
            raise NoSolution(
                f"{cell_name(cell)} lacks the digit of the solution; restore its candidates",
                puzzle=puzzle,
            )
        if placed[cell]:
            masks[cell] = 1 << (digit - 1)
            for peer in puzzle.rules.peers[cell]:
                masks[peer] &= ~masks[cell]
    return Candidates.from_masks(masks, placed=placed)


def _stuck(board: Candidates, done: Sequence[Step]) -> Stuck:
    empty = sum(1 for digit in board.placed if not digit)
    cells = "1 cell is" if empty == 1 else f"{empty} cells are"
    after = "1 step" if len(done) == 1 else f"{len(done)} steps"
    return Stuck(
        f"no technique finds a step; {cells} empty after {after}",
        candidates=board,
        steps=done,
    )
