"""Clues outside of a board drawn with characters: numbers around it, each with an arrow where it has a direction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from nonet.rules.constraints.marks import Mark, Outside

__all__ = ["surrounded"]

_IN_ASCII = str.maketrans({"≤": "<=", "≥": ">=", "\u2013": "-"})
"""What stands for the signs of a range of totals."""

_ARROWS = {
    "unicode": {"down right": "↘", "down left": "↙", "up right": "↗", "up left": "↖"},
    "ascii": {"down right": "\\", "down left": "/", "up right": "/", "up left": "\\"},
}


def surrounded(
    drawn: Sequence[str],
    columns: Sequence[int],
    rows: Sequence[int],
    marks: Sequence[Mark],
    charset: str,
) -> list[str]:
    """Return the lines of a board with its clues around them.

    ``columns`` say where the last character of a column is, ``rows`` in which line a row is. Clues at the same end
    of a line are one behind another, the first one next to the board. A clue that is only a choice is left out: a
    sentence below the board says it.
    """
    clues = [mark for mark in marks if isinstance(mark, Outside) and not mark.choice]

    def at(side: str) -> dict[int, list[str]]:
        by_line: dict[int, list[str]] = {}
        for clue in clues:
            if clue.side == side:
                arrow = _ARROWS[charset].get(clue.direction, "")
                label = clue.label.translate(_IN_ASCII) if charset == "ascii" else clue.label
                by_line.setdefault(clue.line[1] - 1, []).append(label + arrow)
        return by_line

    width = max(map(len, drawn))
    left, right = at("left"), at("right")
    before = {
        rows[row]: " ".join(reversed(texts))
        for row, texts in left.items()
        if row in range(len(rows))
    }
    after = {rows[row]: " ".join(texts) for row, texts in right.items() if row in range(len(rows))}
    room = max(map(len, before.values()), default=-1) + 1
    lines = []
    for number, line in enumerate(drawn):
        beside = before.get(number, "")
        text = f"{beside:>{room - 1}} {line}" if room else line
        lines.append(f"{text} {after[number]}" if number in after else text)
    above = _level(at("top"), columns, width)
    below = _level(at("bottom"), columns, width)
    space = " " * room
    return [*(space + line for line in reversed(above)), *lines, *(space + line for line in below)]


def _level(clues: dict[int, list[str]], columns: Sequence[int], width: int) -> list[str]:
    """Return the lines of clues above or below the board, the nearest first; without room a clue takes another line."""
    lines: list[str] = []
    for texts in zip_longest(*(clues[key] for key in sorted(clues)), fillvalue=""):
        waiting = [(key, text) for key, text in zip(sorted(clues), texts, strict=True) if text]
        while waiting:
            line, later = "", []
            for key, text in waiting:
                last = columns[key] if 0 <= key < len(columns) else (0 if key < 0 else width)
                start = max(0, last - len(text.rstrip("↘↙↗↖\\/")) + 1)
                if line and start <= len(line):
                    later.append((key, text))
                else:
                    line = line.ljust(start) + text
            lines.append(line)
            waiting = later
    return lines
