"""A session as a drawing of its board: lines of styled text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from nonet.base.digits import SUPERSCRIPTS
from nonet.base.numbers import read_number
from nonet.play.layout import Layout
from nonet.play.look import COLOUR_SYMBOLS, ROLE_SYMBOLS, Look
from nonet.play.session import Session
from nonet.render.boards import shaded_cells, shown_of
from nonet.render.scene import scene_of
from nonet.steps import Role, Step

__all__ = ["board_lines", "roles_of"]


class _Canvas:
    """Characters and their styles, by line and column."""

    def __init__(self, lines: int, columns: int, style: Style) -> None:
        self.characters = [[" "] * columns for _ in range(lines)]
        self.styles = [[style] * columns for _ in range(lines)]

    def put(self, y: int, x: int, text: str, style: Style) -> None:
        for at, character in enumerate(text, x):
            self.characters[y][at] = character
            self.styles[y][at] = style

    def lines(self) -> list[list[Segment]]:
        lines = []
        for characters, styles in zip(self.characters, self.styles, strict=True):
            pairs = groupby(zip(characters, styles, strict=True), key=lambda pair: pair[1])
            lines.append([Segment("".join(c for c, _ in run), style) for style, run in pairs])
        return lines


@dataclass(frozen=True)
class _Scene:
    """What is the same for all cells of a drawing."""

    session: Session
    layout: Layout
    look: Look
    symbols: Sequence[str]
    peers: frozenset[int]
    conflicts: frozenset[int]
    mistakes: frozenset[int]
    tinted: frozenset[int]
    roles: dict[tuple[int, int], Role]
    placed: tuple[int, int] | None
    shaded: int


def board_lines(
    session: Session, layout: Layout, look: Look, symbols: Sequence[str]
) -> list[list[Segment]]:
    """Return the lines of the drawing of a session; ``symbols`` are those of the digits 1, 2 …"""
    theme = look.theme
    canvas = _Canvas(layout.lines, layout.columns, look.style(theme.ink))
    _draw_lines(canvas, layout, look)
    scene = _scene(session, layout, look, symbols)
    for cell in range(layout.rules.size**2):
        if not session.is_paused:
            _draw_cell(canvas, scene, cell)
    return canvas.lines()


def _scene(session: Session, layout: Layout, look: Look, symbols: Sequence[str]) -> _Scene:
    hint = session.hint
    step = hint.shown_step if hint else None
    tinted: set[int] = set()
    roles: dict[tuple[int, int], Role] = {}
    placed = None
    if hint is not None and step is not None:
        shades = scene_of(shown_of(step), step).shades
        tinted = {cell for cell, shade in enumerate(shades) if shade}
        tinted |= {mark.cell for mark in step.marks}
        if hint.is_full:
            placed, roles = step.places, roles_of(step)
    mistakes = {*hint.cells, *hint.marks} if hint and hint.shows_mistakes else set()
    return _Scene(
        session,
        layout,
        look,
        symbols,
        frozenset(session.game.peers[session.cursor]),
        frozenset(session.game.conflicts),
        frozenset(mistakes),
        frozenset(tinted),
        roles,
        placed,
        shaded_cells(layout.rules).mask,
    )


def roles_of(step: Step) -> dict[tuple[int, int], Role]:
    """Return the role of each candidate (cell, digit) as the board shows it: one, without the placed digit."""
    roles = {}
    for spot in scene_of(shown_of(step), step).spots:
        if spot.roles and (spot.cell, spot.digit) != step.places:
            is_target = Role.TARGET in spot.roles
            roles[spot.cell, spot.digit] = Role.TARGET if is_target else spot.roles[0]
    return roles


# -- lines ----------------------------------------------------------------------------------------


def _draw_lines(canvas: _Canvas, layout: Layout, look: Look) -> None:
    size, style, thin = layout.rules.size, look.style(look.theme.faint), look.style(look.theme.line)
    borders = layout.borders
    has_thin = layout.has_grid and not borders.has_cages  # which are dashed as well
    for row in layout.row_lines:
        y = layout.tops[row] - 1
        for column in range(size):
            if borders.above(row, column):
                canvas.put(
                    y, layout.lefts[column], borders.level(row, column) * layout.width, style
                )
            elif has_thin:
                canvas.put(y, layout.lefts[column], "┈" * layout.width, thin)
        for column in layout.column_lines:
            canvas.put(y, layout.lefts[column] - 1, borders.crossing(row, column), style)
    for column in layout.column_lines:
        for row in range(size):
            for y in range(layout.tops[row], layout.tops[row] + layout.height):
                if borders.beside(row, column):
                    canvas.put(y, layout.lefts[column] - 1, borders.upright(row, column), style)
                elif has_thin:
                    canvas.put(y, layout.lefts[column] - 1, "┊", thin)
    for cell, label in borders.labels.items():
        row, column = divmod(cell, size)
        canvas.put(
            layout.tops[row] - 1,
            layout.lefts[column],
            label[: layout.width],
            look.style(look.theme.ink),
        )
    for number in range(size):
        label = str(number + 1)
        at = layout.tops[number] + (layout.height - 1) // 2
        canvas.put(at, layout.labels - 1 - len(label), label, style)
        if (
            layout.width > 2 or len(label) < 2 or number % 2
        ):  # two digits of a neighbour would run into them
            at = layout.lefts[number] + (layout.width - len(label)) // 2
            canvas.put(0, at, label, style)


# -- cells ----------------------------------------------------------------------------------------


def _draw_cell(canvas: _Canvas, scene: _Scene, cell: int) -> None:
    layout, look, entries = scene.layout, scene.look, scene.session.game.entries
    row, column = divmod(cell, layout.rules.size)
    top, left, width = layout.tops[row], layout.lefts[column], layout.width
    paper = _paper(scene, cell)
    blank = look.style(look.theme.ink, paper)
    for y in range(top, top + layout.height):
        canvas.put(y, left, " " * width, blank)
    if digit := entries.digits[cell]:
        _draw_digit(canvas, scene, cell, digit, (top, left, paper))
    elif layout.height == 1:
        dot = "·" if not entries.centre[cell] and not entries.corner[cell] else ":"
        canvas.put(top, left + _centre(layout), dot, look.style(look.theme.faint, paper))
    else:
        _draw_marks(canvas, scene, cell, (top, left, paper))
    _draw_symbols(canvas, scene, cell, (top, left, paper))
    _draw_frame(canvas, scene, cell, (top, left, paper))


def _paper(scene: _Scene, cell: int) -> str:
    """Return the background of a cell: the first of these that holds."""
    session, look = scene.session, scene.look
    entries = session.game.entries
    if cell in session.selected:
        return look.chosen
    if mask := entries.colours[cell]:
        return look.palette[(mask & -mask).bit_length() - 1]
    if session.shown_digit and entries.digits[cell] == session.shown_digit:
        return look.same
    if cell in scene.tinted:
        return look.theme.tints[1]
    if (cell in scene.peers and session.hint is None) or scene.shaded >> cell & 1:
        return look.peer
    return look.theme.paper


_Place = tuple[int, int, str]


def _digit_line(layout: Layout) -> int:
    return (layout.height - 1) // 2


def _centre(layout: Layout) -> int:
    """Return the column of a digit in its cell."""
    return (layout.width - 1) // 2


def _draw_digit(canvas: _Canvas, scene: _Scene, cell: int, digit: int, place: _Place) -> None:
    top, left, paper = place
    session, look, layout = scene.session, scene.look, scene.layout
    is_given = bool(session.game.givens[cell])
    flags = ["bold"] if is_given else []
    if digit == session.shown_digit:
        flags.append("underline")
    ink = look.theme.ink if is_given else look.theme.digit
    wrong = cell in scene.conflicts or cell in scene.mistakes
    style = look.style(look.bad if wrong else ink, paper, *flags)
    at = left + _centre(layout)
    canvas.put(top + _digit_line(layout), at, scene.symbols[digit - 1], style)
    if wrong:
        canvas.put(top + _digit_line(layout), at + 1, "!", look.style(look.bad, paper, "bold"))


def _draw_marks(canvas: _Canvas, scene: _Scene, cell: int, place: _Place) -> None:
    top, left, paper = place
    entries, layout, size = scene.session.game.entries, scene.layout, scene.layout.rules.size
    corner = _digits(entries.corner[cell], size)
    shown = entries.centre[cell]
    for digit in range(1, size + 1):
        if (cell, digit) in scene.roles or (cell, digit) == scene.placed:
            shown |= 1 << (digit - 1)
    centre, room = _digits(shown, size), layout.width - 1
    first = 0
    if corner:
        for x, digit in enumerate(corner[:room], left + 1):
            symbol = scene.symbols[digit - 1]
            small = SUPERSCRIPTS[read_number(symbol)] if symbol in "123456789" else symbol
            style = scene.look.style(scene.look.theme.digit, paper, "italic")
            canvas.put(top, x, small, style)
        first = 1
    elif layout.height == 3 and size <= 9:
        apart = 2 if layout.width >= 7 else 1
        margin = (layout.width - 2 * apart) // 2
        for digit in centre:
            y, x = divmod(digit - 1, 3)
            symbol, style = _mark(scene, cell, digit, paper)
            canvas.put(top + y, left + margin + x * apart, symbol, style)
        return
    elif len(centre) <= room * (layout.height - 1):
        first = layout.height - max(1, -(-len(centre) // room))
    slots = [(y, x) for y in range(first, layout.height) for x in range(1, layout.width)]
    for place_, digit in zip(slots, centre, strict=False):
        symbol, style = _mark(scene, cell, digit, paper)
        canvas.put(top + place_[0], left + place_[1], symbol, style)
    if len(centre) > len(slots):
        canvas.put(
            top + slots[-1][0],
            left + slots[-1][1],
            "…",
            scene.look.style(scene.look.theme.faint, paper),
        )


def _digits(mask: int, size: int) -> list[int]:
    return [digit for digit in range(1, size + 1) if mask >> (digit - 1) & 1]


def _mark(scene: _Scene, cell: int, digit: int, paper: str) -> tuple[str, Style]:
    """Return a candidate of a cell, with what it is in the hint."""
    look, session = scene.look, scene.session
    symbol = scene.symbols[digit - 1]
    if (cell, digit) == scene.placed:
        return symbol, look.style(look.theme.placed, paper, "bold", "reverse")
    if role := scene.roles.get((cell, digit)):
        flags = (
            ["strike"]
            if role is Role.TARGET
            else ["reverse"]
            if role is not Role.COLOUR_B
            else ["underline"]
        )
        return symbol, look.style(look.theme.roles[role], paper, "bold", *flags)
    if colour := session.game.entries.candidates.get((cell, digit)):
        return symbol, look.style(look.theme.ink, look.palette[colour - 1], "bold")
    if cell in scene.mistakes:
        return symbol, look.style(look.bad, paper, "bold")
    if digit == session.shown_digit:
        return symbol, look.style(look.theme.ink, look.same, "bold", "underline")
    return symbol, look.style(look.theme.faint, paper)


def _draw_symbols(canvas: _Canvas, scene: _Scene, cell: int, place: _Place) -> None:
    """Write the characters of the colours of a cell, or of its role in the hint, at its right edge."""
    top, left, paper = place
    look, session = scene.look, scene.session
    symbols = [
        (COLOUR_SYMBOLS[number - 1], look.theme.ink)
        for number in _digits(session.game.entries.colours[cell], 9)
    ]
    roles = [role for (at, _), role in scene.roles.items() if at == cell]
    if scene.placed is not None and scene.placed[0] == cell:
        symbols = [("▶", look.theme.placed)]
    elif roles:
        role = Role.TARGET if Role.TARGET in roles else roles[0]
        symbols = [(ROLE_SYMBOLS[role], look.theme.roles[role])]
    for number, (symbol, ink) in enumerate(symbols[: max(1, scene.layout.height - 1)]):
        y = top + (scene.layout.height - 1 - number if scene.layout.height > 1 else 0)
        x = left + scene.layout.width - 1
        if canvas.characters[y][x] in " …" and scene.layout.width > 2:
            canvas.put(y, x, symbol, look.style(ink, paper, "bold"))


def _draw_frame(canvas: _Canvas, scene: _Scene, cell: int, place: _Place) -> None:
    """Write brackets around the cursor and parentheses around other selected cells."""
    top, left, paper = place
    session, layout, look = scene.session, scene.layout, scene.look
    if cell != session.cursor and cell not in session.selected:
        return
    y = top + _digit_line(layout)
    if layout.width == 2:
        at = left if canvas.characters[y][left] != " " else left + 1
        flag = "reverse" if cell == session.cursor else "underline"
        canvas.put(y, at, canvas.characters[y][at], look.style(look.theme.ink, paper, flag))
        return
    opening, closing = "[]" if cell == session.cursor else "()"
    style = look.style(look.theme.ink, paper, "bold")
    canvas.put(y, left, opening, style)
    if canvas.characters[y][left + layout.width - 1] == " ":
        canvas.put(y, left + layout.width - 1, closing, style)
