"""What nonet says about a step, in every language that has a catalogue: names, hints, explanations.

A catalogue is a JSON file in this folder. It has the words for each technique and all that a sentence is made of: how a
cell, a house or a list is written, which numbers are singular, what connects one line of a proof to the next. The code
only supplies the values (see `nonet.steps.facts`), so another language is another file. `nonet.words.messages`
describes what a message can contain. Nothing here knows what a step is.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from nonet.words.messages import Catalogue, CatalogueError

__all__ = ["LEVELS", "Catalogue", "CatalogueError", "Level", "catalogue", "languages"]

Level: TypeAlias = Literal["nudge", "name", "where", "full"]
"""How much a sentence gives away: what kind of thing to look for, its name, its place, all of it."""

LEVELS: tuple[Level, ...] = ("nudge", "name", "where", "full")
"""The levels of a hint, from the one that gives away least."""


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue.

    >>> "en" in languages()
    True
    """
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.json")))


@cache
def catalogue(language: str) -> Catalogue:
    """Return the words of a language.

    Raises `ValueError` if there are none.
    """
    import json

    if language not in languages():
        known = ", ".join(languages())
        raise ValueError(f"unknown language {language!r}; nonet has words in {known}")
    data = (Path(__file__).parent / f"{language}.json").read_text(encoding="utf-8")
    return Catalogue(json.loads(data))
