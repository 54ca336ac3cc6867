"""What nonet says in every language that has a catalogue: names, hints, explanations, and the texts of the interface.

A catalogue is a JSON file in this folder. It has the words for each technique and all that a sentence is made of: how a
cell, a house or a list is written, which numbers are singular, what connects one line of a proof to the next. It has
the words of the pictures and the texts of the web app and the terminal player too. The code only supplies the values
(see `nonet.steps.facts`), so another language is another file; docs/languages.md describes its sections, and
`nonet.words.messages` what a message can contain. Nothing here knows what a step is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from nonet.words.messages import Catalogue, CatalogueError

__all__ = ["LEVELS", "Catalogue", "CatalogueError", "Level", "catalogue", "languages", "preferred"]

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


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """Return the language of the user: the first that the environment names and that has a catalogue, else English.

    The variables are ``NONET_LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``. The locales C and POSIX are English.

    >>> preferred({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}), preferred({})
    ('en', 'en')
    """
    known = languages()
    values = os.environ if environment is None else environment
    for name in ("NONET_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = re.split(r"[_.@-]", values.get(name, ""))[0].lower()
        if language in ("c", "posix"):
            break
        if language in known:
            return language
    return "en"


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
    return Catalogue(json.loads(data), None if language == "en" else catalogue("en"))
