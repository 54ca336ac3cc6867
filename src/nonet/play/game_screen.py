"""`GameScreen`: the page with the board. It shows a `Session`, and passes keys and clicks to it."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from operator import index
from pathlib import Path
from typing import TypeVar

from rich.text import Text

from nonet import engine, generating, words
from nonet.base.digits import digit_value, symbols_of
from nonet.base.errors import MissingExtra, NonetError, TimeLimitReached
from nonet.game import Game
from nonet.game.keys import actions_of
from nonet.play import files
from nonet.play.layout import layout_for, smallest_layout
from nonet.play.look import LOOKS, Look
from nonet.play.panel import clock, hint_text, message_text, status_text
from nonet.play.picture import board_lines
from nonet.play.session import MODES, Hint, Message, Session
from nonet.steps.difficulty import BANDS

try:
    from textual import events
    from textual.app import ComposeResult
    from textual.containers import Horizontal, Vertical, VerticalScroll
    from textual.screen import Screen
except ImportError:
    raise MissingExtra("play", "the terminal player") from None

from nonet.play.screens import Ask, Choose, Help
from nonet.play.widgets import BoardWidget, Lines

__all__ = ["GameScreen"]

_PANEL, _NARROW = 28, 23
"""The least width of the panel, and that beside boards larger than 9x9."""

_T = TypeVar("_T")


class GameScreen(Screen[None]):
    """The board, the panel and the line below them."""

    CSS = f"""
    #all {{ height: 1fr; }}
    #too_small {{ display: none; padding: 1 2; height: auto; }}
    #side {{ width: 1fr; padding: 0 0 0 1; min-width: {_NARROW}; }}
    #status {{ height: auto; }}
    #scroll {{ height: 1fr; scrollbar-size-vertical: 1; }}
    #hint {{ height: auto; }}
    #message {{ height: auto; min-height: 1; max-height: 2; }}
    """

    def __init__(self, session: Session, path: Path, language: str, look: str) -> None:
        super().__init__()
        self.session = session
        self.path = path
        self.words = words.catalogue(language)
        self.look_name = look
        self._saved: object = None
        self._stop = bytearray(1)  # of the work in threads
        self._finished = False
        self._ending = ""  # the texts about the solved puzzle
        self._actions = self._handlers()

    def compose(self) -> ComposeResult:
        """Put the board at the left, the panel at the right, messages below."""
        with Horizontal(id="all"):
            yield BoardWidget(self._press, self._drag)
            with Vertical(id="side"):
                yield Lines("status")
                with VerticalScroll(id="scroll", can_focus=False):
                    yield Lines("hint")
            yield Lines("too_small")
        yield Lines("message")

    def on_mount(self) -> None:
        """Start the clock."""
        self.set_interval(1, self.tick)
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the board for the new size."""
        self.show()

    # -- showing ----------------------------------------------------------------------------------

    @property
    def look(self) -> Look:
        """The colours."""
        return LOOKS[self.look_name]

    @property
    def _panel(self) -> int:
        return _PANEL if self.session.game.size <= 9 else _NARROW

    @property
    def symbols(self) -> list[str]:
        """The characters of the digits, in the script of the language."""
        digits = str.maketrans("0123456789", self.words.digits)
        return [symbol.translate(digits) for symbol in symbols_of(self.session.game.size)]

    def show(self) -> None:
        """Show the session as it is now."""
        if not self.is_mounted:
            return
        self.styles.background = self.look.theme.paper
        self.styles.color = self.look.theme.ink
        self.app.theme = "textual-dark" if self.look_name == "dark" else "textual-light"
        scroll = self.query_one("#scroll")
        scroll.styles.scrollbar_background = self.look.theme.paper
        scroll.styles.scrollbar_color = self.look.theme.line
        board, size = self.query_one(BoardWidget), self.app.size
        rules = self.session.game.puzzle.rules
        layout = layout_for(rules, size.width - self._panel - 1, size.height - 1)
        board.display = self.query_one("#side").display = layout is not None
        self.query_one("#too_small").display = layout is None
        if layout is None:
            self._lines("too_small").update(self._too_small())
        else:
            board.draw(layout, board_lines(self.session, layout, self.look, self.symbols))
        self._show_panel()
        self._lines("hint").update(self._hint_text())
        self._lines("message").update(message_text(self.session, self.words, self.look))

    def _hint_text(self) -> Text:
        if self.session.is_paused:
            return Text()
        if self._ending:
            return Text(self._ending, self.look.style(self.look.theme.placed, "", "bold"))
        return hint_text(self.session.hint, self.words, self.look)

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def _show_panel(self) -> None:
        self._lines("status").update(status_text(self.session, self.words, self.look, self.symbols))

    def _too_small(self) -> Text:
        least, size = smallest_layout(self.session.game.puzzle.rules), self.app.size
        values = {"columns": least.columns + self._panel + 1, "lines": least.lines + 1}
        now = {"now_columns": size.width, "now_lines": size.height}
        return Text(self.words.app("terminal.too_small", values | now))

    def tick(self) -> None:
        """Count a second."""
        if not self.session.is_paused and not self._finished:
            self.session.game.seconds += 1
            self._show_panel()

    # -- keys -------------------------------------------------------------------------------------

    def _handlers(self) -> dict[str, Callable[[], object]]:
        session = self.session
        moves = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
        handlers: dict[str, Callable[[], object]] = {}
        for name, (rows, columns) in moves.items():
            handlers[name] = partial(session.move, rows, columns)
            handlers[f"select_{name}"] = partial(session.move, rows, columns, extend=True)
        size = session.game.size
        return handlers | {
            "row_start": lambda: session.go_to(session.cursor // size * size),
            "row_end": lambda: session.go_to(session.cursor // size * size + size - 1),
            "board_start": lambda: session.go_to(0),
            "board_end": lambda: session.go_to(size * size - 1),
            "select_cell": session.toggle,
            "select_all": session.select_all,
            "cancel": session.cancel,
            "erase": session.erase,
            "mode_digit": lambda: session.set_mode("digit"),
            "mode_corner": lambda: session.set_mode("corner"),
            "mode_centre": lambda: session.set_mode("centre"),
            "mode_colour": lambda: session.set_mode("colour"),
            "next_mode": session.next_mode,
            "undo": session.undo,
            "redo": session.redo,
            "fill_candidates": session.fill_candidates,
            "clean_candidates": session.clean_candidates,
            "save_point": self._save_point,
            "restore": self._restore,
            "hint": self._hint,
            "do_step": session.do_step,
            "check": self._check,
            "last_right": self._last_right,
            "highlight": session.highlight_here,
            "highlight_next": lambda: session.highlight_by(1),
            "highlight_previous": lambda: session.highlight_by(-1),
            "pause": self._pause,
            "theme": self._theme,
            "language": self._language,
            "scroll_up": lambda: self.query_one("#scroll").scroll_page_up(animate=False),
            "scroll_down": lambda: self.query_one("#scroll").scroll_page_down(animate=False),
            "new": self._new,
            "open": self._open,
            "save_file": self._save_file,
            "help": lambda: self.app.push_screen(Help(self.words, size)),
            "quit": self._quit,
        }

    def on_key(self, event: events.Key) -> None:
        """Do what the key table says."""
        character = event.character or ""
        is_plain = character.isprintable() and character.strip() and "+" not in event.key
        name = character if is_plain else event.key
        value = digit_value(character) if len(character) == 1 else None
        name = name if value is None else str(value)
        known = actions_of(self.session.game.size, terminal=True)
        if name not in known:
            return
        event.stop()
        event.prevent_default()
        action, digit = known[name]
        if self.session.is_paused and action not in ("pause", "quit", "help", "theme", "language"):
            return
        if action == "enter":
            self.session.enter(digit)
        else:
            if action not in ("undo", "redo"):
                self.session.message = None
            self._actions[action]()
        self.after_action()

    def after_action(self) -> None:
        """Save the game and show it; say when it is solved."""
        game = self.session.game
        if game.is_solved != self._finished:
            self._finished, self._ending = game.is_solved, ""
            if self._finished:
                self._rate()
        if game.is_full and not game.is_solved and self.session.message is None:
            self.session.say("terminal.full")
        self.save()
        self.show()

    def _press(self, cell: int, add: bool) -> None:
        if not self.session.is_paused:
            self.session.press(cell, add=add)
            self.show()

    def _drag(self, cell: int) -> None:
        if not self.session.is_paused and cell != self.session.cursor:
            self.session.go_to(cell, extend=True)
            self.show()

    def on_click(self, event: events.Click) -> None:
        """Enter the digit, or choose the mode, that is clicked in the panel."""
        if self.session.is_paused:
            return
        meta = event.style.meta
        if digit := meta.get("digit"):
            self.session.enter(index(digit))
        elif (mode := meta.get("mode")) in MODES:
            self.session.set_mode(mode)
        else:
            return
        self.after_action()

    def save(self) -> None:
        """Save the game if it has changed, and say so if that fails."""
        game = self.session.game
        state = (list(game.moves), game.at, dict(game.saves), game.seconds // 30)
        if state == self._saved:
            return
        try:
            files.save(game, self.path)
            self._saved = state
        except OSError as error:
            self.session.message = Message(sentence=f"{self.path}: {error.strerror}")

    # -- work that may take a while ---------------------------------------------------------------

    def _search(self, work: Callable[[], _T], then: Callable[[_T], None]) -> None:
        """Do work in a thread, then use its result, unless the board has changed meanwhile."""
        session, game = self.session, self.session.game
        before = (game.at, list(game.moves))
        session.say("terminal.thinking")

        def finish(found: _T | None, sentence: str) -> None:
            if session is not self.session:
                return
            session.message = Message(sentence=sentence) if sentence else None
            if not sentence and before != (game.at, game.moves):
                session.say("terminal.changed")
            elif found is not None:
                then(found)
            self.after_action()

        def run() -> None:
            try:
                found: _T | None = work()
                sentence = ""
            except TimeLimitReached:
                raise
            except (NonetError, ValueError) as error:
                found, sentence = None, str(error)
            self.app.call_from_thread(finish, found, sentence)

        self._begin(run)

    def _begin(self, work: Callable[[], None]) -> None:
        """Do work in a thread, until it is done or `stop_work` is called."""
        stop = self._stop

        def run() -> None:
            with suppress(TimeLimitReached), engine.time_limit(math.inf, stop):
                work()

        self.run_worker(run, thread=True, exclusive=False)

    def stop_work(self) -> None:
        """Stop the threads of this game: their results are not needed any more."""
        self._stop[0] = 1
        self._stop = bytearray(1)

    def _hint(self) -> None:
        session = self.session
        if session.hint is not None:
            if not session.more():
                session.do_step() if session.hint.step else None
            return
        snapshot = session.game.snapshot()

        def then(hint: Hint) -> None:
            session.hint = hint
            self.query_one("#scroll").scroll_home(animate=False)

        self._search(lambda: session.hint_for(snapshot), then)

    def _check(self) -> None:
        session = self.session
        if session.hint is not None and session.hint.step is None:
            session.more()
            return

        def then(solution: list[int]) -> None:
            cells, marks = session.game.wrong(solution)
            if cells or marks:
                session.hint = Hint(cells=tuple(cells), marks=tuple(marks))
            else:
                session.say("terminal.all_right")

        self._search(session.solution, then)

    def _last_right(self) -> None:
        self._search(self.session.solution, lambda _: self.session.return_to_last_right())

    def _rate(self) -> None:
        """Say the time of a solved puzzle, and its rating as soon as it is known."""
        game = self.session.game
        time = clock(game.seconds)
        self._ending = self.words.app("terminal.solved", {"time": time})
        if not game.puzzle.rules.is_classic:
            return

        def show(er: float, difficulty: str) -> None:
            name = self.words.difficulty(difficulty)
            values = {"time": time, "rating": f"{er:.1f}", "difficulty": name}
            if game is self.session.game and game.is_solved:
                self._ending = self.words.app("terminal.solved_rated", values)
                self.show()

        def run() -> None:
            try:
                rating = game.puzzle.rate()
            except NonetError:
                return
            self.app.call_from_thread(show, rating.er, rating.difficulty)

        self._begin(run)

    # -- pages ------------------------------------------------------------------------------------

    def _save_point(self) -> None:
        name = next(str(n) for n in range(1, 10000) if str(n) not in self.session.game.saves)

        def then(answer: str | None) -> None:
            if answer:
                self.session.save_point(answer)
                self.after_action()

        self.app.push_screen(Ask(self.words.app("terminal.save_name"), name), then)

    def _restore(self) -> None:
        names = list(self.session.game.saves)
        if not names:
            self.session.say("terminal.no_save_points")
            return

        def then(chosen: int | None) -> None:
            if chosen is not None:
                self.session.restore(names[chosen])
                self.after_action()

        question = self.words.app("terminal.restore_which")
        self.app.push_screen(Choose(question, names, len(names) - 1), then)

    def _pause(self) -> None:
        self.session.is_paused = not self.session.is_paused
        if self.session.is_paused:
            self.session.say("terminal.paused_board")

    def _theme(self) -> None:
        self.look_name = "light" if self.look_name == "dark" else "dark"

    def _language(self) -> None:
        known = words.languages()
        names = [words.catalogue(language).name for language in known]

        def then(chosen: int | None) -> None:
            if chosen is not None:
                self.words = words.catalogue(known[chosen])
                self.show()

        here = known.index(self.words.language)
        self.app.push_screen(Choose(self.words.app("terminal.language_which"), names, here), then)

    def _new(self) -> None:
        bands = [band.name for band in BANDS]
        names = [self.words.difficulty(band) for band in bands]

        def then(chosen: int | None) -> None:
            if chosen is None:
                return
            band = bands[chosen]
            self._search(
                lambda: generating.generate(difficulty=band),
                lambda puzzle: self.start(Game(puzzle, title=names[chosen]), None),
            )
            self.show()

        self.app.push_screen(Choose(self.words.app("terminal.new_which"), names, 1), then)

    def start(self, game: Game, path: Path | None) -> None:
        """Play another game; this one is kept in its file."""
        self.save()
        self.stop_work()
        self.session = Session(game, clean=self.session.clean)
        self.path = path or files.path_for(game.puzzle)
        self._actions = self._handlers()
        self._finished, self._ending = False, ""
        self._saved = None
        self.show()

    def _open(self) -> None:
        def then(answer: str | None) -> None:
            if not answer:
                return
            path = Path(answer).expanduser()
            try:
                self.start(files.load(path), path)
            except NonetError as error:
                self.session.message = Message(sentence=str(error))
            except OSError as error:
                self.session.message = Message(sentence=f"{path}: {error.strerror}")
            self.show()

        self.app.push_screen(Ask(self.words.app("terminal.open_which")), then)

    def _save_file(self) -> None:
        def then(answer: str | None) -> None:
            if not answer:
                return
            path = Path(answer).expanduser()
            try:
                files.save(self.session.game, path)
                self.session.say("terminal.saved_file", name=str(path))
            except OSError as error:
                self.session.message = Message(sentence=f"{path}: {error.strerror}")
            self.show()

        self.app.push_screen(Ask(self.words.app("terminal.save_where"), "game.nonet"), then)

    def _quit(self) -> None:
        self.app.exit()
