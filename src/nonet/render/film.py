"""A run of a teaching solver as a film: which steps are in it, and what the board looks like at each.

`record` runs an algorithm and keeps a part of what it does; `nonet.render.svg_film`, `html_film` and `gif_film` make a
picture that moves of it. What a step is shows in a colour and in a sign, since one in twelve men cannot tell some
colours apart: ▶ a try, × a conflict, ↩ a step back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nonet.cells import cell_name
from nonet.digits import signs_of
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.teach import Event, Frame, Run, Spent, algorithm
from nonet.teach import solve as run_algorithm

__all__ = ["FRAMES", "ROLES", "Film", "Role", "Stage", "caption", "ending_of", "record"]

FRAMES = 300
"""How many steps a film has unless it is told otherwise: more than a minute of looking."""

Point = tuple[float, float]


class Role(NamedTuple):
    """How a kind of event looks: a word, a sign for text, lines in a square of side 1, colours on light and dark.

    The first line is filled where ``is_filled``.
    """

    word: str
    sign: str
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
    "remove": Role("cross out", "-", (((0.1, 0.5), (0.9, 0.5)),), "#9a3d84", "#f29cd6"),
    "rule": Role(
        "rule",
        "◆",
        (((0.5, 0.05), (0.95, 0.5), (0.5, 0.95), (0.05, 0.5)),),
        "#5a49b5",
        "#b8a9ff",
        True,
    ),
    "backtrack": Role(
        "back",
        "↩",
        (((0.9, 0.9), (0.9, 0.42), (0.15, 0.42)), ((0.42, 0.12), (0.12, 0.42), (0.42, 0.72))),
        "#855900",
        "#f2b84b",
    ),
    "restart": Role(
        "start anew",
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

    With ``can_go_back=False`` it keeps no notes for that.
    """

    def __init__(self, givens: Sequence[int], *, can_go_back: bool = True) -> None:
        self.digits = bytearray(givens)
        self.counts = dict.fromkeys(ROLES, 0)
        self._placed: list[tuple[int, int]] = []  # cells with what stood there before
        # For each step its kind, and what it took back: cell, digit before the placement, digit placed.
        self._undo: list[tuple[str, list[tuple[int, int, int]]]] | None = (
            [] if can_go_back else None
        )

    def forward(self, event: Event) -> None:
        """Play an event."""
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
        """Take the last event back. Raises IndexError at the beginning."""
        if self._undo is None:
            raise IndexError("this stage keeps no notes to go back")
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

    ``first`` is the number of the first one among the steps of the run, from 1; ``start`` is the board before it, and
    ``ending`` what the last picture says: how the run ended, or that it goes on.
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
        """Return what happens in a frame, in words."""
        return caption(self.frames[number].event, self.rules.size)


def caption(event: Event, size: int) -> str:
    """Return an event in words.

    >>> caption(Event("try", 2, 5), 9), caption(Event("rule", 0, 7, "naked single"), 9)
    ('try 5 in r1c3', 'rule: naked single 7 in r1c1')
    """
    parts = [ROLES[event.kind].word + (":" if event.note else "")]
    if event.note:
        parts.append(event.note)
    if event.digit:
        parts.append(signs_of(size)[event.digit - 1])
    if event.cell >= 0:
        parts.append(f"in {cell_name(event.cell, size)}")
    return " ".join(parts)


def record(
    puzzle: Puzzle, name: str, *, frames: int = FRAMES, from_step: int = 1, **options: Any
) -> Film:
    """Run an algorithm on a puzzle and keep ``frames`` steps of what it does, from a step on.

    The run ends as soon as the film is full: its `ending` then says that there is more. ``options`` are those of
    `nonet.teach.solve`. Raises what that raises, and `ValueError` where the run has fewer steps than ``from_step``.

    >>> film = record(Puzzle("1..4 .... .... 2..3"), "backtracking", frames=20)
    >>> len(film), film.caption(0), film.ending
    (20, 'try 1 in r1c2', 'these are the steps 1 to 20; it goes on')
    """
    if frames < 1 or from_step < 1:
        raise ValueError("a film has at least one frame, and begins at step 1 or later")
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
        raise ValueError(f"the run has {step:,} steps; there is no step {from_step:,}")
    steps = f"the steps {from_step:,} to {from_step + len(kept) - 1:,}"
    ending = f"these are {steps}; it goes on" if is_full else ending_of(run)
    title = algorithm(name).title
    return Film(
        title, puzzle.rules, puzzle.givens, start, tuple(kept), from_step, ending, not is_full
    )


def ending_of(run: Run) -> str:
    """Say how a run ended."""
    found = len(run.solutions)
    if found:
        word = "solved" if found == 1 else f"{found:,} solutions"
        return word if run.exact else f"{word}; then it was given up"
    if run.exact:
        return "no solution: all possibilities are tried"
    return "given up: the budget is spent, or it does not find a way"
