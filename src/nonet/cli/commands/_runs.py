"""What the commands that run algorithms share: the name of one, and how many solutions a run looks for."""

from __future__ import annotations

from typing import Annotated

from nonet.base.options import Flag
from nonet.cli.groups import MOST
from nonet.cli.options import usage
from nonet.teach import algorithm
from nonet.verbs.runs import Run

__all__ = ["All", "bounded", "known_name", "options_of_run"]

All = Annotated[bool, Flag(f"Find all solutions, up to {MOST:,}.")]


def known_name(name: str) -> str:
    """Return the name of an algorithm as nonet writes it; refuse one that does not exist."""
    try:
        return algorithm(name).name
    except ValueError as error:
        usage(str(error))


def options_of_run(options: Run, all_: bool) -> dict[str, object]:
    """Return the options of a run, with the limit of --all."""
    if all_ and options["limit"] != 1:
        usage("--all and --limit cannot be combined")
    return {**options, "limit": MOST} if all_ else {**options}


def bounded(limit: int, solutions: int) -> str:
    """Return the sentence for a run that ended at the limit of --all, or no text."""
    reached = limit == MOST <= solutions
    return f"{MOST:,} solutions are found; --limit N finds more" if reached else ""
