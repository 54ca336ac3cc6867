"""From values to a puzzle: which rules the board has.

The rules are those that the text shows, those that the caller gives, or the usual ones of the size. It is an error if
text and caller disagree, and if neither says what the size leaves open.
"""

from __future__ import annotations

import functools
import math

from nonet.base.cells import board_name
from nonet.base.errors import ParseError, RulesError
from nonet.boards.grid import Candidates, Grid
from nonet.formats.base import IntoRules
from nonet.formats.values import has_shape, wrong_length
from nonet.puzzle import Board, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import ANY_RULES, CLASSIC, Rules, box_shapes
from nonet.rules.variants import format_rules, latin_square, parse_rules

__all__ = [
    "EXAMPLE",
    "agreed",
    "classic_givens",
    "is_classic",
    "make_puzzle",
    "make_sukaku",
    "refused",
    "rules_for",
    "with_added",
]


EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle in the examples of the formats."""


def rules_for(size: int, given: IntoRules = None, shown: Rules | None = None) -> Rules:
    """Return the rules of a board of this size.

    ``shown`` are the boxes or regions that the text shows; ``given`` are the rules of the caller, which can add
    houses to them but not contradict them. Raises `ParseError` if they do not fit together, or if the size leaves
    the rules open.

    >>> rules_for(6, "diagonals", Rules(box_rows=2, box_columns=3)).box_rows, rules_for(16).box_rows
    (2, 4)
    """
    return _rules_for(size, given, shown, _names(given), _names(shown))


def _names(given: IntoRules) -> tuple[str, ...]:
    return given.extra_names if isinstance(given, Rules) else ()


@functools.lru_cache(maxsize=256)
def _rules_for(
    size: int,
    given: IntoRules,
    shown: Rules | None,
    *names: tuple[str, ...],  # of houses, which equal rules may not share
) -> Rules:
    if given == ANY_RULES:
        return shown or _usual(size) or latin_square(size)
    if not given:
        if all_rules := shown or _usual(size):
            return all_rules
        raise _undetermined(size)
    try:
        rules = _resolved(size, given, shown)
    except RulesError as error:
        raise ParseError(str(error)) from None
    if rules.size != size:
        raise ParseError(f"the board is {size}x{size}, the rules are for {rules.size}x{rules.size}")
    if shown is not None and rules.regions != shown.regions:
        raise _contradiction(shown, rules)
    return CLASSIC if rules.is_classic else rules


def _usual(size: int) -> Rules | None:
    try:
        return CLASSIC if size == 9 else Rules(size=size)
    except RulesError:
        return None


def _undetermined(size: int) -> ParseError:
    """Return the error for a board that can have several shapes of boxes, or no boxes."""
    shapes = box_shapes(size)
    word = f"{shapes[0][0]}x{shapes[0][1]}" if shapes else "latin"
    if shapes:
        names = " or ".join(f"{rows}x{columns}" for rows, columns in shapes)
        problem = f"{board_name(size)} can have boxes of {names} cells (rows x columns) or none"
    else:
        problem = f"{board_name(size)} has no boxes of equal rectangles"
    return ParseError(
        f'{problem}; say which: rules="{word}", or --rules {word} on the command line'
    )


def _resolved(size: int, given: Rules | str, shown: Rules | None) -> Rules:
    if isinstance(given, Rules):
        return given
    if shown is not None and not has_shape(given):
        given = f"{format_rules(shown)} {given}"
    return parse_rules(given, size=size)


def _contradiction(shown: Rules, given: Rules) -> ParseError:
    text, other = (_short(format_rules(rules)) for rules in (shown, given))
    return ParseError(
        f"the text shows {text!r}, but the rules given are {other!r}; drop one of them, or write all"
        " rules in the text"
    )


def _short(words: str) -> str:
    return words if len(words) <= 60 else words[:59] + "…"


def agreed(puzzle: Puzzle, given: IntoRules) -> Puzzle:
    """Return a puzzle whose text has its rules in full; raise `ParseError` if the caller gives others."""
    if given and given != ANY_RULES:
        shape = Rules(size=puzzle.rules.size, regions=puzzle.rules.regions)
        rules = rules_for(puzzle.rules.size, given, shape)
        if rules != puzzle.rules:
            raise _contradiction(puzzle.rules, rules)
    return puzzle


def is_classic(puzzle: Puzzle) -> bool:
    """Whether a puzzle is a classic board with givens, which the engine reads in rows."""
    return puzzle.rules.is_classic and puzzle.marks is None


def classic_givens(board: Board) -> str:
    """Return the 81 characters of a classic board; raise `ParseError` if it is another one.

    >>> classic_givens(Puzzle("5" + "0" * 80))[:9]
    '5........'
    """
    size, rules = board.rules.size, board.rules
    reason = ""
    if not isinstance(board, Puzzle):
        reason = "expected a puzzle, found a position"
    elif board.marks is not None:
        reason = "expected 81 cells, found candidates"
    elif size != 9:
        reason = f"expected a classic 9x9 board, found {size}x{size}"
    elif not rules.is_classic:
        words = format_rules(rules).removeprefix("3x3 ")
        reason = f"expected a classic board, found the rules {words[:60]!r}"
    if reason:
        raise ParseError(reason)
    return board.givens.text()


def with_added(puzzle: Puzzle, given: IntoRules) -> Puzzle:
    """Return a puzzle whose text has rules, with the houses and constraints that the caller adds to them.

    Raises `ParseError` if the caller gives other boxes or regions.
    """
    if not given or given == ANY_RULES:
        return puzzle
    rules = puzzle.rules
    added = rules_for(rules.size, given, Rules(size=rules.size, regions=rules.regions))
    together = rules.extended(added.extra, added.constraints)
    return puzzle if together == rules else Puzzle(puzzle, rules=together, info=puzzle.info)


def make_puzzle(
    values: bytes,
    info: dict[str, str] | None = None,
    rules: IntoRules = None,
    *,
    shown: Rules | None = None,
    spelling: str = "",
) -> Puzzle:
    """Return the puzzle of checked values; ``shown`` are the boxes or regions that its text shows."""
    if rules is None and shown is None and len(values) == 81:
        return Puzzle._trusted(values, info)
    size = math.isqrt(len(values))
    if size**2 != len(values):
        raise wrong_length(len(values), column=1, rules=rules)
    all_rules = _with_usual_digits(rules_for(size, rules, shown))
    if spelling:
        info = {"spelling": spelling, **(info or {})}
    if all_rules is CLASSIC:
        return Puzzle._trusted(values, info)
    return Puzzle(Grid(values), rules=all_rules, info=info)


def refused(format: str, reason: str, board: Board) -> PuzzleError:
    """Return the error for a board that a format does not hold."""
    return PuzzleError(f"the format {format!r} {reason}", puzzle=Puzzle(board))


def make_sukaku(
    marks: Candidates,
    info: dict[str, str] | None = None,
    rules: IntoRules = None,
    *,
    shown: Rules | None = None,
) -> Puzzle:
    """Return the puzzle of candidates."""
    return Puzzle(marks, rules=_with_usual_digits(rules_for(marks.size, rules, shown)), info=info)


def _with_usual_digits(rules: Rules) -> Rules:
    """Return rules; raise `ParseError` if their digits are others than those that were read."""
    try:
        rules.require_usual_digits("this form of a board")
    except RulesError as error:
        raise ParseError(f"{error}; write its cells as text, with . for an empty cell") from None
    return rules
