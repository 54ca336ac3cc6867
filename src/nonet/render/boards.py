"""What a drawing starts from: the digits, givens and candidates of any kind of board, and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nonet import words
from nonet.base.cells import CellSet, board_name
from nonet.boards.grid import Candidates, Grid, IntoGrid
from nonet.puzzle import Position, Puzzle
from nonet.rules import Rules, box_shapes
from nonet.rules.constraints.marks import Legend, Mark
from nonet.rules.variants import digits_sentence, extra_sentences, sentence_of
from nonet.steps import Step

if TYPE_CHECKING:
    from nonet.rules.constraints import Constraint

__all__ = [
    "Board",
    "Shown",
    "drawn_board",
    "marks_of",
    "shaded_cells",
    "shown_of",
    "undrawn_sentences",
    "usual_rules",
]

Board: TypeAlias = "Puzzle | Position | Candidates | IntoGrid"


class Shown(NamedTuple):
    """A board to draw: ``givens`` says of each filled cell whether it was filled from the start."""

    rules: Rules
    digits: Grid
    givens: tuple[bool, ...]
    candidates: Candidates | None


def shown_of(
    board: Board | Step,
    *,
    step: Step | None = None,
    solution: Grid | None = None,
    rules: Rules | None = None,
    candidates: bool = False,
) -> Shown:
    """Return what there is to draw.

    A `Step` and a board with a step are drawn with candidates: those of the step's own board where it has one. So is a
    `Position` with removed candidates, and with ``candidates`` any puzzle. All digits of a `Grid` and of `Candidates`
    count as givens, unless the step knows the givens of its puzzle; so do those of a position whose givens are not
    known. Raises `ValueError` for a solution or rules of another size, and for a step of another position.
    """
    step = board if isinstance(board, Step) else step
    if isinstance(board, Step):
        blank = Candidates.from_masks([0] * board.rules.size**2)  # no digit, no candidate
        board = blank if board.board is None else board.board
    elif not isinstance(board, (Puzzle, Position, Grid, Candidates)):
        board = Grid(board)
    size = board.rules.size if isinstance(board, (Puzzle, Position)) else board.size
    known = board if isinstance(board, (Puzzle, Position)) else step
    if rules is None:
        rules = usual_rules(size)
        if known is not None and known.rules.size == size:
            rules = known.rules
        elif isinstance(board, (Grid, Candidates)) and board.digit_set is not None:
            rules = rules.with_digits(board.digit_set)
    for name, other in (("solution", solution), ("rules", rules)):
        if other is not None and other.size != size:
            raise ValueError(
                f"expected {name} for {board_name(size)}, got {other.size}x{other.size}"
            )
    givens = None if step is None else step.givens
    if isinstance(board, (Puzzle, Position)):
        if isinstance(board, Puzzle) or board.givens_known:
            givens = board.givens
        left = None if step is None else step.board
        if isinstance(board, Position) and left is not None and left.masks != board.masks:
            raise ValueError("expected a step of this position, got one of another board")
        marked = candidates or step is not None
        board = left or board.candidates() if marked else drawn_board(board)
    elif isinstance(board, Grid) and step is not None:
        board = step.board or Puzzle(board, rules=rules).candidates()
    digits = board.placed if isinstance(board, Candidates) else board
    first = digits if givens is None or givens.size != size else givens
    if solution is not None:
        pairs = zip(digits, solution, strict=True)
        filled = bytes(digit or solved for digit, solved in pairs)
        digits = digits._with_cells(filled)
    marks = board if isinstance(board, Candidates) else None
    return Shown(rules, digits, tuple(map(bool, first)), marks)


def drawn_board(board: Puzzle | Position) -> Grid | Candidates:
    """Return what a drawing of a board shows: its digits, or its candidates where they say more."""
    if board.marks is not None or (isinstance(board, Position) and board.removed):
        return board.candidates()
    return board.givens if isinstance(board, Puzzle) else board.grid


def usual_rules(size: int) -> Rules:
    """Return boxes as square as the size allows, wider than high: 2x3 for 6, 3x4 for 12."""
    shapes = [(rows, columns) for rows, columns in box_shapes(size) if rows <= columns]
    if not shapes:
        return Rules(size=size, regions=())
    return Rules(box_rows=shapes[-1][0], box_columns=shapes[-1][1])


def shaded_cells(rules: Rules) -> CellSet:
    """Return the cells of the extra houses; none where they are everywhere, which would show nothing."""
    cells = CellSet(size=rules.size)
    for house in rules.extra:
        cells |= house.cells
    return cells if len(cells) < rules.size**2 else CellSet(size=rules.size)


def marks_of(rules: Rules) -> tuple[Mark, ...]:
    """Return what is drawn of the constraints of a board."""
    return tuple(mark for each in rules.constraints for mark in each.marks(rules.space))


def undrawn_sentences(rules: Rules, language: str = "en") -> list[str]:
    """Return the sentences about rules for the whole board, about choices, and about numbers that nothing shows.

    Constraints share a sentence if it says the same of all of their kind: those that are drawn must not be meant too.
    """
    catalogue = words.catalogue(language)
    sentences = [] if shaded_cells(rules) else extra_sentences(rules, language)
    sentences = [*digits_sentence(rules, language), *sentences]
    shared: dict[str, list[str | None]] = {}
    for constraint in rules.constraints:
        key, values = constraint.sentence()
        shared.setdefault(key, []).append(catalogue.each(key, values))
    for constraint in rules.constraints:
        if not _is_drawn(constraint, rules):
            first, *others = shared[constraint.sentence()[0]]
            is_common = others and first is not None and set(others) == {first}
            sentences.append(str(first) if is_common else sentence_of(rules, constraint, language))
    return list(dict.fromkeys(sentences))


def _is_drawn(constraint: Constraint, rules: Rules) -> bool:
    """Whether the marks say the whole constraint."""
    marks = tuple(constraint.marks(rules.space))
    return bool(marks) and not any(isinstance(mark, Legend) or mark.choice for mark in marks)
