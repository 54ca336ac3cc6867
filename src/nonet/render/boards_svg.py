"""A board as an SVG: digits, candidates, and for a step the pattern and the arrows of its chains.

There is no script in it, nothing is loaded from elsewhere, and no name could clash with another picture on the same
page: colours are attributes of the elements, and the heads of the arrows are paths.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from functools import lru_cache
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from nonet.base.cells import cell_name
from nonet.boards.grid import Grid
from nonet.render.arrows_svg import arrows_svg, sample_svg
from nonet.render.boards import (
    Board,
    Shown,
    marks_of,
    shaded_cells,
    shown_of,
    undrawn_sentences,
)
from nonet.render.clues import Clues, Margins, clues_of, crossed_cells, labelled_cells
from nonet.render.clues_svg import clues_svg
from nonet.render.drawing import CELL, candidates_beside, cells_path, corner, grid_svg
from nonet.render.scene import Candidate, Link, Scene, Spot, scene_of
from nonet.render.themes import SHAPES, Theme, theme_of
from nonet.rules import Rules
from nonet.rules.variants import sentences_of
from nonet.steps import Role, Step, sentences
from nonet.words import Catalogue, catalogue
from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.rules.constraints import Constraint

__all__ = ["drawn_svg", "svg"]

_LABELS = 17  # the space for the labels, at the left and above
_MARGIN = 9  # at the right and below
_GAP = 12.2  # between candidates on a 9x9 board
_SMALL, _LARGE = 9.2, 24  # letters of candidates and of digits alone in their cells
_LINE = 17  # height of a line of the legend
_BLOWN_UP = 2.6  # the shape of a digit alone in its cell, in shapes of candidates
_FADED = 0.25  # constraints that a step does not rest on
_WIDEST = 1000  # pixels, unless the board is larger without any scaling
# Sentences below the picture: letters in a line of a wide one, which are 11 pixels high on a telephone then.
_LETTERS, _LEAST, _ASPECT, _MOST = 52, 9.0, 0.55, 16  # least height, width over height, most lines
_LINKS: tuple[Link, ...] = ("strong", "weak", "step")


def svg(
    board: Board | Step,
    *,
    step: Step | None = None,
    solution: Grid | None = None,
    rules: Rules | None = None,
    candidates: bool = False,
    theme: str = "light",
    language: str = "en",
) -> str:
    """Return a board as an SVG; with ``step``, the step on the board as it is before the step.

    A `Puzzle` or a `Grid` is drawn with its digits, `Candidates` with all candidates, boards of every size and shape. A
    `Position` is drawn with its candidates if some were removed, and with ``candidates`` any puzzle or position is. A
    `Step` alone is drawn on its own board, or without one as the candidates that it names. Givens are bold and black;
    the digits of a ``solution``, and those placed since the start, are lighter and have a colour. ``rules`` describe
    the regions if the board does not; a rule that no drawing shows, such as the knight's move, is written below the
    board. ``theme`` is "light", "dark", "colour-blind" or "print". ``language`` is that of the legend, the digits and
    the sentences.

    Raises `ValueError` for another theme or language, for a solution or rules of another size, for a step on a board
    that is not 9x9, and for a step of another position.

    >>> picture = svg(Grid("1..." "..2." ".3.." "...4"))
    >>> picture[:4], "<title>4x4 Sudoku, 4 digits</title>" in picture, "<script" in picture
    ('<svg', True, False)
    """
    shown = shown_of(board, step=step, solution=solution, rules=rules, candidates=candidates)
    step = board if isinstance(board, Step) else step
    captions = undrawn_sentences(shown.rules, language)
    return drawn_svg(shown, step, captions, theme_of(theme), catalogue(language))


def drawn_svg(
    shown: Shown,
    step: Step | None,
    captions: Sequence[str],
    colors: Theme,
    words: Catalogue,
) -> str:
    """Return the picture of a position, and of a step on it, with sentences below."""
    scene = scene_of(shown, step)
    rules = shown.rules
    marks = marks_of(rules)
    clues = clues_of(marks, rules.size, rules.size)
    focus = step.basis.constraints if step is not None and step.basis is not None else ()
    room = Margins(*(side * CELL / 100 for side in clues.margins))
    labelled = labelled_cells(marks, rules.size)
    side = rules.size * CELL
    legend, lines = _legend(scene, colors, side, words, step.technique.id) if step else ("", 0)
    caption, below = _caption(captions, side, colors, words)
    left, top = room.left + _LABELS, room.top + _LABELS
    width = side + left + room.right + _MARGIN
    bottom = top + side + room.bottom
    height = bottom + _MARGIN + below + _LINE * lines
    name, about = _described(shown, step, words)
    body = [
        f'<rect width="{width:g}" height="{height:g}" rx="4" fill="{colors.paper}"/>',
        f'<g transform="translate({left:g} {top:g})" text-anchor="middle">',
        _tints(scene, colors, rules, _named(step, rules)),
        _clues(clues, focus, colors, words, rules, above=False),
        grid_svg(rules, colors.line, colors.ink),
        _clues(clues, focus, colors, words, rules, above=True),
        _labels(rules.size, colors, words, room),
        arrows_svg(scene, _places(scene, rules.size, labelled), colors),
        _spots(scene, colors, rules.size, words, labelled, crossed_cells(marks, rules.size)),
        "</g>",
    ]
    if caption:
        body.append(f'<g transform="translate({left:g} {bottom + 2:g})">{caption}</g>')
    if legend:
        body.append(f'<g transform="translate({left:g} {bottom + below + 13:g})">{legend}</g>')
    scale = min(1.5, max(1.0, _WIDEST / width))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width * scale:.4g}" height="{height * scale:.4g}" role="img"'
        f' font-family="system-ui,sans-serif"><title>{escape(name)}</title>'
        f"<desc>{escape(about)}</desc>{''.join(body)}</svg>\n"
    )


def _described(shown: Shown, step: Step | None, words: Catalogue) -> tuple[str, str]:
    """Return what a screen reader says: a title, and the step or the digits row by row."""
    if step is not None:
        undrawn = undrawn_sentences(shown.rules, words.language)
        about = " ".join([sentences.describe(step, language=words), *undrawn])
        return sentences.title(step, words), about
    size, digits = shown.rules.size, list(shown.digits)
    values = shown.rules.digits
    empty, rows = words.phrase("picture.empty", {}), []
    for row in range(size):
        cells = [
            values[digit - 1] if digit else empty for digit in digits[row * size : (row + 1) * size]
        ]
        rows.append(words.phrase("picture.row", {"row": row + 1, "digits": cells}))
    facts = {"size": size, "n": sum(map(bool, digits))}
    captions = [*rows, *sentences_of(shown.rules, words.language)]
    return words.phrase("picture.title", facts), " ".join(captions)


# -- places ---------------------------------------------------------------------------------------


@lru_cache(4096)
def _place(
    candidate: Candidate, size: int, *, is_large: bool = False, is_low: bool = False
) -> tuple[float, float]:
    """Return where the middle of a candidate is; it ``is_low`` below the label of a cage."""
    cell, digit = candidate
    x, y = corner(cell, size)
    if is_large:
        return x + CELL / 2, y + CELL / 2
    columns = candidates_beside(size)
    rows = math.ceil(size / columns)
    gap = _GAP * 3 / columns if size > 4 else 1.2 * _GAP
    across, down = (digit - 1) % columns, (digit - 1) // columns
    middle = y + CELL / 2 + (4 if is_low else 0)
    return (
        round(x + CELL / 2 + gap * (across - (columns - 1) / 2), 2),
        round(middle + gap * (0.78 if is_low else 1) * (down - (rows - 1) / 2), 2),
    )


def _spot_place(spot: Spot, size: int, labelled: Set[int]) -> tuple[float, float]:
    is_low = spot.cell in labelled
    return _place((spot.cell, spot.digit), size, is_large=spot.is_large, is_low=is_low)


def _places(scene: Scene, size: int, labelled: Set[int]) -> dict[Candidate, tuple[float, float]]:
    """Return where the candidates of a picture with arrows are."""
    if not scene.arrows:
        return {}
    return {(s.cell, s.digit): _spot_place(s, size, labelled) for s in scene.spots}


# -- layers ---------------------------------------------------------------------------------------


def _labels(size: int, theme: Theme, words: Catalogue, room: Margins) -> str:
    """Return the names of rows and columns, outside of the board and its clues."""

    def name(kind: str, number: int) -> str:
        return escape(words.fill("{it}", {"it": Value(kind, {"n": number})}))

    middles = [(i + 1, i * CELL + CELL / 2) for i in range(size)]
    names = [
        f'<text x="{at:g}" y="{-5 - room.top:g}">{name("column", n)}</text>' for n, at in middles
    ]
    names += [
        f'<text x="{-8.5 - room.left:g}" y="{at + 2.8:g}">{name("row", n)}</text>'
        for n, at in middles
    ]
    return f'<g font-size="8" fill="{theme.faint}">{"".join(names)}</g>'


def _clues(
    clues: Clues,
    focus: Sequence[Constraint],
    theme: Theme,
    words: Catalogue,
    rules: Rules,
    *,
    above: bool,
) -> str:
    """Return the constraints. Those that a step rests on are drawn again over the others, which fade."""
    drawn = clues_svg(clues, theme, words, above=above)
    if not focus:
        return drawn
    marks = [mark for each in focus for mark in each.marks(rules.space)]
    own = clues_svg(clues_of(marks, rules.size, rules.size), theme, words, above=above)
    return (f'<g opacity="{_FADED}">{drawn}</g>' if drawn else "") + own


def _named(step: Step | None, rules: Rules) -> set[str]:
    """Return the cells of the constraints that a step rests on, of a little killer all of its diagonal."""
    if step is None or step.basis is None:
        return set()
    names = {name for each in step.basis.constraints for name in each.cells}
    if names and any(each.knows_places for each in step.basis.constraints):
        names |= {cell_name(cell, rules.size) for cell in step.basis.cells}
    return names


def _tints(scene: Scene, theme: Theme, rules: Rules, named: Set[str]) -> str:
    """Return the cells of extra houses, of the houses that the step names, and of the constraints that it rests on.

    Cells in several houses are darker.
    """
    layers = [(theme.tints[1], list(shaded_cells(rules)))]
    for level, color in enumerate(theme.tints, 1):
        cells = [
            cell
            for cell, shade in enumerate(scene.shades)
            if min(shade or cell_name(cell, rules.size) in named, len(theme.tints)) == level
        ]
        layers.append((color, cells))
    return "".join(
        f'<path fill="{color}" d="{cells_path(cells, rules.size)}"/>'
        for color, cells in layers
        if cells
    )


def _spots(
    scene: Scene, theme: Theme, size: int, words: Catalogue, labelled: Set[int], crossed: Set[int]
) -> str:
    """Return all digits. Most of them look like another one, in another place."""
    known: dict[tuple[object, ...], str] = {}
    parts = []
    for spot in scene.spots:
        x, y = _spot_place(spot, size, labelled)
        on_line = spot.cell in crossed
        look = (spot.digit, spot.roles, spot.is_large, spot.is_placed, spot.is_given, on_line)
        if look not in known:
            known[look] = _drawn(spot, theme, size, words, on_line=on_line)
        parts.append(f'<g transform="translate({x:g} {y:g})">{known[look]}</g>')
    return "".join(parts)


def _drawn(spot: Spot, theme: Theme, size: int, words: Catalogue, *, on_line: bool = False) -> str:
    """Return a digit with the shapes of its roles; the cross of an eliminated one lies below them."""
    letter = _LARGE if spot.is_large else _SMALL * min(1.0, 3 / candidates_beside(size))
    if spot.value > 9:
        letter *= 0.8
    is_eliminated = Role.TARGET in spot.roles
    filled = [role for role in spot.roles if SHAPES[role].is_filled][-1:]
    others = (r for r in spot.roles if not SHAPES[r].is_filled and r is not Role.TARGET)
    outlines = "".join(_shape(role, theme) for role in others)
    drawn = "".join(_shape(role, theme) for role in filled) + outlines
    color = theme.faint
    if spot.is_large:
        color = theme.ink if spot.is_given else theme.digit
    if spot.roles:
        color = theme.roles[Role.TARGET if is_eliminated else spot.roles[-1]]
    if filled:
        color = theme.paper
    if is_eliminated:
        cross = _shape(Role.TARGET, theme)
        drawn = (_scaled(cross, 1.45) if drawn else cross) + drawn
    if spot.is_placed:
        drawn, color = _disc(theme.placed) + outlines, theme.paper
        if not spot.is_large:  # the other candidates stay where arrows end; this one is larger
            drawn, letter = _scaled(drawn, 1.35), 12.5
    if spot.is_large and drawn:
        drawn = _scaled(drawn, _BLOWN_UP)
    digit = words.number(spot.value)
    text = f'y="{0.36 * letter:.3g}" font-size="{letter:.3g}"'
    if spot.roles or spot.is_placed or (spot.is_large and spot.is_given):
        text += ' font-weight="600"'
    if (is_eliminated and not filled) or (on_line and not drawn):
        halo = f'fill="{theme.paper}" stroke="{theme.paper}" stroke-width="{3 if spot.is_large else 1.3}"'
        drawn += f"<text {text} {halo}>{digit}</text>"
    return f'{drawn}<text {text} fill="{color}">{digit}</text>'


def _scaled(drawn: str, scale: float) -> str:
    return f'<g transform="scale({scale:g})">{drawn}</g>'


def _disc(color: str) -> str:
    return f'<circle r="5.8" fill="{color}"/>'


def _shape(role: Role, theme: Theme) -> str:
    shape = SHAPES[role]
    color = theme.roles[role]
    if shape.is_filled:
        return f'<path d="{shape.path}" fill="{color}"/>'
    return f'<path d="{shape.path}" fill="none" stroke="{color}" stroke-width="1.1"/>'


def _legend(scene: Scene, theme: Theme, side: int, words: Catalogue, of: str) -> tuple[str, int]:
    """Return what the shapes and arrows mean in a technique, and how many lines that takes."""
    entries = []
    if any(spot.is_placed for spot in scene.spots):
        entries.append((_disc(theme.placed), words.role("placed")))
    for role in scene.roles:
        entries.append((_shape(role, theme), words.role(role.value, variant=of)))
    links = {arrow.link for arrow in scene.arrows}
    for link in _LINKS:
        if link in links:
            entries.append((sample_svg(link, theme), words.role(link)))
    if len(scene.arrows) < scene.total:
        facts = {"shown": len(scene.arrows), "total": scene.total}
        entries.append(("", words.role("arrows", facts)))
    x, y, parts = 9.0, 3.0, []
    for drawn, word in entries:
        width = 20 + 5.3 * len(word)
        if x + width > side:
            x, y = 9.0, y + _LINE
        text = f'<text x="{12 if drawn else -5}" y="3.2" font-size="9" fill="{theme.ink}">'
        parts.append(
            f'<g transform="translate({x:g} {y:g})">{drawn}{text}{escape(word)}</text></g>'
        )
        x += width + 8
    return "".join(parts), (round((y - 3) / _LINE) + 1 if entries else 0)


def _caption(
    sentences: Sequence[str], side: float, theme: Theme, words: Catalogue
) -> tuple[str, float]:
    """Return the sentences in lines that are as wide as the board, and their height. The first line begins at 0, 0."""
    if not sentences:
        return "", 0
    letter = max(_LEAST, side / (_LETTERS * _ASPECT))
    room = int(side / (letter * _ASPECT))
    lines = [line for sentence in sentences for line in wrap(sentence, room)]
    if len(lines) > _MOST:
        lines = [*lines[: _MOST - 1], "…"]
    step = round(1.35 * letter, 2)
    is_rtl = words.direction == "rtl"
    drawn = "".join(
        f'<text x="{side if is_rtl else 0:g}" y="{step * number:g}">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    direction = ' direction="rtl"' if is_rtl else ""
    look = f'class="rules" font-size="{letter:.3g}" fill="{theme.ink}"{direction}'
    return f"<g {look}>{drawn}</g>", step * len(lines) + 6
