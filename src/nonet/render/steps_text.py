"""A step drawn with characters: the candidates of every cell, with a symbol before each one that has a role.

Nothing is lost without colours: the symbols are the shapes of the pictures, and a line below says what they mean.
"""

from __future__ import annotations

from itertools import groupby

from nonet.render.boards import Shown
from nonet.render.scene import Scene, Spot, scene_of
from nonet.render.text import Charset, framed
from nonet.render.themes import SHAPES
from nonet.steps import Role, Step
from nonet.steps.values import house_value
from nonet.words import Catalogue, catalogue

__all__ = ["step_text"]

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_PLACED = "\x1b[1;7;32m"
_PLACED_SYMBOL = "="
# Eliminated candidates are struck through where the terminal can; all with a role are bold.
_STYLES = {
    Role.CAUSE: "\x1b[1;34m",
    Role.TARGET: "\x1b[1;9;31m",
    Role.PIVOT: "\x1b[1;34m",
    Role.PINCER: "\x1b[1;35m",
    Role.BASE: "\x1b[1;34m",
    Role.COVER: "\x1b[1;35m",
    Role.FIN: "\x1b[1;33m",
    Role.COLOUR_A: "\x1b[1;32m",
    Role.COLOUR_B: "\x1b[1;33m",
    Role.START: "\x1b[1;36m",
    Role.END: "\x1b[1;35m",
    Role.EXTRA: "\x1b[1;33m",
}


def step_text(
    shown: Shown,
    step: Step,
    *,
    charset: Charset = "unicode",
    color: bool = False,
    language: str = "en",
) -> str:
    r"""Return a step on a position as text; see `nonet.render.text`.

    Below the board are the symbols with what they mean, and the houses that the step names.

    >>> from nonet.boards.grid import Candidates
    >>> from nonet.render.boards import shown_of
    >>> from nonet.steps import Mark, technique
    >>> board = shown_of(Candidates.from_masks([1] * 9 + [7] * 72))
    >>> pair = Mark(Role.CAUSE, 9, frozenset({1, 2}))
    >>> step = Step(technique("naked_pair"), 3.0, removes={11: frozenset({2})}, houses=(1, 18), marks=(pair,))
    >>> print("\n".join(step_text(board, step, charset="ascii").splitlines()[1:3]))
    | 1     1   1    | 1   1   1   | 1   1   1   |
    | #1#23 123 1x23 | 123 123 123 | 123 123 123 |
    >>> print(step_text(board, step, charset="ascii").splitlines()[-1])
    # cause   x eliminated   in row 2, box 1
    """
    scene = scene_of(shown, step)
    cells: list[list[Spot]] = [[] for _ in shown.digits]
    for spot in scene.spots:
        cells[spot.cell].append(spot)
    words = [_word(cell, charset, color) or "-" for cell in cells]
    legend = _legend(scene, charset, color, catalogue(language), step)
    board = framed(words, [""] * len(words), shown.rules, charset)
    return f"{board}\n{legend}" if legend else board


def _word(spots: list[Spot], charset: Charset, color: bool) -> str:
    """Return the digits of a cell, each after its symbols."""
    parts = []
    for style, group in groupby(spots, _style):
        text = ""
        for spot in group:
            symbols = _PLACED_SYMBOL if spot.is_placed else ""
            symbols += "".join(_symbol(role, charset) for role in spot.roles)
            text += f"{symbols}{spot.value}"
        parts.append(f"{style}{text}{_PLAIN}" if color else text)
    return "".join(parts)


def _style(spot: Spot) -> str:
    if spot.is_placed:
        return _PLACED
    if spot.roles:
        return _STYLES[Role.TARGET if Role.TARGET in spot.roles else spot.roles[-1]]
    return _BOLD if spot.is_large else _DIM


def _symbol(role: Role, charset: Charset) -> str:
    return SHAPES[role].ascii if charset == "ascii" else SHAPES[role].symbol


def _legend(scene: Scene, charset: Charset, color: bool, words: Catalogue, step: Step) -> str:
    """Return what the symbols mean, and which houses the step names."""
    entries = []
    if any(spot.is_placed for spot in scene.spots):
        entries.append((_PLACED_SYMBOL, words.role("placed"), _PLACED))
    for role in scene.roles:
        entries.append(
            (
                _symbol(role, charset),
                words.role(role.value, variant=step.technique.id),
                _STYLES[role],
            )
        )
    parts = [
        f"{style}{symbol}{_PLAIN} {word}" if color else f"{symbol} {word}"
        for symbol, word, style in entries
    ]
    if scene.houses:
        houses = [house_value(house, step.rules) for house in dict.fromkeys(scene.houses)]
        parts.append(words.role("houses", {"houses": houses}))
    return "   ".join(parts)
