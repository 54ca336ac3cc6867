"""What `nonet trace` does: a line for each step, a film in a file, or a run that plays on the terminal.

Lines are printed while the algorithm works, so that nothing is kept however long it takes. A player goes back as well,
and keeps eight bytes for each step; so it has a budget if the user gives none.
"""

from __future__ import annotations

import json as json_text
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonet.cells import cell_name
from nonet.cli.options import usage
from nonet.digits import signs_of
from nonet.puzzle import Puzzle
from nonet.render.film import FRAMES, ending_of
from nonet.teach import Counters, Event, Run, Spent, Trace, solve
from nonet.teach.trace import as_json

__all__ = ["Wanted", "check_target", "line_of", "run", "summary"]

PLAYED = 200_000
"""Steps that the player can go through if there is no --budget."""

_SUFFIXES = (".svg", ".html", ".htm", ".gif")


@dataclass(frozen=True)
class Wanted:
    """Which algorithm, with which options of `nonet.teach.solve`, and which steps: ``frames`` from ``first`` on."""

    name: str
    options: dict[str, Any]
    first: int = 1
    frames: int | None = None
    pace: float = 0.4


def check_target(path: str) -> None:
    """Refuse a file that is no film."""
    if Path(path).suffix.lower() not in _SUFFIXES:
        usage(f"--to is {path!r}; a film is a file that ends in .svg, .html or .gif")


def run(puzzle: Puzzle, wanted: Wanted, *, to: str | None, json: bool) -> int:
    """Trace a puzzle and return the exit code: 0 if it is solved, or as much was shown as was wanted."""
    if to is not None:
        return _film(puzzle, wanted, to)
    if not json and sys.stdout.isatty():
        from nonet.cli import player

        if player.problem(puzzle) is None:
            return _play(puzzle, wanted)
        print(player.problem(puzzle), file=sys.stderr)
    return _lines(puzzle, wanted, json)


def _lines(puzzle: Puzzle, wanted: Wanted, json: bool) -> int:
    """Print a line for each step."""
    size, step = puzzle.rules.size, 0
    write = sys.stdout.write

    def tell(event: Event) -> None:
        nonlocal step
        step += 1
        if step < wanted.first:
            return
        if wanted.frames is not None and step >= wanted.first + wanted.frames:
            raise Spent
        write(json_text.dumps(as_json(event, size)) if json else line_of(event, size))
        write("\n")

    done = solve(puzzle, wanted.name, trace=tell, **wanted.options)
    sys.stdout.flush()
    cut = wanted.frames is not None and step >= wanted.first + wanted.frames
    if step < wanted.first:
        print(f"the run has {step:,} steps; there is no step {wanted.first:,}", file=sys.stderr)
        return 1
    ending = "it goes on" if cut else ending_of(done)
    print(f"{ending}: {summary(done.counters)}", file=sys.stderr)
    return 0 if cut or done.solutions else 1


def line_of(event: Event, size: int) -> str:
    """Return an event as a line.

    >>> line_of(Event("place", 2, 5), 9), line_of(Event("remove", 2, 5), 9)
    ('place r1c3=5', 'remove r1c3<>5')
    >>> line_of(Event("rule", 0, 7, "naked single"), 9), line_of(Event("restart"), 9)
    ('rule r1c1=7 (naked single)', 'restart')
    """
    parts = [event.kind]
    where = cell_name(event.cell, size) if event.cell >= 0 else ""
    if event.digit:
        parts.append(
            where + ("<>" if event.kind == "remove" else "=") + signs_of(size)[event.digit - 1]
        )
    elif where:
        parts.append(where)
    if event.note:
        parts.append(f"({event.note})")
    return " ".join(parts)


def summary(counters: Counters) -> str:
    """Return the counters that are not 0, but the time.

    >>> summary(Counters(calls=1, tries=2000))
    'calls 1, tries 2,000'
    """
    named = {
        name.replace("_", " "): n for name, n in counters.as_dict().items() if name != "seconds"
    }
    return ", ".join(f"{name} {number:,}" for name, number in named.items() if number)


def _film(puzzle: Puzzle, wanted: Wanted, to: str) -> int:
    """Write a film."""
    from nonet import render

    film = render.record(
        puzzle,
        wanted.name,
        frames=wanted.frames or FRAMES,
        from_step=wanted.first,
        **wanted.options,
    )
    makers: dict[str, Callable[..., str | bytes]] = {
        ".svg": render.svg_film,
        ".gif": render.gif_film,
    }
    content = makers.get(Path(to).suffix.lower(), render.html_film)(film, pace=wanted.pace)
    with open(to, "wb") as handle:
        handle.write(content if isinstance(content, bytes) else content.encode())
    steps = f"{len(film):,} step" + "s" * (len(film) > 1)
    print(f"{to}: {steps}; {film.ending}", file=sys.stderr)
    return 0


def _play(puzzle: Puzzle, wanted: Wanted) -> int:
    """Record the run, then play it."""
    from nonet.cli.player import Player, play

    trace = Trace(size=puzzle.rules.size)
    options = dict(wanted.options)
    budget = options.pop("budget")
    most = budget if budget is not None else PLAYED
    if wanted.frames is not None:
        most = min(most, wanted.first - 1 + wanted.frames)
    cut = False

    def keep(event: Event) -> None:
        nonlocal cut
        if len(trace) >= most:
            cut = True
            raise Spent
        trace.append(event)

    done: Run = solve(puzzle, wanted.name, trace=keep, budget=budget, **options)
    ending = f"it goes on after {most:,} steps; --budget allows more" if cut else ending_of(done)
    player = Player(puzzle, trace, wanted.name, ending, pace=wanted.pace)
    player.go_to(wanted.first - 1)
    play(player, color=not os.environ.get("NO_COLOR"))
    print(f"{ending}: {summary(done.counters)}")
    return 0
