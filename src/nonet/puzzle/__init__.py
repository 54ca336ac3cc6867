"""`Puzzle` and `Position`, and the answers of their verbs.

`value` holds the puzzle and `position` the position on one; each verb that needs more than a call of the engine has its
work in a module of its own, which loads when the verb is first used.
"""

from nonet.puzzle.checking import Check
from nonet.puzzle.exact import AtLeast
from nonet.puzzle.position import Board, Givens, IntoBoard, Position
from nonet.puzzle.solving import solve
from nonet.puzzle.value import IntoPuzzle, Puzzle, as_puzzle, as_puzzles

__all__ = [
    "AtLeast",
    "Board",
    "Check",
    "Givens",
    "IntoBoard",
    "IntoPuzzle",
    "Position",
    "Puzzle",
    "as_puzzle",
    "as_puzzles",
    "solve",
]
