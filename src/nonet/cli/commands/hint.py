"""`nonet hint`: the easiest next step."""

from __future__ import annotations

import json as json_text
import sys
from dataclasses import dataclass
from typing import Annotated, Any

from nonet import formats, render
from nonet.base.options import Choice, Flag
from nonet.cli.groups import AnyBoard, Implications, Language, Long, Output
from nonet.cli.options import language_of, output_format, profile_of
from nonet.cli.single import first_board, in_sentences
from nonet.cli.stream.output import written
from nonet.puzzle import Board, Position
from nonet.steps import LEVELS, Profile, Step
from nonet.steps.json import step_object
from nonet.steps.sentences import heading, summary
from nonet.verbs.logic import PROFILE

__all__ = ["hint"]


@in_sentences
def hint(
    *,
    level: Annotated[
        str, Choice("{names} (default: {default}).", LEVELS, metavar="LEVEL")
    ] = "full",
    long: Long = False,
    apply: Annotated[
        bool,
        Flag("Print the board after the step as JSON, to go on with; the words go to stderr."),
    ] = False,
    profile: Annotated[str, PROFILE] = "nonet",
    language: Language = None,
    budget: Implications = None,
    output: Output,
    puzzle: AnyBoard,
) -> int:
    """Show the easiest next step.

    Steps come in the order in which a teacher would show things. A position with pencil marks is
    continued as it stands; wrong digits are reported first. With --output hint.svg the step is drawn.
    """
    targets = ("jsonl",) if apply else ("txt", "jsonl", "svg")
    target = output_format(output, formats=targets, default=targets[0])
    board = first_board(puzzle)
    shown = _Shown(level, long, language_of(language), target, output["output"])
    return _hint(board, shown, profile_of(profile), budget, apply=apply)


@dataclass(frozen=True)
class _Shown:
    """How to print the hint."""

    level: Any
    long: bool
    language: str
    target: str
    output: str | None


def _hint(board: Board, shown: _Shown, order: Profile, budget: int | None, *, apply: bool) -> int:
    """Print a hint, or the board after it; return the exit code."""
    step = board.hint(profile=order, budget=budget)
    if step is None:
        print("the board is full: no step is left", file=sys.stderr if apply else sys.stdout)
        return int(apply)  # ends a loop
    if apply:
        print(_words(step, shown), file=sys.stderr)
        text = formats.format(Position.of(board).after(step), "jsonl")
    elif shown.target == "jsonl":
        text = json_text.dumps(
            step_object(step, LEVELS, language=shown.language), ensure_ascii=False
        )
    elif shown.target == "svg":
        text = render.svg(step, language=shown.language)
        if shown.output not in (None, "-"):
            print(f"{shown.output}: {summary(step, shown.language)}", file=sys.stderr)
    else:
        text = _words(step, shown)
    written(shown.output, text + "\n")
    return 0


def _words(step: Step, shown: _Shown) -> str:
    """Return what a step says at the level that is asked for."""
    text = step.text(shown.level, shown.language, all=shown.long)
    if shown.level != "full":
        return text
    eureka = f"\n{step.eureka}" if shown.long and step.eureka else ""
    return f"{heading(step, shown.language)}\n{text}{eureka}"
