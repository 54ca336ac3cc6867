"""`nonet hint`: the easiest next step."""

from __future__ import annotations

import json as json_text
import sys
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from nonet import render
from nonet.base.options import Choice
from nonet.cli.groups import AnyBoard, Implications, Language, Long, Output
from nonet.cli.options import language_of, output_format, profile_of
from nonet.cli.single import code_of, first_board
from nonet.cli.stream.output import written
from nonet.puzzle import Board
from nonet.steps import LEVELS, Profile
from nonet.steps.json import step_object
from nonet.steps.sentences import heading, summary
from nonet.verbs.logic import PROFILE

__all__ = ["hint"]


def hint(
    *,
    level: Annotated[
        str, Choice("{names} (default: {default}).", LEVELS, metavar="LEVEL")
    ] = "full",
    long: Long = False,
    profile: Annotated[str, PROFILE] = "nonet",
    language: Language = None,
    budget: Implications = None,
    output: Output,
    puzzle: AnyBoard,
) -> None:
    """Show the easiest next step.

    Steps come in the order in which a teacher would show things. A position with pencil marks is
    continued as it stands; wrong digits are reported first. With --output hint.svg the step is drawn.
    """
    target = output_format(output, formats=("txt", "jsonl", "svg"))
    board = first_board(puzzle)
    shown = _Shown(level, long, language_of(language), target, output["output"])
    order = profile_of(profile)
    raise typer.Exit(code_of(lambda: _hint(board, shown, order, budget)))


@dataclass(frozen=True)
class _Shown:
    """How to print the hint."""

    level: Any
    long: bool
    language: str
    target: str
    output: str | None


def _hint(board: Board, shown: _Shown, order: Profile, budget: int | None) -> int:
    """Print a hint; return the exit code."""
    step = board.hint(profile=order, budget=budget)
    if step is None:
        print("the board is full: no step is left")
        return 0
    if shown.target == "jsonl":
        text = json_text.dumps(
            step_object(step, LEVELS, language=shown.language), ensure_ascii=False
        )
    elif shown.target == "svg":
        text = render.svg(step, language=shown.language)
        if shown.output not in (None, "-"):
            print(f"{shown.output}: {summary(step, shown.language)}", file=sys.stderr)
    else:
        text = step.text(shown.level, shown.language, all=shown.long)
        if shown.level == "full":
            text = f"{heading(step, shown.language)}\n{text}"
            if shown.long and step.eureka:
                text = f"{text}\n{step.eureka}"
    written(shown.output, text + "\n")
    return 0
