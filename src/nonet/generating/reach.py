"""What random puzzles reach: how many givens, which ratings; and what follows for the options that nobody chose.

A search for what random puzzles do not have ends with its budget, after a minute or two, and finds nothing. So such
requirements are refused before the search, with the option that makes them easy; with a budget they are searched for.
The figures are those of the puzzles that `nonet.generating.arrays` makes with seed 5, 200,000 for each symmetry, and
of 200,000 that are rated; ``benchmarks/reach.py`` counts them again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.rules import Rules
from nonet.steps import technique

if TYPE_CHECKING:
    from nonet.generating.request import Request

__all__ = ["FULL_HOUSES", "check_reach", "has_more_givens", "is_full_houses"]

REACHED = {
    "none": (20, 30),
    "rotational": (22, 34),
    "rotational-90": (24, 44),
    "horizontal": (22, 35),
    "vertical": (22, 36),
    "diagonal": (21, 34),
    "antidiagonal": (21, 34),
    "full": (24, 52),
}
"""The fewest and the most givens of minimal classic puzzles with a symmetry. Those without one have 24.4 on average."""

_MOST = 0.42
"""The share of cells that are given in minimal puzzles of other rules, at most."""

HIGHEST = 92
"""The highest rating of random puzzles, in tenths. About 1 in 6,000 has more than 9.0."""

FULL_HOUSES = (0.75, 0.86)
"""Shares of cells that are given in puzzles that full houses solve: with fewer, hardly any."""

_EASIEST = 12  # tenths: a puzzle that is rated below needs nothing but full houses


def has_more_givens(rules: Rules, symmetry: str, givens: tuple[int, int] | None) -> bool:
    """Return whether a number of givens is more than minimal puzzles have.

    >>> has_more_givens(Rules(), "none", (40, 40)), has_more_givens(Rules(), "none", (24, 40))
    (True, False)
    """
    return givens is not None and givens[0] > _most_givens(rules, symmetry)


def is_full_houses(hardest: int | None, rating: tuple[int, int] | None) -> bool:
    """Return whether puzzles must be solved by full houses alone: the hardest step, or the highest rating, says so."""
    if rating is not None and rating[1] < _EASIEST:
        return True
    return hardest == technique("full_house").index


def check_reach(request: Request) -> None:
    """Raise `ValueError` if random puzzles do not have what is required."""
    if request.pattern is None and request.variant is None and request.givens is not None:
        _check_givens(request, *request.givens)
    if is_full_houses(request.hardest, request.rating):
        _check_full_houses(request)
    elif request.is_classic and request.rating is not None and request.rating[0] > HIGHEST:
        raise ValueError(
            f"rating is at least {request.rating[0] / 10:.1f}, but random puzzles have at most"
            f" {HIGHEST / 10:.1f}; lower it, or give a budget to search all the same"
        )


def _check_givens(request: Request, low: int, high: int) -> None:
    most = _most_givens(request.rules, request.symmetry)
    such = "" if request.symmetry == "none" else f" with the symmetry {request.symmetry!r}"
    if request.minimal and low > most:
        raise ValueError(
            f"givens is at least {low}, but minimal puzzles{such} hardly have more than {most};"
            " use minimal=False (--no-minimal on the command line),"
            " or give a budget to search all the same"
        )
    if request.rules.is_classic and high < (fewest := REACHED[request.symmetry][0]):
        raise ValueError(
            f"givens is at most {high}, but random puzzles{such} hardly have fewer than {fewest};"
            " ask for more, or give a budget to search all the same"
        )


def _check_full_houses(request: Request) -> None:
    cells = request.rules.size**2
    low, high = (round(share * cells) for share in FULL_HOUSES)
    if request.variant is not None:
        raise ValueError(
            "a puzzle with constraints is not solved by full houses; leave out variant"
        )
    if request.minimal or (request.givens is not None and request.givens[1] < low - 5):
        raise ValueError(
            f"a puzzle that full houses solve has about {low} to {high} givens; use minimal=False"
            f" (--no-minimal on the command line) and givens={low}-{high},"
            " or give a budget to search all the same"
        )


def _most_givens(rules: Rules, symmetry: str) -> int:
    if rules.is_classic:
        return REACHED[symmetry][1]
    return round(_MOST * rules.size**2)
