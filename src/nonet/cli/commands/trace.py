"""`nonet trace`: an algorithm at work, as lines, as a film, or played on the terminal.

Lines are printed while the algorithm works, so nothing is kept however long it takes. The player also
moves back and keeps eight bytes for each step, so it has a budget of its own.
"""

from __future__ import annotations

import inspect
import json as json_text
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Annotated, Any

from nonet.base.cells import cell_name
from nonet.base.digits import symbols_of
from nonet.base.errors import NonetError
from nonet.base.exits import FINE, PROBLEM
from nonet.base.filenames import shown
from nonet.base.numbers import read_decimal, read_number
from nonet.base.options import FLAGS, Names, Real, Whole
from nonet.cli.commands._runs import All, bounded, known_name, options_of_run
from nonet.cli.groups import OneBoard, Output, Steps, With
from nonet.cli.options import is_seen, output_format, usage, wants_color
from nonet.cli.parameters import Target
from nonet.cli.single import first_puzzle, in_sentences
from nonet.cli.stream.output import opened, written
from nonet.puzzle import Puzzle
from nonet.render.film import FRAMES, ending_of
from nonet.teach import Counters, Event, SolverRun, Spent, Trace, algorithm, solve
from nonet.teach.trace import as_json
from nonet.verbs.runs import Run

__all__ = ["trace"]


@in_sentences
def trace(
    *,
    with_: With = "backtracking",
    run_options: Run,
    all_: All = False,
    budget: Steps = None,
    set_: Annotated[
        Sequence[str], Names("Set an option of the algorithm.", metavar="NAME=VALUE")
    ] = (),
    from_step: Annotated[
        int, Whole("Start at step {metavar} of the run (default: {default}).", 1)
    ] = 1,
    frames: Annotated[
        int | None, Whole("Show {metavar} steps (default: all; films 300).", 1)
    ] = None,
    pace: Annotated[float, Real("Seconds per step (default: {default}).", 0.001, 60)] = 0.4,
    output: Output,
    puzzle: OneBoard,
) -> int:
    """Watch an algorithm at work, or make a film of it.

    On a terminal the run plays on the board; keys pause it and step forwards and back. In a pipe each
    step is a line. With --output film.svg (.html, .gif) it becomes a film; .gif needs the extra
    'pictures'.
    """
    name = known_name(with_)
    target = output_format(output, formats=("txt", "jsonl", "svg", "html", "gif"))
    if all_ and budget is None and not algorithm(name).is_complete:
        usage(f"{name} cannot know that it has all solutions; with --all it needs --budget")
    options = {**_set(name, set_), **options_of_run(run_options, all_), "budget": budget}
    scope = _Scope(name, options, target, output["output"], from_step, frames, pace)
    return _trace(first_puzzle(puzzle), scope)


def _set(name: str, settings: Sequence[str]) -> dict[str, Any]:
    """Return the options of an algorithm, each of the kind of its default."""
    known = algorithm(name)
    parameters = inspect.signature(known.solve).parameters
    options: dict[str, Any] = {}
    for setting in settings:
        key, _, text = setting.partition("=")
        if key not in known.options or not text:
            expected = ", ".join(f"{option}=…" for option in known.options)
            takes = f"takes {expected}" if expected else "has no options"
            usage(f"--set {setting!r}: {name} {takes}")
        what, read = _READ[type(parameters[key].default)]
        try:
            options[key] = read(text)
        except (KeyError, ValueError):
            usage(f"--set {setting!r}: {key} is {what}")
    return options


_READ: dict[type, tuple[str, Callable[[str], Any]]] = {
    bool: ("yes or no", lambda text: FLAGS[text.lower()]),
    int: ("a whole number", read_number),
    type(None): ("a whole number", read_number),  # without it there is no limit
    float: ("a number", read_decimal),
    str: ("a text", str),
}


# -- running --------------------------------------------------------------------------------------


_PLAYED = 200_000  # steps that the player keeps if there is no --budget


@dataclass(frozen=True)
class _Scope:
    """Which algorithm, with which options, and which steps to show: ``frames`` from ``first`` on."""

    name: str
    options: dict[str, Any]
    target: str
    output: Target | None
    first: int = 1
    frames: int | None = None
    pace: float = 0.4


def _trace(puzzle: Puzzle, scope: _Scope) -> int:
    """Trace a puzzle; return 0 if it is solved, or all requested steps were shown."""
    if scope.target in ("svg", "html", "gif"):
        return _film(puzzle, scope)
    if scope.target == "txt" and is_seen(scope.output):
        from nonet.cli import player

        if player.problem(puzzle) is None:
            return _play(puzzle, scope)
        print(player.problem(puzzle), file=sys.stderr)
    with opened(scope.output) as out:
        return _lines(puzzle, scope, out)


def _lines(puzzle: Puzzle, scope: _Scope, out: IO[str]) -> int:
    """Print a line for each step."""
    size, step = puzzle.rules.size, 0
    write, as_object = out.write, scope.target == "jsonl"

    def show(event: Event) -> None:
        nonlocal step
        step += 1
        if step < scope.first:
            return
        if scope.frames is not None and step >= scope.first + scope.frames:
            raise Spent
        write(json_text.dumps(as_json(event, size)) if as_object else _line_of(event, size))
        write("\n")

    done = solve(puzzle, scope.name, trace=show, **scope.options)
    out.flush()
    cut = scope.frames is not None and step >= scope.first + scope.frames
    if step < scope.first:
        raise NonetError(f"no step {scope.first:,}: the run has {step:,} steps")
    ending = "not finished" if cut else ending_of(done)
    print(f"{ending}: {_summary(done.counters)}", file=sys.stderr)
    if sentence := bounded(scope.options["limit"], len(done.solutions)):
        print(sentence, file=sys.stderr)
    return FINE if cut or done.solutions else PROBLEM


def _line_of(event: Event, size: int) -> str:
    """Return an event as a line.

    >>> _line_of(Event("place", 2, 5), 9), _line_of(Event("remove", 2, 5), 9)
    ('place r1c3=5', 'remove r1c3<>5')
    >>> _line_of(Event("rule", 0, 7, "naked single"), 9), _line_of(Event("restart"), 9)
    ('rule r1c1=7 (naked single)', 'restart')
    """
    parts = [event.kind]
    where = cell_name(event.cell, size) if event.cell >= 0 else ""
    if event.digit:
        parts.append(
            where + ("<>" if event.kind == "remove" else "=") + symbols_of(size)[event.digit - 1]
        )
    elif where:
        parts.append(where)
    if event.note:
        parts.append(f"({event.note})")
    return " ".join(parts)


def _summary(counters: Counters) -> str:
    """Return the counters that are not 0, except the time.

    >>> _summary(Counters(calls=1, tries=2000))
    'calls 1, tries 2,000'
    """
    named = {
        name.replace("_", " "): n for name, n in counters.as_dict().items() if name != "seconds"
    }
    return ", ".join(f"{name} {number:,}" for name, number in named.items() if number)


def _film(puzzle: Puzzle, scope: _Scope) -> int:
    from nonet import render

    film = render.record(
        puzzle,
        scope.name,
        frames=scope.frames or FRAMES,
        from_step=scope.first,
        **scope.options,
    )
    make: Callable[..., str | bytes] = getattr(render, f"{scope.target}_film")
    written(scope.output, make(film, pace=scope.pace))
    if scope.output not in (None, "-"):
        steps = f"{len(film):,} step" + "s" * (len(film) > 1)
        print(f"{shown(scope.output)}: {steps}; {film.ending}", file=sys.stderr)
    return FINE


def _play(puzzle: Puzzle, scope: _Scope) -> int:
    """Record the run, then play it."""
    from nonet.cli.player import Player, play

    trace = Trace(size=puzzle.rules.size)
    options = dict(scope.options)
    budget = options.pop("budget")
    most = budget if budget is not None else _PLAYED
    if scope.frames is not None:
        most = min(most, scope.first - 1 + scope.frames)
    cut = False

    def keep(event: Event) -> None:
        nonlocal cut
        if len(trace) >= most:
            cut = True
            raise Spent
        trace.append(event)

    done: SolverRun = solve(puzzle, scope.name, trace=keep, budget=budget, **options)
    ending = f"not finished after {most:,} steps; use a larger --budget" if cut else ending_of(done)
    player = Player(puzzle, trace, scope.name, ending, pace=scope.pace)
    player.go_to(scope.first - 1)
    play(player, color=wants_color())
    print(f"{ending}: {_summary(done.counters)}")
    if sentence := bounded(scope.options["limit"], len(done.solutions)):
        print(sentence)
    return FINE
