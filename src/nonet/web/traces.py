"""Runs of the teaching algorithms for the Lab: every event, the line that reported it, and what the whole run took.

A run is made twice. The first is undisturbed, for the counters and the time, beside those of the native core. The
second is recorded, up to a number of events. So a long run has true figures although the film shows its beginning.
"""

from __future__ import annotations

import base64
import sys
import time
from array import array
from importlib.util import find_spec

from nonet.lab.comparison import PACKAGES, Trial, compare
from nonet.lab.orders import first_rows_done
from nonet.puzzle import Puzzle
from nonet.teach import algorithm, names
from nonet.teach import solve as run_algorithm
from nonet.teach.board import DigitOrder
from nonet.teach.lines import LineRecorder, source_files
from nonet.teach.trace import KINDS
from nonet.web import answers

__all__ = ["EVENTS", "MOST_EVENTS", "PATIENCE", "SECONDS", "algorithms", "is_installed", "trace"]

EVENTS = 100_000
"""The events that a trace keeps if the request does not say how many."""
MOST_EVENTS = 700_000
"""The events that a request can ask for."""
SECONDS = 3.0
"""The processor time of each of the two runs."""
PATIENCE = 7.0
"""The time of both on the clock. A machine with much else to do shows less, but shows it."""

_NOTE_BITS = 12  # a packed event has 32 bits: note 12, kind 3, cell 11, digit 6


def algorithms() -> list[answers.Algorithm]:
    """Return what is known about each algorithm, and its program.

    >>> first = algorithms()[0]
    >>> first["name"], first["installed"], first["files"][0]["name"]
    ('backtracking', True, 'backtracking.py')
    """
    entries: list[answers.Algorithm] = []
    for name in names():
        about = algorithm(name)
        entries.append(
            {
                "name": name,
                "title": about.title,
                "idea": about.idea,
                "source": about.source,
                "worst_case": about.worst_case,
                "shines": about.shines,
                "complete": about.is_complete,
                "extra": about.extra,
                "installed": is_installed(name),
                "install": f'pip install "nonet[{about.extra}]"' if about.extra else None,
                "files": [
                    {"name": file.name, "first_line": file.first_line, "text": file.text}
                    for file in source_files(name)
                ],
            }
        )
    return entries


def is_installed(name: str) -> bool:
    """Return whether the packages that an algorithm needs are there."""
    extra = algorithm(name).extra
    return extra is None or find_spec(PACKAGES[extra]) is not None


def trace(
    puzzle: Puzzle,
    name: str,
    *,
    limit: int | None = 1,
    digits: DigitOrder = "ascending",
    seed: int = 0,
    events: int = EVENTS,
    seconds: float = SECONDS,
    budget: int | None = None,
) -> answers.TraceAnswer:
    """Run an algorithm on a puzzle; return its events and lines, packed, and its counters beside those of the core.

    ``events`` are 32-bit numbers, in base64 and little endian: the number of the note, 3 bits for the kind, 11 for the
    cell + 1, 6 for the digit. ``lines`` are 16-bit numbers: the file in 4 bits, the line in 12. ``complete`` is whether
    the trace has every event of the run; ``finished``, whether the run of the counters ended by itself. A ``budget`` of
    steps replaces the limits of time: then the answer has no times, and is the same on every machine.

    Raises `Conflict`, `RulesError` and `MissingExtra` as `nonet.teach.solve` does.

    >>> answer = trace(Puzzle("1..4 .... .... 2..3"), "backtracking")
    >>> answer["result"], answer["complete"], answer["counters"]["calls"], answer["count"]
    ('solved', True, 15, 79)
    """
    name = algorithm(name).name
    is_timed = budget is None
    allowed = seconds if is_timed else None
    begun, worked = time.monotonic(), time.thread_time()
    patience = PATIENCE / 2 if is_timed else None
    recorder = LineRecorder(name, size=puzzle.rules.size, most=events, patience=patience)
    recorded = run_algorithm(
        puzzle,
        name,
        trace=recorder,
        seconds=allowed,
        limit=limit,
        digits=digits,
        seed=seed,
        budget=budget,
    )
    taken, worked = time.monotonic() - begun, time.thread_time() - worked
    if is_timed and taken > 0.1:  # what is left on the clock, as processor time at the pace so far
        allowed = min(seconds, max(0.05, (PATIENCE - taken) * worked / taken))
    measured, core = compare(
        puzzle, [name], seconds=allowed, limit=limit, digits=digits, seed=seed, budget=budget
    )
    trial = measured.trials[0]
    return {
        "algorithm": name,
        "size": puzzle.rules.size,
        "givens": list(puzzle.givens),
        "kinds": list(KINDS),
        "notes": recorder.trace.notes,
        "count": len(recorder.trace),
        "events": _packed(array("I", recorder.trace.codes(_NOTE_BITS))),
        "lines": _packed(recorder.places),
        "complete": not recorder.is_full and (recorded.exact or trial.word == "not found"),
        "first_rows": _first_rows(puzzle, recorder, trial, digits, seed),
        **_figures(trial, is_timed),
        "core": _figures(core.trials[0], is_timed),
        "seconds": None if allowed is None else round(allowed, 1),
        "budget": budget,
        "solution": None if trial.solution is None else list(trial.solution),
    }


def _figures(trial: Trial, is_timed: bool) -> answers.Figures:
    """Return the result of a measured run: a word, its counters, its time divided by that of the core."""
    counters = trial.counters.as_dict()
    if not is_timed:
        del counters["seconds"]
    return {
        "result": trial.word.replace(" ", "_"),
        "finished": not trial.is_cut,
        "counters": counters,
        "factor": trial.factor if is_timed else None,
    }


def _first_rows(
    puzzle: Puzzle, recorder: LineRecorder, trial: Trial, digits: DigitOrder, seed: int
) -> answers.FirstRows | None:
    """Return how far the events of an unfinished search came, in first rows; None if that says nothing."""
    if not trial.is_cut or not algorithm(trial.name).in_reading_order:
        return None
    size = puzzle.rules.size
    row = list(puzzle.givens)[:size]
    for event in recorder.trace:
        if 0 <= event.cell < size and event.kind in ("place", "backtrack"):
            row[event.cell] = event.digit if event.kind == "place" else 0
    rows = first_rows_done(puzzle, digits, seed, row)
    return None if rows is None else {"done": rows.done, "total": rows.total}


def _packed(numbers: array[int]) -> str:
    """Return numbers as base64 of their bytes, little endian."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return base64.b64encode(numbers.tobytes()).decode("ascii")
