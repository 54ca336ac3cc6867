"""Positions with placed digits, for the tests of formats."""

from __future__ import annotations

from typing import Any

from nonet.puzzle import Board, Position


def position_on(givens: Any, placed: str, deleted: str = "") -> Board:
    """Return the position with placed digits and candidates deleted, such as 713 for the 7 of r1c3."""
    removed: dict[str, set[int]] = {}
    for digit, row, column in map(tuple, deleted.split()):
        removed.setdefault(f"r{row}c{column}", set()).add(int(digit))
    position = Position(givens, placed=placed or None, removed=removed)
    return position.puzzle if position.is_start else position
