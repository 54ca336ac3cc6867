"""The classic ways to solve Sudoku, each a short module to be read, run, watched and compared.

They know nothing of the native core, and are the second opinion on it.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solve(easy, "backtracking", limit=None).counters.solutions
1
"""

from nonet.teach.board import Board, make_board
from nonet.teach.registry import Algorithm, Run, algorithm, names, solve
from nonet.teach.trace import Counters, Event, Frame, Recorder, Spent, Trace, replay

__all__ = [
    "Algorithm",
    "Board",
    "Counters",
    "Event",
    "Frame",
    "Recorder",
    "Run",
    "Spent",
    "Trace",
    "algorithm",
    "make_board",
    "names",
    "replay",
    "solve",
]
