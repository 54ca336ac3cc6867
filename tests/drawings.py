"""Boards drawn in rows, for the tests of formats."""

from __future__ import annotations


def bars(rows: list[str], *widths: int, gap: str = "|") -> list[str]:
    """Put bars between the boxes of rows."""
    out = []
    for row in rows:
        parts, at = [], 0
        for width in widths:
            parts.append(row[at : at + width])
            at += width
        out.append(gap.join(parts))
    return out
