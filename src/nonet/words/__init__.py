"""What nonet says in every language that has words: names, hints, explanations, and the texts of the interface.

Each language has a folder here: ``language.json`` has its digits, plurals and the ways to join a list,
``sentences.json`` what a sentence is made of, ``constraints.json`` rules of variants, ``techniques/`` the techniques
and their lessons by family, ``app/`` the web app and the terminal player by place. A file holds sections, a section
texts by name; together they are a catalogue. The code only supplies the values (see `nonet.steps.facts`), so another
language is another folder. What it lacks is English. docs/languages.md describes the sections, and
`nonet.words.messages` what a message can contain. Nothing here knows what a step is.

A new language
==============

1. A folder `src/nonet/words/<code>/` with files like those of `en/`. `docs/languages.md` describes them; start
   there with the table of terms.
2. `tests/test_languages.py` finds it by itself. It names each unknown key and placeholder, and describes thousands
   of steps with it; `scripts/untranslated.py` lists what is English so far. The command line and the terminal
   player offer it at once.
3. On the page its code in `js/early.js` and its name in `LANGUAGES` of `js/i18n.js`. A language from right to left
   is also in the direction of `js/early.js`, and in `RTL` of `tests/test_languages.py`.
4. Its name in the first sentence of `docs/languages.md`, and its table of terms at the end.
5. Have it read by a native speaker who plays Sudoku, and look at the page at 360 pixels.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from nonet.words.messages import Catalogue, CatalogueError

__all__ = [
    "LEVELS",
    "Catalogue",
    "CatalogueError",
    "Level",
    "catalogue",
    "files_of",
    "languages",
    "preferred",
    "steps_of",
    "texts",
    "written",
]

Level: TypeAlias = Literal["nudge", "name", "where", "full"]
"""How much a sentence gives away: what kind of thing to look for, its name, its place, all of it."""

LEVELS: tuple[Level, ...] = ("nudge", "name", "where", "full")
"""The levels of a hint, from the one that gives away least."""

_HOME = Path(__file__).parent
_OWN = ("plurals", "lessons")
"""Sections that English does not complete: which numbers are singular is a language's own rule, a lesson says that it
is English."""


def languages() -> tuple[str, ...]:
    """Return the languages that have words.

    >>> "en" in languages()
    True
    """
    return tuple(sorted(path.parent.name for path in _HOME.glob("*/language.json")))


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """Return the language of the user: the first that the environment names and that has words, else English.

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
    """Return the words of a language, in English what it lacks.

    Raises `ValueError` if there are none.
    """
    if language not in languages():
        known = ", ".join(languages())
        raise ValueError(f"unknown language {language!r}; nonet has words in {known}")
    return Catalogue(texts(language))


def texts(language: str) -> dict[str, Any]:
    """Return the texts of a language by section and name, in English what it lacks."""
    own = written(language)
    return own if language == "en" else _completed(own, written("en"), _OWN)


def written(language: str) -> dict[str, Any]:
    """Return the texts that the files of a language hold, by section and name.

    Raises `CatalogueError` if two files hold the same text.
    """
    import json

    found: dict[str, Any] = {}
    for path in files_of(language):
        _add(found, json.loads(path.read_text(encoding="utf-8")), path.name)
    return found


def steps_of(lesson: Mapping[str, Any]) -> list[str]:
    """Return how to spot a technique, step by step; a lesson that is one text has one step.

    >>> steps_of({"spot": "Look at boxes."})
    ['Look at boxes.']
    """
    spot = lesson["spot"]
    return [spot] if isinstance(spot, str) else list(spot)


def files_of(language: str) -> Iterator[Path]:
    """Yield the files of a language."""
    yield from sorted((_HOME / language).rglob("*.json"))


def _add(found: dict[str, object], more: Mapping[str, object], file: str) -> None:
    for name, entry in more.items():
        if isinstance(entry, dict) and isinstance(known := found.setdefault(name, {}), dict):
            _add(known, entry, file)
        elif name in found:
            raise CatalogueError(f"{file} has {name!r}, which another file has too")
        else:
            found[name] = entry


def _completed(
    own: Mapping[str, Any], english: Mapping[str, Any], left: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return what a language has, and of English what it lacks, without the sections that are left to it."""
    found = dict(own)
    for name, entry in english.items():
        if name in left:
            continue
        if name not in own:
            found[name] = entry
        elif isinstance(entry, dict):
            found[name] = _completed(own[name], entry)
    return found
