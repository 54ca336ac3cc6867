"""Small pages over the board: a question, a choice, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text

from nonet.base.errors import MissingExtra
from nonet.game.keys import DIGITS, GROUPS, key_table
from nonet.words import Catalogue

try:
    from textual.app import ComposeResult
    from textual.binding import Binding
    from textual.containers import Vertical, VerticalScroll
    from textual.screen import ModalScreen
    from textual.widgets import Input, Label, OptionList, Static
except ImportError:
    raise MissingExtra("play", "the terminal player") from None

__all__ = ["Ask", "Choose", "Help", "key_name"]

_STYLE = """
Ask, Choose, Help { align: center middle; }
Ask > Vertical, Choose > Vertical { width: 50; max-width: 90%; height: auto; max-height: 90%; border: round $primary;
    padding: 0 1; background: $surface; }
Ask Input { border: none; background: $boost; height: 1; padding: 0; }
Choose OptionList { border: none; height: auto; max-height: 12; padding: 0; background: $surface; }
Help > VerticalScroll { width: 76; max-width: 100%; height: auto; max-height: 100%; border: round $primary;
    padding: 0 1; background: $surface; }
"""

_NAMES = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "escape": "Esc",
}


def key_name(key: str, size: int = 9) -> str:
    """Return a key of the terminal as the help writes it.

    >>> key_name("shift+up"), key_name("ctrl+z"), key_name("z", 16), key_name("f1")
    ('Shift+↑', 'Ctrl+Z', 'Shift+Z', 'F1')
    """
    if key == DIGITS:
        return DIGITS if size == 9 else f"1…{size}" if size < 9 else f"A…{chr(64 + size)}"
    *held, last = key.split("+")
    if len(last) == 1 and last.isalpha():
        last = last.upper() if held or size > 9 else last
        held = held if held or size <= 9 else ["shift"]
    else:
        last = _NAMES.get(last, last.capitalize() if len(last) > 1 else last)
    return "+".join([*(name.capitalize() for name in held), last])


class Ask(ModalScreen[str | None]):
    """A question with a line to answer in; Escape returns None."""

    CSS = _STYLE
    BINDINGS: ClassVar = [Binding("escape", "dismiss(None)")]

    def __init__(self, question: str, answer: str = "") -> None:
        super().__init__()
        self._question = question
        self._answer = answer

    def compose(self) -> ComposeResult:
        """Show the question and the line."""
        with Vertical():
            yield Label(self._question)
            yield Input(self._answer)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the answer."""
        event.stop()
        self.dismiss(event.value.strip() or None)


class Choose(ModalScreen[int | None]):
    """A list to choose from; Escape returns None."""

    CSS = _STYLE
    BINDINGS: ClassVar = [Binding("escape", "dismiss(None)")]

    def __init__(self, question: str, choices: Sequence[str], chosen: int = 0) -> None:
        super().__init__()
        self._question = question
        self._choices = choices
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        """Show the question and the list."""
        with Vertical():
            yield Label(self._question)
            yield OptionList(*(Text(choice) for choice in self._choices))

    def on_mount(self) -> None:
        """Begin at the present choice."""
        self.query_one(OptionList).highlighted = self._chosen

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the number of the choice."""
        event.stop()
        self.dismiss(event.option_index)


class Help(ModalScreen[None]):
    """The keys, from the key table."""

    CSS = _STYLE
    BINDINGS: ClassVar = [
        Binding(key, "dismiss(None)") for key in ("escape", "question_mark", "f1", "q", "enter")
    ]

    def __init__(self, words: Catalogue, size: int) -> None:
        super().__init__()
        self._words = words
        self._side = size

    def compose(self) -> ComposeResult:
        """Show the table."""
        with VerticalScroll() as page:
            page.border_title = self._words.app("terminal.help_title")
            yield Static(self._table())

    def on_resize(self) -> None:
        """Say in the frame, which does not scroll, what the keys do here."""
        self.call_after_refresh(self._say_keys)

    def _say_keys(self) -> None:
        page = self.query_one(VerticalScroll)
        names = ["help_scroll"] if page.max_scroll_y else []
        page.border_subtitle = "  ".join(
            self._words.app(f"terminal.{name}") for name in [*names, "help_close"]
        )

    def _table(self) -> Text:
        words = self._words
        text = Text()
        if self._side > 9:
            text.append(words.app("terminal.help_large") + "\n")
        for group in GROUPS:
            text.append("\n" if text else "")
            text.append(words.app(f"keys.group.{group}") + "\n", "bold")
            for key in key_table():
                if key.group == group and key.terminal:
                    names = "  ".join(key_name(name, self._side) for name in key.terminal)
                    text.append(f"  {names:<22}{words.app(key.label)}\n")
        return text
