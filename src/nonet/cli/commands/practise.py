"""`nonet practise`: positions whose next step is of a technique."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

import typer

from nonet import render
from nonet.base.errors import NonetError, ParseError
from nonet.base.options import Flag, Whole
from nonet.cli.groups import OUTPUT, From, Language, Seed
from nonet.cli.options import language_of, profile_of, usage
from nonet.cli.parameters import Argument
from nonet.cli.single import boards_in, code_of
from nonet.cli.stream.output import opened
from nonet.formats.hodoku import write_susser
from nonet.generating.practice import Exercise
from nonet.generating.practice import practise as exercises
from nonet.puzzle import Puzzle
from nonet.steps.sentences import heading
from nonet.verbs.logic import PROFILE

__all__ = ["practise"]


def practise(
    *,
    technique: Annotated[str, Argument("Such as xy_wing.", metavar="TECHNIQUE", required=True)],
    puzzles: Annotated[
        list[str] | None,
        Argument(
            "Files to find positions in (default: new puzzles).", metavar="FILE", several=True
        ),
    ] = None,
    n: Annotated[int, Whole("How many (default: {default}).", 1, flags=("-n",))] = 1,
    seed: Seed = 0,
    answer: Annotated[bool, Flag("Show the step too.")] = False,
    lines: Annotated[bool, Flag("One line for each position, for nonet hint.")] = False,
    budget: Annotated[int | None, Whole("Give up after {metavar} puzzles.", 1)] = None,
    profile: Annotated[str, PROFILE] = "nonet",
    language: Language = None,
    output: Annotated[str | None, OUTPUT] = None,
    from_: From = None,
) -> None:
    """Find positions to practise a technique on.

    Nothing easier is left to do in a position, so the next step is of this technique. The lines of
    --lines are in the format of HoDoKu, which nonet reads everywhere.
    """
    order = profile_of(profile)
    known = None if not puzzles else _puzzles(puzzles, from_)
    try:
        found = exercises(technique, known, order=order, seed=seed, budget=budget)
    except ValueError as error:
        usage(str(error))
    shown = _Shown(output, lines, answer, language_of(language))
    raise typer.Exit(code_of(lambda: _print(islice(found, n), shown)))


@dataclass(frozen=True)
class _Shown:
    """How to print the positions."""

    output: str | None
    lines: bool
    answer: bool
    language: str


def _puzzles(paths: list[str], format: str | None) -> Iterator[Puzzle]:
    """Yield the puzzles of files; what cannot be read is reported."""
    for found in boards_in(paths, format, None):
        if isinstance(found, ParseError):
            print(found, file=sys.stderr)
        else:
            yield Puzzle(found)


def _print(found: Iterator[Exercise], shown: _Shown) -> int:
    """Print the positions."""
    number = 0
    with opened(shown.output) as out:
        color = (
            shown.output in (None, "-") and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        )
        for number, exercise in enumerate(found, 1):
            if shown.lines:
                print(write_susser(exercise.position), file=out)
                continue
            drawn = exercise.step if shown.answer else exercise.position.candidates()
            print(f"{number}. {exercise.step.technique.name_in(shown.language)}\n", file=out)
            print(f"{render.text(drawn, color=color, language=shown.language)}\n", file=out)
            if shown.answer:
                title = heading(exercise.step, shown.language)
                print(f"{title}\n{exercise.step.text('full', shown.language)}\n", file=out)
        if not number:
            raise NonetError("no puzzle has such a position")
    return 0
