"""The widgets of the terminal player: the board, and text beside it. Only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from rich.text import Text

from nonet.base.errors import MissingExtra
from nonet.play.layout import Layout

try:
    from textual import events
    from textual.geometry import Region
    from textual.strip import Strip
    from textual.widget import Widget
except ImportError:
    raise MissingExtra("play", "the terminal player") from None

__all__ = ["BoardWidget", "Lines"]


class BoardWidget(Widget):
    """The board; it turns places of the mouse into cells.

    ``press`` is called with a cell and whether it is added to the selection, ``drag`` with a cell that is dragged over.
    """

    def __init__(self, press: Callable[[int, bool], None], drag: Callable[[int], None]) -> None:
        super().__init__(id="board")
        self._press = press
        self._drag = drag
        self.board_layout: Layout | None = None
        self._lines: list[list[Segment]] = []
        self._is_dragging = False

    def draw(self, layout: Layout, lines: list[list[Segment]]) -> None:
        """Show a drawing; only lines that have changed are sent to the terminal."""
        before, self._lines = self._lines, lines
        if layout != self.board_layout:
            self.board_layout = layout
            self.styles.width = layout.columns
            self.styles.height = layout.lines
            self.refresh(layout=True)
            return
        changed = [y for y, line in enumerate(lines) if y >= len(before) or before[y] != line]
        if changed:
            self.refresh(*(Region(0, y, layout.columns, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        """Return a line of the drawing."""
        return Strip(self._lines[y] if y < len(self._lines) else [])

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Select a cell; with Shift or Ctrl one more."""
        cell = self._cell(event)
        if cell is not None:
            self.capture_mouse()
            self._is_dragging = True
            self._press(cell, event.shift or event.ctrl)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Select the cells that are dragged over."""
        cell = self._cell(event) if self._is_dragging else None
        if cell is not None:
            self._drag(cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the dragging."""
        self._is_dragging = False
        self.release_mouse()

    def _cell(self, event: events.MouseEvent) -> int | None:
        return self.board_layout.cell_at(event.x, event.y) if self.board_layout else None


class Lines(Widget):
    """Text that is shown again only if it has changed."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._text = Text()

    def render(self) -> Text:
        """Return the text."""
        return self._text

    def update(self, text: Text) -> None:
        """Show a text."""
        if text == self._text:
            return
        before, self._text = self._text, text
        self.refresh(layout=self._height_of(before) != self._height_of(text))

    def _height_of(self, text: Text) -> int:
        width = max(1, self.size.width)
        return len(text.wrap(self.app.console, width)) if text else 0
