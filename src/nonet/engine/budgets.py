"""Limits and budgets: what a caller may ask for, how long large boards are searched, and what to say at the end."""

from __future__ import annotations

from nonet.engine import clauses
from nonet.rules import Rules

__all__ = [
    "GIVE_UP",
    "HAND_OVER",
    "LARGE",
    "MAX_BOUND",
    "bounds",
    "budget_of",
    "budget_sentence",
    "can_hand_over",
]

MAX_BOUND = (1 << 64) - 1
"""The largest limit or budget of the core."""

LARGE = 16
"""The largest size that is searched without a budget. Above it, a search can take longer than anyone waits."""

HAND_OVER = 30_000
"""The guesses on a large board before the SAT solver takes over, if it is installed: a second or two."""

GIVE_UP = 2_000_000
"""The guesses on a large board before the search ends, without the SAT solver: some minutes."""


def bounds(limit: int, budget: int | None) -> tuple[int, int]:
    """Check a limit and a budget, and return them as the core expects them: 0 means no budget.

    >>> bounds(2, None)
    (2, 0)
    """
    for name, value in (("limit", limit), ("budget", 1 if budget is None else budget)):
        if not hasattr(value, "__index__"):
            raise TypeError(f"{name} must be a whole number, got {value!r}")
        if value < 1:
            raise ValueError(f"{name} must be at least 1, got {value}")
    return min(limit, MAX_BOUND), min(budget or 0, MAX_BOUND)


def budget_of(rules: Rules, budget: int | None, *, limit: int = 2) -> int | None:
    """Return the guesses that a search may make: the caller's budget, or one of our own for a large board."""
    if budget is not None or rules.size <= LARGE:
        return budget
    return (HAND_OVER if can_hand_over(rules) else GIVE_UP) + 1000 * min(limit, MAX_BOUND)


def can_hand_over(rules: Rules) -> bool:
    """Return whether a SAT solver can continue: it knows houses only."""
    return rules.houses_only and clauses.is_available()


def budget_sentence(rules: Rules, budget: int | None) -> str:
    """Return a sentence that says why a search ended early, and what to do about it.

    >>> budget_sentence(Rules(size=9), 10)
    'the budget of 10 guesses is spent'
    """
    install = "pip install nonet[sat]"
    if budget is not None:
        spent = f"the budget of {budget} {'guess' if budget == 1 else 'guesses'} is spent"
        if rules.size <= LARGE or not rules.houses_only:
            return spent
        return f"{spent}; without a budget, a SAT solver takes over ({install})"
    if can_hand_over(rules):
        return f"neither the search nor the SAT solver finished in {clauses.SECONDS:.0f} seconds"
    if not rules.houses_only:
        return f"the search stopped after {GIVE_UP:,} guesses"
    return f"the search stopped after {GIVE_UP:,} guesses; a SAT solver can take over ({install})"
