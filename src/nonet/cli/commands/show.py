"""`nonet show`: each puzzle as a drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from nonet.base.options import Choice, Flag, Text
from nonet.cli.groups import Ascii, Boards, Budget, Givens, OutputFile
from nonet.cli.options import charset_of, job_for, output_format, usage, wants_color
from nonet.cli.stream.job import run_job
from nonet.cli.stream.rows import Row, RowWork, status_of
from nonet.tables.batches import Batch, RejectedRow

__all__ = ["Show", "show"]


def show(
    *,
    solve: Annotated[bool, Flag("Fill in the solution.")] = False,
    candidates: Annotated[bool, Flag("Draw pencil marks.")] = False,
    blank: Annotated[
        str, Text("Character of an empty cell (default: {default}).", metavar="CHAR")
    ] = ".",
    ascii: Ascii = False,
    color: Annotated[
        str,
        Choice("{names} (default: {default}).", ("auto", "always", "never"), metavar="WHEN"),
    ] = "auto",
    budget: Budget = None,
    output: OutputFile,
    boards: Boards,
    givens: Givens = None,
) -> int:
    """Draw each puzzle.

    Givens are bold and the digits of the solution coloured, unless NO_COLOR is set. With
    --output p.svg the puzzles are drawn as one picture, side by side.
    """
    if len(blank) != 1 or not blank.isprintable() or blank in "123456789":
        usage(f"--blank must be one printable character, not a digit 1-9, got {blank!r}")
    target = output_format(output, formats=("txt", "svg"))
    from nonet.cli.stream.writers import Drawings, Picture

    job = job_for(boards, output, lines=False, givens=givens)
    if target == "svg":
        drawing = Show((), svg=True, solve=solve, candidates=candidates, budget=budget)
        return run_job(job, drawing, Picture())
    colored = wants_color(output["output"]) if color == "auto" else color == "always"
    work = Show((), False, blank, charset_of(ascii), colored, solve, candidates, budget)
    return run_job(job, work, Drawings(), remarks=True)


@dataclass(frozen=True)
class Show(RowWork):
    """Each puzzle as a drawing, or as a picture with ``svg``."""

    svg: bool = False
    blank: str = "."
    charset: Any = "unicode"
    color: bool = False
    solve: bool = False
    candidates: bool = False
    budget: int | None = None

    done: ClassVar[str] = "shown"

    def of_model(self, batch: Batch, rejected: RejectedRow) -> Row | None:
        """Return the model drawn with characters; it has no picture."""
        from nonet.render.text import model_text

        if rejected.model is None or self.svg or self.candidates:
            return None
        solution, status, message = self._solved(rejected.model)
        text = model_text(
            rejected.model, solution, blank=self.blank, charset=self.charset, color=self.color
        )
        text += f"\n# {message}" if message else ""
        return Row.of_rejected(batch, rejected, status, message=message, text=text)

    def _solved(self, board: Any) -> tuple[Any, str, str | None]:
        """Return the solution if it is asked for, the status, and why there is none."""
        from nonet.base.errors import LimitReached
        from nonet.puzzle.errors import PuzzleError

        try:
            return board.solution(budget=self.budget) if self.solve else None, "shown", None
        except (PuzzleError, LimitReached) as error:
            return None, status_of(error)[0], str(error)

    def rows(self, batch: Batch, row: int, prepared: object) -> Iterable[Row]:
        """Yield the drawing; a remark below it says why it differs from the request."""
        from nonet import render
        from nonet.puzzle import Position

        board = batch.board(row)
        shown: Any = board.candidates() if self.candidates and not self.svg else board
        filled, status, message = self._solved(board)
        if isinstance(board, Position) and board.marks is None and not self.candidates:
            shown, filled = board.puzzle, filled or board.grid
        if self.svg:
            marks = self.candidates
            text = render.svg(shown, solution=filled, rules=board.rules, candidates=marks).rstrip()
            yield Row.of(batch, row, status, message=message, text=text)
            return
        text = render.text(
            shown,
            blank=self.blank,
            charset=self.charset,
            color=self.color,
            solution=filled,
            rules=board.rules,
        )
        if message is not None:
            text += f"\n# {message}"
        yield Row.of(batch, row, status, message=message, text=text)
