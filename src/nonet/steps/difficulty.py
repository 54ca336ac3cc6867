"""The five difficulties that people ask for, as ranges of Sudoku Explainer's rating (ER).

Newspapers and apps call a puzzle hard or expert by scales that they seldom publish. `BANDS` is the one scale of nonet.
A band ends where the next harder puzzles ask for a new way of looking at the board:

======= =========== ============================================ ==============================================
band    ER          techniques that it adds                      comparable names
======= =========== ============================================ ==============================================
easy    1.0 - 1.5   full house, hidden singles                   easy, gentle: scan one digit at a time
medium  1.6 - 2.5   naked singles, direct pointing and claiming, medium, moderate: no pencil marks yet
                    direct hidden pairs and triples
hard    2.6 - 4.4   pointing, claiming, pairs, triples, X-wing,  hard, tough: pencil marks are needed
                    swordfish, XY-wing, XYZ-wing
expert  4.5 - 6.9   unique rectangles and loops, BUG, quadruples, expert, fiendish: rare patterns, short chains
                    jellyfish, exclusion, X-cycles, Y-cycles
extreme 7.0 - 20.0  forcing chains and all that is harder        extreme, evil, diabolical: what follows if …?
======= =========== ============================================ ==============================================

Some minimal puzzles rated 7.0 or more need only one short forcing chain, others need hours; ask for a ``rating`` where
that matters.

>>> difficulty_of(4.2), band("hard").low, band("hard").high
('hard', 2.6, 4.4)
"""

from __future__ import annotations

from typing import NamedTuple

from nonet.base.suggestions import suggestion

__all__ = ["BANDS", "Band", "band", "difficulty_of"]


class Band(NamedTuple):
    """A difficulty: the ER of its puzzles is from ``low`` to ``high``, both included.

    ``minimal`` says whether a puzzle generated for it is minimal if the caller does not choose. Easier puzzles get more
    givens than they need, as they do in newspapers.
    """

    name: str
    low: float
    high: float
    minimal: bool


BANDS: tuple[Band, ...] = (
    Band("easy", 1.0, 1.5, minimal=False),
    Band("medium", 1.6, 2.5, minimal=False),
    Band("hard", 2.6, 4.4, minimal=True),
    Band("expert", 4.5, 6.9, minimal=True),
    Band("extreme", 7.0, 20.0, minimal=True),
)
"""The difficulties, the easiest first. Every rating is in one of them."""


def band(name: str) -> Band:
    """Return the band of this name.

    Raises `ValueError` for an unknown name.

    >>> band("expret")
    Traceback (most recent call last):
        ...
    ValueError: unknown difficulty 'expret'; did you mean 'expert'?
    """
    names = [known.name for known in BANDS]
    if name in names:
        return BANDS[names.index(name)]
    hint = suggestion(str(name).lower(), names, otherwise=f"choose one of {', '.join(names)}")
    raise ValueError(f"unknown difficulty {name!r}; {hint}")


def difficulty_of(er: float) -> str:
    """Return the name of the band that an ER is in.

    >>> difficulty_of(1.2), difficulty_of(11.9)
    ('easy', 'extreme')
    """
    return next(known.name for known in reversed(BANDS) if er >= known.low or known is BANDS[0])
