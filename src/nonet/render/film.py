"""A run of a teaching solver as a film: its steps, and the board at each.

`record` runs an algorithm and keeps some of its steps; `nonet.render.svg_film`, `html_film` and `gif_film` turn them
into moving pictures. The kind of a step has a colour and a symbol, because one in twelve men cannot distinguish some
colours: ▶ a try, × a conflict, ↩ a step back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nonet.base.cells import cell_name
from nonet.base.digits import symbols_of
from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.teach import Event, Frame, SolverRun, Spent, algorithm
from nonet.teach import solve as run_algorithm

__all__ = ["FRAMES", "ROLES", "Film", "Role", "Stage", "caption", "ending_of", "record"]

FRAMES = 300
"""The default number of steps of a film: more than a minute to watch."""

Point = tuple[float, float]


class Role(NamedTuple):
    """How a kind of event looks: a word, a symbol for text, lines in a square of side 1, colours on light and dark.

    The first line is filled where ``is_filled``.
    """

    word: str
    symbol: str
    lines: tuple[tuple[Point, ...], ...]
    light: str
    dark: str
    is_filled: bool = False


ROLES = {
    "try": Role("try", "▶", (((0.2, 0.1), (0.9, 0.5), (0.2, 0.9)),), "#005fa3", "#6cb8ff", True),
    "place": Role(
        "place", "+", (((0.5, 0.1), (0.5, 0.9)), ((0.1, 0.5), (0.9, 0.5))), "#006b52", "#4cd3a5"
    ),
    "conflict": Role(
        "conflict",
        "\N{MULTIPLICATION SIGN}",
        (((0.15, 0.15), (0.85, 0.85)), ((0.85, 0.15), (0.15, 0.85))),
        "#b83200",
        "#ff8a5c",
    ),
    "remove": Role("eliminate", "-", (((0.1, 0.5), (0.9, 0.5)),), "#9a3d84", "#f29cd6"),
    "rule": Role(
        "technique",
        "◆",
        (((0.5, 0.05), (0.95, 0.5), (0.5, 0.95), (0.05, 0.5)),),
        "#5a49b5",
        "#b8a9ff",
        True,
    ),
    "backtrack": Role(
        "backtrack",
        "↩",
        (((0.9, 0.9), (0.9, 0.42), (0.15, 0.42)), ((0.42, 0.12), (0.12, 0.42), (0.42, 0.72))),
        "#855900",
        "#f2b84b",
    ),
    "restart": Role(
        "restart",
        "«",
        (((0.9, 0.15), (0.55, 0.5), (0.9, 0.85)), ((0.45, 0.15), (0.1, 0.5), (0.45, 0.85))),
        "#55595f",
        "#b3b8c0",
    ),
    "solved": Role("solved", "✓", (((0.1, 0.55), (0.4, 0.85), (0.9, 0.15)),), "#006b52", "#4cd3a5"),
}
"""How each kind of event looks."""


class Stage:
    """The board during a run, which can be played forwards and backwards.

    >>> stage = Stage([1, 0, 0])
    >>> stage.forward(Event("place", 1, 2)), stage.digits
    (None, bytearray(b'\\x01\\x02\\x00'))
    >>> stage.back(), stage.digits
    (None, bytearray(b'\\x01\\x00\\x00'))

    With ``can_go_back=False`` it cannot be played backwards, and needs less memory.
    """

    def __init__(self, givens: Sequence[int], *, can_go_back: bool = True) -> None:
        self.digits = bytearray(givens)
        self.counts = dict.fromkeys(ROLES, 0)
        self._placed: list[tuple[int, int]] = []  # cells with their earlier digits
        # For each step its kind, and what it undid: cell, digit before the placement, digit placed.
        self._undo: list[tuple[str, list[tuple[int, int, int]]]] | None = (
            [] if can_go_back else None
        )

    def forward(self, event: Event) -> None:
        """Apply an event."""
        kind, taken = event.kind, []
        if kind == "place":
            self._placed.append((event.cell, self.digits[event.cell]))
            self.digits[event.cell] = event.digit
        elif kind in ("backtrack", "restart"):
            while self._placed:
                cell, before = self._placed.pop()
                taken.append((cell, before, self.digits[cell]))
                self.digits[cell] = before
                if kind == "backtrack" and cell == event.cell:
                    break
        self.counts[kind] += 1
        if self._undo is not None:
            self._undo.append((kind, taken))

    def back(self) -> None:
        """Undo the last event. Raises IndexError at the beginning."""
        if self._undo is None:
            raise IndexError("this stage cannot be played backwards")
        kind, taken = self._undo.pop()
        self.counts[kind] -= 1
        if kind == "place":
            cell, before = self._placed.pop()
            self.digits[cell] = before
        for cell, before, after in reversed(taken):
            self._placed.append((cell, before))
            self.digits[cell] = after


@dataclass(frozen=True)
class Film:
    """Some consecutive steps of a run.

    ``first`` is the number of the first step in the run, from 1, and ``start`` the board before it. ``ending`` is the
    text of the last picture: how the run ended, or that it continues.
    """

    title: str
    rules: Rules
    givens: Grid
    start: bytes
    frames: tuple[Frame, ...]
    first: int = 1
    ending: str = ""
    is_whole: bool = field(default=True)

    def __len__(self) -> int:
        return len(self.frames)

    def caption(self, number: int) -> str:
        """Return the caption of a frame."""
        return caption(self.frames[number].event, self.rules.size)


def caption(event: Event, size: int) -> str:
    """Return an event as text.

    >>> caption(Event("try", 2, 5), 9), caption(Event("rule", 0, 7, "naked single"), 9)
    ('try 5 in r1c3', 'technique: naked single 7 in r1c1')
    """
    parts = [ROLES[event.kind].word + (":" if event.note else "")]
    if event.note:
        parts.append(event.note)
    if event.digit:
        parts.append(symbols_of(size)[event.digit - 1])
    if event.cell >= 0:
        parts.append(f"in {cell_name(event.cell, size)}")
    return " ".join(parts)


def record(
    puzzle: Puzzle, name: str, *, frames: int = FRAMES, from_step: int = 1, **options: Any
) -> Film:
    """Run an algorithm on a puzzle and return a film of ``frames`` steps, starting at ``from_step``.

    The run stops when the film is full; its ``ending`` says so. ``options`` are those of `nonet.teach.solve`. Raises
    what `nonet.teach.solve` raises, and `ValueError` if the run has fewer steps than ``from_step``.

    >>> film = record(Puzzle("1..4 .... .... 2..3"), "backtracking", frames=20)
    >>> len(film), film.caption(0), film.ending
    (20, 'try 1 in r1c2', 'shows steps 1 to 20; the run continues')
    """
    if frames < 1 or from_step < 1:
        raise ValueError(f"frames and from_step must be at least 1, got {frames} and {from_step}")
    stage = Stage(bytes(puzzle.givens), can_go_back=False)
    start = bytes(puzzle.givens)
    kept: list[Frame] = []
    step = 0
    is_full = False

    def keep(event: Event) -> None:
        nonlocal step, start, is_full
        step += 1
        if step >= from_step + frames:
            is_full = True
            raise Spent
        if step == from_step:
            start = bytes(stage.digits)
        stage.forward(event)
        if step >= from_step:
            kept.append(Frame(event, bytes(stage.digits)))

    run = run_algorithm(puzzle, name, trace=keep, **options)
    if not kept:
        raise ValueError(
            f"from_step must be at most {step:,}, the length of the run, got {from_step:,}"
        )
    steps = f"steps {from_step:,} to {from_step + len(kept) - 1:,}"
    ending = f"shows {steps}; the run continues" if is_full else ending_of(run)
    title = algorithm(name).title
    return Film(
        title, puzzle.rules, puzzle.givens, start, tuple(kept), from_step, ending, not is_full
    )


def ending_of(run: SolverRun) -> str:
    """Return how a run ended."""
    count = len(run.solutions)
    if count:
        word = "solved" if count == 1 else f"{count:,} solutions"
        return word if run.exact else f"{word}; then the budget was spent"
    if run.exact:
        return "no solution: every possibility was tried"
    return "stopped without a solution"
