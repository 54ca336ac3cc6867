"""The player of `nonet trace`: a run on the terminal, forwards, back and step by step."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from nonet.base.exits import ENDED
from nonet.base.numbers import read_number
from nonet.puzzle import Puzzle
from nonet.render.film import ROLES, Stage, caption
from nonet.render.film_text import text_frame
from nonet.teach import Event, Trace, algorithm

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["HELP", "Player", "play", "problem"]

HELP = (
    "space pause/play   ←/p back   →/n step   +/- speed   b/B next/last step back"
    "   12b the 12th   500g step 500   Home/End   q quit"
)

_FASTEST = 1 / 30  # seconds between two pictures; a faster run skips some steps
_COUNTED = {
    "try": "tries",
    "place": "placed",
    "conflict": "conflicts",
    "remove": "eliminated",
    "rule": "rules",
    "backtrack": "steps back",
    "restart": "new starts",
    "solved": "solutions",
}


def problem(puzzle: Puzzle) -> str | None:
    """Return why a run cannot be played here, None if it can."""
    if sys.platform == "win32" or os.environ.get("TERM", "dumb") == "dumb":
        return "this terminal has no cursor control; the steps are printed as lines"
    drawn = text_frame(bytes(puzzle.givens), bytes(puzzle.givens), puzzle.rules).split("\n")
    height, width = len(drawn), len(drawn[0])
    columns, lines = shutil.get_terminal_size()
    if lines < height + 4 or columns < width + 24:
        return (
            f"the player needs {width + 24} columns and {height + 4} lines, this terminal has"
            f" {columns} and {lines}; the steps are printed as lines"
        )
    return None


class Player:
    """The position in the run and what each key does; ``position`` counts the steps played.

    >>> trace = Trace([Event("try", 0, 1), Event("place", 0, 1), Event("backtrack", 0, 1)], size=1)
    >>> player = Player(Puzzle(".", rules="latin1"), trace, "backtracking", "no solution")
    >>> [player.press(key) for key in ("right", "b", "left")], player.position
    ([True, True, True], 2)
    """

    def __init__(
        self, puzzle: Puzzle, trace: Trace, name: str, ending: str, *, pace: float = 0.4
    ) -> None:
        self.position = 0
        self.is_playing = True
        self.pace = pace
        self._puzzle = puzzle
        self._trace = trace
        self._title = algorithm(name).title
        self._ending = ending
        self._stage = Stage(bytes(puzzle.givens))
        self._number = ""  # digits typed before b or g

    # -- moving -----------------------------------------------------------------------------------

    def go_to(self, position: int) -> None:
        """Play forwards or backwards to a position."""
        position = max(0, min(position, len(self._trace)))
        while self.position < position:
            self._stage.forward(self._trace[self.position])
            self.position += 1
        while self.position > position:
            self._stage.back()
            self.position -= 1

    def go_to_backtrack(self, number: int) -> None:
        """Go to step back ``number`` of the run, from 1, or to the end if there are fewer."""
        counts = self._stage.counts
        while counts["backtrack"] >= max(number, 1):
            self.go_to(self.position - 1)
        while counts["backtrack"] < number and self.position < len(self._trace):
            self.go_to(self.position + 1)

    def tick(self, steps: int = 1) -> None:
        """Play some steps, unless paused; stop at the end."""
        if self.is_playing:
            self.go_to(self.position + steps)
            self.is_playing = self.position < len(self._trace)

    def press(self, key: str) -> bool:
        """Handle a key; return False to quit."""
        if key.isdigit() and key.isascii():
            self._number = (self._number + key)[-9:]
            return True
        number, self._number = self._number, ""
        if key in ("q", "Q"):
            return False
        if key == " ":
            self.is_playing = not self.is_playing and self.position < len(self._trace)
        elif key in "+=":
            self.pace = max(0.0005, self.pace / 2)
        elif key in "-_":
            self.pace = min(10.0, self.pace * 2)
        else:
            self._jump(key, number)
        return True

    def _jump(self, key: str, number: str) -> None:
        seen = self._stage.counts["backtrack"]
        here = self._event
        at_one = here is not None and here.kind == "backtrack"
        if key in ("right", "n", "."):
            self.go_to(self.position + 1)
        elif key in ("left", "p", ","):
            self.go_to(self.position - 1)
        elif key == "b":
            self.go_to_backtrack(read_number(number) if number else seen + 1)
        elif key == "B":
            self.go_to_backtrack(seen - at_one)
        elif key == "g" and number:
            self.go_to(read_number(number))
        elif key == "home":
            self.go_to(0)
        elif key in ("end", "G"):
            self.go_to(len(self._trace))
        else:
            return
        self.is_playing = False

    # -- looking ----------------------------------------------------------------------------------

    @property
    def _event(self) -> Event | None:
        return self._trace[self.position - 1] if self.position else None

    @property
    def words(self) -> str:
        """The last step in words."""
        if self._event is None:
            return "the givens"
        role, size = ROLES[self._event.kind], self._puzzle.rules.size
        words = f"{role.symbol} {caption(self._event, size)}"
        return f"{words} · {self._ending}" if self.position == len(self._trace) else words

    def view(self, *, color: bool = True) -> RenderableType:
        """Return the current picture for rich."""
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        board = text_frame(
            bytes(self._puzzle.givens),
            self._stage.digits,
            self._puzzle.rules,
            self._event,
            color=color,
        )
        side = Table.grid(padding=(0, 1))
        side.add_row("step", f"{self.position:,} of {len(self._trace):,}")
        for kind, word in _COUNTED.items():
            if self._stage.counts[kind]:
                side.add_row(f"{ROLES[kind].symbol} {word}", f"{self._stage.counts[kind]:,}")
        side.add_row("pace", f"{self.pace:.3g} s" + ("" if self.is_playing else ", paused"))
        if self._number:
            side.add_row("number", self._number)
        both = Table.grid(padding=(0, 2))
        both.add_row(Text.from_ansi(board), side)
        return Group(
            Text(self._title, style="bold", no_wrap=True, overflow="ellipsis"),
            both,
            Text(self.words, no_wrap=True, overflow="ellipsis"),
            Text(HELP, style="dim"),
        )


def play(player: Player, *, color: bool = True) -> None:
    """Play until the user quits or presses Ctrl-C; restore the terminal."""
    from rich.console import Console
    from rich.live import Live

    console = Console(no_color=not color, highlight=False)
    with _keyboard() as keys, Live(console=console, screen=True, auto_refresh=False) as live:
        while True:
            live.update(player.view(color=color), refresh=True)
            between = max(player.pace, _FASTEST)
            key = keys.read(between if player.is_playing else None)
            if key is None or (key and not player.press(key)):
                return
            if not key:
                player.tick(max(1, round(between / player.pace)))


# -- keys as they are pressed, without echo --------------------------------------------------------

_KEYS = {
    "right": (b"\x1b[C", b"\x1bOC"),
    "left": (b"\x1b[D", b"\x1bOD"),
    "home": (b"\x1b[H", b"\x1bOH", b"\x1b[1~"),
    "end": (b"\x1b[F", b"\x1bOF", b"\x1b[4~"),
}


class _Keys:
    """Reads keys: letters as they are, arrows by name; "" after the time, None if the terminal is closed."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = b""

    def read(self, seconds: float | None) -> str | None:
        """Wait for a key for at most ``seconds``."""
        if not self._waiting:
            if not select.select([self._descriptor], [], [], seconds)[0]:
                return ""
            self._waiting = os.read(self._descriptor, 1024)
            if not self._waiting:
                return None
        for name, codes in _KEYS.items():
            for code in filter(self._waiting.startswith, codes):
                self._waiting = self._waiting[len(code) :]
                return name
        if self._waiting[:1] == b"\x1b":  # another key, which has no use here
            self._waiting = b""
            return "escape"
        key, self._waiting = self._waiting[:1], self._waiting[1:]
        return key.decode("ascii", "replace")


@contextmanager
def _keyboard() -> Iterator[_Keys]:
    """Read keys from the terminal until the block ends.

    Standard input may be a pipe with the puzzle, so the terminal itself is opened. Raises OSError if
    there is none.
    """
    import termios
    import tty

    def end(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(ENDED)

    descriptor = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    before = termios.tcgetattr(descriptor)
    handler = signal.signal(signal.SIGTERM, end)
    try:
        tty.setcbreak(descriptor)
        yield _Keys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        signal.signal(signal.SIGTERM, handler)
        os.close(descriptor)
