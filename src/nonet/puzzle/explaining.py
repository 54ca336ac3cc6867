"""Hints, steps and ratings: the work of `Puzzle.hint`, `Puzzle.steps`, `Puzzle.all_steps` and `Puzzle.rate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nonet import deduction, engine
from nonet.cells import board_name, cell_name
from nonet.errors import LimitReached, NoSolution, RulesError, Stuck
from nonet.grid import Candidates
from nonet.steps import profile

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle
    from nonet.steps import Profile, Rating, Step, Technique

__all__ = ["all_steps", "hint", "rate", "steps"]


def rate(puzzle: Puzzle, wanted: str | Profile, budget: int | None) -> Rating:
    """Return the rating of a unique classic puzzle."""
    order = profile(wanted)
    if not puzzle.rules.is_classic:
        raise RulesError("ratings need classic rules on a 9x9 board")
    puzzle.solution()
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
            step = _next(puzzle, board, order, budget)
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
    step = _next(puzzle, board, order, budget)
    if step is None:
        raise _stuck(board, ())
    return step


def _next(puzzle: Puzzle, board: Candidates, order: Profile, budget: int | None) -> Step | None:
    """Return the first step of a profile; the core finds those of classic boards."""
    if puzzle.rules.is_classic:
        return engine.next_step(board, profile=order, budget=budget, givens=puzzle.givens)
    return deduction.next_step(puzzle.rules, board, profile=order, givens=puzzle.givens)


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
    board = _position(puzzle, candidates)
    if not puzzle.rules.is_classic:
        return deduction.all_steps(puzzle.rules, board, profile=order, givens=puzzle.givens)
    return engine.all_steps(
        board,
        profile=order,
        everything=techniques is not None,
        budget=budget,
        givens=puzzle.givens,
    )


def _position(puzzle: Puzzle, candidates: Candidates | None) -> Candidates:
    """Return the board to continue from: givens placed, every placed digit removed from its peers."""
    solution, size = puzzle.solution(), puzzle.rules.size
    if candidates is None:
        return _start(puzzle)
    if candidates.size != size:
        wrong = board_name(candidates.size)
        raise RulesError(f"expected candidates of {board_name(size)}, got {wrong}")
    placed = [p or given for p, given in zip(candidates.placed, puzzle.givens, strict=True)]
    masks = list(candidates.masks)
    for cell, digit in enumerate(solution):
        if placed[cell] not in (0, digit):
            raise NoSolution(
                f"{cell_name(cell, size)} is {placed[cell]}, which is wrong; remove it",
                puzzle=puzzle,
            )
        if not masks[cell] >> (digit - 1) & 1:
            raise NoSolution(
                f"{cell_name(cell, size)} lacks the digit of the solution; restore its candidates",
                puzzle=puzzle,
            )
        if placed[cell]:
            masks[cell] = 1 << (digit - 1)
            for peer in puzzle.rules.peers[cell]:
                masks[peer] &= ~masks[cell]
    return Candidates.from_masks(masks, placed=placed)


def _start(puzzle: Puzzle) -> Candidates:
    """Return the board of a puzzle. What constraints rule out is left for the steps to find."""
    if puzzle.rules.is_classic or puzzle.marks is not None:
        return puzzle.candidates()
    whole = (1 << puzzle.rules.size) - 1
    masks = [1 << digit - 1 if digit else whole for digit in puzzle.givens]
    return Candidates.from_masks(masks, placed=puzzle.givens)


def _stuck(board: Candidates, done: Sequence[Step]) -> Stuck:
    empty = sum(1 for digit in board.placed if not digit)
    cells = "1 cell is" if empty == 1 else f"{empty} cells are"
    after = "1 step" if len(done) == 1 else f"{len(done)} steps"
    return Stuck(
        f"no technique finds a step; {cells} empty after {after}",
        candidates=board,
        steps=done,
    )
