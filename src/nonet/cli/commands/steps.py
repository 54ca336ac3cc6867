"""`nonet steps`: the path that solves a puzzle, the easiest step first."""

from __future__ import annotations

import json as json_text
import os
import sys
from dataclasses import dataclass
from typing import IO, Annotated

import typer

from nonet import render
from nonet.cli.options import (
    From,
    Implications,
    Json,
    Language,
    OnePuzzle,
    OutputFile,
    Rules,
    To,
    language_of,
    output_format,
    usage,
    whole,
)
from nonet.cli.single import code_of, first_puzzle
from nonet.cli.stream.output import opened, written
from nonet.errors import LimitReached, NonetError, Stuck
from nonet.formats.position import position_of
from nonet.puzzle import Puzzle
from nonet.steps import Step
from nonet.steps.json import step_object
from nonet.steps.rating import rating_of_path
from nonet.steps.sentences import heading, summary

__all__ = ["steps"]


def steps(
    puzzle: OnePuzzle = None,
    full: Annotated[bool, typer.Option("--full", help="Explain every step.")] = False,
    picture: Annotated[
        int | None, typer.Option(parser=whole(1), metavar="N", help="Draw and explain step N.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Show every line of a long proof.")] = False,
    language: Language = None,
    budget: Implications = None,
    to: To = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Solve a puzzle step by step, the easiest step first.

    A line has the rating of the step, its name, and what follows: r4c5=7 is placed, r4c5<>7 is
    eliminated. With --picture N --output step.svg step N is drawn.
    """
    target = output_format(to, output, json, formats=("txt", "jsonl", "svg"))
    if target == "svg" and picture is None:
        usage("an SVG file shows one step; choose it with --picture N")
    if target == "jsonl" and (full or picture is not None):
        usage("--to jsonl has everything about each step; leave out --full and --picture")
    board = first_puzzle(puzzle, from_, rules)
    shown = _Shown(target, output, full, all_, picture, language_of(language))
    raise typer.Exit(code_of(lambda: _steps(board, shown, budget)))


@dataclass(frozen=True)
class _Shown:
    """What to print of the steps; ``picture`` is the number of the one that is drawn."""

    target: str
    output: str | None
    full: bool
    all: bool
    picture: int | None
    language: str


def _steps(puzzle: Puzzle, shown: _Shown, budget: int | None) -> int:
    """Print the steps; return 0 if they solve the puzzle, or the picture was drawn."""
    board = position_of(puzzle)
    path = puzzle.steps(board, budget=budget)
    board = board or puzzle.candidates()
    done: list[Step] = []
    problem: NonetError | None = None
    with opened(shown.output if shown.picture is None else None) as out:
        try:
            for step in path:
                done.append(step)
                if len(done) == shown.picture:
                    return _draw(step, shown)
                if shown.picture is None:
                    _print(len(done), step, shown, out)
                board = board.after(step)
        except (Stuck, LimitReached) as error:
            problem = error
    if shown.picture is not None:
        missing = f"no step {shown.picture}: the path has {len(done)} steps"
        print(missing if problem is None else f"{missing}: {problem}", file=sys.stderr)
        return 1
    if problem is not None:
        print(problem, file=sys.stderr)
        return 1
    if not done:
        print("the board is full: no step is left", file=sys.stderr)
    else:
        print(f"{len(done)} steps: {rating_of_path(done)}", file=sys.stderr)
    return 0


def _print(number: int, step: Step, shown: _Shown, out: IO[str]) -> None:
    if shown.target == "jsonl":
        found = {"number": number, **step_object(step, ("full",), language=shown.language)}
        print(json_text.dumps(found, ensure_ascii=False), file=out)
        return
    print(f"{number:3}. {step.rating:4.1f}  {summary(step, shown.language)}", file=out)
    if shown.full:
        lines = step.text("full", shown.language, all=shown.all).split("\n")
        print("".join(f"           {line}\n" for line in lines), file=out)


def _draw(step: Step, shown: _Shown) -> int:
    """Draw one step on the terminal, or into a file."""
    if shown.target == "svg":
        written(shown.output, render.svg(step, language=shown.language) + "\n")
        if shown.output not in (None, "-"):
            line = summary(step, shown.language)
            print(f"{shown.output}: step {shown.picture}, {line}", file=sys.stderr)
        return 0
    seen = shown.output in (None, "-") and sys.stdout.isatty()
    color = seen and not os.environ.get("NO_COLOR")
    drawing = render.text(step, color=color, language=shown.language)
    title = f"{shown.picture}. {heading(step, shown.language)}"
    text = step.text("full", shown.language, all=shown.all)
    written(shown.output, f"{drawing}\n\n{title}\n{text}\n")
    return 0
