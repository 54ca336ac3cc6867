"""`nonet steps`: the path that solves a puzzle, the easiest step first."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Annotated

from nonet import render
from nonet.base.cells import cell_index
from nonet.base.errors import LimitReached, NonetError, ParseError, TimeLimitReached
from nonet.base.exits import FINE, PROBLEM
from nonet.base.filenames import shown as file_name
from nonet.base.options import Flag, Names, Text, Whole
from nonet.cli.groups import AllowOwn, AnyBoard, Implications, Language, Long, Output, Seconds
from nonet.cli.options import (
    charset_of,
    language_of,
    limited,
    output_format,
    profile_of,
    usage,
    wants_color,
)
from nonet.cli.parameters import Target
from nonet.cli.single import all_boards, first_board, in_sentences
from nonet.cli.stream.output import opened, written
from nonet.formats.json_lines import board_object
from nonet.puzzle import Board, Position
from nonet.puzzle.errors import Stuck
from nonet.puzzle.explaining import end_of, shared
from nonet.steps import SE, Premise, Profile, Step, Technique
from nonet.steps.json import step_object
from nonet.steps.parts import rating_text
from nonet.steps.rating import rating_of_path
from nonet.steps.sentences import heading, summary
from nonet.verbs.logic import PROFILE
from nonet.words import catalogue

__all__ = ["steps"]


@in_sentences
def steps(
    *,
    full: Annotated[bool, Flag("Explain every step.")] = False,
    picture: Annotated[int | None, Whole("Draw and explain step {metavar}.", 1)] = None,
    ascii: Annotated[bool, Flag("With --picture: draw with + - and | only.")] = False,
    long: Long = False,
    each: Annotated[bool, Flag("The path of every puzzle in a file, a JSON line each.")] = False,
    all_: Annotated[bool, Flag("List all steps that can be done now.")] = False,
    technique: Annotated[Sequence[str], Names("With --all: only this technique.")] = (),
    digit: Annotated[int | None, Whole("With --all: only what concerns {metavar}.", 0, 35)] = None,
    cell: Annotated[
        str | None, Text("With --all: only what concerns r4c5.", metavar="CELL")
    ] = None,
    profile: Annotated[str, PROFILE] = "nonet",
    allow_own: AllowOwn = False,
    language: Language = None,
    budget: Implications = None,
    seconds: Seconds = None,
    output: Output,
    puzzle: AnyBoard,
) -> int:
    """Solve a puzzle step by step, the easiest step first.

    A line has the rating of the step, its name, and what follows: r4c5=7 is placed, r4c5<>7 is
    eliminated. With --picture N --output step.svg step N is drawn. With --all the steps are those
    that can be done now, chains of the easiest kind or of the techniques named. --each writes the
    paths of all puzzles, for programs.
    """
    if each and (full or picture is not None or all_):
        usage("--each writes JSON lines with whole paths; leave out --full, --picture and --all")
    target = output_format(output, formats=("jsonl",) if each else ("txt", "jsonl", "svg"))
    if not all_ and (technique or digit is not None or cell):
        usage("--technique, --digit and --cell choose among the steps of --all")
    if each:
        order, words = profile_of(profile, allow_own=allow_own), language_of(language)
        return _paths(puzzle, _Limits(order, budget, seconds), output["output"], words)
    if target == "svg" and picture is None:
        usage("an SVG file shows one step; choose it with --picture N")
    if target == "jsonl" and (full or picture is not None):
        usage("--to jsonl has everything about each step; leave out --full and --picture")
    order = profile_of(profile, allow_own=allow_own)
    board = first_board(puzzle)
    at = _cell(cell, board.rules.size)
    wanted = _Wanted(all_, order, _named(technique, order), digit, at)
    shown = _Shown(target, output["output"], full, long, picture, language_of(language), ascii)
    with limited(seconds):
        return _steps(board, shown, wanted, budget)


@dataclass(frozen=True)
class _Limits:
    """How a path is looked for: the order of the techniques, and what it may cost."""

    order: Profile
    budget: int | None
    seconds: float | None


def _paths(puzzle: AnyBoard, limits: _Limits, output: Target | None, language: str) -> int:
    """Write an object for each puzzle of a file; return 1 if one cannot be read or is not solved."""
    count = solved = unreadable = 0
    with opened(output) as out:
        for board in all_boards(puzzle):
            count += 1
            if isinstance(board, ParseError):
                print(board, file=sys.stderr)
                unreadable += 1
                continue
            path = _path_object(board, limits, language)
            solved += bool(path["solved"])
            print(json_text.dumps(path, ensure_ascii=False), file=out)
    puzzles = "1 puzzle" if count == 1 else f"{count} puzzles"
    rest = f", {unreadable} unreadable" if unreadable else ""
    print(f"{puzzles}: {solved} solved{rest}", file=sys.stderr)
    return PROBLEM if solved < count else FINE


def _path_object(board: Board, limits: _Limits, language: str) -> dict[str, object]:
    """Return a puzzle with its path; without the whole path, ``problem`` says why."""
    done: list[Step] = []
    problem: NonetError | None = None
    try:
        with limited(limits.seconds):
            done.extend(board.steps(profile=limits.order, budget=limits.budget))
        problem = end_of(Position.of(board), done)
    except NonetError as error:
        problem = error
        done.extend(getattr(error, "steps", None) or getattr(error, "progress", None) or ())
    texts = [step_object(step, ("full",), language=language) for step in done]
    why = {} if problem is None else {"problem": str(problem)}
    return {**board_object(board), "solved": problem is None, **why, "steps": texts}


def _named(names: Sequence[str], order: Profile) -> tuple[Technique, ...] | None:
    try:
        return tuple(order.row(name).technique for name in names) or None
    except ValueError as error:
        usage(f"--technique: {error}")


def _cell(text: str | None, size: int) -> int | None:
    try:
        return None if text is None else cell_index(text, size)
    except (ValueError, IndexError) as error:
        usage(f"--cell: {error}")


@dataclass(frozen=True)
class _Wanted:
    """Which steps: those of the path, or all of a position, perhaps only some of them."""

    all: bool
    order: Profile
    techniques: tuple[Technique, ...] | None = None
    digit: int | None = None
    cell: int | None = None

    def concerns(self, step: Step) -> bool:
        """Whether a step places or eliminates something of the requested digit and cell."""
        values = step.rules.digits
        removes = step.removes.items()
        changes = {(cell, values[digit - 1]) for cell, digits in removes for digit in digits}
        if step.places is not None:
            changes.add((step.places.cell, values[step.places.digit - 1]))
        return any(
            self.cell in (None, cell) and self.digit in (None, digit) for cell, digit in changes
        )


@dataclass(frozen=True)
class _Shown:
    """What to print of the steps; ``picture`` is the number of the step to draw."""

    target: str
    output: Target | None
    full: bool
    long: bool
    picture: int | None
    language: str
    ascii: bool


def _steps(board: Board, shown: _Shown, wanted: _Wanted, budget: int | None) -> int:
    """Print the steps; return 0 if they solve the puzzle, or are listed, or the picture was drawn."""
    path: Iterable[Step] = board.steps(profile=wanted.order, budget=budget)
    if wanted.all:
        order, techniques = wanted.order, wanted.techniques
        steps = board.all_steps(profile=order, techniques=techniques, budget=budget)
        path = filter(wanted.concerns, steps)
    done: list[Step] = []
    problem: NonetError | None = None
    end: Stuck | None = None
    with opened(shown.output if shown.picture is None else None) as out:
        try:
            for step in path:
                done.append(step)
                if len(done) == shown.picture:
                    return _draw(step, shown)
                if shown.picture is None:
                    _print(len(done), step, shown, out)
            end = None if wanted.all else end_of(Position.of(board), done)
            if end is not None and not done:
                raise end
        except (Stuck, LimitReached, TimeLimitReached) as error:
            if not done and shown.picture is None:
                raise
            problem = error
    if shown.picture is not None:
        listed = "there are" if wanted.all else "the path has"
        missing = f"no step {shown.picture}: {listed} {len(done)} steps"
        print(missing if problem is None else f"{missing}: {problem}", file=sys.stderr)
        return PROBLEM
    if problem is not None:
        print(problem, file=sys.stderr)
        return PROBLEM
    if end is not None:
        print(end, file=sys.stderr)
        return FINE
    print(_summary(done, wanted, board), file=sys.stderr)
    return FINE


def _summary(done: list[Step], wanted: _Wanted, board: Board) -> str:
    """Return the closing line: how many steps, and how hard."""
    if not done and wanted.all:
        return _none(board, wanted)
    if not done:
        return "the board is full: no step is left"
    steps = "1 step" if len(done) == 1 else f"{len(done)} steps"
    if wanted.all:
        beside = shared(Position.of(board), len(done))
        return steps if beside is None else f"{steps}; {beside}"
    if wanted.order is SE:
        return f"{steps}: {rating_of_path(done)}"
    hardest = max(done, key=lambda step: step.rating)
    points = " points" if wanted.order.counts_points else ""
    return f"{steps}, the hardest: {hardest.text('name')} ({rating_text(hardest.rating)}{points})"


def _none(board: Board, wanted: _Wanted) -> str:
    """Return that there is no step, and whether the techniques that were named could not be tried."""
    position = Position.of(board)
    premise = position.premise if position.is_unique else Premise.RULES
    if wanted.techniques and all(each.needs > premise for each in wanted.techniques):
        if premise is Premise.RULES:
            return "no step: on this board only what follows from the rules alone is tried"
        return "no step: it is not known which cells are givens; --givens filled says that all filled ones are"
    return "no step"


def _print(number: int, step: Step, shown: _Shown, out: IO[str]) -> None:
    if shown.target == "jsonl":
        numbered = {"number": number, **step_object(step, ("full",), language=shown.language)}
        print(json_text.dumps(numbered, ensure_ascii=False), file=out)
        return
    words = catalogue(shown.language)
    rating = words.number(rating_text(step.rating))
    print(f"{number:3}. {rating:>4}  {summary(step, words)}", file=out)
    if shown.full:
        lines = step.text("full", shown.language, all=shown.long).split("\n")
        print("".join(f"           {line}\n" for line in lines), file=out)


def _draw(step: Step, shown: _Shown) -> int:
    """Draw one step on the terminal, or into a file."""
    if shown.target == "svg":
        written(shown.output, render.svg(step, language=shown.language) + "\n")
        if shown.output not in (None, "-"):
            line = summary(step, shown.language)
            print(f"{file_name(shown.output)}: step {shown.picture}, {line}", file=sys.stderr)
        return FINE
    charset, color = charset_of(shown.ascii), wants_color(shown.output)
    drawing = render.text(step, color=color, charset=charset, language=shown.language)
    title = f"{shown.picture}. {heading(step, shown.language)}"
    text = step.text("full", shown.language, all=shown.long)
    written(shown.output, f"{drawing}\n\n{title}\n{text}\n")
    return FINE
