"""`nonet hint`: the easiest next step."""

from __future__ import annotations

import json as json_text
import sys
from operator import index
from typing import Annotated, Any

from nonet import formats, render
from nonet.base.exits import FINE
from nonet.base.filenames import shown
from nonet.base.options import Choice, Flag
from nonet.cli.groups import AllowOwn, AnyBoard, Implications, Language, Long, Output, Seconds
from nonet.cli.options import language_of, limited, output_format, profile_of
from nonet.cli.single import first_board, in_sentences
from nonet.cli.stream.output import written
from nonet.puzzle import Position
from nonet.puzzle.explaining import shared
from nonet.steps import LEVELS, Step
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
        Flag(
            "Print the board after the step as JSON, to go on with; the words go to stderr.",
            in_place=True,
        ),
    ] = False,
    profile: Annotated[str, PROFILE] = "nonet",
    allow_own: AllowOwn = False,
    language: Language = None,
    budget: Implications = None,
    seconds: Seconds = None,
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
    spoken, path = language_of(language), output["output"]
    order = profile_of(profile, allow_own=allow_own)
    with limited(seconds):
        step = board.hint(profile=order, budget=budget)
    if step is None:
        print("the board is full: no step is left", file=sys.stderr if apply else sys.stdout)
        return index(apply)  # ends a loop
    if (beside := shared(Position.of(board))) is not None:
        print(beside, file=sys.stderr)
    if apply:
        print(_words(step, level, spoken, long), file=sys.stderr)
        text = formats.format(Position.of(board).after(step), "jsonl")
    elif target == "jsonl":
        text = json_text.dumps(step_object(step, LEVELS, language=spoken), ensure_ascii=False)
    elif target == "svg":
        text = render.svg(step, language=spoken)
        if path not in (None, "-"):
            print(f"{shown(path)}: {summary(step, spoken)}", file=sys.stderr)
    else:
        text = _words(step, level, spoken, long)
    written(path, text + "\n")
    return FINE


def _words(step: Step, level: Any, language: str, long: bool) -> str:
    """Return the text of a step at the chosen level."""
    text = step.text(level, language, all=long)
    if level != "full":
        return text
    eureka = f"\n{step.eureka}" if long and step.eureka else ""
    return f"{heading(step, language)}\n{text}{eureka}"
