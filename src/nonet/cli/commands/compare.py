"""`nonet compare`: algorithms of nonet.teach and the native core on the same puzzles."""

from __future__ import annotations

import json as json_text
import shutil
import sys
from collections.abc import Sequence
from typing import IO, Annotated, Any, NoReturn

import typer

from nonet import lab, render
from nonet.base.errors import ParseError
from nonet.base.exits import FINE, PROBLEM
from nonet.base.options import OutFile, Real, Text
from nonet.cli.commands._runs import All, bounded, known_name, options_of_run
from nonet.cli.groups import Boards, Output, Steps
from nonet.cli.options import arguments_or_stdin, output_format, usage
from nonet.cli.parameters import Target
from nonet.cli.single import boards_in, in_sentences
from nonet.cli.stream.output import opened, written
from nonet.cli.stream.status import StatusLine
from nonet.lab import Trial
from nonet.puzzle import Puzzle
from nonet.rules.variants import format_rules
from nonet.teach import Counters
from nonet.verbs.runs import Run

__all__ = ["compare"]


@in_sentences
def compare(
    *,
    with_: Annotated[
        str | None, Text("Algorithms (default: see above).", flags=("--with",), metavar="A,B,...")
    ] = None,
    run_options: Run,
    all_: All = False,
    seconds: Annotated[float, Real("CPU seconds for each run (default: {default:g}).", 0.01)] = 5.0,
    budget: Steps = None,
    plot: Annotated[Target | None, OutFile("Draw each run as a dot, as SVG.")] = None,
    plot_of: Annotated[
        str, Text("{default} (default) or a counter such as calls.", metavar="WHAT")
    ] = "seconds",
    output: Output,
    boards: Boards,
) -> int:
    """Run algorithms side by side.

    The table has the counters of each; for several puzzles, the median and the worst case. "≥" marks a
    run that was ended by --seconds or --budget. With --all or --limit it also has the
    number of solutions. Without --with, algorithms that are not installed are left out, and those that
    search at random.
    """
    target = output_format(output, formats=("table", "txt", "jsonl"), default="table")
    chosen = None if with_ is None else [known_name(part.strip()) for part in with_.split(",")]
    for name in chosen or ():
        if chosen is not None and chosen.count(name) > 1:
            usage(f"--with names {name!r} twice; name each algorithm once")
    if plot_of not in Counters().as_dict():
        usage(f"unknown counter {plot_of!r} for --plot-of; use {', '.join(Counters().as_dict())}")
    loaded: list[Puzzle] = []
    failed = 0
    for item in boards_in(arguments_or_stdin(boards["puzzles"]), boards["from_"], boards["rules"]):
        if isinstance(item, ParseError):
            failed += 1
            typer.echo(str(item), err=True)
        else:
            loaded.append(Puzzle(item))
    if not loaded:
        return PROBLEM
    options = {**options_of_run(run_options, all_), "seconds": seconds, "budget": budget}
    with opened(output["output"]) as out:
        return max(_compare(loaded, chosen, options, out, target, plot, plot_of), min(failed, 1))


def _compare(
    puzzles: Sequence[Puzzle],
    algorithms: Sequence[str] | None,
    options: dict[str, Any],
    out: IO[str],
    target: str,
    plot: Target | None,
    plot_of: str,
) -> int:
    """Print the table; return 0 if the core solved all puzzles and no answer was wrong."""
    chosen = algorithms or lab.installed_names()
    status, trials = StatusLine(), list[Trial]()

    def count(trial: Trial) -> None:
        trials.append(trial)
        total = len(puzzles) * len(chosen)
        status.show(f"{len(trials):,} of {total:,} runs, {trial.name}")

    try:
        with status:
            comparison = lab.compare(puzzles, chosen, progress=count, **options)
    except KeyboardInterrupt:
        _stopped(puzzles, trials, out, target)
    if target == "jsonl":
        for row in comparison:
            for trial in row.trials:
                line = json_text.dumps(_object(puzzles[trial.puzzle], trial), ensure_ascii=False)
                print(line, file=out)
    else:
        wide = shutil.get_terminal_size().columns if out.isatty() else None
        print(comparison.text(wide), file=out)
    most = max(trial.counters.solutions for row in comparison for trial in row.trials)
    if sentence := bounded(options["limit"], most):
        print(sentence, file=sys.stderr)
    if plot is not None:
        lines = {row.name: row.values(plot_of) for row in comparison}
        number = f"{len(puzzles)} puzzle" + "s" * (len(puzzles) > 1)
        axis = "CPU seconds" if plot_of == "seconds" else plot_of.replace("_", " ")
        picture = render.plot_svg(lines, title=f"{number}, {axis} of each run", axis=axis)
        written(plot, picture)
    words = [trial.word for row in comparison for trial in row.trials]
    well = all(trial.word == "solved" for trial in comparison[lab.CORE].trials)
    return FINE if well and "wrong" not in words else PROBLEM


def _stopped(
    puzzles: Sequence[Puzzle], trials: Sequence[Trial], out: IO[str], target: str
) -> NoReturn:
    """Print the runs that were done before the interrupt, and end with it."""
    for trial in trials:
        trial_object = _object(puzzles[trial.puzzle], trial)
        if target == "jsonl":
            print(json_text.dumps(trial_object, ensure_ascii=False), file=out)
        else:
            print(f"puzzle {trial.puzzle + 1:<5} {trial.name:<24} {trial.word}", file=out)
    print(f"stopped; the {len(trials):,} runs done so far are printed", file=sys.stderr)
    raise KeyboardInterrupt


def _object(puzzle: Puzzle, trial: Trial) -> dict[str, object]:
    rules = {} if puzzle.rules.is_classic else {"rules": format_rules(puzzle.rules)}
    return {
        "puzzle": puzzle.givens.text(),
        **rules,
        "algorithm": trial.name,
        "status": trial.word,
        "solution": None if trial.solution is None else trial.solution.text(),
        **(trial.counters.as_dict() if trial.has_run else {}),
        "factor": trial.factor,
        "message": trial.message or None,
    }
