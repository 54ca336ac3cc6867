"""Puzzles by their hardest technique, without a search: `technique_stock.json`.

Some techniques are the hardest of one puzzle in a hundred thousand. Where ``hardest`` is the only option, without a
seed, `nonet.generate` takes one of the stock at random instead. It has its recipe like any other, so it can be made
again; with a seed nothing is taken from here. The stock says too by which profile a technique can be the hardest.

``scripts/technique_stock.py`` writes the file, and the web app reads it (``web/static/js/play/hardest.js``).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonet.base.options import changed
from nonet.generating.options import GenerateOptions, SearchOptions
from nonet.puzzle import Puzzle
from nonet.steps import technique

__all__ = ["Stocked", "by_hardest", "technique_stock"]


class Stocked(NamedTuple):
    """A technique that can be the hardest: by which profile, and puzzles by their recipes if they are rare."""

    profile: str
    puzzles: Mapping[str, str]


def by_hardest(options: SearchOptions) -> Puzzle | None:
    """Return a puzzle of the stock, if the options ask for a hardest technique alone; else choose its profile.

    The profile of the options is replaced where that of Sudoku Explainer, the default, does not have the technique.
    """
    hardest = options["hardest"]
    is_alone = changed(GenerateOptions, options).keys() == {"hardest"}
    if hardest is None or not is_alone or options["seed"] is not None or options["first"]:
        return None
    entry = technique_stock().get(technique(hardest).id)
    if entry is None:
        return None
    options["profile"] = entry.profile
    if not entry.puzzles:
        return None
    recipe = secrets.choice(list(entry.puzzles))
    return Puzzle(entry.puzzles[recipe], info={"recipe": recipe})


@cache
def technique_stock() -> Mapping[str, Stocked]:
    """Return what the stock has, by technique.

    >>> stock = technique_stock()
    >>> stock["skyscraper"].profile, len(stock["jellyfish"].puzzles)
    ('hodoku', 16)
    """
    text = (Path(__file__).parent / "technique_stock.json").read_text(encoding="utf-8")
    families: dict[str, dict[str, dict[str, object]]] = json.loads(text)
    return {
        name: Stocked(**entry)  # type: ignore[arg-type]
        for entries in families.values()
        for name, entry in entries.items()
    }
