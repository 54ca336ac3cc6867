"""Fair measurements: shuffled puzzles, verified answers, and algorithms side by side.

Lists of puzzles are often sorted, and the digits or rows of a puzzle are often in a telling order. So a measurement
shuffles the list and replaces each puzzle by a random equivalent one, which is as hard. A figure counts only if the
answers are right.

`compare` runs the algorithms of `nonet.teach` and the native core on the same puzzles with the same budget.
`digit_orders` shows how the order in which digits are tried changes backtracking.
"""

from nonet.lab.comparison import CORE, Comparison, Figure, Row, Trial, compare, installed_names
from nonet.lab.fairness import shuffled, verified
from nonet.lab.orders import WORST_CASE, WORST_CASE_CALLS, FirstRowsDone, OrderRun, digit_orders

__all__ = [
    "CORE",
    "WORST_CASE",
    "WORST_CASE_CALLS",
    "Comparison",
    "Figure",
    "FirstRowsDone",
    "OrderRun",
    "Row",
    "Trial",
    "compare",
    "digit_orders",
    "installed_names",
    "shuffled",
    "verified",
]
