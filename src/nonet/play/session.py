"""`Session`: a game in progress, with the cursor, the selection, the mode and the hint. It knows no screen.

The screen only shows a session and passes keys and clicks to it, so everything that a player can do is here, and is
tested without a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from nonet.base.errors import NonetError
from nonet.game import Game, actions
from nonet.puzzle.errors import MultipleSolutions
from nonet.steps import LEVELS, Step

__all__ = ["MODES", "Hint", "Message", "Mode", "Session"]

Mode: TypeAlias = Literal["digit", "corner", "centre", "colour"]

MODES: tuple[Mode, ...] = ("digit", "corner", "centre", "colour")
"""What a digit key enters, in the order in which the modes follow each other."""

_ENTER: dict[Mode, Callable[[Game, Sequence[int], int], str]] = {
    "corner": actions.corner,
    "centre": actions.centre,
    "colour": actions.colour,
}


@dataclass(frozen=True)
class Message:
    """A text of the interface by its key in the catalogue, with its values; or a sentence as it is."""

    key: str = ""
    values: tuple[tuple[str, object], ...] = ()
    sentence: str = ""


@dataclass(frozen=True)
class Hint:
    """The hint that is shown: a step at a level, or what is wrong, at first without the places.

    ``several`` is whether the puzzle has several solutions, in all of which the step holds.
    """

    step: Step | None = None
    level: int = 0
    cells: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    several: bool = False

    @property
    def shows_mistakes(self) -> bool:
        """Whether the cells with mistakes are shown."""
        return self.step is None and self.level > 0

    @property
    def shown_step(self) -> Step | None:
        """The step, once the board may show where it is."""
        return (
            self.step if self.step is not None and LEVELS[self.level] in ("where", "full") else None
        )

    @property
    def is_full(self) -> bool:
        """Whether the hint shows all of its step."""
        return self.step is not None and LEVELS[self.level] == "full"


class Session:
    """A game in progress. ``clean`` removes a placed digit from the marks of its peers."""

    def __init__(self, game: Game, *, clean: bool = False) -> None:
        self.game = game
        self.clean = clean
        self.cursor = next((c for c, d in enumerate(game.entries.digits) if not d), 0)
        self.selected = {self.cursor}
        self.is_held = False  # the selection stays while the cursor moves
        self.mode: Mode = "digit"
        self.highlight = 0
        self.hint: Hint | None = None
        self.is_paused = False
        self.message: Message | None = None
        self._solution: list[int] | None = None

    # -- the cursor and the selection -------------------------------------------------------------

    def move(self, rows: int, columns: int, *, extend: bool = False) -> None:
        """Move the cursor; over an edge it comes in at the other side, except to extend the selection."""
        size = self.game.size
        row, column = divmod(self.cursor, size)
        row, column = row + rows, column + columns
        if extend:
            row, column = min(max(row, 0), size - 1), min(max(column, 0), size - 1)
        self.go_to(row % size * size + column % size, extend=extend)

    def go_to(self, cell: int, *, extend: bool = False) -> None:
        """Put the cursor on a cell; select it alone, or with the others."""
        self.cursor = cell
        if extend:
            self.selected.add(cell)
        elif not self.is_held:
            self.selected = {cell}

    def press(self, cell: int, *, add: bool = False) -> None:
        """Select a cell by the mouse; with ``add`` add it to the selection or remove it."""
        self.is_held = False
        self.cursor = cell
        if not add:
            self.selected = {cell}
        else:
            self.toggle()
            self.is_held = False

    def toggle(self) -> None:
        """Add the cell of the cursor to the selection or remove it; from now on moves keep the selection."""
        if self.is_held and self.cursor in self.selected and len(self.selected) > 1:
            self.selected.discard(self.cursor)
        else:
            self.selected.add(self.cursor)
        self.is_held = True

    def select_all(self) -> None:
        """Select every cell."""
        self.selected = set(range(len(self.game.givens)))

    def cancel(self) -> None:
        """Close the hint; without one, select the cell of the cursor alone and highlight nothing."""
        if self.hint is not None:
            self.hint = None
            return
        self.is_held = False
        self.selected = {self.cursor}
        self.highlight = 0

    # -- moves ------------------------------------------------------------------------------------

    def enter(self, digit: int, mode: Mode | None = None) -> None:
        """Enter a digit, a mark or a colour in the selected cells."""
        cells, game = sorted(self.selected), self.game
        mode = mode or self.mode
        if mode == "colour" and digit > 9:
            self.say("terminal.nine_colours")
        elif mode == "digit":
            self.play(actions.digit(game, cells, digit, clean=self.clean), "terminal.givens_stay")
        else:
            self.play(_ENTER[mode](game, cells, digit), "terminal.no_empty_cell")

    def play(self, move: str, otherwise: str = "terminal.nothing_changes") -> bool:
        """Do a move; say why if there is nothing to do."""
        if not self.game.play(move):
            self.say(otherwise)
            return False
        self._changed()
        return True

    def _changed(self) -> None:
        self.hint = None
        self.message = None

    def erase(self) -> None:
        """Erase the digits of the selected cells, else the marks, else the colours."""
        self.play(actions.erase(self.game, self.selected))

    def undo(self) -> None:
        """Take the last move back."""
        if self.game.undo():
            self._changed()
        else:
            self.say("terminal.nothing_to_undo")

    def redo(self) -> None:
        """Do the move again that was taken back."""
        if self.game.redo():
            self._changed()
        else:
            self.say("terminal.nothing_to_redo")

    def fill_candidates(self) -> None:
        """Fill in the candidates of the selected cells, or of all cells if one is selected."""
        cells = self.selected if len(self.selected) > 1 else None
        self.play(actions.fill_candidates(self.game, cells))

    def clean_candidates(self) -> None:
        """Remove the marks that a filled cell excludes."""
        self.play(actions.clean_candidates(self.game))

    def save_point(self, name: str) -> None:
        """Keep the board under a name."""
        self.game.save_point(name)
        self.say("terminal.saved_point", name=name)

    def restore(self, name: str) -> None:
        """Return to a save point in one move."""
        if self.play(actions.restore(self.game, name)):
            self.say("terminal.restored", name=name)

    # -- looking ----------------------------------------------------------------------------------

    def say(self, key: str, **values: object) -> None:
        """Show a text of the interface below the board."""
        self.message = Message(key, tuple(values.items()))

    def set_mode(self, mode: Mode) -> None:
        """Choose what the digit keys enter."""
        self.mode = mode

    def next_mode(self) -> None:
        """Choose the mode after this one."""
        self.mode = MODES[(MODES.index(self.mode) + 1) % len(MODES)]

    @property
    def shown_digit(self) -> int:
        """The digit that the board emphasises: the highlighted one, or that of the cursor's cell.

        While a hint shows its step only a highlighted digit competes with it.
        """
        if self.hint is not None and self.hint.shown_step is not None:
            return self.highlight
        return self.highlight or self.game.entries.digits[self.cursor]

    def highlight_here(self) -> None:
        """Highlight the digit of the cursor's cell, or nothing."""
        digit = self.game.entries.digits[self.cursor]
        self.highlight = 0 if digit == self.highlight else digit

    def highlight_by(self, distance: int) -> None:
        """Highlight the next digit, or the previous one; after the last one none."""
        self.highlight = (self.highlight + distance) % (self.game.size + 1)

    # -- questions that search --------------------------------------------------------------------

    def solution(self) -> list[int]:
        """Return the solution; raise what `Puzzle.solution` raises if there is not exactly one."""
        if self._solution is None:
            self._solution = list(self.game.puzzle.solution())
        return self._solution

    def hint_for(self, game: Game) -> Hint:
        """Return the first hint for a game like this one: what is wrong, or else the easiest step.

        This can take a while and changes nothing, so another thread can do it on a `Game.snapshot`. Raises `NonetError`
        with a sentence where there is no hint.
        """
        several = False
        try:
            cells, lacking = game.wrong(self.solution())
        except MultipleSolutions:
            several = True
        else:
            if cells or lacking:
                return Hint(cells=tuple(cells), marks=tuple(lacking))
        step = game.position.hint()
        if step is None:
            raise NonetError("the board is full")
        return Hint(step, several=several)

    def more(self) -> bool:
        """Show more of the hint; return False if it is shown completely."""
        hint = self.hint
        most = 0 if hint is None else len(LEVELS) - 1 if hint.step else 1
        if hint is None or hint.level >= most:
            return False
        self.hint = replace(hint, level=hint.level + 1)
        return True

    def do_step(self) -> None:
        """Do the step of the hint."""
        if self.hint is None or self.hint.step is None:
            self.say("terminal.no_step")
            return
        step = self.hint.step
        if self.play(actions.apply_step(self.game, step)):
            self.message = Message(sentence=str(step))
            changed = [step.places.cell] if step.places else sorted(step.removes)
            self.is_held = False
            self.go_to(changed[0])

    def return_to_last_right(self) -> None:
        """Undo up to the last position with nothing wrong."""
        before = self.game.at
        self.game.go_to(self.game.last_right(self.solution()))
        self._changed()
        undone = before - self.game.at
        if undone:
            self.say("terminal.undone", n=undone)
        else:
            self.say("terminal.all_right")
