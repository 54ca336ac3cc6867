"""`nonet hint`: the easiest next step."""

from __future__ import annotations

import json as json_text
import sys
from typing import Annotated

import typer

from nonet import render
from nonet.cli.options import (
    From,
    Implications,
    Json,
    OnePuzzle,
    OutputFile,
    Rules,
    To,
    choice,
    output_format,
)
from nonet.cli.single import code_of, first_puzzle
from nonet.cli.stream.output import written
from nonet.formats.position import position_of
from nonet.puzzle import Puzzle
from nonet.steps import LEVELS
from nonet.steps.json import step_object

__all__ = ["hint"]


def hint(
    puzzle: OnePuzzle = None,
    level: Annotated[
        str,
        typer.Option(
            **choice(*LEVELS), metavar="LEVEL", help="nudge, name, where or full (default: full)."
        ),
    ] = "full",
    all_: Annotated[bool, typer.Option("--all", help="Show every line of a long proof.")] = False,
    budget: Implications = None,
    to: To = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Show the easiest next step.

    A position with pencil marks is continued as it stands; wrong digits are reported first. With
    --output hint.svg the step is drawn.
    """
    target = output_format(to, output, json, formats=("txt", "jsonl", "svg"))
    board = first_puzzle(puzzle, from_, rules)
    raise typer.Exit(code_of(lambda: _hint(board, level, all_, budget, target, output)))


def _hint(
    puzzle: Puzzle, level: str, all: bool, budget: int | None, target: str, output: str | None
) -> int:
    """Print a hint; return the exit code."""
    position = position_of(puzzle)
    step = puzzle.hint(position, budget=budget)
    if step is None:
        print("the board is full: no step is left")
        return 0
    if target == "jsonl":
        text = json_text.dumps(step_object(step, LEVELS), ensure_ascii=False)
    elif target == "svg":
        text = render.svg(step)
        if output not in (None, "-"):
            print(f"{output}: {step}", file=sys.stderr)
    else:
        name = f"{step.title()} ({step.rating:.1f})\n" if level == "full" else ""
        text = name + step.text(level, all=all)  # type: ignore[arg-type]
    written(output, text + "\n")
    return 0
