"""What is printed on standard error: the first failures, a progress bar on a terminal, a summary.

Only the bar needs rich. It appears on a terminal when the work takes longer than a moment.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from nonet.base.exits import FINE, PROBLEM
from nonet.base.filenames import plain
from nonet.base.packed import NOT_UTF_8
from nonet.cli.stream.pipeline import SHOWN, Answers, Failure
from nonet.cli.stream.status import terminal

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["Report"]

_ORDER = (
    "solved",
    "rated",
    "unique",
    "with a solution",
    "made",
    "minimal",
    "repaired",
    "written",
    "seen before",
    "in other parts",
    "shown",
    "with several solutions",
    "without a solution",
    "wrong",
    "out of budget",
    "not supported",
    "not written",
    "left over",
    "unreadable",
)


class Report:
    """Follows a run; ``total`` is the number of bytes to read, if known.

    Without ``details`` the failures of rows are only counted, since their lines are on the same terminal.
    """

    def __init__(self, *, bar: bool, total: int | None, details: bool = True) -> None:
        self.rows = 0
        self.failed = 0
        self._total = total
        self._details = details
        self._position = 0
        self._shown = 0
        self._noted = 0
        self._said: set[tuple[str, bool]] = set()
        self._tally: Counter[str] = Counter()
        self._begun = time.monotonic()
        self._drawn = self._begun + 0.2
        self._bar: Progress | None = None
        self._wants_bar = bar

    # -- during the work --------------------------------------------------------------------------

    def add(self, answers: Answers, position: int) -> None:
        """Take note of a batch; ``position`` is how far the input has been read."""
        self.rows += answers.rows
        self._tally += answers.tally
        self._position = position
        for note in answers.notes:
            once = note.source, note.message == NOT_UTF_8
            if self._noted < SHOWN and once not in self._said:
                self._said |= {once} if once[1] else set()
                self._noted += 1
                self._say(str(note))
        for failure in answers.failures if self._details else ():
            self.fail(failure)
        self.failed += answers.failed - (len(answers.failures) if self._details else 0)
        if self._wants_bar and time.monotonic() >= self._drawn + 0.1:
            self._draw()

    def fail(self, failure: Failure | str, *, always: bool = False) -> None:
        """Print a failure if it is one of the first, or one of a whole file."""
        self.failed += 1
        if always or self._shown < SHOWN:
            self._shown += 1
            self._say(str(failure))

    def _say(self, text: str) -> None:
        if self._bar is not None:
            self._bar.console.print(plain(text), markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=sys.stderr)

    def _draw(self) -> None:
        now = self._drawn = time.monotonic()
        fields: dict[str, Any] = {
            "rows": f"{self.rows:,}",
            "rate": f"{self.rows / (now - self._begun):,.0f}",
        }
        if self._bar is None:
            from rich import progress
            from rich.console import Console

            self._bar = progress.Progress(
                progress.BarColumn(),
                progress.TextColumn("{task.percentage:>3.0f}%" if self._total else ""),
                progress.TextColumn("{task.fields[rows]} puzzles, {task.fields[rate]}/s,"),
                progress.TimeRemainingColumn() if self._total else progress.TimeElapsedColumn(),
                progress.TextColumn("left" if self._total else "so far"),
                console=Console(file=terminal()),
                auto_refresh=False,
                transient=True,
            )
            self._bar.add_task("", total=self._total or None, **fields)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=self._position, refresh=True, **fields)

    # -- at the end -------------------------------------------------------------------------------

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        self._wants_bar = False

    def finish(self, *, terminal: bool) -> int:
        """Print the number of other failures and the summary; return the exit code."""
        self.close()
        self._print_rest()
        if self.rows and (self.failed or (terminal and self.rows > 1)):
            words = [*_ORDER, *(word for word in self._tally if word not in _ORDER)]
            parts = [f"{self._tally[word]:,} {word}" for word in words if self._tally[word]]
            puzzles = "puzzle" if self.rows == 1 else "puzzles"
            took = time.monotonic() - self._begun
            timed = terminal and self.rows > 1
            speed = f" ({took:.1f} s, {self.rows / max(took, 1e-9):,.0f}/s)" if timed else ""
            self._say(f"{self.rows:,} {puzzles}: {', '.join(parts)}{speed}")
        return PROBLEM if self.failed else FINE

    def stopped(self, more: str = "") -> None:
        """Print how far the work came before it was interrupted, and the end of the sentence."""
        self.close()
        self._print_rest()
        of = ""
        if self._total and self.rows and 0 < self._position < self._total:
            of = f" of about {100 * round(self.rows * self._total / self._position / 100):,}"
        self._say(f"stopped after {self.rows:,}{of} puzzles{more}")

    def _print_rest(self) -> None:
        if self._details and self.failed > self._shown:
            self._say(f"… and {self.failed - self._shown:,} more")
