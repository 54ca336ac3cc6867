"""`nonet practise`: a drill of a technique, or positions whose next step is of it."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from nonet import render
from nonet.base.errors import NonetError, ParseError
from nonet.base.exits import FINE
from nonet.base.options import Flag, Seed, Whole
from nonet.cli.drilling import Dialogue
from nonet.cli.groups import OUTPUT, From, Language
from nonet.cli.options import check_text, is_seen, language_of, profile_of, usage, wants_color
from nonet.cli.parameters import Argument, FileArgument, Target
from nonet.cli.single import boards_in, in_sentences
from nonet.cli.stream.output import opened
from nonet.formats.rare.susser import write_susser
from nonet.generating import drills
from nonet.generating.practice import Exercise
from nonet.generating.practice import practise as exercises
from nonet.puzzle import Puzzle
from nonet.steps import technique as technique_of
from nonet.steps.sentences import heading
from nonet.verbs.logic import PROFILE

__all__ = ["practise"]


@in_sentences
def practise(
    *,
    technique: Annotated[str, Argument("Such as xy_wing.", metavar="TECHNIQUE", required=True)],
    puzzles: Annotated[
        list[str] | None,
        FileArgument(
            "Files to find positions in (default: new puzzles).", metavar="FILE", several=True
        ),
    ] = None,
    drill: Annotated[bool, Flag("Find the step yourself, ten times.")] = False,
    plain: Annotated[
        bool, Flag("A drill without frames and colours, as for a screen reader.")
    ] = False,
    n: Annotated[
        int | None, Whole("Print {metavar} positions (default: 1).", 1, flags=("-n",))
    ] = None,
    seed: Annotated[int | None, Seed("Random seed (default: 0; of a drill: a new one).")] = None,
    answer: Annotated[bool, Flag("Show the step too.")] = False,
    lines: Annotated[bool, Flag("One line for each position, for nonet hint.")] = False,
    budget: Annotated[int | None, Whole("Give up after {metavar} puzzles.", 1)] = None,
    profile: Annotated[str, PROFILE] = "nonet",
    language: Language = None,
    output: Annotated[Target | None, OUTPUT] = None,
    from_: From = None,
) -> int:
    """Drill a technique, or find positions to practise it on.

    In a terminal, ten positions are shown one after another, each one step before the technique, and
    you type what the step does. With another option, or into a pipe, positions are printed: nothing
    easier is left to do there. The lines of --lines are in the format of HoDoKu.
    """
    check_text(output)
    printed = bool(puzzles or answer or lines or output is not None or n is not None)
    if printed and (drill or plain):
        usage("--drill and --plain cannot be combined with options for printed positions")
    chosen = printed or budget is not None or profile != "nonet"
    if drill or plain or (not chosen and sys.stdin.isatty() and is_seen()):
        return _drill(technique, seed, language_of(language), plain)
    order = profile_of(profile)
    known = None if not puzzles else _puzzles(puzzles, from_)
    try:
        positions = exercises(technique, known, order=order, seed=seed or 0, budget=budget)
    except ValueError as error:
        usage(str(error))
    return _print(islice(positions, n or 1), output, lines, answer, language_of(language))


def _drill(name: str, seed: int | None, language: str, plain: bool) -> int:
    try:
        wanted = technique_of(name)
        drills.drill(wanted, seed=0)
    except ValueError as error:
        usage(str(error))
    begun = secrets.randbelow(1_000_000) if seed is None else seed
    Dialogue(wanted, begun, language, plain, wants_color() and not plain).run()
    return FINE


def _puzzles(paths: list[str], format: str | None) -> Iterator[Puzzle]:
    """Yield the puzzles of files; what cannot be read is reported."""
    for item in boards_in(paths, format, None):
        if isinstance(item, ParseError):
            print(item, file=sys.stderr)
        else:
            yield Puzzle(item)


def _print(
    positions: Iterator[Exercise], output: Target | None, lines: bool, answer: bool, language: str
) -> int:
    """Print the positions, as lines or drawn, with or without the steps."""
    number = 0
    with opened(output) as out:
        for number, (position, step) in enumerate(positions, 1):
            if lines:
                print(write_susser(position), file=out)
                continue
            drawn = step if answer else position.candidates()
            board = render.text(drawn, color=wants_color(output), language=language)
            print(f"{number}. {step.technique.name_in(language)}\n\n{board}\n", file=out)
            if answer:
                print(f"{heading(step, language)}\n{step.text('full', language)}\n", file=out)
        if not number:
            raise NonetError("no puzzle has such a position")
    return FINE
