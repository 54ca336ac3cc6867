"""A film as an animated SVG: no script, no external resources, light and dark colours.

Every element that changes has one ``<animate>`` with the times of its changes, so the size grows with the number of
changes: about a hundred bytes for each step. Programs that do not support animations show the first step.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nonet.base.digits import symbols_of
from nonet.render.drawing import CELL, board_svg, corner, role_css, symbol_svg, text_svg
from nonet.render.film import ROLES, Film

__all__ = ["svg_film"]

_MARGIN = 14
_TOP = 34  # above the board: the title
_BOTTOM = 62  # below it: the caption and the counters
_LINE = 16  # the height of a line of counters
_LEAST = 330  # the least width, for the caption
_HOLD = 4.0  # seconds for the last picture


def svg_film(film: Film, *, pace: float = 0.4) -> str:
    """Return the SVG of a film; each step is shown for ``pace`` seconds, and the last picture for 4 more.

    >>> from nonet.puzzle import Puzzle
    >>> from nonet.render.film import record
    >>> picture = svg_film(record(Puzzle("1..4 .... .... 2..3"), "backtracking", frames=20))
    >>> picture[:4], "<script" in picture, len(picture) < 12_000
    ('<svg', False, True)

    Raises `ValueError` if ``pace`` is not above 0.
    """
    if not pace > 0:
        raise ValueError(f"pace must be more than 0 seconds, got {pace}")
    clock = _Clock(len(film), pace)
    size = film.rules.size
    side = size * CELL
    inner = max(side, _LEAST)
    width, height = inner + 2 * _MARGIN, _TOP + side + _BOTTOM
    left = (width - side) // 2
    # In the widest of the usual fonts a letter is 0.62 of its height wide on average.
    most = int(inner / (0.62 * 11))
    title = film.title if len(film.title) <= most else film.title[: most - 1] + "…"
    letter = min(15.0, inner / (0.62 * len(title)))
    about = f"{film.title}: {film.ending}."
    body = [
        f'<rect class="paper" width="{width}" height="{height}" rx="6"/>',
        text_svg(_MARGIN, 23, title, "ink title"),
        f'<g class="board" transform="translate({left} {_TOP})">',
        _marker(film, clock),
        board_svg(film.rules),
        _digits(film, clock),
        "</g>",
        _words(film, clock, _MARGIN, _TOP + side + 24),
        _counters(film, clock, _MARGIN, _TOP + side + 48),
        _bar(clock, left, _TOP + side + 4, side),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img"><title>{escape(about)}</title><style>{role_css()}'
        f".title{{font-size:{letter:.3g}px;font-weight:600}}"
        ".small{font-size:13px}.bar{fill:#888}</style>"
        f"<defs>{_strip()}</defs>{''.join(body)}</svg>\n"
    )


class _Clock:
    """The time of each frame, as a share of the whole film."""

    def __init__(self, frames: int, pace: float) -> None:
        self.frames = frames
        self.seconds = frames * pace + _HOLD
        self.share = pace / self.seconds
        # As many decimals as keep neighbouring frames apart.
        self._places = max(3, len(str(frames)) + 1)

    def _at(self, frame: int) -> str:
        return f"{frame * self.share:.{self._places}f}".rstrip("0").rstrip(".").lstrip("0") or "0"

    def animate(self, attribute: str, values: Sequence[str], *, transform: bool = False) -> str:
        """Return the animation of an attribute with a value for each frame; none if it is always the same."""
        moments = [0] + [i for i in range(1, self.frames) if values[i] != values[i - 1]]
        if len(moments) == 1:
            return ""
        kind = "animateTransform" if transform else "animate"
        more = ' type="translate"' if transform else ""
        return (
            f'<{kind} attributeName="{attribute}"{more} calcMode="discrete" dur="{self.seconds:g}s"'
            f' repeatCount="indefinite" keyTimes="{";".join(map(self._at, moments))}"'
            f' values="{";".join(values[i] for i in moments)}"/>'
        )

    def shown(self, visible: Sequence[bool], inner: str, attributes: str = "") -> str:
        """Return a group that is visible in some frames, or nothing if it is visible in none."""
        if not any(visible):
            return ""
        moving = self.animate("opacity", ["1" if yes else "0" for yes in visible])
        hidden = "" if visible[0] else ' opacity="0"'
        return f"<g{attributes}{hidden}>{inner}{moving}</g>"


def _digits(film: Film, clock: _Clock) -> str:
    """Return the digits of each cell, each visible in its frames."""
    size, signs, parts = film.rules.size, symbols_of(film.rules.size), []
    for cell, given in enumerate(film.givens):
        x, y = corner(cell, size)
        x, y = x + CELL // 2, y + round(CELL * 0.71)
        if given:
            parts.append(text_svg(x, y, signs[given - 1], "ink given"))
            continue
        held = [frame.digits[cell] for frame in film.frames]
        for digit in sorted(set(held) - {0}):
            text = text_svg(x, y, signs[digit - 1], "digit")
            parts.append(clock.shown([other == digit for other in held], text))
    return "".join(parts)


def _marker(film: Film, clock: _Clock) -> str:
    """Return what moves over the board: a tinted cell, the symbol of the event, a digit that is not placed."""
    size, signs = film.rules.size, symbols_of(film.rules.size)
    events = [frame.event for frame in film.frames]
    places: list[str] = []
    for event in events:
        # A step that is nowhere hides the marker; it stays where it was, which saves a change.
        before = places[-1] if places else "0 0"
        places.append("{} {}".format(*corner(event.cell, size)) if event.cell >= 0 else before)
    parts = []
    for kind, role in ROLES.items():
        here = [event.kind == kind and event.cell >= 0 for event in events]
        ghosts = ""
        if kind != "place":
            for digit in range(1, size + 1):
                seen = [
                    here[i]
                    and event.digit == digit
                    and film.frames[i].digits[event.cell] in (0, digit)
                    for i, event in enumerate(events)
                ]
                text = text_svg(CELL / 2, round(CELL * 0.71), signs[digit - 1], "ghost")
                ghosts += clock.shown(seen, text)
        symbol = f'<g transform="translate(3 3)">{symbol_svg(role, CELL / 4)}</g>'
        tint = f'<rect class="tint" width="{CELL}" height="{CELL}"/>'
        parts.append(clock.shown(here, tint + symbol + ghosts, f' class="{kind}"'))
    moving = clock.animate("transform", places, transform=True)
    return f'<g transform="translate({places[0]})">{"".join(parts)}{moving}</g>'


def _words(film: Film, clock: _Clock, x: int, y: int) -> str:
    """Return the line with the caption."""
    kinds = [(frame.event.kind, frame.event.note) for frame in film.frames]
    parts = []
    for kind, note in dict.fromkeys(kinds):
        role = ROLES[kind]
        words = f"{role.word}: {note}" if note else role.word
        symbol = f'<g class="{kind}" transform="translate({x} {y - 11})">{symbol_svg(role, 12)}</g>'
        visible = [other == (kind, note) for other in kinds]
        visible[-1] = False
        parts.append(clock.shown(visible, symbol + text_svg(x + 19, y, words, "ink small")))
    at_the_end = [False] * (len(kinds) - 1) + [True]
    text = text_svg(x, y, film.ending[:1].upper() + film.ending[1:], "ink small")
    parts.append(clock.shown(at_the_end, text))
    return "".join(parts)


def _counters(film: Film, clock: _Clock, x: int, y: int) -> str:
    """Return the numbers of the step, of placements and of backtracks."""
    parts = []
    numbers = {"step": [film.first + i for i in range(len(film))]}
    for name, kind in (("placed", "place"), ("backtracks", "backtrack")):
        total, running = 0, []
        for frame in film.frames:
            total += frame.event.kind == kind
            running.append(total)
        numbers[name] = running
    for name, values in numbers.items():
        parts.append(text_svg(x, y, name, "ink small"))
        x += round(7.2 * len(name)) + 8
        digits = len(str(values[-1]))
        for place in range(digits):
            unit = 10 ** (digits - place - 1)
            lines = [v // unit % 10 if v >= unit or unit == 1 else 10 for v in values]
            moves = [f"0 {-_LINE * line}" for line in lines]
            parts.append(
                f'<svg x="{x}" y="{y - 12}" width="9" height="{_LINE}">'
                f'<use href="#strip" transform="translate({moves[0]})">'
                f"{clock.animate('transform', moves, transform=True)}</use></svg>"
            )
            x += 8
        x += 14
    return "".join(parts)


def _strip() -> str:
    """Return the digits 0 to 9 below each other, and an empty line: a counter shows a part of it."""
    lines = "".join(
        f'<text class="ink small" x="0" y="{_LINE * digit + 12}">{digit}</text>'
        for digit in range(10)
    )
    return f'<g id="strip">{lines}</g>'


def _bar(clock: _Clock, x: int, y: int, side: int) -> str:
    """Return a bar that grows with the time."""
    end = clock.frames * clock.share
    return (
        f'<rect class="bar" x="{x}" y="{y}" height="3" width="0"><animate attributeName="width"'
        f' dur="{clock.seconds:g}s" repeatCount="indefinite" keyTimes="0;{end:.4f};1"'
        f' values="0;{side};{side}"/></rect>'
    )
