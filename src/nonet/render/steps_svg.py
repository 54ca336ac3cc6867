"""A step as an SVG: the board with its candidates, what each is in the pattern, and arrows for what follows from what.

There is no script in it, nothing comes from elsewhere, and there is no name that could clash with another picture on
the same page: colours stand at the elements, and the heads of the arrows are paths.
"""

from __future__ import annotations

import math
from html import escape

from nonet.grid import Candidates
from nonet.render.arrows import Curve, route
from nonet.render.drawing import CELL, corner, path_of
from nonet.render.scene import Arrow, Candidate, Link, Scene, Spot, scene_of
from nonet.render.themes import SHAPES, Theme, theme_of
from nonet.rules import CLASSIC
from nonet.steps import Role, Step

__all__ = ["step_svg"]

_SIDE = 9 * CELL
_MARGIN = 10
_GAP = 12.2  # between candidates
_SMALL, _LARGE = 9.2, 24  # letters of candidates and of digits that stand alone
_LINE = 17  # height of a line of the legend
_RADIUS = 6.0  # of a shape, with a little air
_BLOWN_UP = 2.6  # the shape of a digit that stands alone, in shapes of candidates
_DASHES: dict[Link, str] = {
    "strong": "",
    "weak": ' stroke-dasharray="3.2 2"',
    "step": ' stroke-dasharray=".1 2.2"',
}
_LINKS: dict[Link, str] = {
    "strong": "then it is",
    "weak": "then it is not",
    "step": "by another step",
}


def step_svg(candidates: Candidates, step: Step, *, theme: str = "light") -> str:
    """Return an SVG of a step on the board as it is before the step.

    ``theme`` is "light", "dark", "colour-blind" or "print". Raises `ValueError` for another one, and for a board that
    is not 9x9.

    >>> from nonet.steps import Mark, technique
    >>> naked = Step(technique("naked_single"), 2.3, places=(0, 5), marks=(Mark(Role.CAUSE, 1, frozenset({4})),))
    >>> picture = step_svg(Candidates.full(), naked)
    >>> picture[:4], "<title>" in picture, "<script" in picture
    ('<svg', True, False)
    """
    colors = theme_of(theme)
    scene = scene_of(candidates, step)
    legend, lines = _legend(scene, colors)
    width, height = _SIDE + 2 * _MARGIN, _SIDE + 2 * _MARGIN + _LINE * lines
    name, about = _words(step)
    body = [
        f'<rect width="{width}" height="{height}" rx="4" fill="{colors.paper}"/>',
        f'<g transform="translate({_MARGIN} {_MARGIN})" text-anchor="middle">',
        _tints(scene, colors),
        f'<g fill="none" stroke-linecap="square"><path stroke="{colors.line}" stroke-width=".7"'
        f' d="{path_of(CLASSIC, thick=False)}"/><path stroke="{colors.ink}" stroke-width="1.6"'
        f' d="{path_of(CLASSIC, thick=True)}"/></g>',
        _arrows(scene, colors),
        "".join(_spot(spot, colors) for spot in scene.spots),
        "</g>",
        f'<g transform="translate({_MARGIN} {_SIDE + 2 * _MARGIN})">{legend}</g>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * 1.5:g}" height="{height * 1.5:g}" role="img"'
        f' font-family="system-ui,sans-serif"><title>{escape(name)}</title>'
        f"<desc>{escape(about)}</desc>{''.join(body)}</svg>\n"
    )


def _words(step: Step) -> tuple[str, str]:
    """Return what a screen reader says: the name of the step, and all of it."""
    return step.text("name"), step.text()


def _place(candidate: Candidate, *, is_large: bool = False) -> tuple[float, float]:
    """Return where the middle of a candidate is."""
    cell, digit = candidate
    x, y = corner(cell, 9)
    if is_large:
        return x + CELL / 2, y + CELL / 2
    return (
        round(x + CELL / 2 + _GAP * ((digit - 1) % 3 - 1), 2),
        round(y + CELL / 2 + _GAP * ((digit - 1) // 3 - 1), 2),
    )


def _tints(scene: Scene, theme: Theme) -> str:
    """Return the cells of the houses that the step names; those in several are darker."""
    parts = []
    for level, color in enumerate(theme.tints, 1):
        cells = [c for c, shade in enumerate(scene.shades) if min(shade, len(theme.tints)) == level]
        path = "".join("M{} {}h{c}v{c}h-{c}z".format(*corner(cell, 9), c=CELL) for cell in cells)
        if path:
            parts.append(f'<path fill="{color}" d="{path}"/>')
    return "".join(parts)


def _spot(spot: Spot, theme: Theme) -> str:
    """Return a digit with the shapes of its roles, the cross of one that goes behind all of them."""
    x, y = _place((spot.cell, spot.digit), is_large=spot.is_large)
    size = _LARGE if spot.is_large else _SMALL
    goes = Role.TARGET in spot.roles
    filled = [role for role in spot.roles if SHAPES[role].is_filled][-1:]
    outlines = "".join(_shape(role, theme) for role in spot.roles if _is_outline(role))
    drawn = "".join(_shape(role, theme) for role in filled) + outlines
    color = theme.ink if spot.is_large else theme.faint
    if spot.roles:
        color = theme.roles[Role.TARGET if goes else spot.roles[-1]]
    if filled:
        color = theme.paper
    if goes:
        cross = _shape(Role.TARGET, theme)
        drawn = (_scaled(cross, 1.45) if drawn else cross) + drawn
    if spot.is_placed:
        drawn, color = _disc(theme.placed) + outlines, theme.paper
        if not spot.is_large:  # it stays where the arrows end, and is a little larger there
            drawn, size = _scaled(drawn, 1.35), 12.5
    if spot.is_large and drawn:
        drawn = _scaled(drawn, _BLOWN_UP)
    text = f'y="{0.36 * size:.3g}" font-size="{size:g}"' + _weight(spot)
    if goes and not filled:
        halo = f'fill="{theme.paper}" stroke="{theme.paper}" stroke-width="1.3"'
        drawn += f"<text {text} {halo}>{spot.digit}</text>"
    drawn += f'<text {text} fill="{color}">{spot.digit}</text>'
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'


def _scaled(drawn: str, scale: float) -> str:
    return f'<g transform="scale({scale:g})">{drawn}</g>'


def _weight(spot: Spot) -> str:
    return ' font-weight="600"' if spot.is_large or spot.roles or spot.is_placed else ""


def _is_outline(role: Role) -> bool:
    return not SHAPES[role].is_filled and role is not Role.TARGET


def _disc(color: str) -> str:
    return f'<circle r="5.8" fill="{color}"/>'


def _shape(role: Role, theme: Theme) -> str:
    shape = SHAPES[role]
    color = theme.roles[role]
    if shape.is_filled:
        return f'<path d="{shape.path}" fill="{color}"/>'
    return f'<path d="{shape.path}" fill="none" stroke="{color}" stroke-width="1.1"/>'


def _arrows(scene: Scene, theme: Theme) -> str:
    """Return all arrows; where there are several chains each has its colour, and its number at its first arrow."""
    large = {(spot.cell, spot.digit) for spot in scene.spots if spot.is_large}
    obstacles = {
        _place((spot.cell, spot.digit), is_large=spot.is_large): (7.0 if spot.roles else 2.0)
        for spot in scene.spots
    }
    pairs = [
        (
            _place(arrow.start, is_large=arrow.start in large),
            _place(arrow.end, is_large=arrow.end in large),
        )
        for arrow in scene.arrows
    ]
    curves = route(pairs, obstacles, side=_SIDE, radius=_RADIUS)
    parts, numbers = [], []
    taken = [
        _place((spot.cell, spot.digit), is_large=spot.is_large)
        for spot in scene.spots
        if spot.roles or spot.is_large
    ]
    seen: set[int] = set()
    for arrow, curve in zip(scene.arrows, curves, strict=True):
        color = theme.chains[arrow.chain % len(theme.chains)]
        parts.append(_arrow(arrow, curve, color))
        if scene.chains > 1 and arrow.chain not in seen:
            seen.add(arrow.chain)
            at = _free(curve, taken)
            taken.append(at)
            numbers.append(_number(arrow.chain + 1, at, color, theme))
    return f'<g fill="none" stroke-linecap="round">{"".join(parts)}</g>{"".join(numbers)}'


def _arrow(arrow: Arrow, curve: Curve, color: str) -> str:
    """Return a curve with its head."""
    (x, y), (cx, cy), (to_x, to_y) = curve
    angle = math.atan2(to_y - cy, to_x - cx)
    head = []
    for turn in (2.65, -2.65):
        head.append((to_x + 4.2 * math.cos(angle + turn), to_y + 4.2 * math.sin(angle + turn)))
    (ax, ay), (bx, by) = head
    # The line ends inside of the head, so that its tip is sharp.
    end_x, end_y = to_x - 2 * math.cos(angle), to_y - 2 * math.sin(angle)
    dash = _DASHES[arrow.link]
    return (
        f'<path stroke="{color}" stroke-width="1.1"{dash}'
        f' d="M{x:.1f} {y:.1f}Q{cx:.1f} {cy:.1f} {end_x:.1f} {end_y:.1f}"/>'
        f'<path fill="{color}" d="M{to_x:.1f} {to_y:.1f}L{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}z"/>'
    )


def _free(curve: Curve, taken: list[tuple[float, float]]) -> tuple[float, float]:
    """Return a point of a curve that is far from what is there already, in its middle if there is nothing near."""
    points = [curve.at(t) for t in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)]
    rooms = [min([math.dist(point, other) for other in taken] + [14]) for point in points]
    return points[rooms.index(max(rooms))]


def _number(number: int, at: tuple[float, float], color: str, theme: Theme) -> str:
    """Return the number of a chain, to stand on its first arrow."""
    x, y = at
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="4.2" fill="{color}"/>'
        f'<text y="2.2" font-size="6.2" font-weight="700" fill="{theme.paper}">{number}</text></g>'
    )


def _legend(scene: Scene, theme: Theme) -> tuple[str, int]:
    """Return what the shapes and arrows mean, and how many lines that takes."""
    entries = []
    if any(spot.is_placed for spot in scene.spots):
        entries.append((_disc(theme.placed), "placed"))
    for role in scene.roles:
        entries.append((_shape(role, theme), SHAPES[role].word))
    links = {arrow.link for arrow in scene.arrows}
    for link, word in _LINKS.items():
        if link in links:
            curve = Curve((-7, 0), (0, 0), (8, 0))
            sample = Arrow((0, 1), (0, 1), link, 0)
            drawn = _arrow(sample, curve, theme.chains[0])
            entries.append((f'<g fill="none" stroke-linecap="round">{drawn}</g>', word))
    x, y, parts = 9.0, 3.0, []
    for sign, word in entries:
        width = 20 + 5.3 * len(word)
        if x + width > _SIDE:
            x, y = 9.0, y + _LINE
        parts.append(
            f'<g transform="translate({x:g} {y:g})">{sign}'
            f'<text x="12" y="3.2" font-size="9" fill="{theme.ink}">{escape(word)}</text></g>'
        )
        x += width + 8
    return "".join(parts), (round((y - 3) / _LINE) + 1 if entries else 0)
