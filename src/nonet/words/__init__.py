"""What nonet says about a step, in every language that has a catalogue: names, hints, explanations.

A catalogue is a JSON file beside this one. It has the words for each technique and all that a sentence is made of:
how a cell, a house or a list is written, which numbers are singular, what connects one line of a proof to the next.
The code brings only the values (see `nonet.words.facts`), so another language is another file. `nonet.words.messages`
says what a message can contain.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from nonet.words.messages import Catalogue, CatalogueError

if TYPE_CHECKING:
    from nonet.steps import Step

__all__ = [
    "LEVELS",
    "Catalogue",
    "CatalogueError",
    "Level",
    "catalogue",
    "languages",
    "outcome",
    "text",
]

Level: TypeAlias = Literal["nudge", "name", "where", "full"]
"""How much a sentence gives away: what kind of thing to look for, its name, its place, all of it."""

LEVELS: tuple[Level, ...] = ("nudge", "name", "where", "full")
"""The levels of a hint, from the one that gives away least."""


def languages() -> tuple[str, ...]:
    """Return the languages that there are words in.

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
        raise ValueError(
            f"there are no words in the language {language!r}; there are {', '.join(languages())}"
        )
    data = (Path(__file__).parent / f"{language}.json").read_text(encoding="utf-8")
    return Catalogue(json.loads(data))


def _known(language: str | Catalogue) -> Catalogue:
    return language if isinstance(language, Catalogue) else catalogue(language)


def text(step: Step, level: Level = "full", language: str | Catalogue = "en") -> str:
    """Return a step in words, at one of the `LEVELS`; see `nonet.steps.Step.text`."""
    from nonet.words.facts import facts_of
    from nonet.words.proof import explanation

    if level not in LEVELS:
        raise ValueError(f"level is {level!r}; it must be one of {', '.join(LEVELS)}")
    words = _known(language)
    messages = words.technique(step.technique.id)
    if level == "name":
        return str(messages["name"])
    facts = facts_of(step)
    if level != "full":
        return words.fill(messages[level], facts)
    return words.phrase("full", {**facts, "why": explanation(step, words)})


def outcome(step: Step, language: str | Catalogue = "en") -> str:
    """Return what follows from a step, in short: ``r1c1=3, r4c5<>27``."""
    from nonet.words.facts import facts_of

    return _known(language).phrase("outcome.short", facts_of(step))
