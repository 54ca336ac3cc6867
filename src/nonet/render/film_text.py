"""One step of a run as text: the board, with a symbol in the cell of the step."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.base.digits import symbols_of
from nonet.render.film import ROLES
from nonet.render.text import Charset, framed
from nonet.rules import Rules
from nonet.teach import Event

__all__ = ["text_frame"]

_BOLD, _CYAN, _DIM = "\x1b[1m", "\x1b[36m", "\x1b[2m"
# In reverse video, so that the cell stands out whatever colours the terminal has.
_STYLES = {
    "try": "\x1b[1;7;34m",
    "place": "\x1b[1;7;32m",
    "conflict": "\x1b[1;7;31m",
    "remove": "\x1b[1;7;35m",
    "rule": "\x1b[1;7;36m",
    "backtrack": "\x1b[1;7;33m",
}


def text_frame(
    givens: Sequence[int],
    digits: Sequence[int],
    rules: Rules,
    event: Event | None = None,
    *,
    charset: Charset = "unicode",
    color: bool = False,
) -> str:
    r"""Return the board after an event; the cell has a symbol before its digit, such as ▶ for a try.

    A digit that is tried, eliminated or removed is drawn too if the cell is empty.

    >>> print(text_frame([1] + [0] * 15, [1] + [0] * 15, Rules(size=4), Event("try", 5, 3)))
    ┌───────┬───────┐
    │  1  . │  .  . │
    │  . ▶3 │  .  . │
    ├───────┼───────┤
    │  .  . │  .  . │
    │  .  . │  .  . │
    └───────┴───────┘
    """
    signs = symbols_of(rules.size)
    words, styles = [], []
    for cell, digit in enumerate(digits):
        symbol, style = " ", _DIM
        if digit:
            style = _BOLD if givens[cell] else _CYAN
        if event is not None and event.cell == cell:
            symbol = ROLES[event.kind].symbol
            style = _STYLES.get(event.kind, style)
            digit = digit or event.digit
        words.append(symbol + (signs[digit - 1] if digit else "."))
        styles.append(style if color else "")
    return framed(words, styles, rules, charset)
