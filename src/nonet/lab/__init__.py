"""Measurements on equal terms: fair puzzles, answers that are checked, and algorithms side by side.

A list of puzzles is often sorted, and its puzzles often have their digits or rows in a telling order. So a
measurement shuffles the list and turns each puzzle into a random one of its equivalents, which is as hard. And a
figure counts only if the answers behind it are right.

`compare` runs the algorithms of `nonet.teach` and the native core on the same puzzles, each with the same budget;
`digit_orders` shows what the order in which digits are tried does to backtracking.
"""

from nonet.lab.comparison import CORE, Comparison, Figure, Row, Trial, compare, installed_names
from nonet.lab.fairness import shuffled, verified
from nonet.lab.orders import WORST_CASE, WORST_CASE_CALLS, OrderRun, Progress, digit_orders

__all__ = [
    "CORE",
    "WORST_CASE",
    "WORST_CASE_CALLS",
    "Comparison",
    "Figure",
    "OrderRun",
    "Progress",
    "Row",
    "Trial",
    "compare",
    "digit_orders",
    "installed_names",
    "shuffled",
    "verified",
]
