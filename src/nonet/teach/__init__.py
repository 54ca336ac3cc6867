"""The classic Sudoku algorithms, each a short module to read, run, watch and compare.

They are independent of the native core, so they also check its answers.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solve(easy, "backtracking", limit=None).counters.solutions
1
"""

from nonet.teach.board import Board, make_board
from nonet.teach.recorder import Counters, Recorder, Spent
from nonet.teach.registry import Algorithm, algorithm, names
from nonet.teach.running import SolverRun, solve
from nonet.teach.trace import Event, Frame, Trace, replay

__all__ = [
    "Algorithm",
    "Board",
    "Counters",
    "Event",
    "Frame",
    "Recorder",
    "SolverRun",
    "Spent",
    "Trace",
    "algorithm",
    "make_board",
    "names",
    "replay",
    "solve",
]
